"""A comment takes a finding back, says why, and is itself checked."""

from __future__ import annotations

import pytest

from tests.engine.analysis.machines import ids, report

TEXT = """\
fsm:
  name: m
  initialState: a
  states:
    a: { transitions: [ { toState: done } ] }
    done: { terminal: true }
BEFORE
    lost: { terminal: true }AFTER
"""


def text(before: str = "", after: str = "") -> str:
    return TEXT.replace("BEFORE\n", before + "\n" if before else "").replace("AFTER", after)


@pytest.mark.parametrize(
    "source",
    [
        text(after="  # statewright: disable=L601 -- kept for later"),
        text(before="    # statewright: disable=L601 -- kept for later"),
        text(before="# statewright: disable=L601 -- kept for later\n    # another comment"),
        text(before="    # statewright: disable=l601, -- kept for later"),
        text(after="  #statewright:disable=L601 -- kept for later"),
    ],
)
def test_a_comment_on_the_line_or_above_takes_the_finding_back(source: str) -> None:
    found = report(source)
    assert ids(found) == []
    assert [(finding.id, why) for finding, why in found.suppressed] == [("L601", "kept for later")]


@pytest.mark.parametrize(
    "source",
    [
        text(before="    # statewright: disable=L601 -- too far away\n    other: { terminal: true }"),
        text(after="  # statewright: disable=G509 -- another check"),
        text(before="    note: { description: '# statewright: disable=L601 -- in a text', terminal: true }"),
        text(before='    note: { terminal: true, description: "x\n      # statewright: disable=L601 -- y" }'),
    ],
)
def test_a_comment_elsewhere_does_not(source: str) -> None:
    assert "L601" in ids(report(source))


def test_a_comment_in_a_block_scalar_is_text() -> None:
    comment = "# statewright: disable=L601 -- no comment"
    block = f"    note:\n      terminal: true\n      description: |\n        text\n        {comment}"
    found = report(text(before=block))
    assert ids(found) == ["L601", "L601"]


def test_an_unused_comment_is_told_and_can_be_removed() -> None:
    source = text(
        before="    # statewright: disable=G509 -- once needed", after="  # statewright: disable=L601 -- kept"
    )
    found = report(source)
    assert ids(found) == ["M902"]
    assert found.findings[0].fixes[0].patch.apply(source) == text(after="  # statewright: disable=L601 -- kept")


def test_an_unused_comment_behind_an_entry_is_removed_with_its_blanks() -> None:
    source = text(before="    more: { terminal: true }  # statewright: disable=G509 -- once needed")
    (unused,) = (finding for finding in report(source).findings if finding.id == "M902")
    assert unused.fixes[0].patch.apply(source) == text(before="    more: { terminal: true }")


def test_half_a_comment_may_be_unused() -> None:
    found = report(text(after="  # statewright: disable=L601,G509 -- kept"))
    assert ids(found) == ["M902"]
    assert "G509" in found.findings[0].message
    assert "L601" not in found.findings[0].message
    assert found.findings[0].fixes == ()


def test_a_comment_without_a_reason_is_told() -> None:
    assert ids(report(text(after="  # statewright: disable=L601"))) == ["M903"]


def test_a_comment_is_not_unused_while_its_check_is_off() -> None:
    assert ids(report(text(after="  # statewright: disable=L601 -- kept"), L601="off")) == []


def test_a_comment_on_a_consequence_is_used() -> None:
    source = text(after="  # statewright: disable=L601 -- kept").replace("toState: done", "toState: dnoe")
    assert ids(report(source)) == ["R201"]


def test_a_comment_that_names_nothing_is_told() -> None:
    assert ids(
        report(text(before="    # statewright: disable= -- what?", after="  # statewright: disable=L601 -- kept"))
    ) == ["M902"]


def test_a_comment_that_names_no_check_is_unused() -> None:
    assert ids(report(text(after="  # statewright: disable=L601,L6011 -- kept"))) == ["M902"]


def test_nothing_is_unused_in_a_text_that_cannot_be_read_throughout() -> None:
    source = text(after="  # statewright: disable=G509 -- kept").replace("transitions:", "transitons:")
    assert "M902" not in ids(report(source))
    assert "M902" not in ids(report(source.replace("fsm:", "fsm: [")))
