"""Which part of the drawing is seen, and how large."""

from __future__ import annotations

from dataclasses import dataclass, replace

from designer.canvas.geometry import Box, Point

MOST = 4.0
LEAST = 0.1
"""The smallest scale, unless fitting the drawing asks for a smaller one."""
FIT_MOST = 1.5
MARGIN, MARGIN_LEFT = 36.0, 64.0
"""Kept free about a fitted drawing, in pixels of the window; at the left stands the tool strip."""


@dataclass(frozen=True, slots=True)
class Camera:
    """``(x, y)`` is the place of the drawing at the window's left top corner; ``scale`` pixels show one unit."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    width: float = 800.0
    height: float = 600.0

    def to_screen(self, point: Point) -> Point:
        return (point[0] - self.x) * self.scale, (point[1] - self.y) * self.scale

    def to_world(self, point: Point) -> Point:
        return point[0] / self.scale + self.x, point[1] / self.scale + self.y

    def on_screen(self, box: Box) -> Box:
        x, y = self.to_screen((box.x, box.y))
        return Box(x, y, box.w * self.scale, box.h * self.scale)

    @property
    def seen(self) -> Box:
        """The part of the drawing in the window."""
        return Box(self.x, self.y, self.width / self.scale, self.height / self.scale)

    def resized(self, width: float, height: float) -> Camera:
        return replace(self, width=width, height=height)

    def panned(self, dx: float, dy: float) -> Camera:
        """The drawing moved by so many pixels of the window."""
        return replace(self, x=self.x - dx / self.scale, y=self.y - dy / self.scale)

    def zoomed(self, factor: float, at: Point, least: float = LEAST) -> Camera:
        """Larger or smaller, within bounds; what is at this place of the window stays there."""
        scale = min(MOST, max(min(least, LEAST), self.scale * factor))
        x, y = self.to_world(at)
        return replace(self, scale=scale, x=x - at[0] / scale, y=y - at[1] / scale)

    def scaled(self, scale: float, at: Point, least: float = LEAST) -> Camera:
        return self.zoomed(scale / self.scale, at, least)

    def fitted(self, box: Box, most: float = FIT_MOST) -> Camera:
        """All of the box in the middle of the window, at most ``most`` large."""
        if box.w <= 0 or box.h <= 0 or self.width <= 0 or self.height <= 0:
            return replace(self, scale=1.0, x=box.x - self.width / 2, y=box.y - self.height / 2)
        left = MARGIN_LEFT if self.width > 400 else MARGIN
        room_w, room_h = max(40.0, self.width - left - MARGIN), max(40.0, self.height - 2 * MARGIN)
        scale = min(most, room_w / box.w, room_h / box.h)
        middle = min(max(self.width / 2, left + box.w * scale / 2), self.width - MARGIN - box.w * scale / 2)
        return replace(self, scale=scale, x=box.cx - middle / scale, y=box.cy - self.height / scale / 2)

    def revealing(self, box: Box) -> Camera:
        """The least movement after which the box is seen; its middle, where it is larger than the window."""
        room = 24 / self.scale
        return replace(
            self,
            x=_nearest(self.x, self.width / self.scale, box.x - room, box.right + room),
            y=_nearest(self.y, self.height / self.scale, box.y - room, box.bottom + room),
        )

    def least_for(self, box: Box) -> float:
        """How small one may zoom: half of what fits the drawing, or ``LEAST``."""
        return min(LEAST, self.fitted(box).scale / 2) if box.w > 0 else LEAST


def _nearest(at: float, size: float, low: float, high: float) -> float:
    if high - low > size:
        return (low + high - size) / 2
    return min(max(at, high - size), low)
