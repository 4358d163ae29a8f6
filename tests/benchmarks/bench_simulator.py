"""The simulator: how fast the autopilot answers in its process, and how long a step of a long run takes to be shown."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.benchmarks.figure import Figure
from tests.cases import CASES

LONG_RUN = 50_000
SAMPLES = 15
PATIENCE_S = 60


def figures() -> Iterator[Figure]:
    from PySide6.QtWidgets import QApplication

    from designer.document import Document
    from designer.panels.simulator import Simulation, Simulator
    from designer.panels.simulator.flying import Pilot
    from designer.panels.timeline import Timeline
    from designer.theme import Theme

    app = QApplication.instance() or QApplication([])
    theme = Theme("light")
    simulation = Simulation(Document.of_text((CASES / "features" / "delegated_review.yaml").read_text("utf-8")))
    parts = [Simulator(simulation, theme), Timeline(simulation, theme)]
    for part in parts:
        part.resize(700, 400)
        part.show()
    simulation.start()
    pilot = Pilot(simulation)
    start = time.perf_counter()
    pilot.begin(1, LONG_RUN)
    longest = 0.0
    while pilot.busy and time.perf_counter() - start < PATIENCE_S:
        before = time.perf_counter()
        app.processEvents()
        longest = max(longest, time.perf_counter() - before)
    whole = time.perf_counter() - start
    assert pilot.landed is not None
    assert pilot.landed.inputs == LONG_RUN
    rate = pilot.landed.inputs / pilot.landed.seconds
    yield Figure("autopilot, in its process", rate, "answers/s", at_least=50_000)
    yield Figure(f"autopilot: {LONG_RUN:,} answers taken over and shown", whole, "s")
    yield Figure("autopilot: longest the window is held", longest * 1_000, "ms", guide="guide 50")
    app.processEvents()

    def scrub(number: int) -> float:
        before = time.perf_counter()
        simulation.go(number * 19_993 % len(simulation.moments))
        app.processEvents()
        return (time.perf_counter() - before) * 1_000

    scrub(0)
    took = statistics.median(scrub(number) for number in range(1, SAMPLES))
    yield Figure(f"simulator: a step shown in a run of {LONG_RUN:,}", took, "ms", at_most=33)
