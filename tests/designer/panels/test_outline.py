"""The outline: everything can be done from it, and it follows edits from elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from designer.document.intents import RenameState
from designer.panels.outline import Outline
from tests.cases import CASES
from tests.designer.panels.bench import REVIEW, Bench, press, shown


def outline_of(qtbot: QtBot, text: str = REVIEW) -> tuple[Bench, Outline]:
    bench = Bench(text)
    outline = Outline(*bench.parts)
    qtbot.addWidget(outline)
    shown(outline)
    outline.view.setFocus()
    return bench, outline


def rows(outline: Outline, parent: QModelIndex | None = None) -> list[str]:
    model = outline.view.model()
    above = parent or QModelIndex()
    return [str(model.index(row, 0, above).data()) for row in range(model.rowCount(above))]


def go_to(outline: Outline, *path: str | int) -> QModelIndex:
    index = outline.model.index_of(path)
    outline.view.setCurrentIndex(index)
    return index


def test_states_stand_in_the_order_of_the_file_with_their_parts(qtbot: QtBot) -> None:
    _, outline = outline_of(qtbot)
    assert rows(outline) == ["draft", "review", "done", "rejected"]
    review = outline.model.index_of(("states", "review"))
    assert rows(outline, review) == ["verdict", "1  → done", "2  → draft", "3  → rejected"]


def test_f2_renames_in_place(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot)
    go_to(outline, "states", "review")
    press(outline.view, "F2")
    field = outline.view.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "second look")
    press(field, "Return")
    assert rows(outline) == ["draft", "second look", "done", "rejected"]
    assert bench.selection.paths == (("states", "second look"),)


@pytest.mark.parametrize("name", ["done", ""])
def test_a_name_that_cannot_be_is_refused_in_place(qtbot: QtBot, name: str) -> None:
    bench, outline = outline_of(qtbot)
    go_to(outline, "states", "review")
    press(outline.view, "F2")
    field = outline.view.findChild(QLineEdit)
    assert field is not None
    field.setText(name)
    press(field, "Return")
    assert outline._refusal.isVisible()
    assert bench.text == REVIEW


def test_escape_leaves_the_name(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot)
    go_to(outline, "states", "review")
    press(outline.view, "F2")
    field = outline.view.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "other")
    press(field, "Escape")
    assert bench.text == REVIEW


def test_a_state_is_added_with_its_name_open_deleted_and_brought_back(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot)
    press(outline.view, "Ins")
    field = outline.view.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "archive")
    press(field, "Return")
    assert rows(outline)[-1] == "archive"
    outline.view.setFocus()
    go_to(outline, "states", "archive")
    press(outline.view, "Del")
    assert "archive" not in rows(outline)
    for _ in range(3):
        bench.document.undo()
    assert bench.text == REVIEW


def test_a_connection_is_typed(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot)
    go_to(outline, "states", "draft")
    press(outline.view, "Ctrl+Return")
    QTest.keyClicks(outline._target, "rejected")
    press(outline._target, "Return")
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert [edge.to_state for edge in workflow.states["draft"].transitions] == ["rejected", "review"]


def test_transitions_are_moved_by_keys_and_the_selection_goes_with_them(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot)
    go_to(outline, "states", "review", "transitions", 1)
    press(outline.view, "Alt+Up")
    assert bench.selection.paths == (("states", "review", "transitions", 0),)
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert [edge.to_state for edge in workflow.states["review"].transitions] == ["draft", "done", "rejected"]


def test_the_filter_keeps_what_fits(qtbot: QtBot) -> None:
    _, outline = outline_of(qtbot)
    outline._filter.setText("re")
    assert rows(outline) == ["review", "rejected"]


def test_what_is_open_stays_open_through_edits(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot)
    outline.view.expand(outline.model.index_of(("states", "review")))
    bench.document.apply(RenameState("done", "finished"))
    assert outline.view.isExpanded(outline.model.index_of(("states", "review")))


def test_problems_are_counted_on_the_states_they_are_on(qtbot: QtBot) -> None:
    _, outline = outline_of(qtbot, REVIEW.replace("'changes'\"", "'chnages'\""))
    spoken = outline.model.index_of(("states", "review")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "problem" in spoken
    assert "waits for agent" in spoken


def test_names_made_to_hurt_are_shown(qtbot: QtBot) -> None:
    text = (CASES / "machines" / "pathological.yaml").read_text(encoding="utf-8")
    bench, outline = outline_of(qtbot, text)
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert rows(outline) == list(workflow.states)
    outline.grab()
    QApplication.processEvents()


def test_a_place_inside_what_should_be_a_list_is_its_state(qtbot: QtBot) -> None:
    bench, outline = outline_of(qtbot, REVIEW.replace("[ { name: draft, from: agent } ]", "{ a: { name: draft } }"))
    assert bench.document.snapshot.parsed.span(("states", "draft", "requires", "a")) is not None
    bench.selection.set([("states", "draft", "requires", "a")])
    assert outline.view.currentIndex().data() == "draft"
