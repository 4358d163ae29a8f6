"""What the pinned libraries must not do to us."""

from __future__ import annotations

import sys

from PySide6.QtGui import QPainterPath


def test_void_calls_of_qt_keep_the_references_of_none() -> None:
    """A binding that drops one reference to ``None`` a call aborts the process after some thousand strokes."""
    path = QPainterPath()
    before = sys.getrefcount(None)
    for _ in range(100_000):
        path.moveTo(0.0, 0.0)
    assert sys.getrefcount(None) > before - 1_000
