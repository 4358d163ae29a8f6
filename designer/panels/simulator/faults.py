"""Faults on purpose: a crash at each point and what recovery makes of it, a delivery twice, a stale version."""

from __future__ import annotations

from designer.panels.simulator import messages
from designer.panels.simulator.simulation import Simulation
from engine.simulate import Broken, Contributed, CrashPoint


def crash_here(simulation: Simulation, point: CrashPoint) -> str:
    """Crash, recover, and say whether what is promised held."""
    session = simulation.session
    if session is None:
        return ""
    plant = session.cursor.plant()
    out = (*plant.open_commands(), *plant.claimed_commands())
    if point in ("during-command", "before-outcome") and not out:
        return messages.NOTHING_OUT
    try:
        simulation.show_session(session.crash(point))
    except Broken as broken:
        return messages.broken(str(broken))
    assert simulation.session is not None
    return messages.recovered(len(simulation.session.cursor.plant().receiver.receipts))


def deliver_again(simulation: Simulation) -> str:
    """Hand the last contribution in once more, as a network may."""
    session = simulation.session
    if session is None or not isinstance(session.cursor.input, Contributed):
        return messages.NOTHING_TO_REPEAT
    simulation.take(session.cursor.input.contribution)
    step = simulation.session.step if simulation.session else None
    return messages.delivered_again(step.code or "" if step is not None else "")


def deliver_stale(simulation: Simulation) -> str:
    """Hand the last contribution in under a new id, meant for the version before."""
    session = simulation.session
    if session is None or not isinstance(session.cursor.input, Contributed):
        return messages.NOTHING_TO_REPEAT
    contribution = session.cursor.input.contribution
    stale = contribution._replace(
        id=f"{contribution.id}-stale", expected_version=max(1, session.world.envelope.version - 1)
    )
    simulation.take(stale)
    step = simulation.session.step if simulation.session else None
    return messages.delivered_again(step.code or "" if step is not None else "")


def deliver_reordered(simulation: Simulation) -> str:
    """Hand the last two contributions in once more from before them, the later one first."""
    session = simulation.session
    later = session.cursor if session is not None else None
    earlier = later.parent if later is not None else None
    if session is None or later is None or earlier is None or earlier.parent is None:
        return messages.NOT_TWO
    if not isinstance(later.input, Contributed) or not isinstance(earlier.input, Contributed):
        return messages.NOT_TWO
    other = session.at(earlier.depth - 1).apply(later.input)
    first = other.step
    other = other.apply(earlier.input)
    simulation.show_session(other)
    return messages.reordered(first.code or "", other.step.code or "")
