"""One measured figure and the target it is held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """``ratio`` is what is judged: ``ours`` against ``peer`` where there is one, measured in the same run.

    ``at_least`` is the smallest ratio that passes; a figure without one only informs.
    """

    name: str
    ours: float
    unit: str
    peer: float | None = None
    ratio: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    guide: str = ""

    @property
    def ok(self) -> bool:
        value = self.ratio if self.ratio is not None else self.ours
        if self.at_least is not None and value < self.at_least:
            return False
        return self.at_most is None or value <= self.at_most
