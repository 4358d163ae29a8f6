"""The engine against z3 on dead, shadowed, overlapping and left-over situations of generated states."""

from __future__ import annotations

from collections import Counter

import pytest
import z3

from engine.analysis.exact.decide import Example, Never
from engine.analysis.exact.local import Local
from engine.dsl import Workflow
from tests.counts import count
from tests.engine.analysis.exact.questions import questions
from tests.engine.analysis.exact.smt import Encoder, possible
from tests.generators.states import States

KINDS = ("enum", "bool", "int", "bounded", "number", "string", "short")
SEEDS = range(count(200, 1_000))


@pytest.mark.parametrize("fifth", range(5))
def test_agrees_with_z3(fifth: int) -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS[fifth::5]:
        workflow = Workflow.model_validate(States(seed + 1_000_000).machine(KINDS))
        state = workflow.states["start"]
        local = Local(workflow.context, "start", state)
        encoder = Encoder(workflow.context)
        passing = encoder.passing(state)
        always = [*encoder.domain, *encoder.satisfied(state)]
        for question in questions(local):
            verdict = local.decide([*local.eligible, *question.claims])
            z3_says = possible([*always, *encoded(question.name, passing)])
            seen[f"{type(verdict).__name__} {z3_says}"] += 1
            if isinstance(verdict, Never):
                assert z3_says is not True, f"seed {seed}: {question.name}"
            if isinstance(verdict, Example):
                assert z3_says is not False, f"seed {seed}: {question.name} by {verdict.context}"
    assert seen["Never False"] > 20
    assert seen["Example True"] > 20


def encoded(question: str, passing: list[z3.BoolRef]) -> list[z3.BoolRef]:
    """The question, by its name, over the conditions under which transitions pass."""
    match question.split():
        case [index, "passes"]:
            return [passing[int(index)]]
        case [index, "passes", "first"]:
            return [passing[int(index)], *(z3.Not(each) for each in passing[: int(index)])]
        case [one, "and", other, "pass", "together"]:
            return [passing[int(one)], passing[int(other)]]
        case _:
            return [z3.Not(each) for each in passing]
