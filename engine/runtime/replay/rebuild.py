"""Rebuilds a run from its events and payloads alone, and compares each event with the one that was stored."""

from __future__ import annotations

from base64 import b64decode
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.reducer import (
    CURRENT,
    Actor,
    Contribution,
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
    parse_time,
    release,
    storm,
    tick,
    told,
)
from engine.reducer.contribute import judge
from engine.reducer.events import Conceal, mask
from engine.reducer.step import refused
from engine.reducer.tick import settle
from engine.reducer.work import StepFailed
from engine.runtime.replay import messages
from engine.runtime.replay.stored import (
    StoredEvent,
    StoredRun,
    StoredStep,
    Unreplayable,
    event_text,
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
        self._payloads: dict[str, Any] = {}
        self._pending: Sequence[Elicitation] = ()
        self.differences: tuple[Difference, ...] = ()
        self.envelope: Envelope | None = None
        self.events = 0

    def __iter__(self) -> Iterator[Rebuilt]:
        for stored in self._run.steps():
            at = stored[0].seq
            try:
                rebuilt = self._take(stored)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise Unreplayable(messages.no_event(at), at) from error
            if rebuilt is not None:
                self.events += len(stored)
                yield rebuilt
            if self.differences:
                return
        if self.envelope is None:
            raise Unreplayable(messages.no_events(self._run.run))

    def _take(self, stored: StoredStep) -> Rebuilt | None:
        """The next step, compared; ``None`` where the run goes no further by itself, which then is the difference."""
        first = stored[0]
        input: Began | Input | None = None
        if not self._made:
            self._wait(first.at)
        if not self._made:
            if self.envelope is None:
                input = self._begin(first)
            else:
                input = self._input(stored)
                self._made.extend(self._followed(first, input))
        if not self._made:
            self.differences = (Difference(first.seq, "type", first.type, MISSING),)
            return None
        step = self._made.popleft()
        self.envelope = step.envelope
        self._compare(stored, step)
        return Rebuilt(input, step, first.seq, stored[-1].seq)

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

    def _begin(self, first: StoredEvent) -> Began:
        data = parsed(first.data)
        if "machine" not in data:
            raise Unreplayable(messages.no_creation(self._run.run), first.seq)
        definition = self._run.definition(data["machine"], data["definitionVersion"], data["hash"])
        actor = data.get("actor")
        began = Began(
            given=self._revealed(first, data.get("given") or {}),
            at=first.at,
            actor=None if actor is None else Actor.from_json(actor),
            run=data["run"],
            key=self._run.key if definition.sensitive else None,
        )
        self._made.append(begin(definition, began))
        return began

    def _input(self, stored: StoredStep) -> Input | None:
        """What led to these events; of a contribution only the first has to be read."""
        first = stored[0]
        data = dict(parsed(first.data))
        if "values" in data:
            data["values"] = self._revealed(first, data["values"])
        if first.type == "migrated":
            hash = parsed(stored[-1].data)["envelope"]["hash"]
            return Migrated(self._run.definition(self._present.machine, data["to"], hash), data["by"], data["why"])
        if "id" in data and "actor" in data:
            return Contributed(_contribution(data, first.at))
        events = [{"type": first.type, "data": data}]
        events += ({"type": event.type, "data": parsed(event.data)} for event in stored[1:])
        return input_of(events, {})

    def _revealed(self, event: StoredEvent, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values with those that the event only refers to taken from the payloads."""
        revealed = {}
        for field, value in values.items():
            if isinstance(value, dict) and value.keys() == {"payload"}:
                try:
                    value = self._payload(value["payload"])
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

    def _followed(self, first: StoredEvent, input: Input | None) -> tuple[Step, ...]:
        """The steps an input leads to; without one, what was refused for a reason from outside, if it was that.

        The version that a refused migration was to lead to is not kept.
        """
        if input is not None:
            return take(self._present, input)
        data = parsed(first.data)
        envelope, name = self._present, str(data.get("name"))
        if first.type == "rejected" and data.get("kind") == "migrated":
            failure = StepFailed(data["code"], data["message"])
            came = {key: data[key] for key in ("from", "to", "by", "why")}
            return (refused("migrated", name, envelope, envelope, failure, data=came),)
        if first.type != "rejected" or data.get("kind") != "system":
            return ()
        if name == "halted":
            return (storm(envelope.definition, envelope),)
        child = envelope.children.get(name.removeprefix("spawn:"))
        return () if child is None else (child_refused(envelope.definition, envelope, child, data["message"]),)

    # comparing

    def _compare(self, stored: StoredStep, step: Step) -> None:
        """All events at once, as texts; one after another where something differs, to say in what."""
        base = stored[0].seq - 1
        before, self._pending = self._pending, step.pending
        rebuilt = events_of(step, self._concealing(stored[0], _came), (before, self._pending))
        state = told(step.envelope, self._concealing(stored[-1], _context))
        data = [event.data for event in rebuilt]
        data[-1] = {**data[-1], "envelope": state}
        heads = []
        for number, (event, made) in enumerate(zip(stored, rebuilt, strict=False), 1):
            heads.append((base + number, made.type, made.at, self._cause(event, made, base), made.version))
            if made.type == "elicitation":
                self._asked[made.data["id"]] = base + number
        texts = ", ".join([event.data for event in stored])
        if event_text(data) == f"[{texts}]" and heads == [event[:5] for event in stored]:
            return
        for event, head, each in zip(stored, heads, data, strict=False):
            if self._differ(event, StoredEvent(*head, event_text(each))):
                return
        if len(stored) != len(rebuilt):
            self._miscounted(stored, rebuilt)

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
        kinds = [event.type for event in stored], [event.type for event in rebuilt]
        place = min(map(len, kinds))
        one, other = (found[place] if place < len(found) else MISSING for found in kinds)
        self.differences = (Difference(stored[0].seq + place, "type", one, other),)

    def _concealing(self, event: StoredEvent, part: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Conceal:
        """Stands for a sensitive value by the reference that the stored event has for it, if that is its value."""
        found: list[Mapping[str, Any]] = []

        def conceal(field: str, value: Any) -> Any:
            if not found:
                found.append(part(parsed(event.data)))
            reference = found[0].get(field)
            return reference if self._stands_for(reference, value) else mask(field, value)

        return conceal

    def _stands_for(self, reference: Any, value: Any) -> bool:
        if not isinstance(reference, dict) or reference.keys() != {"payload"}:
            return False
        try:
            return bool(self._payload(reference["payload"]) == portable(value))
        except KeyError:
            return True  # whether it was this value can be told no more

    def _payload(self, key: str) -> Any:
        if key not in self._payloads:
            self._payloads[key] = self._run.payload(key)
        return self._payloads[key]


def _contribution(data: Mapping[str, Any], now: int) -> Contribution:
    """A contribution as it was taken once, so that its form need not be judged again; ``now`` is the run's time."""
    at = data.get("at")
    proposal_hash = data.get("proposalHash")
    return Contribution(
        id=data["id"],
        actor=Actor.from_json(data["actor"]),
        values=data["values"],
        at=None if at is None else now if at == format_time(now) else parse_time(at),
        expected_version=data.get("expectedVersion"),
        proposal_hash=None if proposal_hash == CURRENT else proposal_hash,
        command=data.get("command"),
        provenance=data.get("provenance"),
        current=proposal_hash == CURRENT,
    )


def _came(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values that came in with an event."""
    return dict(data.get("values") or data.get("given") or {})


def _context(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The context that an event led to."""
    return dict(data["envelope"]["context"]) if "envelope" in data else {}


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
