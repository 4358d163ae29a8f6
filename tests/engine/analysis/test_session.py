"""A session says what each revision changed, does not repeat work, and can be interrupted."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.analysis import Delta, Report, Session, check
from engine.analysis import session as session_module
from engine.analysis.rule import StateRule
from engine.analysis.rules import RULES
from engine.dsl import Parsed, read
from tests.counts import count
from tests.engine.analysis.machines import machine

TEXT = """\
fsm:
  name: m
  initialState: a
  context:
    f: { type: bool, input: true }
  states:
    a:
      transitions:
        - { toState: b, guards: [ "has(context.f) && context.f" ] }
        - { toState: c }
    b:
      transitions:
        - { toState: c }
    c:
      terminal: true
"""


def updated(session: Session, text: str, revision: int) -> Delta:
    delta = session.update(read(text), revision)
    assert delta is not None
    return delta


def test_the_first_revision_adds_everything() -> None:
    delta = updated(Session(), TEXT.replace("toState: b", "toState: x"), 1)
    assert [finding.id for finding in delta.added] == ["R201"]
    assert delta.removed == delta.moved == ()
    assert delta.report.findings == delta.added


def test_an_edit_tells_what_came_went_and_moved() -> None:
    session = Session()
    mistaken = TEXT.replace("context.f", "context.g")
    updated(session, mistaken.replace("toState: c }\n    b", "toState: x }\n    b"), 1)
    delta = updated(session, "# moved\n" + mistaken.replace("terminal: true", "terminl: true"), 2)
    assert [finding.id for finding in delta.added] == ["Y103"]
    assert [finding.id for finding in delta.removed] == ["R201"]
    assert [finding.id for finding in delta.moved] == ["R205", "R202", "R202"]


def test_older_revisions_are_ignored() -> None:
    session = Session()
    updated(session, TEXT, 2)
    assert session.update(read(TEXT), 2) is None
    assert session.update(read(TEXT.replace("toState: b", "toState: x")), 1) is None
    assert session.report.findings == ()


def test_a_cancelled_revision_leaves_the_last_report_and_the_next_is_right() -> None:
    session = Session()
    updated(session, TEXT, 1)
    broken = TEXT.replace("toState: b", "toState: x")
    assert session.update(read(broken), 2, cancelled=after(3)) is None
    assert session.report.findings == ()
    assert [plain(each) for each in updated(session, broken, 3).report.findings] == [
        plain(each) for each in check(read(broken)).findings
    ]
    assert updated(session, TEXT, 4).report.findings == ()


def after(calls: int) -> Callable[[], bool]:
    left = calls

    def cancelled() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return cancelled


def test_only_states_that_changed_are_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def counting(rule: StateRule) -> StateRule:
        def run(context, name, state):  # type: ignore[no-untyped-def]
            looked_at.append(name)
            return rule.run(context, name, state)

        return StateRule(rule.checks, run)

    rules = tuple(counting(rule) for rule in RULES if isinstance(rule, StateRule))
    monkeypatch.setattr(session_module, "RULES", rules)
    session = Session()
    updated(session, TEXT, 1)
    assert set(looked_at) == {"a", "b", "c"}
    looked_at.clear()
    updated(session, "# moved\n" + TEXT.replace("toState: b", "toState: a"), 2)
    assert set(looked_at) == {"a"}
    looked_at.clear()
    updated(session, TEXT.replace("input: true", "default: true"), 3)
    assert set(looked_at) == {"a", "b", "c"}


EDITS = [
    ("toState: b", "toState: x"),
    ("toState: c }\n    b", "toState: cc }\n    b"),
    ("context.f", "context.g"),
    ("context.f", "context.f =="),
    ("terminal: true", "terminal: false"),
    ("type: bool", "type: int"),
    ("    b:", "    bb:"),
    ("input: true", "input: maybe"),
    ("fsm:\n", "fsm:\n  # statewright: disable=R201\n"),
    ("terminal: true", "terminal: ["),
    ("name: m", "name: other"),
]


@pytest.mark.parametrize("seed", range(count(10, 200)))
def test_a_session_always_agrees_with_a_check_from_nothing(seed: int) -> None:
    chance = random.Random(seed)
    session = Session()
    shown: dict[str, object] = {}
    for revision in range(12):
        text = TEXT
        for old, new in chance.sample(EDITS, chance.randint(0, 3)):
            text = text.replace(old, new, 1)
        parsed: Parsed = read(text)
        delta = session.update(parsed, revision)
        assert delta is not None
        whole: Report = check(parsed)
        assert [plain(f) for f in delta.report.findings] == [plain(f) for f in whole.findings]
        for finding in delta.removed:
            del shown[finding.fingerprint]
        shown |= {finding.fingerprint: plain(finding) for finding in (*delta.added, *delta.moved)}
        assert shown == {finding.fingerprint: plain(finding) for finding in whole.findings}


def plain(finding):  # type: ignore[no-untyped-def]
    return finding.id, finding.span, finding.message, finding.severity, finding.path, finding.related


def test_a_revision_tells_what_is_proved_of_it() -> None:
    session = Session()
    delta = session.update(read(machine("a: { transitions: [ { toState: b } ] }\nb: { terminal: true }")), 1)
    assert delta is not None
    assert "G504" in delta.report.coverage.decided
    assert delta.report.coverage.open == ()
    broken = session.update(read("fsm: {"), 2)
    assert broken is not None
    assert broken.report.coverage.decided == ()
