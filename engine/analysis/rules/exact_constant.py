"""T310: a part of a guard that is always true, or never, in every context in which it is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.atoms import Atom, Presence
from engine.analysis.exact.decide import Claim, Never
from engine.analysis.exact.formula import Choice, Conjunction, Constant, Disjunction, Formula, children
from engine.analysis.exact.local import FAILS, Condition, Local
from engine.analysis.exact.truth import ERROR, FALSE, TRUE
from engine.analysis.rule import Check, Found, Kind, StateRule
from engine.cel.tree import Literal
from engine.diagnostics import Severity
from engine.dsl.models import State

CONSTANT_PART = Check("T310", "constant-part", Severity.WARNING, Kind.LOCAL)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    """Guards, what validates, invariants. What makes a transition dead is left to the check that says so."""
    local = context.local(name)
    if isinstance(local.can_route, Never):
        return
    for index, conditions in enumerate(local.guards):
        if not isinstance(local.passes(index), Never):
            yield from _in_all(local, conditions, local.eligible)
    for index, conditions in enumerate(local.asked):
        if not isinstance(local.decide([(local.satisfied[index], TRUE)]), Never):
            yield from _in_all(local, conditions[1:], [(conditions[0].formula, TRUE)])
    yield from _in_all(local, local.invariants, ())


def _in_all(local: Local, conditions: Iterable[Condition], given: Iterable[Claim]) -> Iterator[Found]:
    """Each condition is looked at only where those before it are true."""
    base = tuple(given)
    reached = base
    for condition in conditions:
        for part, answer in _constant(local, condition.formula, base, reached):
            text = part.text if isinstance(part, Atom) else part.node.span.text(condition.source) if part.node else ""
            yield Found(
                check=CONSTANT_PART,
                path=condition.path,
                inside=part.node.span if part.node else None,
                message=messages.constant_part(text, answer),
                about=(text,),
                data={"answer": answer},
            )
        reached = (*reached, (condition.formula, TRUE))


def _constant(
    local: Local, formula: Formula, base: tuple[Claim, ...], reached: tuple[Claim, ...]
) -> Iterator[tuple[Formula, str]]:
    """The largest parts below ``formula`` that are constant.

    A part is constant when ``base`` alone never lets it be otherwise (an error apart), and it does not fail where it
    is looked at, that is with ``reached``: ``has(f) && f >= 0`` is no different from ``has(f)`` if ``f`` has no
    negative values.
    """
    if isinstance(formula, Presence) or (isinstance(formula, Constant) and isinstance(formula.node, Literal)):
        return
    if formula.node is not None:
        if isinstance(local.decide([*base, (formula, TRUE)]), Never):
            yield formula, "never true"
            return
        never_false = isinstance(local.decide([*base, (formula, FALSE)]), Never)
        if never_false and isinstance(local.decide([*reached, (formula, ERROR)]), Never):
            yield formula, "always true"
            return
    for child, before in _reached(formula, reached):
        yield from _constant(local, child, base, before)


def _reached(formula: Formula, reached: tuple[Claim, ...]) -> Iterator[tuple[Formula, tuple[Claim, ...]]]:
    """The formulas directly below, each with what is known when it is looked at."""
    match formula:
        case Choice(condition=condition, then=then, otherwise=otherwise):
            yield condition, reached
            yield then, (*reached, (condition, TRUE))
            yield otherwise, (*reached, (condition, FALSE))
            return
        case Conjunction():
            onwards = TRUE
        case Disjunction():
            onwards = FAILS
        case _:
            onwards = TRUE | FAILS
    for child in children(formula):
        yield child, reached
        reached = (*reached, (child, onwards))


RULE = StateRule((CONSTANT_PART,), run)
