"""Fields that open on the drawing: a name, a guard, a target, a requirement; Enter takes, Esc leaves all as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QStringListModel, Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from designer.canvas import messages
from designer.canvas.asking import contributors, read_asked
from designer.canvas.commands import connect_by_name
from designer.canvas.geometry import Box
from designer.canvas.labels import full_guard
from designer.canvas.metrics import HEADER, PAD_X, PAD_Y
from designer.canvas.stage import Stage
from designer.document.intents import AddRequirement, BranchOn, RenameState, SetGuards, SetValue
from designer.document.intents.canvas import Pinned
from designer.theme import Theme
from engine.diagnostics import Path

Take = Callable[[str], str]
"""What a field does with its text; gives the sentence that refuses it, or nothing."""


class Field(QWidget):
    """One line of text over the drawing, with a sentence below it when it is refused."""

    def __init__(self, board: QWidget, theme: Theme, name: str) -> None:
        super().__init__(board)
        self.line = QLineEdit(self)
        self.line.setAccessibleName(name)
        self._says = QLabel(self)
        self._says.setWordWrap(True)
        self._says.setAutoFillBackground(True)
        self._says.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.line)
        layout.addWidget(self._says)
        self._take: Take = lambda text: ""
        self._start = ""
        self._theme = theme
        self.line.installEventFilter(self)
        self.line.textEdited.connect(lambda text: self.say(""))
        self.line.returnPressed.connect(self._enter)

    def open(self, place: Box, text: str, take: Take, font: QFont, hint: str = "") -> None:
        """Show the field at a place of the window, the text selected."""
        self._take, self._start = take, text
        self.line.setFont(font)
        self.line.setPlaceholderText(hint)
        self.line.setText(text)
        self.say("")
        self.put(place)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.line.selectAll()

    def put(self, place: Box) -> None:
        """Stand at a place of the window, as far as it is inside."""
        parent = self.parentWidget()
        width = min(round(max(place.w, 180)), max(180, parent.width() - 16))
        self.setFixedWidth(width)
        self.adjustSize()
        x = min(max(8, round(place.x)), max(8, parent.width() - width - 8))
        y = min(max(8, round(place.y)), max(8, parent.height() - 40))
        self.move(QPoint(x, y))

    def say(self, sentence: str) -> None:
        """Show why the text was refused; an empty sentence takes it back."""
        self.line.setProperty("invalid", bool(sentence))
        self.line.style().polish(self.line)
        tokens = self._theme.tokens
        self._says.setStyleSheet(
            f"background: {tokens.error_soft.name()}; color: {tokens.error.name()};"
            " padding: 4px 8px; border-radius: 7px;"
        )
        self._says.setText(sentence)
        self._says.setVisible(bool(sentence))
        self.adjustSize()

    def offer(self, words: Sequence[str]) -> None:
        """Complete the text from these words."""
        # A child of the line would be deleted with ``setCompleter(None)``, in the middle of the key press that ends it.
        completer = QCompleter(QStringListModel(list(words), self), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.line.setCompleter(completer)

    def close_field(self) -> None:
        """Put the field away, the keyboard back on the drawing."""
        if self.isVisible():
            if (completer := self.line.completer()) is not None:
                self.line.setCompleter(None)
                completer.deleteLater()
            self.hide()
            self.parentWidget().setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.close_field()
            return True
        if event.type() == QEvent.Type.FocusOut and self.isVisible() and not self._completing():
            self._leave()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No key that the line has no use for means anything to the drawing below."""
        event.accept()

    def _completing(self) -> bool:
        completer = self.line.completer()
        return completer is not None and completer.popup().isVisible()

    def _enter(self) -> None:
        refusal = self._take(self.line.text())
        if refusal:
            self.say(refusal)

    def _leave(self) -> None:
        """Another place was clicked: a changed text is taken if it can be, and dropped if not."""
        text, start = self.line.text(), self._start
        self.hide()
        if text != start:
            self._take(text)


class Editors(QObject):
    """The fields of one board."""

    def __init__(self, stage: Stage, board: QWidget, theme: Theme) -> None:
        super().__init__(board)
        self._stage, self._board, self._theme = stage, board, theme
        self._field: Field | None = None
        self._offer: QWidget | None = None
        self._place: Callable[[], Box] = lambda: Box(0, 0, 0, 0)
        stage.editing = self
        stage.camera_changed.connect(self.follow)

    @property
    def open(self) -> bool:
        return self._field is not None and self._field.isVisible()

    def dismiss(self) -> bool:
        """Put away what is offered; false when nothing is."""
        offered = self._offer is not None
        self._withdraw()
        return offered

    def close(self) -> None:
        if self._field is not None:
            self._field.close_field()
        self._withdraw()

    def follow(self) -> None:
        """Keep the open field where what it is about is now."""
        if self._field is not None and self._field.isVisible():
            self._field.put(self._place())

    def name(self, state: str) -> None:
        """Rename a state in place; every reference follows."""
        stage = self._stage
        if stage.locked or not stage.is_state(state):
            return
        self._reveal(("states", state))

        def place() -> Box:
            box, scale = self._card(state), stage.camera.scale
            return Box(box.x + (PAD_X - 10) * scale, box.y + (PAD_Y + HEADER / 2) * scale - 16, box.w, 32)

        def take(text: str) -> str:
            outcome = stage.document.attempt(Pinned(RenameState(state, text), stage.standing))
            if outcome:
                self._done()
            return outcome.refusal

        self._show(messages.NAME_FIELD, place, state, take, self._theme.text_font(13, QFont.Weight.DemiBold))

    def guard(self, path: Path) -> None:
        """Edit the guard of a transition in place; an empty one leaves it unguarded."""
        stage = self._stage
        edge = stage.scene.edge(path[:4])
        if stage.locked or edge is None:
            return
        self._reveal(path)
        if edge.timer:
            self._delay(path[:4])
            return
        fields = (
            frozenset(stage.document.snapshot.workflow.context) if stage.document.snapshot.workflow else frozenset()
        )
        if len(edge.expressions) > 1:
            stage.hinted.emit(messages.SEVERAL_GUARDS)
            return

        def take(text: str) -> str:
            guards = (full_guard(text.strip(), fields),) if text.strip() else ()
            outcome = stage.document.attempt(SetGuards(str(path[1]), int(path[3]), guards))
            if outcome:
                self._done()
            return outcome.refusal

        before = edge.expressions[0] if edge.expressions else ""
        self._show(
            messages.GUARD_FIELD,
            lambda: self._at(path),
            before,
            take,
            self._theme.code_font(13),
            hint=messages.GUARD_HINT,
        )

    def target(self, state: str) -> None:
        """Ask where a new transition leads; a name nobody has makes a state."""
        stage = self._stage
        if stage.locked or not stage.can_leave(state):
            return
        self._reveal(("states", state))

        def place() -> Box:
            box = self._card(state)
            return Box(box.right + 14, box.cy - 16, 220, 32)

        def take(text: str) -> str:
            name = text.strip()
            if not name:
                return messages.NO_TARGET
            self.close()
            connect_by_name(stage, state, name)
            return ""

        names = [name for name in stage.scene.projection.states if stage.is_state(name)]
        self._show(messages.TARGET_FIELD, place, "", take, self._theme.text_font(13), names, messages.TARGET_HINT)

    def requirement(self, state: str) -> None:
        """Ask for a requirement: a field and who, whatever is unknown declared in the same step."""
        stage = self._stage
        if stage.locked or not stage.can_leave(state):
            return
        self._reveal(("states", state))

        def place() -> Box:
            box = self._card(state)
            return Box(box.x + 10, box.bottom + 6, 300, 32)

        def take(text: str) -> str:
            workflow = stage.document.snapshot.workflow
            asked = read_asked(text, workflow)
            if asked is None:
                return messages.NO_FIELD
            intent = AddRequirement(state, asked.field, asked.source, asked.members, required=asked.required)
            outcome = stage.document.attempt(Pinned(intent, stage.standing))
            if outcome:
                self._done()
                if asked.members:
                    self._offer_branches(state, asked.field, asked.members)
            return outcome.refusal

        words = self._asked_words()
        self._show(messages.REQUIREMENT_FIELD, place, "", take, self._theme.text_font(13), words, messages.ASK_HINT)

    def _delay(self, path: Path) -> None:
        """Edit when a timer fires."""
        stage = self._stage
        workflow = stage.document.snapshot.workflow
        if workflow is None:
            return
        before = workflow.states[str(path[1])].timers[int(path[3])].after

        def take(text: str) -> str:
            outcome = stage.document.attempt(SetValue((*path, "after"), text.strip(), "timer"))
            if outcome:
                self._done()
            return outcome.refusal

        self._show(messages.DELAY_FIELD, lambda: self._at(path), before, take, self._theme.code_font(13), hint="PT30M")

    def _asked_words(self) -> list[str]:
        workflow = self._stage.document.snapshot.workflow
        fields = list(workflow.context) if workflow is not None else []
        return [f"{field} {who}" for field in fields for who in contributors(workflow)]

    def _offer_branches(self, state: str, field: str, members: tuple[str, ...]) -> None:
        """Offer one guarded transition for each member."""
        bar = QWidget(self._board)
        bar.setObjectName("offer")
        tokens = self._theme.tokens
        bar.setStyleSheet(
            f"#offer {{ background: {tokens.card.name()}; border: 1px solid {tokens.line.name()};"
            " border-radius: 10px; }"
        )
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 8, 8, 8)
        row.addWidget(QLabel(messages.offer_branches(members)))
        yes, no = QPushButton(messages.ADD_BRANCHES), QPushButton(messages.NOT_NOW)
        yes.setProperty("primary", True)
        no.setProperty("role", "flat")
        yes.clicked.connect(lambda: self._branch(state, field, members))
        no.clicked.connect(self._withdraw)
        row.addWidget(yes)
        row.addWidget(no)
        bar.adjustSize()
        box = self._stage.camera.on_screen(self._stage.scene.sheet.box(state))
        x = min(max(8, round(box.x)), max(8, self._board.width() - bar.width() - 8))
        y = min(max(8, round(box.bottom + 10)), max(8, self._board.height() - bar.height() - 8))
        bar.move(x, y)
        bar.show()
        yes.setFocus(Qt.FocusReason.OtherFocusReason)
        self._offer = bar

    def _branch(self, state: str, field: str, members: tuple[str, ...]) -> None:
        self._withdraw()
        self._stage.apply(BranchOn(state, field, {member: member for member in members}))

    def _withdraw(self) -> None:
        if self._offer is not None:
            self._offer.hide()
            self._offer.deleteLater()
            self._offer = None
            self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reveal(self, path: Path) -> None:
        box = self._stage.scene.box_of(path)
        if box is not None:
            self._stage.look(self._stage.camera.revealing(box))

    def _card(self, state: str) -> Box:
        """A card's place in the window; the middle of the window once it is gone."""
        box = self._stage.scene.sheet.drawing.boxes.get(state)
        camera = self._stage.camera
        return camera.on_screen(box) if box is not None else Box(camera.width / 2, camera.height / 2, 0, 0)

    def _at(self, path: Path) -> Box:
        """Where the field of a transition opens: over its pill, or its row."""
        stage = self._stage
        box = stage.scene.box_of(path) or Box(0, 0, 0, 0)
        place = stage.camera.on_screen(box)
        width = max(260.0, place.w + 40)
        return Box(place.cx - width / 2, place.cy - 16, width, 32)

    def _show(
        self,
        name: str,
        place: Callable[[], Box],
        text: str,
        take: Take,
        font: QFont,
        words: Sequence[str] = (),
        hint: str = "",
    ) -> None:
        self._withdraw()
        if self._field is not None:
            self._field.hide()
            self._field.deleteLater()
        self._field = Field(self._board, self._theme, name)
        if words:
            self._field.offer(words)
        self._place = place
        self._field.open(place(), text, take, font, hint)

    def _done(self) -> None:
        if self._field is not None:
            self._field.close_field()
