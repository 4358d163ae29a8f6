"""A compiled expression and the cache of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.cel import messages
from engine.cel.errors import BudgetExceeded, CelError, Failure
from engine.cel.evaluation import Evaluation
from engine.cel.explain import Explanation, explain
from engine.cel.parse import parse
from engine.cel.schema import Schema
from engine.cel.tree import Node


class Program:
    """An expression ready to be evaluated any number of times; immutable and safe to share between threads.

    ``source`` is its text, ``tree`` its syntax tree, ``schema`` what it was compiled against.
    """

    def __init__(self, source: str, tree: Node, schema: Schema | None) -> None:
        self.source = source
        self.tree = tree
        self.schema = schema

    def passes(self, context: Any, value: Any = None) -> bool:
        """Whether the expression is true over ``context`` and, in a ``validate``, ``value``; never raises."""
        try:
            return self.evaluate({"context": context, "value": value}) is True
        except CelError:
            return False

    def evaluate(self, bindings: Mapping[str, Any]) -> Any:
        """The value over variables by name. Raises ``CelError`` with the place of the part that failed."""
        try:
            return Evaluation(bindings, {}).value(self.tree, {})
        except (Failure, BudgetExceeded) as error:
            raise CelError(str(error), (error.node or self.tree).span) from None
        except RecursionError:
            raise CelError(messages.too_deep_value(), self.tree.span) from None

    def explain(self, context: Any, **variables: Any) -> Explanation:
        return explain(self.tree, {"context": context, **variables}, {})


@lru_cache(maxsize=8192)
def compile(source: str, schema: Schema | None = None) -> Program:
    """The program of an expression; the same source and schema give the same program.

    Raises ``CelError`` with code ``T301`` where the source is no expression, and ``T308`` for a misused ``has()``.
    """
    return Program(source, parse(source), schema)
