"""The command palette, quick open, and help."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.panels.help import Help
from designer.panels.palette import Entry, Palette, command_entries, ranked, state_entries
from designer.theme import Theme
from tests.designer.panels.bench import Bench, press


def names(entries: list[Entry]) -> list[str]:
    return [entry.text for entry in entries]


def nothing() -> None:
    """What an entry of a test does."""


def test_beginnings_come_before_parts_and_letters() -> None:
    entries = [Entry(text, nothing) for text in ("Open a trace…", "Save as…", "Start again", "Copy as picture")]
    assert names(ranked(entries, "sa")) == ["Save as…", "Start again"]
    assert names(ranked(entries, "as")) == ["Save as…", "Copy as picture"]
    assert names(ranked(entries, "zzz")) == []


def test_a_state_is_chosen_by_typing(qtbot: QtBot) -> None:
    bench = Bench()
    window = QWidget()
    window.resize(800, 500)
    qtbot.addWidget(window)
    palette = Palette(Theme("light"), window)
    window.show()
    window.activateWindow()
    chosen: list[str] = []
    palette.offer(state_entries(bench.document.snapshot.workflow, chosen.append), "Go to a state")
    QTest.keyClicks(palette._field, "rev")
    press(palette._field, "Return")
    assert chosen == ["review"]
    assert not palette.isVisible()


def test_escape_closes_and_nothing_is_done(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    palette = Palette(Theme("light"), window)
    window.show()
    done: list[bool] = []
    action = QAction("Do it", window)
    action.triggered.connect(lambda: done.append(True))
    palette.offer(command_entries([action, QAction("", window)]), "Search")
    assert palette._list.count() == 1
    press(palette._field, "Escape")
    assert not palette.isVisible()
    assert done == []


def test_a_word_opens_its_page_and_the_way_back_is_kept(qtbot: QtBot) -> None:
    panel = Help(Theme("light"))
    qtbot.addWidget(panel)
    panel.show()
    assert panel.open("T305")
    assert "enum-typo" in panel.browser.toPlainText()
    assert panel.open("elicitation")
    panel._go_back()
    assert "enum-typo" in panel.browser.toPlainText()
    panel._go_forward()
    assert panel.topic == "elicitation"


def test_a_function_and_a_key_have_their_pages(qtbot: QtBot) -> None:
    panel = Help(Theme("light"))
    qtbot.addWidget(panel)
    assert panel.open("has()")
    assert panel.open("guards")


def test_an_unknown_word_offers_the_nearest(qtbot: QtBot) -> None:
    panel = Help(Theme("light"))
    qtbot.addWidget(panel)
    assert not panel.open("shadowd")
    assert "Did you mean shadowed" in panel.browser.toPlainText()


def test_a_page_has_an_example_to_insert(qtbot: QtBot) -> None:
    panel = Help(Theme("light"))
    qtbot.addWidget(panel)
    panel.open("guard")
    given: list[str] = []
    panel.insert_wanted.connect(given.append)
    panel._give_example()
    assert given[0].startswith("guards:")
