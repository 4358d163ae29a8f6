"""A wide context is a dict in all but what a copy costs."""

from __future__ import annotations

import json
from random import Random

from engine.dsl.models import Field, FieldType
from engine.reducer import Actor, Contribution, Envelope, contribute, create, link
from engine.reducer.wide import WIDE, WideContext, wide_copy
from tests.counts import count
from tests.generators.language import workflow

FIELDS = [f"f{number}" for number in range(12)]


def test_it_does_what_a_dict_does() -> None:
    random = Random(3)
    for _ in range(count(60, 600)):
        plain = {field: 0 for field in FIELDS if random.random() < 0.5}
        wide = wide_copy(dict(plain))
        for number in range(150):
            field = random.choice(FIELDS)
            match random.randrange(5):
                case 0 | 1:
                    plain[field] = wide[field] = number
                case 2:
                    assert plain.pop(field, None) == wide.pop(field, None)
                case 3:
                    if field in plain:
                        del plain[field], wide[field]
                case 4:
                    before = dict(wide)
                    other = wide_copy(wide)
                    other["f0"], other["f1"] = -1, -1
                    assert wide == before
                    wide = wide_copy(wide)
            assert (wide == plain, field in wide, wide.get(field)) == (True, field in plain, plain.get(field))
        assert {**wide} == dict(wide) == plain == dict(wide.items())
        assert (len(wide), sorted(wide.keys())) == (len(plain), sorted(plain))
        assert json.loads(json.dumps(wide)) == plain


def test_runs_of_machines_with_many_fields_share_what_they_do_not_write() -> None:
    more = {f"x{number}": Field(type=FieldType.INT, input=True) for number in range(WIDE)}
    model = workflow(
        {
            "name": "wide",
            "initialState": "a",
            "context": {"go": {"type": "bool"}},
            "agents": {"w": {"canTransition": ["a", "b"]}},
            "states": {
                "a": {
                    "requires": [{"name": "go"}],
                    "transitions": [{"toState": "b", "onTransition": [{"assign": {"go": None}}]}],
                },
                "b": {"requires": [{"name": "go"}], "transitions": [{"toState": "a", "guards": ["context.x1 == 1"]}]},
            },
        }
    )
    definition = link(model.model_copy(update={"context": {**model.context, **more}}))
    envelope = create(definition, given=dict.fromkeys(more, 1)).envelope
    for number in range(200):
        contribution = Contribution(f"c{number}", Actor("agent", "w"), {"go": True})
        envelope = contribute(definition, envelope, contribution)[-1].envelope
    assert isinstance(envelope.context, WideContext)
    assert dict(envelope.context) == dict.fromkeys(more, 1) | ({"go": True} if "go" in envelope.context else {})
    again = Envelope.from_json(definition, json.loads(json.dumps(envelope.to_json())))
    assert again.to_json() == envelope.to_json()
