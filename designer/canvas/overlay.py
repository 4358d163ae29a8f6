"""What a simulation or a replay lays over the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.diagnostics import Path


class PillMark(StrEnum):
    """What the guard of a transition says at this moment."""

    FIRES = "fires"
    FALSE = "false"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Overlay:
    """``mode`` is ``edit``, ``simulate`` or ``replay``; ``caption`` stands on the tab of the frame.

    ``token`` is the state the run rests in, ``fired`` the transitions it took in its last step, in order, ``began``
    that this step was its creation. ``visits`` counts how often states and transitions were reached, where coverage is
    painted; ``breakpoints`` are paths of states and transitions.
    """

    mode: str = "edit"
    caption: str = ""
    token: str | None = None
    began: bool = False
    fired: tuple[Path, ...] = ()
    marks: Mapping[Path, PillMark] = field(default_factory=dict)
    visits: Mapping[Path, int] | None = None
    breakpoints: frozenset[Path] = frozenset()


NOTHING = Overlay()
