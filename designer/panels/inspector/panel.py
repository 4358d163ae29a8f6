"""The inspector: the form of what is selected, and the way back up."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from designer.document import Document, Selection
from designer.document.checks import Checks
from designer.document.intents import DeleteElements
from designer.panels.inspector import messages
from designer.panels.inspector.form import Form
from designer.panels.inspector.forms.actors import AgentForm, CommandForm, UserForm
from designer.panels.inspector.forms.field import FieldForm
from designer.panels.inspector.forms.machine import MachineForm, MigrationForm
from designer.panels.inspector.forms.requirement import RequirementForm
from designer.panels.inspector.forms.state import StateForm
from designer.panels.inspector.forms.transition import TimerForm, TransitionForm
from designer.panels.inspector.room import Live, Room
from designer.panels.look import Glyph, look_of
from designer.panels.problems_model import element_words
from designer.panels.widgets import Empty, Panel, Scroller, button, claims_help, clear, heading, label
from designer.theme import Theme
from engine.diagnostics import Path


class Inspector(Panel):
    """Shows one element's form and keeps it while edits come and go.

    Signals: ``help_wanted`` (a key, function or id); ``run_wanted`` (values by field) to simulate with them.
    """

    help_wanted = Signal(str)
    run_wanted = Signal(object)

    def __init__(self, document: Document, selection: Selection, checks: Checks, theme: Theme) -> None:
        super().__init__()
        self.room = Room(document, selection, checks, theme)
        self._form: Form | None = None
        self._shown: object = None
        self._crumbs = QHBoxLayout()
        self._crumbs.setContentsMargins(12, 8, 12, 0)
        self._crumbs.setSpacing(2)
        self._title = QHBoxLayout()
        self._title.setContentsMargins(12, 4, 12, 0)
        self._title.setSpacing(8)
        self._stale = Empty(messages.TEXT_BROKEN)
        self._stale.hide()
        self._scroller = Scroller(12, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._crumbs)
        column.addLayout(self._title)
        column.addWidget(self._stale)
        column.addWidget(self._scroller, 1)
        self.room.help_wanted.connect(self.help_wanted)
        self.room.run_wanted.connect(self.run_wanted)
        document.changed.connect(self._refresh)
        checks.changed.connect(self._refresh)
        selection.changed.connect(self._show_selected)
        theme.changed.connect(self._refresh)
        self._show_selected()

    def show_live(self, live: Live | None) -> None:
        """Where the simulation stands, for the values below guards; ``None`` when none runs."""
        self.room.show_live(live)

    def event(self, event: QEvent) -> bool:
        return claims_help(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1:
            self.help_wanted.emit(self._kind(self.room.selection.only or ()))
        else:
            super().keyPressEvent(event)

    def _show_selected(self) -> None:
        paths = self.room.selection.paths
        path = paths[0] if len(paths) == 1 else ()
        wanted: object = (form_for(path), path) if len(paths) <= 1 else paths
        if wanted != self._shown:
            self._shown = wanted
            self._build(path, paths)
        else:
            self._refresh()

    def _build(self, path: Path, paths: tuple[Path, ...]) -> None:
        clear(self._scroller.column)
        self._form = None
        if len(paths) > 1:
            self._scroller.column.addWidget(Several(self.room, paths))
        elif self.room.snapshot.workflow is None:
            scenario = self.room.snapshot.is_scenario
            sentence = messages.NO_FORM_OF_SCENARIO if scenario else messages.NOTHING_TO_INSPECT
            self._scroller.column.addWidget(Empty(sentence))
        else:
            form = form_for(path)
            self._form = form(self.room, path)
            self._scroller.column.addWidget(self._form)
        self._scroller.column.addStretch(1)
        self._scroller.verticalScrollBar().setValue(0)
        self._show_head(path if len(paths) <= 1 else None)

    def _refresh(self) -> None:
        stale = self.room.snapshot.stale
        self._stale.setVisible(stale and not self.room.snapshot.is_scenario)
        self._scroller.setEnabled(not stale)
        paths = self.room.selection.paths
        path = paths[0] if len(paths) == 1 else ()
        if self._form is None and len(paths) <= 1 and self.room.snapshot.workflow is not None:
            self._build(path, paths)
        elif self._form is not None and not stale:
            if self._form.path != path and len(paths) <= 1:
                self._show_selected()
                return
            if self._form.path == () or self.room.snapshot.parsed.span(self._form.path) is not None:
                self._form.refresh()
        self._show_head(path if len(paths) <= 1 else None)

    def _show_head(self, path: Path | None) -> None:
        """The way from the machine to the element, each step to click, and what it is."""
        clear(self._crumbs)
        clear(self._title)
        if path is None or self.room.snapshot.is_scenario:
            return
        for step in steps_to(path):
            crumb = button(self._words(step), partial(self.room.open, step), role="link")
            crumb.setCursor(Qt.CursorShape.PointingHandCursor)
            self._crumbs.addWidget(crumb)
            self._crumbs.addWidget(label(" › ", "soft"))
        if path:
            self._crumbs.addWidget(label(self._words(path)))
        self._crumbs.addStretch(1)
        self._title.addWidget(heading(messages.ELEMENTS[self._kind(path)]))
        workflow = self.room.workflow
        if len(path) == 2 and path[0] == "states" and workflow and path[1] in workflow.states:
            look = look_of(workflow.states[str(path[1])])
            self._title.addStretch(1)
            self._title.addWidget(Glyph(look, self.room.theme))
            self._title.addWidget(label(look.words, "soft"))
        self._title.addStretch(1 if len(path) != 2 else 0)

    def _words(self, path: Path) -> str:
        if not path:
            return self.room.workflow.name if self.room.workflow else messages.MACHINE
        return element_words(path, self.room.workflow)

    def _kind(self, path: Path) -> str:
        return kind_of(path)


class Several(QWidget):
    """What can be done with several selected elements at once."""

    def __init__(self, room: Room, paths: tuple[Path, ...]) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(heading(messages.several(len(paths))))
        for path in paths[:12]:
            column.addWidget(
                button(element_words(path, room.workflow), partial(room.open, path), role="flat"),
                0,
                Qt.AlignmentFlag.AlignLeft,
            )
        if len(paths) > 12:
            column.addWidget(label(messages.and_more(len(paths) - 12), "soft"))
        column.addWidget(
            button(messages.DELETE_ALL, lambda: room.apply(DeleteElements(paths))), 0, Qt.AlignmentFlag.AlignLeft
        )


def kind_of(path: Path) -> str:
    """Which form an element has: state, transition, requirement, timer, field, agent, user, command, migration."""
    match path:
        case ("states", _, "transitions", _, *_):
            return "transition"
        case ("states", _, "requires", _, *_):
            return "requirement"
        case ("states", _, "timers", _, *_):
            return "timer"
        case ("states", _, *_):
            return "state"
        case ("context", _, *_):
            return "field"
        case ("agents", _, *_):
            return "agent"
        case ("users", _, *_):
            return "user"
        case ("commands", _, *_):
            return "command"
        case ("migrations", _, *_):
            return "migration"
    return "machine"


_FORMS: dict[str, type[Form]] = {
    "machine": MachineForm,
    "state": StateForm,
    "transition": TransitionForm,
    "requirement": RequirementForm,
    "timer": TimerForm,
    "field": FieldForm,
    "agent": AgentForm,
    "user": UserForm,
    "command": CommandForm,
    "migration": MigrationForm,
}


def form_for(path: Path) -> type[Form]:
    return _FORMS[kind_of(path)]


def steps_to(path: Path) -> list[Path]:
    """The elements above ``path``, the machine first."""
    if not path:
        return []
    steps: list[Path] = [()]
    if len(path) > 2 and path[0] == "states":
        steps.append(path[:2])
    return steps
