"""The graph of a machine: its states and the edges between them, whatever the guards say."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.dsl.models import Workflow


class Graph:
    """Edges are transitions and delayed transitions; those to unknown states are left out."""

    def __init__(self, workflow: Workflow) -> None:
        self._workflow = workflow

    @cached_property
    def successors(self) -> Mapping[str, list[str]]:
        """The states each state has edges to, one entry an edge."""
        states = self._workflow.states
        return {
            name: [edge.to_state for edge in state.transitions if edge.to_state in states]
            + [timer.to_state for timer in state.timers if timer.to_state is not None and timer.to_state in states]
            for name, state in states.items()
        }

    @cached_property
    def reachable(self) -> frozenset[str]:
        """States with a path from the initial state, itself included."""
        return self.reached_from([self._workflow.initial_state])

    def reached_from(self, starts: Iterable[str]) -> frozenset[str]:
        """States with a path from any of ``starts``, themselves included; unknown starts are left out."""
        found = {name for name in starts if name in self._workflow.states}
        queue = deque(found)
        while queue:
            for target in self.successors[queue.popleft()]:
                if target not in found:
                    found.add(target)
                    queue.append(target)
        return frozenset(found)
