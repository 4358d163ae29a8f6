"""A label that breaks its text anywhere rather than be wider than its panel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy

from designer.panels import messages


class WrapLabel(QLabel):
    """Plain text over as many lines as it needs; *Copy* in its menu gives the text as it is."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._laid_out(width)[1]) + 1

    def sizeHint(self) -> QSize:
        natural = max((self.fontMetrics().horizontalAdvance(line) for line in self.text().split("\n")), default=0) + 2
        width = min(natural, 260)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        layouts, height = self._laid_out(self.width())
        centred = self.alignment() & Qt.AlignmentFlag.AlignVCenter
        down = max(0.0, (self.height() - height) / 2) if centred else 0.0
        for layout, top in layouts:
            layout.draw(painter, QPointF(0, top + down))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(messages.COPY, lambda: QGuiApplication.clipboard().setText(self.text()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def _laid_out(self, width: int) -> tuple[list[tuple[QTextLayout, float]], float]:
        """The lines for this width, a layout a paragraph with its top, and the height of all."""
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layouts, height = [], 0.0
        for paragraph in self.text().split("\n"):
            layout = QTextLayout(paragraph, self.font())
            layout.setTextOption(option)
            top = height
            layout.beginLayout()
            while (line := layout.createLine()).isValid():
                line.setLineWidth(max(20, width))
                line.setPosition(QPointF(0, height - top))
                height += line.height()
            layout.endLayout()
            layouts.append((layout, top))
        return layouts, height
