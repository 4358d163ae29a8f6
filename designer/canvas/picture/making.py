"""Makes pictures of a machine in the window, their layout by the worker process, and puts them on the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from designer.canvas.layout.client import LayoutWorker
from designer.canvas.layout.order import Laid
from designer.canvas.picture.formats import to_image, to_png, to_svg
from designer.canvas.picture.subject import Subject, order_for, sheet_for, subject_of
from designer.canvas.sheet import Sheet
from designer.document import Document
from designer.theme import Tokens

Take = Callable[[Sheet, str], None]
"""What is done with a drawing and its title."""


class PictureMaker(QObject):
    """Draws the machine of a document whole, as it stands, and hands each finished drawing to who asked for it.

    Signals: ``copied`` when a picture is on the clipboard.
    """

    copied = Signal()

    def __init__(self, document: Document, worker: LayoutWorker, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._worker = worker
        self._waiting: dict[int, tuple[Subject, Take]] = {}
        worker.finished.connect(self._take)

    def draw(self, states: Collection[str], take: Take) -> None:
        """Call ``take`` with the drawing of these states, or of all where there are none, as soon as it is laid out."""
        snapshot = self._document.snapshot
        subject = subject_of(snapshot.workflow, snapshot.layout, states)
        self._waiting[self._worker.submit(order_for(subject)[2])] = (subject, take)

    def copy(self, states: Collection[str], tokens: Tokens) -> None:
        """Put it on the clipboard as SVG, PNG and image."""

        def take(sheet: Sheet, title: str) -> None:
            data = QMimeData()
            data.setImageData(to_image(sheet, tokens))
            data.setData("image/svg+xml", QByteArray(to_svg(sheet, tokens, title)))
            data.setData("image/png", QByteArray(to_png(sheet, tokens, title)))
            QGuiApplication.clipboard().setMimeData(data)
            self.copied.emit()

        self.draw(states, take)

    def _take(self, number: int, laid: Laid | None, failure: str) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is not None and laid is not None:
            subject, take = waiting
            take(sheet_for(subject, laid), subject.title)
