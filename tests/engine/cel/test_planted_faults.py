"""Faults put into the engine on purpose: comparing it with the peer and with itself finds each of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cel import CelError, compile, evaluation
from engine.cel.plan import logic, macros, operators
from engine.cel.plan import python as py
from engine.cel.runtime import operators as runtime
from tests.engine.cel import oracle
from tests.engine.cel.generator import Case, cases

CASES = [(case, oracle.result(case.source, case.context)) for case in cases(42, 600)]
fresh = compile.__wrapped__
"""``compile`` past its cache, which would not see the fault."""


def planned(case: Case) -> Any:
    try:
        return oracle.form(fresh(case.source).evaluate({"context": case.context}))
    except CelError:
        return oracle.ERROR


def disagreement() -> bool:
    for case, expected in CASES:
        try:
            outcome = fresh(case.source).explain(case.context).outcome
            explained = oracle.form(outcome.value) if outcome.ok else oracle.ERROR
            passed = fresh(case.source).passes(case.context)
            if planned(case) != expected or explained != expected or passed != (expected == ("bool", True)):
                return True
        except Exception:  # a fault may show as a crash as well
            return True
    return False


def truthy(emitter: Any, code: Any) -> Any:
    return code


def never_caught(body: Any, errors: str, rescue: Any) -> Any:
    return py.when(py.constant(True), body)


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "less means less or equal": (evaluation.BINARY, "<", runtime.less_or_equal),
    "division rounds down": (runtime.DIVIDE, (int, int), lambda left, right: left // right),
    "integers never overflow": (runtime.ADD, (int, int), lambda left, right: left + right),
    "unequal means equal": (evaluation.BINARY, "!=", runtime.equal),
    "true is one": (runtime, "contains_key", lambda container, key: key in container),
    "lists count from the end": (runtime, "_position", lambda items, key: key),
    "a value that is no bool is taken for one": (logic, "require_bool", truthy),
    "failures are not absorbed": (logic, "certain", lambda emitter, node: True),
    "macros do not absorb failures": (macros, "certain", lambda emitter, node: True),
    "a failing term is false": (logic.py, "attempt", never_caught),
    "negation is lost": (py, "inverse", lambda operand: operand),
    "constants compare like Python's": (operators, "_is_exact", lambda value: True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    if isinstance(where, dict):
        monkeypatch.setitem(where, name, wrong)
    else:
        monkeypatch.setattr(where, name, wrong)
    assert disagreement()


def test_without_a_fault_there_is_none() -> None:
    assert not disagreement()
