"""``statewright export`` from end to end: bytes on stdout or in a file, pictures without a display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import CASES

MACHINE = CASES / "features" / "delegated_review.yaml"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "designer", "export", *arguments]
    return subprocess.run(command, capture_output=True, env={**kept, **environment}, timeout=120, check=False)


@pytest.mark.parametrize("kind, start", [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF-1.4")])
def test_pictures_need_no_display_and_are_the_same_under_two_hash_seeds(kind: str, start: bytes) -> None:
    one = run(str(MACHINE), "--to", kind, PYTHONHASHSEED="1")
    two = run(str(MACHINE), "--to", kind, PYTHONHASHSEED="2")
    assert one.returncode == 0, one.stderr
    assert one.stdout.startswith(start)
    assert one.stdout == two.stdout


def test_text_goes_to_the_file_that_is_named(tmp_path: Path) -> None:
    out = tmp_path / "machine.mmd"
    assert run(str(MACHINE), "--to", "mermaid", "-o", str(out)).returncode == 0
    assert out.read_text().startswith("stateDiagram-v2")


def test_what_is_no_machine_is_said_in_a_line_and_exits_2() -> None:
    done = run(str(CASES / "broken" / "tab_indent.yaml"), "--to", "svg")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"tab_indent.yaml:" in done.stderr
