"""Draws a shared machine as the canvas does, for the tests that measure it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from designer.canvas.layout.order import lay_out
from designer.canvas.projection import project
from designer.canvas.sheet import Sheet, measure, order_of
from designer.theme import load_fonts
from engine.dsl import Workflow, read_bytes
from tests.cases import CASES

MACHINES = sorted((CASES / "machines").glob("*.yaml")) + sorted((CASES / "features").glob("*.yaml"))
SMALL = [path for path in MACHINES if path.stem not in ("chain_1000", "morse_decoder", "pathological")]
MIDDLING = [path for path in MACHINES if path.stem != "chain_1000"]


def workflow_of(path: Path) -> Workflow:
    workflow = read_bytes(path.read_bytes(), path.name).workflow
    assert workflow is not None
    return workflow


@cache
def drawn(path: Path, whole: bool = False) -> Sheet:
    """The sheet of a machine, laid out anew; needs a QGuiApplication."""
    load_fonts()
    return sheet_of(workflow_of(path), whole=whole)


def sheet_of(workflow: Workflow, *, whole: bool = False) -> Sheet:
    projection = project(workflow)
    sizes = measure(projection, whole=whole)
    return Sheet(projection, sizes, lay_out(order_of(projection, sizes)).drawing)
