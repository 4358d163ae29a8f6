"""Pens and brushes of one theme, made once."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from designer.canvas.views import Kind
from designer.theme import Tokens, mix

NO_PEN = QPen(Qt.PenStyle.NoPen)
NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


class Ink:
    """What the drawing is painted with."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.card = QBrush(tokens.card)
        self.drawer = QBrush(mix(tokens.card, tokens.canvas, 0.55))
        self.rim = QBrush(mix(tokens.line, tokens.control, 0.28))
        self.hair = pen(tokens.line, 1.0)
        self.chip = QBrush(mix(tokens.line, tokens.control, 0.15))
        self.optional = pen(tokens.control, 1.0, Qt.PenStyle.DashLine)
        self.missing = pen(tokens.control, 1.2, Qt.PenStyle.DashLine)
        self.edge = pen(tokens.edge, 1.4)
        self.timer = pen(tokens.edge, 1.4, Qt.PenStyle.DashLine)
        self.thin = _thin(self.edge)
        self.thin_timer = _thin(self.timer)
        self.arrow = QBrush(tokens.edge)
        self.text = pen(tokens.text, 1.0)
        self.soft = pen(tokens.soft, 1.0)
        self.disc = QBrush(tokens.disc)
        self.on_disc = pen(tokens.on_disc, 1.0)
        self.shadow = QBrush(mix(tokens.canvas, tokens.shadow, tokens.shadow.alphaF()))
        self.start = QBrush(tokens.text)

    def kind(self, kind: Kind) -> QColor:
        """The colour of a kind of state, or of who contributes."""
        color = self.tokens.soft if kind is Kind.MISSING else getattr(self.tokens, kind.value)
        assert isinstance(color, QColor)
        return color

    def edge_pen(self, color: QColor | None, *, width: float = 1.4, dashed: bool = False, thin: bool = False) -> QPen:
        if color is None and thin:
            return self.thin_timer if dashed else self.thin
        if color is None:
            return self.timer if dashed else self.edge
        return pen(color, width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)


def _thin(of: QPen) -> QPen:
    """The pen as thin as a pixel at any scale: the one kind that is quick to draw."""
    made = QPen(of)
    made.setWidthF(1.0)
    made.setCosmetic(True)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made


def framed(
    painter: QPainter, rect: QRectF, radius: float, rim: QBrush | QColor, fill: QBrush, width: float = 1.0
) -> None:
    """A rounded surface with a rim inside ``rect``: two shapes are filled in a third of the time one is stroked."""
    painter.setPen(NO_PEN)
    painter.setBrush(rim)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setBrush(fill)
    painter.drawRoundedRect(rect.adjusted(width, width, -width, -width), radius - width, radius - width)


def pen(color: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    made = QPen(QBrush(color), width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    if style is Qt.PenStyle.DashLine:
        made.setDashPattern([3.2, 2.6])
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made
