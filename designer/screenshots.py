"""Pictures of the window for the README: the samples and some large machines, in both themes.

``python -m designer.screenshots FOLDER`` writes them; the window is a real one, drawn without a display.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QApplication

from designer.app import Designer
from designer.document.intents import SetGuards
from designer.places import Places
from designer.theme import samples

SIZE = (1440, 900)
PATIENCE_MS = 30_000
SETTLE_MS = 400
CASES = pathlib.Path(__file__).parent.parent / "tests" / "cases" / "machines"
LARGE = ("ppp_lcp", "morse_decoder")
SHOWN = "delegated-review"
DRAWN = ("states", "review", "transitions", 1)
MISTYPED = "context.verdict == 'change'"
ANSWERS = ("Add retry with backoff to the webhook client.", "changes", "Add retry with backoff and jitter.")


def main() -> int:
    """Write all pictures into the folder given on the command line."""
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as name:
        project = pathlib.Path(name) / "workflows"
        shutil.copytree(samples(), project)
        for theme in ("light", "dark"):
            for path in sorted(project.glob("*.yaml")):
                if not path.name.endswith(".scenario.yaml"):
                    _shoot(path, theme, folder, pathlib.Path(name) / "own")
            for stem in LARGE:
                _shoot(CASES / f"{stem}.yaml", theme, folder, pathlib.Path(name) / "own")
    return 0


def _shoot(path: pathlib.Path, theme: str, folder: pathlib.Path, own: pathlib.Path) -> None:
    places = own / f"{path.stem}-{theme}"
    designer = Designer(Places(places / "config", places / "state"))
    designer.desk.preferences.prefer(theme)
    designer.window.resize(*SIZE)
    designer.start([path])
    designer.window.resize(*SIZE)
    wait(lambda: at_rest(designer))
    designer.window.grab().save(str(folder / f"{path.stem}-{theme}.png"))
    if path.stem == SHOWN:
        for name, use in (("drawing", _draw), ("linting", _mistype), ("simulating", _simulate)):
            use(designer)
            wait(lambda: at_rest(designer))
            designer.window.grab().save(str(folder / f"{name}-{theme}.png"))
    designer.window.close()
    designer.deleteLater()


def _draw(designer: Designer) -> None:
    """A transition is selected, on the canvas and in the inspector."""
    page = designer.desk.page
    assert page is not None
    page.machine.selection.set([DRAWN])


def _mistype(designer: Designer) -> None:
    """Its guard names a value that does not exist."""
    page = designer.desk.page
    assert page is not None
    _, state, _, index = DRAWN
    page.machine.document.apply(SetGuards(state, index, (MISTYPED,)))


def _simulate(designer: Designer) -> None:
    """A run of the right machine that has come back to its first state once, seen by who is asked and why."""
    page = designer.desk.page
    assert page is not None
    page.machine.document.undo()
    page.machine.selection.set([])
    designer.desk.set_mode("simulate")
    for value in ANSWERS:
        simulation = page.simulation
        asked = simulation.here.waiting[0]
        why = simulation.here.why
        assert why is not None
        who = next(each.who[0] for each in why.routing.requirements if each.field == asked.field)
        simulation.contribute(asked.field, value, who)


def at_rest(designer: Designer) -> bool:
    page = designer.desk.page
    return page is not None and designer.front.settled and not page.machine.checks.busy and not page.canvas.busy


def wait(holds: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(PATIENCE_MS)
    while not holds():
        if deadline.hasExpired():
            raise TimeoutError("the drawing or its checks never came to rest")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    settling = QDeadlineTimer(SETTLE_MS)
    while not settling.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


if __name__ == "__main__":
    sys.exit(main())
