"""Icons: the shipped outlines, tinted with a theme's colours and sharp at every scale."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from designer.theme.resources import resource


def icon(name: str, color: QColor, disabled: QColor | None = None) -> QIcon:
    """The icon ``resources/icons/<name>.svg`` in ``color``; faint, or ``disabled``, where it cannot be used.

    Raises ``FileNotFoundError`` for a name that is not shipped.
    """
    faint = QColor(color)
    faint.setAlpha(90)
    return QIcon(_Tinted(name, color.name(), (disabled or faint).name(QColor.NameFormat.HexArgb)))


def icon_names() -> tuple[str, ...]:
    """All icons there are, sorted."""
    return tuple(sorted(path.stem for path in resource("icons").glob("*.svg")))


@lru_cache(maxsize=512)
def _outline(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, color: str) -> QSvgRenderer:
    tint = QColor(color)
    paint = f'{tint.name()}" fill-opacity="{tint.alphaF():.3f}'
    return QSvgRenderer(QByteArray(_outline(name).replace("currentColor", paint).encode()))


def paint_icon(painter: QPainter, name: str, color: QColor, box: QRectF) -> None:
    """Draw an icon into ``box`` as vectors."""
    _renderer(name, color.name(QColor.NameFormat.HexArgb)).render(painter, box)


class _Tinted(QIconEngine):
    """Draws the outline anew at whatever size and scale is asked."""

    def __init__(self, name: str, color: str, disabled: str) -> None:
        super().__init__()
        _outline(name)
        self._name, self._color, self._disabled = name, color, disabled

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        color = self._disabled if mode == QIcon.Mode.Disabled else self._color
        _renderer(self._name, color).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        if pixmap.isNull():
            return pixmap
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _Tinted(self._name, self._color, self._disabled)
