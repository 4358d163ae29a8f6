"""The machine as frozen models, one class a construct of the language; what a definition file means.

Attribute names are the file's keys in snake case (``initialState`` → ``initial_state``); ``model_dump(by_alias=True)``
gives the file's keys back. A model says what is written, defaults filled in; names are not resolved here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import (
    AllowInfNan,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    StrictBool,
    StrictFloat,
    StrictInt,
    Tag,
    ValidationInfo,
    model_serializer,
    model_validator,
)
from pydantic import Field as Key
from pydantic.alias_generators import to_camel

Json = Any
"""A JSON value: null, bool, int, float, str, list or map with string keys."""

FiniteNumber = StrictInt | Annotated[StrictFloat, AllowInfNan(False)]
"""A number that can be compared and computed with; YAML can also write ``.inf`` and ``.nan``."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class FieldType(StrEnum):
    """Types of a context field; JSON Schema's names are read as these."""

    STRING = "string"
    ENUM = "enum"
    INT = "int"
    NUMBER = "number"
    BOOL = "bool"
    LIST = "list"
    MAP = "map"
    TIMESTAMP = "timestamp"
    BLOB = "blob"
    ANY = "any"


TYPE_SYNONYMS: Mapping[str, FieldType] = {
    "integer": FieldType.INT,
    "boolean": FieldType.BOOL,
    "array": FieldType.LIST,
    "object": FieldType.MAP,
    "float": FieldType.NUMBER,
    "double": FieldType.NUMBER,
    "ref": FieldType.BLOB,
}


def _canonical_type(value: Any) -> Any:
    return TYPE_SYNONYMS.get(value, value) if isinstance(value, str) else value


class Field(Model):
    """A field of the context, or of the items of a list or the fields of a map. Section 3 of the language."""

    type: Annotated[FieldType, BeforeValidator(_canonical_type)]
    values: tuple[str, ...] = ()
    max_length: StrictInt | None = None
    pattern: str | None = None
    min: FiniteNumber | None = None
    max: FiniteNumber | None = None
    items: Field | None = None
    max_items: StrictInt | None = None
    fields: Mapping[str, Field] | None = None
    ttl: str | None = None
    media_type: str | None = None
    description: str | None = None
    default: Json = None
    input: StrictBool = False
    sensitive: StrictBool = False


class Guidance(StrEnum):
    FULL = "full"
    OBJECTIVE = "objective"
    NONE = "none"


class Agent(Model):
    can_transition: tuple[str, ...] = ()
    guidance: Guidance = Guidance.FULL
    description: str | None = None


class User(Model):
    roles: tuple[str, ...] = ()
    description: str | None = None


FROM_FILE = "file"
"""The validation context of data that was read from a file, where nothing but the language's own forms counts."""

SourceKind = Literal["driver", "agent", "user", "role", "tool", "system", "fsm"]


class Source(Model):
    """Who contributes a field: ``from``. ``name`` is ``None`` for the driving agent and the system alone."""

    kind: SourceKind = "driver"
    name: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any, info: ValidationInfo) -> Any:
        if value == "agent":
            return {"kind": "driver"}
        if value == "system":
            return {"kind": "system"}
        if isinstance(value, Mapping):
            only = {key: name for key, name in value.items() if not str(key).startswith("x-")}
            kind = next(iter(only), None)
            if len(only) == 1 and kind in ("agent", "user", "role", "tool", "fsm"):
                return {"kind": kind, "name": only[kind]}
            if info.context == FROM_FILE:
                return None
        return value

    @model_serializer
    def written(self) -> str | dict[str, str]:
        """As the file says it: ``agent``, ``system`` or ``{kind: name}``."""
        if self.name is None:
            return "agent" if self.kind == "driver" else "system"
        return {self.kind: self.name}


class Guard(Model):
    backend: Literal["cel"] = "cel"
    expression: str

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        return {"expression": value} if isinstance(value, str) else value


class Requirement(Model):
    name: str
    from_: Source = Key(default=Source(), alias="from")
    required: StrictBool = True
    validate_: tuple[Guard, ...] = Key(default=(), alias="validate")
    prompt: str | None = None
    description: str | None = None
    approves: tuple[str, ...] = ()
    approved_when: tuple[Json, ...] = ()
    separate_from: tuple[str, ...] = ()
    expires_after: str | None = None


class EmitSpec(Model):
    event: str
    data: Json = None

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        return {"event": value} if isinstance(value, str) else value


class SendSpec(Model):
    command: str
    to: Json = None
    with_: Mapping[str, Json] = Key(default={}, alias="with")
    idempotency_key: str | None = None
    approved_by: str | None = None


class SpawnSpec(Model):
    fsm: str
    as_: str = Key(alias="as")
    with_: Mapping[str, Json] = Key(default={}, alias="with")
    into: str | None = None
    outputs: Mapping[str, str] = Key(default={})


class InjectSpec(Model):
    message: str
    role: str = "system"

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        return {"message": value} if isinstance(value, str) else value


class RestrictSpec(Model):
    allow: tuple[str, ...] | None = None
    deny: tuple[str, ...] = ()


class Assign(Model):
    assign: Mapping[str, Json]


class Compute(Model):
    compute: Mapping[str, str]


class Emit(Model):
    emit: EmitSpec


class Send(Model):
    send: SendSpec


class Spawn(Model):
    spawn: SpawnSpec


class Inject(Model):
    inject: InjectSpec


class Restrict(Model):
    restrict: RestrictSpec


ACTION_KINDS = ("assign", "compute", "emit", "send", "spawn", "inject", "restrict")


def _action_kind(value: Any) -> str | None:
    if isinstance(value, Model):
        return next(iter(type(value).model_fields))
    if isinstance(value, Mapping):
        kinds = [str(key) for key in value if not str(key).startswith("x-")]
        return kinds[0] if len(kinds) == 1 else None
    return None


Action = Annotated[
    Annotated[Assign, Tag("assign")]
    | Annotated[Compute, Tag("compute")]
    | Annotated[Emit, Tag("emit")]
    | Annotated[Send, Tag("send")]
    | Annotated[Spawn, Tag("spawn")]
    | Annotated[Inject, Tag("inject")]
    | Annotated[Restrict, Tag("restrict")],
    Discriminator(_action_kind),
]


class Transition(Model):
    to_state: str
    guards: tuple[Guard, ...] = ()
    on_transition: tuple[Action, ...] = ()
    description: str | None = None


class Timer(Model):
    name: str
    after: str
    assign: Mapping[str, Json] = Key(default={})
    to_state: str | None = None
    on_transition: tuple[Action, ...] = ()


class StateKind(StrEnum):
    TERMINAL = "terminal"
    WAITING = "waiting"
    WORK = "work"
    AUTOMATIC = "automatic"


class State(Model):
    description: str | None = None
    requires: tuple[Requirement, ...] = ()
    transitions: tuple[Transition, ...] = ()
    entry: tuple[Action, ...] = ()
    exit: tuple[Action, ...] = ()
    invariants: tuple[Guard, ...] = ()
    timers: tuple[Timer, ...] = ()
    terminal: StrictBool = False

    @property
    def kind(self) -> StateKind:
        """Derived, section 5: who the state waits for."""
        if self.terminal:
            return StateKind.TERMINAL
        kinds = {requirement.from_.kind for requirement in self.requires}
        if kinds & {"user", "role", "agent", "fsm"}:
            return StateKind.WAITING
        return StateKind.WORK if "driver" in kinds else StateKind.AUTOMATIC


class Backoff(Model):
    initial: str | None = None
    factor: FiniteNumber | None = None
    max: str | None = None


class CommandPolicy(Model):
    max_attempts: StrictInt = 1
    backoff: Backoff | None = None
    deadline: str | None = None
    retryable: tuple[str, ...] = ()
    on_failure: Mapping[str, Json] = Key(default={})


class Policy(Model):
    max_exchanges_per_stage: StrictInt | None = None
    max_exchanges_per_agent_per_stage: StrictInt | None = None
    on_exhausted: Mapping[str, Json] = Key(default={})
    checkpoint_every: StrictInt | None = None
    on_terminal: Literal["keep", "purge"] = "keep"


class Migration(Model):
    from_: StrictInt = Key(alias="from")
    states: Mapping[str, str] = Key(default={})
    fields: Mapping[str, str] = Key(default={})
    actions: tuple[Action, ...] = ()


class Workflow(Model):
    """One machine: everything below ``fsm:``."""

    name: str
    version: StrictInt = 1
    description: str | None = None
    initial_state: str
    context: Mapping[str, Field] = Key(default={})
    agents: Mapping[str, Agent] = Key(default={})
    users: Mapping[str, User] = Key(default={})
    states: Mapping[str, State]
    commands: Mapping[str, CommandPolicy] = Key(default={})
    policy: Policy = Policy()
    migrations: tuple[Migration, ...] = ()
