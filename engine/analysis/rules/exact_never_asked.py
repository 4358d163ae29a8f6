"""G510: all a state asks for is optional and some transition always passes, so nobody is ever asked."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.certificates import arriving, core, refusals
from engine.analysis.exact.decide import Never, Undecided
from engine.analysis.finding import Certificate, Way
from engine.analysis.rule import Check, Found, Kind, Part, StateRule
from engine.analysis.rules.exact_unknown import unknown
from engine.diagnostics import Path, Severity
from engine.dsl.models import State

NEVER_ASKED = Check("G510", "never-asked", Severity.WARNING, Kind.LOCAL)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    if not state.requires or not state.transitions or any(each.required for each in state.requires):
        return
    local = context.local(name)
    at: Path = ("states", name)
    if isinstance(local.gap, Undecided):
        yield unknown(NEVER_ASKED, at, messages.some_always_passes(name), local.gap)
    if not isinstance(local.gap, Never):
        return
    reasons = core(local, refusals(local, range(len(state.transitions))))
    yield Found(
        check=NEVER_ASKED,
        path=at,
        part=Part.KEY,
        message=messages.never_asked(name, list(dict.fromkeys(each.name for each in state.requires))),
        certificate=Certificate((Way(at, arriving(local, reasons), tuple(reason.text for reason in reasons)),)),
    )


RULE = StateRule((NEVER_ASKED,), run)
