"""Sets of values in words, as certificates and decision tables show them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.analysis.exact.cells import Cell
from engine.analysis.exact.line import FloatLine, Interval, IntLine, Line
from engine.analysis.exact.space import Variable
from engine.analysis.exact.strings import Text
from engine.analysis.exact.values import as_json
from engine.dsl import Field, FieldType

ANY_VALUE = "any value"
UNSET_VALUE = "unset"
ANYTHING = "any"


def values_in_words(variable: Variable, mask: int, field: Field | None) -> tuple[str, ...]:
    """The classes of ``mask`` as short phrases: ``("'approved'", "'changes'")``, ``('up to 49', 'unset')``."""
    if field is None or not variable.cells:
        return (UNSET_VALUE,)
    if mask == variable.all:
        return (ANYTHING,)
    chosen = [(cell, bool(mask >> place & 1)) for place, cell in enumerate(variable.cells)]
    phrases = [ANY_VALUE] if all(taken for _, taken in chosen) else list(_phrases(chosen, field))
    return (*phrases, UNSET_VALUE) if mask & variable.unset else tuple(phrases)


def _phrases(chosen: list[tuple[Cell, bool]], field: Field) -> Iterator[str]:
    if field.type in (FieldType.INT, FieldType.NUMBER):
        line = IntLine(field.min, field.max) if field.type is FieldType.INT else FloatLine(field.min, field.max)
        yield from _ranges(line, chosen)
        return
    rest = [cell for cell, _ in chosen if not cell.single]
    left_out = [cell for cell, taken in chosen if not taken]
    if rest and all(cell.single for cell in left_out) and all(isinstance(cell.shape, Text) for cell in rest):
        yield f"anything but {', '.join(literal(cell.value) for cell in left_out)}"
        return
    for cell, taken in chosen:
        if taken:
            yield literal(cell.value) if cell.single else f"{literal(cell.value)} and the like"


def _ranges(line: Line, chosen: list[tuple[Cell, bool]]) -> Iterator[str]:
    """Neighbouring pieces joined; pieces of one remainder by themselves."""
    low: int | None = None
    pieces = [(cell.shape, taken) for cell, taken in chosen]
    if any(isinstance(piece, Interval) and piece.period > 1 for piece, _ in pieces):
        yield from (_remainder(line, piece) for piece, taken in pieces if taken and isinstance(piece, Interval))
        return
    for place, (piece, taken) in enumerate(pieces):
        if not isinstance(piece, Interval) or not taken:
            continue
        low = piece.low if low is None else low
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        if following is None or not following[1]:
            yield _range(line, low, piece.high)
            low = None


def _range(line: Line, low: int, high: int) -> str:
    if low == high:
        return literal(line.value(low))
    least, most = _bound(line, low, low - 1, "above"), _bound(line, high, high + 1, "below")
    if low == line.first:
        return most if most.startswith("below") else f"up to {most}"
    if high == line.last:
        return least if least.startswith("above") else f"from {least}"
    return f"{least} to {most}" if isinstance(line, IntLine) else f"{least}, {most}"


def _bound(line: Line, position: int, beyond: int, word: str) -> str:
    """The bound itself, or the round number next to it: ``above 50`` rather than the double that follows 50."""
    inside = literal(line.value(position))
    if isinstance(line, IntLine) or not line.first <= beyond <= line.last:
        return inside
    outside = literal(line.value(beyond))
    return f"{word} {outside}" if len(outside) < len(inside) else inside


def _remainder(line: Line, piece: Interval) -> str:
    if piece.single:
        return literal(line.value(piece.low))
    first = [piece.low + piece.period * step for step in range(3)]
    if piece.low <= 0 <= piece.high:
        first = [piece.residue + piece.period * step for step in range(3)]
    return f"{', '.join(literal(line.value(each)) for each in first if each <= piece.high)}, …"


def literal(value: Any) -> str:
    """A value as a guard or a form would show it: strings in quotes, whole doubles without a fraction."""
    value = as_json(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, str):
        return "'" + value.replace("'", "\\'") + "'"
    return json.dumps(value, ensure_ascii=False)


def context_in_words(context: Mapping[str, Any]) -> str:
    """``verdict: 'approved', score: 50``."""
    return ", ".join(f"{name}: {literal(value)}" for name, value in context.items()) or "an empty context"


def joined(phrases: Iterable[str]) -> str:
    return ", ".join(phrases)
