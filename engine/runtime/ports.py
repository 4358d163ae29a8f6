"""What a journal takes from the world besides its database: time, chance, and word of how far it has come."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Literal

Clock = Callable[[], int]
"""The present moment, in nanoseconds since 1970."""

Random = Callable[[int], bytes]
"""So many unguessable bytes."""

Boundary = Literal["before-commit", "after-commit", "after-claim", "after-effect", "before-outcome"]
Reached = Callable[[Boundary], None]
"""Told of each boundary at which a process may die; the tests let it die there."""

system_clock: Clock = time.time_ns
system_random: Random = secrets.token_bytes


def go_on(boundary: Boundary) -> None:
    """Nothing happens at a boundary."""
