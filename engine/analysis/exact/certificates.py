"""Certificates: the fewest conditions that together leave no value, and what each field could have been."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.exact.atoms import Atom
from engine.analysis.exact.decide import Claim
from engine.analysis.exact.formula import Conjunction, Formula, atoms
from engine.analysis.exact.local import FAILS, Condition, Local
from engine.analysis.exact.truth import TRUE
from engine.analysis.exact.words import joined, values_in_words


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition of a proof: a claim and the words for it."""

    claim: Claim
    text: str


def demands(conditions: Iterable[Condition]) -> list[Reason]:
    """What must be true for all conditions to pass, term by term."""
    return [
        Reason((term, TRUE), _text(term, condition)) for condition in conditions for term in _terms(condition.formula)
    ]


def requirements(local: Local) -> list[Reason]:
    """What must be true before the state routes."""
    return [reason for index in local.required for reason in demands(local.asked[index])]


def refusals(local: Local, transitions: Iterable[int]) -> list[Reason]:
    """What must fail for the earlier ``transitions`` not to be taken."""
    return [Reason((local.passing[index], FAILS), _not_taken(local, index)) for index in transitions]


def core(local: Local, reasons: Sequence[Reason]) -> list[Reason]:
    """Reasons none of which can be left out for the rest to stay contradictory; all of them, if undecided."""
    kept = list(reasons)
    for reason in reasons:
        fewer = [each for each in kept if each is not reason]
        if local.never(each.claim for each in fewer):
            kept = fewer
    return kept


def arriving(local: Local, reasons: Iterable[Reason]) -> Mapping[str, str]:
    """What each field that the reasons read can be when the state routes."""
    space = local.space
    fields = dict.fromkeys(name for reason in reasons for atom in atoms(reason.claim[0]) for name in atom.fields)
    box = space.box()
    values = {}
    for name in fields:
        place = space.index[name]
        mask = space.variables[place].all
        for formula, wanted in local.eligible:
            if {each for atom in atoms(formula) for each in atom.fields} == {name}:
                mask &= _mask(local, formula, wanted, place)
        values[name] = joined(values_in_words(space.variables[place], mask & box[place], space.fields.get(name)))
    return values


def _mask(local: Local, formula: Formula, wanted: int, place: int) -> int:
    """The classes of one field for which a formula over it alone may have a wanted answer."""
    bound = local.space.bind(formula)
    box = local.space.box()
    mask = 0
    for one in range(box[place].bit_length()):
        part = box.copy()
        part[place] = 1 << one
        if bound.answers(part) & wanted:
            mask |= 1 << one
    return mask


def _terms(formula: Formula) -> Sequence[Formula]:
    return formula.terms if isinstance(formula, Conjunction) else (formula,)


def _text(formula: Formula, condition: Condition) -> str:
    if isinstance(formula, Atom):
        return formula.text
    node = formula.node
    return condition.source if node is None else node.span.text(condition.source)


def _not_taken(local: Local, index: int) -> str:
    guards = [condition.source for condition in local.guards[index]]
    target = local.state.transitions[index].to_state
    return f"not to '{target}': {' && '.join(guards) or 'true'}"
