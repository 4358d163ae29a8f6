"""From a document's snapshots to sheets: what keeps its place, what is placed anew, and when the process is asked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from designer.canvas.geometry import Box, Point
from designer.canvas.layout.arrange import Engine
from designer.canvas.layout.beside import place_beside
from designer.canvas.layout.client import LayoutWorker
from designer.canvas.layout.order import Laid, Order, lay_out
from designer.canvas.projection import project
from designer.canvas.routing import Drawing, Task, Wire, quick
from designer.canvas.sheet import Sheet, Sizes, measure, order_of
from designer.canvas.views import Kind, Projection
from designer.document import Position, Snapshot

AT_ONCE = 24
"""Up to so many wires are routed at once; with more, only those an edit touches, and all of them by the process."""


class Arranger(QObject):
    """Keeps the positions of a drawing.

    Signals: ``ready`` (Sheet) when there is another drawing; ``placed`` (centres by state) when ``arrange`` has found
    places for everything; ``busy_changed`` when a layout begins or ends; ``failed`` (details) when one fails by a bug.
    """

    ready = Signal(object)
    placed = Signal(object)
    busy_changed = Signal()
    failed = Signal(str)

    def __init__(self, worker: LayoutWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._worker.finished.connect(self._take)
        self._automatic: dict[str, Point] = {}
        self._layout: Mapping[str, Position] = {}
        self._running: tuple[int, bool] | None = None
        self.sheet = Sheet()
        self.engine: Engine | None = None
        self.wanted = Engine.AUTO
        self.down = False

    @property
    def busy(self) -> bool:
        return self._running is not None

    @property
    def standing(self) -> dict[str, Position]:
        """Where the machine's states stand, in whole units."""
        return {
            name: (round(x), round(y))
            for name, (x, y) in self.sheet.centres.items()
            if self.sheet.projection.states[name].kind is not Kind.MISSING
        }

    def follow(self, snapshot: Snapshot) -> None:
        """Draw this snapshot: everything anew the first time, later only what changed."""
        old = self.sheet
        projection = project(snapshot.workflow)
        sizes = measure(projection, before=(old.projection, old.sizes))
        self._layout = snapshot.layout
        self._carry_renamed(old.projection, projection)
        centres, new = self._known(projection)
        if projection.states and not centres:
            self.sheet = Sheet(projection, sizes)
            self._submit(projection, sizes, None)
            return
        if new:
            order = order_of(projection, sizes, centres)
            self._automatic.update(place_beside(order, centres, new))
            centres, _ = self._known(projection)
        self._draw(projection, sizes, centres)

    def arrange(self) -> None:
        """Find new places for everything; ``placed`` brings them, and nothing moves before they are made an edit."""
        if self.sheet.projection.states:
            self._submit(self.sheet.projection, self.sheet.sizes, None)

    def cancel(self) -> None:
        """Give up the layout under way; a drawing that has none yet is put in a plain grid."""
        if self._running is None:
            return
        self._worker.cancel(self._running[0])
        self._end()
        if not self.sheet.drawing.boxes and self.sheet.projection.states:
            self._automatic.update(
                place_beside(order_of(self.sheet.projection, self.sheet.sizes), {}, self.sheet.projection.states)
            )
            self._draw(self.sheet.projection, self.sheet.sizes, self._known(self.sheet.projection)[0])

    def close(self) -> None:
        """The canvas goes; no answer is wanted any more."""
        if self._running is not None:
            self._worker.cancel(self._running[0])
            self._running = None
        self._worker.finished.disconnect(self._take)

    def _known(self, projection: Projection) -> tuple[dict[str, Point], list[str]]:
        """Places of states that have one, and the states that have none."""
        centres: dict[str, Point] = {}
        new = []
        for name in projection.states:
            at = self._layout.get(name) or self._automatic.get(name)
            if at is None:
                new.append(name)
            else:
                centres[name] = (float(at[0]), float(at[1]))
        return centres, new

    def _carry_renamed(self, old: Projection, new: Projection) -> None:
        """A state that has another name at the same place of the order keeps where it stands."""
        if len(old.states) != len(new.states):
            return
        for before, after in zip(old.states, new.states, strict=True):
            if before != after and before not in new.states and after not in old.states and before in self._automatic:
                self._automatic.setdefault(after, self._automatic[before])

    def _draw(self, projection: Projection, sizes: Sizes, centres: Mapping[str, Point]) -> None:
        self._cancel_running()
        order = order_of(projection, sizes, centres)
        if len(order.wires) <= AT_ONCE:
            self._show(Sheet(projection, sizes, lay_out(order).drawing))
            return
        drawing = self._patched(order)
        if drawing is not None:
            self._show(Sheet(projection, sizes, drawing))
        self._submit(projection, sizes, centres)

    def _patched(self, order: Order) -> Drawing | None:
        """The drawing before, with the wires that an edit touched drawn quickly; ``None`` where there was none."""
        before = self.sheet.drawing
        if not before.boxes:
            return None
        boxes = {name: Box.around(*(order.centres or {})[name], *size) for name, size in order.cards.items()}
        moved = {name for name, box in boxes.items() if before.boxes.get(name) != box}
        kept = {wire.key: before.routes[wire.key] for wire in order.wires if _still_fits(before, wire, moved)}
        touched = tuple(wire for wire in order.wires if wire.key not in kept)
        fresh = quick.route(Task(boxes, touched, order.initial)).routes
        same_start = order.initial == self.sheet.projection.initial and order.initial not in moved
        routes = {wire.key: kept.get(wire.key) or fresh[wire.key] for wire in order.wires}
        return Drawing(boxes, routes, before.start if same_start else None)

    def _submit(self, projection: Projection, sizes: Sizes, centres: Mapping[str, Point] | None) -> None:
        self._cancel_running()
        order = order_of(projection, sizes, centres, engine=self.wanted, down=self.down)
        self._running = (self._worker.submit(order), centres is None)
        self.busy_changed.emit()

    def _cancel_running(self) -> None:
        if self._running is not None:
            self._worker.cancel(self._running[0])
            self._end()

    def _end(self) -> None:
        self._running = None
        self.busy_changed.emit()

    def _take(self, number: int, laid: Laid | None, failure: str) -> None:
        if self._running is None or number != self._running[0]:
            return
        anew, self._running = self._running[1], None
        if laid is None:
            self.failed.emit(failure)
        elif anew and self.sheet.drawing.boxes:
            self.engine = laid.engine
            self.placed.emit(laid.centres)
        else:
            if anew:
                self.engine = laid.engine
                self._automatic.update(laid.centres)
            self._show(Sheet(self.sheet.projection, self.sheet.sizes, laid.drawing))
        self.busy_changed.emit()

    def _show(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.ready.emit(sheet)


def _still_fits(before: Drawing, wire: Wire, moved: set[str]) -> bool:
    """Whether a wire can stay as it was drawn: both cards stand where they stood, and its pill is as large."""
    known = before.routes.get(wire.key)
    if known is None or wire.key[0] in moved or wire.key[1] in moved:
        return False
    return (wire.w, wire.h) == ((known.pill.w, known.pill.h) if known.pill is not None else (0, 0))
