"""What a rule may look at: the text, the machine, its project, and facts derived from them once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property

from engine.analysis.project import Project
from engine.analysis.walk import Expression, computes, expressions_of, migration_actions
from engine.diagnostics import Path
from engine.dsl import Parsed, nearest
from engine.dsl.models import Requirement, Workflow

NAMES_COMPARED = 200_000
"""How many names one check compares with mistyped ones; past that no name is offered."""


class Cancelled(Exception):
    """The check was given up because a newer text waits; carries nothing and reaches no user."""


def _never() -> bool:
    return False


class Context:
    """Everything about one machine that more than one rule asks for, computed on first use."""

    def __init__(
        self,
        parsed: Parsed,
        workflow: Workflow,
        project: Project | None = None,
        cancelled: Callable[[], bool] = _never,
    ) -> None:
        self.parsed = parsed
        self.workflow = workflow
        self.project = project
        self._cancelled = cancelled
        self._comparisons_left = NAMES_COMPARED

    def checkpoint(self) -> None:
        """Call now and then in long work; raises ``Cancelled`` when the result is no longer wanted."""
        if self._cancelled():
            raise Cancelled

    def nearest(self, word: str, words: Collection[str]) -> str | None:
        """The name most like ``word``, or ``None``."""
        self._comparisons_left -= len(words)
        return nearest(word, words) if self._comparisons_left >= 0 else None

    @cached_property
    def successors(self) -> Mapping[str, tuple[str, ...]]:
        """The states each state has an edge to, delayed transitions included; unknown targets are left out."""
        states = self.workflow.states
        return {
            name: tuple(
                dict.fromkeys(
                    [edge.to_state for edge in state.transitions if edge.to_state in states]
                    + [timer.to_state for timer in state.timers if timer.to_state in states]
                )
            )
            for name, state in states.items()
        }

    @cached_property
    def reachable(self) -> frozenset[str]:
        """States with a path from the initial state, itself included."""
        return self.reached_from([self.workflow.initial_state])

    def reached_from(self, starts: Iterable[str]) -> frozenset[str]:
        """States with a path from any of ``starts``, themselves included; unknown starts are left out."""
        found = {name for name in starts if name in self.workflow.states}
        queue = deque(found)
        while queue:
            for target in self.successors[queue.popleft()]:
                if target not in found:
                    found.add(target)
                    queue.append(target)
        return frozenset(found)

    @cached_property
    def agents_in(self) -> Mapping[str, tuple[str, ...]]:
        """The agents that may contribute in each state."""
        agents: dict[str, list[str]] = {name: [] for name in self.workflow.states}
        for agent, entry in self.workflow.agents.items():
            for state in dict.fromkeys(entry.can_transition):
                if state in agents:
                    agents[state].append(agent)
        return {state: tuple(names) for state, names in agents.items()}

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """Every CEL expression of the machine, in the order of the file."""
        of_states = (each for name, state in self.workflow.states.items() for each in expressions_of(name, state))
        return (*of_states, *computes(migration_actions(self.workflow)))

    @cached_property
    def requirements(self) -> Mapping[str, tuple[tuple[Path, Requirement], ...]]:
        """For each field the requirements that ask for it, with their paths."""
        asked: dict[str, list[tuple[Path, Requirement]]] = {}
        for name, state in self.workflow.states.items():
            for index, requirement in enumerate(state.requires):
                asked.setdefault(requirement.name, []).append((("states", name, "requires", index), requirement))
        return {field: tuple(places) for field, places in asked.items()}

    @cached_property
    def approval_fields(self) -> frozenset[str]:
        """Fields that some requirement with ``approves`` asks for."""
        return frozenset(f for f, asked in self.requirements.items() if any(r.approves for _, r in asked))
