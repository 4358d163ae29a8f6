"""The questions about a state that the oracles answer too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.analysis.exact.decide import Claim, Verdict
from engine.analysis.exact.local import FAILS, Local
from engine.analysis.exact.truth import TRUE

Passing = tuple[bool, ...]
"""Which transitions pass in a situation."""


@dataclass(frozen=True)
class Question:
    """Whether an eligible situation exists in which ``holds``; ``claims`` and ``ask`` say the same to the engine."""

    name: str
    claims: tuple[Claim, ...]
    holds: Callable[[Passing], bool]
    ask: Callable[[Local], Verdict]


def questions(local: Local) -> Iterator[Question]:
    """Dead, shadowed, overlapping and left over: one question for each transition and pair, and one for the gap."""
    passing = [(formula, TRUE) for formula in local.passing]
    failing = [(formula, FAILS) for formula in local.passing]
    for index in range(len(passing)):
        yield Question(
            f"{index} passes", (passing[index],), lambda passed, i=index: passed[i], lambda it, i=index: it.passes(i)
        )
        yield Question(
            f"{index} passes first",
            (passing[index], *failing[:index]),
            lambda passed, i=index: passed[i] and not any(passed[:i]),
            lambda it, i=index: it.fires(i, range(i)),
        )
        for other in range(index):
            yield Question(
                f"{other} and {index} pass together",
                (passing[other], passing[index]),
                lambda passed, i=index, j=other: passed[i] and passed[j],
                lambda it, i=index, j=other: it.passes(j, i),
            )
    yield Question("nothing at all", tuple(failing), lambda passed: not any(passed), lambda it: it.gap)
