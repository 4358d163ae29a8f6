"""What can be read on the canvas, and where in the window it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from designer.canvas import messages
from designer.canvas.geometry import Box
from designer.canvas.hits import Part
from designer.canvas.items.above import HANDLE, connect_handle, requirement_handle
from designer.canvas.labels import visible
from designer.canvas.metrics import CHIP_H, DISC, HEADER, PAD_X, PAD_Y, ROW_H, ROWS_PAD, pill_lines
from designer.canvas.scene import Scene
from designer.canvas.stage import Stage
from designer.canvas.views import EdgeView
from engine.diagnostics import Path


class Reading(NamedTuple):
    """A text on the drawing: what it says, which part of which element it belongs to, and its box in the window."""

    text: str
    part: Part
    path: Path
    box: Box


def read(stage: Stage) -> Iterator[Reading]:
    """Every text in the window's part of the drawing, lists that stand open first."""
    camera, scene = stage.camera, stage.scene
    for found in _texts(scene):
        box = camera.on_screen(found.box)
        if box.right > 0 and box.bottom > 0 and box.x < camera.width and box.y < camera.height:
            yield found._replace(box=box)


def handles(stage: Stage, name: str) -> Iterator[Reading]:
    """What a hovered card offers."""
    box = stage.scene.sheet.drawing.boxes.get(name)
    if box is not None:
        x, y = connect_handle(box)
        around, path = Box.around(x, y, 2 * HANDLE, 2 * HANDLE), ("states", name)
        yield Reading(messages.CONNECT, Part.RIM, path, stage.camera.on_screen(around))
        yield Reading(messages.ADD_REQUIREMENT, Part.RIM, path, stage.camera.on_screen(requirement_handle(box)))


def cards(stage: Stage) -> Iterator[Reading]:
    """The cards in the window's part of the drawing, by name."""
    for name, box in stage.scene.sheet.drawing.boxes.items():
        if stage.camera.seen.meets(box):
            yield Reading(visible(name), Part.BODY, ("states", name), stage.camera.on_screen(box))


def _texts(scene: Scene) -> Iterator[Reading]:
    for which in reversed(scene.unfolded):
        edges, box, _ = scene.list_of(which)
        for i, edge in enumerate(edges):
            yield from _row(edge, Box(box.x, box.y + ROWS_PAD + i * ROW_H, box.w, ROW_H))
    for name, card in scene.sheet.sizes.cards.items():
        box = scene.sheet.drawing.boxes.get(name)
        if box is None:
            continue
        yield Reading(
            visible(name), Part.BODY, ("states", name), Box(box.x + PAD_X, box.y + PAD_Y, box.w - 2 * PAD_X, HEADER)
        )
        for chip, x, y, w in card.chips:
            place = Box(box.x + x, box.y + y, w, CHIP_H)
            yield Reading(f"{chip.field} {chip.who}", Part.CHIP, ("states", name, "requires", chip.index), place)
        if card.folded:
            place = Box(box.x, box.y + card.body, box.w, card.h - card.body)
            yield Reading(messages.loops(card.folded), Part.LOOPS, ("states", name), place)
        for edge in card.rows:
            row = scene.row_of(edge.path)
            if row is not None:
                yield from _row(edge, row)
    for key, link in scene.projection.links.items():
        route = scene.sheet.drawing.routes.get(key)
        if route is None:
            continue
        first = link.edges[0]
        if route.pill is not None:
            text = messages.bundle(len(link.edges)) if link.bundled else " ".join(pill_lines(first, False))
            yield Reading(text, Part.PILL, first.path, route.pill)
        if first.number:
            yield Reading(str(first.number), Part.DISC, first.path, Box.around(*route.disc, 2 * DISC, 2 * DISC))
        yield Reading(
            f"{visible(key[0])} → {visible(key[1])}", Part.TIP, first.path, Box.around(*route.curve[-1], 6, 6)
        )


def _row(edge: EdgeView, row: Box) -> Iterator[Reading]:
    yield Reading(" ".join(pill_lines(edge, False)), Part.PILL, edge.path, row)
    if edge.number:
        yield Reading(str(edge.number), Part.DISC, edge.path, Box(row.x + PAD_X, row.cy - DISC, 2 * DISC, 2 * DISC))
