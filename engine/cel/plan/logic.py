"""``&&``, ``||``, ``!`` and ``?:``: what decides is enough, whatever fails beside it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.cel.plan import python as py
from engine.cel.plan.emitter import Emitter
from engine.cel.plan.purity import certain
from engine.cel.tree import And, Conditional, Literal, Node, Not, Or

Join = Callable[[Sequence[ast.expr]], ast.expr]
Wrap = Callable[[ast.expr], ast.expr]


@dataclass(slots=True)
class _Term:
    """Code for a term: statements that go before it, the expression, and whether a failure is caught."""

    before: list[ast.stmt]
    code: ast.expr
    guarded: bool


# Truths.


def truth_of_and(emitter: Emitter, node: And, wanted: bool) -> ast.expr:
    return _all_are(emitter, node.terms, True) if wanted else _any_is(emitter, node.terms, False)


def truth_of_or(emitter: Emitter, node: Or, wanted: bool) -> ast.expr:
    return _any_is(emitter, node.terms, True) if wanted else _all_are(emitter, node.terms, False)


def truth_of_not(emitter: Emitter, node: Not, wanted: bool) -> ast.expr:
    return emitter.truth(node.operand, not wanted)


def truth_of_literal(emitter: Emitter, node: Literal, wanted: bool) -> ast.expr:
    return py.constant(node.value is wanted)


def truth_of_conditional(emitter: Emitter, node: Conditional, wanted: bool) -> ast.expr:
    return _branches(emitter, node, lambda branch: emitter.truth(branch, wanted))


def _all_are(emitter: Emitter, terms: tuple[Node, ...], wanted: bool) -> ast.expr:
    """Every term is exactly ``wanted``; one that fails makes the whole fail, which is a no as well."""
    built = []
    for term in terms:
        with emitter.captured() as before:
            built.append(_Term(before, emitter.truth(term, wanted), guarded=False))
    return _joined(emitter, built, py.both, lambda so_far: so_far)


def _any_is(emitter: Emitter, terms: tuple[Node, ...], wanted: bool) -> ast.expr:
    """Some term is exactly ``wanted``; the last one may fail, since then none is."""
    built = []
    for term in terms:
        guarded = term is not terms[-1] and not certain(emitter, term)
        with emitter.captured(deeper=guarded) as before:
            built.append(_Term(before, emitter.truth(term, wanted), guarded))
    return _joined(emitter, built, py.either, py.inverse)


def _joined(emitter: Emitter, terms: list[_Term], join: Join, undecided: Wrap) -> ast.expr:
    """One expression if no term needs statements, else a variable that each in turn is joined to."""
    if not any(term.before or term.guarded for term in terms):
        return join([term.code for term in terms])
    result = emitter.new_name()
    first = True
    for group in _groups(terms):
        body = [*group[0].before, py.assign(result, join([term.code for term in group]))]
        if group[0].guarded:
            body = [py.attempt(body, "FAILURES", [py.assign(result, py.constant(False))])]
        emitter.emit(*(body if first else [py.when(undecided(py.name(result)), body)]))
        first = False
    return py.name(result)


def _groups(terms: list[_Term]) -> list[list[_Term]]:
    """Neighbours that are plain expressions together, all others alone."""
    groups: list[list[_Term]] = []
    for term in terms:
        plain = not term.before and not term.guarded
        if plain and groups and not groups[-1][0].before and not groups[-1][0].guarded:
            groups[-1].append(term)
        else:
            groups.append([term])
    return groups


# Values.


def value_of_and(emitter: Emitter, node: And) -> ast.expr:
    return _logic(emitter, node.terms, decisive=False)


def value_of_or(emitter: Emitter, node: Or) -> ast.expr:
    return _logic(emitter, node.terms, decisive=True)


def value_of_not(emitter: Emitter, node: Not) -> ast.expr:
    operand = emitter.value(node.operand)
    if emitter.kind(node.operand) == "bool":
        return py.inverse(operand)
    return py.inverse(require_bool(emitter, operand))


def value_of_conditional(emitter: Emitter, node: Conditional) -> ast.expr:
    return _branches(emitter, node, emitter.value)


def require_bool(emitter: Emitter, code: ast.expr) -> ast.expr:
    """The value, which fails unless it is true or false."""
    first, again = emitter.once(code)
    return py.choice(emitter.is_class(first, bool), again, emitter.fail())


def _branches(emitter: Emitter, node: Conditional, code_for: Callable[[Node], ast.expr]) -> ast.expr:
    condition = emitter.value(node.condition)
    if emitter.kind(node.condition) != "bool":
        condition = require_bool(emitter, condition)
    with emitter.captured() as before_then:
        then = code_for(node.then)
    with emitter.captured() as before_otherwise:
        otherwise = code_for(node.otherwise)
    if not before_then and not before_otherwise:
        return py.choice(condition, then, otherwise)
    result = emitter.new_name()
    emitter.emit(
        py.when(
            condition,
            [*before_then, py.assign(result, then)],
            [*before_otherwise, py.assign(result, otherwise)],
        )
    )
    return py.name(result)


def _logic(emitter: Emitter, terms: tuple[Node, ...], decisive: bool) -> ast.expr:
    """Term by term, until one decides; a failure on the way counts only if none does."""
    result, failed = emitter.new_name(), emitter.new_name()
    join = py.either if decisive else py.both
    built = [_term(emitter, term, decisive, result, failed) for term in terms]
    if not any(term.guarded or term.before for term in built):
        return join([term.code for term in built])
    emitter.emit(py.assign(result, py.constant(not decisive)))
    if any(term.guarded for term in built):
        emitter.emit(py.assign(failed, py.constant(False)))
    for group in _groups(built):
        body = [*group[0].before, py.assign(result, join([term.code for term in group]))]
        if group[0].guarded:
            body = [py.attempt(body, "FAILURES", [py.assign(failed, py.constant(True))])]
        undecided = py.inverse(py.name(result)) if decisive else py.name(result)
        emitter.emit(py.when(undecided, body))
    if any(term.guarded for term in built):
        undecided = py.inverse(py.name(result)) if decisive else py.name(result)
        emitter.emit(py.when(py.both([py.name(failed), undecided]), [py.expression(emitter.fail())]))
    return py.name(result)


def _term(emitter: Emitter, node: Node, decisive: bool, result: str, failed: str) -> _Term:
    guarded = emitter.kind(node) != "bool" or not certain(emitter, node)
    with emitter.captured(deeper=guarded) as before:
        code = emitter.value(node)
        if emitter.kind(node) != "bool":
            code = require_bool(emitter, code)
    return _Term(before, code, guarded)
