"""Questions about a state put to z3: a field is a presence and a value, an expression when it is true and when false.

An expression that is neither true nor false is an error. Integers are unbounded with a bound on every result, doubles
are reals: exact for the small constants that are compared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from engine.cel import compile as compile_cel
from engine.cel.tree import (
    And,
    Binary,
    Call,
    Conditional,
    Has,
    Ident,
    ListLiteral,
    Literal,
    Negate,
    Node,
    Not,
    Or,
    Select,
)
from engine.dsl.models import Field, FieldType, State

INT_MIN, INT_MAX = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Truth:
    """When an expression is true and when it is false."""

    true: Any
    false: Any


@dataclass(frozen=True)
class Term:
    """A value and when there is one."""

    value: Any
    ok: Any


class Encoder:
    """The fields of one machine as constants of z3."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._fields = fields
        self.present = {name: z3.Bool(f"has {name}") for name in fields}
        self.value = {name: _constant(name, field) for name, field in fields.items()}
        self.domain = [limit for name, field in fields.items() for limit in _limits(self.value[name], field)]

    def guard(self, source: str, value: str | None = None) -> Truth:
        return self._truth(compile_cel(source).tree, value)

    def satisfied(self, state: State) -> Iterator[Any]:
        for requirement in state.requires:
            if requirement.required:
                yield self.present[requirement.name]
                for guard in requirement.validate_:
                    yield self.guard(guard.expression, requirement.name).true

    def passing(self, state: State) -> list[Any]:
        return [z3.And([self.guard(guard.expression).true for guard in edge.guards]) for edge in state.transitions]

    def _truth(self, node: Node, value: str | None) -> Truth:
        match node:
            case Literal(value=bool(constant)):
                return Truth(z3.BoolVal(constant), z3.BoolVal(not constant))
            case Not(operand=operand):
                inner = self._truth(operand, value)
                return Truth(inner.false, inner.true)
            case And(terms=terms):
                inner_terms = [self._truth(term, value) for term in terms]
                return Truth(z3.And([t.true for t in inner_terms]), z3.Or([t.false for t in inner_terms]))
            case Or(terms=terms):
                inner_terms = [self._truth(term, value) for term in terms]
                return Truth(z3.Or([t.true for t in inner_terms]), z3.And([t.false for t in inner_terms]))
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                test, yes, no = (self._truth(each, value) for each in (condition, then, otherwise))
                return Truth(
                    z3.Or(z3.And(test.true, yes.true), z3.And(test.false, no.true)),
                    z3.Or(z3.And(test.true, yes.false), z3.And(test.false, no.false)),
                )
            case Has(operand=Ident(name="context"), field=name):
                return Truth(self.present[name], z3.Not(self.present[name]))
            case Binary(operator="in", left=left, right=ListLiteral(items=items)):
                term = self._term(left, value)
                member = z3.Or([_same(term.value, self._term(item, value).value) for item in items])
                return Truth(z3.And(term.ok, member), z3.And(term.ok, z3.Not(member)))
            case Binary(operator="==" | "!=" as op, left=left, right=right) if _logical(left) and _logical(right):
                one, other = self._truth(left, value), self._truth(right, value)
                same = z3.Or(z3.And(one.true, other.true), z3.And(one.false, other.false))
                unlike = z3.Or(z3.And(one.true, other.false), z3.And(one.false, other.true))
                return Truth(same, unlike) if op == "==" else Truth(unlike, same)
            case Binary(operator="==" | "!=" | "<" | "<=" | ">" | ">=" as op, left=left, right=right):
                return _compared(op, self._term(left, value), self._term(right, value))
            case Call(function="startsWith" | "endsWith" | "contains" as function, operands=(target, argument)):
                one, other = self._term(target, value), self._term(argument, value)
                holds = {
                    "startsWith": lambda: z3.PrefixOf(other.value, one.value),
                    "endsWith": lambda: z3.SuffixOf(other.value, one.value),
                    "contains": lambda: z3.Contains(one.value, other.value),
                }[function]()
                ok = z3.And(one.ok, other.ok)
                return Truth(z3.And(ok, holds), z3.And(ok, z3.Not(holds)))
        term = self._term(node, value)
        return Truth(z3.And(term.ok, term.value), z3.And(term.ok, z3.Not(term.value)))

    def _term(self, node: Node, value: str | None) -> Term:
        match node:
            case Literal(value=bool(constant)):
                return Term(z3.BoolVal(constant), z3.BoolVal(True))
            case Literal(value=int(constant)):
                return Term(z3.IntVal(constant), z3.BoolVal(True))
            case Literal(value=float(constant)):
                return Term(z3.RealVal(constant), z3.BoolVal(True))
            case Literal(value=str(constant)):
                return Term(z3.StringVal(constant), z3.BoolVal(True))
            case Select(operand=Ident(name="context"), field=name):
                return Term(self.value[name], self.present[name])
            case Ident(name="value") if value is not None:
                return Term(self.value[value], self.present[value])
            case Call(function="size", operands=(operand,)):
                inner = self._term(operand, value)
                return Term(z3.Length(inner.value), inner.ok)
            case Negate(operand=operand):
                inner = self._term(operand, value)
                return _bounded(-inner.value, inner.ok)
            case Binary(operator="+" | "-" | "*" | "/" | "%" as op, left=left, right=right):
                one, other = self._term(left, value), self._term(right, value)
                return _arithmetic(op, one, other)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                test, yes, no = self._truth(condition, value), self._term(then, value), self._term(otherwise, value)
                if yes.value.sort() != no.value.sort():
                    raise NotImplementedError("a conditional of two types")
                ok = z3.Or(z3.And(test.true, yes.ok), z3.And(test.false, no.ok))
                return Term(z3.If(test.true, yes.value, no.value), ok)
        if not _logical(node):
            raise NotImplementedError(type(node).__name__)
        truth = self._truth(node, value)
        return Term(truth.true, z3.Or(truth.true, truth.false))


def _constant(name: str, field: Field) -> Any:
    match field.type:
        case FieldType.BOOL:
            return z3.Bool(name)
        case FieldType.INT:
            return z3.Int(name)
        case FieldType.NUMBER:
            return z3.Real(name)
        case _:
            return z3.String(name)


def _limits(constant: Any, field: Field) -> Iterator[Any]:
    match field.type:
        case FieldType.INT:
            yield constant >= (INT_MIN if field.min is None else field.min)
            yield constant <= (INT_MAX if field.max is None else field.max)
        case FieldType.ENUM:
            yield z3.Or([constant == z3.StringVal(member) for member in field.values])
        case FieldType.STRING:
            yield z3.Length(constant) >= 1
            if field.max_length is not None:
                yield z3.Length(constant) <= field.max_length


def _bounded(value: Any, ok: Any) -> Term:
    return Term(value, z3.And(ok, value >= INT_MIN, value <= INT_MAX) if z3.is_int(value) else ok)


def _arithmetic(op: str, one: Term, other: Term) -> Term:
    ok = z3.And(one.ok, other.ok)
    left, right = one.value, other.value
    if op in "/%":
        quotient = z3.If(left >= 0, left / right, -((-left) / right))  # by positive constants, towards zero
        return _bounded(quotient if op == "/" else left - right * quotient, ok)
    return _bounded({"+": left + right, "-": left - right, "*": left * right}[op], ok)


def _compared(op: str, one: Term, other: Term) -> Truth:
    ok = z3.And(one.ok, other.ok)
    left, right = one.value, other.value
    if left.sort() != right.sort() and not (z3.is_arith(left) and z3.is_arith(right)):
        return Truth(z3.BoolVal(False), ok) if op == "==" else Truth(ok, z3.BoolVal(False)) if op == "!=" else _never()
    if z3.is_bool(left) and op not in ("==", "!="):
        left, right = z3.If(left, 1, 0), z3.If(right, 1, 0)
    holds = {
        "==": lambda: left == right,
        "!=": lambda: left != right,
        "<": lambda: left < right,
        "<=": lambda: left <= right,
        ">": lambda: right < left,
        ">=": lambda: right <= left,
    }[op]()
    return Truth(z3.And(ok, holds), z3.And(ok, z3.Not(holds)))


def _never() -> Truth:
    return Truth(z3.BoolVal(False), z3.BoolVal(False))


def _same(one: Any, other: Any) -> Any:
    return one == other if one.sort() == other.sort() else z3.BoolVal(False)


def _logical(node: Node) -> bool:
    match node:
        case Not() | And() | Or() | Has() | Literal(value=bool()):
            return True
        case Binary(operator=op):
            return op in ("==", "!=", "<", "<=", ">", ">=", "in")
        case Call(function=function):
            return function in ("startsWith", "endsWith", "contains")
        case Conditional(then=then, otherwise=otherwise):
            return _logical(then) and _logical(otherwise)
    return False


def possible(assumptions: Iterable[Any], timeout: int = 300) -> bool | None:
    """Whether all can hold together; ``None`` when z3 does not know within ``timeout`` milliseconds."""
    solver = z3.Solver()
    solver.set("timeout", timeout)
    solver.add(*assumptions)
    result = solver.check()
    return None if result == z3.unknown else bool(result == z3.sat)
