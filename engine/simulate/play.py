"""Playing a scenario: its steps taken one after another, each held against what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine.reducer import SECOND, Command, Contribution, Definition, Operation
from engine.simulate import messages
from engine.simulate.coverage import Coverage, coverage_of
from engine.simulate.expectations import Situation, unmet
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Operated, Waited
from engine.simulate.plant import Broken, Plant, crash
from engine.simulate.scenario import After, Contribute, Crash, Expect, Fail, Operate, Redeliver, Scenario, ScenarioStep
from engine.simulate.world import Find, RunStep

Path = tuple[str | int, ...]


class Miss(NamedTuple):
    """Something that did not hold: the part of the scenario it stands at, and a sentence."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was played; it passed when nothing was missed."""

    scenario: Scenario
    misses: tuple[Miss, ...]
    plant: Plant
    coverage: Coverage

    @property
    def passed(self) -> bool:
        return not self.misses


def play(scenario: Scenario, definition: Definition, find: Find) -> Played:
    """Play a scenario to its first miss."""
    return _Player(scenario, definition, find).played()


@dataclass(slots=True)
class _Player:
    scenario: Scenario
    definition: Definition
    find: Find
    misses: list[Miss] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)
    delivered: list[Contributed] = field(default_factory=list)

    def played(self) -> Played:
        scenario = self.scenario
        began = Began(scenario.given, scenario.at, scenario.as_)
        world, steps = began.begin(self.definition, self.find)
        plant = Plant(world)
        self._seen(steps)
        created = steps[0].step
        expected = scenario.expect.rejected if scenario.expect else None
        if not created.accepted and created.code != expected:
            self._miss((), messages.creation_refused(str(created.code), str(created.message)))
        for number, step in enumerate(scenario.steps):
            if self.misses:
                break
            path = ("steps", number)
            try:
                plant, steps = self._take(plant, step, number)
            except (Broken, _Impossible) as error:
                self._miss(path, str(error))
                break
            self._seen(steps)
            self._check(step, path, plant, steps)
        if not self.misses and scenario.expect is not None:
            self._expect(scenario.expect, ("expect",), plant, steps)
        return Played(scenario, tuple(self.misses), plant, self.coverage)

    def _take(self, plant: Plant, step: ScenarioStep, number: int) -> tuple[Plant, tuple[RunStep, ...]]:
        match step:
            case Contribute():
                return self._contribute(plant, step, number)
            case After(after=seconds):
                return plant.apply(Waited(plant.world.at + seconds * SECOND))
            case Crash(crash=point):
                if point in ("during-command", "before-outcome") and not _any_open(plant):
                    raise _Impossible(messages.nothing_in_the_outbox())
                return crash(plant, point)
            case Redeliver(redeliver=which):
                return plant.apply(self._delivered(which))
            case Fail(fail=spec):
                run, command = _open(plant, spec.command)
                plant, before = plant.apply(Claimed(command.id, run)) if command.status == "open" else (plant, ())
                plant, steps = plant.apply(Failed(command.id, spec.error, run))
                return plant, (*before, *steps)
            case Operate(operate=spec):
                command_id = _any(plant, spec.command) if spec.command else None
                return plant.apply(Operated(Operation(spec.kind, spec.by, spec.why, command_id, spec.values)))

    def _contribute(self, plant: Plant, step: Contribute, number: int) -> tuple[Plant, tuple[RunStep, ...]]:
        """Contribute; what names a command is its outcome, so the receiver performs it first."""
        before: tuple[RunStep, ...] = ()
        if step.command is not None and any(each.command == step.command for _, each in plant.open_commands()):
            plant, before = plant.claim()
        if step.command is not None:
            plant = plant.perform()
        contribution = contribution_of(step, number, self.definition)
        input = Contributed(contribution, step.run)
        self.delivered.append(input)
        plant, steps = plant.apply(input)
        return plant, (*before, *steps)

    def _delivered(self, which: str) -> Contributed:
        for input in reversed(self.delivered):
            if which in ("last", input.contribution.id):
                return replace(input, contribution=input.contribution._replace(at=None))
        raise _Impossible(messages.nothing_to_redeliver(which))

    def _check(self, step: ScenarioStep, path: Path, plant: Plant, steps: Sequence[RunStep]) -> None:
        expect = step.expect
        refused = [each.step for each in steps if not each.step.accepted]
        expected = expect.rejected if expect is not None else None
        if refused and expected is None:
            self._miss(path, messages.refused(str(refused[0].code), str(refused[0].message)))
        elif expect is not None:
            self._expect(expect, (*path, "expect"), plant, steps)

    def _expect(self, expect: Expect, path: Path, plant: Plant, steps: Sequence[RunStep]) -> None:
        for key, message in unmet(expect, Situation(plant, tuple(steps))):
            self._miss((*path, key), message)

    def _miss(self, path: Path, message: str) -> None:
        self.misses.append(Miss(path, message))

    def _seen(self, steps: Sequence[RunStep]) -> None:
        for _, step in steps:
            if step.definition is self.definition:
                self.coverage |= coverage_of(step)


def contribution_of(step: Contribute, number: int, definition: Definition) -> Contribution:
    """What a step of a scenario contributes; a decision is about the proposal that is pending, unless it names one."""
    decides = any(field in definition.terms for field in step.contribute)
    return Contribution(
        id=step.id or f"s{number + 1}",
        actor=step.as_,
        values=step.contribute,
        at=step.at,
        expected_version=step.expected_version,
        proposal_hash=None if step.proposal_hash == "current" else step.proposal_hash,
        command=step.command,
        provenance=step.provenance,
        current=step.proposal_hash == "current" or (step.proposal_hash is None and decides),
    )


class _Impossible(Exception):
    """A step of the scenario cannot be taken; the text is one sentence."""


def _open(plant: Plant, named: str) -> tuple[str, Command]:
    """The command of this name or id that waits or is being tried."""
    for run, command in _commands(plant):
        if command.is_open and named in (command.command, command.id):
            return run, command
    raise _Impossible(messages.no_open_command(named))


def _any(plant: Plant, named: str) -> str:
    return next((command.id for _, command in _commands(plant) if named in (command.command, command.id)), named)


def _any_open(plant: Plant) -> bool:
    return any(command.is_open for _, command in _commands(plant))


def _commands(plant: Plant) -> Iterator[tuple[str, Any]]:
    for run, envelope in plant.world.runs.items():
        yield from ((run, command) for command in envelope.commands.values())
