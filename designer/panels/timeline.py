"""The timeline: every moment of a run on one axis, a lane for each branch, to step and scrub through."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QSlider, QToolTip, QVBoxLayout

from designer.panels.simulator import messages
from designer.panels.simulator.moments import Moment, count_of, moments_of
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.words import words_of
from designer.panels.widgets import Empty, IconButton, Panel, label, row
from designer.theme import Theme
from engine.reducer import format_time

_CARD = 128
_GAP = 8
_HEIGHT = 48
_LANE = _HEIGHT + _GAP


class Timeline(Panel):
    """Transport buttons, a slider and the lanes."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._empty = Empty(messages.EMPTY_TIMELINE)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setAccessibleName(messages.POSITION)
        self._slider.valueChanged.connect(simulation.go)
        self._place = label("", "soft")
        self._time = label("", "soft")
        self._buttons = [
            IconButton(theme, "skip-back", messages.TO_START, lambda: simulation.go(0), "text"),
            IconButton(theme, "caret-left", messages.BACK, lambda: simulation.go(simulation.at - 1), "text"),
            IconButton(theme, "caret-right", messages.FORWARD, lambda: simulation.go(simulation.at + 1), "text"),
            IconButton(theme, "skip-forward", messages.TO_END, lambda: simulation.go(len(simulation.moments)), "text"),
        ]
        top = row(*self._buttons, self._slider, self._place, self._time, spacing=8)
        top.setContentsMargins(12, 8, 12, 4)
        top.setStretch(len(self._buttons), 1)
        self.lanes = Lanes(simulation, theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._empty)
        layout.addLayout(top)
        layout.addWidget(self.lanes, 1)
        simulation.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        simulation = self._simulation
        running = simulation.session is not None
        total = len(simulation.moments)
        self._empty.setVisible(not running)
        for part in (self._slider, self._place, self._time, self.lanes, *self._buttons):
            part.setVisible(running)
        self._slider.blockSignals(True)
        self._slider.setMaximum(max(0, total - 1))
        self._slider.setValue(simulation.at)
        self._slider.blockSignals(False)
        moment = simulation.here.moment
        if moment is not None and simulation.session is not None:
            self._place.setText(messages.step_of(simulation.at, total))
            self._time.setText(format_time(moment.step.at))
            self._buttons[0].setEnabled(simulation.at > 0)
            self._buttons[1].setEnabled(simulation.at > 0)
            self._buttons[2].setEnabled(simulation.at < total - 1)
            self._buttons[3].setEnabled(simulation.at < total - 1)
        self.lanes.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        simulation = self._simulation
        steps = {
            Qt.Key.Key_Left: simulation.at - 1,
            Qt.Key.Key_Right: simulation.at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(simulation.moments) - 1,
        }
        if event.key() in steps:
            simulation.go(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class Lanes(QAbstractScrollArea):
    """Cards on a shared axis; only those in view are drawn. Signals: ``shown`` (index) when a card is chosen."""

    shown = Signal(int)

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._lanes: list[tuple[int, list[Moment]]] = []
        self._tips: object = None
        self._present: frozenset[int] = frozenset()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(messages.TIMELINE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        return QSize(400, 2 * _LANE + 16)

    def refresh(self) -> None:
        session = self._simulation.session
        tips = session.tips if session else ()
        shown = (tips, session.branch if session else 0)
        if shown != self._tips:
            self._tips = shown
            self._lanes = self._measured()
            self._present = frozenset(id(node) for node in session.path()) if session else frozenset()
        longest = max((start + len(moments) for start, moments in self._lanes), default=0)
        self.horizontalScrollBar().setRange(0, max(0, longest * (_CARD + _GAP) + 16 - self.viewport().width()))
        self.horizontalScrollBar().setPageStep(self.viewport().width())
        self.verticalScrollBar().setRange(0, max(0, len(self._lanes) * _LANE + 16 - self.viewport().height()))
        self._follow()
        self._tell()
        self.viewport().update()

    def card_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The lane and the moment whose card is at a point of the viewport."""
        lane = int((y + self.verticalScrollBar().value() - 8) // _LANE)
        at = int((x + self.horizontalScrollBar().value() - 12) // (_CARD + _GAP))
        if not 0 <= lane < len(self._lanes):
            return None
        start, moments = self._lanes[lane]
        return (lane, at) if start <= at < start + len(moments) else None

    def box(self, lane: int, at: int) -> QRectF:
        x = 12 + at * (_CARD + _GAP) - self.horizontalScrollBar().value()
        return QRectF(x, 8 + lane * _LANE - self.verticalScrollBar().value(), _CARD, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self._theme.tokens.panel)
        left = self.horizontalScrollBar().value()
        first = max(0, (left - 12) // (_CARD + _GAP))
        last = (left + self.viewport().width()) // (_CARD + _GAP) + 1
        for lane, (start, moments) in enumerate(self._lanes):
            for at in range(max(start, first), min(start + len(moments), last)):
                moment = moments[at - start]
                self._paint_card(painter, lane, at, moment, id(moment.node) in self._present)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.card_at(event.position().x(), event.position().y())
        session = self._simulation.session
        if found is None or session is None:
            return
        lane, at = found
        if lane != session.branch:
            self._simulation.switch(lane)
        self._simulation.go(at)
        self.shown.emit(at)

    def viewportEvent(self, event: object) -> bool:
        if isinstance(event, QHelpEvent):
            found = self.card_at(event.pos().x(), event.pos().y())
            text = ""
            if found is not None:
                start, moments = self._lanes[found[0]]
                words = words_of(moments[found[1] - start])
                text = f"{words.title}\n{words.detail}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().viewportEvent(event)  # type: ignore[arg-type]

    def _measured(self) -> list[tuple[int, list[Moment]]]:
        """For each branch, where it leaves the axis of those before it, and its own moments from there."""
        session = self._simulation.session
        if session is None:
            return []
        lanes = []
        for branch, (tip, fork) in enumerate(zip(session.tips, session.forks(), strict=True)):
            if branch == session.branch:
                moments = self._simulation.moments
                before = bisect_left(moments, fork, key=lambda moment: moment.node.depth)
                lanes.append((before, moments[before:]))
                continue
            nodes = tip.path()
            before = sum(map(count_of, nodes[:fork]))
            lanes.append((before, [moment for node in nodes[fork:] for moment in moments_of(node)]))
        return lanes

    def _follow(self) -> None:
        """Keep the present moment in view."""
        session = self._simulation.session
        if session is None:
            return
        box = self.box(session.branch, self._simulation.at)
        bar = self.horizontalScrollBar()
        if box.left() < 0:
            bar.setValue(round(bar.value() + box.left() - 12))
        elif box.right() > self.viewport().width():
            bar.setValue(round(bar.value() + box.right() - self.viewport().width() + 12))

    def _tell(self) -> None:
        moment = self._simulation.here.moment
        if moment is not None:
            words = words_of(moment)
            self.setAccessibleDescription(f"{words.title}, {words.detail}")

    def _paint_card(self, painter: QPainter, lane: int, at: int, moment: Moment, present: bool) -> None:
        tokens = self._theme.tokens
        words = words_of(moment)
        box = self.box(lane, at).adjusted(0.5, 0.5, -0.5, -0.5)
        here = present and at == self._simulation.at
        pen = QPen(getattr(tokens, words.token), 2 if here else 1)
        if not present:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(tokens.accent_soft if here else tokens.card)
        painter.drawRoundedRect(box, 8, 8)
        inside = box.adjusted(10, 5, -8, -5)
        painter.setPen(tokens.text)
        painter.setFont(self._theme.text_font(13, QFont.Weight.DemiBold))
        top = QRectF(inside.left(), inside.top(), inside.width(), inside.height() / 2)
        width = round(inside.width())
        elided = painter.fontMetrics().elidedText(words.title, Qt.TextElideMode.ElideRight, width)
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, elided)
        painter.setPen(tokens.text if here else tokens.soft)
        painter.setFont(self._theme.text_font(12))
        below = top.translated(0, inside.height() / 2)
        elided = painter.fontMetrics().elidedText(words.detail, Qt.TextElideMode.ElideRight, width)
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, elided)
