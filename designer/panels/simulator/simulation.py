"""The simulation of one machine: a session, where one stands in it, and what can be done there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from designer.document import Document, Snapshot
from designer.panels.simulator import messages
from designer.panels.simulator.breakpoints import Breakpoint, first_hit
from designer.panels.simulator.machines import FindMachine, Machines
from designer.panels.simulator.moments import Moment, Way, visits_elsewhere
from designer.panels.simulator.standing import Standing
from engine.dsl import Field, Workflow
from engine.reducer import (
    SECOND,
    Actor,
    Contribution,
    Definition,
    Routing,
)
from engine.simulate import (
    Contributed,
    Difference,
    Input,
    NotKept,
    Restored,
    Scenario,
    Session,
    Trace,
    UnreadableTrace,
    Waited,
    compare_sessions,
    lead,
    open_trace,
    restore,
    save,
)


class Simulation(QObject):
    """Runs the document's machine without effects. Nothing here changes the text.

    ``at`` is the index of the moment one stands at, in ``moments``.

    Signals: ``changed`` when the session or the place in it is another; ``looked_ahead`` when ``ahead``, what would
    decide if the answer being chosen were given, is another; ``said`` (sentence) for what is refused.
    """

    changed = Signal()
    looked_ahead = Signal()
    said = Signal(str)

    def __init__(self, document: Document, find: FindMachine | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._machines = Machines(document, find)
        self._way = Way()
        self._here: Standing | None = None
        self._elsewhere: tuple[object, Counter[tuple[str, ...]]] = (None, Counter())
        self.session: Session | None = None
        self.at = 0
        self.refusal = ""
        self.recorded: tuple[Mapping[str, Any], ...] = ()
        self.difference: Difference | None = None
        self.read_only = False
        self.revealed = False
        self.ahead: Routing | None = None
        self.breakpoints: tuple[Breakpoint, ...] = ()
        self.stopped_by: Breakpoint | None = None
        self._pinned: Workflow | None = None
        self.pinned_text = ""
        document.changed.connect(self._follow)

    # beginning and ending

    @property
    def input_fields(self) -> Mapping[str, Field]:
        """The fields that may be given when a run is created."""
        workflow = self._document.snapshot.workflow
        return {name: field for name, field in workflow.context.items() if field.input} if workflow else {}

    def start(self, given: Mapping[str, Any] | None = None, at: int | None = None) -> bool:
        """Begin a run of the machine as the text says it now; false, with ``refusal``, where it cannot run."""
        self._document.flush()
        definition = self._definition()
        if definition is None:
            return False
        session = Session.begin(definition, self._machines.finder(definition), given=given, at=at)
        if session.refused:
            self.refusal = messages.creation_refused(session.step.message or session.step.code or "")
            self.changed.emit()
            return False
        self._begin(session)
        return True

    def stop(self) -> None:
        self.session = None
        self._way = Way()
        self.at = 0
        self.refusal = ""
        self.recorded, self.difference, self.read_only = (), None, False
        self.changed.emit()

    def step_through(self, witness: Any) -> None:
        """Play the run that shows a fault, and stand at its beginning."""
        if not self.start(witness.given):
            return
        for line in witness.contributions:
            contribution = Contribution.from_json(dict(line), simulated=True)
            if contribution.values or contribution.at is None:
                self.take(contribution)
            else:  # only time passes, until something is due
                self.apply(Waited(contribution.at))
        self.go(0)

    def lead(self, scenario: Scenario) -> None:
        """Begin a run and take the steps of a scenario, to go on from their end."""
        definition = self._definition()
        if definition is None:
            return
        session = lead(scenario, definition, self._machines.finder(definition))
        if session.refused:
            self.refusal = messages.creation_refused(session.path()[0].steps[0].step.message or "")
            self.said.emit(self.refusal)
            self.changed.emit()
            return
        self._begin(session)

    def open(self, trace: Trace) -> bool:
        """Open a recorded run to be stepped through; false, with ``refusal``, where it is no trace of this machine."""
        definition = self._definition()
        if definition is None:
            return False
        try:
            opened = open_trace(trace, self._machines.finder(definition))
        except UnreadableTrace as unreadable:
            self.refusal = messages.unreadable_trace(unreadable.line, str(unreadable))
            self.said.emit(self.refusal)
            self.changed.emit()
            return False
        self._begin(opened.session)
        self.recorded, self.difference, self.read_only = opened.events, opened.difference, True
        self.go(len(self.moments) - 1 if opened.difference else 0)
        return True

    def show_recorded(self, session: Session, way: Way, at: int, difference: Difference | None) -> None:
        """Show a stored run to be stepped through and not gone on with; ``way`` holds its moments."""
        self._begin(session, way)
        self.difference, self.read_only = difference, True
        self.go(at)

    def saved(self) -> Trace:
        """The present way as a trace; there is a session."""
        assert self.session is not None
        return save(self.session)

    def bring_back(self, data: Mapping[str, Any], text: str) -> Restored | None:
        """Go on with a session that was kept with the machine's text it ran on; ``None`` where it is none."""
        definition = self._machines.of_text(text)
        if isinstance(definition, str):
            return None
        try:
            restored = restore(data, definition, self._machines.finder(definition))
        except NotKept:
            return None
        self._begin(restored.session)
        self.pinned_text = text
        return restored

    def fork(self) -> None:
        """Go on from here by hand, also in a recorded run."""
        self.read_only = False
        self.recorded, self.difference = (), None
        self.changed.emit()

    # where one stands

    @property
    def moments(self) -> list[Moment]:
        return self._way.moments

    @property
    def here(self) -> Standing:
        """Where one stands."""
        known = self._here
        if known is None or known.session is not self.session or known.at != self.at:
            self._here = known = Standing(self.session, self._way, self.at)
        return known

    @property
    def visits(self) -> Mapping[tuple[str, ...], int]:
        """How often states were entered, ``(state,)``, and ways taken, up to here and on all other branches."""
        session = self.session
        if session is None or len(session.tips) == 1:
            return self.here.visits()
        if self._elsewhere[0] != (session.tips, session.branch):
            self._elsewhere = ((session.tips, session.branch), visits_elsewhere(session))
        return self.here.visits() + self._elsewhere[1]

    @property
    def outdated(self) -> bool:
        """Whether the machine's text has changed since the run began."""
        workflow = self._document.snapshot.workflow
        return self.session is not None and workflow is not None and self._pinned != workflow

    # going about

    def go(self, at: int) -> None:
        """Stand at a moment of the present way."""
        if self.session is None or not self.moments:
            return
        self.at = max(0, min(at, len(self.moments) - 1))
        self.stopped_by, self.ahead = None, None
        self.session = self.session.stand(self.moments[self.at].node)
        self.changed.emit()

    def switch(self, branch: int) -> None:
        if self.session is not None:
            self._move(self.session.switch(branch))

    # what comes in

    def contribute(self, field: str, value: Any, actor: Actor, proposal_hash: str | None = None) -> str:
        """Hand in one value; the sentence of a rejection, else nothing. In the past it forks."""
        return self.contribute_all({field: value}, actor, proposal_hash)

    def contribute_all(self, values: Mapping[str, Any], actor: Actor, proposal_hash: str | None = None) -> str:
        assert self.session is not None
        contribution = Contribution(
            id=f"c{self.session.cursor.depth + 1}",
            actor=actor,
            values=values,
            proposal_hash=proposal_hash,
            command=self._command_for(actor),
        )
        self.take(contribution)
        step = self.session.step
        return "" if step.accepted else messages.rejected(step.code or "", step.message or "")

    def take(self, contribution: Contribution) -> None:
        """Hand in a whole contribution."""
        self.apply(Contributed(contribution))

    def wait(self, seconds: int) -> None:
        """Let the clock go on; due timers fire."""
        if self.session is not None:
            self.apply(Waited(self.session.world.at + seconds * SECOND))

    def wait_for_next(self) -> None:
        """Let the clock go to what is due next."""
        if self.session is not None and self.session.world.next_due is not None:
            self.apply(Waited(self.session.world.next_due))

    def apply(self, input: Input) -> None:
        """Whatever else may come in: a worker's claim, a failure, an operator's act, a crash."""
        if self.session is not None:
            self._move(self.session.apply(input))

    def grow(self, session: Session) -> None:
        """Get ready to show a session that goes on from this one by one input more."""
        self._way.grow(session.cursor)

    def show_session(self, session: Session) -> None:
        """Stand at the cursor of a session that went on from this one."""
        self._move(session)

    def stopped_at(self, breakpoint: Breakpoint) -> None:
        """The autopilot ran into a breakpoint and stopped here."""
        self.stopped_by = breakpoint
        self.changed.emit()

    def break_at(self, where: Breakpoint) -> None:
        self.breakpoints = (*self.breakpoints, where)
        self.changed.emit()

    def unbreak(self, where: Breakpoint) -> None:
        self.breakpoints = tuple(each for each in self.breakpoints if each != where)
        self.changed.emit()

    def replay_on_new(self) -> Difference | None:
        """Take the same inputs on the machine as it is now; where the two runs part first."""
        definition = self._definition()
        if self.session is None or definition is None:
            return None
        before = self.session
        after = before.again(definition, self._machines.finder(definition))
        self._begin(after)
        self.difference = compare_sessions(before, after)
        self.go(len(self.moments) - 1)
        return self.difference

    def look_ahead(self, ahead: Routing | None) -> None:
        """Show what would decide if an answer were given; ``None`` for no answer."""
        if ahead != self.ahead:
            self.ahead = ahead
            self.looked_ahead.emit()

    def reveal(self, revealed: bool) -> None:
        """Show sensitive values in the clear for this session."""
        self.revealed = revealed
        self.changed.emit()

    # inside

    def _move(self, session: Session) -> None:
        new = self.session is not None and session.cursor.parent is self.session.cursor
        before = self.at
        self.ahead = None
        self.session = session
        self._way.show(session.path())
        self.at = self._way.last_of(session.cursor)
        hit = first_hit(self.breakpoints, self.moments[: self.at + 1], before) if new and self.breakpoints else None
        self.stopped_by = hit[1] if hit is not None else None
        if hit is not None:
            self.at = hit[0]
        self.changed.emit()

    def _begin(self, session: Session, way: Way | None = None) -> None:
        self._way = way or Way()
        self.refusal = ""
        self.recorded, self.difference, self.read_only = (), None, False
        self._pinned, self.pinned_text = session.definition.workflow, self._document.snapshot.text
        self._move(session)

    def _definition(self) -> Definition | None:
        definition = self._machines.definition()
        self.refusal = definition if isinstance(definition, str) else ""
        if isinstance(definition, str):
            self.changed.emit()
            return None
        return definition

    def _command_for(self, actor: Actor) -> str | None:
        """The one open command this actor was sent, whose outcome its contribution then is."""
        if self.session is None or actor.kind not in ("tool", "fsm"):
            return None
        commands = self.session.world.envelope.commands.values()
        sent = [each.id for each in commands if each.is_open and each.to == actor.to_json()]
        return sent[0] if len(sent) == 1 else None

    def _follow(self, old: Snapshot, new: Snapshot) -> None:
        if self.session is not None and new.workflow is not old.workflow:
            self.changed.emit()
