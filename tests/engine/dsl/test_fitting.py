"""Whether a value fits a field."""

# ruff: noqa: E501  (tables)

from __future__ import annotations

import pytest

from engine.dsl import Field, misfit

I64 = 2**63


@pytest.mark.parametrize(
    "field, fits, fits_not",
    [
        ({"type": "string"}, ["x", " "], [1, True, ["x"], {}]),
        ({"type": "string", "maxLength": 2}, ["ab", "é😀"], ["abc"]),
        ({"type": "string", "pattern": "[a-z]+"}, ["abc"], ["ab1", "1ab", "ab\n"]),
        ({"type": "string", "pattern": "(a"}, [], ["a"]),
        ({"type": "enum", "values": ["a", "b"]}, ["a"], ["A", "c", 1, None]),
        ({"type": "int"}, [0, -I64, I64 - 1, 2.0, -0.0], [I64, -I64 - 1, 1.5, "1", True, 1e300, float("inf"), float("nan")]),
        ({"type": "int", "min": 1, "max": 3}, [1, 3, 2.0], [0, 4, 0.0]),
        ({"type": "number"}, [0, 1.5, -1e308, 2**70], ["1", False, float("inf"), float("nan"), 10**400]),
        ({"type": "number", "min": 0.5}, [0.5, 1], [0.4, 0]),
        ({"type": "bool"}, [True, False], [0, 1, "true"]),
        ({"type": "list"}, [[], [1, "x", [None]]], [{}, "x", [None]]),
        ({"type": "list", "items": {"type": "int"}, "maxItems": 2}, [[1, 2]], [[1, "x"], [1, 2, 3]]),
        ({"type": "map"}, [{}, {"a": {"b": None}}], [[], {"a": None}]),
        ({"type": "map", "fields": {"x": {"type": "int"}}}, [{}, {"x": 1}], [{"y": 1}, {"x": "a"}, {"x": None}]),
        (
            {"type": "timestamp"},
            ["2030-01-31T12:00:00Z", "2030-01-31t12:00:00.123456789+02:00", "2024-02-29T00:00:00-11:30"],
            ["2030-01-31", "2030-01-31T12:00:00", "2030-02-30T12:00:00Z", "2030-01-31T25:00:00Z", 5, ""],
        ),
        ({"type": "blob"}, [], ["text", {"store": "x"}]),
        ({"type": "any"}, [1, "x", [None], {"a": None}, True], []),
        ({"type": "integer"}, [1], ["1"]),
        ({"type": "object"}, [{}], [[]]),
    ],
    ids=lambda value: value.get("type") if isinstance(value, dict) else "",
)  # fmt: skip
def test_values_and_fields(field, fits, fits_not):
    model = Field.model_validate(field)
    assert [value for value in fits if misfit(model, value) is not None] == []
    assert [value for value in fits_not if misfit(model, value) is None] == []


def test_the_reason_names_the_part():
    field = Field.model_validate({"type": "list", "items": {"type": "map", "fields": {"x": {"type": "bool"}}}})
    assert misfit(field, [{}, {"x": 1}]) == "in item 2, in 'x', true or false is due"
