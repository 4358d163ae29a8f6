"""Plain values of a machine's text by path: what forms show, valid or not."""

from __future__ import annotations

from typing import Any

from engine.diagnostics import Path


def value_at(data: Any, path: Path, missing: Any = None) -> Any:
    """The value at ``path`` in plain data, ``missing`` where there is none; a plain guard answers to its long form."""
    here = data
    for step in path:
        if (isinstance(here, dict) and step in here) or (
            isinstance(here, list) and isinstance(step, int) and 0 <= step < len(here)
        ):
            here = here[step]
        elif isinstance(here, str) and step in ("expression", "event", "message"):
            continue
        else:
            return missing
    return here
