"""One evaluation laid open: the value or the error of every sub-expression, and which of them mattered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cel.checker import Typing
from engine.cel.errors import Failure
from engine.cel.evaluation import Evaluation
from engine.cel.outcome import Outcome, Round
from engine.cel.tree import Node, walk
from engine.text import Span

_SPARE_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Part:
    """A sub-expression and its outcome.

    ``needed`` is false for what the result does not depend on, such as the terms behind a false one in ``&&``. Inside
    a macro the outcome is that of the last element, and the macro's ``rounds`` have each one's, up to a hundred.
    """

    node: Node
    outcome: Outcome
    needed: bool = True
    rounds: tuple[Round, ...] = ()

    @property
    def span(self) -> Span:
        return self.node.span


@dataclass(frozen=True, slots=True)
class Explanation:
    """All parts of one evaluation, by the number of their node; what no element of a macro reached is missing.

    ``culprit`` is where the error of the whole arose, if it has one.
    """

    tree: Node
    parts: Mapping[int, Part]
    culprit: Node | None = None

    @property
    def outcome(self) -> Outcome:
        return self.parts[self.tree.id].outcome

    @property
    def passes(self) -> bool:
        return self.outcome.ok and self.outcome.value is True

    def of(self, node: Node) -> Part | None:
        return self.parts.get(node.id)

    def __iter__(self) -> Iterator[Part]:
        """The parts in the order of the source, parents before children."""
        return (self.parts[node.id] for node in walk(self.tree) if node.id in self.parts)


def explain(tree: Node, bindings: Mapping[str, Any], typing: Typing) -> Explanation:
    """Evaluate and keep everything."""
    evaluation = Evaluation(bindings, typing)
    culprit = None
    try:
        evaluation.value(tree, {})
    except Failure as error:
        culprit = error.node
    parts = {
        number: Part(node, outcome, rounds=evaluation.rounds.get(number, ()))
        for number, (node, outcome) in evaluation.outcomes.items()
    }
    spare = Evaluation(bindings, typing, _SPARE_STEPS)
    for node in evaluation.skipped:
        spare.attempt(node, {})
    for number, (node, outcome) in spare.outcomes.items():
        parts.setdefault(number, Part(node, outcome, needed=False, rounds=spare.rounds.get(number, ())))
    return Explanation(tree, parts, culprit)
