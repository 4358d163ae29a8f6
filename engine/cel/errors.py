"""What goes wrong in an expression: for the caller one located error, inside the engine a cheap failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import StatewrightError
from engine.text import Span

if TYPE_CHECKING:
    from engine.cel.tree import Node


class CelError(StatewrightError):
    """An expression cannot be parsed, or its evaluation failed.

    ``message`` is one sentence for the user; ``span`` is the place in the source of the expression; ``code`` is the
    check that reports it (``T301``, ``T308``) for errors of syntax and ``""`` for errors of evaluation.
    """

    def __init__(self, message: str, span: Span, code: str = "") -> None:
        super().__init__(message, span, code)  # all of them, so that it can travel between processes
        self.message = message
        self.span = span
        self.code = code

    def __str__(self) -> str:
        return self.message


class Failure(Exception):
    """A sub-expression has no value; ``&&``, ``||`` and macros may absorb it. Never leaves this package.

    ``node`` is where it arose, once an evaluation that walks the tree has seen it.
    """

    def __init__(self, message: str = "", node: Node | None = None) -> None:
        super().__init__(message)
        self.node = node


class Exhausted(Exception):
    """The steps of an evaluation are spent: it ends, and nothing absorbs this. Never leaves this package."""

    def __init__(self, message: str, node: Node | None = None) -> None:
        super().__init__(message)
        self.node = node


FAILURES = (LookupError, TypeError, Failure)
"""What planned code without a value raises: nothing under a key, a value that has no keys, and all the rest."""
