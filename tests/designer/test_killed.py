"""Once for real: the program is killed in the middle of work, twice, and the work is still there."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import textwrap

from designer.places import Places
from tests.designer.conftest import Start

PROGRAM = textwrap.dedent(
    """
    import os, pathlib, signal, sys, time
    from PySide6.QtWidgets import QApplication
    from designer.app import Designer
    from designer.document.intents import AddState
    from designer.places import Places

    application = QApplication([])
    state, name, paths = pathlib.Path(sys.argv[1]), sys.argv[2], [pathlib.Path(each) for each in sys.argv[3:]]
    designer = Designer(Places(state.parent / "config", state))
    designer.start(paths)
    assert designer.bench.current.document.apply(AddState(name))
    until = time.monotonic() + 2
    while time.monotonic() < until:
        application.processEvents()
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)
    """
)


def test_work_survives_kill_9_twice(start: Start, machine: pathlib.Path, places: Places) -> None:
    before = machine.read_bytes()
    for name, paths in (("first", [str(machine)]), ("second", [])):
        command = [sys.executable, "-c", PROGRAM, str(places.state), name, *paths]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
        assert done.returncode == -9, done.stderr
    session = start()
    session.driver.expect("Keep them")
    text = session.designer.bench.current.document.snapshot.text
    assert "first:" in text
    assert "second:" in text
    assert machine.read_bytes() == before
