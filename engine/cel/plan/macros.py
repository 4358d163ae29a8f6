"""Macros as loops."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from engine.cel.limits import MAX_STEPS
from engine.cel.plan import python as py
from engine.cel.plan.emitter import Emitter
from engine.cel.plan.logic import require_bool
from engine.cel.plan.purity import certain
from engine.cel.runtime import operators
from engine.cel.runtime.budget import exhausted
from engine.cel.tree import Macro, Node

_RESCUE = "FAILURES"


def truth_of_macro(emitter: Emitter, node: Macro, wanted: bool) -> ast.expr:
    """``exists`` is true when some element is, and false when every one is false; ``all`` the other way round."""
    if node.kind not in ("all", "exists"):
        return emitter.is_exactly(node, value_of_macro(emitter, node), wanted)
    decisive = node.kind == "exists"
    predicate = _part(node.predicate)
    found = emitter.new_name()
    elements = _elements(emitter, node)
    searching = decisive is wanted
    guarded = searching and not certain(emitter, predicate)
    with _inside(emitter, node, guarded) as (variable, body):
        test = emitter.truth(predicate, wanted)
        test = test if searching else py.inverse(test)
        body.append(py.when(test, [py.assign(found, py.constant(searching)), py.leave()]))
    if guarded:
        body = [py.attempt(body, _RESCUE, [py.nothing()])]
    emitter.emit(py.assign(found, py.constant(not searching)), py.loop(variable, elements, body))
    return py.name(found)


def value_of_macro(emitter: Emitter, node: Macro) -> ast.expr:
    match node.kind:
        case "all" | "exists":
            return _fold(emitter, node, decisive=node.kind == "exists")
        case "exists_one":
            return _count(emitter, node)
        case _:
            return _collect(emitter, node)


def _fold(emitter: Emitter, node: Macro, decisive: bool) -> ast.expr:
    predicate = _part(node.predicate)
    found, failed = emitter.new_name(), emitter.new_name()
    elements = _elements(emitter, node)
    guarded = emitter.kind(predicate) != "bool" or not certain(emitter, predicate)
    with _inside(emitter, node, guarded) as (variable, body):
        test = _predicate(emitter, predicate)
        test = test if decisive else py.inverse(test)
        body.append(py.when(test, [py.assign(found, py.constant(decisive)), py.leave()]))
    emitter.emit(py.assign(found, py.constant(not decisive)))
    if guarded:
        emitter.emit(py.assign(failed, py.constant(False)))
        body = [py.attempt(body, _RESCUE, [py.assign(failed, py.constant(True))])]
    emitter.emit(py.loop(variable, elements, body))
    if guarded:
        undecided = py.inverse(py.name(found)) if decisive else py.name(found)
        emitter.emit(py.when(py.both([py.name(failed), undecided]), [py.expression(emitter.fail())]))
    return py.name(found)


def _count(emitter: Emitter, node: Macro) -> ast.expr:
    count = emitter.new_name()
    elements = _elements(emitter, node)
    with _inside(emitter, node) as (variable, body):
        test = _predicate(emitter, _part(node.predicate))
        body.append(py.when(test, [py.augment(py.name(count), "+", py.constant(1))]))
    emitter.emit(py.assign(count, py.constant(0)), py.loop(variable, elements, body))
    return py.compare(py.name(count), "==", py.constant(1))


def _collect(emitter: Emitter, node: Macro) -> ast.expr:
    """``map`` and ``filter``."""
    made = emitter.new_name()
    elements = _elements(emitter, node)
    with _inside(emitter, node) as (variable, body):
        if node.predicate is not None:
            test = _predicate(emitter, node.predicate)
            body.append(py.when(py.inverse(test), [py.skip()]))
        item = py.name(variable) if node.transform is None else emitter.value(node.transform)
        body.append(py.expression(py.call(py.attribute(py.name(made), "append"), item)))
    emitter.emit(py.assign(made, py.sequence([])), py.loop(variable, elements, body))
    return py.name(made)


def _predicate(emitter: Emitter, node: Node) -> ast.expr:
    code = emitter.value(node)
    return code if emitter.kind(node) == "bool" else require_bool(emitter, code)


def _part(node: Node | None) -> Node:
    assert node is not None
    return node


def _elements(emitter: Emitter, node: Macro) -> ast.expr:
    """The elements, paid for."""
    identifier = emitter.new_name()
    emitter.emit(py.assign(identifier, emitter.value(node.range)))
    values = py.name(identifier)
    if emitter.kind(node.range) != "list":
        listed = py.call(emitter.constant(operators.elements), values)
        emitter.emit(py.when(py.inverse(emitter.is_class(values, list)), [py.assign(identifier, listed)]))
    size = py.call(emitter.constant(len), values)
    if emitter.metered:
        left = py.subscript(py.name("meter"), py.constant(0))
        emitter.emit(py.augment(left, "-", size))
        spent = py.compare(left, "<", py.constant(0))
    else:
        spent = py.compare(size, ">", py.constant(MAX_STEPS))
    emitter.emit(py.when(spent, [py.expression(py.call(emitter.constant(exhausted), emitter.constant(node)))]))
    return values


@contextmanager
def _inside(emitter: Emitter, node: Macro, guarded: bool = False) -> Iterator[tuple[str, list[ast.stmt]]]:
    """The body of the loop, in which the macro's variable is known."""
    variable = emitter.new_name()
    outer = emitter.scope
    emitter.scope = {**outer, node.variable: variable}
    with emitter.captured(deeper=True) as body:
        yield variable, body
    emitter.scope = outer
