"""The cells of a field of any type; maps by the cells of the entries that are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Any

from engine.analysis.exact.atoms import Atom, Comparison, Opaque, Presence, Test
from engine.analysis.exact.cells import Cell, Cells, listed, on_a_line, strings
from engine.analysis.exact.formula import Reader, atoms
from engine.analysis.exact.line import FloatLine, IntLine, TimeLine
from engine.analysis.exact.lists import list_cells
from engine.analysis.exact.truth import UNSET
from engine.cel.tree import Node
from engine.dsl.models import Field, FieldType

MAX_EXAMPLES = 512
"""Lists or maps that are put together for one field before its tests count as too many to tell apart."""


def cells_of(field: Field, tests: Sequence[Atom], *, singly: bool = False) -> Cells:
    """The cells of a field under ``tests``, each of which reads this field alone."""
    match field.type:
        case FieldType.BOOL:
            return listed((False, True))
        case FieldType.ENUM:
            return listed(field.values)
        case FieldType.INT:
            return on_a_line(IntLine(field.min, field.max), tests, singly)
        case FieldType.NUMBER:
            return on_a_line(FloatLine(field.min, field.max), tests, singly)
        case FieldType.STRING:
            return strings(field, tests)
        case FieldType.LIST:
            return list_cells(field, tests, cells_of)
        case FieldType.MAP:
            return _maps(field, tests)
        case FieldType.ANY:
            return _anything(tests)
        case FieldType.TIMESTAMP:
            return on_a_line(TimeLine(), tests, False)
        case FieldType.BLOB:
            return Cells((Cell({"store": "payloads", "key": "1", "checksum": "", "size": 0}),), frozenset())


def _anything(tests: Sequence[Atom]) -> Cells:
    """Values of every type of JSON; lists and maps by their size alone."""
    plain = [test for test in tests if isinstance(test, Test)]
    kinds = (FieldType.BOOL, FieldType.INT, FieldType.NUMBER, FieldType.STRING, FieldType.MAP)
    parts = [cells_of(Field(type=kind), plain) for kind in kinds]
    # No test looks at the elements, so any will do; elements of any type would lead back here without end.
    parts.append(cells_of(Field(type=FieldType.LIST, items=Field(type=FieldType.BOOL)), plain))
    told = frozenset(test for test in plain if all(part.tell(test) for part in parts))
    return Cells(tuple(cell for part in parts for cell in part.cells), told)


def _maps(field: Field, tests: Sequence[Atom]) -> Cells:
    """Maps with every choice of classes for the entries that are read."""
    inner: dict[Atom, tuple[Atom, ...]] = {}
    for test in tests:
        if isinstance(test, Opaque | Comparison | Test) and not (isinstance(test, Test) and test.measured):
            reader = _EntryReader(test.source, test.fields[0], test.local)
            if reader.fields_in(test.node) is not None:
                inner[test] = atoms(reader.formula(test.node))
    entries: dict[str, list[Atom]] = {}
    for found in inner.values():
        for atom in found:
            for name in atom.fields:
                entries.setdefault(name, []).append(atom)
    parts: list[list[Any]] = []
    for name, asked in entries.items():
        alone = [atom for atom in asked if len(atom.fields) == 1 and not isinstance(atom, Presence)]
        typed = (field.fields or {}).get(name, Field(type=FieldType.ANY))
        cells = cells_of(typed, alone, singly=len(alone) < len(asked))
        inner = {test: found for test, found in inner.items() if _told(found, name, cells)}
        parts.append([UNSET, *(cell.value for cell in cells.cells)])
    examples = list(islice(product(*parts), MAX_EXAMPLES + 1))
    if len(examples) > MAX_EXAMPLES:
        return _unread({})
    maps = [{n: v for n, v in zip(entries, row, strict=True) if v is not UNSET} for row in examples]
    return _grouped(maps, list(inner))


def _told(found: Iterable[Atom], name: str, cells: Cells) -> bool:
    """Whether the cells of the entry decide every atom that reads it."""
    return all(name not in atom.fields or isinstance(atom, Presence) or cells.tell(atom) for atom in found)


class _EntryReader(Reader):
    """Reads the entries of a map as if they were fields of the context."""

    def __init__(self, source: str, whole: str, local: Any) -> None:
        super().__init__(source, {})
        self._outer = Reader(source, local)
        self._whole = whole

    def _is_context(self, node: Node) -> bool:
        return self._outer.field(node) == self._whole


def _grouped(values: Sequence[Any], tests: Sequence[Atom]) -> Cells:
    """One cell for each combination of answers, shown by its first value."""
    cells: dict[tuple[int, ...], Cell] = {}
    for value in values:
        answers = tuple(test.answer({test.fields[0]: value}) for test in tests)
        cells.setdefault(answers, Cell(value, False))
    return Cells(tuple(cells.values()), frozenset(tests))


def _unread(value: Any) -> Cells:
    return Cells((Cell(value),), frozenset())
