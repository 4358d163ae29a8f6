"""The state of code generation: the statements so far, names, constants, and parts put into functions of their own.

A *value* is a Python expression for what a node gives; evaluating it raises one of ``FAILURES`` where CEL has an error.
A *truth* is one for whether a node is exactly true, or exactly false; where that fails, the answer is no. Both may put
statements before themselves into the current block.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.cel.checker import Typing
from engine.cel.errors import FAILURES, Failure
from engine.cel.library import Library
from engine.cel.plan import python as py
from engine.cel.runtime.stored import moment, restore
from engine.cel.tree import Node
from engine.cel.types import Type

MAX_NESTING = 8
"""Loops and ``try`` blocks inside one another in one function; Python itself allows 20."""

Rule = Callable[["Emitter", Any], ast.expr]
TruthRule = Callable[["Emitter", Any, bool], ast.expr]


def fail() -> None:
    """Where planned code has no value; the message comes from the explainer."""
    raise Failure


class Emitter:
    """One module of planned code. ``guard`` tells whether it takes ``context`` and ``value`` or all bindings."""

    def __init__(
        self, typing: Typing, rules: Mapping[type, Rule], truths: Mapping[type, TruthRule], guard: bool
    ) -> None:
        self.typing = typing
        self.guard = guard
        self.scope: dict[str, str] = {}
        self.block: list[ast.stmt] = []
        self.functions: list[ast.stmt] = []
        self.namespace: dict[str, Any] = {"__builtins__": {}, "FAILURES": FAILURES}
        self.metered = False
        self._names: dict[int, str] = {}
        self._rules = rules
        self._truths = truths
        self._nesting = 0
        self._count = 0

    def type_of(self, node: Node) -> Type:
        return self.typing.of(node)

    def kind(self, node: Node) -> str:
        return self.typing.of(node).kind

    # Code for nodes.

    def value(self, node: Node) -> ast.expr:
        if self._nesting >= MAX_NESTING:
            return self._apart(lambda: self.value(node))
        code = self._rules[type(node)](self, node)
        stored = self.typing.stored.get(node.id)
        if stored is None:
            return code
        if stored.kind == "timestamp":
            return py.call(self.constant(moment), code)
        return py.call(self.constant(restore), code, self.constant(stored))

    def truth(self, node: Node, wanted: bool) -> ast.expr:
        """Whether the node is exactly ``wanted``."""
        rule = self._truths.get(type(node))
        if rule is not None:
            if self._nesting >= MAX_NESTING:
                return self._apart(lambda: self.truth(node, wanted))
            return rule(self, node, wanted)
        return self.is_exactly(node, self.value(node), wanted)

    def is_exactly(self, node: Node, code: ast.expr, wanted: bool) -> ast.expr:
        """Whether the value of the node, which the code gives, is ``wanted``."""
        match self.kind(node):
            case "bool":
                return code if wanted else py.inverse(code)
            case "dyn":
                return py.compare(code, "is", py.constant(wanted))
        return py.constant(False)

    # Statements.

    def emit(self, *statements: ast.stmt) -> None:
        self.block.extend(statements)

    @contextmanager
    def captured(self, deeper: bool = False) -> Iterator[list[ast.stmt]]:
        """A block of its own for what is emitted inside, to be placed by the caller; ``deeper`` if in a loop or try."""
        outer, self.block = self.block, []
        self._nesting += deeper
        try:
            yield self.block
        finally:
            self.block = outer
            self._nesting -= deeper

    def new_name(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def hold(self, code: ast.expr) -> ast.expr:
        """The value in a variable, so that it can be used more than once."""
        if isinstance(code, ast.Name | ast.Constant):
            return code
        identifier = self.new_name()
        self.emit(py.assign(identifier, code))
        return py.name(identifier)

    def once(self, code: ast.expr) -> tuple[ast.expr, ast.expr]:
        """The value for its first use, which keeps it in a variable, and for those that come after it."""
        if isinstance(code, ast.Name | ast.Constant):
            return code, code
        identifier = self.new_name()
        return py.held(identifier, code), py.name(identifier)

    def is_class(self, code: ast.expr, of: type) -> ast.expr:
        return py.compare(py.attribute(code, "__class__"), "is", self.constant(of))

    def constant(self, value: Any) -> ast.expr:
        """A name for an object of this process; plain literals stay literals."""
        if value is None or type(value) in (bool, int, float, str, bytes):
            return py.constant(value)
        known = self._names.get(id(value))
        if known is None:
            known = self._names[id(value)] = f"k{len(self._names)}"
            self.namespace[known] = value
        return py.name(known)

    @property
    def library(self) -> Library:
        return self.typing.library

    def caller(self, function: str, member: bool) -> ast.expr:
        """What calls a function, finding the overload by the values."""
        return self.constant(self.library.caller(function, member))

    def fail(self) -> ast.expr:
        return py.call(self.constant(fail))

    # Functions.

    @property
    def parameters(self) -> list[str]:
        """What every function of the module is given."""
        return [*(["context", "value"] if self.guard else ["bindings"]), *(["meter"] if self.metered else [])]

    def _apart(self, code: Callable[[], ast.expr]) -> ast.expr:
        """The code in a function of its own, called with all variables that are visible here."""
        self._count += 1
        identifier = f"part{self._count}"
        visible = [*self.parameters, *self.scope.values()]
        nesting, self._nesting = self._nesting, 0
        with self.captured() as body:
            result = code()
            body.append(py.give(result))
        self._nesting = nesting
        self.functions.append(py.function(identifier, visible, body))
        return py.call(py.name(identifier), *map(py.name, visible))
