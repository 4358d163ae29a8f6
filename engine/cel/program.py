"""A compiled expression and the cache of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from engine.cel import messages
from engine.cel.checker import Typing, infer, must_be_bool
from engine.cel.errors import FAILURES, CelError, Exhausted, Failure
from engine.cel.evaluation import Evaluation
from engine.cel.explain import Explanation, explain
from engine.cel.finding import CelFinding
from engine.cel.library import EXTENDED, Library
from engine.cel.names import DOTTED_TYPES, resolve
from engine.cel.parse import parse
from engine.cel.plan import UNBOUND, plan_evaluate, plan_passes
from engine.cel.schema import Schema
from engine.cel.tree import Node
from engine.cel.types import DYN, STRING, Type, map_of


class Program:
    """An expression ready to be evaluated any number of times; immutable and safe to share between threads.

    ``source`` is its text, ``tree`` its syntax tree, ``schema`` what it was compiled against, if anything.
    """

    def __init__(self, source: str, tree: Node, schema: Schema | None, library: Library, container: str) -> None:
        self.source = source
        self.tree = tree
        self.schema = schema
        self._library = library
        self._container = container
        self._trials = 0
        self._resolved: dict[frozenset[str], Program] = {}

    @cached_property
    def typing(self) -> Typing:
        """The types of all parts, and what the checker found."""
        return infer(self.tree, self.source, self.schema, self._library)

    @property
    def type(self) -> Type:
        """What the expression gives, if it has a value."""
        return self.typing.of(self.tree)

    @property
    def value_findings(self) -> tuple[CelFinding, ...]:
        """What is wrong with the expression, wherever its value goes."""
        return self.typing.findings

    @cached_property
    def findings(self) -> tuple[CelFinding, ...]:
        """What is wrong with the expression as a guard, which must be true or false."""
        return (*self.value_findings, *must_be_bool(self.tree, self.source, self.type))

    @cached_property
    def passes(self) -> Callable[..., bool]:
        """``passes(context)``, and ``passes(context, value)`` for a ``validate``: whether the expression is true.

        ``context`` is a mapping of plain values; the function never raises.
        """
        return self._planned_passes if self.tree.id < _LARGE else self._passes_at_first

    @cached_property
    def _planned_passes(self) -> Callable[..., bool]:
        if self.schema is not None:
            return plan_passes(self.tree, self.typing)
        return plan_passes(self.tree, infer(self.tree, self.source, _ANY_CONTEXT, self._library))

    def _passes_at_first(self, context: Any, value: Any = UNBOUND) -> bool:
        if self._is_worth_planning():
            return self._planned_passes(context, value)
        bindings = {"context": context} if value is UNBOUND else {"context": context, "value": value}
        try:
            return self._walk(bindings) is True
        except Exception:  # as the planned code does: a guard never raises
            return False

    @cached_property
    def _evaluate(self) -> Callable[[Mapping[str, Any]], Any]:
        return plan_evaluate(self.tree, self.typing)

    def _is_worth_planning(self) -> bool:
        """Planning takes as long as a few evaluations, which shows when an expression has thousands of parts."""
        if self.tree.id < _LARGE:
            return True
        self._trials += 1
        return self._trials > _TRIALS

    def evaluate(self, bindings: Mapping[str, Any]) -> Any:
        """The value over variables by name, such as ``{"context": {...}}``.

        Values are plain, but for ``Uint``, ``Timestamp``, ``Duration`` and ``TypeValue``. Raises ``CelError`` with the
        place of the part that failed.
        """
        for name in bindings:
            if "." in name or self._container:
                return self._within(frozenset(bindings))._run(bindings)
        return self._run(bindings)

    def _run(self, bindings: Mapping[str, Any]) -> Any:
        if not self._is_worth_planning():
            return self._walk(bindings)
        try:
            return self._evaluate(bindings)
        except Exhausted as error:
            raise CelError(str(error), (error.node or self.tree).span) from None
        except (*FAILURES, RecursionError):
            raise self._error(bindings) from None

    def _error(self, bindings: Mapping[str, Any]) -> CelError:
        """What went wrong, and where, which planned code does not tell."""
        try:
            self._walk(bindings)
        except CelError as error:
            return error
        raise AssertionError(f"planned code fails where the expression has a value: {self.source}")

    def _walk(self, bindings: Mapping[str, Any], node: Node | None = None) -> Any:
        node = node or self.tree
        try:
            return Evaluation(bindings, self.typing).value(node, {})
        except (Failure, Exhausted) as failure:
            raise CelError(str(failure), (failure.node or node).span) from None
        except RecursionError:
            raise CelError(messages.too_deep_value(), node.span) from None

    def _within(self, variables: frozenset[str]) -> Program:
        """This program with its names resolved to variables whose own names have dots."""
        if variables not in self._resolved:
            tree = resolve(self.tree, variables, self._container)
            self._resolved[variables] = Program(self.source, tree, self.schema, self._library, "")
        return self._resolved[variables]

    def value_of(self, node: Node, bindings: Mapping[str, Any]) -> Any:
        """The value of one part of the tree, outside all macros. Raises ``CelError``."""
        return self._walk(bindings, node)

    def explain(self, context: Any, **variables: Any) -> Explanation:
        """The value or the error of every part, over ``context`` and other variables by name."""
        return explain(self.tree, {"context": context, **variables}, self.typing)


_LARGE = 2_000
"""Nodes of a tree that is walked before it is planned."""
_TRIALS = 2
"""Evaluations of a large tree before it is planned."""
_ANY_CONTEXT = Schema({"context": map_of(STRING, DYN), "value": DYN})


@lru_cache(maxsize=8192)
def compile(source: str, schema: Schema | None = None, *, library: Library = EXTENDED, container: str = "") -> Program:
    """The program of an expression; the same source and schema give the same program.

    ``library`` has the functions it may call, ``container`` is a qualified name in which variables are looked for
    first. Raises ``CelError`` with code ``T301`` where the source is no expression, and ``T308`` for a misused
    ``has()``.
    """
    tree = parse(source)
    if "google.protobuf." in source:
        tree = resolve(tree, DOTTED_TYPES)
    return Program(source, tree, schema, library, container)
