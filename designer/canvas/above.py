"""Paints what lies above the drawing: simulation, selection, handles, lists, gestures, then words and frame."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from designer.canvas import messages
from designer.canvas.board import Board
from designer.canvas.camera import Camera
from designer.canvas.items.above import (
    paint_far_names,
    paint_handles,
    paint_list,
    paint_overlay,
    paint_preview,
    paint_selection,
    ring,
)
from designer.canvas.items.ink import NO_BRUSH, Ink, pen
from designer.canvas.items.text import set_middle, set_text
from designer.canvas.metrics import advance, metrics
from designer.canvas.overlay import Overlay
from designer.canvas.stage import Stage
from designer.canvas.surface import FULL, NAMES

FRAME = 3.0


class Above:
    """Knows the stage and what is laid over it."""

    def __init__(self, stage: Stage, overlay: Callable[[], Overlay], board: Callable[[], Board]) -> None:
        self._stage, self._overlay, self._board = stage, overlay, board

    def paint(self, painter: QPainter, ink: Ink, camera: Camera) -> None:
        scene, selection = self._stage.scene, self._stage.selection
        board, overlay, shown = self._board(), self._overlay(), self._stage.preview
        painter.save()
        painter.scale(camera.scale, camera.scale)
        painter.translate(-camera.x, -camera.y)
        if overlay.mode != "edit":
            paint_overlay(painter, ink, scene, overlay, camera.scale)
        near = scene.projection.states and camera.scale >= NAMES
        still = [path for path in selection.paths if path[1:2] and path[1] not in shown.boxes]
        if len(still) > MANY:
            still = [path for path in still if (box := scene.box_of(path)) is not None and camera.seen.meets(box)]
        paint_selection(painter, ink, scene, still, camera.scale)
        hovered = board.hands.hovered
        if hovered in scene.sheet.drawing.boxes and near and not board.busy and not self._stage.locked:
            ring(painter, scene.sheet.box(str(hovered)), ink.tokens.accent, camera.scale, 1.0)
            paint_handles(painter, ink, scene.sheet.box(str(hovered)))
        for which in scene.unfolded:
            paint_list(painter, ink, scene, which, selection.paths)
        paint_preview(painter, ink, scene, shown, camera)
        painter.restore()
        self._words(painter, ink, camera)

    def _words(self, painter: QPainter, ink: Ink, camera: Camera) -> None:
        scene, shown, overlay = self._stage.scene, self._stage.preview, self._overlay()
        if camera.scale < FULL:
            paint_far_names(painter, ink, scene, self._told_apart(), camera)
        workflow = self._stage.document.snapshot.workflow
        if scene.empty and workflow is not None and not workflow.states:
            set_middle(painter, "kind", camera.width / 2, camera.height / 2, messages.EMPTY, ink.soft)
        board = self._board()
        if shown.hint and board.pointer is not None:
            _bubble(painter, ink, *board.pointer.screen, shown.hint)
        if self._stage.document.snapshot.stale:
            words = messages.UNREADABLE if self._stage.document.snapshot.workflow is None else messages.STALE
            _veil(painter, ink, camera, words)
        if overlay.mode != "edit":
            _frame(painter, ink, camera, overlay)
        elif board.hasFocus() and board.reached_by_key and self._stage.focus is None:
            painter.setPen(pen(ink.tokens.accent, 2))
            painter.setBrush(NO_BRUSH)
            painter.drawRect(QRectF(1, 1, camera.width - 2, camera.height - 2))

    def _told_apart(self) -> list[str]:
        """States whose names stay legible at a distance: selected, found, faulty."""
        scene = self._stage.scene
        chosen = [str(path[1]) for path in self._stage.selection.paths if len(path) > 1 and path[0] == "states"]
        found = sorted(scene.shown) if scene.shown is not None else []
        return list(dict.fromkeys([*chosen, *found, *scene.problems.states]))


MANY = 200
"""With more selected than this, only what is in view is marked."""


def _bubble(painter: QPainter, ink: Ink, x: float, y: float, text: str) -> None:
    """A few words beside the pointer."""
    w = advance("who", text) + 16
    rect = QRectF(x + 16, y + 16, w, 24)
    painter.setPen(pen(ink.tokens.line, 1))
    painter.setBrush(ink.card)
    painter.drawRoundedRect(rect, 7, 7)
    set_middle(painter, "who", rect.center().x(), rect.center().y(), text, ink.text)


def _veil(painter: QPainter, ink: Ink, camera: Camera, words: str) -> None:
    """The last machine that could be read, dimmed, and above it why."""
    veil = QColor(ink.tokens.canvas)
    veil.setAlpha(150)
    painter.fillRect(QRectF(0, 0, camera.width, camera.height), veil)
    w = advance("who", words) + 24
    rect = QRectF((camera.width - w) / 2, 12, w, 28)
    painter.setPen(pen(ink.tokens.error, 1))
    painter.setBrush(ink.tokens.error_soft)
    painter.drawRoundedRect(rect, 7, 7)
    set_middle(painter, "who", rect.center().x(), rect.center().y(), words, pen(ink.tokens.error, 1))


def _frame(painter: QPainter, ink: Ink, camera: Camera, overlay: Overlay) -> None:
    """The coloured frame of a mode and the tab that names it."""
    tokens = ink.tokens
    color = tokens.replay if overlay.mode == "replay" else tokens.simulate
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(color, FRAME))
    painter.drawRect(QRectF(FRAME / 2, FRAME / 2, camera.width - FRAME, camera.height - FRAME))
    text = overlay.caption or messages.MODES[overlay.mode]
    w, h = advance("who", text) + 28, metrics("who").height() + 8
    left = (camera.width - w) / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(QRectF(left, -8, w, h + 8), 8, 8)
    set_text(painter, "who", left + 14, h / 2 + metrics("who").capHeight() / 2, text, pen(tokens.on_mode, 1))
