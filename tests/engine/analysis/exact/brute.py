"""What a state's guards can do, found by trying concrete values with Google's CEL; shares no code with the engine.

Each guard is evaluated over every combination of the values of the fields it names. Values of a field that no guard
tells apart are then tried once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from cel_expr_python import cel

from engine.dsl.models import Field, FieldType, State

_ENVIRONMENT = cel.NewEnv(variables={"context": cel.Type.DYN, "value": cel.Type.DYN})

UNSET: Any = object()


def values(field: Field) -> list[Any]:
    """Values that fit, rich enough for the constants the generators use; unset last."""
    found = [value for value in _pool(field) if _fits(field, value)]
    return [*found, UNSET]


def _pool(field: Field) -> list[Any]:
    match field.type:
        case FieldType.BOOL:
            return [False, True]
        case FieldType.ENUM:
            return list(field.values)
        case FieldType.INT:
            return [*range(-9, 10), 12, 2**62, -(2**62), 2**63 - 2, 2**63 - 1, -(2**63), -(2**63) + 1]
        case FieldType.NUMBER:
            return [-1e308, -7.0, *[quarter / 4 for quarter in range(-8, 13)], 1.1, 2.26, 9.0, 1e308]
        case FieldType.STRING:
            short = ["".join(letters) for size in (1, 2) for letters in product("ab~", repeat=size)]
            short += ["".join(letters) for letters in product("ab", repeat=3)]
            return [*short, "A", "aaaa", "abab", "baab", "bbbb", "zabz", "zbaz", "aazzz", "zzzbb", "abzba", "zzzzz"]
        case FieldType.LIST:
            assert field.items is not None
            inner = [value for value in _pool(field.items) if field.items.type is not FieldType.INT or abs(value) < 7]
            few = inner if field.items.type is FieldType.ENUM else inner[::2] + inner[5:9:2]
            sizes = range(5) if len(few) <= 2 else range(3)
            longer = [[value] * size for value in few for size in (3, 4)] if len(few) > 2 else []
            return [list(each) for size in sizes for each in product(few, repeat=size)] + longer
        case FieldType.MAP:
            ((name, inner_field),) = (field.fields or {}).items()
            return [{}, *({name: value} for value in values(inner_field) if value is not UNSET)]
        case _:
            raise NotImplementedError(field.type)


def _fits(field: Field, value: Any) -> bool:
    if field.type in (FieldType.INT, FieldType.NUMBER):
        return (field.min is None or value >= field.min) and (field.max is None or value <= field.max)
    if field.type is FieldType.STRING:
        return field.max_length is None or len(value) <= field.max_length
    return field.type is not FieldType.LIST or field.max_items is None or len(value) <= field.max_items


def passes(expression: str, context: Mapping[str, Any], value: Any = None) -> bool:
    """Whether Google's CEL finds the expression true."""
    return _passes(_ENVIRONMENT.compile(expression, disable_check=True), context, value)


def _passes(compiled: Any, context: Mapping[str, Any], value: Any) -> bool:
    result = compiled.eval(data={"context": dict(context), "value": value})
    return result.type() == cel.Type.BOOL and result.value() is True


class Table:
    """An expression's outcome for every combination of values of the fields it names."""

    def __init__(self, expression: str, pools: Mapping[str, Sequence[Any]], value: str | None = None) -> None:
        named = dict.fromkeys(re.findall(r"context\.(f[0-9]+)", expression))
        if value is not None:
            named[value] = None
        self.fields = tuple(named)
        compiled = _ENVIRONMENT.compile(expression, disable_check=True)
        self.passes: dict[tuple[int, ...], bool] = {}
        for places in product(*(range(len(pools[name])) for name in self.fields)):
            chosen = {name: pools[name][place] for name, place in zip(self.fields, places, strict=True)}
            context = {name: each for name, each in chosen.items() if each is not UNSET}
            if value is not None and value not in context:
                self.passes[places] = False
            else:
                self.passes[places] = _passes(compiled, context, context.get(value) if value else None)

    def signature(self, field: str, place: int) -> tuple[bool, ...]:
        """The outcomes with one field's value held."""
        position = self.fields.index(field)
        return tuple(passed for places, passed in self.passes.items() if places[position] == place)


class Brute:
    """All situations of one state: for each, whether it is eligible and which transitions pass."""

    def __init__(self, fields: Mapping[str, Field], state: State) -> None:
        self._state = state
        self._pools = {name: values(field) for name, field in fields.items()}
        self._guards = [
            [Table(guard.expression, self._pools) for guard in transition.guards] for transition in state.transitions
        ]
        self._validates = [
            (
                requirement.name,
                [Table(guard.expression, self._pools, requirement.name) for guard in requirement.validate_],
            )
            for requirement in state.requires
            if requirement.required
        ]

    @cached_property
    def situations(self) -> list[tuple[dict[str, Any], tuple[bool, ...]]]:
        """Every eligible context, up to values that nothing tells apart, and which transitions pass in it."""
        found = []
        for places in self._places():
            context = {name: self._pools[name][place] for name, place in places.items()}
            if all(self._satisfied(name, tables, places) for name, tables in self._validates):
                found.append(
                    (
                        {name: value for name, value in context.items() if value is not UNSET},
                        tuple(all(self._looked_up(table, places) for table in tables) for tables in self._guards),
                    )
                )
        return found

    def _places(self) -> Iterator[dict[str, int]]:
        tables = [table for tables in self._guards for table in tables]
        tables += [table for _, tables in self._validates for table in tables]
        distinct: dict[str, list[int]] = {}
        for name, pool in self._pools.items():
            seen: dict[tuple[object, ...], int] = {}
            for place, value in enumerate(pool):
                reading = [table for table in tables if name in table.fields]
                seen.setdefault((value is UNSET, *(table.signature(name, place) for table in reading)), place)
            distinct[name] = list(seen.values())
        for places in product(*distinct.values()):
            yield dict(zip(distinct, places, strict=True))

    def _satisfied(self, name: str, tables: Sequence[Table], places: Mapping[str, int]) -> bool:
        is_set = self._pools[name][places[name]] is not UNSET
        return is_set and all(self._looked_up(table, places) for table in tables)

    @staticmethod
    def _looked_up(table: Table, places: Mapping[str, int]) -> bool:
        return table.passes[tuple(places[name] for name in table.fields)]
