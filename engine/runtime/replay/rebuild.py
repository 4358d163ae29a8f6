"""Rebuilds a run from its events and payloads alone, and compares each event with the one that was stored."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.reducer import (
    Actor,
    Definition,
    Elicitation,
    Envelope,
    Event,
    Step,
    at_time,
    child_refused,
    claim,
    contribute,
    create,
    events_of,
    fail,
    format_time,
    migrate,
    operate,
    release,
    storm,
    tick,
    told,
)
from engine.reducer.contribute import judge
from engine.reducer.events import Conceal, mask
from engine.reducer.tick import settle
from engine.runtime.replay import messages
from engine.runtime.replay.stored import (
    StoredEvent,
    StoredRun,
    StoredStep,
    Unreplayable,
    canonical_text,
    parsed,
)
from engine.simulate import (
    MISSING,
    Began,
    Claimed,
    Contributed,
    Difference,
    Failed,
    Input,
    Migrated,
    Operated,
    Released,
    Waited,
    differences,
)
from engine.simulate.trace import input_of, portable


class Rebuilt(NamedTuple):
    """One step taken again, for the stored events ``first`` to ``last``.

    ``input`` is what came in, ``None`` for what followed from the input before or from the time alone.
    """

    input: Began | Input | None
    step: Step
    first: int
    last: int


class Rebuilder:
    """Iterating gives the steps of a stored run, up to the first that differs; then ``differences`` says in what.

    Raises ``Unreplayable`` where something that is needed is missing or unreadable.
    """

    def __init__(self, run: StoredRun) -> None:
        self._run = run
        self._made: deque[Step] = deque()
        self._asked: dict[str, int] = {}
        self._pending: Sequence[Elicitation] = ()
        self.differences: tuple[Difference, ...] = ()
        self.envelope: Envelope | None = None
        self.events = 0

    def __iter__(self) -> Iterator[Rebuilt]:
        for stored in self._run.steps():
            at = stored.events[0].seq
            try:
                rebuilt = self._take(stored)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise Unreplayable(messages.no_event(at), at) from error
            if rebuilt is not None:
                self.events += len(stored.events)
                yield rebuilt
            if self.differences:
                return
        if self.envelope is None:
            raise Unreplayable(messages.no_events(self._run.run))

    def _take(self, stored: StoredStep) -> Rebuilt | None:
        """The next step, compared; ``None`` where the run goes no further by itself, which then is the difference."""
        first = stored.events[0]
        input: Began | Input | None = None
        if not self._made:
            self._wait(first.at)
        if not self._made:
            input = self._began(first) if self.envelope is None else self._input(stored)
            self._made.extend(self._begin(first, input) if isinstance(input, Began) else self._followed(first, input))
        if not self._made:
            self.differences = (Difference(first.seq, "type", first.type, MISSING),)
            return None
        step = self._made.popleft()
        self.envelope = step.envelope
        self._compare(stored, step)
        return Rebuilt(input, step, first.seq, stored.events[-1].seq)

    # what came in

    def _wait(self, at: int) -> None:
        """Let the clock go on, perhaps with nothing due."""
        envelope = self.envelope
        if envelope is None or at <= envelope.at:
            return
        if envelope.timers:
            self._made.extend(tick(envelope.definition, envelope, at))
        if not self._made:
            self.envelope = at_time(envelope, at)

    def _began(self, first: StoredEvent) -> Began:
        data = parsed(first.data)
        if "machine" not in data:
            raise Unreplayable(messages.no_creation(self._run.run), first.seq)
        actor = data.get("actor")
        return Began(
            given=self._revealed(first, data.get("given") or {}),
            at=first.at,
            actor=None if actor is None else Actor.from_json(actor),
            run=data["run"],
            key=self._run.key,
        )

    def _input(self, stored: StoredStep) -> Input | None:
        """What led to these events; of a contribution only the first has to be read."""
        first = stored.events[0]
        data = dict(parsed(first.data))
        if "values" in data:
            data["values"] = self._revealed(first, data["values"])
        if first.type == "migrated" or data.get("kind") == "migrated":
            definition = self._run.definition(self._present.machine, data["to"], None)
            return Migrated(definition, data["by"], data["why"])
        events = [{"type": first.type, "data": data}]
        if "actor" not in data:
            events += ({"type": event.type, "data": parsed(event.data)} for event in stored.events[1:])
        return input_of(events, {})

    def _revealed(self, event: StoredEvent, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values with those that the event only refers to taken from the payloads."""
        revealed = {}
        for field, value in values.items():
            if isinstance(value, dict) and value.keys() == {"payload"}:
                try:
                    value = self._run.payload(value["payload"])
                except KeyError as error:
                    raise Unreplayable(messages.no_payload(event.seq, field), event.seq) from error
            if isinstance(value, dict) and value.keys() == {"base64"}:
                value = b64decode(value["base64"])
            revealed[field] = value
        return revealed

    # what comes of it

    @property
    def _present(self) -> Envelope:
        assert self.envelope is not None
        return self.envelope

    def _begin(self, first: StoredEvent, began: Began) -> tuple[Step, ...]:
        data = parsed(first.data)
        definition = self._run.definition(data["machine"], data["definitionVersion"], data["hash"])
        return (begin(definition, began),)

    def _followed(self, first: StoredEvent, input: Input | None) -> tuple[Step, ...]:
        """The steps an input leads to; without one, what the system of many runs found out, if it was that."""
        if input is not None:
            return take(self._present, input)
        data = parsed(first.data)
        if first.type != "rejected" or data.get("kind") != "system":
            return ()
        envelope, name = self._present, str(data["name"])
        if name == "halted":
            return (storm(envelope.definition, envelope),)
        child = envelope.children.get(name.removeprefix("spawn:"))
        return () if child is None else (child_refused(envelope.definition, envelope, child, data["message"]),)

    # comparing

    def _compare(self, stored: StoredStep, step: Step) -> None:
        """Event by event, then the state that was stored; the differences of the first that has any are kept."""
        base = stored.events[0].seq - 1
        before, self._pending = self._pending, step.pending
        rebuilt = events_of(step, self._concealing(stored.events[0], ("given", "values")), (before, self._pending))
        for number, (event, made) in enumerate(zip(stored.events, rebuilt, strict=False)):
            cause = self._cause(event, made, base)
            told = StoredEvent(base + number + 1, made.type, made.at, cause, made.version, canonical_text(made.data))
            if made.type == "elicitation":
                self._asked[made.data["id"]] = told.seq
            if told != event and self._differ(event, told):
                return
        if len(stored.events) != len(rebuilt):
            self._miscounted(stored, rebuilt)
        elif stored.state is not None:
            self._compare_state(stored.events[-1].seq, stored.state, step.envelope)

    def _cause(self, event: StoredEvent, made: Event, base: int) -> int | None:
        """What led to an event: one of its step, the elicitation it answers, or something earlier in another run."""
        if made.cause:
            return base + made.cause
        for id in made.data.get("elicitations", ())[:1]:
            if id in self._asked:
                return self._asked[id]
        return event.cause if event.cause is None or event.cause <= base else None

    def _differ(self, event: StoredEvent, told: StoredEvent) -> bool:
        """Keep how an event differs; false where only the writing of its JSON does."""
        self.differences = tuple(
            Difference(event.seq, field, one, other)
            for field, one, other in differences("", _fields(event), _fields(told))
        )
        return bool(self.differences)

    def _miscounted(self, stored: StoredStep, rebuilt: tuple[Event, ...]) -> None:
        kinds = [event.type for event in stored.events], [event.type for event in rebuilt]
        place = min(map(len, kinds))
        one, other = (found[place] if place < len(found) else MISSING for found in kinds)
        self.differences = (Difference(stored.events[0].seq + place, "type", one, other),)

    def _compare_state(self, seq: int, text: str, envelope: Envelope) -> None:
        stored = parsed(text)
        made = json.loads(canonical_text(told(envelope, self._reference(stored.get("context", {})))))
        self.differences = tuple(
            Difference(seq, f"envelope.{field}", one, other) for field, one, other in differences("", stored, made)
        )

    def _concealing(self, event: StoredEvent, keys: tuple[str, ...]) -> Conceal:
        """Stands for a sensitive value by the reference that the stored event has for it, if that is its value."""
        found: dict[str, Any] = {}

        def conceal(field: str, value: Any) -> Any:
            if not found:
                data = parsed(event.data)
                found.update(next((data[key] for key in keys if data.get(key)), {"": None}))
            return self._reference(found)(field, value)

        return conceal

    def _reference(self, stored: Mapping[str, Any]) -> Conceal:
        def conceal(field: str, value: Any) -> Any:
            reference = stored.get(field)
            if isinstance(reference, dict) and reference.keys() == {"payload"}:
                try:
                    if self._run.payload(reference["payload"]) == portable(value):
                        return reference
                except KeyError:
                    return reference
            return mask(field, value)

        return conceal


def _fields(event: StoredEvent) -> dict[str, Any]:
    """An event as the map a trace has for it."""
    return {**event._asdict(), "at": format_time(event.at), "data": parsed(event.data)}


def begin(definition: Definition, began: Began) -> Step:
    """The creation of a run by what it began with."""
    return create(definition, run=began.run, given=began.given, at=began.at, actor=began.actor, key=began.key)


def take(envelope: Envelope, input: Input) -> tuple[Step, ...]:
    """The steps of one run that an input leads to; what it means for other runs stands in their own events."""
    definition = envelope.definition
    match input:
        case Contributed(contribution):
            child = envelope.children.get(str(contribution.actor.name)) if contribution.actor.kind == "fsm" else None
            if child is None or contribution.id != f"{child.run}/end":
                return contribute(definition, envelope, contribution)
            step = judge(definition, envelope, contribution, child)
            return (step, *settle(step.definition, step.envelope))
        case Claimed(command):
            return claim(definition, envelope, command)
        case Failed(command, error):
            return fail(definition, envelope, command, error)
        case Released(command):
            return release(definition, envelope, command)
        case Operated(operation):
            return operate(definition, envelope, operation)
        case Migrated(new, by, why):
            return migrate(definition, envelope, new, by=by, why=why)
        case Waited(until):
            return tick(definition, envelope, until)
