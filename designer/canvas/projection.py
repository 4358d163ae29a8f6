"""From a machine to what the canvas shows of it, and what differs between two such views."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from designer.canvas import messages
from designer.canvas.labels import joined
from designer.canvas.views import FAN, ChipView, EdgeView, Kind, Link, LinkKey, Mark, MarkKind, Projection, StateView
from engine.dsl import Requirement, Source, State, StateKind, Workflow

_SOURCES = {
    "driver": Kind.WORK,
    "agent": Kind.AGENT,
    "user": Kind.PERSON,
    "role": Kind.PERSON,
    "tool": Kind.AUTOMATIC,
    "system": Kind.AUTOMATIC,
    "fsm": Kind.AGENT,
}


def project(workflow: Workflow | None) -> Projection:
    """The views of a machine; of none, an empty drawing."""
    if workflow is None:
        return Projection()
    states = {name: _state_view(name, state, workflow) for name, state in workflow.states.items()}
    between: dict[tuple[str, str], list[EdgeView]] = defaultdict(list)
    loops: dict[str, tuple[EdgeView, ...]] = {}
    for name, state in workflow.states.items():
        own = []
        for edge in _edges(name, state):
            if edge.loop:
                own.append(edge)
                continue
            between[name, edge.target].append(edge)
            if edge.target not in states:
                states[edge.target] = StateView(edge.target, Kind.MISSING)
        if own:
            loops[name] = tuple(own)
    links = {link.key: link for pair, edges in between.items() for link in _links(pair, edges)}
    initial = workflow.initial_state if workflow.initial_state in workflow.states else None
    return Projection(states, links, loops, initial)


def kind_of(state: State) -> Kind:
    """The kind of a state, those that wait told apart by whom they wait for: a person before an agent."""
    match state.kind:
        case StateKind.TERMINAL:
            return Kind.TERMINAL
        case StateKind.WORK:
            return Kind.WORK
        case StateKind.AUTOMATIC:
            return Kind.AUTOMATIC
    people = any(requirement.from_.kind in ("user", "role") for requirement in state.requires)
    return Kind.PERSON if people else Kind.AGENT


def _state_view(name: str, state: State, workflow: Workflow) -> StateView:
    counts = (
        (MarkKind.ENTRY, len(state.entry)),
        (MarkKind.EXIT, len(state.exit)),
        (MarkKind.TIMER, len(state.timers)),
        (MarkKind.INVARIANT, len(state.invariants)),
    )
    return StateView(
        name=name,
        kind=kind_of(state),
        initial=name == workflow.initial_state,
        chips=tuple(_chip(index, requirement) for index, requirement in enumerate(state.requires)),
        marks=tuple(Mark(kind, count) for kind, count in counts if count),
        description=state.description or "",
    )


def _chip(index: int, requirement: Requirement) -> ChipView:
    source = requirement.from_
    return ChipView(requirement.name, who(source), _SOURCES[source.kind], requirement.required, index)


def who(source: Source) -> str:
    """Who contributes, in a word or two: ``reviewer``, ``driving agent``, ``webSearch``."""
    if source.kind == "driver":
        return messages.DRIVING_AGENT
    return source.name or messages.SYSTEM


def _edges(name: str, state: State) -> Iterator[EdgeView]:
    several = len(state.transitions) > 1
    for index, transition in enumerate(state.transitions):
        expressions = tuple(guard.expression for guard in transition.guards)
        yield EdgeView(
            path=("states", name, "transitions", index),
            source=name,
            target=transition.to_state,
            number=index + 1 if several else 0,
            label=joined(expressions),
            acts=bool(transition.on_transition),
            expressions=expressions,
            description=transition.description or "",
        )
    for index, timer in enumerate(state.timers):
        if timer.to_state is not None:
            yield EdgeView(
                path=("states", name, "timers", index),
                source=name,
                target=timer.to_state,
                label=messages.after(timer.after),
                acts=bool(timer.on_transition or timer.assign),
                timer=True,
                description=timer.name,
            )


def _links(pair: tuple[str, str], edges: list[EdgeView]) -> Iterable[Link]:
    if len(edges) > FAN:
        return [Link((*pair, 0), tuple(edges))]
    return [Link((*pair, place), (edge,)) for place, edge in enumerate(edges)]


Key = TypeVar("Key")
View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class Difference:
    """What has to be drawn anew after an edit: states by name, links by key, loop lists by state."""

    states: frozenset[str]
    links: frozenset[LinkKey]
    loops: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.states or self.links or self.loops)


def difference(old: Projection, new: Projection) -> Difference:
    """The elements that came, went or changed."""
    return Difference(_changed(old.states, new.states), _changed(old.links, new.links), _changed(old.loops, new.loops))


def _changed(old: Mapping[Key, View], new: Mapping[Key, View]) -> frozenset[Key]:
    return frozenset(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
