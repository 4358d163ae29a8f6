"""Faults in the exact engine of one state; each is seen by the agreement with concrete values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.analysis.exact import atoms, automaton, bound, cells, chain, formula, line, lists, local, space, strings
from engine.analysis.exact.bound import Leaf
from engine.analysis.exact.truth import ERROR, FALSE, TRUE
from engine.dsl import Workflow
from tests.engine.analysis.exact.brute import Brute
from tests.engine.analysis.exact.judge import Situation, judged
from tests.generators.states import States

SEEDS = range(280)
CACHES = (formula.formula_of, formula.atoms, strings._product, cells.listed, local.presence)


@pytest.fixture(scope="module")
def machines() -> list[tuple[Workflow, list[Situation]]]:
    workflows = [Workflow.model_validate(States(seed).machine()) for seed in SEEDS]
    return [(each, Brute(each.context, each.states["start"]).situations) for each in workflows]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What was computed with a fault is not kept."""
    for cache in CACHES:
        cache.cache_clear()
    yield
    for cache in CACHES:
        cache.cache_clear()


def faults(machines: list[tuple[Workflow, list[Situation]]]) -> Iterator[str]:
    for workflow, situations in machines:
        yield from (fault for _, fault in judged(workflow, situations) if fault is not None)


def without_absorption(left: int, right: int) -> int:
    return ERROR if ERROR in (left, right) else TRUE if left == right == TRUE else FALSE


def pairwise(operation: Callable[[int, int], int]) -> tuple[int, ...]:
    each = [tuple(one for one in (TRUE, FALSE, ERROR) if answers & one) for answers in range(8)]
    return tuple(sum({operation(a, b) for a in each[pair >> 3] for b in each[pair & 7]}) for pair in range(64))


def closed_above(self: line.IntLine, bound: Any) -> int:
    return self.at_or_above(bound)


def floored(value: int, by: int) -> int:
    return value // by


def unset_is_false(self: space.Variable, index: int, atom: atoms.Atom) -> Leaf:
    true = LEAF(self, index, atom)
    return Leaf(index, true.true, true.false | true.error & self.unset, true.error & ~self.unset)


def one_length_is_enough(machines: Any, alphabet: Any, pieces: Any, far: int, fillers: Any) -> Any:
    return COMBINATIONS(machines, alphabet, pieces[:1], far, fillers)


def long_after_one(machines: Any, alphabet: Any, pieces: Any, far: int, fillers: Any) -> Any:
    return automaton._walk(machines, alphabet, 1) and COMBINATIONS(machines, alphabet[:1], pieces, far, fillers)


def no_period(straight: Any, modulus: int) -> int:
    return 1


def unset_does_not_matter(self: bound.Free, box: list[int]) -> int:
    return self._decided.answers(box)


LEAF = space.Variable.leaf
COMBINATIONS = automaton.combinations

FAULTS: dict[str, list[tuple[Any, str, Any]]] = {
    "a false term does not absorb an error": [(bound, "AND", pairwise(without_absorption))],
    "not an error is true": [
        (bound, "NOT", tuple(bound.NOT[answers] | (TRUE if answers & ERROR else 0) for answers in range(8)))
    ],
    "the equality of booleans ignores errors": [
        (bound, "SAME", pairwise(lambda left, right: TRUE if left == right else FALSE))
    ],
    "an integer above a bound may equal it": [(line.IntLine, "above", closed_above)],
    "integers divide downwards": [(chain, "_quotient", floored)],
    "remainders do not come round": [(chain, "_period", no_period)],
    "an unset field compares as false": [(space.Variable, "leaf", unset_is_false)],
    "only one length of strings and lists is looked at": [
        (strings, "combinations", one_length_is_enough),
        (lists, "combinations", one_length_is_enough),
    ],
    "strings are made of one character": [(strings, "combinations", long_after_one)],
    "an element counts once for exists_one": [(lists, "_COUNTED", {**lists._COUNTED, "exists_one": (1, 0, 1)})],
    "a failing element does not matter": [
        (lists, "_COUNTED", {kind: (true, false, 0) for kind, (true, false, _) in lists._COUNTED.items()})
    ],
    "a comparison of two unset fields has an answer": [(bound.Free, "answers", unset_does_not_matter)],
    "a guard that fails is taken not to be false": [(local, "FAILS", FALSE)],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_seen(
    fault: str, machines: list[tuple[Workflow, list[Situation]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name, faulty in FAULTS[fault]:
        monkeypatch.setattr(owner, name, faulty)
    try:
        seen = next(faults(machines), None)
    except (AssertionError, StopIteration, RuntimeError) as error:
        seen = repr(error)
    assert seen is not None
