"""Faults on purpose: a crash at each point and what recovery makes of it, a delivery twice, a stale version."""

from __future__ import annotations

from dataclasses import dataclass

from designer.panels.simulator import messages
from designer.panels.simulator.simulation import Simulation
from engine.simulate import Broken, Contributed, CrashPoint, Node, Plant, Receiver, RunStep, World, crash


@dataclass(frozen=True, slots=True)
class Crashed:
    """An input of a session: the process died at ``point`` and came back."""

    point: CrashPoint
    plant: Plant

    def apply(self, world: World) -> tuple[World, tuple[RunStep, ...]]:
        left, steps = crash(Plant(world, self.plant.receiver, self.plant.last), self.point)
        return left.world, steps


def plant_at(node: Node) -> Plant:
    """The run and its surroundings at a node: what the receiver performed on the way, and what came in last."""
    receiver = Receiver({})
    for each in node.path():
        if isinstance(each.input, Crashed) and each.parent is not None:
            before = Plant(each.parent.world, receiver, each.input.plant.last)
            receiver = crash(before, each.input.point)[0].receiver
    last = None
    parent = node.parent
    if parent is not None and isinstance(node.input, Contributed):
        last = (node.input, Plant(parent.world, receiver))
    return Plant(node.world, receiver, last)


def crash_here(simulation: Simulation, point: CrashPoint) -> str:
    """Crash, recover, and say whether what is promised held."""
    session = simulation.session
    if session is None:
        return ""
    plant = plant_at(session.cursor)
    out = (*plant.open_commands(), *plant.claimed_commands())
    if point in ("during-command", "before-outcome") and not out:
        return messages.NOTHING_OUT
    try:
        simulation.apply(Crashed(point, plant))
    except Broken as broken:
        return messages.broken(str(broken))
    assert simulation.session is not None
    return messages.recovered(len(plant_at(simulation.session.cursor).receiver.receipts))


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
