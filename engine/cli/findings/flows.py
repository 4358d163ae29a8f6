"""Witnesses as ways through the text: where a run begins, what is given, which transitions fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.analysis import Finding, Played, played
from engine.cli import messages
from engine.cli.findings.checked import Checked
from engine.diagnostics import Path
from engine.reducer import Fired, Step
from engine.text import Span


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in the text and what happens there."""

    span: Span
    text: str


class Flows:
    """The runs that show the faults of one file."""

    def __init__(self, checked: Checked) -> None:
        self._parsed = checked.parsed
        shown = any(finding.witness is not None for finding in checked.report.findings)
        self._definition = checked.definition if shown else None

    def of(self, finding: Finding) -> Iterator[Moment]:
        """The moments of a finding's witness; none where it has none."""
        if finding.witness is None or self._definition is None:
            return
        for part in played(self._definition, finding.witness):
            for step in part.steps:
                yield from self._moments(part, step)

    def _moments(self, part: Played, step: Step) -> Iterator[Moment]:
        state = step.before.state if step.before is not None else self._definition_start()
        yield Moment(self._span(("states", state)), _told(part, step))
        for fired in step.fired if step.accepted else ():
            yield Moment(self._span(self._way(fired)), messages.goes_on(fired.source, fired.target))

    def _definition_start(self) -> str:
        assert self._definition is not None
        return self._definition.workflow.initial_state

    def _way(self, fired: Fired) -> Path:
        if fired.index is not None:
            return "states", fired.source, "transitions", fired.index
        assert self._definition is not None
        timers = self._definition.workflow.states[fired.source].timers
        place = next(index for index, timer in enumerate(timers) if timer.name == fired.timer)
        return "states", fired.source, "timers", place

    def _span(self, path: Path) -> Span:
        """The transition or timer as a whole, of a state its name."""
        span = self._parsed.key_span(path) if len(path) == 2 else self._parsed.span(path)
        return span or Span(0, 0)


def _told(part: Played, step: Step) -> str:
    if step.before is None:
        return messages.run_begins(step.context)
    if step.kind == "timer" or part.waited:
        return messages.timer_fires(str(step.name))
    assert part.contribution is not None
    if not step.accepted:
        return messages.refused(str(part.contribution.actor), part.contribution.values, str(step.message))
    return messages.gives(str(part.contribution.actor), part.contribution.values)
