"""The JSON Schema says what the reader says, as far as a schema can."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import jsonschema
import pytest

from engine.dsl import Model, json_schema, meaning, models, read_bytes
from engine.dsl.meanings import MEANINGS
from tests.cases import CASES

FILE = Path(__file__).parents[3] / "resources" / "statewright.schema.json"
SOUND = sorted([*CASES.glob("machines/*.yaml"), *CASES.glob("features/*.yaml"), *CASES.glob("text/*.yaml")])
MACHINE = {"name": "m", "initialState": "a", "states": {"a": {"terminal": True}}}


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_in_the_resources_is_that_of_the_models():
    """``statewright schema > resources/statewright.schema.json`` writes it anew."""
    assert FILE.read_text(encoding="utf-8") == json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("file", [file for file in SOUND if file.stem != "pathological"], ids=lambda file: file.stem)
def test_sound_machines_pass(validator, file):
    assert [error.message for error in validator.iter_errors({"fsm": read_bytes(file.read_bytes()).data})] == []


@pytest.mark.parametrize(
    "path, value",
    [
        (("version",), 0),
        (("tranistions",), []),
        (("states",), {}),
        (("states", "a", "terminal"), "yes"),
        (("states", "a", "timers"), [{"name": "t", "after": "1 hour"}]),
        (("states", "a", "entry"), [{"assign": {"x": 1}, "emit": "e"}]),
        (("states", "a", "entry"), [{"call": {}}]),
        (("states", "a", "requires"), [{"name": "x", "from": "reviewer"}]),
        (("states", "a", "requires"), [{"name": "x", "from": {"agent": "a", "user": "b"}}]),
        (("context",), {"x": {"type": "enum"}}),
        (("context",), {"x": {"type": "text"}}),
        (("context",), {"a-b": {"type": "string"}}),
        (("policy",), {"checkpointEvery": 0}),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(validator, path, value):
    machine = copy.deepcopy(MACHINE)
    holder = machine
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    assert not validator.is_valid({"fsm": machine})
    assert read_bytes(json.dumps({"fsm": machine}).encode()).diagnostics


@pytest.mark.parametrize(
    "state",
    [
        {"x-note": [1, None]},
        {"invariants": ["true", {"expression": "true"}, {"backend": "cel", "expression": "true", "x-why": 1}]},
        {"entry": [{"emit": "done"}, {"emit": {"event": "done", "data": {}}}, {"inject": "hi"}]},
        {"requires": [{"name": "x", "from": source} for source in ("agent", "system", {"tool": "t"}, {"fsm": "c"})]},
    ],
)  # fmt: skip
def test_short_forms_and_own_keys_pass(validator, state):
    machine = {**MACHINE, "states": {"a": state}}
    assert [error.message for error in validator.iter_errors({"fsm": machine, "x-mine": True})] == []
    assert read_bytes(json.dumps({"fsm": machine, "x-mine": True}).encode()).diagnostics == ()


def test_every_key_of_the_language_has_a_meaning():
    for model in vars(models).values():
        if isinstance(model, type) and issubclass(model, Model) and model not in (Model, models.Source):
            keys = {info.alias or name for name, info in model.model_fields.items()}
            assert keys == set(MEANINGS[model.__name__]), model.__name__


def test_the_meaning_of_a_key_is_found_by_its_path():
    assert meaning(("states", "review", "transitions", 0, "toState")) == MEANINGS["Transition"]["toState"]
    assert meaning(("states", "review")) is None
    assert meaning(("states", "review", "entry", 0, "send", "with")) == MEANINGS["SendSpec"]["with"]
