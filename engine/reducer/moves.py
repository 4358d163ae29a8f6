"""The smallest writes that would move a machine at rest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, NamedTuple

from engine.cel import CelError
from engine.cel.tree import Literal, walk
from engine.dsl.models import Field, FieldType
from engine.reducer.actor import Actor
from engine.reducer.definition import Definition, StatePlan
from engine.reducer.envelope import Envelope
from engine.reducer.templates import MASK
from engine.reducer.values import MISFIT

MOST_FIELDS = 3
MOST_TRIED = 20_000
EXAMPLES: Mapping[FieldType, tuple[Any, ...]] = {
    FieldType.STRING: ("text", "a longer text"),
    FieldType.TIMESTAMP: ("2000-01-01T00:00:00Z",),
    FieldType.ANY: (True, "text"),
    FieldType.MAP: ({},),
}


class Write(NamedTuple):
    """One value of one field, and the actors that may contribute it; a sensitive value is masked."""

    field: str
    value: Any
    who: tuple[Actor, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Writes after which the machine goes to ``target``; ``index`` is the place of the transition that fires."""

    writes: tuple[Write, ...]
    index: int
    target: str


def moves(definition: Definition, envelope: Envelope, most: int = 5) -> tuple[Move, ...]:
    """The writes with the fewest fields that would move a run at rest, one for each transition they lead to.

    Only what the state's requirements admit is tried, with the values that its expressions speak of and a few more: an
    answer is certain, that there is none is not. A decision counts as given on the proposal that is pending.
    """
    if envelope.ended or envelope.faulted is not None:
        return ()
    plan = definition.states[envelope.state]
    candidates = {field: _values(definition, plan, field) for field, who in plan.admits.items() if who}
    tried = 0
    for size in range(1, min(MOST_FIELDS, len(candidates)) + 1):
        found: dict[int, Move] = {}
        for fields in combinations(candidates, size):
            for values in product(*(candidates[field] for field in fields)):
                tried += 1
                if tried > MOST_TRIED or len(found) >= most:
                    break
                writes = dict(zip(fields, values, strict=True))
                decided = {*envelope.approvals, *plan.decisions.keys() & writes}
                index = fires(plan, {**envelope.context, **writes}, decided)
                if index is not None:
                    found.setdefault(index, _move(definition, plan, writes, index))
        if found:
            return tuple(found[index] for index in sorted(found))
    return ()


def _move(definition: Definition, plan: StatePlan, writes: Mapping[str, Any], index: int) -> Move:
    told = tuple(
        Write(field, MASK if field in definition.sensitive else value, tuple(sorted(plan.admits[field], key=str)))
        for field, value in writes.items()
    )
    return Move(told, index, plan.transitions[index].target)


def fires(plan: StatePlan, context: Mapping[str, Any], approvals: Collection[str]) -> int | None:
    """The index of the transition that would fire in a state, over a context and while these approvals are in force."""
    if any(field not in context for field in plan.needs):
        return None
    if not all(gate.satisfied(context, approvals) for gate in plan.gates):
        return None
    for index, transition in enumerate(plan.transitions):
        if all(guard(context) for guard in transition.guards):
            return index
    return None


def _values(definition: Definition, plan: StatePlan, field: str) -> tuple[Any, ...]:
    """Values worth trying for a field, as they would be stored."""
    declared = definition.fields[field]
    if declared.type is FieldType.BLOB:
        return ({"store": "payloads", "key": "", "checksum": "", "size": 0, "mediaType": ""},)
    fitting: list[Any] = []
    for value in _suggested(declared, list(literals_of(definition, plan))):
        stored = definition.fits[field](value)
        if stored is not MISFIT and stored not in fitting:
            fitting.append(stored)
    return tuple(fitting)


def _suggested(declared: Field, constants: list[Any]) -> Iterator[Any]:
    match declared.type:
        case FieldType.ENUM:
            yield from declared.values
        case FieldType.BOOL:
            yield from (True, False)
        case FieldType.INT | FieldType.NUMBER:
            numbers = [value for value in constants if isinstance(value, int | float) and not isinstance(value, bool)]
            bounds = [bound for bound in (declared.min, declared.max) if bound is not None]
            for number in (*numbers, *bounds, 0, 1):
                yield from (number, number + 1, number - 1)
        case FieldType.LIST:
            inner = list(_suggested(declared.items, constants)) if declared.items else ["item"]
            yield []
            for length in (1, 2, 3, 5):
                yield from ([value] * length for value in inner[:6])
        case FieldType.STRING:
            yield from (value for value in constants if isinstance(value, str))
            yield from EXAMPLES[declared.type]
        case other:
            yield from EXAMPLES[other]


def literals_of(definition: Definition, plan: StatePlan) -> Iterator[Any]:
    """The literals of the state's guards and checks."""
    state = definition.workflow.states[plan.name]
    sources = [guard.expression for transition in state.transitions for guard in transition.guards]
    sources += [guard.expression for requirement in state.requires for guard in requirement.validate_]
    for source in dict.fromkeys(sources):
        program = definition.expressions.program(source)
        if not isinstance(program, CelError):
            yield from (node.value for node in walk(program.tree) if isinstance(node, Literal))
