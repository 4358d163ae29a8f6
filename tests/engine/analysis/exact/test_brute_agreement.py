"""The engine against concrete values: a proof has no counterexample among them, an example passes Google's CEL."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine.analysis.exact.decide import Undecided
from engine.analysis.exact.local import Local
from engine.dsl import Workflow
from tests.counts import count
from tests.engine.analysis.exact.brute import Brute
from tests.engine.analysis.exact.judge import judged
from tests.engine.analysis.exact.questions import questions
from tests.generators.states import CONSTRUCTS, KINDS, States

SEEDS = range(count(1_000, 10_000))


def machine(seed: int) -> Workflow:
    return Workflow.model_validate(States(seed).machine())


@pytest.mark.parametrize("tenth", range(10))
def test_agrees_with_concrete_values(tenth: int) -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS[tenth::10]:
        workflow = machine(seed)
        situations = Brute(workflow.context, workflow.states["start"]).situations
        for verdict, fault in judged(workflow, situations):
            assert fault is None, f"seed {seed}: {fault}"
            seen[verdict] += 1
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
