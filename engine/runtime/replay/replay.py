"""One run replayed: whether it is rebuilt as it was stored, and where it would go under another version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

from engine.reducer import Definition, Envelope, Step, at_time, migrate, step_json, tick
from engine.reducer.migrate import way
from engine.runtime.replay.rebuild import Rebuilder, Rebuilt, begin, take
from engine.runtime.replay.stored import StoredRun, Unreplayable
from engine.simulate import Began, Contributed, Difference, Input, differences

Kind = Literal["same", "differs", "elsewhere", "refused", "migrates", "unreadable"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a run when it was replayed; ``steps`` and ``events`` were taken.

    ``same``: rebuilt as stored, or going the same way under another version. ``differs``: event ``at`` is rebuilt
    otherwise than it was stored. Under another version, ``elsewhere``: its step number ``step``, with event ``at``,
    goes another way; ``refused``: that step, or with ``step`` 0 its migration, is refused, for the reason ``why``;
    ``migrates``: it would be carried to state ``to``. ``unreadable``: it cannot be replayed, ``why`` says what is
    missing.
    """

    run: str
    kind: Kind
    machine: str = ""
    state: str = ""
    steps: int = 0
    events: int = 0
    step: int = 0
    at: int = 0
    differences: tuple[Difference, ...] = ()
    why: str = ""
    to: str = ""


def replay(stored: StoredRun) -> Outcome:
    """Rebuild a run and compare every event with the one that was stored, up to the first that differs."""
    rebuilder = Rebuilder(stored)
    steps, first = 0, 0
    try:
        for rebuilt in rebuilder:
            steps, first = steps + 1, rebuilt.first
    except Unreplayable as missing:
        return Outcome(stored.run, "unreadable", steps=steps, events=rebuilder.events, at=missing.at, why=str(missing))
    found = rebuilder.differences
    return Outcome(
        stored.run,
        "differs" if found else "same",
        *_whose(rebuilder.envelope),
        steps=steps,
        events=rebuilder.events,
        step=steps if found else 0,
        at=found[0].at if found else first,
        differences=found,
    )


def replay_against(stored: StoredRun, definition: Definition) -> Outcome:
    """Where a run would go under another version of its machine: by migration while it is open, else from its start."""
    rebuilder = Rebuilder(stored)
    other = _Other(definition)
    parted: Outcome | None = None
    steps = 0
    try:
        for group in by_input(rebuilder):
            if parted is None:
                parted = other.part(stored.run, group, steps)
            steps += len(group)
    except Unreplayable as missing:
        return Outcome(stored.run, "unreadable", steps=steps, events=rebuilder.events, at=missing.at, why=str(missing))
    if rebuilder.differences:
        found = rebuilder.differences
        return Outcome(stored.run, "differs", step=steps, at=found[0].at, differences=found)
    assert rebuilder.envelope is not None
    carried = _carried(rebuilder.envelope, definition)
    outcome = carried or parted or Outcome(stored.run, "same")
    return Outcome(
        stored.run,
        outcome.kind,
        *_whose(rebuilder.envelope),
        steps,
        rebuilder.events,
        outcome.step,
        outcome.at,
        outcome.differences,
        outcome.why,
        outcome.to,
    )


class _Other:
    """The same inputs taken under another definition."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self._envelope: Envelope | None = None

    def part(self, run: str, group: tuple[Rebuilt, ...], before: int) -> Outcome | None:
        """Where the steps of one input part from those under this definition; ``before`` steps came earlier."""
        made = self._made(group)
        if made:
            self._envelope = made[-1].envelope
        for number, (one, new) in enumerate(zip_longest(group, made), 1):
            found = tuple(differences("", route(one.step) if one else None, route(new) if new else None))
            if not found:
                continue
            at = one.first if one else group[-1].last
            told = tuple(Difference(at, field or "step", old, other) for field, old, other in found)
            refused = new is not None and not new.accepted and (one is None or one.step.accepted)
            why = new.message or new.code or "" if refused and new is not None else ""
            return Outcome(
                run, "refused" if refused else "elsewhere", step=before + number, at=at, differences=told, why=why
            )
        return None

    def _made(self, group: tuple[Rebuilt, ...]) -> tuple[Step, ...]:
        input = group[0].input
        if isinstance(input, Began):
            return (begin(self._definition, input),)
        envelope = self._envelope
        assert envelope is not None
        timers = tick(envelope.definition, envelope, group[0].step.at)
        envelope = at_time(timers[-1].envelope if timers else envelope, group[0].step.at)
        if isinstance(input, Contributed) and group[-1].step.accepted:
            input = _decided_anew(input)
        return (*timers, *(take(envelope, input) if input is not None else ()))


def _decided_anew(input: Contributed) -> Input:
    """A decision names the version it was made under; here it is taken for the same values under the other one."""
    contribution = input.contribution
    if contribution.proposal_hash is None:
        return input
    return Contributed(contribution._replace(proposal_hash=None, current=True), input.run)


def by_input(rebuilder: Rebuilder) -> Iterator[tuple[Rebuilt, ...]]:
    """The rebuilt steps, those together that one input or one moment led to."""
    group: list[Rebuilt] = []
    for rebuilt in rebuilder:
        if group and (rebuilt.input is not None or rebuilt.step.kind == "timer"):
            yield tuple(group)
            group = []
        group.append(rebuilt)
    if group:
        yield tuple(group)


def _carried(envelope: Envelope, definition: Definition) -> Outcome | None:
    """What the migrations of a later version do to a run that is open; ``None`` where none leads there."""
    old = envelope.definition
    if envelope.ended or old.name != definition.name or not way(old.version, definition):
        return None
    step = migrate(old, envelope, definition, by="replay", why="asked where it would go")[-1]
    if not step.accepted:
        return Outcome(envelope.run, "refused", why=step.message or step.code or "")
    return Outcome(envelope.run, "migrates", to=step.state)


def _whose(envelope: Envelope | None) -> tuple[str, str]:
    return ("", "") if envelope is None else (envelope.machine, envelope.state)


def route(step: Step) -> Mapping[str, Any]:
    """The way a step took, what decides it first.

    Left out is what another version changes by itself: the places of transitions, the hashes of proposals and what is
    made of them, and the wording of refusals.
    """
    line = step_json(step)
    keys = ("event", "id", "name", "accepted", "code", "state", "stop")
    return {
        **{key: line[key] for key in keys if key in line},
        "fired": _without(line["fired"], "index"),
        "stuck": line["stuck"],
        "pending": _without(line["pending"], "proposalHash"),
        "context": line["context"],
        "effects": [
            _without([effect], "approval", "idempotencyKey" if "approval" in effect else "")[0]
            for effect in line["effects"]
        ],
    }


def _without(maps: list[dict[str, Any]], *keys: str) -> list[dict[str, Any]]:
    return [{key: value for key, value in each.items() if key not in keys} for each in maps]
