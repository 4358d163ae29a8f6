"""Every key of the language can be edited in a form; the diff is the line meant, and undo brings the file back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.panels.inspector import Inspector
from designer.panels.inspector.entry import Entry
from designer.panels.inspector.forms.requirement import SourceEntry
from designer.panels.inspector.guards import GuardRow
from designer.panels.inspector.names import WordCard, WordList
from designer.panels.inspector.pairs import PairRow
from designer.panels.language import CONSTRUCTS, kind_at
from tests.designer.panels.bench import Bench, press, retype
from tests.designer.panels.inspector.machine import EVERYTHING

Path = tuple[str | int, ...]

FORMS: tuple[Path, ...] = (
    (),
    *(("context", name) for name in ("text", "choice", "number", "flags", "address", "content")),
    ("agents", "writer"),
    ("users", "ana"),
    ("commands", "Pay"),
    ("migrations", 0),
    ("states", "ask"),
    ("states", "ask", "requires", 0),
    ("states", "ask", "requires", 1),
    ("states", "ask", "timers", 0),
    ("states", "ask", "transitions", 0),
    ("states", "done"),
)
ELSEWHERE = {("guard", "backend"), ("agent", "canTransition"), ("field", "type")}
"""Keys with an editor of their own, tested for themselves, and the one that has a single value."""


def shown_form(qtbot: QtBot, path: Path) -> tuple[Bench, Inspector]:
    bench = Bench(EVERYTHING, checked=False)
    inspector = Inspector(*bench.parts)
    qtbot.addWidget(inspector)
    inspector.resize(360, 2400)
    inspector.show()
    inspector.activateWindow()
    bench.selection.set([path])
    return bench, inspector


def editors(inspector: Inspector) -> Iterator[tuple[Path, QWidget, QWidget]]:
    """Every value that can be edited: its path, the widget that holds it, and where it is typed."""
    for entry in inspector._form.findChildren(Entry):
        if not isinstance(entry, SourceEntry):
            yield entry.path, entry, entry.editor
    for guard in inspector._form.findChildren(GuardRow):
        yield (*guard.path, "expression"), guard, guard.edit
    for card in inspector._form.findChildren(WordCard):
        yield (*card._words.container, card._at), card, card._line
    for pair in inspector._form.findChildren(PairRow):
        yield pair._path, pair, pair._editor


def change(editor: QWidget, bench: Bench, path: Path) -> None:
    """Give the editor another value, as a person would."""
    match editor:
        case QCheckBox():
            editor.click()
        case QComboBox() if not editor.isEditable():
            editor.setCurrentIndex((editor.currentIndex() + 1) % editor.count())
            editor.activated.emit(editor.currentIndex())
        case QComboBox():
            field = editor.lineEdit()
            assert field is not None
            retype(field, f"{editor.currentText()}x")
        case QPlainTextEdit():
            retype(editor, "context.number > 3" if kind_at(path) in ("cel", "guard") else "other words", "Return")
            bench.document.flush()
        case QLineEdit():
            number = editor.text().replace(".", "").isdigit() or kind_at(path) in ("int", "number")
            span = kind_at(path) == "duration"
            retype(editor, "3h" if span else "7" if number else f"{editor.text()}x")


@pytest.mark.parametrize("path", FORMS, ids=str)
def test_each_value_of_a_form_is_edited_and_undone(qtbot: QtBot, path: Path) -> None:
    bench, inspector = shown_form(qtbot, path)
    paths = [found for found, _, editor in editors(inspector) if editor.isEnabled()]
    assert paths
    for wanted in paths:
        bench.selection.set([path])
        where = next((e for found, _, e in editors(inspector) if found == wanted), None)
        assert where is not None, f"{wanted} is gone from its form"
        change(where, bench, wanted)
        assert bench.text != EVERYTHING, f"editing {wanted} wrote nothing: {bench.refused}"
        gone, came = bench.changed_lines()
        renamed = wanted in (path, ("name",)) or len(wanted) == 2
        assert renamed or len(came) <= (3 if "emit" in wanted else 2), f"editing {wanted} wrote {came} for {gone}"
        bench.document.undo()
        assert bench.text == EVERYTHING, f"undoing {wanted} left another file"


def test_the_forms_cover_every_key_of_the_language(qtbot: QtBot) -> None:
    """Each key of each construct has an editor, a list or a card in one of the forms."""
    covered: set[tuple[str, str]] = set()
    for path in FORMS:
        _, inspector = shown_form(qtbot, path)
        found = [each for each, _, _ in editors(inspector)]
        found += [words.container for words in inspector._form.findChildren(WordList)]
        found += [entry.path for entry in inspector._form.findChildren(Entry)]
        for each in [*found, *FORMS]:
            for length in range(1, len(each) + 1):
                covered.add((kind_at(each[: length - 1]), str(each[length - 1])))
    wanted = {(construct, key.name) for construct, keys in CONSTRUCTS.items() if construct != "source" for key in keys}
    assert wanted - covered - ELSEWHERE == set()


def test_escape_restores_and_ctrl_z_takes_back_typing_first(qtbot: QtBot) -> None:
    bench, inspector = shown_form(qtbot, ("states", "ask"))
    name = next(entry for entry in inspector._form.findChildren(Entry) if entry.title == "Name").editor
    retype(name, "asking", end="")
    press(name, "Escape")
    assert name.text() == "ask"  # type: ignore[attr-defined]
    retype(name, "asking", end="")
    press(name, "Ctrl+Z")
    assert name.text() != "asking"  # type: ignore[attr-defined]
    assert bench.text == EVERYTHING


@pytest.mark.parametrize("name", ["done", ""])
def test_a_name_that_cannot_be_is_refused_beside_its_field(qtbot: QtBot, name: str) -> None:
    bench, inspector = shown_form(qtbot, ("states", "ask"))
    entry = next(each for each in inspector._form.findChildren(Entry) if each.title == "Name")
    retype(entry.editor, name)
    assert bench.text == EVERYTHING
    assert entry._refusal
    assert entry.editor.property("invalid") == "true"


def test_what_is_typed_is_handed_in_before_an_undo_and_saved(qtbot: QtBot) -> None:
    bench, inspector = shown_form(qtbot, ())
    version = next(each for each in inspector._form.findChildren(Entry) if each.title == "Version")
    retype(version.editor, "9", end="")
    bench.document.flush()
    assert "version: 9" in bench.text


def test_a_number_that_is_none_is_refused_with_what_to_type(qtbot: QtBot) -> None:
    bench, inspector = shown_form(qtbot, ())
    version = next(each for each in inspector._form.findChildren(Entry) if each.title == "Version")
    retype(version.editor, "two")
    assert "whole number" in version._refusal
    assert bench.text == EVERYTHING


@pytest.mark.parametrize(("typed", "written"), [("1h 30m", "PT1H30M"), ("2d", "P2D"), ("pt5m", "PT5M"), ("1w", "P7D")])
def test_durations_are_typed_in_words_and_written_as_iso(qtbot: QtBot, typed: str, written: str) -> None:
    bench, inspector = shown_form(qtbot, ("states", "ask", "timers", 0))
    after = next(each for each in inspector._form.findChildren(Entry) if each.title == "After")
    retype(after.editor, typed)
    assert f"after: {written}" in bench.text
