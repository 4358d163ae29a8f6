"""What floats over the drawing: the tool strip at the left; zoom, fit and the minimap at the lower right; progress."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QToolButton, QVBoxLayout, QWidget

from designer.canvas import messages
from designer.canvas.geometry import Box
from designer.canvas.looking import Looking
from designer.canvas.stage import Stage
from designer.canvas.tools.tool import Tool
from designer.theme import Theme

MANY = 10
"""From so many states on the minimap is always there."""
TOOLS = ((Tool.SELECT, "cursor", "V"), (Tool.STATE, "rectangle", "S"), (Tool.CONNECT, "arrow-up-right", "C"))


class Floating(QFrame):
    """A small panel over the drawing."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setProperty("role", "floating")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.theme = theme
        self._icons: list[tuple[QToolButton | QPushButton, str]] = []
        theme.changed.connect(self._dress)

    def button(self, icon: str, tip: str, does: Callable[[], object]) -> QToolButton:
        """A tool button with its name as tooltip and for screen readers."""
        made = QToolButton(self)
        made.setIconSize(QSize(18, 18))
        made.setFixedSize(34, 34)
        made.setToolTip(tip)
        made.setAccessibleName(tip.split("  ")[0])
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.clicked.connect(does)
        self._icons.append((made, icon))
        made.setIcon(self.theme.icon(icon))
        return made

    def _dress(self) -> None:
        for made, icon in self._icons:
            made.setIcon(self.theme.icon(icon))


class Strip(Floating):
    """Signals: ``chosen`` (Tool)."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, theme: Theme, arrange: Callable[[], object]) -> None:
        super().__init__(parent, theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(2)
        self._buttons: dict[Tool, QToolButton] = {}
        for tool, icon, key in TOOLS:
            made = self.button(
                icon, f"{messages.TOOLS[tool.value]}  {key}", lambda _=False, t=tool: self.chosen.emit(t)
            )
            made.setCheckable(True)
            self._buttons[tool] = made
            layout.addWidget(made)
        layout.addWidget(self.button("tree-structure", f"{messages.ARRANGE}  Ctrl+Shift+L", lambda: arrange()))
        self.show_tool(Tool.SELECT)

    def show_tool(self, tool: Tool) -> None:
        """Press the button of the tool in hand."""
        for other, made in self._buttons.items():
            made.setChecked(other is tool)


class Minimap(QWidget):
    """The whole drawing, small, and which part of it is seen; a press or a drag looks elsewhere."""

    SIZE = QSize(168, 96)

    def __init__(self, parent: QWidget, stage: Stage, theme: Theme) -> None:
        super().__init__(parent)
        self._stage, self._theme = stage, theme
        self.setFixedSize(self.SIZE)
        self.setAccessibleName(messages.MINIMAP)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        stage.camera_changed.connect(self.update)
        stage.redraw.connect(self.update)

    @property
    def useful(self) -> bool:
        """Whether part of the drawing is out of sight, or there is much of it."""
        bounds = self._stage.scene.sheet.bounds
        if len(self._stage.scene.projection.states) >= MANY:
            return True
        return bounds.w > 0 and not self._stage.camera.seen.grown(4).encloses(bounds)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale, dx, dy = self._view()
        scene = self._stage.scene
        painter.setPen(Qt.PenStyle.NoPen)
        by_kind: dict[str, list[QRectF]] = {}
        for name, box in scene.sheet.drawing.boxes.items():
            color = tokens.soft.name() if scene.faint(name) else self._color(name)
            by_kind.setdefault(color, []).append(
                QRectF(box.x * scale + dx, box.y * scale + dy, max(2.0, box.w * scale), max(1.5, box.h * scale))
            )
        for color, rects in by_kind.items():
            painter.setBrush(QColor(color))
            painter.drawRects(rects)
        seen = self._stage.camera.seen
        fill = QColor(tokens.accent)
        fill.setAlpha(26)
        painter.setBrush(fill)
        painter.setPen(QPen(tokens.accent, 1.2))
        frame = QRectF(seen.x * scale + dx, seen.y * scale + dy, seen.w * scale, seen.h * scale)
        painter.drawRoundedRect(frame.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1)), 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._look_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look_at(event.position())

    def _look_at(self, place: QPointF) -> None:
        scale, dx, dy = self._view()
        camera = self._stage.camera
        x, y = (place.x() - dx) / scale, (place.y() - dy) / scale
        seen = camera.seen
        self._stage.look(camera.panned((seen.cx - x) * camera.scale, (seen.cy - y) * camera.scale))

    def _view(self) -> tuple[float, float, float]:
        bounds = self._stage.scene.sheet.bounds
        box = bounds.united(Box(bounds.cx, bounds.cy, 1, 1))
        scale = min((self.width() - 12) / max(1.0, box.w), (self.height() - 12) / max(1.0, box.h))
        return scale, self.width() / 2 - box.cx * scale, self.height() / 2 - box.cy * scale

    def _color(self, name: str) -> str:
        tokens, kind = self._theme.tokens, self._stage.scene.projection.states[name].kind.value
        color = getattr(tokens, kind, tokens.soft)
        return str(color.name())


class ZoomBar(Floating):
    """Out, the scale, in, fit; above them the minimap while part of the drawing is out of sight.

    Signals: ``resized`` when the minimap comes or goes.
    """

    resized = Signal()

    def __init__(self, parent: QWidget, stage: Stage, theme: Theme, looking: Looking) -> None:
        super().__init__(parent, theme)
        self._stage = stage
        self.minimap = Minimap(self, stage, theme)
        self._scale = QPushButton(self)
        self._scale.setProperty("role", "flat")
        self._scale.setAccessibleName(messages.ACTUAL_SIZE)
        self._scale.setToolTip(f"{messages.ACTUAL_SIZE}  Ctrl+0")
        self._scale.setFixedWidth(64)
        self._scale.clicked.connect(looking.actual_size)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addStretch(1)
        row.addWidget(self.button("minus", f"{messages.ZOOM_OUT}  Ctrl+-", looking.zoom_out))
        row.addWidget(self._scale)
        row.addWidget(self.button("plus", f"{messages.ZOOM_IN}  Ctrl+=", looking.zoom_in))
        row.addWidget(self.button("frame-corners", f"{messages.FIT}  Ctrl+1", looking.fit))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(0)
        layout.addWidget(self.minimap, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(row)
        stage.camera_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        self._scale.setText(messages.percent(self._stage.camera.scale))
        if self.minimap.isVisibleTo(self) != self.minimap.useful:
            self.minimap.setVisible(self.minimap.useful)
            self.resized.emit()


class Progress(Floating):
    """That a layout is under way, with a way out."""

    def __init__(self, parent: QWidget, theme: Theme, cancel: Callable[[], object]) -> None:
        super().__init__(parent, theme)
        self._says = QLabel(self)
        bar = QProgressBar(self)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setFixedWidth(120)
        stop = QPushButton(messages.CANCEL, self)
        stop.setProperty("role", "flat")
        stop.clicked.connect(cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 6, 6)
        row.setSpacing(12)
        for widget in (self._says, bar, stop):
            row.addWidget(widget)
        self.hide()

    def begin(self, states: int) -> None:
        self._says.setText(messages.LAYING_OUT.format(states))
        self.adjustSize()
        self.show()
        self.raise_()
