"""The search for boxes in which several formulas answer as wanted, by splitting where one of them is in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis.exact.bound import Box, Goal, Leaf

MAX_SPLITS = 5_000
"""Splits that are made for one state before a question counts as undecided."""


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
        narrowed = narrow(box, goals)
        if narrowed is None:
            return
        part, doubtful = narrowed
        if not doubtful:
            yield part
            return
        self.left -= 1
        if self.left < 0:
            raise BudgetSpent
        variable, masks = doubtful[0][0].split(part)
        for mask in masks:
            smaller = part.copy()
            smaller[variable] = mask
            yield from self.parts(smaller, doubtful)


def narrow(box: Box, goals: Sequence[Goal]) -> tuple[Box, list[Goal]] | None:
    """The box without what contradicts a goal by one variable alone, and the goals that are still in doubt in it.

    ``None`` when some goal cannot be met anywhere.
    """
    box = box.copy()
    pending = list(goals)
    doubtful: list[Goal] = []
    while pending:
        goal = pending.pop()
        bound, wanted = goal
        if type(bound) is Leaf:
            mask = box[bound.variable] & bound.classes[wanted]
            if not mask:
                return None
            box[bound.variable] = mask
            continue
        answers = bound.answers(box)
        if not answers & wanted:
            return None
        if answers & ~wanted:
            more = bound.spread(wanted)
            if more is None:
                doubtful.append(goal)
            else:
                pending.extend(more)
    left = []
    for bound, wanted in doubtful:
        answers = bound.answers(box)
        if not answers & wanted:
            return None
        if answers & ~wanted:
            left.append((bound, wanted))
    return box, left
