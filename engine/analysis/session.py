"""Checking one machine while it is typed: only what an edit touches is checked anew, and only what changed is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.analysis.check import Memo, report, run
from engine.analysis.context import Cancelled, Context
from engine.analysis.coverage import NOTHING_PROVED, coverage_of
from engine.analysis.finding import Finding
from engine.analysis.levels import Level, Profile
from engine.analysis.project import Project
from engine.analysis.report import Report
from engine.analysis.rule import Found
from engine.analysis.rules import RULES
from engine.dsl import Parsed
from engine.dsl.models import Workflow


@dataclass(frozen=True, slots=True)
class Delta:
    """What a revision changed, by fingerprint; ``moved`` findings stand elsewhere or say something else now."""

    revision: int
    report: Report
    added: tuple[Finding, ...]
    removed: tuple[Finding, ...]
    moved: tuple[Finding, ...]


class Session:
    """The checks of one machine over its revisions, which only grow."""

    def __init__(
        self,
        project: Project | None = None,
        *,
        profile: Profile = "recommended",
        rules: Mapping[str, Level] | None = None,
    ) -> None:
        self._project = project
        self._profile: Profile = profile
        self._levels = dict(rules or {})
        self._memo: Memo = {}
        self._before: Context | None = None
        self._revision = -1
        self._report = Report(())

    @property
    def report(self) -> Report:
        """The report of the newest revision that was checked to its end."""
        return self._report

    def update(self, parsed: Parsed, revision: int, cancelled: Callable[[], bool] = lambda: False) -> Delta | None:
        """Check a revision; ``None`` when a newer one was checked already, or ``cancelled`` came true meanwhile.

        ``cancelled`` is asked often and must be cheap. What was checked before it came true is kept for the next time.
        """
        if revision <= self._revision:
            return None
        found: list[Found] = []
        coverage = NOTHING_PROVED
        if parsed.workflow is not None:
            context = self._context(parsed, parsed.workflow, cancelled)
            try:
                found += run(context, RULES, self._memo)
            except Cancelled:
                return None
            coverage = coverage_of(context, RULES, found)
        new = replace(report(parsed, found, profile=self._profile, levels=self._levels), coverage=coverage)
        delta = _difference(revision, self._report, new)
        self._revision, self._report = revision, new
        return delta

    def _context(self, parsed: Parsed, workflow: Workflow, cancelled: Callable[[], bool]) -> Context:
        """The context of a revision; what is remembered of states that changed is forgotten first."""
        before = self._before
        context = Context(parsed, workflow, self._project, cancelled)
        if before is None or not _same_declarations(before.workflow, workflow):
            self._memo.clear()
        else:
            changed = {name for name, state in before.workflow.states.items() if workflow.states[name] != state}
            for key in [key for key in self._memo if key[1] in changed]:
                del self._memo[key]
            context.earlier = before.explored_before
        self._before = context
        return context


def _same_declarations(one: Workflow, other: Workflow) -> bool:
    """Whether everything outside ``states`` is the same, and the states' names."""
    if one.states.keys() != other.states.keys():
        return False
    return all(getattr(one, name) == getattr(other, name) for name in Workflow.model_fields if name != "states")


def _difference(revision: int, old: Report, new: Report) -> Delta:
    before, after = old.by_fingerprint, new.by_fingerprint
    return Delta(
        revision,
        new,
        tuple(finding for key, finding in after.items() if key not in before),
        tuple(finding for key, finding in before.items() if key not in after),
        tuple(finding for key, finding in after.items() if key in before and not _same(finding, before[key])),
    )


def _same(one: Finding, other: Finding) -> bool:
    """Whether two findings would be shown alike; fixes belong to a text and never count."""
    return (one.span, one.message, one.severity, one.path, one.related) == (
        other.span,
        other.message,
        other.severity,
        other.path,
        other.related,
    )
