"""Small parts every panel is made of: headings, cards, icon buttons, pills, what an empty panel says."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.panels.wraplabel import WrapLabel
from designer.theme import Theme

Act = Callable[[], object]
_SEMI = QFont.Weight.DemiBold


def heading(text: str) -> QLabel:
    """A section's heading, in capitals."""
    label = QLabel(text.upper())
    label.setProperty("role", "heading")
    label.setAccessibleName(text)
    return label


def label(text: str = "", role: str = "", *, code: bool = False, wrap: bool = False) -> QLabel:
    """A label in a dress of the style sheet: soft, error, warning, ok, title."""
    made = WrapLabel(text) if wrap else QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    if code:
        made.setProperty("code", "true")
    return made


def button(text: str, act: Act, *, primary: bool = False, role: str = "", name: str = "") -> QPushButton:
    """A push button; ``name`` is its accessible name where the text alone does not say enough."""
    made = PushButton(text)
    made.setAutoDefault(False)
    made.setAccessibleName(name or text)
    if primary:
        made.setProperty("primary", "true")
    if role:
        made.setProperty("role", role)
    made.clicked.connect(lambda: act())
    return made


class PushButton(QPushButton):
    """A push button that Enter presses as Space does."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class IconButton(QToolButton):
    """A tool button that keeps its icon in the theme's colours; its name is tooltip and accessible name."""

    def __init__(self, theme: Theme, icon: str, name: str, act: Act | None = None, colour: str = "soft") -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self._colour = colour
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setIconSize(QSize(16, 16))
        if act is not None:
            self.clicked.connect(lambda: act())
        theme.changed.connect(self._dress)
        self._dress()

    def shrink(self, size: int = 24) -> IconButton:
        """Make it a square of this side, for heads of cards and ends of rows."""
        self.setStyleSheet("padding: 0; min-height: 0; min-width: 0;")
        self.setFixedSize(size, size)
        self.setIconSize(QSize(size // 2 + 2, size // 2 + 2))
        return self

    def _dress(self) -> None:
        self.setIcon(self._theme.icon(self._icon, self._colour))


class Panel(QFrame):
    """The ground of a panel."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "panel")


class Pill(QWidget):
    """A short text on a soft round ground: an id, a count, a state of things."""

    def __init__(self, theme: Theme, text: str = "", ink: str = "error", ground: str = "error_soft") -> None:
        super().__init__()
        self._theme = theme
        self._text = text
        self._ink, self._ground = ink, ground
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        theme.changed.connect(self.update)

    def show_text(self, text: str, ink: str | None = None, ground: str | None = None) -> None:
        self._text = text
        self._ink, self._ground = ink or self._ink, ground or self._ground
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(pill_width(self._theme, self._text), 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_pill(QPainter(self), self._theme, QRectF(self.rect()), self._text, self._ink, self._ground)


def pill_width(theme: Theme, text: str) -> int:
    return QFontMetrics(theme.text_font(11, _SEMI)).horizontalAdvance(text) + 16


def paint_pill(painter: QPainter, theme: Theme, box: QRectF, text: str, ink: str, ground: str) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(getattr(theme.tokens, ground))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setPen(getattr(theme.tokens, ink))
    painter.setFont(theme.text_font(11, _SEMI))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Card(QFrame):
    """A rounded frame that can be focused and activated. Signals: ``activated`` by click, Enter or Space."""

    activated = Signal()

    def __init__(self, theme: Theme, *, active: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._border = "line"
        self._active = active
        self.setProperty("role", "card")
        if active:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(12, 8, 12, 8)
        self.body.setSpacing(4)
        theme.changed.connect(self.update)

    def show_border(self, token: str) -> None:
        """Draw the border in the colour of a token: ``error``, ``accent``, ``line``."""
        self._border = token
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(tokens.hover if self._active and self.underMouse() else tokens.card)
        border = "accent" if self.hasFocus() else self._border
        painter.setPen(getattr(tokens, border))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)

    def enterEvent(self, event: object) -> None:
        self.update()

    def leaveEvent(self, event: object) -> None:
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if (
            self._active
            and event.button() == Qt.MouseButton.LeftButton
            and self.rect().contains(event.position().toPoint())
        ):
            self.activated.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._active and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.activated.emit()
        else:
            super().keyPressEvent(event)


class Empty(QLabel):
    """What a panel with nothing in it says: what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("role", "soft")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setContentsMargins(12, 12, 12, 12)


class Scroller(QScrollArea):
    """A scrolling column without frame; ``column`` is its layout."""

    def __init__(self, margin: int = 12, spacing: int = 8) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = Panel()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(spacing)
        self.setWidget(inside)


def row(*parts: QWidget | None, spacing: int = 8) -> QHBoxLayout:
    """Widgets side by side; ``None`` is a stretch."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        else:
            layout.addWidget(part)
    return layout


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it go."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif item.layout() is not None:
            clear(item.layout())


def set_flag(widget: QWidget, name: str, value: str) -> None:
    """Set a property the style sheet reads, and dress the widget again when it is another."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def after_rest(owner: QObject, milliseconds: int, act: Act) -> QTimer:
    """A timer that acts once it has not been started again for this long."""
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer


def claims_help(event: QEvent) -> bool:
    """Take F1 from the window's own help, so that the widget with the focus tells what it is about."""
    claimed = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
    if not claimed or event.key() != Qt.Key.Key_F1 or event.modifiers():
        return False
    event.accept()
    return True
