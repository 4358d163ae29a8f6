"""The drawing of a machine: projected from its text, laid out, painted, and edited by hand.

Its parts are imported when they are asked for, so that the layout's process starts without Qt.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from designer.canvas.canvas import Canvas
    from designer.canvas.layout.client import LayoutWorker
    from designer.canvas.overlay import Overlay, PillMark

__all__ = ["Canvas", "LayoutWorker", "Overlay", "PillMark"]

_HOMES = {
    "Canvas": "designer.canvas.canvas",
    "LayoutWorker": "designer.canvas.layout.client",
    "Overlay": "designer.canvas.overlay",
    "PillMark": "designer.canvas.overlay",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
