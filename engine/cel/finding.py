"""What the checker has to say about an expression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.text import Edit, Span


@dataclass(frozen=True, slots=True)
class CelFix:
    """A change of the expression's source that mends a finding."""

    title: str
    edit: Edit


@dataclass(frozen=True, slots=True)
class CelFinding:
    """``code`` is the check (``T301`` to ``T308``, ``T313``), ``span`` the place in the source of the expression.

    ``data`` holds JSON values for programs: ``expected``, ``found``, ``nearest`` and the like.
    """

    code: str
    span: Span
    message: str
    data: Mapping[str, Any] = field(default_factory=dict)
    fixes: tuple[CelFix, ...] = ()
