"""Sessions as traces: events as JSON lines, and back, each rebuilt state compared with the recorded one."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from engine.reducer import Actor, Contribution, Operation, events_of, parse_time, told
from engine.simulate import messages
from engine.simulate.compare import MISSING, Difference, first_difference
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Input, Operated, Released, Waited
from engine.simulate.session import Session
from engine.simulate.world import Find, RunStep

CLOSING = ("parked", "terminal", "halted", "rejected")
"""The types of the last event of a step."""


class Trace(NamedTuple):
    """``lines`` are JSON, one event each; ``payloads`` what they only refer to: sensitive values and contents."""

    lines: tuple[str, ...]
    payloads: Mapping[str, Any]


class UnreadableTrace(ValueError):
    """A trace that cannot be opened; ``line`` counts from 1, the text is one sentence for the user."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Opened:
    """A session rebuilt from a trace, up to the first difference. ``events`` are all that were recorded."""

    session: Session
    events: tuple[Mapping[str, Any], ...]
    difference: Difference | None


def save(session: Session) -> Trace:
    """The present way of a session as a trace."""
    payloads: dict[str, Any] = {}
    numbering = _Numbering(session.world.root)
    lines: list[str] = []
    for node in session.path():
        for run_step in node.steps:
            if not lines and run_step.step.envelope.pin.key != run_step.run:
                payloads["key"] = run_step.step.envelope.pin.key
            payloads |= {each.key: portable(each.content) for each in run_step.step.payloads}
            lines += (json.dumps(event, ensure_ascii=False) for event in numbering.recorded(run_step, payloads))
    return Trace(tuple(lines), payloads)


def open_trace(trace: Trace, find: Find) -> Opened:
    """Rebuild a session from its trace, and stop at the first event that differs from what was recorded.

    Raises ``UnreadableTrace`` for lines that are no trace, or whose machine ``find`` does not know.
    """
    events = tuple(_read(trace.lines))
    steps = deque(_steps(events))
    if not steps or "machine" not in steps[0][0]["data"]:
        raise UnreadableTrace(1, messages.no_creation())
    try:
        machine = steps[0][0]["data"]["machine"]
        definition = find(machine)
        if definition is None:
            raise UnreadableTrace(1, messages.no_machine_of_trace(machine))
        reader = _Reader(Session.of(_began(steps[0], trace.payloads), definition, find), trace.payloads)
        difference = None
        while steps and difference is None:
            difference = reader.take(steps.popleft())
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableTrace(_number(events, steps), messages.no_event()) from error
    return Opened(reader.session, events, difference)


def portable(value: Any) -> Any:
    """A payload as JSON: bytes in base 64."""
    return {"base64": b64encode(value).decode("ascii")} if isinstance(value, bytes) else value


class _Numbering:
    """Gives events their place in a trace: ``seq`` from 1, and for an answer the elicitation that led to it."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._last = 0
        self._asked: dict[str, int] = {}

    def recorded(self, run_step: RunStep, payloads: dict[str, Any]) -> list[dict[str, Any]]:
        """The events of a step with what is sensitive moved to ``payloads``, and at the last the state it led to."""
        run, step = run_step
        base = self._last

        def conceal(where: str, field: str, value: Any) -> dict[str, str]:
            key = f"{run}/{base + 1}/{where}/{field}"
            payloads[key] = portable(value)
            return {"payload": key}

        events = [event.to_json() for event in events_of(step, partial(conceal, "given"))]
        events[-1]["data"]["envelope"] = told(step.envelope, partial(conceal, "context"))
        own = {} if run == self._root else {"run": run}
        return [self._placed(event, base) | own for event in events]

    def _placed(self, event: dict[str, Any], base: int) -> dict[str, Any]:
        answered = event["data"].get("elicitations") or ("",)
        cause = event["cause"] + base if event["cause"] else self._asked.get(answered[0])
        self._last = event["seq"] + base
        if event["type"] == "elicitation":
            self._asked[event["data"]["id"]] = self._last
        return {**event, "seq": self._last, "cause": cause}


def _read(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            if not isinstance(event, dict) or not isinstance(event["data"], dict) or not isinstance(event["type"], str):
                raise ValueError(line)
        except (ValueError, KeyError, RecursionError) as error:
            raise UnreadableTrace(number, messages.no_event()) from error
        yield event


def _number(events: tuple[dict[str, Any], ...], steps: deque[list[dict[str, Any]]]) -> int:
    """The line of the first event of the step that was being read."""
    return len(events) - sum(map(len, steps)) or 1


def _steps(events: tuple[dict[str, Any], ...]) -> Iterator[list[dict[str, Any]]]:
    """The events of each step; what follows the last closing event was cut off and is left out."""
    step: list[dict[str, Any]] = []
    for event in events:
        step.append(event)
        if event["type"] in CLOSING:
            yield step
            step = []


class _Reader:
    """Rebuilds a session step by step: applies the input of a recorded step and compares what it gives."""

    def __init__(self, session: Session, payloads: Mapping[str, Any]) -> None:
        self.session = session
        self._payloads = payloads
        self._numbering = _Numbering(session.world.root)
        self._made = deque(session.cursor.steps)

    def take(self, recorded: list[dict[str, Any]]) -> Difference | None:
        """Take the next recorded step; the difference to what the session gives, if there is one."""
        first = recorded[0]
        if not self._made:
            self._wait(parse_time(first["at"]))
        if not self._made:
            input = input_of(recorded, self._payloads)
            if input is not None:
                self._apply(input)
        if not self._made:
            return Difference(first["seq"], "type", first["type"], MISSING)
        payloads: dict[str, Any] = {}
        rebuilt = json.loads(json.dumps(self._numbering.recorded(self._made.popleft(), payloads)))
        difference = first_difference(recorded, rebuilt)
        if difference is not None:
            return difference._replace(at=recorded[min(difference.at, len(recorded)) - 1]["seq"])
        for key, value in payloads.items():
            if self._payloads.get(key, MISSING) != value:
                return Difference(first["seq"], key, self._payloads.get(key, MISSING), value)
        return None

    def _wait(self, at: int) -> None:
        """The clock went on, perhaps with nothing due."""
        if at > self.session.world.at:
            self._apply(Waited(at))

    def _apply(self, input: Input) -> None:
        self.session = self.session.apply(input)
        self._made += self.session.cursor.steps


def input_of(events: list[dict[str, Any]], payloads: Mapping[str, Any]) -> Input | None:
    """What came in from outside and led to these events; ``None`` for what only the clock or another input leads to."""
    data, run = events[0]["data"], events[0].get("run")
    if "actor" in data and "id" in data:
        keys = ("id", "actor", "at", "expectedVersion", "proposalHash", "command", "provenance")
        written = {key: data[key] for key in keys if key in data}
        contribution = Contribution.from_json(written, simulated=True)
        return Contributed(contribution._replace(values=_revealed(data["values"], payloads)), run)
    if events[0]["type"] == "operator" or data.get("kind") == "operator":
        values = data.get("values")
        revealed = None if values is None else _revealed(values, payloads)
        return Operated(Operation(data["name"], data["by"], data["why"], data.get("command"), revealed), run)
    for event in events:
        told = event["data"]
        if event["type"] == "attempt" or told.get("kind") == "command":
            name = told.get("status") or told["name"]
            if name == "failed":
                return Failed(told["command"], "", run)
            return Released(told["command"], run) if name == "released" else Claimed(told["command"], run)
        if event["type"] == "outcome" and "error" in told and told["error"] != "deadline":
            lost = told["error"] == "approval-lost"
            return Claimed(told["command"], run) if lost else Failed(told["command"], told["error"], run)
    return None


def _began(events: list[dict[str, Any]], payloads: Mapping[str, Any]) -> Began:
    data = events[0]["data"]
    return Began(
        given=_revealed(data.get("given") or {}, payloads),
        at=parse_time(events[0]["at"]),
        actor=None if data.get("actor") is None else Actor.from_json(data["actor"]),
        run=data["run"],
        key=payloads.get("key"),
    )


def _revealed(values: Mapping[str, Any], payloads: Mapping[str, Any]) -> dict[str, Any]:
    revealed = {}
    for field, value in values.items():
        if isinstance(value, dict) and value.keys() == {"payload"}:
            value = payloads.get(value["payload"])
        if isinstance(value, dict) and value.keys() == {"base64"}:
            value = b64decode(value["base64"])
        revealed[field] = value
    return revealed
