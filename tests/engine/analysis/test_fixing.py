"""Fixes mend what they say they mend, and ``fix_all`` applies all that need no choice."""

from __future__ import annotations

import contextlib
import pickle
import re
from pathlib import Path

import pytest

from engine.analysis import Report, check, fix_all
from engine.cli.pages import docs_folder
from engine.diagnostics import Severity
from engine.dsl import Parsed, read
from engine.errors import RefusedEdit
from tests.cases import CASES
from tests.engine.analysis.machines import ids, machine

PAGES = sorted((docs_folder() / "checks").glob("*.md"))


MISTAKES = """\
fsm:
  name: m      # the machine
  initialState: wrte
  context:
    text: { type: string }
    kind: { type: enum, values: [short, long] }
  agents:
    author: { canTransition: [write] }
  states:
    write:
      requires: [ { name: text }, { name: kidn } ]
      transitions:
        - { toState: done }   # otherwise
        - { toState: write, guards: [ "context.kidn == 'long'" ], onTransition: [ { assign: { kind: null } } ] }
    done: { terminal: true }
    # statewright: disable=G509 -- once needed
"""


def bad_machine(page: Path) -> str:
    found = re.search(r"^## Bad\n\n```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_fix_of_a_page_takes_its_finding_away(page: Path) -> None:
    parsed = read(bad_machine(page))
    for finding in check(parsed).findings:
        for fix in finding.fixes:
            mended = check(read(fix.patch.apply(parsed.text)))
            assert finding.fingerprint not in mended.by_fingerprint, fix.title


def test_every_fix_in_a_hopeless_file_can_be_made_or_is_refused() -> None:
    parsed = read((CASES / "machines" / "pathological.yaml").read_text(encoding="utf-8"))
    made = 0
    for fix in (fix for finding in check(parsed).findings for fix in finding.fixes):
        with contextlib.suppress(RefusedEdit):
            read(fix.patch.apply(parsed.text))
            made += 1
    assert made > 15


def test_findings_can_be_sent_to_another_process_with_their_fixes() -> None:
    parsed = read(MISTAKES)
    findings = check(parsed).findings
    sent = pickle.loads(pickle.dumps(findings))
    assert [finding.fingerprint for finding in sent] == [finding.fingerprint for finding in findings]
    fixes = [(fix.title, fix.patch, fix.automatic) for finding in sent for fix in finding.fixes]
    assert fixes == [(fix.title, fix.patch, fix.automatic) for finding in findings for fix in finding.fixes]
    assert len(fixes) > 5


def fixed(text: str) -> tuple[str, Report, tuple[str, ...]]:
    parsed = read(text)
    result = fix_all(parsed, check(parsed), check)
    return result.parsed.text, result.report, result.applied


def test_all_fixes_are_applied_until_none_is_left() -> None:
    text, report, applied = fixed(MISTAKES)
    assert ids(report) == []
    assert len(applied) == 5
    assert "initialState: write\n" in text
    assert "name: m      # the machine" in text
    assert text.index("'long'") < text.index("toState: done }   # otherwise")
    assert fixed(text) == (text, report, ())


def test_what_needs_a_choice_is_left_alone() -> None:
    text = machine("a: { transitions: [ { toState: quite_another } ] }\ndone: {}\nlost: { terminal: true }")
    assert fixed(text)[0] == text


def test_line_ends_and_the_byte_order_mark_stay() -> None:
    parsed = read("\ufeff" + MISTAKES.replace("\n", "\r\n"))
    result = fix_all(parsed, check(parsed), check)
    assert result.parsed.bom
    assert result.parsed.text == fixed(MISTAKES)[0].replace("\n", "\r\n")


def test_a_fix_that_does_not_help_is_tried_once() -> None:
    parsed = read(machine("a: { transitions: [ { toState: dnoe } ] }\ndone: { terminal: true }"))
    stubborn = check(parsed)
    rounds: list[Parsed] = []

    def check_again(again: Parsed) -> Report:
        rounds.append(again)
        return stubborn

    assert len(fix_all(parsed, stubborn, check_again).applied) == 1
    assert len(rounds) == 1


@pytest.mark.parametrize("path", sorted((CASES / "machines").glob("*.yaml")), ids=lambda path: path.stem)
def test_fixing_never_makes_new_errors(path: Path) -> None:
    parsed = read(path.read_text(encoding="utf-8"))
    before = check(parsed)
    after = fix_all(parsed, before, check).report
    known = {finding.id for finding in before.errors} | {each.message for f in before.findings for each in f.related}
    new = [f for f in after.errors if f.severity is Severity.ERROR and f.id not in known and f.message not in known]
    assert new == []
