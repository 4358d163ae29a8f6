"""The decision table of a state: which values of the fields its guards read lead where, and which lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.analysis.exact.atoms import Atom, Comparison
from engine.analysis.exact.decide import Example
from engine.analysis.exact.formula import atoms
from engine.analysis.exact.local import FAILS, Local
from engine.analysis.exact.truth import TRUE, UNSET
from engine.analysis.exact.values import stored
from engine.analysis.exact.words import ANYTHING, joined, values_in_words
from engine.dsl import Workflow

MAX_ROWS = 200
"""Rows that are shown; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Row:
    """Values that decide alike: for each column in words, and the transitions that pass, by index.

    ``overlap`` when several of them are guarded. ``context`` is an example; ``None`` where none was found, which
    happens only if a column is no field.
    """

    values: tuple[tuple[str, ...], ...]
    passing: tuple[int, ...]
    overlap: bool
    context: Mapping[str, Any] | None

    @property
    def fires(self) -> int | None:
        """The transition that fires; ``None`` in a gap."""
        return self.passing[0] if self.passing else None

    @property
    def gap(self) -> bool:
        return not self.passing


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The situations in which a state routes, by what its guards can tell of them.

    ``columns`` are the fields its guards read, then the parts of guards whose answer does not follow from the values.
    ``more`` counts the rows left out; gaps come before others when there are too many. ``complete`` is false when
    there were more cases than the budget allows; then ``rows`` is empty.
    """

    state: str
    columns: tuple[str, ...]
    targets: tuple[str, ...]
    rows: tuple[Row, ...]
    more: int = 0
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Case:
    masks: tuple[int, ...]
    passing: tuple[int, ...]


def decision_table(workflow: Workflow, state: str, most: int = MAX_ROWS) -> DecisionTable:
    """The decision table of a state; rows of equal outcome that differ in one column are one row."""
    local = Local(workflow.context, state, workflow.states[state])
    targets = tuple(edge.to_state for edge in local.state.transitions)
    columns = _columns(local)
    if local.cases is None:
        return DecisionTable(state, _names(local, columns), targets, (), complete=False)
    cases = _merged(_cases(local, columns), len(columns))
    order = sorted(cases, key=lambda case: (case.passing[:1] or (len(targets),), [_rank(mask) for mask in case.masks]))
    kept = {id(case) for case in sorted(order, key=lambda case: bool(case.passing))[:most]}
    rows = tuple(_row(local, columns, case) for case in order if id(case) in kept)
    return DecisionTable(state, _names(local, columns), targets, rows, more=len(order) - len(rows))


def rows_of(workflow: Workflow, state: str, contexts: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], list[str]]:
    """The fields a state's guards read, and the values these contexts give them, alike ones joined, in words."""
    local = Local(workflow.context, state, workflow.states[state])
    columns = [place for place in _columns(local) if place < len(local.space.variables)]
    variables = [local.space.variables[place] for place in columns]
    cases = []
    for context in contexts:
        values = [stored(workflow.context.get(each.name), context.get(each.name)) for each in variables]
        masks = [
            each.class_of(UNSET if value is None else value) for each, value in zip(variables, values, strict=True)
        ]
        cases.append(_Case(tuple(masks), ()))
    rows = [
        "; ".join(
            f"{each.name}: {joined(values_in_words(each, mask, workflow.context.get(each.name)))}"
            for each, mask in zip(variables, case.masks, strict=True)
            if mask != each.all
        )
        for case in _merged(iter(cases), len(columns))
    ]
    return tuple(each.name for each in variables), rows


def _columns(local: Local) -> list[int]:
    """The places of the variables the guards read; binding them first makes those of the parts that are no field."""
    for formula in local.passing:
        local.space.bind(formula)
    read = {name for formula in local.passing for atom in atoms(formula) for name in atom.fields}
    fields = [local.space.index[name] for name in _in_order(local, read)]
    parts = range(len(local.space.variables), len(local.space.box()))
    return [*fields, *parts]


def _in_order(local: Local, read: set[str]) -> list[str]:
    """The fields as the schema lists them, undeclared ones last."""
    declared = [name for name in local.space.fields if name in read]
    return declared + sorted(read.difference(declared))


def _names(local: Local, columns: Sequence[int]) -> tuple[str, ...]:
    known = len(local.space.variables)
    return tuple(
        local.space.variables[place].name if place < known else local.space.free[place - known].text
        for place in columns
    )


def _cases(local: Local, columns: Sequence[int]) -> Iterator[_Case]:
    indices = range(len(local.passing))
    for case in local.cases or ():
        yield _Case(
            tuple(case.box[place] for place in columns), tuple(index for index in indices if case.passing >> index & 1)
        )


def _merged(cases: Iterator[_Case], width: int) -> list[_Case]:
    found = list(dict.fromkeys(cases))
    while True:
        before = len(found)
        for column in range(width):
            joined: dict[tuple[object, ...], _Case] = {}
            for case in found:
                masks = case.masks
                key = (case.passing, masks[:column], masks[column + 1 :])
                other = joined.get(key)
                mask = masks[column] | (other.masks[column] if other else 0)
                joined[key] = _Case((*masks[:column], mask, *masks[column + 1 :]), case.passing)
            found = list(joined.values())
        if len(found) == before:
            return found


def _rank(mask: int) -> int:
    return (mask & -mask).bit_length()


def _row(local: Local, columns: Sequence[int], case: _Case) -> Row:
    known = len(local.space.variables)
    variables = local.space.variables
    within = {variables[place].name: mask for place, mask in zip(columns, case.masks, strict=True) if place < known}
    claims = [(formula, TRUE if index in case.passing else FAILS) for index, formula in enumerate(local.passing)]
    verdict = local.decide([*local.eligible, *claims], within)
    box = local.space.box()
    return Row(
        tuple(
            values_in_words(variables[place], mask, local.space.fields.get(variables[place].name))
            if place < known
            else _outcomes(local.space.free[place - known], mask, box[place])
            for place, mask in zip(columns, case.masks, strict=True)
        ),
        case.passing,
        sum(bool(local.guards[index]) for index in case.passing) > 1,
        verdict.context if isinstance(verdict, Example) else None,
    )


def _outcomes(atom: Atom, mask: int, every: int) -> tuple[str, ...]:
    """What a part of a guard comes to, in words."""
    if mask == every:
        return (ANYTHING,)
    if not isinstance(atom, Comparison):
        return tuple(word for place, word in enumerate(("true", "false", "fails")) if mask >> place & 1)
    ordered = tuple(word for place, word in enumerate(("less", "equal", "greater")) if mask >> place & 1)
    return (*ordered, "no order") if mask >> 3 else ordered
