"""The source pane: typing, undo, what others edit, selection, completion, rename, fixes, finding."""

from __future__ import annotations

import pathlib

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from designer.document.intents import RenameState, SetValue
from designer.panels.source import Source
from engine.text import Span
from tests.cases import CASES
from tests.designer.panels.bench import REVIEW, Bench, press, shown


def pane_of(qtbot: QtBot, text: str = REVIEW) -> tuple[Bench, Source]:
    bench = Bench(text)
    pane = Source(*bench.parts)
    qtbot.addWidget(pane)
    shown(pane)
    pane.editor.setFocus()
    return bench, pane


def cursor_to(pane: Source, words: str, after: bool = True) -> None:
    at = pane.editor.toPlainText().index(words) + (len(words) if after else 0)
    cursor = pane.editor.textCursor()
    cursor.setPosition(at)
    pane.editor.setTextCursor(cursor)


@pytest.mark.parametrize("file", [*sorted((CASES / "machines").glob("*.yaml")), CASES / "text" / "bom_crlf.yaml"])
def test_showing_a_file_changes_nothing(qtbot: QtBot, file: pathlib.Path) -> None:
    text = file.read_bytes().decode("utf-8-sig")
    bench, pane = pane_of(qtbot, text)
    pane.flush()
    assert bench.text == text
    assert bench.document.undo_label is None


def test_typing_becomes_part_of_the_document_after_a_pause_and_is_one_step(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "name: delegated-review")
    QTest.keyClicks(pane.editor, "-two")
    assert bench.text == REVIEW
    qtbot.waitUntil(lambda: bench.text != REVIEW, timeout=2000)
    QTest.keyClicks(pane.editor, "-three")
    bench.document.flush()
    assert bench.changed_lines()[1] == ["  name: delegated-review-two-three"]
    press(pane.editor, "Ctrl+Z")
    assert bench.text == REVIEW
    assert pane.editor.toPlainText() == REVIEW
    press(pane.editor, "Ctrl+Shift+Z")
    assert "-two-three" in bench.text


def test_line_ends_of_the_file_are_kept_and_used(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot, REVIEW.replace("\n", "\r\n"))
    cursor_to(pane, "name: delegated-review")
    press(pane.editor, "Return")
    pane.editor.insertPlainText("description: '\U0001f600 done'")
    bench.document.flush()
    expected = REVIEW.replace("  version", "  description: '\U0001f600 done'\n  version", 1)
    assert bench.text == expected.replace("\n", "\r\n")


def test_what_others_edit_is_shown_and_the_cursor_stays(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "initialState")
    line = pane.editor.textCursor().blockNumber()
    bench.document.apply(SetValue(("version",), 7))
    bench.document.apply(RenameState("review", "reviewing"))
    assert pane.editor.toPlainText() == bench.text
    assert pane.editor.textCursor().blockNumber() == line


def test_an_edit_elsewhere_takes_what_is_typed_along(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "name: delegated-review")
    QTest.keyClicks(pane.editor, "2")
    bench.document.apply(SetValue(("version",), 7))
    assert "name: delegated-review2" in bench.text
    assert "version: 7" in bench.text


def test_broken_text_is_taken_and_undo_mends_it(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "fsm:", after=False)
    QTest.keyClicks(pane.editor, "{")
    bench.document.flush()
    assert bench.document.snapshot.stale
    assert pane.editor.marks
    press(pane.editor, "Ctrl+Z")
    assert not bench.document.snapshot.stale
    assert bench.text == REVIEW


def test_the_cursor_selects_and_the_selection_shows(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "toState: draft")
    assert bench.selection.paths == (("states", "review", "transitions", 1),)
    pane.editor.clearFocus()
    QApplication.processEvents()
    bench.selection.set([("context", "verdict")])
    assert pane.editor.textCursor().block().text().strip().startswith("verdict:")


def test_states_are_completed(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "initialState: draft")
    for _ in range(len("draft")):
        press(pane.editor, "Backspace")
    QTest.keyClicks(pane.editor, "rej")
    offered = pane.editor.completions
    assert offered.isVisible()
    assert [offered.item(at).text() for at in range(offered.count())] == ["rejected"]
    press(pane.editor, "Return")
    bench.document.flush()
    assert bench.document.snapshot.workflow is not None
    assert bench.document.snapshot.workflow.initial_state == "rejected"


def test_members_of_an_enum_are_completed_inside_a_guard(qtbot: QtBot) -> None:
    _, pane = pane_of(qtbot)
    cursor_to(pane, "context.verdict == 'approved")
    for _ in range(len("approved")):
        press(pane.editor, "Backspace")
    QTest.keyClicks(pane.editor, "ch")
    assert pane.editor.completions.item(0).text() == "changes"


def test_a_name_is_renamed_everywhere(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "toState: revi")
    press(pane.editor, "F2")
    field = pane.editor.findChild(QLineEdit)
    assert field is not None
    assert field.text() == "review"
    field.selectAll()
    QTest.keyClicks(field, "second look")
    press(field, "Return")
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert "second look" in workflow.states
    assert workflow.agents["reviewer"].can_transition == ("second look",)


def test_a_rename_to_a_name_that_exists_is_refused_in_place(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "toState: revi")
    press(pane.editor, "F2")
    field = pane.editor.findChild(QLineEdit)
    assert field is not None
    field.setText("done")
    press(field, "Return")
    assert bench.refused
    assert field.property("invalid") == "true"
    assert bench.text == REVIEW


def test_the_definition_is_found(qtbot: QtBot) -> None:
    _, pane = pane_of(qtbot)
    cursor_to(pane, "context.verd")
    press(pane.editor, "F12")
    assert pane.editor.textCursor().block().text().startswith("    verdict:")


def test_a_fix_is_offered_where_the_problem_is(qtbot: QtBot) -> None:
    wrong = REVIEW.replace("'changes'\"", "'chnages'\"")
    bench, pane = pane_of(qtbot, wrong)
    assert any("chnages" in mark.message for mark in pane.editor.marks)
    cursor_to(pane, "'chna")
    press(pane.editor, "Ctrl+.")
    menu = QApplication.activePopupWidget()
    assert menu is not None
    action = next(each for each in menu.actions() if "changes" in each.text())
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert bench.text == REVIEW


def test_hits_are_counted_stepped_through_and_replaced_in_one_step(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    press(pane.editor, "Ctrl+H")
    QTest.keyClicks(pane.search.bar.wanted, "reviewer")
    pane.search.bar.replacement.setText("critic")
    press(pane.search.bar.wanted, "Return")
    assert pane.editor.textCursor().selectedText() == "reviewer"
    pane.search.bar.replace.emit(True)
    assert "reviewer" not in bench.text
    assert bench.text.count("critic") == REVIEW.count("reviewer")
    bench.document.undo()
    assert bench.text == REVIEW


def test_folding_hides_what_is_below_and_a_hit_inside_unfolds(qtbot: QtBot) -> None:
    _, pane = pane_of(qtbot)
    states = pane.editor.document().findBlockByNumber(REVIEW.split("\n").index("  states:"))
    pane.editor.folds.toggle(states)
    assert not states.next().isVisible()
    assert pane.editor.folds.folded(states)
    cursor_to(pane, "states:", after=False)
    pane.show_span(Span(REVIEW.index("rejected: {"), REVIEW.index("rejected: {") + 8))
    assert states.next().isVisible()


def test_comments_are_put_on_and_taken_off(qtbot: QtBot) -> None:
    bench, pane = pane_of(qtbot)
    cursor_to(pane, "version: 1")
    press(pane.editor, "Ctrl+/")
    bench.document.flush()
    assert "  # version: 1" in bench.text
    press(pane.editor, "Ctrl+/")
    bench.document.flush()
    assert bench.text == REVIEW
