"""Pictures of the machine in front as files and on paper."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject
from PySide6.QtGui import QPagedPaintDevice

from designer import messages
from designer.canvas.picture import FORMATS, draw
from designer.canvas.picture.printing import print_sheet
from designer.canvas.sheet import Sheet
from designer.document.disk import Disk
from designer.document.file import FileProblem, write_data
from designer.document.ports import FileChoice
from designer.notices import Choice, Kind, Notice
from designer.page import Page

PICTURE = "picture"


class Pictures(QObject):
    """``folder`` is where files are suggested; ``today`` what stands on printed pages."""

    def __init__(
        self,
        choice: FileChoice,
        disk: Disk,
        folder: Callable[[], pathlib.Path],
        parent: QObject,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(parent)
        self._choice, self._disk, self._folder, self._today = choice, disk, folder, today

    def export(self, page: Page, *, selected: bool = False) -> None:
        """Write all of the drawing, or the selected states, in the theme that is on, as what the file's ending says."""
        path = self._choice.to_save(self._folder() / f"{messages.file_stem(page.machine.title)}.svg")
        if path is None:
            return
        kind = path.suffix.removeprefix(".").lower()
        if kind not in FORMATS:
            page.bars.show_notice(Notice(PICTURE, messages.no_picture_format(path.name), Kind.WARNING))
            return
        tokens = page.theme.tokens

        def take(sheet: Sheet, title: str) -> None:
            self._write(page, path, draw(sheet, tokens, kind, title))

        page.canvas.pictures.draw(page.canvas.commands.states if selected else (), take)

    def print(self, page: Page, *, tiles: bool = False) -> None:
        """Print the drawing on one page, or at its size on as many as it takes."""
        device = self._choice.to_print(page.machine.title)
        if device is not None:
            page.canvas.pictures.draw((), lambda sheet, title: self._print(page, device, sheet, title, tiles))

    def _write(self, page: Page, path: pathlib.Path, data: bytes) -> None:
        try:
            write_data(data, path, self._disk)
        except FileProblem as problem:
            again = Choice(messages.TRY_AGAIN, lambda: self._write(page, path, data))
            page.bars.show_notice(Notice(PICTURE, str(problem), Kind.ERROR, (again,)))
        else:
            page.bars.show_notice(Notice(PICTURE, messages.picture_saved(path.name), brief=True))

    def _print(self, page: Page, device: QPagedPaintDevice, sheet: Sheet, title: str, tiles: bool) -> None:
        count = print_sheet(device, sheet, title, self._today(), tiles=tiles)
        if count:
            page.bars.show_notice(Notice(PICTURE, messages.printed(count), brief=True))
        else:
            page.bars.show_notice(Notice(PICTURE, messages.NOT_PRINTED, Kind.ERROR))
