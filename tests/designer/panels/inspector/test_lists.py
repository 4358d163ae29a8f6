"""Lists whose order matters, adding in place, the matrix of who may act, forms that follow the selection."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from designer.document.intents import RenameState
from designer.panels.inspector import Inspector
from designer.panels.inspector.actions import ActionList
from designer.panels.inspector.adder import Adder
from designer.panels.inspector.cards import CardList
from designer.panels.inspector.forms.requirement import SourceEntry
from designer.panels.inspector.matrix import Matrix
from designer.panels.inspector.panel import Several
from tests.designer.panels.bench import APPROVALS, REVIEW, Bench, press
from tests.designer.panels.inspector.test_guards import inspector_of


def targets(bench: Bench, state: str = "review") -> list[str]:
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    return [edge.to_state for edge in workflow.states[state].transitions]


def card_list(inspector: Inspector, words: str) -> CardList:
    lists = inspector._form.findChildren(CardList)
    return next(each for each in lists if any(words in card.accessibleName() for card in each.cards))


def test_transitions_are_reordered_by_key_and_the_selection_of_others_follows(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    cards = card_list(inspector, "→ done")
    cards.cards[0].setFocus()
    press(cards.cards[0], "Alt+Down")
    assert targets(bench) == ["draft", "done", "rejected"]
    bench.document.undo()
    assert bench.text == REVIEW


def test_transitions_are_reordered_by_dragging(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    cards = card_list(inspector, "→ done")
    handle, last = cards.cards[0].handle, cards.cards[2]
    below = handle.mapFromGlobal(last.mapToGlobal(QPoint(10, last.height() - 2)))
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(8, 12))
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(handle, QPoint(8, 12) + (below - QPoint(8, 12)) * part)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=below)
    QApplication.processEvents()
    assert targets(bench) == ["draft", "rejected", "done"]


def test_a_drag_that_is_cancelled_changes_nothing(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    handle = card_list(inspector, "→ done").cards[0].handle
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(8, 12))
    QTest.mouseMove(handle, QPoint(8, 300))
    QTest.keyClick(handle, Qt.Key.Key_Escape)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(8, 300))
    assert bench.text == REVIEW


def test_a_card_opens_its_form(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    card = card_list(inspector, "→ done").cards[1]
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(40, 12))
    assert bench.selection.paths == (("states", "review", "transitions", 1),)


def test_a_requirement_and_its_enum_are_made_in_one_line(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "draft")
    adder = next(each for each in inspector._form.findChildren(Adder) if "requirement" in each._button.text())
    adder.open()
    QTest.keyClicks(adder._line, "tone: formal, plain")
    press(adder._line, "Return")
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert workflow.context["tone"].values == ("formal", "plain")
    assert [need.name for need in workflow.states["draft"].requires] == ["draft", "tone"]
    bench.document.undo()
    assert bench.text == REVIEW


def test_a_transition_to_an_unknown_state_makes_it(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    adder = next(each for each in inspector._form.findChildren(Adder) if "transition" in each._button.text())
    adder.open()
    QTest.keyClicks(adder._line, "on hold")
    press(adder._line, "Return")
    assert targets(bench)[-1] == "on hold"
    assert bench.selection.paths == (("states", "review"),)


def test_an_action_of_each_kind_is_added_and_removed(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review", "transitions", 0)
    actions = inspector._form.findChild(ActionList)
    assert actions is not None
    actions.offer(inspector)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    kinds = [action.text() for action in menu.actions()]
    menu.close()
    assert kinds == ["assign", "compute", "emit", "send", "spawn", "inject", "restrict"]
    for kind in kinds:
        assert actions is not None
        actions.add(kind)
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert len(bench.document.snapshot.parsed.data["states"]["review"]["transitions"][0]["onTransition"]) == 7
    for _ in kinds:
        bench.document.undo()
    assert bench.text == REVIEW


def test_who_contributes_is_picked_by_kind_and_name(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review", "requires", 0)
    entry = inspector._form.findChild(SourceEntry)
    assert entry is not None
    entry._kind.setCurrentIndex(entry._kind.findData("user"))
    entry._kind.activated.emit(entry._kind.currentIndex())
    assert bench.text == REVIEW
    entry._name.setText("ana")
    press(entry._name, "Return")
    assert bench.changed_lines()[1] == ["      requires: [ { name: verdict, from: { user: ana } } ]"]
    entry._kind.setCurrentIndex(entry._kind.findData("system"))
    entry._kind.activated.emit(entry._kind.currentIndex())
    assert "from: system" in bench.text


def test_the_matrix_ticks_and_marks_states_nobody_covers(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW)
    matrix = inspector._form.findChild(Matrix)
    assert matrix is not None
    model = matrix.model
    assert model.headerData(1, Qt.Orientation.Vertical) == "review"
    reviewer = model.index(1, 1)
    model.setData(reviewer, Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    assert model.uncovered == {"review"}
    assert "Nobody may act" in " ".join(label.text() for label in matrix.findChildren(QLabel))
    model.setData(model.index(1, 1), Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    assert model.uncovered == set()
    assert bench.document.snapshot.workflow is not None
    assert bench.document.snapshot.workflow.agents["reviewer"].can_transition == ("review",)


def test_the_form_stays_with_a_renamed_state(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    bench.document.apply(RenameState("review", "second look"))
    assert inspector._form.path == ("states", "second look")


def test_several_elements_can_be_deleted_together(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    bench.selection.set([("states", "done"), ("states", "rejected")])
    assert inspector.findChild(Several) is not None


def test_forms_rest_while_the_text_is_broken(qtbot: QtBot) -> None:
    from designer.document.intents import ReplaceText

    bench, inspector = inspector_of(qtbot, REVIEW, "states", "review")
    bench.document.apply(ReplaceText(REVIEW.replace("fsm:", "fsm: {", 1)))
    assert inspector._stale.isVisible()
    assert not inspector._scroller.isEnabled()
    bench.document.undo()
    assert not inspector._stale.isVisible()
    assert inspector._scroller.isEnabled()


def test_a_problem_stands_beside_its_key_with_its_fix(qtbot: QtBot) -> None:
    wrong = REVIEW.replace("initialState: draft", "initialState: drat")
    bench, inspector = inspector_of(qtbot, wrong, checked=True)
    words = [label.text() for label in inspector._form.findChildren(QLabel)]
    assert any("drat" in text for text in words)
    bench.selection.set([("context", "verdict")])
    assert inspector._form.path == ("context", "verdict")


def test_a_long_machine_is_inspected(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, APPROVALS, "states", "review")
    for path in ((), ("context", "ok"), ("users", "bo"), ("commands", "Pay"), ("states", "review", "timers", 1)):
        bench.selection.set([path])
        assert inspector._form.path == path
        inspector.grab()


def test_what_is_found_on_a_state_is_told_once_in_its_form(qtbot: QtBot) -> None:
    dead = REVIEW.replace("done:     { terminal: true }", "done:     {}")
    _, inspector = inspector_of(qtbot, dead, "states", "done", checked=True)
    told = [label.text() for label in inspector._form.findChildren(QLabel) if "no way out" in label.text()]
    assert len(told) == 1
