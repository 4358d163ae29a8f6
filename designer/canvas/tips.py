"""What the tooltip of an element says: all of a guard, a description, the problems."""

from __future__ import annotations

from html import escape

from designer.canvas import messages
from designer.canvas.hits import Hit, Part
from designer.canvas.labels import visible
from designer.canvas.scene import Scene
from designer.theme import CODE_FAMILY
from engine.diagnostics import Diagnostic


def tip(scene: Scene, hit: Hit, findings: tuple[Diagnostic, ...]) -> str:
    """Rich text, everything of the user's escaped."""
    if len(hit.path) == 2:
        return _state(scene, hit, findings)
    edge = scene.edge(hit.path[:4])
    if edge is None:
        return ""
    lines = [f"<b>{escape(visible(edge.source))} → {escape(visible(edge.target))}</b>"]
    if edge.expressions or edge.label:
        text = "<br>".join(escape(expression) for expression in edge.expressions or (edge.label,))
        lines.append(f'<span style="font-family: {CODE_FAMILY}">{text}</span>')
    else:
        lines.append(messages.ALWAYS)
    if edge.description:
        lines.append(escape(edge.description))
    if hit.part is Part.DISC:
        lines.append(messages.DRAG_NUMBER)
    lines += [escape(finding.message) for finding in findings if finding.path[:4] == edge.path]
    return "<br>".join(lines)


def _state(scene: Scene, hit: Hit, findings: tuple[Diagnostic, ...]) -> str:
    view = scene.projection.states[hit.state]
    lines = [f"<b>{escape(visible(view.name))}</b>, {messages.KINDS[view.kind]}"]
    if hit.chip is not None and hit.part is Part.CHIP:
        chip = view.chips[hit.chip]
        lines.append(escape(messages.requires(visible(chip.field), visible(chip.who), chip.required)))
    elif view.description:
        lines.append(escape(view.description.strip()).replace("\n", "<br>"))
    lines += [escape(finding.message) for finding in findings if finding.path[:2] == ("states", view.name)]
    return "<br>".join(lines)
