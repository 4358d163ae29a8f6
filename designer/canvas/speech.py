"""What the canvas says of an element to those who do not see it."""

from __future__ import annotations

from designer.canvas import messages
from designer.canvas.labels import visible
from designer.canvas.scene import Scene
from designer.canvas.views import EdgeView, StateView
from engine.diagnostics import Diagnostic, Path


def spoken(scene: Scene, path: Path | None, findings: tuple[Diagnostic, ...]) -> str:
    """The focused element with kind, requirements, problems; of nothing, what the drawing holds."""
    match path:
        case ("states", str(name), *rest) if name in scene.projection.states:
            edge = scene.edge(path[:4]) if len(rest) >= 2 else None
            if edge is not None:
                return _edge(edge, findings)
            return _state(scene, scene.projection.states[name], findings)
    return messages.drawing(len(scene.projection.states), len(scene.projection.edges()))


def _state(scene: Scene, view: StateView, findings: tuple[Diagnostic, ...]) -> str:
    edges = scene.projection.edges().values()
    parts = [messages.state(visible(view.name), messages.KINDS[view.kind], view.initial)]
    parts += [messages.requires(visible(chip.field), visible(chip.who), chip.required) for chip in view.chips]
    parts += [messages.mark(mark.kind.value, mark.count) for mark in view.marks]
    parts.append(messages.ways(sum(e.source == view.name for e in edges), sum(e.target == view.name for e in edges)))
    found = [finding for finding in findings if finding.path[:2] == ("states", view.name)]
    parts += [finding.message for finding in found]
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts)


def _edge(edge: EdgeView, findings: tuple[Diagnostic, ...]) -> str:
    parts = [messages.transition(visible(edge.source), visible(edge.target), edge.number, edge.label, edge.timer)]
    if edge.acts:
        parts.append(messages.HAS_ACTIONS)
    parts += [finding.message for finding in findings if finding.path[:4] == edge.path]
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts)
