"""Runs with children, migrations and histories: kept as the pure reducer has them, whatever is read back when."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.reducer import SECOND, START_OF_TIME, Actor, Contribution, Definition, Operation
from engine.runtime import open_journal
from engine.runtime.traces import import_trace, trace_of
from engine.runtime.verify import verify
from engine.simulate import Contributed, Input, Operated, Session, Waited, save
from tests.counts import count
from tests.engine.runtime.machines import linked
from tests.engine.runtime.outposts import CLERK, orders

PARENT = linked("""
fsm:
  name: parent
  initialState: asking
  context: { go: { type: bool }, result: { type: string }, answer: { type: string } }
  agents: { clerk: { canTransition: [asking, waiting] } }
  states:
    asking:
      requires: [{ name: go }]
      transitions: [{ toState: waiting }]
    waiting:
      entry:
        - spawn: { fsm: child, as: helper, with: { question: "why?" }, into: result, outputs: { answer: reply } }
      requires: [{ name: result, from: { fsm: helper } }]
      transitions: [{ toState: done }]
    done: { terminal: true }
""")
CHILD = linked("""
fsm:
  name: child
  initialState: open
  context: { question: { type: string, input: true }, reply: { type: string } }
  agents: { helper: { canTransition: [open] } }
  states:
    open:
      requires: [{ name: reply, from: { agent: helper } }]
      timers: [{ name: nobody, after: PT1H, toState: closed }]
      transitions: [{ toState: closed }]
    closed: { terminal: true }
""")
FIND = {each.name: each for each in (PARENT, CHILD)}.get
HELPER = Actor("agent", "helper")

GO = Contributed(Contribution("g", CLERK, {"go": True}, at=START_OF_TIME))
ANSWERS: tuple[Input, ...] = (
    Contributed(Contribution("a", HELPER, {"reply": "because"}), "r/2/helper"),
    Waited(START_OF_TIME + 7_200 * SECOND),
    Operated(Operation("cancel", "ann", "no need"), "r"),
)


def child_run() -> str:
    session = Session.begin(PARENT, FIND, run="r").apply(GO)
    return next(run for run in session.world.runs if run != "r")


@pytest.mark.parametrize("answer", range(len(ANSWERS)))
def test_children_share_the_trace_of_their_root(tmp_path: Path, answer: int) -> None:
    child = child_run()
    last = ANSWERS[answer]
    if isinstance(last, Contributed):
        last = Contributed(last.contribution, child)
    session = Session.begin(PARENT, FIND, run="r").apply(GO).apply(last)
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(PARENT, run="r", find=FIND)
        journal.contribute("r", GO.contribution)
        assert [(row.run, row.parent, row.status) for row in journal.runs(machine="child")] == [(child, "r", "parked")]
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        match last:
            case Contributed():
                journal.contribute(child, last.contribution)
            case Waited():
                assert journal.due_by(last.until) == ("r",)
                journal.tick("r", last.until)
            case Operated():
                journal.operate("r", last.operation)
        trace = trace_of(journal, "r")
        assert trace.lines == save(session).lines
        for run, envelope in session.world.runs.items():
            stored = journal.world("r").runs[run].to_json()
            assert stored | {"at": None} == envelope.to_json() | {"at": None}
        assert {event.run for event in journal.events(child)} == {child}
        assert verify(journal).problems == ()
    with open_journal(tmp_path / "k.db", clock=None) as copy:
        import_trace(copy, trace, FIND)
        assert trace_of(copy, "r") == trace
        assert verify(copy).problems == ()


OLD = "fsm: { name: m, initialState: a, context: { v: { type: string } }, agents: { clerk: { canTransition: [a] } },"
OLD += " states: { a: { requires: [{ name: v }, { name: v, from: { user: ann } }], transitions:"
OLD += " [{ toState: b, guards: [\"context.v == 'go'\"] }] }, b: { terminal: true } } }"
NEW = OLD.replace("name: m,", "name: m, version: 2, migrations: [{ from: 1, fields: { v: w }, states: { a: c } }],")
NEW = (
    NEW.replace("v:", "w:").replace("name: v", "name: w").replace("context.v", "context.w").replace(" w: w ", " v: w ")
)
NEW = (
    NEW.replace("initialState: a", "initialState: c").replace("[a]", "[c]").replace("states: { a: {", "states: { c: {")
)


def test_a_migrated_run_answers_for_what_it_took_before(tmp_path: Path) -> None:
    old, new = linked(OLD), linked(NEW.replace("states: { c: c }", "states: { a: c }"))
    first = Contribution("c", CLERK, {"v": "stay"})
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(old, run="r", text=OLD)
        journal.contribute("r", first)
        (step,) = journal.migrate("r", new, by="ann", why="a better name")
        assert (step.step.accepted, step.step.message) == (True, None)
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        assert (journal.run("r").machine_version, journal.run("r").state) == (2, "c")
        (again,) = journal.contribute("r", first)
        assert (again.step.code, again.step.version) == ("duplicate", 2)
        journal.contribute("r", Contribution("d", CLERK, {"w": "go"}))
        assert journal.run("r").status == "ended"
        assert verify(journal).problems == ()


def test_any_moment_of_forgetting_changes_nothing(tmp_path: Path) -> None:
    """A journal that forgets what it holds in memory at random steps as one that does not."""
    definition: Definition = orders()
    for seed in range(count(5, 100)):
        random = Random(seed)
        session = Session.begin(definition, run="r")
        with open_journal(tmp_path / f"{seed}.db", clock=None) as journal:
            journal.create(definition, run="r")
            for number in range(25):
                field = random.choice(["item", "note", "checked", "receipt"])
                value = random.choice(["tea", "last", True, None, 3])
                actor = random.choice([CLERK, Actor("tool", "depot")])
                made = Contribution(f"c{random.randrange(number + 1)}", actor, {field: value})
                if random.random() < 0.5:
                    journal.forget_cached()
                (told,) = journal.contribute("r", made)
                session = session.contribute(made)
                assert told.step.code == session.step.code
            stored = journal.world("r").envelope.to_json()
            expected = session.world.envelope.to_json()
            for each in (stored, expected):
                each["key"] = None
                each["accepted"] = sorted(each["accepted"])
            assert stored == expected
            assert verify(journal).problems == ()
