"""What is drawn, in full: the views, how large each is, and where everything stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from designer.canvas.geometry import Box, Point
from designer.canvas.layout.arrange import Engine
from designer.canvas.layout.order import Order
from designer.canvas.layout.problem import Node
from designer.canvas.metrics import CardLayout, card_layout, pill_size
from designer.canvas.routing import Drawing, Route, Wire
from designer.canvas.views import LinkKey, Projection

Centres = Mapping[str, Point]
"""Where the middle of each card is."""
RIM = 10.0
"""How far discs, badges and shadows reach out of cards and lines."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large cards and pills are."""

    cards: Mapping[str, CardLayout] = field(default_factory=dict)
    pills: Mapping[LinkKey, tuple[int, int]] = field(default_factory=dict)
    whole: bool = False


def measure(projection: Projection, *, whole: bool = False, before: tuple[Projection, Sizes] | None = None) -> Sizes:
    """Measure every view; those that are the same as ``before`` are not measured again."""
    out = Counter(link.source for link in projection.links.values())
    cards: dict[str, CardLayout] = {}
    pills: dict[LinkKey, tuple[int, int]] = {}
    old_out: Counter[str] = Counter()
    if before is not None and before[1].whole == whole:
        old_out = Counter(link.source for link in before[0].links.values())
    else:
        before = None
    for name, view in projection.states.items():
        loops = projection.loops.get(name, ())
        if (
            before is not None
            and before[0].states.get(name) == view
            and before[0].loops.get(name, ()) == loops
            and old_out[name] == out[name]
        ):
            cards[name] = before[1].cards[name]
        else:
            cards[name] = card_layout(view, loops, whole=whole, out=out[name])
    for key, link in projection.links.items():
        if before is not None and before[0].links.get(key) == link:
            pills[key] = before[1].pills[key]
        else:
            pills[key] = pill_size(link, whole=whole)
    return Sizes(cards, pills, whole)


def order_of(
    projection: Projection,
    sizes: Sizes,
    centres: Centres | None = None,
    *,
    engine: Engine = Engine.AUTO,
    down: bool = False,
) -> Order:
    """What the layout is asked; with ``centres``, only to draw the wires."""
    cards = {name: Node(sizes.cards[name].w, sizes.cards[name].h) for name in projection.states}
    wires = tuple(Wire(key, *sizes.pills[key]) for key in projection.links)
    return Order(cards, wires, projection.initial, down, engine, centres)


@dataclass(frozen=True)
class Sheet:
    """A whole drawing; two with the same parts look the same."""

    projection: Projection = field(default_factory=Projection)
    sizes: Sizes = field(default_factory=Sizes)
    drawing: Drawing = field(default_factory=Drawing)

    def box(self, name: str) -> Box:
        return self.drawing.boxes[name]

    def route(self, key: LinkKey) -> Route:
        return self.drawing.routes[key]

    @cached_property
    def bounds(self) -> Box:
        """The box around everything that is drawn, discs and badges included."""
        return self.drawing.bounds.grown(RIM) if self.drawing.boxes else Box(0, 0, 0, 0)

    @cached_property
    def centres(self) -> dict[str, Point]:
        return {name: box.centre for name, box in self.drawing.boxes.items()}
