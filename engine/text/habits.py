"""How the author of a text writes YAML, so that what is added looks like what is there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from engine.text.layout import column, newline
from engine.text.nodes import Mapping, Node, Scalar, Sequence, key_text
from engine.text.scalars import value_of
from engine.text.scan import content_start

T = TypeVar("T")

_SAMPLE = 2_000
"""Nodes looked at; habits show early."""
_WIDEST = 60
"""Entries looked at of one list or map."""


@dataclass(slots=True)
class Habits:
    """Counts of styles by where they stand: ``transitions`` for a key, ``transitions[]`` for an item under it.

    ``quoted`` says where strings are put in quotes while no other shows how the author likes it there.
    ``step`` is the indentation of a map in a map, ``dash`` of a list's dashes below its key, in columns.
    """

    newline: str = "\n"
    quoted: frozenset[str] = frozenset()
    steps: Counter[int] = field(default_factory=Counter)
    dashes: Counter[int] = field(default_factory=Counter)
    padded: dict[str, Counter[bool]] = field(default_factory=lambda: {"{": Counter(), "[": Counter()})
    quotes: Counter[str] = field(default_factory=Counter)
    scalars: dict[str, Counter[str]] = field(default_factory=dict)
    flows: dict[tuple[str, str], Counter[bool]] = field(default_factory=dict)

    @property
    def step(self) -> int:
        return _most(self.steps, 2)

    @property
    def dash(self) -> int:
        return _most(self.dashes, self.step)

    @property
    def quote(self) -> str:
        return _most(self.quotes, '"')

    def pad(self, bracket: str) -> str:
        """What stands inside a flow bracket before and after its content."""
        return " " if _most(self.padded[bracket], bracket == "{") else ""

    def scalar_style(self, where: str) -> str | None:
        """How strings stand there: ``""``, ``'`` or ``"``; ``None`` if none stands there yet."""
        counts = self.scalars.get(where)
        return _most(counts, "") if counts else self.quote if where in self.quoted else None

    def is_flow(self, where: str, kind: str) -> bool | None:
        """Whether maps or lists (``kind`` of the node) there are in flow style; ``None`` if none stands there yet."""
        counts = self.flows.get((where, kind))
        return _most(counts, True) if counts else None


def _most(counts: Counter[T], otherwise: T) -> T:
    return max(counts, key=lambda one: counts[one]) if counts else otherwise


def survey(text: str, root: Node | None, quoted: frozenset[str] = frozenset()) -> Habits:
    """The habits that show in the first nodes of a text."""
    habits = Habits(newline=newline(text), quoted=quoted)
    queue: list[tuple[Node, str, int | None]] = [(root, "", None)] if root is not None else []
    for seen, (node, where, around) in enumerate(queue):
        if seen > _SAMPLE:
            break
        if isinstance(node, Scalar):
            _note_scalar(habits, node, where)
        elif isinstance(node, Mapping | Sequence):
            here = _note_container(text, habits, node, where, around)
            if isinstance(node, Sequence):
                queue += [(item, where + "[]", None) for item in node.items[:_WIDEST]]
            else:
                queue += [(value, key_text(key) or "", here) for key, value in islice(node.pairs(), _WIDEST)]
    return habits


def _note_scalar(habits: Habits, node: Scalar, where: str) -> None:
    if node.style in ("'", '"'):
        habits.quotes[node.style] += 1
    if node.style in ("", "'", '"') and isinstance(value_of(node.value), str):
        habits.scalars.setdefault(where, Counter())[node.style] += 1


def _note_container(text: str, habits: Habits, node: Mapping | Sequence, where: str, around: int | None) -> int | None:
    """Note a list's or map's style; gives the column of a block map's keys, to measure those inside it by."""
    if len(node):
        habits.flows.setdefault((where, node.kind), Counter())[node.flow] += 1
    start = content_start(text, node)
    if node.flow:
        if len(node) and text[start] in "[{":
            habits.padded[text[start]][text[start + 1] == " "] += 1
        return None
    here = column(text, start)
    if around is not None:
        (habits.steps if isinstance(node, Mapping) else habits.dashes)[here - around] += 1
    return here if isinstance(node, Mapping) else None
