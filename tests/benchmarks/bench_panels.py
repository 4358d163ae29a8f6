"""What a person waits for in the panels: an edit, a selection."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.benchmarks.figure import Figure
from tests.cases import CASES

SAMPLES = 9


def figures() -> Iterator[Figure]:
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication([])
    yield from _editing(app.processEvents)


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


def _median(act: Callable[[int], None]) -> float:
    act(0)
    times = []
    for number in range(1, SAMPLES + 1):
        start = time.perf_counter()
        act(number)
        times.append((time.perf_counter() - start) * 1_000)
    return statistics.median(times)
