"""Checking one machine: run the rules, place what they find, silence consequences, take back what comments name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace

from engine.analysis.causes import silence
from engine.analysis.context import Context
from engine.analysis.coverage import coverage_of
from engine.analysis.finding import Finding, Patches
from engine.analysis.levels import Level, Profile, graded
from engine.analysis.place import adopt, place
from engine.analysis.project import Project
from engine.analysis.replaying import INTERNAL, replayed
from engine.analysis.report import Report
from engine.analysis.rule import Check, Found, Rule, StateRule
from engine.analysis.rules import RULES, reader
from engine.analysis.suppressions import NO_REASON, UNUSED, suppress
from engine.diagnostics import Severity
from engine.dsl import Parsed

Memo = MutableMapping[tuple[StateRule, str], tuple[Found, ...]]
"""What state rules found in states that have not changed since."""


def check(
    parsed: Parsed,
    project: Project | None = None,
    *,
    profile: Profile = "recommended",
    rules: Mapping[str, Level] | None = None,
) -> Report:
    """All findings of a machine.

    ``rules`` sets levels by id (``{"G506": "off"}``). Never raises for what a text contains.
    """
    if parsed.workflow is None:
        return report(parsed, (), profile=profile, levels=rules or {})
    context = Context(parsed, parsed.workflow, project)
    found = tuple(run(context, RULES, {}))
    made = report(parsed, found, profile=profile, levels=rules or {})
    return replace(made, coverage=coverage_of(context, RULES, found))


def run(context: Context, rules: Sequence[Rule], memo: Memo) -> Iterator[Found]:
    """What the rules find, from ``memo`` where it holds; raises ``Cancelled`` when the context says so."""
    for rule in rules:
        context.checkpoint()
        if not isinstance(rule, StateRule):
            yield from (replayed(context, each) for each in rule.run(context))
            continue
        for name, state in context.workflow.states.items():
            found = memo.get((rule, name))
            if found is None:
                found = memo[rule, name] = tuple(rule.run(context, name, state))
            if found:
                yield from found


def report(parsed: Parsed, found: Iterable[Found], *, profile: Profile, levels: Mapping[str, Level]) -> Report:
    """The report of what was found: placed, told apart, silenced, suppressed, graded, in the order of the text."""
    placed = [adopt(parsed, diagnostic) for diagnostic in parsed.diagnostics]
    patches = Patches(parsed)
    placed += [place(parsed, each, patches) for each in found]
    wanted = _told_apart(each for each in _ordered(placed) if levels.get(each.id) != "off")
    shown = silence(wanted)
    kept = {finding.fingerprint for finding in shown}
    hidden = [finding for finding in wanted if finding.fingerprint not in kept]
    off = {id for id, level in levels.items() if level == "off"}
    readable = not any(each.severity is Severity.ERROR for each in parsed.diagnostics)
    split = suppress(parsed, shown, hidden, off, readable)
    about = [finding for finding in split.about_comments if finding.id not in off]
    findings = _ordered([*split.kept, *_told_apart(about)])
    return Report(tuple(graded(each, profile, levels) for each in findings), split.taken_back)


def checks() -> Iterator[Check]:
    """Every check there is, once."""
    every = (*reader.CHECKS, *(each for rule in RULES for each in rule.checks), UNUSED, NO_REASON, INTERNAL)
    yield from dict.fromkeys(every)


def _ordered(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: (finding.span.start, finding.span.end, finding.id, finding.message))


def _told_apart(findings: Iterable[Finding]) -> list[Finding]:
    """Findings that share a fingerprint are numbered in the order of the text."""
    seen: Counter[str] = Counter()
    apart = []
    for finding in findings:
        seen[finding.fingerprint] += 1
        count = seen[finding.fingerprint]
        apart.append(finding if count == 1 else replace(finding, fingerprint=f"{finding.fingerprint}.{count}"))
    return apart
