"""Machines that a command is to run: read, refused where they must not run, linked, with those beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.analysis import Context, Finding, stops_a_run
from engine.analysis.check import report
from engine.analysis.check import run as run_rules
from engine.analysis.report import RUN_STOPPERS
from engine.analysis.rules import RULES
from engine.cli import messages
from engine.cli.project import Machines
from engine.diagnostics import Severity
from engine.dsl import Parsed, read_bytes
from engine.dsl.models import Spawn, Workflow
from engine.errors import DefinitionRefused
from engine.reducer import Definition, link
from engine.reducer.resolve import actions_with_paths

STOPPING = tuple(rule for rule in RULES if any(each.id[0] in "YR" or each.id in RUN_STOPPERS for each in rule.checks))
"""The rules that may keep a machine from running: no other is asked before a run."""


class Unusable(Exception):
    """Input that cannot be used; ``lines`` are for stderr, one a fault, with their places."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class Machine:
    """A machine that may run, and the machines of its project by name."""

    path: Path
    parsed: Parsed
    definition: Definition

    @cached_property
    def _linked(self) -> dict[str, Definition]:
        return {self.definition.name: self.definition}

    def find(self, name: str) -> Definition | None:
        """The machine of this name in the project, if it may run."""
        if name not in self._linked:
            workflow = Machines().beside(self.path).machines.get(name)
            if workflow is None:
                return None
            try:
                self._linked[name] = link(workflow)
            except DefinitionRefused:
                return None
        return self._linked[name]


def load(path: Path) -> Machine:
    """The machine of a file. Raises ``Unusable`` where there is none, or one that must not run."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unusable(messages.cannot_open(str(path), error.strerror or str(error))) from error
    parsed = read_bytes(data, str(path))
    faults = [each for each in parsed.diagnostics if each.severity is Severity.ERROR]
    if parsed.workflow is None or faults:
        raise Unusable(*(f"{each.location}: {each.message} [{each.id}]" for each in faults))
    refusals = list(_refusals(parsed, parsed.workflow, path))
    if refusals:
        raise Unusable(*(f"{each.location}: {each.message} [{each.id}]" for each in refusals))
    try:
        definition = link(parsed.workflow)
    except DefinitionRefused as error:
        span = parsed.span(error.path) or parsed.span(())
        place = f"{path}:1:1" if span is None else str(parsed.location(span))
        raise Unusable(f"{place}: {error}") from error
    return Machine(path, parsed, definition)


def _refusals(parsed: Parsed, workflow: Workflow, path: Path) -> Iterator[Finding]:
    """What keeps the machine from running; a comment that silences it does not change that."""
    spawns = any(isinstance(action, Spawn) for action, _ in actions_with_paths(workflow))
    context = Context(parsed, workflow, Machines().beside(path) if spawns else None)
    found = report(parsed, run_rules(context, STOPPING, {}), profile="recommended", levels={})
    taken_back = [each for each, _ in found.suppressed]
    return (each for each in (*found.findings, *taken_back) if stops_a_run(each))
