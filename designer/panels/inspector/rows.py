"""From a row of a decision table to the guard that is true in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.analysis import DecisionTable, Row

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_BOUNDS = (
    (re.compile(rf"up to ({_NUMBER})$"), "{0} <= {1}"),
    (re.compile(rf"below ({_NUMBER})$"), "{0} < {1}"),
    (re.compile(rf"from ({_NUMBER})$"), "{0} >= {1}"),
    (re.compile(rf"above ({_NUMBER})$"), "{0} > {1}"),
    (re.compile(rf"({_NUMBER}) to ({_NUMBER})$"), "{0} >= {1} && {0} <= {2}"),
    (re.compile(rf"('.*'|true|false|{_NUMBER})$"), "{0} == {1}"),
)
_ANY = ("any", "any value")


def condition(table: DecisionTable, row: Row, optional: Mapping[str, bool]) -> str:
    """A guard for the row's values; columns that may be anything are left out.

    ``optional`` says of which fields a value may be missing, so that ``has`` has to protect them.
    """
    parts = []
    for column, values in zip(table.columns, row.values, strict=True):
        if column not in optional or any(value in _ANY for value in values):
            continue
        parts.append(_one(f"context.{column}", values, optional[column], (row.context or {}).get(column)))
    return " && ".join(parts) or "true"


def _one(field: str, values: Sequence[str], may_miss: bool, example: Any) -> str:
    tests = [test for value in values if value != "unset" for test in [_test(field, value, example)]]
    present = " || ".join(tests)
    if "unset" in values:
        return f"(!has({field}) || {present})" if tests else f"!has({field})"
    if len(tests) > 1:
        present = f"({present})"
    return f"has({field}) && {present}" if may_miss else present


def _test(field: str, value: str, example: Any) -> str:
    for pattern, form in _BOUNDS:
        found = pattern.match(value)
        if found:
            return form.format(field, *found.groups())
    if isinstance(example, str):
        return f"{field} == '{_escaped(example)}'"
    return f"{field} == {str(example).lower() if isinstance(example, bool) else example}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")
