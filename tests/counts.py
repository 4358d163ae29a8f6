"""How many cases a property test runs: one variable, ``STATEWRIGHT_SCALE`` from 0 to 1, scales all of them."""

from __future__ import annotations

import os

SCALE = float(os.environ.get("STATEWRIGHT_SCALE", "0"))


def count(short: int, long: int) -> int:
    """``short`` under ``make test``, ``long`` under ``make test-long``, between them for a scale between."""
    return round(short + (long - short) * SCALE)
