"""What the tests of the designer share: a window in folders of its own, with ports that tests can read and set."""

from __future__ import annotations

import gc
import itertools
import pathlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPagedPaintDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.document.disk import Disk
from designer.places import Places
from tests.cases import CASES
from tests.designer.disks import FaultyDisk
from tests.designer.driver import Driver

if TYPE_CHECKING:
    from designer.app import Designer

TESTS_BETWEEN_COLLECTIONS = 20
"""What a test leaves in circles would else never be collected: while the next one runs it is set aside."""


_ended = itertools.count(1)


@pytest.fixture(autouse=True)
def what_other_tests_left_is_not_looked_through() -> Iterator[None]:
    """Keep the collector, whose pauses count as the window's work, from the million objects of the tests before."""
    gc.freeze()
    yield
    gc.unfreeze()
    if next(_ended) % TESTS_BETWEEN_COLLECTIONS == 0:
        gc.collect()


class Board:
    """A clipboard of the test's own."""

    def __init__(self) -> None:
        self.content = ""

    def text(self) -> str:
        return self.content

    def set_text(self, text: str) -> None:
        self.content = text


@dataclass
class Answers:
    """Stands for the person in front of a file dialog; ``None`` or nothing stands for *Cancel*."""

    open: list[pathlib.Path] = field(default_factory=list)
    folder: pathlib.Path | None = None
    save: pathlib.Path | None = None
    trace: pathlib.Path | None = None
    journal: pathlib.Path | None = None
    address: str | None = None
    suggested: list[pathlib.Path] = field(default_factory=list)
    printer: QPagedPaintDevice | None = None

    def to_open(self, folder: pathlib.Path) -> list[pathlib.Path]:
        return self.open

    def folder_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        return self.folder

    def to_save(self, suggestion: pathlib.Path) -> pathlib.Path | None:
        self.suggested.append(suggestion)
        return self.save

    def trace_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        return self.trace

    def to_print(self, title: str) -> QPagedPaintDevice | None:
        return self.printer

    def journal_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        return self.journal

    def address_to_open(self) -> str | None:
        return self.address


@dataclass
class Session:
    """One start of the program."""

    designer: Designer
    driver: Driver
    board: Board
    answers: Answers
    disk: FaultyDisk
    running: bool = True

    def close(self) -> None:
        """Close the window as a person does."""
        self.designer.window.close()
        self._end()

    def kill(self) -> None:
        """Be gone without a word, as after ``kill -9``: what is not on disk by now is lost."""
        self.designer.keeping._timer.stop()
        self.designer.keeping._timer.blockSignals(True)
        self.designer.keeping._recovery.release()
        self.designer.worker.close()
        self.designer.pages.close()
        self.designer.window.blockSignals(True)
        self.designer.window.hide()
        self._end()

    def _end(self) -> None:
        self.running = False
        self.designer.faults.release()
        self.designer.window.deleteLater()
        self.designer.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


Start = Callable[..., Session]


@pytest.fixture(scope="session", autouse=True)
def emptied_clipboard(qapp: QApplication) -> Iterator[None]:
    """What a test leaves on the clipboard outlives Python where there is no display, and ends in a crash."""
    yield
    QApplication.clipboard().clear()


@pytest.fixture
def places(tmp_path: pathlib.Path) -> Places:
    return Places(config=tmp_path / "config", state=tmp_path / "state")


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """An empty folder for machines."""
    path = tmp_path / "machines"
    path.mkdir()
    return path


@pytest.fixture
def machine(folder: pathlib.Path) -> pathlib.Path:
    """A copy of the delegated review to work on."""
    path = folder / "delegated_review.yaml"
    shutil.copy(CASES / "features" / "delegated_review.yaml", path)
    return path


@pytest.fixture
def start(qapp: QApplication, places: Places) -> Iterator[Start]:
    """Start the program on some paths, as often as a test likes; each start finds what the one before left."""
    sessions: list[Session] = []

    def begin(*paths: pathlib.Path, disk: Disk | None = None) -> Session:
        import designer.panels.inspector
        import designer.panels.simulator.panel
        import designer.panels.timeline
        from designer.app import Designer

        board, answers, faulty = Board(), Answers(), FaultyDisk()
        designer = Designer(places, disk=disk or faulty, clipboard=board, choice=answers)
        designer.desk.preferences.prefer("light")
        designer.window.resize(1400, 875)
        designer.start(list(paths))
        designer.window.resize(1400, 875)
        QTest.qWaitForWindowExposed(designer.window)
        designer.window.activateWindow()
        session = Session(designer, Driver(designer.window), board, answers, faulty)
        session.driver.settle(0.05)
        sessions.append(session)
        return session

    yield begin
    for session in sessions:
        if session.running:
            session.kill()
