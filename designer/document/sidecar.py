"""The positions a person set, in ``<file stem>.layout.json`` beside the machine: sorted, a state a line."""

from __future__ import annotations

import json
import math
import pathlib
from typing import Any

from designer.document.snapshot import Layout, Position

FARTHEST = 1_000_000
"""Positions beyond this many pixels are taken for damage and ignored."""


def sidecar_of(file: pathlib.Path) -> pathlib.Path:
    return file.with_name(f"{file.stem}.layout.json")


def write_layout(layout: Layout) -> str:
    """The file's text; the same bytes for the same positions, a state a line so that diffs read well."""
    lines = [f"  {json.dumps(name, ensure_ascii=False)}: [{x}, {y}]" for name, (x, y) in sorted(layout.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n" if lines else "{}\n"


def read_layout(text: str) -> dict[str, Position]:
    """The positions in a sidecar's text; entries that are no positions are left out, an unreadable text has none."""
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(entries, dict):
        return {}
    positions = {name: _position(value) for name, value in entries.items()}
    return {name: position for name, position in positions.items() if position is not None}


def _position(value: Any) -> Position | None:
    match value:
        case [int() | float() as x, int() | float() as y] if not (isinstance(x, bool) or isinstance(y, bool)):
            if math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) <= FARTHEST:
                return round(x), round(y)
    return None
