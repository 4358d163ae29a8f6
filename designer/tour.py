"""Five steps through the program on a sample: each waits for what one does, and one can leave at any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from designer import messages
from designer.notices import Choice, Notice
from designer.page import Page
from engine.dsl import Workflow

KEY = "tour"


@dataclass(frozen=True, slots=True)
class Step:
    """What to do, and how one sees that it was done."""

    text: str
    done: Callable[[Page, Workflow], bool]


def _selected(page: Page, start: Workflow) -> bool:
    return ("states", "review") in page.machine.selection.paths


def _added(page: Page, start: Workflow) -> bool:
    return len(_now(page).states) > len(start.states)


def _connected(page: Page, start: Workflow) -> bool:
    return _edges(_now(page)) > _edges(start)


def _undone(page: Page, start: Workflow) -> bool:
    return _now(page) == start


def _answered(page: Page, start: Workflow) -> bool:
    moment = page.simulation.here.moment if page.mode == "simulate" else None
    return moment is not None and moment.state == "review"


STEPS = (
    Step(messages.TOUR_SELECT, _selected),
    Step(messages.TOUR_ADD, _added),
    Step(messages.TOUR_CONNECT, _connected),
    Step(messages.TOUR_UNDO, _undone),
    Step(messages.TOUR_RUN, _answered),
)


class Tour(QObject):
    """Goes on by itself whenever the step at hand is done."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self._start = _now(page)
        self._at = 0
        document = page.machine.document
        self._signals = (document.changed, document.selection.changed, page.simulation.changed)
        for signal in self._signals:
            signal.connect(self._look)
        self._say()

    def _look(self) -> None:
        if self._at < len(STEPS) and STEPS[self._at].done(self._page, self._start):
            self._at += 1
            self._say()

    def _say(self) -> None:
        leave = Choice(messages.LEAVE_TOUR, self._leave)
        if self._at < len(STEPS):
            text = messages.tour_step(self._at + 1, len(STEPS), STEPS[self._at].text)
            self._page.bars.show_notice(Notice(KEY, text, choices=(leave,)))
        else:
            self._page.bars.show_notice(Notice(KEY, messages.TOUR_END))
            self._leave()

    def _leave(self) -> None:
        for signal in self._signals:
            signal.disconnect(self._look)
        self._at = len(STEPS)
        self.deleteLater()


def _now(page: Page) -> Workflow:
    workflow = page.machine.document.snapshot.workflow
    assert workflow is not None
    return workflow


def _edges(workflow: Workflow) -> int:
    return sum(len(state.transitions) for state in workflow.states.values())
