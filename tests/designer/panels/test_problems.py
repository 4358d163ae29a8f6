"""The problems: listed with their place, mended by name, taken back with a reason."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from designer.panels.problems import Problems
from designer.panels.problems_model import PROBLEM, Problem, grouped
from designer.panels.suppress import suppression
from engine.analysis import check
from engine.dsl import read
from engine.errors import RefusedEdit
from tests.designer.panels.bench import REVIEW, Bench, press, shown

TYPO = REVIEW.replace("'changes'\"", "'chnages'\"")

ONE_WAY = """fsm:
  name: one-way
  initialState: write
  context: { text: { type: string } }
  agents: { author: { canTransition: [write] } }
  states:
    write: { requires: [ { name: text } ], transitions: [ { toState: done } ] }
    done: { terminal: true }
"""


def problems_of(qtbot: QtBot, text: str = TYPO) -> tuple[Bench, Problems]:
    bench = Bench(text)
    panel = Problems(*bench.parts)
    qtbot.addWidget(panel)
    shown(panel)
    panel.resize(1100, 300)
    QApplication.processEvents()
    QTest.qWait(20)
    return bench, panel


def listed(panel: Problems) -> list[Problem]:
    return [problem for group in panel.model.groups for problem in group.problems]


def test_a_typo_is_listed_on_its_transition_and_mended_by_its_button(qtbot: QtBot) -> None:
    bench, panel = problems_of(qtbot)
    typo = next(problem for problem in listed(panel) if problem.finding.id == "T305")
    assert typo.element == "review → draft"
    fix = next(each for each in panel.findChildren(QPushButton) if "changes" in each.text())
    QTest.mouseClick(fix, Qt.MouseButton.LeftButton)
    assert bench.text == REVIEW
    assert not any(problem.finding.id == "T305" for problem in listed(panel))
    bench.document.undo()
    assert bench.text == TYPO


def test_a_click_selects_what_the_problem_is_on(qtbot: QtBot) -> None:
    bench, panel = problems_of(qtbot)
    chosen: list[object] = []
    panel.chosen.connect(chosen.append)
    index = next(
        panel.model.index(row, 0, panel.model.index(group))
        for group in range(panel.model.rowCount())
        for row in range(panel.model.rowCount(panel.model.index(group)))
        if panel.model.index(row, 0, panel.model.index(group)).data(PROBLEM).finding.id == "T305"
    )
    box = panel.view.visualRect(index)
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=box.topLeft() + box.center() / 4)
    assert bench.selection.paths == (("states", "review", "transitions", 1),)
    assert chosen


def test_the_filter_looks_at_ids_names_and_words(qtbot: QtBot) -> None:
    _, panel = problems_of(qtbot)
    panel._filter.setText("t305 draft")
    assert {problem.finding.id for problem in listed(panel)} == {"T305"}
    panel._filter.setText("nothing like it")
    assert listed(panel) == []
    assert panel._nothing.isVisible()


def test_nothing_to_say_says_what_was_checked(qtbot: QtBot) -> None:
    _, panel = problems_of(qtbot, ONE_WAY)
    assert panel._nothing.text() == "No problems: 2 states checked."
    assert panel._proof.text().startswith("Proof: all ")
    assert "over 2 situations a run can wait in." in panel._proof.text()


def test_what_is_not_proved_is_named_with_the_reason(qtbot: QtBot) -> None:
    compared = ONE_WAY.replace(
        "toState: done }", "toState: done, guards: [ \"context.text.matches('[a-z]+[0-9]{7}')\" ] }"
    )
    _, panel = problems_of(qtbot, compared)
    assert "exact checks are decided" in panel._proof.text()
    assert "open: " in panel._proof.text()
    assert "cannot be told from the values alone" in panel._proof.toolTip()


def test_a_machine_without_states_is_not_called_clean(qtbot: QtBot) -> None:
    _, panel = problems_of(qtbot, "fsm:\n  name: empty\n")
    words = panel._nothing.text()
    assert not panel._nothing.isVisible() or "Nothing is checked" in words


def test_problems_are_grouped_worst_first_and_unfinished_ones_last() -> None:
    bench = Bench(TYPO)
    found = [Problem(finding, "m", "e") for finding in bench.checks.findings]
    unfinished = Problem(bench.checks.findings[0], "m", "e", unfinished=True)
    groups = grouped([unfinished, *found], "severity")
    assert groups[-1].title == "To do"
    assert groups[0].severity == "error"


def test_a_reason_suppresses(qtbot: QtBot) -> None:
    bench, panel = problems_of(qtbot)
    typo = next(problem for problem in listed(panel) if problem.finding.id == "T305")
    panel._reason.ask(typo.finding)
    QTest.keyClicks(panel._reason._field, "kept for old runs")
    press(panel._reason._field, "Return")
    gone, came = bench.changed_lines()
    assert gone == []
    assert [line.strip() for line in came] == ["# statewright: disable=T305 -- kept for old runs"]
    assert not any(problem.finding.id == "T305" for problem in listed(panel))


def test_without_a_reason_nothing_is_suppressed() -> None:
    parsed = read(TYPO)
    finding = next(each for each in check(parsed).findings if each.id == "T305")
    with pytest.raises(RefusedEdit, match="reason"):
        suppression(parsed, finding, "  ")


def test_a_finding_inside_a_block_text_cannot_be_suppressed_there() -> None:
    text = TYPO.replace(
        "          guards: [{ backend: cel, expression: \"context.verdict == 'chnages'\" }]",
        "          guards:\n            - expression: |-\n                has(context.verdict) &&\n"
        "                context.verdict == 'chnages'",
    )
    parsed = read(text)
    finding = next(each for each in check(parsed).findings if each.id == "T305")
    with pytest.raises(RefusedEdit, match="several lines"):
        suppression(parsed, finding, "because")
