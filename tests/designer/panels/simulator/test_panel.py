"""The simulator's panel: answering by forms, reviewing, seeing why; and the timeline."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.document.intents import RenameState
from designer.panels.simulator import Simulation, Simulator
from designer.panels.simulator.words import words_of
from designer.panels.timeline import Timeline
from designer.theme import Theme
from engine.reducer import Actor
from tests.designer.panels.bench import APPROVALS, REVIEW, press


def simulator_of(qtbot: QtBot, text: str = REVIEW) -> tuple[Simulation, Simulator]:
    simulation = Simulation(Document.of_text(text))
    panel = Simulator(simulation, Theme("light"))
    qtbot.addWidget(panel)
    panel.resize(360, 1200)
    panel.show()
    panel.activateWindow()
    return simulation, panel


def words(widget: QWidget) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def button_of(widget: QWidget, text: str) -> QPushButton:
    QApplication.processEvents()
    return next(each for each in widget.findChildren(QPushButton) if each.text() == text and each.isVisible())


def test_a_run_is_answered_by_typing_and_choosing(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot)
    panel.begin()
    card = panel._waiting.cards[0]
    area = card.findChild(QPlainTextEdit)
    assert area is not None
    qtbot.waitUntil(area.hasFocus)
    QTest.keyClicks(area, "first text")
    press(area, "Return")
    assert simulation.here.envelope is not None
    assert simulation.here.envelope.state == "review"
    card = panel._waiting.cards[0]
    picker = card.findChild(QComboBox)
    assert picker is not None
    picker.setCurrentIndex(picker.findText("approved"))
    QTest.mouseClick(button_of(card, "Contribute"), Qt.MouseButton.LeftButton)
    assert simulation.here.envelope.state == "done"
    assert "ended in" in words(panel)


def test_a_value_that_does_not_fit_is_said_beside_its_field(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot, APPROVALS)
    panel.begin()
    card = panel._waiting.cards[0]
    assert card._edit is not None
    card._edit.setFocus()
    QTest.keyClicks(card._edit.editor, "many")
    press(card._edit.editor, "Return")
    assert "whole number" in words(card)
    assert len(simulation.moments) == 2


def test_an_approval_shows_exactly_what_is_decided_and_by_whom(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot, APPROVALS)
    panel.begin()
    simulation.contribute_all({"amount": 30, "account": "CH93"}, Actor("agent", "clerk"))
    card = next(each for each in panel._waiting.cards if each._elicitation.field == "ok")
    assert "CH93" in words(card)
    assert "hash" in words(card)
    QTest.mouseClick(button_of(card, "Approve"), Qt.MouseButton.LeftButton)
    assert simulation.here.envelope is not None
    assert simulation.here.envelope.state == "pay"
    assert simulation.here.envelope.approvals["ok"].by == Actor("user", "ana")
    assert "Pay to bank: amount = 30" in words(panel)


def test_why_it_rests_is_told(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot)
    panel.begin()
    simulation.contribute("draft", "text", Actor("agent", "envoy"))
    said = words(panel)
    assert "verdict is required and not set" in said
    assert 'With verdict = "changes" it would go to draft' in said


def test_what_is_new_in_the_context_is_marked(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot)
    panel.begin()
    simulation.contribute("draft", "text", Actor("agent", "envoy"))
    assert "“text”" in words(panel._context)
    assert "unset" in words(panel._context)


def test_an_expression_is_watched(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot)
    panel.begin()
    panel._watches._new.setText("has(context.draft)")
    press(panel._watches._new, "Return")
    assert "false" in words(panel._watches)
    simulation.contribute("draft", "text", Actor("agent", "envoy"))
    assert "true" in words(panel._watches)


def test_a_changed_machine_offers_to_replay(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot)
    panel.begin()
    simulation._document.apply(RenameState("draft", "writing"))
    assert panel._banner.isVisible()
    QTest.mouseClick(button_of(panel, "Replay on the new version"), Qt.MouseButton.LeftButton)
    assert "First difference" in words(panel._banner)


def test_inputs_are_asked_for_first(qtbot: QtBot) -> None:
    text = REVIEW.replace("draft:   { type: string }", "draft: { type: string, input: true }")
    simulation, panel = simulator_of(qtbot, text)
    panel.begin()
    assert simulation.session is None
    panel._start._edits["draft"].show_value("given")
    QTest.mouseClick(button_of(panel, "Start the run"), Qt.MouseButton.LeftButton)
    assert simulation.here.envelope is not None
    assert simulation.here.envelope.state == "review"


def test_sensitive_values_are_masked_until_they_are_revealed(qtbot: QtBot) -> None:
    text = REVIEW.replace("draft:   { type: string }", "draft: { type: string, sensitive: true }")
    simulation, panel = simulator_of(qtbot, text)
    panel.begin()
    simulation.contribute("draft", "secret words", Actor("agent", "envoy"))
    assert "secret" not in words(panel)
    QTest.mouseClick(button_of(panel, "Reveal sensitive values"), Qt.MouseButton.LeftButton)
    assert "secret words" in words(panel)


def test_the_clock_is_moved_by_what_is_typed(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot, APPROVALS)
    panel.begin()
    simulation.contribute_all({"amount": 30, "account": "CH93"}, Actor("agent", "clerk"))
    assert "remind" in words(panel._clock)
    panel._clock._by.setText("8h")
    press(panel._clock._by, "Return")
    assert simulation.here.moment is not None
    assert simulation.here.moment.context["late"] is True
    panel._clock._by.setText("soon")
    press(panel._clock._by, "Return")
    assert "no span of time" in words(panel._clock)


def test_parts_stand_side_by_side_where_there_is_room(qtbot: QtBot) -> None:
    _, panel = simulator_of(qtbot)
    panel.begin()
    assert panel._context.mapTo(panel, QPoint()).y() > panel._reasons.mapTo(panel, QPoint()).y()
    panel.resize(1200, 300)
    qtbot.waitUntil(lambda: panel._context.mapTo(panel, QPoint()).x() > panel._reasons.mapTo(panel, QPoint()).x())


def timeline_of(qtbot: QtBot) -> tuple[Simulation, Timeline]:
    simulation = Simulation(Document.of_text(REVIEW))
    timeline = Timeline(simulation, Theme("light"))
    qtbot.addWidget(timeline)
    timeline.resize(1000, 240)
    timeline.show()
    simulation.start()
    simulation.contribute("draft", "text", Actor("agent", "envoy"))
    simulation.contribute("verdict", "changes", Actor("agent", "reviewer"))
    return simulation, timeline


def test_the_timeline_names_each_moment(qtbot: QtBot) -> None:
    simulation, _ = timeline_of(qtbot)
    titles = [words_of(moment).title for moment in simulation.moments]
    assert titles == ["created", "parked", "envoy", "1 → review", "parked", "reviewer", "2 → draft", "parked"]
    assert words_of(simulation.moments[4]).detail == "waits for reviewer"


def test_a_run_is_stepped_by_keys_buttons_slider_and_cards(qtbot: QtBot) -> None:
    simulation, timeline = timeline_of(qtbot)
    timeline.setFocus()
    press(timeline, "Home")
    assert simulation.at == 0
    press(timeline, "Right")
    assert simulation.at == 1
    QTest.mouseClick(timeline._buttons[3], Qt.MouseButton.LeftButton)
    assert simulation.at == 7
    timeline._slider.setValue(2)
    assert simulation.at == 2
    point = timeline.lanes.box(0, 4).center().toPoint()
    QTest.mouseClick(timeline.lanes.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert simulation.at == 4


def test_a_branch_has_a_lane_of_its_own(qtbot: QtBot) -> None:
    simulation, timeline = timeline_of(qtbot)
    simulation.go(4)
    simulation.contribute("verdict", "approved", Actor("agent", "reviewer"))
    starts = [(start, len(moments)) for start, moments in timeline.lanes._lanes]
    assert starts == [(0, 8), (5, 3)]
    timeline.grab()
    point = timeline.lanes.box(0, 6).center().toPoint()
    QTest.mouseClick(timeline.lanes.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert simulation.session is not None
    assert simulation.session.branch == 0
    assert simulation.at == 6


def test_the_value_being_chosen_shows_what_it_would_fire(qtbot: QtBot) -> None:
    simulation, panel = simulator_of(qtbot)
    panel.begin()
    simulation.contribute("draft", "text", Actor("agent", "envoy"))
    picker = panel._waiting.cards[0].findChild(QComboBox)
    assert picker is not None
    picker.setCurrentIndex(picker.findText("changes"))
    assert simulation.ahead is not None
    assert simulation.ahead.takes == 1
    simulation.go(0)
    assert simulation.ahead is None
