"""Short ways to write machines in tests and to say what was found in them."""

from __future__ import annotations

from engine.analysis import Finding, Project, Report, check
from engine.analysis.levels import Level, Profile
from engine.dsl import read


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


def report(text: str, *others: str, profile: Profile = "recommended", **levels: Level) -> Report:
    """What is found in a machine, with the project that it and ``others`` make."""
    parsed = read(text, "m.yaml")
    project = Project.of([parsed, *(read(other, f"other{n}.yaml") for n, other in enumerate(others))])
    return check(parsed, project, profile=profile, rules=levels)


def findings(text: str, id: str, *others: str) -> list[Finding]:
    """The findings of one check."""
    return [finding for finding in report(text, *others).findings if finding.id == id]


def marked(text: str, finding: Finding) -> str:
    """The text a finding underlines."""
    return finding.span.text(text)


def ids(found: Report) -> list[str]:
    return [finding.id for finding in found.findings]
