"""The planner, the explainer and Google's engine say the same of random expressions over random contexts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.cel import EXTENDED, CelError, Schema, compile
from engine.cel.tree import (
    And,
    Binary,
    Call,
    Conditional,
    Has,
    Index,
    ListLiteral,
    Macro,
    MapLiteral,
    Negate,
    Not,
    Or,
    Select,
    walk,
)
from engine.dsl import Field
from tests.counts import count
from tests.engine.cel import oracle
from tests.engine.cel.generator import Case, cases

SEEDS = range(8)
PER_SEED = count(2_000, 20_000) // len(SEEDS)

SCHEMA = Schema.of(
    {
        "n": Field(type="int"),
        "m2": Field(type="int"),
        "f": Field(type="number"),
        "s": Field(type="string"),
        "verdict": Field(type="enum", values=("approved", "changes")),
        "t": Field(type="bool"),
        "ints": Field(type="list", items=Field(type="int")),
        "names": Field(type="list", items=Field(type="string")),
        "rows": Field(
            type="list",
            items=Field(type="map", fields={"score": Field(type="number"), "name": Field(type="string")}),
        ),
        "tree": Field(type="map", fields={"a": Field(type="map"), "c": Field(type="any")}),
        "nothing": Field(type="any"),
    }
)


def evaluated(case: Case, schema: Schema | None = None) -> Any:
    try:
        return oracle.form(compile(case.source, schema).evaluate({"context": case.context}))
    except CelError:
        return oracle.ERROR


def explained(case: Case, schema: Schema | None = None) -> Any:
    outcome = compile(case.source, schema).explain(case.context).outcome
    return oracle.form(outcome.value) if outcome.ok else oracle.ERROR


@pytest.mark.parametrize("seed", SEEDS)
def test_planner_explainer_and_peer_agree(seed: int) -> None:
    for case in cases(seed, PER_SEED):
        expected = oracle.result(case.source, case.context)
        assert evaluated(case) == expected, case
        assert explained(case) == expected, case
        assert compile(case.source).passes(case.context) == (expected == ("bool", True)), case


@pytest.mark.parametrize("seed", SEEDS)
def test_a_schema_changes_nothing(seed: int) -> None:
    for case in cases(1_000 + seed, PER_SEED // 2):
        expected = evaluated(case)
        assert evaluated(case, SCHEMA) == expected, case
        assert explained(case, SCHEMA) == expected, case
        assert compile(case.source, SCHEMA).passes(case.context) == (expected == ("bool", True)), case


def constructs(source: str) -> Iterator[str]:
    for node in walk(compile(source).tree):
        match node:
            case Binary(operator=name) | Call(function=name) | Macro(kind=name):
                yield name
            case (
                And()
                | Or()
                | Not()
                | Negate()
                | Conditional()
                | Has()
                | Index()
                | Select()
                | ListLiteral()
                | MapLiteral()
            ):
                yield type(node).__name__


def test_the_generator_uses_everything_and_fails_often_enough() -> None:
    seen: Counter[str] = Counter()
    errors = 0
    for seed in SEEDS:
        for case in cases(seed, 250):
            seen.update(constructs(case.source))
            errors += evaluated(case) == oracle.ERROR
    operators = {"+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in"}
    macros = {"all", "exists", "exists_one", "filter", "map"}
    shapes = {"And", "Or", "Not", "Negate", "Conditional", "Has", "Index", "Select", "ListLiteral", "MapLiteral"}
    assert operators | macros | shapes | EXTENDED.functions.keys() <= seen.keys()
    assert errors >= 0.2 * 250 * len(SEEDS)
