"""Short ways to write machines in tests and to say what was found in them."""

from __future__ import annotations

from engine.analysis import Context, Finding, Kind, Project, Report
from engine.analysis.check import report as report_of
from engine.analysis.check import run
from engine.analysis.levels import Level, Profile
from engine.analysis.rules import RULES, explored_stalls
from engine.dsl import read

ENDS = "\nend: { terminal: true }\nother: { terminal: true }"
"""Two states for transitions to lead to, behind the states of ``machine``."""


def machine(
    states: str, *, context: str = "", agents: str = "", more: str = "", name: str = "m", start: str = "a"
) -> str:
    """A machine from flow-style parts; ``more`` holds whole lines of further keys."""
    parts = [f"  name: {name}", f"  initialState: {start}"]
    parts += [f"  context: {{ {context} }}"] if context else []
    parts += [f"  agents: {{ {agents} }}"] if agents else []
    parts += [f"  {line}" for line in more.splitlines()]
    parts += ["  states:", *(f"    {line}" for line in states.strip().splitlines())]
    return "\n".join(["fsm:", *parts, ""])


SYNTAX = [rule for rule in RULES if all(each.kind is Kind.SYNTAX for each in rule.checks)]
GRAPH = [*SYNTAX, explored_stalls.RULE]


def report(text: str, *others: str, profile: Profile = "recommended", **levels: Level) -> Report:
    """What the syntax and the graph of a machine tell, with the project that it and ``others`` make."""
    parsed = read(text, "m.yaml")
    project = Project.of([parsed, *(read(other, f"other{n}.yaml") for n, other in enumerate(others))])
    context = Context(parsed, parsed.workflow, project) if parsed.workflow is not None else None
    found = () if context is None else run(context, GRAPH, {})
    return report_of(parsed, found, profile=profile, levels=levels)


def findings(text: str, id: str, *others: str) -> list[Finding]:
    """The findings of one check."""
    return [finding for finding in report(text, *others).findings if finding.id == id]


def marked(text: str, finding: Finding) -> str:
    """The text a finding underlines."""
    return finding.span.text(text)


def ids(found: Report) -> list[str]:
    return [finding.id for finding in found.findings]
