"""The parts of one state that rules ask for again and again, listed once."""

from __future__ import annotations

from functools import cached_property

from engine.analysis.templates import Templated, templated_of
from engine.analysis.walk import Expression, actions_of, expressions_of
from engine.analysis.writes import Write, writes_of
from engine.diagnostics import Path
from engine.dsl.models import Action, State


class StateParts:
    """What stands in a state, each with its path, in the order of the file."""

    def __init__(self, name: str, state: State) -> None:
        self.name = name
        self.state = state

    @cached_property
    def actions(self) -> tuple[tuple[Path, Action], ...]:
        """Its actions: entry, exit, those of its transitions and of its timers."""
        return tuple(actions_of(self.name, self.state))

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """Its CEL expressions."""
        return tuple(expressions_of(self.name, self.state, self.actions))

    @cached_property
    def writes(self) -> tuple[Write, ...]:
        """What its actions and timers write."""
        return tuple(writes_of(self.name, self.state, self.actions))

    @cached_property
    def templated(self) -> tuple[Templated, ...]:
        """The strings in which templates are replaced."""
        return tuple(templated_of(self.name, self.state, self.actions))
