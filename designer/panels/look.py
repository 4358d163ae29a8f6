"""How things of the machine look in the panels: glyph, colour and words of states and of who contributes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from designer.panels import messages
from designer.theme import Theme, Tokens
from engine.dsl import Source, State, StateKind


@dataclass(frozen=True, slots=True)
class Look:
    """``glyph`` is disc, diamond, triangle, square or ring; ``token`` names its colour; ``words`` say the same."""

    glyph: str
    token: str
    words: str

    def colour(self, tokens: Tokens) -> QColor:
        colour: QColor = getattr(tokens, self.token)
        return colour


_PLAIN = {
    StateKind.WORK: Look("disc", "work", messages.WORK),
    StateKind.AUTOMATIC: Look("square", "automatic", messages.AUTOMATIC),
    StateKind.TERMINAL: Look("ring", "terminal", messages.TERMINAL),
}
_WAITS_FOR_PERSON = Look("triangle", "person", messages.WAITS_FOR_PERSON)
_WAITS_FOR_AGENT = Look("diamond", "agent", messages.WAITS_FOR_AGENT)
_WAITS_FOR_MACHINE = Look("diamond", "agent", messages.WAITS_FOR_MACHINE)
_SOURCES = {
    "driver": ("disc", "work"),
    "agent": ("diamond", "agent"),
    "user": ("triangle", "person"),
    "role": ("triangle", "person"),
    "tool": ("square", "automatic"),
    "system": ("square", "automatic"),
    "fsm": ("diamond", "agent"),
}


def look_of(state: State) -> Look:
    """A state's look by its kind; of those that wait, by whom they wait for."""
    if state.kind is not StateKind.WAITING:
        return _PLAIN[state.kind]
    kinds = {requirement.from_.kind for requirement in state.requires}
    if kinds & {"user", "role"}:
        return _WAITS_FOR_PERSON
    return _WAITS_FOR_AGENT if "agent" in kinds else _WAITS_FOR_MACHINE


def look_of_source(source: Source) -> Look:
    """Who contributes: ``driving agent``, a name, ``role approver``."""
    glyph, token = _SOURCES[source.kind]
    return Look(glyph, token, messages.who(source.kind, source.name))


def paint_glyph(painter: QPainter, glyph: str, colour: QColor, box: QRectF) -> None:
    """Draw a kind's shape so that all shapes weigh about the same."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    centre, size = box.center(), min(box.width(), box.height())
    match glyph:
        case "disc":
            painter.drawEllipse(centre, size * 0.38, size * 0.38)
        case "square":
            side = size * 0.68
            painter.drawRoundedRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side), 1.5, 1.5)
        case "diamond":
            reach = size * 0.48
            painter.drawPolygon(_corners(centre, ((0, -reach), (reach, 0), (0, reach), (-reach, 0))))
        case "triangle":
            reach = size * 0.46
            painter.drawPolygon(_corners(centre, ((0, -reach), (reach, reach * 0.8), (-reach, reach * 0.8))))
        case _:
            painter.drawEllipse(centre, size * 0.2, size * 0.2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, max(1.4, size * 0.12)))
            painter.drawEllipse(centre, size * 0.4, size * 0.4)
    painter.restore()


def glyph_icon(look: Look, tokens: Tokens, size: int = 14, scale: float = 2.0) -> QIcon:
    pixmap = QPixmap(QSize(round(size * scale), round(size * scale)))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_glyph(painter, look.glyph, look.colour(tokens), QRectF(0, 0, size, size))
    painter.end()
    return QIcon(pixmap)


class Glyph(QWidget):
    """A kind's shape as a small widget; its words are its accessible name."""

    def __init__(self, look: Look, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = look
        self.setFixedSize(14, 14)
        self.setAccessibleName(look.words)
        theme.changed.connect(self.update)

    def show_look(self, look: Look) -> None:
        self._look = look
        self.setAccessibleName(look.words)
        self.update()

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        paint_glyph(painter, self._look.glyph, self._look.colour(self._theme.tokens), QRectF(0, 0, 14, 14))


def _corners(centre: QPointF, offsets: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([QPointF(centre.x() + x, centre.y() + y) for x, y in offsets])
