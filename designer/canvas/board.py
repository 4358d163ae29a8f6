"""The widget one draws on: paints the scene through a camera and turns Qt's events into gestures and keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from designer.canvas.camera import Camera
from designer.canvas.hits import Hit, Part
from designer.canvas.items.ink import Ink
from designer.canvas.items.text import DotPainter
from designer.canvas.reading import Reading, cards, handles, read
from designer.canvas.scene import Lists
from designer.canvas.stage import Stage
from designer.canvas.surface import Surface
from designer.canvas.tools.gesture import Gesture, Pointer
from designer.canvas.tools.tool import Hands
from designer.theme import Theme

NOTCH = 1.2
"""By how much one notch of the wheel zooms."""


class Board(QWidget):
    """Signals: ``menu_wanted`` (place on screen) for a context menu; ``escaped`` when Esc had nothing to end;
    ``hover_changed`` when another list is under the pointer.
    """

    menu_wanted = Signal(object)
    escaped = Signal()
    hover_changed = Signal()

    def __init__(
        self, stage: Stage, theme: Theme, above: Callable[[QPainter, Ink, Camera], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.stage = stage
        self.hands = Hands(stage)
        self.surface = Surface(stage.scene)
        self.keys: Callable[[QKeyEvent], bool] = lambda event: False
        self._theme = theme
        self._ink = Ink(theme.tokens)
        self._above = above
        self._gesture: Gesture | None = None
        self._last: Pointer | None = None
        self._space = False
        self.reached_by_key = False
        """Whether the keyboard came here by Tab, so that a frame must say so."""
        self.list_under: Lists | None = None
        """The list, folded or not, that the pointer is over."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        stage.redraw.connect(self.update)
        stage.camera_changed.connect(self.update)
        theme.changed.connect(self._dress)

    @property
    def ink(self) -> Ink:
        return self._ink

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way."""
        return self._gesture is not None

    def repaint_all(self) -> None:
        """The scene is another one."""
        self.surface.forget()
        self.update()

    def read(self) -> list[Reading]:
        """The texts that can be seen, and where."""
        hovered = None if self.stage.locked else self.hands.hovered
        return [*(handles(self.stage, hovered) if hovered is not None else ()), *read(self.stage)]

    def cards(self) -> list[Reading]:
        """The cards that can be seen, and where."""
        return list(cards(self.stage))

    def cancel(self) -> bool:
        """End the gesture under way and leave everything as it was; false when there is none."""
        gesture, self._gesture = self._gesture, None
        if gesture is None:
            return False
        gesture.cancelled()
        self._show_cursor()
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = DotPainter(self)
        self.surface.draw(painter, self.stage.camera, self.devicePixelRatioF(), self._ink)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self._above(painter, self._ink, self.stage.camera)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.stage.look(self.stage.camera.resized(self.width(), self.height()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self._gesture is not None:
            return
        pointer = self._pointer(event.position(), event.button(), event.modifiers())
        self._gesture = self.hands.begin(pointer, self._space)
        self._show_cursor()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pointer = self._pointer(event.position(), Qt.MouseButton.NoButton, event.modifiers())
        self._last = pointer
        if self._gesture is not None:
            self._gesture = self._gesture.moved(pointer)
        else:
            self.hover(pointer)
        self._show_cursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.released(self._pointer(event.position(), event.button(), event.modifiers()))
            self.update()
        self._show_cursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.hands.double(self._pointer(event.position(), event.button(), event.modifiers()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._gesture is None:
            self.menu_wanted.emit(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel zooms at the cursor; two fingers, and a wheel with Shift, move the drawing."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        camera = self.stage.camera
        if not pixels.isNull() and not ctrl:
            self.stage.look(camera.panned(pixels.x(), pixels.y()))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.stage.look(camera.panned(angle.y() or angle.x(), 0))
        elif angle.y():
            at = (event.position().x(), event.position().y())
            least = camera.least_for(self.stage.scene.sheet.bounds)
            self.stage.look(camera.zoomed(NOTCH ** (angle.y() / 120), at, least))
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Tab walks between states, and leaves the canvas only after the last one."""
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self.keys(event):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if not self.cancel():
                self.escaped.emit()
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self._show_cursor()
        elif self._gesture is not None or not self.keys(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_cursor()
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.reached_by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._last = None
        self.hands.hovered = None
        self.update()

    def hover(self, pointer: Pointer) -> None:
        """Show what the card under the pointer offers."""
        found = self.stage.hit(pointer.world)
        hovered = self.hands.hovered
        if found is not None and self.stage.can_leave(found.state) and (len(found.path) == 2 or found.link is None):
            self.hands.hovered = found.state
        elif hovered is not None and not self._near(hovered, pointer):
            self.hands.hovered = None
        self._note_list(found)
        self.update()

    def _note_list(self, found: Hit | None) -> None:
        which: Lists | None = None
        if found is not None and found.link is not None:
            which = found.link
        elif found is not None and (found.part is Part.LOOPS or (len(found.path) > 2 and found.link is None)):
            which = found.state
        if which is not None and not self.stage.scene.has_list(which):
            which = None
        if which != self.list_under:
            self.list_under = which
            self.hover_changed.emit()

    @property
    def pointer(self) -> Pointer | None:
        """Where the mouse is, ``None`` when it is elsewhere."""
        return self._last

    def _near(self, name: str, pointer: Pointer) -> bool:
        box = self.stage.scene.sheet.drawing.boxes.get(name)
        return box is not None and box.grown(30).holds(pointer.world)

    def _show_cursor(self) -> None:
        if self._gesture is not None:
            self.setCursor(self._gesture.cursor)
        elif self._space:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()

    def _pointer(self, position: QPointF, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> Pointer:
        screen = (position.x(), position.y())
        held = Qt.KeyboardModifier
        return Pointer(
            self.stage.camera.to_world(screen),
            screen,
            button,
            bool(modifiers & held.ShiftModifier),
            bool(modifiers & held.ControlModifier),
            bool(modifiers & held.AltModifier),
        )

    def _dress(self) -> None:
        self._ink = Ink(self._theme.tokens)
        self.repaint_all()
