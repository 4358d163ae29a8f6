"""Puts a picture on the clipboard, its layout made by the worker process."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from designer.canvas.layout.client import LayoutWorker
from designer.canvas.layout.order import Laid
from designer.canvas.picture.formats import to_image, to_png, to_svg
from designer.canvas.picture.subject import Subject, order_for, sheet_for
from designer.theme import Tokens


class PictureCopier(QObject):
    """Signals: ``copied`` when a picture is on the clipboard."""

    copied = Signal()

    def __init__(self, worker: LayoutWorker, parent: QObject) -> None:
        super().__init__(parent)
        self._worker = worker
        self._waiting: dict[int, tuple[Subject, Tokens]] = {}
        worker.finished.connect(self._take)

    def copy(self, subject: Subject, tokens: Tokens) -> None:
        """Put it on the clipboard as SVG, PNG and image, as soon as it is laid out."""
        self._waiting[self._worker.submit(order_for(subject)[2])] = (subject, tokens)

    def _take(self, number: int, laid: Laid | None, failure: str) -> None:
        subject, tokens = self._waiting.pop(number, (None, None))
        if subject is None or tokens is None or laid is None:
            return
        sheet = sheet_for(subject, laid)
        data = QMimeData()
        data.setImageData(to_image(sheet, tokens))
        data.setData("image/svg+xml", QByteArray(to_svg(sheet, tokens, subject.title)))
        data.setData("image/png", QByteArray(to_png(sheet, tokens, subject.title)))
        QGuiApplication.clipboard().setMimeData(data)
        self.copied.emit()
