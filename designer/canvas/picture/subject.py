"""What a picture shows: a machine or some of its states, where a person put them or where the layout does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from designer.canvas.geometry import Point
from designer.canvas.layout.beside import place_beside
from designer.canvas.layout.order import Laid, Order, lay_out
from designer.canvas.projection import project
from designer.canvas.routing import Drawing
from designer.canvas.sheet import Sheet, Sizes, measure, order_of
from designer.canvas.views import Kind, Projection
from engine.dsl import Workflow


@dataclass(frozen=True, slots=True)
class Subject:
    """``layout`` holds the positions of the sidecar; with ``chosen`` only these states and what joins them is shown."""

    workflow: Workflow | None
    layout: Mapping[str, Point]
    chosen: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return "" if self.workflow is None else f"{self.workflow.name} v{self.workflow.version}"


def subject_of(
    workflow: Workflow | None, layout: Mapping[str, tuple[int, int]], chosen: Collection[str] = ()
) -> Subject:
    known = workflow.states if workflow is not None else {}
    centres = {name: (float(x), float(y)) for name, (x, y) in layout.items() if name in known}
    return Subject(workflow, centres, tuple(chosen))


def order_for(subject: Subject) -> tuple[Projection, Sizes, Order]:
    """What the layout is asked for this picture; nothing is elided, every list is unfolded."""
    projection = project(subject.workflow)
    sizes = measure(projection, whole=True)
    if not subject.layout:
        return projection, sizes, order_of(projection, sizes)
    new = [name for name in projection.states if name not in subject.layout]
    centres = dict(subject.layout)
    centres.update(place_beside(order_of(projection, sizes, centres), centres, new))
    return projection, sizes, order_of(projection, sizes, centres)


def sheet_for(subject: Subject, laid: Laid | None = None) -> Sheet:
    """The finished drawing; ``laid`` is the layout's answer where it was asked elsewhere."""
    projection, sizes, order = order_for(subject)
    if not projection.states:
        return Sheet(projection, sizes)
    drawing = (laid or lay_out(order)).drawing
    if subject.chosen:
        return _part(Sheet(projection, sizes, drawing), frozenset(subject.chosen))
    return Sheet(projection, sizes, drawing)


def _part(sheet: Sheet, chosen: frozenset[str]) -> Sheet:
    """Some states, the links between them, and the start where it is one of them; all stays where it is."""
    projection = sheet.projection
    states = {
        name: view for name, view in projection.states.items() if name in chosen and view.kind is not Kind.MISSING
    }
    links = {key: link for key, link in projection.links.items() if key[0] in states and key[1] in states}
    initial = projection.initial if projection.initial in states else None
    part = Projection(states, links, {name: own for name, own in projection.loops.items() if name in states}, initial)
    drawing = Drawing(
        {name: sheet.box(name) for name in states},
        {key: sheet.route(key) for key in links},
        sheet.drawing.start if initial is not None else None,
    )
    return Sheet(part, sheet.sizes, drawing)
