"""Runs of all samples, and of two machines that go wrong, answered by a seeded autopilot: what journals are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

from engine.dsl import Workflow, read
from engine.reducer import SECOND, Actor, Contribution, Definition, Operation, link, parse_time, pending
from engine.runtime import Journal, Lease
from engine.simulate import (
    Autopilot,
    Began,
    Claimed,
    Contributed,
    Failed,
    Operated,
    ReadScenario,
    Released,
    Scenario,
    Session,
    Waited,
    grown,
    read_scenario,
)
from engine.simulate.scenario import After, Contribute

SAMPLES = Path(__file__).parent.parent.parent / "samples"

FAULTY = """\
fsm:
  name: late-fee
  initialState: open
  context:
    days: { type: int }
    fee: { type: int }
    paid: { type: bool }
  agents:
    clerk: { canTransition: [open] }
  states:
    open:
      requires:
        - { name: paid }
        - { name: days, required: false }
      timers:
        - { name: overdue, after: P14D, toState: overdue, onTransition: [{ compute: { fee: "100 / context.days" } }] }
      transitions:
        - { toState: settled, guards: ["context.paid"] }
    overdue: { terminal: true }
    settled: { terminal: true }
"""
"""Faults when nobody has said how many days it is late: the timer's step then fails."""

STUCK = """\
fsm:
  name: parcel
  initialState: weighed
  context:
    grams: { type: int, min: 1, max: 40000 }
  agents:
    scale: { canTransition: [weighed] }
  states:
    weighed:
      requires: [{ name: grams }]
      transitions:
        - { toState: letter, guards: ["context.grams <= 500"] }
        - { toState: parcel, guards: ["context.grams > 500", "context.grams < 30000"] }
    letter: { terminal: true }
    parcel: { terminal: true }
"""
"""Has no way on for what is too heavy."""

BEGAN = parse_time("2026-01-05T08:00:00Z")


def machine_texts() -> Mapping[str, str]:
    """The texts of all machines by name."""
    files = [path for path in sorted(SAMPLES.glob("*.yaml")) if not path.name.endswith(".scenario.yaml")]
    texts = [*(path.read_text(encoding="utf-8") for path in files), FAULTY, STUCK]
    return {_workflow(text).name: text for text in texts}


def definitions() -> Mapping[str, Definition]:
    return {name: link(_workflow(text)) for name, text in machine_texts().items()}


def sessions(count: int, seed: int = 1, *, first: int = 1) -> Iterator[Session]:
    """So many runs, named ``run-00001`` and on, of all machines in turn; they begin in the course of thirty days."""
    known = definitions()
    for number in range(first, first + count):
        definition = list(known.values())[number % len(known)]
        yield session(definition, known, Random(f"{seed} {number}"), f"run-{number:05}")


def session(definition: Definition, known: Mapping[str, Definition], random: Random, run: str) -> Session:
    """One run: perhaps led some way by a scenario, then answered, left alone for days, disturbed or ended by an act."""
    began = BEGAN + random.randrange(30 * 24 * 60) * 60 * SECOND
    scenarios = scenarios_of(definition.name)
    led = random.choice(scenarios) if scenarios else None
    given = led.given if led is not None else {}
    session = Session.begin(definition, known.get, given=given, at=began, run=run, key=f"key of {run}")
    if led is not None:
        session = _led(session, led, random.randrange(len(led.steps) + 1))
    seeking = random.random() < 0.5
    for number in range(random.randrange(1, 10)):
        if session.world.envelope.ended:
            break
        session = _gone_on(session, random, number, seeking=seeking)
    return session


def _led(session: Session, scenario: Scenario, steps: int) -> Session:
    """The answers and pauses of a scenario, so many of its steps."""
    for number, step in enumerate(scenario.steps[:steps]):
        definition, envelope = session.definition, session.world.envelope
        if isinstance(step, After):
            session = session.wait(session.world.at + step.after * SECOND)
        elif isinstance(step, Contribute):
            hashes = [each.proposal.hash for each in pending(definition, envelope) if each.proposal is not None]
            decides = any(field in definition.terms for field in step.contribute)
            session = session.contribute(
                Contribution(
                    f"led{number}",
                    step.as_,
                    step.contribute,
                    at=session.world.at + 60 * SECOND,
                    proposal_hash=hashes[0] if decides and hashes else None,
                    command=step.command if any(each.is_open for each in envelope.commands.values()) else None,
                )
            )
    return session


def _gone_on(session: Session, random: Random, number: int, *, seeking: bool) -> Session:
    chance = random.random()
    envelope = session.world.envelope
    now = session.world.at
    commands = [each for each in envelope.commands.values() if each.is_open]
    if commands and chance < 0.5:
        command = random.choice(commands)
        if command.status == "open":
            return session.claim(command.id)
        return session.fail(command.id, "timeout") if chance < 0.3 else session.release(command.id)
    if chance < 0.15:
        return session.wait(now + random.choice((3_600, 86_400, 5 * 86_400, 20 * 86_400)) * SECOND)
    if chance < 0.2:
        return session.contribute(Contribution(f"stray{number}", Actor("user", "nobody"), {"nothing": 1}))
    if chance < 0.22:
        return session.operate(Operation("cancel", "olga", "no longer needed"))
    if chance < 0.24:
        return session.operate(Operation("clear", "olga", "looked into"))
    session = session.wait(now + random.randrange(1, 7_200) * SECOND)
    pilot = Autopilot(session, random.randrange(1_000_000))
    return grown(session, pilot.seek(1) if seeking else pilot.fly(1))


@cache
def scenarios_of(machine: str) -> tuple[Scenario, ...]:
    """The scenarios of a sample."""
    read = (read_scenario(path.read_bytes()) for path in sorted(SAMPLES.glob(f"{machine}.*scenario.yaml")))
    return tuple(found.scenario for found in read if isinstance(found, ReadScenario))


def _workflow(text: str) -> Workflow:
    workflow = read(text).workflow
    assert workflow is not None
    return workflow


def fill(journal: Journal, count: int, seed: int = 1, *, first: int = 1) -> None:
    """Write so many runs into a journal, by what came into each; the machines' texts are kept as they stand."""
    texts = machine_texts()
    for made in sessions(count, seed, first=first):
        if not made.refused:
            record(journal, made, texts[made.definition.name])


def record(journal: Journal, session: Session, text: str) -> None:
    """Write one run into a journal."""
    began, *nodes = session.path()
    run = session.world.root
    assert isinstance(began.input, Began)
    journal.create(
        session.definition, run=run, given=began.input.given, at=began.input.at, text=text, find=session.find
    )
    for node in nodes:
        match node.input:
            case Contributed(contribution):
                journal.contribute(run, _by_hash(contribution, journal, run))
            case Waited(until):
                journal.tick(run, until)
            case Claimed(command):
                journal.claim(run, command, Lease("worker", node.world.at + 60 * SECOND))
            case Failed(command, error):
                journal.fail(run, command, error)
            case Released(command):
                journal.release(run, command)
            case Operated(operation):
                journal.operate(run, operation)


def _by_hash(contribution: Contribution, journal: Journal, run: str) -> Contribution:
    """A decision as it is made in the journal, where the digests of sensitive values are others."""
    if contribution.proposal_hash is None:
        return contribution
    hashes = [str(row.data["proposalHash"]) for row in journal.parked(run=run) if "proposalHash" in row.data]
    return contribution._replace(proposal_hash=hashes[0] if hashes else contribution.proposal_hash)
