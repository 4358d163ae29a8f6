"""States copied in one window are pasted in the window of another process, under a display of their own."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
import yaml

from tests.cases import CASES

pytestmark = pytest.mark.skipif(
    shutil.which("Xvfb") is None and "CI" not in os.environ,
    reason="there is no Xvfb, the virtual display that two windows share here; on Debian: apt-get install xvfb",
)
PATIENCE = 60


@pytest.fixture
def display() -> Iterator[dict[str, str]]:
    """The environment of a display that is nobody else's."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as said:
        number = said.readline().strip()
    try:
        assert number, "the virtual display did not start"
        yield {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait(PATIENCE)


def window(display: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.designer.canvas.other_window", *arguments]
    return subprocess.Popen(command, env=display, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_states_are_pasted_into_the_window_of_another_process(display: dict[str, str], tmp_path: pathlib.Path) -> None:
    source, target = tmp_path / "source.yaml", tmp_path / "target.yaml"
    shutil.copy(CASES / "features" / "delegated_review.yaml", source)
    shutil.copy(CASES / "features" / "panel_signoff.yaml", target)
    before = yaml.safe_load(target.read_text())["fsm"]["states"]
    copying = window(display, "copy", str(source), "review")
    assert copying.stdin is not None
    assert copying.stdout is not None
    try:
        assert copying.stdout.readline() == "copied\n"
        pasting = window(display, "paste", str(target))
        drawn, _ = pasting.communicate(timeout=PATIENCE)
        assert pasting.returncode == 0
    finally:
        copying.stdin.close()
        assert copying.wait(PATIENCE) == 0
        copying.stdout.close()
    after = yaml.safe_load(target.read_text())["fsm"]["states"]
    new = {name: after[name] for name in after if name not in before}
    assert len(new) == 1
    (name,) = new
    assert name in drawn
    assert new[name]["requires"] == yaml.safe_load(source.read_text())["fsm"]["states"]["review"]["requires"]
