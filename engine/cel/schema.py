"""What an expression may read: the types of ``context`` and, in a ``validate``, of ``value``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.cel.types import BOOL, DOUBLE, DYN, INT, STRING, TIMESTAMP, Type, list_of, map_of
from engine.dsl.models import Field, FieldType

_SIMPLE = {
    FieldType.STRING: STRING,
    FieldType.INT: INT,
    FieldType.NUMBER: DOUBLE,
    FieldType.BOOL: BOOL,
    FieldType.TIMESTAMP: TIMESTAMP,
    FieldType.BLOB: map_of(STRING, DYN),
    FieldType.ANY: DYN,
}


@dataclass(frozen=True, eq=False)
class Schema:
    """Types by variable name. Two schemas are never equal: programs are cached by the very schema given."""

    variables: Mapping[str, Type] = field(default_factory=dict)

    @staticmethod
    def of(context: Mapping[str, Field]) -> Schema:
        """The schema of a machine's guards: ``context`` alone, typed by its fields."""
        fields = {name: type_of(declared) for name, declared in context.items()}
        return Schema({"context": Type("map", items=DYN, key=STRING, fields=fields)})

    def with_value(self, declared: Field) -> Schema:
        """The schema of a ``validate``: this one's variables and ``value``, typed by the field it is meant for."""
        return replace(self, variables={**self.variables, "value": type_of(declared)})


def type_of(declared: Field) -> Type:
    """CEL's type of a field's values. A timestamp is stored as a string and read as a timestamp."""
    if declared.type in _SIMPLE:
        return _SIMPLE[declared.type]
    if declared.type is FieldType.ENUM:
        return Type("string", members=declared.values)
    if declared.type is FieldType.LIST:
        return list_of(type_of(declared.items) if declared.items else DYN)
    if declared.fields is None:
        return map_of(STRING, DYN)
    return Type("map", items=DYN, key=STRING, fields={name: type_of(inner) for name, inner in declared.fields.items()})
