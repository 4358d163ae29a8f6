"""One key of the language in a form: its name, its value to edit, and the problem beside it."""

from __future__ import annotations

from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from designer.document import Outcome
from designer.panels.inspector import messages
from designer.panels.inspector.room import MISSING, Room
from designer.panels.language import key_at
from designer.panels.widgets import button, clear, label, set_flag
from engine.diagnostics import Diagnostic, Path

_WORST = ("error", "warning", "info")


class Trouble(QWidget):
    """What is wrong with one entry: each finding's sentence with its fix as a link, or why a value was refused."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room
        self._shown: tuple[object, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.hide()

    def show_trouble(self, findings: list[Diagnostic], refusal: str = "") -> None:
        shown = (refusal, *(finding for finding in findings))
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._column)
        if refusal:
            self._column.addWidget(label(refusal, "error", wrap=True))
        for finding in findings:
            role = "soft" if finding.severity == "info" else str(finding.severity)
            self._column.addWidget(label(f"{messages.SIGNS[finding.severity]} {finding.message}", role, wrap=True))
            for at, fix in enumerate(finding.fixes[:2]):
                link = button(messages.capital(fix.title), partial(self._room.fix, finding, at), role="link")
                link.setCursor(Qt.CursorShape.PointingHandCursor)
                self._column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self.setVisible(bool(refusal or findings))


class Caption(QLabel):
    """The name over an editor; a click on it puts the keyboard there."""

    def __init__(self, title: str, editor: QWidget) -> None:
        super().__init__(title)
        self._editor = editor
        self.setProperty("role", "soft")
        self.setBuddy(editor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._editor.setFocus(Qt.FocusReason.MouseFocusReason)


W = TypeVar("W", bound=QWidget)


class Entry(QWidget, Generic[W]):
    """A labelled editor bound to ``path``. Subclasses say what the widget shows and what was typed.

    What is typed is handed in by ``commit``: on Enter, when the focus leaves, and before anyone else edits or saves.
    A refused value stays to be mended, with the reason; Esc restores.
    """

    def __init__(self, room: Room, path: Path, title: str, *, deep: bool = False) -> None:
        super().__init__()
        self.room = room
        self.path = path
        self.title = title
        self._deep = deep
        self._refusal = ""
        self._committing = False
        self.editor: W = self.make_editor()
        self.editor.setAccessibleName(title)
        key = key_at(path)
        if key is not None:
            self.editor.setAccessibleDescription(key.meaning)
            self.setToolTip(key.meaning)
        self._trouble = Trouble(room)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        if self.labelled:
            self.caption = Caption(title, self.editor)
            self._column.addWidget(self.caption)
        self._line = QHBoxLayout()
        self._line.setSpacing(8)
        self._line.addWidget(self.editor, 1)
        self._column.addLayout(self._line)
        self._column.addWidget(self._trouble)
        room.document.flushing.connect(self.commit)

    labelled = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1 and key_at(self.path) is not None:
            self.room.help_wanted.emit(str(self.path[-1]))
        else:
            super().keyPressEvent(event)

    def make_editor(self) -> W:
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        """Make the editor show the value in the text; ``MISSING`` where the key is absent."""
        raise NotImplementedError

    def typed(self) -> Any:
        """What the editor says, as it would stand in the text; ``MISSING`` takes the key out.

        Raises ``ValueError`` with a sentence where it cannot be written.
        """
        raise NotImplementedError

    @property
    def dirty(self) -> bool:
        """Whether something is typed that is not handed in."""
        raise NotImplementedError

    def put(self, value: Any) -> Outcome:
        """Hand a value in; names rename instead."""
        return self.room.put(self.path, value, self.what)

    @property
    def what(self) -> str:
        """What undo calls the entry."""
        return self.title[:1].lower() + self.title[1:]

    def commit(self) -> None:
        if self._committing or not self.dirty:
            return
        self._committing = True
        try:
            outcome = self.put(self.typed())
            self._refusal = outcome.refusal
        except ValueError as error:
            self._refusal = str(error)
        finally:
            self._committing = False
        if self._refusal:
            self._show_trouble()
        else:
            self.refresh(force=True)

    def restore(self) -> None:
        """Forget what is typed."""
        self._refusal = ""
        self.refresh(force=True)

    def refresh(self, force: bool = False) -> None:
        """Show what the text says now; what a person is typing stays."""
        if force or not (self.dirty and self.editor.hasFocus()):
            self.show_value(self.room.value(self.path, MISSING))
            if not self.dirty:
                self._refusal = ""
        self._show_trouble()

    def findings(self) -> list[Diagnostic]:
        """What is told below the editor."""
        return self.room.findings(self.path) if self._deep else self.room.own_findings(self.path)

    def _show_trouble(self) -> None:
        findings = self.findings()
        worst = min((_WORST.index(finding.severity) for finding in findings), default=3)
        set_flag(self.editor, "invalid", "true" if self._refusal or worst == 0 else "false")
        self._trouble.show_trouble(findings, self._refusal)
