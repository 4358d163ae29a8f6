"""The search for boxes in which several formulas answer as wanted, by splitting where one of them is in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis.exact.bound import Bound, Box

MAX_SPLITS = 5_000
"""Splits that are made for one state before a question counts as undecided."""

Goal = tuple[Bound, int]
"""A formula and the answers that are wanted of it."""


class BudgetSpent(Exception):
    """The question needs more splits than it is given; it is neither proved nor refuted."""


class Search:
    """Answers questions within one budget of splits."""

    def __init__(self, splits: int = MAX_SPLITS) -> None:
        self.left = splits

    def find(self, box: Box, goals: Sequence[Goal]) -> Box | None:
        """A part of ``box`` in which every formula has a wanted answer everywhere; ``None`` when there is none.

        Raises ``BudgetSpent``.
        """
        return next(self.parts(box, goals), None)

    def parts(self, box: Box, goals: Sequence[Goal]) -> Iterator[Box]:
        """All such parts, disjoint, which together are every place in ``box`` where the answers are as wanted."""
        doubtful = []
        for bound, wanted in goals:
            answers = bound.answers(box)
            if not answers & wanted:
                return
            if answers & ~wanted:
                doubtful.append((bound, wanted))
        if not doubtful:
            yield box
            return
        self.left -= 1
        if self.left < 0:
            raise BudgetSpent
        variable, masks = doubtful[0][0].split(box)
        for mask in masks:
            part = box.copy()
            part[variable] = mask
            yield from self.parts(part, doubtful)
