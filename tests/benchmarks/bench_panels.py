"""What a person waits for in the panels: an edit, a selection, a step through a long run."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.benchmarks.figure import Figure
from tests.cases import CASES

SAMPLES = 9
LONG_RUN = 20_000


def figures() -> Iterator[Figure]:
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication([])
    yield from _editing(app.processEvents)
    yield from _scrubbing(app.processEvents)


def _editing(settle: Callable[[], object]) -> Iterator[Figure]:
    from designer.document.intents import RenameState, SetValue
    from designer.panels.inspector import Inspector
    from designer.panels.outline import Outline
    from designer.panels.problems import Problems
    from designer.panels.source import Source
    from tests.designer.panels.bench import Bench

    bench = Bench((CASES / "machines" / "morse_decoder.yaml").read_text(encoding="utf-8"), checked=False)
    panels = [panel(*bench.parts) for panel in (Outline, Inspector, Problems, Source)]
    for panel in panels:
        panel.resize(400, 700)
        panel.show()
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    first, second, *_ = workflow.states
    bench.selection.set([("states", first)])
    settle()

    def edit(number: int) -> None:
        bench.document.apply(SetValue(("states", first, "description"), f"text {number}"))
        settle()

    def rename(number: int) -> None:
        states = bench.document.snapshot.workflow
        assert states is not None
        bench.document.apply(RenameState(list(states.states)[1], f"{second} {number}"))
        settle()

    def select(number: int) -> None:
        bench.selection.set([("states", first)] if number % 2 else [("states", first, "transitions", 0)])
        settle()

    for name, act in (("edit", edit), ("rename", rename), ("selection", select)):
        yield Figure(f"panels: {name} shown, 100 states", _median(act), "ms", at_most=50)


def _scrubbing(settle: Callable[[], object]) -> Iterator[Figure]:
    from designer.document import Document
    from designer.panels.simulator import Simulation, Simulator
    from designer.panels.simulator.autopilot import Autopilot
    from designer.panels.timeline import Timeline
    from designer.theme import Theme

    theme = Theme("light")
    simulation = Simulation(Document.of_text((CASES / "machines" / "ppp_lcp.yaml").read_text(encoding="utf-8")))
    parts = [Simulator(simulation, theme), Timeline(simulation, theme)]
    for part in parts:
        part.resize(700, 400)
        part.show()
    simulation.start()
    session = simulation.session
    assert session is not None
    pilot = Autopilot(session, 1, seeking=False)
    for _ in range(LONG_RUN):
        session = pilot.step(session) or session
    simulation.show_session(session)
    settle()

    def scrub(number: int) -> None:
        simulation.go(number * 1_999 % len(simulation.moments))
        settle()

    yield Figure(f"simulator: a step shown in a run of {LONG_RUN:,}", _median(scrub), "ms", at_most=33)


def _median(act: Callable[[int], None]) -> float:
    act(0)
    times = []
    for number in range(1, SAMPLES + 1):
        start = time.perf_counter()
        act(number)
        times.append((time.perf_counter() - start) * 1_000)
    return statistics.median(times)
