"""The part of the drawing that stays while one looks at it: painted at the detail its distance asks for, and kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegion

from designer.canvas.camera import Camera
from designer.canvas.geometry import Box
from designer.canvas.items.card import paint_body, paint_card
from designer.canvas.items.edge import paint_line, paint_number, paint_pill, paint_start
from designer.canvas.items.glyphs import arrow_head, kind_glyph
from designer.canvas.items.ink import NO_PEN, Ink, framed, pen
from designer.canvas.items.problems import paint_problems
from designer.canvas.items.text import DotPainter, base_line, set_text
from designer.canvas.metrics import GLYPH, GLYPH_GAP, HEADER, PAD_X, PAD_Y
from designer.canvas.routing.task import START_DOT
from designer.canvas.scene import Scene
from designer.canvas.views import LinkKey
from designer.theme import mix

FULL = 0.42
"""From this scale on everything is drawn."""
NAMES = 0.2
"""From this scale on cards have names and edges are curves; below, cards are blocks and edges straight lines."""
FAINT = 0.22
"""How much of an element that a search does not match is left."""
GRID, DOT = 24.0, 1.6
"""Between the dots of the ground, and how large they are."""
HEAD = 12.0
"""How far a number or an arrow's head reaches from the end of its line."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """What is not painted on the surface, because it is moving above it."""

    states: Collection[str] = ()
    links: Collection[LinkKey] = ()


class Surface:
    """A picture of the drawing in the window; panning moves it and paints only what comes into view."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._pixmap = QPixmap()
        self._camera: Camera | None = None
        self._lifted = Lifted()
        self._far: _Far | None = None
        self.painted = 0
        """How many states were painted so far; tests count with it."""

    def forget(self) -> None:
        """The drawing, or how it is painted, is another one."""
        self._camera = None
        self._far = None

    def lift(self, lifted: Lifted) -> None:
        if lifted != self._lifted:
            self._lifted = lifted
            self.forget()

    def draw(self, painter: QPainter, camera: Camera, ratio: float, ink: Ink) -> None:
        """Paint the window's worth of drawing; ``ratio`` is how many dots a pixel of the window has."""
        size = QSize(max(1, round(camera.width * ratio)), max(1, round(camera.height * ratio)))
        if self._pixmap.size() != size or self._pixmap.devicePixelRatio() != ratio:
            self._pixmap = QPixmap(size)
            self._pixmap.setDevicePixelRatio(ratio)
            self._camera = None
        for part in self._stale(camera, ratio, size):
            self._paint(part, camera, ratio, ink)
        self._camera = camera
        painter.drawPixmap(0, 0, self._pixmap)

    def _stale(self, camera: Camera, ratio: float, size: QSize) -> list[QRect]:
        """The parts to paint, in dots; what only moved by whole dots is moved."""
        whole = QRect(QPoint(0, 0), size)
        before = self._camera
        if before is None or before.scale != camera.scale:
            return [whole]
        dx = (before.x - camera.x) * camera.scale * ratio
        dy = (before.y - camera.y) * camera.scale * ratio
        if (
            abs(dx - round(dx)) > 0.01
            or abs(dy - round(dy)) > 0.01
            or abs(dx) > size.width()
            or abs(dy) > size.height()
        ):
            return [whole]
        if not round(dx) and not round(dy):
            return []
        exposed = QRegion()
        self._pixmap.scroll(round(dx), round(dy), whole, exposed)
        return list(QRegion(exposed))

    def _paint(self, part: QRect, camera: Camera, ratio: float, ink: Ink) -> None:
        painter = DotPainter(self._pixmap)
        rect = QRectF(part.x() / ratio, part.y() / ratio, part.width() / ratio, part.height() / ratio)
        painter.setClipRect(rect)
        painter.fillRect(rect, ink.tokens.canvas)
        left, top = camera.to_world((rect.x(), rect.y()))
        area = Box(left, top, rect.width() / camera.scale, rect.height() / camera.scale).grown(2 / camera.scale)
        _ground(painter, camera, rect, ratio, ink)
        painter.scale(camera.scale, camera.scale)
        painter.translate(-camera.x, -camera.y)
        if camera.scale >= NAMES:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            self._near(painter, area, camera.scale, ink)
        else:
            self._at_distance(painter, area, ink)
        painter.end()

    def _near(self, painter: QPainter, area: Box, scale: float, ink: Ink) -> None:
        scene, sheet = self._scene, self._scene.sheet
        links = [key for key in scene.lines.seen(area) if key not in self._lifted.links]
        states = [name for name in scene.states_in(area.grown(12)) if name not in self._lifted.states]
        full = scale >= FULL
        self.painted += len(states)
        self._wires(painter, area, links, ink)
        if sheet.drawing.start is not None and sheet.projection.initial not in self._lifted.states:
            paint_start(painter, ink, sheet.drawing.start, START_DOT)
        for name in states:
            painter.setOpacity(FAINT if scene.faint(name) else 1.0)
            if full:
                paint_card(painter, ink, scene.projection.states[name], sheet.sizes.cards[name], sheet.box(name))
            else:
                self._plain(painter, ink, name)
        self._labels(painter, area, links, full, ink)
        painter.setOpacity(1.0)
        if full:
            paint_problems(painter, ink, scene, links, states)

    def _wires(self, painter: QPainter, area: Box, links: list[LinkKey], ink: Ink) -> None:
        """The lines and the heads of arrows; lines that reach far out of view are straight, and drawn in one go."""
        scene, sheet, thin = self._scene, self._scene.sheet, self._scene.crowded
        lifted = self._lifted.links
        far = [(scene.faint_link(key), line) for *_, line, key in scene.lines.far_in(area) if key not in lifted]
        painter.setPen(ink.thin)
        for faint, opacity in ((True, FAINT), (False, 1.0)):
            painter.setOpacity(opacity)
            painter.drawLines([line for dim, line in far if dim is faint])
        wide = area.grown(HEAD)
        for key in links:
            curve = sheet.route(key).curve
            painter.setOpacity(FAINT if scene.faint_link(key) else 1.0)
            if not scene.lines.is_far(key):
                paint_line(painter, ink, scene.lines.path(key), dashed=scene.link(key).edges[0].timer, thin=thin)
            if wide.holds(curve[-1]):
                arrow_head(painter, curve[-1], curve[-2], ink.arrow)
        painter.setOpacity(1.0)

    def _labels(self, painter: QPainter, area: Box, links: list[LinkKey], full: bool, ink: Ink) -> None:
        """Pills and numbers; beneath full detail empty pills alone."""
        scene, wide = self._scene, area.grown(HEAD)
        for key in links:
            route = scene.sheet.route(key)
            painter.setOpacity(FAINT if scene.faint_link(key) else 1.0)
            if route.pill is not None and area.meets(route.pill):
                if full:
                    paint_pill(painter, ink, scene.link(key), route.pill)
                else:
                    framed(painter, QRectF(*route.pill), 0.0, ink.rim, ink.card)
            if full and wide.holds(route.disc):
                paint_number(painter, ink, scene.link(key), route)

    def _plain(self, painter: QPainter, ink: Ink, name: str) -> None:
        """A card with glyph and name alone."""
        scene = self._scene
        view, card, box = scene.projection.states[name], scene.sheet.sizes.cards[name], scene.sheet.box(name)
        paint_body(painter, ink, view, box)
        middle = box.y + PAD_Y + HEADER / 2
        kind_glyph(painter, view.kind, box.x + PAD_X + GLYPH / 2, middle, GLYPH + 2, ink.kind(view.kind))
        left = box.x + PAD_X + GLYPH + GLYPH_GAP
        set_text(painter, "name", left, base_line("name", middle), card.names[0], ink.text)

    def _at_distance(self, painter: QPainter, area: Box, ink: Ink) -> None:
        if self._far is None:
            self._far = _Far(self._scene, ink, self._lifted)
        self.painted += self._far.paint(painter, area, ink)


class _Far:
    """Blocks and straight lines, by colour, made once for many repaints."""

    def __init__(self, scene: Scene, ink: Ink, lifted: Lifted) -> None:
        self._lines: list[tuple[float, float, float, float, QLineF]] = []
        drawing, projection = scene.sheet.drawing, scene.projection
        for key, route in drawing.routes.items():
            if key not in lifted.links:
                (x1, y1), (x2, y2) = route.curve[0], route.curve[-1]
                self._lines.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), QLineF(x1, y1, x2, y2)))
        self._blocks: dict[str, list[tuple[float, float, float, float, QRectF]]] = defaultdict(list)
        for name, view in projection.states.items():
            if name not in lifted.states:
                x, y, w, h = drawing.boxes[name]
                self._blocks[view.kind.value].append((x, y, x + w, y + h, QRectF(x, y, w, h)))
        self._colors = {view.kind.value: ink.kind(view.kind) for view in projection.states.values()}

    def paint(self, painter: QPainter, area: Box, ink: Ink) -> int:
        """Paint what is in the area; gives the number of blocks."""
        painter.setPen(pen(mix(ink.tokens.edge, ink.tokens.canvas, 0.45), 0))
        painter.drawLines(_within(self._lines, area))
        count = 0
        painter.setPen(NO_PEN)
        for kind, blocks in self._blocks.items():
            found = _within(blocks, area)
            count += len(found)
            painter.setBrush(QColor(self._colors[kind]))
            painter.drawRects(found)
        return count


def _within(items: list, area: Box) -> list:  # type: ignore[type-arg]
    left, top, right, bottom = area.x, area.y, area.right, area.bottom
    return [thing for x0, y0, x1, y1, thing in items if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top]


def _ground(painter: QPainter, camera: Camera, rect: QRectF, ratio: float, ink: Ink) -> None:
    """The grid of dots, coarser when seen from afar: one row is painted, and laid down again and again."""
    step = GRID
    while step * camera.scale < 16:
        step *= 2
    if step > GRID * 16:
        return
    left, top = camera.to_world((rect.left(), rect.top()))
    right, bottom = camera.to_world((rect.right(), rect.bottom()))
    scale, size = camera.scale * ratio, max(1, round(DOT * ratio))
    row = QPixmap(round(rect.width() * ratio) + size, size)
    row.fill(ink.tokens.canvas)
    on_row = QPainter(row)
    for x in _steps(left, right, step):
        on_row.fillRect(round((x - camera.x) * scale) - round(rect.x() * ratio), 0, size, size, ink.tokens.dots)
    on_row.end()
    row.setDevicePixelRatio(ratio)
    for y in _steps(top, bottom, step):
        painter.drawPixmap(QPointF(rect.x(), round((y - camera.y) * scale) / ratio), row)


def _steps(start: float, end: float, step: float) -> list[float]:
    first = step * (start // step)
    return [first + i * step for i in range(int((end - first) // step) + 2)]
