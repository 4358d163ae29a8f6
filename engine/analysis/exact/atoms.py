"""Atoms: the boolean sub-expressions of a guard that the solver does not look into, each knowing its own answer."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.analysis.exact.chain import FAILED, Step, follow
from engine.analysis.exact.truth import ERROR, FALSE, TRUE, UNSET, truth_of
from engine.cel import CelError, Timestamp
from engine.cel import compile as compile_cel
from engine.cel.errors import Exhausted, Failure
from engine.cel.evaluation import Evaluation
from engine.cel.tree import Node


@dataclass(frozen=True, eq=False)
class Atom:
    """``fields`` are what it reads, ``source`` the expression it stands in; ``local`` maps names in scope to fields.

    An atom is *strict* when it fails as soon as one of its fields is unset.
    """

    fields: tuple[str, ...]
    node: Node
    source: str
    local: Mapping[str, str] = field(default_factory=dict)
    strict: bool = True

    @property
    def text(self) -> str:
        """The sub-expression as it is written, without parentheses around it."""
        written = self.node.span.text(self.source)
        while written.startswith("("):
            try:
                if compile_cel(written[1:-1]).tree != self.node:
                    break
            except CelError:
                break
            written = written[1:-1].strip()
        return written

    def answer(self, values: Mapping[str, Any]) -> int:
        """The answer where the fields have these values; a field that is absent or ``UNSET`` is unset."""
        context = {name: value for name, value in values.items() if value is not UNSET}
        names = {name: context[read] for name, read in self.local.items() if read in context}
        try:
            typing = compile_cel(self.source).typing
            return truth_of(Evaluation({"context": context, **names}, typing).value(self.node, {}))
        except (Failure, Exhausted, RecursionError):
            return ERROR


@dataclass(frozen=True, eq=False)
class Presence(Atom):
    """``has(context.field)``."""

    def answer(self, values: Mapping[str, Any]) -> int:
        return FALSE if values.get(self.fields[0], UNSET) is UNSET else TRUE


COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MIRRORED: Final[Mapping[str, str]] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

_TESTS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    **COMPARISONS,
    "in": lambda value, operand: value in operand,
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "contains": lambda value, operand: operand in value,
    "startOf": lambda value, operand: operand.startswith(value),
    "endOf": lambda value, operand: operand.endswith(value),
    "partOf": lambda value, operand: value in operand,
}
TEXT_TESTS: Final = frozenset({"startsWith", "endsWith", "contains", "matches"})
PIECE_TESTS: Final = frozenset({"startOf", "endOf", "partOf"})
_KINDS: Final[Mapping[type, str]] = {
    bool: "bool",
    int: "int",
    float: "double",
    str: "string",
    Timestamp: "timestamp",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class Test(Atom):
    """A comparison of one field, or its ``size``, after ``steps`` of arithmetic, with a constant.

    ``test`` is a comparison, ``in``, one of CEL's tests of strings, or one of ``PIECE_TESTS`` where the constant is the
    target; ``is`` takes the field itself as the answer. ``operand`` of ``in`` is a tuple.
    """

    measured: bool = False
    steps: tuple[Step, ...] = ()
    test: str
    operand: Any = None

    @property
    def bounds(self) -> tuple[Any, ...]:
        """The constants the value is compared with."""
        return self.operand if self.test == "in" else (self.operand,)

    @cached_property
    def kind(self) -> str | None:
        """Of what kind all constants are, by the names of ``_KINDS``; ``None`` when mixed or of another kind."""
        if self.test == "is":
            return "bool"
        kinds = {_KINDS.get(type(bound)) for bound in self.bounds}
        return kinds.pop() if len(kinds) == 1 else None

    @property
    def simple(self) -> bool:
        """Whether it compares the field itself with strings for equality."""
        return self.kind == "string" and not self.measured and not self.steps and self.test in ("==", "!=", "in")

    @cached_property
    def _small(self) -> bool:
        """Whether all constants are integers that doubles can stand for, so that Python compares them as CEL does."""
        return self.kind == "int" and all(abs(bound) <= 2**53 for bound in self.bounds)

    @cached_property
    def converts(self) -> bool:
        """Whether a step turns integers into doubles, or back."""
        return any(step.operator in ("double", "int") for step in self.steps)

    def answer(self, values: Mapping[str, Any]) -> int:
        value = values.get(self.fields[0], UNSET)
        return ERROR if value is UNSET else self.answer_for(value)

    def answer_for(self, value: Any) -> int:
        """The answer for a value of the field; whatever is not plain is left to the expression itself."""
        plain = self._plain(value)
        if plain is None:
            return super().answer({self.fields[0]: value})
        if plain is FAILED:
            return ERROR
        if self.test == "is":
            return TRUE if plain else FALSE
        return TRUE if _TESTS[self.test](plain, self.operand) else FALSE

    def _plain(self, value: Any) -> Any:
        """What the constant is compared with, where both are of one kind; else ``None``."""
        if self.measured:
            if type(value) not in (str, list, dict):
                return None
            value = len(value)
        if self.steps:
            if self.converts or type(value) not in (int, float):
                return None
            value = follow(self.steps, value)
            if value is FAILED:
                return FAILED
        kind = _KINDS.get(type(value))
        if kind is None or self.test == "matches":
            return None
        return value if kind == self.kind or (kind == "double" and self._small) else None


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison(Atom):
    """A comparison of two terms that are not a field and a constant."""

    operator: str
    left: Node
    right: Node
    plain: bool = False
    """Whether both terms are fields themselves."""


@dataclass(frozen=True, eq=False)
class Opaque(Atom):
    """Any other boolean sub-expression."""


@dataclass(frozen=True, eq=False)
class Anything(Atom):
    """A sub-expression that may read any field (``context`` as a whole)."""
