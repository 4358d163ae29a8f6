"""What is told of data that has not the shape of a machine, with the fixes that would give it one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.diagnostics import Path, QuickFix
from engine.dsl import messages as say
from engine.dsl.catalog import EXTENSION, Shape, choices, is_list, keys_of
from engine.dsl.faults import Faults
from engine.dsl.models import ACTION_KINDS, TYPE_SYNONYMS, Field, FieldType, Guard, Source, Transition
from engine.dsl.names import nearest
from engine.text import Edit, Patch, Scalar, resolve, write_flow

BOOL_WORDS: Mapping[str, bool] = {
    **dict.fromkeys(("yes", "on", "y", "true"), True),
    **dict.fromkeys(("no", "off", "n", "false"), False),
}
"""What people write for true and false where YAML 1.2 reads a text."""


@dataclass(slots=True)
class Complaints:
    """Tells the faults of one file's shape; ``meant`` are the keys that a mistyped one stands for."""

    faults: Faults
    meant: set[Path] = field(default_factory=set)

    def unknown_key(self, path: Path, holder: Shape) -> None:
        if self.faults.full:
            return
        key = str(path[-1])
        near = nearest(key, keys_of(holder))
        fixes: list[QuickFix] = []
        if near is None:
            advice = say.USE_EXTENSION.format(key=key)
        else:
            advice = say.USE_NEAREST.format(nearest=near)
            fixes = self._renaming(path, near)
            self.meant.add((*path[:-1], near))
        message = say.UNKNOWN_KEY.format(key=key, where=say.subject(path[:-1]), advice=advice)
        self.faults.at_path("Y103", message, path, key=True, fixes=fixes)

    def _renaming(self, path: Path, name: str) -> list[QuickFix]:
        """The fix that gives a key another name, unless that one is there already."""
        parsed = self.faults.parsed
        span = parsed.key_span(path)
        if span is None or parsed.place((*path[:-1], name)) is not None:
            return []
        return [QuickFix(say.RENAME_FIX.format(nearest=name), Patch((Edit(span.start, span.end, name),)))]

    def missing(self, path: Path) -> None:
        *_, key = path
        if path in self.meant:
            return
        if path == ("initialState",):
            self.faults.at_path("L611", say.NO_INITIAL_STATE, ())
        elif path == ("states",):
            self.faults.at_path("Y105", say.NO_STATES, ())
        else:
            where = say.sentence(say.subject(path[:-1]))
            self.faults.at_path("Y105", say.MISSING.format(where=where, key=key), path[:-1])
        self.faults.told.add(path)

    def wrong(self, kind: str, path: Path, value: Any, shape: Shape) -> None:
        """A value of a wrong kind; ``kind`` is pydantic's name for the error."""
        if path in self.faults.told:
            return
        where = say.sentence(say.subject(path))
        if kind in ("union_tag_invalid", "union_tag_not_found"):
            self._action(path, value, where)
        elif shape is Source and isinstance(value, str):
            fixes = self.faults.writing(path, {"agent": value}, guessed=True)
            self.faults.at_path("Y105", say.SOURCE_WORD.format(where=where, found=value), path, fixes=fixes)
        elif shape is Source:
            self.faults.at_path("Y105", say.SOURCE_SHAPE.format(where=where), path)
        elif choices(shape) and isinstance(value, str):
            self._choice(path, value, choices(shape), where)
        elif path == ("states",) and value is None:
            self.faults.at_path("Y105", say.NO_STATES, path)
        else:
            self._shape(path, value, shape, where)

    def _action(self, path: Path, value: Any, where: str) -> None:
        kinds = ", ".join(ACTION_KINDS)
        keys = [key for key in value if not key.startswith(EXTENSION)] if isinstance(value, Mapping) else []
        if len(keys) == 1:
            near = nearest(keys[0], ACTION_KINDS)
            advice = say.USE_NEAREST.format(nearest=near) if near else say.USE_ONE_OF.format(choices=kinds)
            message = say.UNKNOWN_ACTION.format(key=keys[0], where=say.subject(path[:-2]), advice=advice)
            fixes = self._renaming((*path, keys[0]), near) if near else []
            self.faults.at_path("Y103", message, (*path, keys[0]), key=True, fixes=fixes)
            return
        found = " and ".join(map(say.quoted, keys)) or (say.shown(value) if value else "none")
        self.faults.at_path("Y105", say.ACTION_COUNT.format(where=where, choices=kinds, found=found), path)

    def _choice(self, path: Path, value: str, words: tuple[str, ...], where: str) -> None:
        if words == ("cel",):
            fixes = self.faults.writing(path, "cel", say.RENAME_FIX.format(nearest="cel"), guessed=True)
            self.faults.at_path("Y108", say.UNKNOWN_BACKEND.format(where=where, found=value), path, fixes=fixes)
            return
        near = nearest(value, words)
        advice = say.NEAREST_ADVICE.format(nearest=near) if near else "."
        message = say.NOT_A_CHOICE.format(where=where, choices=", ".join(words), found=value, advice=advice)
        self.faults.at_path("Y108", message, path, fixes=self.faults.using(path, near))

    def _shape(self, path: Path, value: Any, shape: Shape, where: str) -> None:
        advice, better = self._advice(path, value, shape)
        title = say.QUOTE_FIX.format(text=better) if advice == say.QUOTED_ADVICE else None
        fixes = [] if better is None else self.faults.writing(path, better, title)
        message = say.WRONG_SHAPE.format(where=where, due=due_word(shape), found=say.shown(value), advice=advice)
        self.faults.at_path("Y105", message, path, fixes=fixes)

    def _advice(self, path: Path, value: Any, shape: Shape) -> tuple[str, Any]:
        """What to do, in words, and the value to write instead where it is clear."""
        better: Any = None
        if shape is str and value is not None and not isinstance(value, dict | list):
            return say.QUOTED_ADVICE, self._source(path)
        if shape is bool and isinstance(value, str):
            better = BOOL_WORDS.get(value.lower())
        elif is_list(shape) and isinstance(value, dict):
            return say.DASH_ADVICE, [value]
        elif is_list(shape) and value is not None:
            better = [value]
        elif value is None and due_word(shape) in ("a map", "a list"):
            written = "[]" if is_list(shape) else "{}"
            return say.EMPTY_ADVICE.format(written=written), [] if is_list(shape) else {}
        elif shape is Field and isinstance(value, str) and (value in TYPE_SYNONYMS or value in list(FieldType)):
            better = {"type": value}
        elif shape is Transition and isinstance(value, str):
            better = {"toState": value}
        if better is None:
            return "", None
        return say.INSTEAD_ADVICE.format(written=write_flow(better, self.faults.parsed.habits)), better

    def _source(self, path: Path) -> str | None:
        """A scalar as it is written."""
        place = self.faults.parsed.place(path)
        node = resolve(place.value) if place is not None else None
        return node.value if isinstance(node, Scalar) else None


def due_word(shape: Shape) -> str:
    """What is due, in words."""
    if is_list(shape):
        return "a list"
    if shape is Guard:
        return "an expression or a map with 'expression'"
    if shape is str:
        return "text"
    if shape is bool:
        return "true or false"
    if shape is int:
        return "a whole number"
    if shape is float:
        return "a number"
    return "one of " + ", ".join(choices(shape)) if choices(shape) else "a map"
