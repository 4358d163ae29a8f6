"""The panels' table of keys says what the models of the language say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from designer.panels.language import CONSTRUCTS, Key, item_kind, key_at, kind_at
from engine import dsl

MODELS = {
    "machine": dsl.Workflow,
    "field": dsl.Field,
    "agent": dsl.Agent,
    "user": dsl.User,
    "state": dsl.State,
    "transition": dsl.Transition,
    "guard": dsl.Guard,
    "requirement": dsl.Requirement,
    "timer": dsl.Timer,
    "command": dsl.CommandPolicy,
    "backoff": dsl.Backoff,
    "policy": dsl.Policy,
    "migration": dsl.Migration,
}


@pytest.mark.parametrize("construct", MODELS)
def test_every_key_of_a_construct_is_known_and_no_other(construct: str) -> None:
    keys = {field.alias or name for name, field in MODELS[construct].model_fields.items()}
    assert {key.name for key in CONSTRUCTS[construct]} == keys


def test_every_kind_of_a_construct_is_defined() -> None:
    def constructs_named(key: Key) -> Iterator[str]:
        kind = item_kind(key.kind) or key.kind
        if " " not in kind:
            yield kind

    scalars = {"text", "int", "number", "bool", "duration", "cel", "json", "template", "pattern", "type", "guidance"}
    scalars |= {"backend", "onTerminal"}
    named = {kind for keys in CONSTRUCTS.values() for key in keys for kind in constructs_named(key)}
    assert named - scalars <= CONSTRUCTS.keys()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ((), "machine"),
        (("states", "a", "transitions", 0, "guards", 1, "expression"), "cel"),
        (("states", "a", "requires", 0, "from", "agent"), "agent name"),
        (("context", "f", "fields", "g", "items", "type"), "type"),
        (("agents", "a", "canTransition", 2), "state name"),
        (("x-own", "deep"), "json"),
    ],
)
def test_a_path_leads_to_its_kind(path: tuple[str | int, ...], kind: str) -> None:
    assert kind_at(path) == kind


def test_a_key_has_a_meaning() -> None:
    key = key_at(("states", "a", "terminal"))
    assert key is not None
    assert key.meaning == dsl.meaning(("states", "a", "terminal"))
