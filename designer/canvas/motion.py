"""Cards on their way from one arrangement to another."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from designer.canvas.geometry import Box, Point
from designer.canvas.routing import Drawing, Route
from designer.canvas.sheet import Sheet

LASTS_MS = 180
MOST = 200
"""Drawings of more states than this change at once."""


class Motion(QObject):
    """Shows the sheets between two, then the second."""

    def __init__(self, show: Callable[[Sheet], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._from = self._to = Sheet()
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setDuration(LASTS_MS)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._step)

    @property
    def running(self) -> bool:
        return self._animation.state() == QVariantAnimation.State.Running

    def start(self, before: Sheet, after: Sheet) -> None:
        """Move from one sheet to the other; at once where they are too large or have nothing in common."""
        self.stop()
        if len(after.projection.states) > MOST or not before.drawing.boxes:
            self._show(after)
            return
        self._from, self._to = before, after
        self._animation.start()

    def stop(self) -> None:
        """Be there now."""
        if self.running:
            self._animation.stop()
            self._show(self._to)

    def _step(self, share: float) -> None:
        if share >= 1.0:
            self._show(self._to)
        else:
            drawing = between(self._from.drawing, self._to.drawing, share)
            self._show(Sheet(self._to.projection, self._to.sizes, drawing))


def between(one: Drawing, two: Drawing, share: float) -> Drawing:
    """A drawing part of the way from one to the other; what is only in the second is already there."""
    boxes = {
        name: box if name not in one.boxes else _box(one.boxes[name], box, share) for name, box in two.boxes.items()
    }
    routes = {
        key: _route(one.routes[key], route, share) if key in one.routes else route for key, route in two.routes.items()
    }
    start = two.start
    if one.start is not None and two.start is not None:
        start = _route(one.start, two.start, share)
    return Drawing(boxes, routes, start)


def _route(one: Route, two: Route, share: float) -> Route:
    pill = two.pill if one.pill is None or two.pill is None else _box(one.pill, two.pill, share)
    if len(one.curve) != len(two.curve):
        ends = (_point(one.curve[0], two.curve[0], share), _point(one.curve[-1], two.curve[-1], share))
        middle = pill.centre if pill is not None else _point(ends[0], ends[1], 0.5)
        return Route((ends[0], middle, middle, ends[1]), pill)
    return Route(tuple(_point(a, b, share) for a, b in zip(one.curve, two.curve, strict=True)), pill)


def _box(one: Box, two: Box, share: float) -> Box:
    x, y = _point((one.x, one.y), (two.x, two.y), share)
    return Box(x, y, two.w, two.h)


def _point(one: Point, two: Point, share: float) -> Point:
    return one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share
