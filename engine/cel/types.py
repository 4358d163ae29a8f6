"""Static types of expressions: what a value is, if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

Kind = OneOf[
    "dyn",
    "bool",
    "int",
    "uint",
    "double",
    "string",
    "bytes",
    "null_type",
    "timestamp",
    "duration",
    "type",
    "list",
    "map",
]


@dataclass(frozen=True, slots=True)
class Type:
    """``items`` are the elements of a list or the values of a map, ``key`` a map's keys, ``fields`` the declared
    fields of a map, ``members`` the values of an enum, which is a string."""

    kind: Kind
    items: Type | None = None
    key: Type | None = None
    fields: Mapping[str, Type] | None = None
    members: tuple[str, ...] = ()

    def __str__(self) -> str:
        match self.kind:
            case "dyn":
                return "any"
            case "list" if self.items is not None and self.items.kind != "dyn":
                return f"list of {self.items}"
            case "null_type":
                return "null"
        return self.kind


DYN = Type("dyn")
BOOL, INT, UINT, DOUBLE = Type("bool"), Type("int"), Type("uint"), Type("double")
STRING, BYTES, NULL, TYPE = Type("string"), Type("bytes"), Type("null_type"), Type("type")
TIMESTAMP, DURATION = Type("timestamp"), Type("duration")
NUMBERS = frozenset(["int", "uint", "double"])


def list_of(items: Type) -> Type:
    return Type("list", items=items)


def map_of(key: Type, items: Type) -> Type:
    return Type("map", items=items, key=key)


def join(left: Type, right: Type) -> Type:
    """The narrowest type that holds the values of both."""
    if left is right:
        return left
    if left.kind != right.kind:
        return DYN
    if left.kind == "list":
        return list_of(join(left.items or DYN, right.items or DYN))
    if left.kind == "map":
        if left.fields is not None and left == right:
            return left
        return map_of(join(left.key or DYN, right.key or DYN), join(left.items or DYN, right.items or DYN))
    return Type(
        left.kind, members=tuple(dict.fromkeys(left.members + right.members)) if left.members and right.members else ()
    )


def holds_times(declared: Type) -> bool:
    """Whether values of the type have timestamps in them."""
    if declared.kind == "timestamp":
        return True
    inner = [*(declared.fields or {}).values(), *([declared.items] if declared.items else [])]
    return any(map(holds_times, inner))
