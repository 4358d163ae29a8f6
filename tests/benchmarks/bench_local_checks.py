"""The exact checks of each state by itself on a machine of 200 states, beside z3 asked the same questions."""

from __future__ import annotations

import gc
import json
import statistics
from collections.abc import Callable, Iterator
from time import process_time

from engine.analysis.check import Memo, run
from engine.analysis.context import Context
from engine.analysis.exact.local import Local
from engine.analysis.rule import Kind, MachineRule, StateRule
from engine.analysis.rules import RULES
from engine.dsl import Parsed, Workflow, read
from tests.benchmarks.figure import Figure
from tests.engine.analysis.exact.questions import questions
from tests.engine.analysis.exact.smt import Encoder, possible
from tests.engine.analysis.exact.test_smt_agreement import encoded
from tests.generators.large import guards_of, large

LOCAL_RULES = [rule for rule in RULES if any(check.kind is Kind.LOCAL for check in rule.checks)]
ROUNDS = 9
SMT_STATES = 20


def figures() -> Iterator[Figure]:
    machine = large(200)
    parsed = read(json.dumps({"fsm": machine}))
    workflow = parsed.workflow
    assert workflow is not None
    size = f"{len(workflow.states)} states, {len(workflow.context)} fields, {len(list(guards_of(machine)))} guards"
    whole = milliseconds(lambda: check_all(parsed, workflow, {}))
    ours = milliseconds(lambda: ask_all(workflow))
    theirs = smt_milliseconds(workflow)
    yield Figure(f"local checks, all of them ({size})", whole, "ms", guide="≤ 15 ms")
    yield Figure("local checks: dead, shadowed, overlap, gap; z3", ours, "ms", theirs, theirs / ours, at_least=50)
    yield Figure("local checks after one edit", edited_milliseconds(parsed, workflow), "ms", guide="≤ 2 ms")


def check_all(parsed: Parsed, workflow: Workflow, memo: Memo) -> int:
    """Every exact local rule over the whole machine; expressions are parsed already."""
    return len(list(run(Context(parsed, workflow), LOCAL_RULES, memo)))


def ask_all(workflow: Workflow) -> None:
    for name, state in workflow.states.items():
        local = Local(workflow.context, name, state)
        for index in range(len(state.transitions)):
            local.passes(index)
            local.fires(index, range(index))
            for other in range(index):
                local.passes(other, index)
        assert local.gap


def smt_milliseconds(workflow: Workflow) -> float:
    """What z3 needs for all states, judged by every tenth."""
    sample = list(workflow.states.items())[:: len(workflow.states) // SMT_STATES]
    start = process_time()
    for name, state in sample:
        fields = {field: workflow.context[field] for field in read_by(workflow, name)}
        encoder = Encoder(fields)
        passing = encoder.passing(state)
        always = [*encoder.domain, *encoder.satisfied(state)]
        for question in questions(Local(workflow.context, name, state)):
            possible([*always, *encoded(question.name, passing)])
    return (process_time() - start) * 1e3 * len(workflow.states) / len(sample)


def read_by(workflow: Workflow, name: str) -> list[str]:
    """The fields that matter in a state, so that z3 is given no more than need be."""
    text = workflow.states[name].model_dump_json()
    return [field for field in workflow.context if f"{field}" in text]


def edited_milliseconds(parsed: Parsed, workflow: Workflow) -> float:
    """One state has changed: its rules run again, those of the others are remembered."""
    memo: Memo = {}
    list(run(Context(parsed, workflow), LOCAL_RULES, memo))
    state_rules = [rule for rule in LOCAL_RULES if isinstance(rule, StateRule)]
    assert any(isinstance(rule, MachineRule) for rule in LOCAL_RULES)

    def edit() -> None:
        for rule in state_rules:
            del memo[rule, "s7"]
        list(run(Context(parsed, workflow), state_rules, memo))

    return milliseconds(edit)


def milliseconds(work: Callable[[], object]) -> float:
    """The median processor time over some rounds, the first ones apart."""
    taken = []
    for round_ in range(ROUNDS + 2):
        gc.collect()
        start = process_time()
        work()
        if round_ > 1:
            taken.append((process_time() - start) * 1e3)
    return statistics.median(taken)
