"""Which types an operator or a function takes, and what it then gives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from engine.cel.functions import Function
from engine.cel.types import (
    BYTES,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    NUMBERS,
    STRING,
    TIMESTAMP,
    UINT,
    Kind,
    Type,
    join,
    list_of,
)

_ARITHMETIC: dict[str, dict[tuple[Kind, Kind], Type]] = {
    "+": {
        ("int", "int"): INT,
        ("uint", "uint"): UINT,
        ("double", "double"): DOUBLE,
        ("string", "string"): STRING,
        ("bytes", "bytes"): BYTES,
        ("list", "list"): list_of(DYN),
        ("timestamp", "duration"): TIMESTAMP,
        ("duration", "timestamp"): TIMESTAMP,
        ("duration", "duration"): DURATION,
    },
    "-": {
        ("int", "int"): INT,
        ("uint", "uint"): UINT,
        ("double", "double"): DOUBLE,
        ("timestamp", "timestamp"): DURATION,
        ("timestamp", "duration"): TIMESTAMP,
        ("duration", "duration"): DURATION,
    },
    "*": {("int", "int"): INT, ("uint", "uint"): UINT, ("double", "double"): DOUBLE},
    "/": {("int", "int"): INT, ("uint", "uint"): UINT, ("double", "double"): DOUBLE},
    "%": {("int", "int"): INT, ("uint", "uint"): UINT},
}
_ORDERED = frozenset(["bool", "int", "uint", "double", "string", "bytes", "timestamp", "duration"])
_KEYS = frozenset(["dyn", "bool", "int", "uint", "double", "string"])


def arithmetic(operator: str, left: Type, right: Type) -> Type | None:
    """The type of the result, ``None`` where no overload fits."""
    if operator == "+" and left.kind == right.kind == "list":
        return list_of(join(left.items or DYN, right.items or DYN))
    possible = [
        result
        for (first, second), result in _ARITHMETIC[operator].items()
        if left.kind in (first, "dyn") and right.kind in (second, "dyn")
    ]
    return reduce(join, possible) if possible else None


def negation(operand: Type) -> Type | None:
    return operand if operand.kind in ("int", "double", "dyn") else None


def ordered(left: Type, right: Type) -> bool:
    """Whether ``<`` and its kin take the two."""
    if left.kind == "dyn" or right.kind == "dyn":
        return all(operand.kind == "dyn" or operand.kind in _ORDERED for operand in (left, right))
    return left.kind in _ORDERED and (left.kind == right.kind or {left.kind, right.kind} <= NUMBERS)


def comparable(left: Type, right: Type) -> bool:
    """Whether values of the two types can be equal at all."""
    if left.kind == "dyn" or right.kind == "dyn" or {left.kind, right.kind} <= NUMBERS:
        return True
    if left.kind != right.kind:
        return False
    if left.kind in ("list", "map"):
        return comparable(left.items or DYN, right.items or DYN) and comparable(left.key or DYN, right.key or DYN)
    return True


def member(value: Type, container: Type) -> bool:
    """Whether ``value in container`` has a result."""
    if container.kind == "map":
        return value.kind in _KEYS
    return container.kind in ("list", "dyn")


def indexed(container: Type, key: Type) -> Type | None:
    """The type of ``container[key]``."""
    if container.kind == "list":
        return container.items or DYN if key.kind in NUMBERS | {"dyn"} else None
    if container.kind == "map":
        return container.items or DYN if key.kind in _KEYS else None
    return DYN if container.kind == "dyn" else None


def accepts(parameter: Type, argument: Type) -> bool:
    return "dyn" in (parameter.kind, argument.kind) or parameter.kind == argument.kind


def called(function: Function, is_member: bool, operands: Sequence[Type]) -> Type | None:
    """The type of a call, ``None`` where the function takes no such operands."""
    if not (function.member if is_member else function.free):
        return None
    possible = [
        overload.result
        for overload in function.overloads
        if len(overload.operands) == len(operands) and all(map(accepts, overload.operands, operands))
    ]
    return reduce(join, possible) if possible else None
