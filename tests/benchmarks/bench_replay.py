"""Replay from a journal: events a second, many runs on two processes, the list in the window, a long run in it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from engine.reducer import SECOND, Actor, Contribution
from engine.runtime import open_journal
from engine.runtime.replay import open_source, replay, replay_many
from tests.benchmarks.figure import Figure
from tests.generators.journals import definitions, fill, machine_texts

ROUNDS = 5
RUNS = 10_000
LONG = 12_500
"""Contributions to the long run: four events each."""
FRAMES = 60
ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")
FAST = Path("/dev/shm")
"""Memory, where the system has it: what is measured is replay, and not the disk."""


def figures() -> Iterator[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(dir=FAST if FAST.is_dir() else None) as folder:
        long = Path(folder) / "long.db"
        _long(long)
        seconds, events = _best(lambda: _replayed(long), process_time)
        yield Figure("replay from a journal, one core", events / seconds, "events/s", guide="≥ 100,000")
        many = Path(folder) / "many.db"
        with open_journal(many, clock=None) as journal:
            fill(journal, RUNS)
        runs = [row.run for row in _rows(many)]
        one = min(_timed(lambda: _all(many, runs, 1)) for _ in range(2))
        two = min(_timed(lambda: _all(many, runs, 2)) for _ in range(2))
        yield Figure("10,000 runs, two processes beside one", two, "s", one, one / two, at_least=1.7)
        yield from _window(many, long)


def _long(path: Path) -> None:
    """One run of some fifty thousand events."""
    definition = definitions()["delegated-review"]
    with open_journal(path, clock=None) as journal:
        journal.create(definition, run="long", at=0, text=machine_texts()["delegated-review"])
        for number in range(LONG):
            actor, values = ((ENVOY, {"draft": "a text"}), (REVIEWER, {"verdict": "changes"}))[number % 2]
            journal.contribute("long", Contribution(f"c{number}", actor, values, at=number * 3_600 * SECOND))


def _replayed(path: Path) -> int:
    source = open_source(str(path))
    outcome = replay(source.run("long"))
    source.close()
    assert outcome.kind == "same", outcome
    return outcome.events


def _rows(path: Path) -> Any:
    source = open_source(str(path))
    rows = source.rows()
    source.close()
    return rows


def _all(path: Path, runs: list[str], workers: int) -> None:
    outcomes = [outcome for some in replay_many(str(path), runs, workers=workers) for outcome in some]
    assert {outcome.kind for outcome in outcomes} == {"same"}


def _window(many: Path, long: Path) -> Iterator[Figure]:
    """What a person waits for: the list, its filter, a long run opened and scrubbed."""
    from PySide6.QtWidgets import QApplication

    from designer.replay.recorded import rebuilt
    from designer.replay.runs_model import RunsModel

    app = QApplication.instance() or QApplication([])
    model = RunsModel(lambda: 0)
    listed, _ = _best(lambda: model.show_rows(_rows(many)), perf_counter)
    yield Figure("10,000 runs listed", listed, "s", at_most=1)
    filtered, _ = _best(lambda: model.filter("supplier review", "parked"), perf_counter)
    yield Figure("10,000 runs filtered", filtered, "s", at_most=0.1)
    source = open_source(str(long))
    opened, recorded = _best(lambda: rebuilt(source.run("long"), lambda name: None), perf_counter, rounds=2)
    yield Figure("50,000 events opened", opened, "s", at_most=2)
    source.close()
    yield Figure("50,000 events scrubbed", _scrubbed(recorded, app), "frames/s", at_least=30)


def _scrubbed(recorded: Any, app: Any) -> float:
    """Frames a second while the place in the run changes: diagram, simulator and events follow each."""
    from designer.app import Designer
    from designer.places import Places

    with tempfile.TemporaryDirectory() as folder:
        designer = Designer(Places(Path(folder) / "config", Path(folder) / "state"))
        designer.start([Path(__file__).parents[2] / "samples" / "delegated-review.yaml"])
        page = designer.desk.page
        assert page is not None
        page.simulation.show_recorded(recorded.session, recorded.way, 0, None)
        page.enter("replay")
        designer.front.show_current()
        panel: Any = page.panel("events")
        panel.show_recorded(recorded)
        designer.window.raise_dock("events")
        until = perf_counter() + 2
        while perf_counter() < until:
            app.processEvents()
        total = len(page.simulation.moments)
        began = perf_counter()
        for frame in range(FRAMES):
            page.simulation.go((frame * 379) % total)
            app.processEvents()
        rate = FRAMES / (perf_counter() - began)
        designer.window.close()
    return rate


def _best(work: Callable[[], Any], clock: Callable[[], float], rounds: int = ROUNDS) -> tuple[float, Any]:
    """The shortest time that the work took, and what it gave."""
    best, result = float("inf"), None
    for _ in range(rounds):
        began = clock()
        result = work()
        best = min(best, clock() - began)
    return best, result


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began
