"""What a person feels: how soon the window stands, and how soon an edit is seen and the next can be made."""

from __future__ import annotations

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from tests.benchmarks.figure import Figure
from tests.cases import CASES

EDITS = 9
START = """
import sys, time
begun = time.monotonic()
import pathlib
from PySide6.QtWidgets import QApplication
application = QApplication([])
from designer.app import Designer
from designer.places import Places
from designer.theme import samples
own = pathlib.Path(sys.argv[1])
designer = Designer(Places(own / "config", own / "state"))
designer.start([samples() / "delegated-review.yaml"])
designer.window.grab()
shown = time.monotonic()
while designer.desk.page.canvas.busy:
    application.processEvents()
designer.window.grab()
print(shown - begun, time.monotonic() - shown)
designer.window.close()
"""


def figures() -> Iterator[Figure]:
    """Start of the window, then edits of a 100-state machine."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    shown, drawn = _started()
    yield Figure("window shown", shown, "s", at_most=1.0, guide="under a second")
    yield Figure("sample drawn after it", drawn, "s", at_most=0.5, guide="within another half second")
    planned, longest = _edited()
    yield Figure("edit to repaint, 100 states", planned, "ms", at_most=50, guide="within 50 ms")
    yield Figure("longest block after it", longest, "ms", at_most=50, guide="nothing blocks over 50 ms")


def _started() -> tuple[float, float]:
    """The best of three starts, the first of which fills the caches."""
    times = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as own:
            done = subprocess.run([sys.executable, "-c", START, own], check=True, capture_output=True, text=True)
        times.append(tuple(float(part) for part in done.stdout.split()))
    shown, drawn = min(times)
    return shown, drawn


def _edited() -> tuple[float, float]:
    """Median milliseconds of the interface's own work from an edit to its repaint, and in the longest event then."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from designer.app import Designer
    from designer.document.intents import SetGuards
    from designer.places import Places

    application = QApplication.instance() or QApplication([])
    repainted, longest = [], []
    with tempfile.TemporaryDirectory() as own:
        designer = Designer(Places(pathlib.Path(own, "config"), pathlib.Path(own, "state")))
        designer.start([CASES / "machines" / "morse_decoder.yaml"])
        machine, page = designer.bench.current, designer.desk.page
        assert machine is not None
        assert page is not None

        def rest(least: float) -> float:
            worst, until = 0.0, time.monotonic() + least
            while time.monotonic() < until or page.canvas.busy or machine.checks.busy:
                start = time.thread_time()
                application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
                worst = max(worst, time.thread_time() - start)
            return worst

        rest(1.0)
        for number in range(EDITS):
            start = time.thread_time()
            machine.document.apply(SetGuards("idle", 0, (f"context.symbol == 'dot' || {number} > 9",)))
            page.canvas.board.repaint()
            repainted.append(time.thread_time() - start)
            longest.append(rest(0.3))
        designer.window.close()
    return statistics.median(repainted) * 1000, statistics.median(longest) * 1000
