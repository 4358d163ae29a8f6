"""What a run lays over the drawing: where it rests, what it took, what the guards say there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from designer import messages
from designer.canvas import Overlay, PillMark
from designer.panels.simulator.breakpoints import Breakpoint
from designer.panels.simulator.simulation import Simulation
from engine.diagnostics import Path
from engine.dsl import Workflow
from engine.reducer import Fired, Routing


def overlay_of(simulation: Simulation, mode: str, *, coverage: bool) -> Overlay:
    """The overlay for where one stands in a simulation; with ``coverage`` how often everything was reached."""
    session = simulation.session
    here = simulation.here
    moment = here.moment
    if session is None or moment is None:
        return Overlay(mode=mode, caption=messages.caption(mode, None, ""))
    definition = moment.step.definition
    workflow = definition.workflow
    resting = here.why.routing if here.why is not None and not here.why.ended and here.why.routing.eligible else None
    routing = simulation.ahead or resting
    return Overlay(
        mode=mode,
        caption=messages.caption(mode, definition.version, definition.hash),
        token=moment.state or None,
        began=moment.node.depth == 0,
        fired=tuple(path_of(workflow, fired) for fired in moment.taken),
        marks=_marks(routing) if routing is not None else {},
        visits=visits(workflow, simulation.visits) if coverage else None,
        breakpoints=frozenset(path for each in simulation.breakpoints for path in places_of(each, workflow)),
    )


def places_of(breakpoint: Breakpoint, workflow: Workflow) -> Iterator[Path]:
    """The states and transitions of the drawing that a breakpoint stands on."""
    if breakpoint.kind == "state":
        yield ("states", breakpoint.text)
    elif breakpoint.kind == "transition":
        for name, state in workflow.states.items():
            for index, transition in enumerate(state.transitions):
                if breakpoint.text == f"{name} → {transition.to_state}":
                    yield ("states", name, "transitions", index)


def path_of(workflow: Workflow, fired: Fired) -> Path:
    """The path of the transition that fired, or of the timer that carried it."""
    if fired.timer is None:
        assert fired.index is not None
        return ("states", fired.source, "transitions", fired.index)
    names = [timer.name for timer in workflow.states[fired.source].timers]
    return ("states", fired.source, "timers", names.index(fired.timer))


def visits(workflow: Workflow, counts: Mapping[tuple[str, ...], int]) -> Mapping[Path, int]:
    """How often each state was entered and each transition taken; those never reached stand with 0."""
    found: dict[Path, int] = {}
    for name, state in workflow.states.items():
        found[("states", name)] = counts.get((name,), 0)
        for index in range(len(state.transitions)):
            found[("states", name, "transitions", index)] = counts.get((name, str(index)), 0)
        for index, timer in enumerate(state.timers):
            if timer.to_state is not None:
                found[("states", name, "timers", index)] = counts.get((name, timer.name), 0)
    return found


def _marks(routing: Routing) -> Mapping[Path, PillMark]:
    """What each transition of the resting state says, as if everything required were there."""
    marks = {}
    for transition in routing.transitions:
        erred = any(guard.error is not None for guard in transition.guards)
        mark = PillMark.FIRES if transition.passes else PillMark.FAILS if erred else PillMark.FALSE
        marks[("states", routing.state, "transitions", transition.index)] = mark
    return marks
