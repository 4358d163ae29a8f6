"""T310: a part of a guard that is always true, or never, in every context in which it is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.atoms import Atom, Presence
from engine.analysis.exact.bound import Box
from engine.analysis.exact.decide import Claim, Never
from engine.analysis.exact.formula import Choice, Conjunction, Constant, Disjunction, Formula, children
from engine.analysis.exact.local import FAILS, Condition, Local
from engine.analysis.exact.truth import ERROR, FALSE, TRUE
from engine.analysis.rule import Check, Found, Kind, StateRule
from engine.cel.tree import Literal
from engine.diagnostics import Severity
from engine.dsl.models import State

CONSTANT_PART = Check("T310", "constant-part", Severity.WARNING, Kind.LOCAL)


@dataclass(frozen=True, slots=True)
class Looked:
    """Where a part is looked at: ``base`` always holds, ``reached`` when it is; ``boxes`` are parts of the base."""

    base: tuple[Claim, ...]
    reached: tuple[Claim, ...]
    boxes: tuple[Box, ...]

    def after(self, formula: Formula, answers: int) -> Looked:
        return Looked(self.base, (*self.reached, (formula, answers)), self.boxes)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    """Guards, what validates, invariants. What makes a transition dead is left to the check that says so."""
    local = context.local(name)
    if isinstance(local.can_route, Never):
        return
    boxes = tuple(case.box for case in local.cases or ())
    for index, conditions in enumerate(local.guards):
        if conditions and not isinstance(local.passes(index), Never):
            yield from _in_all(local, conditions, Looked(local.eligible, local.eligible, boxes))
    for index, conditions in enumerate(local.asked):
        if len(conditions) > 1 and not local.never([(local.satisfied[index], TRUE)]):
            is_set = ((conditions[0].formula, TRUE),)
            yield from _in_all(local, conditions[1:], Looked(is_set, is_set, local.boxes(is_set)))
    if local.invariants:
        yield from _in_all(local, local.invariants, Looked((), (), local.boxes(())))


def _in_all(local: Local, conditions: Iterable[Condition], looked: Looked) -> Iterator[Found]:
    """Each condition is looked at only where those before it are true."""
    for condition in conditions:
        for part, answer in _constant(local, condition.formula, looked):
            text = part.text if isinstance(part, Atom) else part.node.span.text(condition.source) if part.node else ""
            yield Found(
                check=CONSTANT_PART,
                path=condition.path,
                inside=part.node.span if part.node else None,
                message=messages.constant_part(text, answer),
                about=(text,),
                data={"answer": answer},
            )
        looked = looked.after(condition.formula, TRUE)


def _constant(local: Local, formula: Formula, looked: Looked) -> Iterator[tuple[Formula, str]]:
    """The largest parts below ``formula`` that are constant.

    A part is constant when the base alone never lets it be otherwise (an error apart), and it does not fail where it
    is reached: ``has(f) && f >= 0`` is no different from ``has(f)`` if ``f`` has no negative values.
    """
    if isinstance(formula, Presence) or (isinstance(formula, Constant) and isinstance(formula.node, Literal)):
        return
    if formula.node is not None and not local.varies(formula, looked.boxes):
        if local.never([*looked.base, (formula, TRUE)]):
            yield formula, "never true"
            return
        never_false = local.never([*looked.base, (formula, FALSE)])
        if never_false and local.never([*looked.reached, (formula, ERROR)]):
            yield formula, "always true"
            return
    for child, before in _reached(formula, looked):
        yield from _constant(local, child, before)


def _reached(formula: Formula, looked: Looked) -> Iterator[tuple[Formula, Looked]]:
    """The formulas directly below, each with what is known when it is looked at."""
    match formula:
        case Choice(condition=condition, then=then, otherwise=otherwise):
            yield condition, looked
            yield then, looked.after(condition, TRUE)
            yield otherwise, looked.after(condition, FALSE)
            return
        case Conjunction():
            onwards = TRUE
        case Disjunction():
            onwards = FAILS
        case _:
            onwards = TRUE | FAILS
    for child in children(formula):
        yield child, looked
        looked = looked.after(child, onwards)


RULE = StateRule((CONSTANT_PART,), run)
