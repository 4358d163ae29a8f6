"""Scenarios: what is contributed to a run, and what is expected of it; read from YAML, with places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from typing import Literal as OneOf

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, PlainValidator, Tag, ValidationError
from pydantic.alias_generators import to_camel

from engine.dsl import nearest, parse_duration
from engine.reducer import Actor, parse_time
from engine.simulate import messages
from engine.simulate.plant import CrashPoint
from engine.text import LineIndex, Node, Reading, Sequence, Undecodable, Unreadable, compose, decode, key_text
from engine.text import Mapping as MapNode
from engine.text import resolve as resolve_alias


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, strict=True)


def _actor(data: Any) -> Actor:
    return Actor.from_json(data)


def _moment(data: Any) -> int:
    if not isinstance(data, str):
        raise ValueError(messages.no_moment(data))
    return parse_time(data)


def _duration(data: Any) -> int:
    if not isinstance(data, str):
        raise ValueError(messages.no_duration(data))
    return parse_duration(data)


def _tuple(data: Any) -> Any:
    return tuple(data) if isinstance(data, list) else data


ActorOf = Annotated[Actor, PlainValidator(_actor)]
Moment = Annotated[int, PlainValidator(_moment)]
Duration = Annotated[int, PlainValidator(_duration)]
Items = Annotated[tuple[str | Mapping[str, Any], ...], BeforeValidator(_tuple)]
Names = Annotated[tuple[str, ...], BeforeValidator(_tuple)]


class Expect(_Model):
    """What holds after a step; what is not named is not looked at.

    ``pending`` names fields, or maps that an elicitation must contain; ``fired`` targets or maps; ``effects`` kinds,
    names of commands, events and machines, or maps. ``receipts`` counts what the pretend receiver has performed.
    """

    state: str | None = None
    stop: str | None = None
    stuck: bool | None = None
    pending: Items | None = None
    context: Mapping[str, Any] | None = None
    unset: Names | None = None
    fired: Items | None = None
    effects: Items | None = None
    rejected: str | None = None
    receipts: int | None = None


class Contribute(_Model):
    """Values from an actor. A decision carries the hash of the proposal that is pending, unless it names another."""

    contribute: Mapping[str, Any]
    as_: ActorOf = Field(alias="as")
    id: str | None = None
    at: Moment | None = None
    expected_version: int | None = None
    proposal_hash: str | None = None
    command: str | None = None
    provenance: Mapping[str, Any] | None = None
    run: str | None = None
    expect: Expect | None = None


class After(_Model):
    """The clock moves by so many seconds; what is due fires."""

    after: Duration
    expect: Expect | None = None


class Crash(_Model):
    """The process dies; what is promised of the recovery is checked."""

    crash: CrashPoint
    expect: Expect | None = None


class Redeliver(_Model):
    """A contribution is delivered again: ``last``, or the one of this id."""

    redeliver: str
    expect: Expect | None = None


class FailSpec(_Model):
    command: str
    error: str


class Fail(_Model):
    """A worker's attempt of a command fails with a class of error."""

    fail: FailSpec
    expect: Expect | None = None


class OperateSpec(_Model):
    kind: OneOf["retry", "supply", "reject", "cancel", "clear"]
    by: str
    why: str
    command: str | None = None
    values: Mapping[str, Any] | None = None


class Operate(_Model):
    """An operator's act."""

    operate: OperateSpec
    expect: Expect | None = None


STEPS: Mapping[str, type[_Model]] = {
    "contribute": Contribute,
    "after": After,
    "crash": Crash,
    "redeliver": Redeliver,
    "fail": Fail,
    "operate": Operate,
}


def _kind(data: Any) -> str | None:
    if isinstance(data, _Model):
        return next(kind for kind, model in STEPS.items() if isinstance(data, model))
    return next((kind for kind in STEPS if kind in data), None) if isinstance(data, Mapping) else None


ScenarioStep = Annotated[
    Annotated[Contribute, Tag("contribute")]
    | Annotated[After, Tag("after")]
    | Annotated[Crash, Tag("crash")]
    | Annotated[Redeliver, Tag("redeliver")]
    | Annotated[Fail, Tag("fail")]
    | Annotated[Operate, Tag("operate")],
    Discriminator(_kind),
]


_INNER: Mapping[str | int, type[_Model]] = {"expect": Expect, "fail": FailSpec, "operate": OperateSpec}


class Scenario(_Model):
    """One scenario: a machine by its name in the project or by its path, inputs, steps, and what holds at the end."""

    machine: str
    name: str
    description: str | None = None
    given: Mapping[str, Any] = {}
    as_: ActorOf | None = Field(default=None, alias="as")
    at: Moment | None = None
    steps: Annotated[tuple[ScenarioStep, ...], BeforeValidator(_tuple)] = ()
    expect: Expect | None = None


@dataclass(frozen=True, slots=True)
class Misread:
    """Why a text is no scenario; ``line`` and ``column`` count from 1."""

    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class ReadScenario:
    """A scenario and where its parts stand: ``places`` by path below ``scenario:``, as line and column."""

    scenario: Scenario
    places: Mapping[tuple[str | int, ...], tuple[int, int]]

    def place(self, *path: str | int) -> tuple[int, int]:
        """The place of a path, or of the nearest part around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (1, 1))


def read_scenario(data: bytes) -> ReadScenario | tuple[Misread, ...]:
    """Read a scenario file; never raises."""
    decoded = decode(data)
    if isinstance(decoded, Undecodable):
        return (Misread(1, 1, messages.not_utf8()),)
    lines = LineIndex(decoded.text)
    root = compose(decoded.text)
    if isinstance(root, Unreadable):
        return (Misread(*lines.line_column(root.start), messages.no_yaml(root.problem or root.code)),)
    reading = Reading()
    whole = reading.plain(root) if root is not None else None
    if reading.faults:
        fault = reading.faults[0]
        return (Misread(*lines.line_column(fault.node.start), messages.yaml_fault(fault.code)),)
    if not isinstance(whole, dict) or "scenario" not in whole or root is None:
        return (Misread(1, 1, messages.no_scenario()),)
    places = {path: lines.line_column(offset) for path, offset in _places(root, ("scenario",))}
    try:
        return ReadScenario(Scenario.model_validate(_known(whole["scenario"])), places)
    except ValidationError as error:
        return tuple(_misread(each, places, whole["scenario"]) for each in error.errors())


def _misread(error: Any, places: Mapping[tuple[str | int, ...], tuple[int, int]], data: Any) -> Misread:
    """A fault of the shape, said with its place."""
    path = tuple(error["loc"])
    if path[:1] == ("steps",):
        path = (*path[:2], *path[3:])
    here, known = path, _keys_at(path[:-1], data)
    name = ".".join(map(str, path)) or "scenario"
    message = messages.wrong_shape(name, error["type"])
    match error["type"]:
        case "extra_forbidden":
            message = messages.unknown_key(str(path[-1]), nearest(str(path[-1]), known))
        case "missing":
            message, here = messages.missing_key(str(path[-1])), path[:-1]
        case "union_tag_not_found":
            message = messages.unknown_step(list(STEPS))
        case "value_error":
            message = messages.bad_part(name, str(error["ctx"]["error"]))
    while here and here not in places:
        here = here[:-1]
    return Misread(*places.get(here, (1, 1)), message)


def _keys_at(path: tuple[str | int, ...], data: Any) -> tuple[str, ...]:
    """The keys that may stand in the map at this path."""
    model: type[_Model] = Scenario
    if path[:1] == ("steps",) and len(path) > 1:
        model = STEPS.get(_kind(data["steps"][path[1]]) or "", Scenario)
    if path and path[-1] in _INNER:
        model = _INNER[path[-1]]
    return tuple(field.alias or name for name, field in model.model_fields.items())


def _known(data: Any) -> Any:
    """Without keys that begin with ``x-``."""
    return (
        {key: value for key, value in data.items() if not str(key).startswith("x-")} if isinstance(data, dict) else data
    )


def _places(node: Node, prefix: tuple[str, ...]) -> list[tuple[tuple[str | int, ...], int]]:
    """The offsets of all parts below the key ``scenario``."""
    found: list[tuple[tuple[str | int, ...], int]] = []
    stack: list[tuple[tuple[str | int, ...], Node, int]] = [((), node, node.start)]
    while stack:
        path, at, offset = stack.pop()
        if path[:1] == prefix:
            found.append((path[1:], offset))
        inner = resolve_alias(at)
        if isinstance(inner, MapNode):
            stack += (((*path, key_text(key) or ""), value, key.start) for key, value in inner.pairs())
        elif isinstance(inner, Sequence):
            stack += (((*path, number), item, item.start) for number, item in enumerate(inner.items))
    return found
