"""One evaluation laid open: the value or the error of every sub-expression, and which of them mattered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.cel.checker import Typing
from engine.cel.errors import Exhausted, Failure
from engine.cel.evaluation import Evaluation
from engine.cel.outcome import Outcome, Round
from engine.cel.tree import Node, walk
from engine.text import Span


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
    evaluation, spare = (Evaluation(bindings, typing, keep_rounds=True) for _ in range(2))
    _walk(evaluation, [tree])
    _walk(spare, evaluation.skipped)
    parts = {}
    for node in walk(tree):
        for walked in (evaluation, spare):
            if node.id in walked.found:
                rounds = tuple(Round(element, _outcome(found)) for element, found in walked.rounds.get(node.id, ()))
                parts[node.id] = Part(node, _outcome(walked.found[node.id]), walked is evaluation, rounds)
                break
    whole = evaluation.found[tree.id]
    return Explanation(tree, parts, whole.node if isinstance(whole, Failure | Exhausted) else None)


def _walk(evaluation: Evaluation, nodes: Sequence[Node]) -> None:
    with suppress(Exhausted):  # what was raised is kept with the node
        for node in nodes:
            evaluation.attempt(node, {})


def _outcome(found: Any) -> Outcome:
    return Outcome(error=str(found)) if isinstance(found, Failure | Exhausted) else Outcome(found)
