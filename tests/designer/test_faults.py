"""Bugs of the program itself: told, logged, and without the user's text."""

from __future__ import annotations

import logging
import pathlib
import sys

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from designer.faults import LOG_BYTES, LOG_FILES, Faults, log, report, start_log, stop_log

SECRET = "the machine's own text"


def fail() -> None:
    try:
        {}[SECRET]
    except KeyError as error:
        raise ValueError(SECRET) from error


def test_a_report_names_places_and_kinds_but_no_values() -> None:
    with pytest.raises(ValueError) as caught:
        fail()
    text = report(caught.value)
    assert "test_faults.py" in text
    assert "fail" in text
    assert "KeyError" in text
    assert "ValueError" in text
    assert SECRET not in text


class Bell(QObject):
    rung = Signal()


def test_an_exception_in_a_slot_is_told_and_logged(qapp: QApplication, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "log" / "statewright.log"
    handler = start_log(file)
    faults, told = Faults(), []
    faults.happened.connect(told.append)
    faults.catch()
    bell = Bell()
    bell.rung.connect(fail)
    try:
        bell.rung.emit()
    finally:
        faults.release()
        stop_log(handler)
    assert len(told) == 1
    assert "ValueError" in file.read_text()
    assert SECRET not in file.read_text()


def test_the_log_is_rotated(tmp_path: pathlib.Path) -> None:
    handler = start_log(tmp_path / "statewright.log")
    try:
        for _ in range(2 * LOG_BYTES // 1000):
            log.error("%s", "x" * 1000)
    finally:
        stop_log(handler)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert 1 < len(sizes) <= LOG_FILES + 1
    assert max(sizes) <= LOG_BYTES


def test_a_stopped_log_leaves_things_as_they_were(tmp_path: pathlib.Path) -> None:
    before = (sys.excepthook, log.propagate, list(log.handlers))
    stop_log(start_log(tmp_path / "statewright.log"))
    assert (sys.excepthook, log.propagate, list(log.handlers)) == before
    assert logging.getLogger("statewright") is log
