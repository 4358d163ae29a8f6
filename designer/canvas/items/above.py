"""What lies above the drawing: selection, hover, gestures under way, the simulation's token and marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath

from designer.canvas import messages
from designer.canvas.camera import Camera
from designer.canvas.geometry import Box, Point
from designer.canvas.items.card import RADIUS, paint_card, paint_row
from designer.canvas.items.edge import RADIUS as PILL_RADIUS
from designer.canvas.items.edge import paint_number, paint_pill, paint_spline, spline_path
from designer.canvas.items.glyphs import arrow_head
from designer.canvas.items.ink import NO_BRUSH, NO_PEN, Ink, pen
from designer.canvas.items.problems import paint_badge_of, paint_mark_of
from designer.canvas.items.text import set_middle, set_text
from designer.canvas.metrics import DISC, ROW_H, ROWS_PAD, advance, metrics
from designer.canvas.overlay import Overlay, PillMark
from designer.canvas.preview import Preview
from designer.canvas.routing import Route
from designer.canvas.routing.curves import spline
from designer.canvas.scene import Lists, Scene
from designer.canvas.views import Kind
from designer.theme import mix
from engine.diagnostics import Path

HANDLE = 10.0
"""Radius of the connect handle at a hovered card."""
LEAST_DETAIL = 0.42
"""Below this scale rings stand alone, without numbers and badges."""


def paint_selection(painter: QPainter, ink: Ink, scene: Scene, paths: Iterable[Path], scale: float) -> None:
    """Rings about selected cards, strong lines for selected transitions."""
    accent = ink.tokens.accent
    for path in paths:
        match path:
            case ("states", str(name)) | ("states", str(name), "requires", int()):
                box = scene.sheet.drawing.boxes.get(name)
                if box is not None:
                    ring(painter, box, accent, scale)
                    if scale >= LEAST_DETAIL:
                        _on_rim(painter, ink, scene, name)
            case ("states", str(_), ("transitions" | "timers"), int(), *_):
                paint_chosen_edge(painter, ink, scene, path[:4], accent)


def _on_rim(painter: QPainter, ink: Ink, scene: Scene, name: str) -> None:
    """What sits on a card's rim, over its ring: the numbers of its transitions, its badge."""
    for key in scene.links_from(name):
        paint_number(painter, ink, scene.link(key), scene.sheet.route(key))
    paint_badge_of(painter, ink, scene, name)


def ring(painter: QPainter, box: Box, color: QColor, scale: float, width: float = 2.0) -> None:
    """A ring about a card, its halo outside; as thick at a distance as near."""
    thick = width / min(1.0, scale)
    halo = QColor(color)
    halo.setAlpha(52)
    outer = box.grown(thick * 2.4)
    painter.fillPath(_hollow(outer, RADIUS + thick * 2.4, thick * 2.4), halo)
    painter.fillPath(_hollow(box.grown(thick / 2 - 0.5), RADIUS + thick / 2, thick), color)


def _hollow(box: Box, radius: float, thick: float) -> QPainterPath:
    """The shape of a rim inside a box; filling it takes a fifth of the time that drawing a thick line does."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(*box), radius, radius)
    inner = max(1.0, radius - thick)
    path.addRoundedRect(QRectF(*box.grown(-thick)), inner, inner)
    return path


def paint_chosen_edge(painter: QPainter, ink: Ink, scene: Scene, path: Path, color: QColor, width: float = 2.2) -> None:
    """A transition in a colour of its own; one in a list has its row marked."""
    key = scene.link_of(path)
    if key is None:
        row = scene.row_of(path)
        if row is not None:
            mark_row(painter, row, color)
        return
    route, link = scene.sheet.route(key), scene.link(key)
    painter.setBrush(NO_BRUSH)
    paint_spline(painter, ink, scene.lines.path(key), route, color=color, width=width, dashed=link.edges[0].timer)
    if route.pill is not None:
        paint_pill(painter, ink, link, route.pill, rim=color)
        paint_mark_of(painter, ink, scene, key)
    paint_number(painter, ink, link, route)


def mark_row(painter: QPainter, row: Box, color: QColor) -> None:
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(color, 1.8))
    painter.drawRoundedRect(QRectF(*row).adjusted(4, 1, -4, -1), 6, 6)


def paint_list(painter: QPainter, ink: Ink, scene: Scene, which: Lists, chosen: Sequence[Path]) -> None:
    """The unfolded list of a bundle or of a state's loops, above everything."""
    edges, box, pad = scene.list_of(which)
    painter.setPen(NO_PEN)
    painter.setBrush(ink.shadow)
    painter.drawRoundedRect(QRectF(*box).adjusted(-1, 2, 1, 4), PILL_RADIUS + 1, PILL_RADIUS + 1)
    painter.setPen(pen(ink.tokens.control, 1))
    painter.setBrush(ink.card)
    painter.drawRoundedRect(QRectF(*box).adjusted(0.5, 0.5, -0.5, -0.5), PILL_RADIUS, PILL_RADIUS)
    y = box.y + ROWS_PAD
    for edge in edges:
        paint_row(painter, ink, edge, box.x + pad, y, False)
        if edge.path in chosen:
            mark_row(painter, Box(box.x, y, box.w, ROW_H), ink.tokens.accent)
        y += ROW_H


def paint_handles(painter: QPainter, ink: Ink, box: Box) -> None:
    """What a hovered card offers, above it: connect, and a requirement."""
    x, y = connect_handle(box)
    painter.setPen(pen(ink.tokens.accent, 1.4))
    painter.setBrush(ink.card)
    painter.drawEllipse(QPointF(x, y), HANDLE, HANDLE)
    painter.drawLine(QPointF(x - 4.5, y), QPointF(x + 4, y))
    arrow_head(painter, (x + 5.5, y), (x - 4, y), QBrush(ink.tokens.accent))
    rect = requirement_handle(box)
    painter.setPen(pen(ink.tokens.accent, 1.2))
    painter.setBrush(ink.card)
    painter.drawRoundedRect(QRectF(*rect), 9, 9)
    set_middle(painter, "who", rect.cx, rect.cy, messages.ADD_REQUIREMENT, pen(ink.tokens.accent, 1))


def connect_handle(box: Box) -> Point:
    """Where the connect handle of a hovered card is."""
    return box.x + 10 + HANDLE, box.y - HANDLE - 6


def requirement_handle(box: Box) -> Box:
    """Where "+ requirement" of a hovered card is."""
    width = advance("who", messages.ADD_REQUIREMENT) + 18
    return Box(box.x + 10 + 2 * HANDLE + 6, box.y - 2 * HANDLE - 6, width, 2 * HANDLE)


def paint_preview(painter: QPainter, ink: Ink, scene: Scene, preview: Preview, camera: Camera) -> None:
    """A gesture under way."""
    projection, sizes = scene.projection, scene.sheet.sizes
    for key, route in preview.routes.items():
        paint_spline(painter, ink, spline_path(route.curve), route, dashed=scene.link(key).edges[0].timer)
    for name, box in preview.boxes.items():
        paint_card(painter, ink, projection.states[name], sizes.cards[name], box)
    for key, route in preview.routes.items():
        if route.pill is not None:
            paint_pill(painter, ink, scene.link(key), route.pill)
        paint_number(painter, ink, scene.link(key), route)
    for name in preview.boxes:
        ring(painter, preview.boxes[name], ink.tokens.accent, camera.scale)
    guide = pen(ink.tokens.accent, 1 / camera.scale, Qt.PenStyle.DashLine)
    for (x1, y1), (x2, y2) in preview.guides:
        painter.setPen(guide)
        painter.drawLine(QLineF(x1, y1, x2, y2))
    if preview.wiring is not None:
        _wiring(painter, ink, scene, preview, camera.scale)
    if preview.band is not None:
        fill = QColor(ink.tokens.accent)
        fill.setAlpha(28)
        painter.setPen(pen(ink.tokens.accent, 1 / camera.scale))
        painter.setBrush(fill)
        painter.drawRect(QRectF(*preview.band))
    if preview.number is not None:
        (x, y), number = preview.number
        painter.setPen(NO_PEN)
        painter.setBrush(ink.tokens.accent)
        painter.drawEllipse(QPointF(x, y), DISC + 2, DISC + 2)
        set_middle(painter, "disc", x, y, str(number), pen(ink.tokens.on_accent, 1))


def _wiring(painter: QPainter, ink: Ink, scene: Scene, preview: Preview, scale: float) -> None:
    wiring = preview.wiring
    assert wiring is not None
    color = ink.tokens.accent if wiring.allowed else ink.tokens.error
    if wiring.target is not None:
        ring(painter, scene.sheet.box(wiring.target), color, scale)
    dx = wiring.end[0] - wiring.start[0]
    direction = (1.0 if dx >= 0 else -1.0, 0.0)
    route = Route(spline([wiring.start, wiring.end], direction, direction))
    paint_spline(painter, ink, spline_path(route.curve), route, color=color, width=2.0)
    if wiring.new_state:
        painter.setPen(pen(color, 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(NO_BRUSH)
        painter.drawRoundedRect(QRectF(wiring.end[0], wiring.end[1] - 19, 104, 38), RADIUS, RADIUS)


def paint_overlay(painter: QPainter, ink: Ink, scene: Scene, overlay: Overlay, scale: float) -> None:
    """Coverage, the fired path, what each pill says now, breakpoints, and the token on its card's rim."""
    tokens = ink.tokens
    if overlay.visits is not None:
        _coverage(painter, ink, scene, overlay, scale)
    if overlay.began and scene.sheet.drawing.start is not None:
        start = scene.sheet.drawing.start
        paint_spline(painter, ink, spline_path(start.curve), start, color=tokens.ok, width=2.4)
    for path in overlay.fired:
        paint_chosen_edge(painter, ink, scene, path[:4], tokens.ok, 2.6)
    for path, mark in overlay.marks.items():
        _mark(painter, ink, scene, path, mark)
    for path in overlay.breakpoints:
        _breakpoint(painter, ink, scene, path)
    if overlay.token in scene.sheet.drawing.boxes:
        box = scene.sheet.box(str(overlay.token))
        color = tokens.replay if overlay.mode == "replay" else tokens.simulate
        radius = max(8.0, 6.0 / scale)
        painter.setPen(pen(tokens.canvas, 2.5))
        painter.setBrush(color)
        painter.drawEllipse(QPointF(box.x, box.cy), radius, radius)


def _mark(painter: QPainter, ink: Ink, scene: Scene, path: Path, mark: PillMark) -> None:
    tokens = ink.tokens
    color, fill = {
        PillMark.FIRES: (tokens.ok, tokens.ok_soft),
        PillMark.FALSE: (tokens.soft, tokens.card),
        PillMark.FAILS: (tokens.error, tokens.error_soft),
    }[mark]
    place = scene.box_of(path)
    if place is None:
        return
    text = messages.MARKS[mark]
    w = advance("who", text) + 12
    tag = Box(min(place.right - w + 8, place.right - 4), place.y - 11, w, 17)
    painter.setPen(pen(mix(color, fill, 0.25), 1.2))
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(*tag), 8, 8)
    set_middle(painter, "who", tag.cx, tag.cy, text, pen(color, 1))


def _breakpoint(painter: QPainter, ink: Ink, scene: Scene, path: Path) -> None:
    place = scene.box_of(path)
    if place is not None:
        painter.setPen(pen(ink.tokens.canvas, 2))
        painter.setBrush(ink.tokens.error)
        painter.drawRoundedRect(QRectF(place.x - 5, place.y - 5, 11, 11), 3, 3)


def _coverage(painter: QPainter, ink: Ink, scene: Scene, overlay: Overlay, scale: float) -> None:
    """What was reached in the colour of what passes, with how often; what was not, dashed and faint."""
    visits = overlay.visits or {}
    tokens = ink.tokens
    for key, link in scene.projection.links.items():
        total = sum(visits.get(edge.path, 0) for edge in link.edges)
        if total:
            paint_spline(painter, ink, scene.lines.path(key), scene.sheet.route(key), color=tokens.ok, width=2.0)
            pill = scene.sheet.route(key).pill
            if pill is not None:
                paint_pill(painter, ink, link, pill, rim=tokens.ok)
            paint_number(painter, ink, link, scene.sheet.route(key))
    for name, box in scene.sheet.drawing.boxes.items():
        count = visits.get(("states", name), 0)
        if scene.projection.states[name].kind is Kind.MISSING:
            continue
        painter.setBrush(NO_BRUSH)
        if count:
            painter.setPen(pen(tokens.ok, 2.0))
            painter.drawRoundedRect(QRectF(*box).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
            text = f"×{count}"
            tag = Box(box.right - advance("who", text) - 16, box.bottom - 9, advance("who", text) + 12, 17)
            painter.setBrush(tokens.ok_soft)
            painter.drawRoundedRect(QRectF(*tag), 8, 8)
            set_middle(painter, "who", tag.cx, tag.cy, text, pen(tokens.ok, 1))
        else:
            painter.setPen(pen(tokens.warning, 1.6, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(*box).adjusted(1, 1, -1, -1), RADIUS, RADIUS)


def paint_far_names(
    painter: QPainter, ink: Ink, scene: Scene, names: Iterable[str], camera: Camera, limit: int = 60
) -> None:
    """Names of chosen, searched and faulty states, as large on the window as they must be to be read."""
    taken: list[Box] = []
    height = metrics("who").height() + 4
    for name in names:
        box = scene.sheet.drawing.boxes.get(name)
        if box is None:
            continue
        place = camera.on_screen(box)
        text = scene.sheet.sizes.cards[name].names[0]
        tag = Box(place.cx - advance("who", text) / 2 - 6, place.y - height - 3, advance("who", text) + 12, height)
        if tag.right < 0 or tag.x > camera.width or tag.bottom < 0 or tag.y > camera.height:
            continue
        if any(tag.meets(other) for other in taken):
            continue
        taken.append(tag)
        painter.setPen(pen(ink.tokens.control, 1))
        painter.setBrush(ink.card)
        painter.drawRoundedRect(QRectF(*tag), 5, 5)
        set_text(painter, "who", tag.x + 6, tag.y + height / 2 + metrics("who").capHeight() / 2, text, ink.text)
        if len(taken) >= limit:
            return
