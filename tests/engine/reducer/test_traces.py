"""Runs agree, line by line, with those of an independent model of the language."""

from __future__ import annotations

import pytest

from engine.dsl import read_bytes
from engine.reducer import Contribution, Step, contribute, create, link, step_json
from tests.engine.reducer.traces import Line, Pair, compared, pairs

PAIRS = list(pairs())


def run(pair: Pair) -> list[Step]:
    workflow = read_bytes(pair.machine.read_bytes(), str(pair.machine)).workflow
    assert workflow is not None
    definition = link(workflow)
    lines = pair.lines()
    given = lines.pop(0)["given"] if lines and "given" in lines[0] else {}
    steps = [create(definition, given=given)]
    for line in lines:
        contribution = Contribution.from_json(line, simulated=True)
        steps += contribute(definition, steps[-1].envelope, contribution)
    return steps


def differences(found: list[Line], expected: list[Line]) -> list[str]:
    wrong = [
        f"line {number}: expected {due}\n       found {got}"
        for number, (got, due) in enumerate(zip(found, expected, strict=False), 1)
        if compared(got) != compared(due) or ("stuck" in due and due["stuck"] != got["stuck"])
    ]
    if len(found) != len(expected):
        wrong.append(f"{len(found)} lines, expected {len(expected)}")
    return wrong


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_run_agrees_with_the_model(pair: Pair) -> None:
    found = [step_json(step) for step in run(pair)]
    assert not differences(found, pair.expected_lines())


def test_the_pairs_are_all_there() -> None:
    assert len(PAIRS) >= 43
