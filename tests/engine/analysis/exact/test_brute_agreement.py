"""The engine against concrete values: a proof has no counterexample among them, an example passes Google's CEL."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from engine.analysis.exact.decide import Example, Never, Undecided
from engine.analysis.exact.local import Local
from engine.dsl import State, Workflow
from tests.counts import count
from tests.engine.analysis.exact.brute import Brute, passes
from tests.engine.analysis.exact.questions import questions
from tests.generators.states import CONSTRUCTS, KINDS, States

SEEDS = range(count(1_000, 10_000))


def machine(seed: int) -> Workflow:
    return Workflow.model_validate(States(seed).machine())


def eligible(state: State, context: Mapping[str, Any]) -> bool:
    return all(
        each.name in context and all(passes(guard.expression, context, context[each.name]) for guard in each.validate_)
        for each in state.requires
        if each.required
    )


@pytest.mark.parametrize("tenth", range(10))
def test_agrees_with_concrete_values(tenth: int) -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS[tenth::10]:
        workflow = machine(seed)
        state = workflow.states["start"]
        local = Local(workflow.context, "start", state)
        situations = Brute(workflow.context, state).situations
        for question in questions(local):
            verdict = local.decide([*local.eligible, *question.claims])
            counterexample = next((context for context, passed in situations if question.holds(passed)), None)
            place = f"seed {seed}: {question.name}"
            seen[type(verdict).__name__] += 1
            if isinstance(verdict, Never):
                assert counterexample is None, f"{place}, by {counterexample}"
            if isinstance(verdict, Example):
                context = verdict.context
                assert all(
                    each.name in context
                    and all(passes(g.expression, context, context[each.name]) for g in each.validate_)
                    for each in state.requires
                    if each.required
                ), f"{place}: {context} is not eligible"
                passed = tuple(all(passes(g.expression, context) for g in edge.guards) for edge in state.transitions)
                assert question.holds(passed), f"{place}: not by {context}"
    assert seen["Never"] > 50
    assert seen["Example"] > 50
    assert seen["Undecided"] < sum(seen.values()) / 100


def test_decides_all_but_comparisons_of_two_fields() -> None:
    undecided: Counter[str] = Counter()
    for seed in SEEDS[:300]:
        workflow = machine(seed)
        local = Local(workflow.context, "start", workflow.states["start"])
        for question in questions(local):
            verdict = local.decide([*local.eligible, *question.claims])
            if isinstance(verdict, Undecided):
                undecided.update(atom for atom in verdict.atoms if atom.count("context.") < 2)
                assert verdict.atoms, f"seed {seed}: {question.name} spent its budget"
    assert not undecided


def test_generator_covers_the_fragment() -> None:
    texts = [json.dumps(States(seed).machine()["states"]["start"]) for seed in SEEDS]
    for name, occurs in CONSTRUCTS.items():
        share = sum(map(occurs, texts)) / len(texts)
        assert share >= 0.05, f"{name} occurs in {share:.1%} of the states"
    kinds = Counter(field["type"] for seed in SEEDS for field in States(seed).machine()["context"].values())
    assert set(kinds) == {"enum", "bool", "int", "number", "string", "list", "map"}
    assert len(KINDS) == 9
