"""A run as moments one can stand at: what came in, each transition it fired, and the rest it led to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.reducer import Fired, Step, microsteps
from engine.simulate import Node

Kind = Literal["came", "fired", "rests"]


@dataclass(frozen=True, slots=True)
class Moment:
    """``came``: a step begins; ``fired``: after its transition number ``fired_at``; ``rests``: the step is done."""

    kind: Kind
    node: Node
    step: Step
    run: str
    fired_at: int = -1

    @property
    def fired(self) -> Fired | None:
        return self.step.fired[self.fired_at] if self.kind == "fired" else None

    @property
    def taken(self) -> tuple[Fired, ...]:
        """The transitions of this step taken so far."""
        if self.kind == "came":
            return ()
        return self.step.fired if self.kind == "rests" else self.step.fired[: self.fired_at + 1]

    @property
    def state(self) -> str:
        """Where the machine is at this moment."""
        if self.kind == "fired" and self.fired is not None:
            return self.fired.target
        if self.kind == "came" and self.step.fired:
            return self.step.fired[0].source
        return self.step.state

    @property
    def context(self) -> Mapping[str, Any]:
        """The context at this moment; between transitions, the one the next of them was chosen over."""
        if self.kind == "rests" or not self.step.fired:
            return self.step.context
        chosen = microsteps(self.step)
        at = self.fired_at + 1
        return chosen[at][1] if at < len(chosen) else self.step.context


def moments_of(node: Node) -> Iterator[Moment]:
    """The moments of one input and what came of it."""
    for run, step in node.steps:
        yield Moment("came", node, step, run)
        for at in range(len(step.fired) if step.accepted and step.code is None else 0):
            yield Moment("fired", node, step, run, at)
        if step.accepted and step.code is None:
            yield Moment("rests", node, step, run)


class Way:
    """The moments from the creation to a node, kept while the way grows."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._nodes: list[Node] = []

    def show(self, path: tuple[Node, ...]) -> None:
        """Hold the moments of this path, reading only nodes that are new."""
        same = 0
        for old, new in zip(self._nodes, path, strict=False):
            if old is not new:
                break
            same += 1
        if same < len(self._nodes):
            kept = set(map(id, self._nodes[:same]))
            self.moments = [moment for moment in self.moments if id(moment.node) in kept]
        for node in path[same:]:
            self.moments += moments_of(node)
        self._nodes = list(path)

    def last_of(self, node: Node) -> int:
        """The index of the last moment of a node; of one without moments, of the node before it."""
        return max(0, bisect_right(self.moments, node.depth, key=lambda moment: moment.node.depth) - 1)
