"""A run as moments one can stand at: what came in, each transition it fired, and the rest it led to."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.reducer import Fired, Step, microsteps
from engine.simulate import Node, Session

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


def count_of(node: Node) -> int:
    """How many moments a node has."""
    return sum(len(step.fired) + 2 if step.accepted and step.code is None else 1 for _, step in node.steps)


_COUNTED_EACH = 2_048


def _visits(moments: list[Moment]) -> Counter[tuple[str, ...]]:
    counts: Counter[tuple[str, ...]] = Counter()
    for moment in moments:
        fired = moment.fired
        if fired is not None:
            counts[(fired.source, str(fired.index) if fired.timer is None else fired.timer)] += 1
            counts[(fired.target,)] += 1
        elif moment.kind == "came" and moment.node.depth == 0:
            counts[(moment.state,)] += 1
    return counts


def visits_elsewhere(session: Session) -> Counter[tuple[str, ...]]:
    """How often states were entered and ways taken on the other branches of a session, after they left this one."""
    seen = {id(node) for node in session.path()}
    counts: Counter[tuple[str, ...]] = Counter()
    for tip in session.tips:
        for node in reversed(tip.path()):
            if id(node) in seen:
                break
            seen.add(id(node))
            counts += _visits(list(moments_of(node)))
    return counts


class Way:
    """The moments from the creation to a node, kept while the way grows."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._nodes: list[Node] = []
        self._effective: list[int] = []
        self._counted: list[Counter[tuple[str, ...]]] = [Counter()]

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
            length = len(self.moments)
            del self._effective[bisect_right(self._effective, length - 1) :]
            del self._counted[length // _COUNTED_EACH + 1 :]
            del self._nodes[same:]
        for node in path[same:]:
            self._append(node)

    def grow(self, node: Node) -> None:
        """Hold one more node, if it follows the last one held."""
        if self._nodes and node.parent is self._nodes[-1]:
            self._append(node)

    def effective(self, at: int) -> list[Moment]:
        """The moments up to an index whose steps asked something of the world, each step once."""
        return [self.moments[each] for each in self._effective[: bisect_right(self._effective, at)]]

    def visits(self, at: int) -> Counter[tuple[str, ...]]:
        """How often states were entered, ``(state,)``, and ways taken, ``(state, index or timer)``, up to an index."""
        while len(self._counted) <= at // _COUNTED_EACH:
            begin = (len(self._counted) - 1) * _COUNTED_EACH
            self._counted.append(self._counted[-1] + _visits(self.moments[begin : begin + _COUNTED_EACH]))
        begin = at // _COUNTED_EACH * _COUNTED_EACH
        return self._counted[at // _COUNTED_EACH] + _visits(self.moments[begin : at + 1])

    def _append(self, node: Node) -> None:
        for moment in moments_of(node):
            if moment.kind == "rests" and moment.step.effects:
                self._effective.append(len(self.moments))
            self.moments.append(moment)
        self._nodes.append(node)

    def last_of(self, node: Node) -> int:
        """The index of the last moment of a node; of one without moments, of the node before it."""
        return max(0, bisect_right(self.moments, node.depth, key=lambda moment: moment.node.depth) - 1)
