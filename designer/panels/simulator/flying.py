"""The interface's side of the autopilot: a process flies, and what it did is taken over a little at a time."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from designer import child
from designer.framing import Received, pack
from designer.panels.simulator import messages
from designer.panels.simulator.breakpoints import Breakpoint, first_hit
from designer.panels.simulator.flightwork import Flight, Landed, whole
from designer.panels.simulator.moments import moments_of
from designer.panels.simulator.simulation import Simulation
from engine.dsl import Workflow
from engine.reducer import Actor
from engine.simulate import Began, Crashed, Growth, Migrated, Session

SLICE_S = 0.008
"""Seconds the interface works on answers at a time."""
SHOW_S = 0.25
"""Seconds between two looks at a run that grows."""

Scripts = Mapping[Actor, tuple[Mapping[str, Any], ...]]


class Pilot(QObject):
    """Lets a simulation answer itself; ``landed`` tells of the last flight.

    Signals: ``changed`` when ``said`` or ``busy`` is another.
    """

    changed = Signal()

    def __init__(self, simulation: Simulation, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._simulation = simulation
        self._process: QProcess | None = None
        self._received = Received()
        self._waiting: deque[Any] = deque()
        self.landed: Landed | None = None
        self._growing: Growth | None = None
        self._shown = 0.0
        self.said = ""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._some)

    @property
    def busy(self) -> bool:
        return self._growing is not None

    def begin(self, seed: int, most: int, *, seeking: bool = False, scripts: Scripts | None = None) -> None:
        """Fly on from where the simulation stands."""
        session = self._simulation.session
        if session is None or self.busy:
            return
        first, *others = session.at(session.cursor.depth).cursor.path()
        if any(isinstance(node.input, Migrated) for node in others):
            self._say(messages.NO_PILOT_AFTER_MIGRATION)
            return
        assert isinstance(first.input, Began)
        way = tuple(each.input.point if isinstance(each.input, Crashed) else each.input for each in others)
        flight = Flight(
            session.definition.workflow, _others(session), first.input, way, seed, most, seeking, scripts or {}
        )
        self._growing = Growth(session)
        self.landed = None
        self._shown = time.monotonic()
        self._process = self._spawn()
        self._process.write(pack(flight))
        self._process.closeWriteChannel()
        self._say(messages.FLYING)

    def stop(self) -> None:
        """End the flight where it is; what it did stays."""
        self._end_process()
        self._waiting.clear()
        self._timer.stop()
        growing, self._growing = self._growing, None
        if growing is not None:
            self._show(growing)
            gc.freeze()
            self._say(messages.flown(growing.taken, len(growing.session.tips)))
            self._simulation.said.emit(self.said)

    def _some(self) -> None:
        """Take over answers for a moment, so that the window stays alive."""
        growing, until = self._growing, time.perf_counter() + SLICE_S
        if growing is None:
            return
        gc.freeze()  # a long run is no garbage; the collector would halt the window each time it looked through it
        stopped_by: Breakpoint | None = None
        while self._waiting and stopped_by is None and time.perf_counter() < until:
            growing.take(whole(self._waiting.popleft()))
            self._simulation.grow(growing.session)
            stopped_by = _hit(growing.session, self._simulation.breakpoints)
        if stopped_by is not None or (self.landed is not None and not self._waiting):
            self.stop()
            if stopped_by is not None:
                self._simulation.stopped_at(stopped_by)
        elif time.monotonic() - self._shown > SHOW_S:
            self._show(growing)
            self._say(messages.flying(growing.taken))
        if not self._waiting:
            self._timer.stop()

    def _show(self, growing: Growth) -> None:
        self._shown = time.monotonic()
        if growing.taken and self._simulation.session is not None:
            self._simulation.show_session(growing.session)

    def _receive(self) -> None:
        if self._process is None:
            return
        for part in self._received.take(self._process.readAllStandardOutput().data()):
            if isinstance(part, Landed):
                self.landed = part
            else:
                self._waiting += part
        self._timer.start()

    def _ended(self) -> None:
        self._receive()
        if self.landed is None and self._growing is not None:
            self.stop()
            self._say(messages.PILOT_FAILED)

    def _spawn(self) -> QProcess:
        process = child.prepare(self, "designer.panels.simulator.flightwork")
        process.readyReadStandardOutput.connect(self._receive)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._failed_to_start)
        process.start()
        return process

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.stop()
            self._say(messages.PILOT_FAILED)

    def _end_process(self) -> None:
        process, self._process = self._process, None
        self._received.clear()
        child.end(process)

    def _say(self, text: str) -> None:
        self.said = text
        self.changed.emit()


def _hit(session: Session, breakpoints: tuple[Breakpoint, ...]) -> Breakpoint | None:
    """The breakpoint that the last input ran into."""
    node = session.cursor
    if not breakpoints or node.parent is None:
        return None
    before = list(moments_of(node.parent))[-1:]
    found = first_hit(breakpoints, [*before, *moments_of(node)], len(before) - 1)
    return found[1] if found else None


def _others(session: Session) -> tuple[Workflow, ...]:
    """The machines that this one may spawn, and they in their turn."""
    found: dict[str, Workflow] = {}
    waiting = [session.definition.workflow]
    while waiting:
        for name in _spawned(waiting.pop().model_dump()):
            definition = session.find(name)
            if name != session.definition.name and name not in found and definition is not None:
                found[name] = definition.workflow
                waiting.append(definition.workflow)
    return tuple(found.values())


def _spawned(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        if isinstance(data.get("spawn"), Mapping) and "fsm" in data["spawn"]:
            yield data["spawn"]["fsm"]
        for value in data.values():
            yield from _spawned(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _spawned(value)
