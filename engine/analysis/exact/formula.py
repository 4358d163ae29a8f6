"""The boolean shape of an expression above its atoms, and how it is read off the syntax tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

from engine.analysis.exact.atoms import (
    MIRRORED,
    TEXT_TESTS,
    Anything,
    Atom,
    Comparison,
    Opaque,
    Presence,
    Test,
)
from engine.analysis.exact.chain import Step
from engine.analysis.exact.truth import AND, ERROR, FALSE, NOT, OR, SAME, TRUE, truth_of
from engine.cel import CelError
from engine.cel import compile as compile_cel
from engine.cel.tree import (
    And,
    Binary,
    Call,
    Conditional,
    Has,
    Ident,
    Index,
    ListLiteral,
    Literal,
    Macro,
    Negate,
    Node,
    Not,
    Or,
    Select,
    walk,
)


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """An answer that depends on nothing."""

    node: Node | None
    answer: int


@dataclass(frozen=True, slots=True, eq=False)
class Negation:
    node: Node
    operand: Formula


@dataclass(frozen=True, slots=True, eq=False)
class Conjunction:
    node: Node | None
    terms: tuple[Formula, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Disjunction:
    node: Node
    terms: tuple[Formula, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """``condition ? then : otherwise``."""

    node: Node
    condition: Formula
    then: Formula
    otherwise: Formula


@dataclass(frozen=True, slots=True, eq=False)
class Equivalence:
    """``left == right`` of two booleans."""

    node: Node
    left: Formula
    right: Formula


Formula = Constant | Negation | Conjunction | Disjunction | Choice | Equivalence | Atom


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly below."""
    match formula:
        case Negation(operand=operand):
            return (operand,)
        case Conjunction(terms=terms) | Disjunction(terms=terms):
            return terms
        case Choice(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case Equivalence(left=left, right=right):
            return (left, right)
        case _:
            return ()


@lru_cache(maxsize=16384)
def atoms(formula: Formula) -> tuple[Atom, ...]:
    """The atoms of a formula from left to right."""
    if isinstance(formula, Atom):
        return (formula,)
    return tuple(atom for child in children(formula) for atom in atoms(child))


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula and every one below it, parents first."""
    yield formula
    for child in children(formula):
        yield from parts(child)


@lru_cache(maxsize=8192)
def formula_of(source: str, value: str | None = None) -> Formula | None:
    """The formula of an expression; in it, the name ``value`` stands for the field ``value`` if one is given.

    ``None`` when the expression cannot be parsed.
    """
    try:
        tree = compile_cel(source).tree
    except CelError:
        return None
    return Reader(source, {} if value is None else {"value": value}).formula(tree)


class Reader:
    """Reads the formula off the tree of ``source``; ``local`` maps names in scope to the fields they stand for."""

    def __init__(self, source: str, local: Mapping[str, str]) -> None:
        self.source = source
        self.local = local

    def formula(self, node: Node) -> Formula:
        match node:
            case Literal(value=value):
                return Constant(node, truth_of(value))
            case Not(operand=operand):
                return Negation(node, self.formula(operand))
            case And(terms=terms):
                return Conjunction(node, tuple(self.formula(term) for term in terms))
            case Or(terms=terms):
                return Disjunction(node, tuple(self.formula(term) for term in terms))
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                return Choice(node, self.formula(condition), self.formula(then), self.formula(otherwise))
            case Binary(operator="==" | "!=", left=left, right=right) if _boolean(left) and _boolean(right):
                same = Equivalence(node, self.formula(left), self.formula(right))
                return Negation(node, same) if node.operator == "!=" else same
        return self._atom(node)

    def _atom(self, node: Node) -> Formula:
        fields = self.fields_in(node)
        if fields is None:
            return Anything((), node, self.source, self.local)
        if not fields:
            return Constant(node, Atom((), node, self.source).answer({}))
        recognised: Atom | None = None
        match node:
            case Has(operand=operand, field=name) if self._is_context(operand):
                recognised = Presence((name,), node, self.source, self.local)
            case Binary(operator=op, left=left, right=right) if op in MIRRORED:
                recognised = self._compared(node, op, left, right) or self._compared(node, MIRRORED[op], right, left)
                recognised = recognised or self._comparison(node, fields)
            case Binary(operator="in", left=left, right=ListLiteral(items=items)):
                recognised = self._test(node, left, "in", _constants(items))
            case Call(function=function, operands=(target, argument)) if function in TEXT_TESTS:
                recognised = self._text(node, function, target, argument)
            case Select() | Index() | Ident() if self.field(node) is not None:
                recognised = self._test(node, node, "is", _Found(None))
        return recognised or Opaque(fields, node, self.source, self.local, _strict(node))

    def field(self, node: Node) -> str | None:
        """The field of the context that the node reads, if it is one."""
        match node:
            case Select(operand=operand, field=name) if self._is_context(operand):
                return name
            case Index(operand=operand, index=Literal(value=str(name))) if self._is_context(operand):
                return name
            case Ident(name=name, absolute=False):
                return self.local.get(name)
        return None

    def fields_in(self, node: Node) -> tuple[str, ...] | None:
        """The fields that are read below a node, in order; ``None`` when they cannot be told."""
        found: dict[str, None] = {}
        pending = [node]
        while pending:
            current = pending.pop()
            name = self.field(current)
            if name is None and isinstance(current, Has) and self._is_context(current.operand):
                name = current.field
            if name is not None:
                found[name] = None
            elif self._is_context(current):
                return None
            else:
                pending.extend(reversed(current.children))
        return tuple(found)

    def _is_context(self, node: Node) -> bool:
        return isinstance(node, Ident) and node.name == "context" and "context" not in self.local

    def _compared(self, node: Node, op: str, term: Node, constant: Node) -> Atom | None:
        return self._test(node, term, op, _constant(constant))

    def _test(self, node: Node, term: Node, test: str, operand: _Found | None) -> Atom | None:
        if operand is None:
            return None
        chain = self._chain(term)
        if chain is None:
            return None
        field, measured, steps = chain
        return Test(
            (field,),
            node,
            self.source,
            self.local,
            measured=measured,
            steps=steps,
            test=test,
            operand=operand.value,
        )

    def _text(self, node: Node, function: str, target: Node, argument: Node) -> Atom | None:
        if isinstance(argument, Literal):
            return self._test(node, target, function, _constant(argument))
        pieces = {"startsWith": "startOf", "endsWith": "endOf", "contains": "partOf"}
        if isinstance(target, Literal) and function in pieces:
            return self._test(node, argument, pieces[function], _constant(target))
        return None

    def _comparison(self, node: Binary, fields: tuple[str, ...]) -> Atom:
        plain = self.field(node.left) is not None and self.field(node.right) is not None
        return Comparison(
            fields,
            node,
            self.source,
            self.local,
            _strict(node),
            operator=node.operator,
            left=node.left,
            right=node.right,
            plain=plain,
        )

    def _chain(self, node: Node) -> tuple[str, bool, tuple[Step, ...]] | None:
        """The field, whether its size is taken, and the steps that follow."""
        name = self.field(node)
        if name is not None:
            return name, False, ()
        match node:
            case Call(function="size", operands=(operand,)):
                name = self.field(operand)
                return None if name is None else (name, True, ())
            case Negate(operand=operand):
                return self._then(operand, Step("negate"))
            case Call(function="double" | "int" as function, target=None, operands=(operand,)):
                return self._then(operand, Step(function))
            case Binary(operator="+" | "-" | "*" | "/" | "%" as op, left=left, right=right):
                return self._arithmetic(op, left, right)
        return None

    def _arithmetic(self, op: Any, left: Node, right: Node) -> tuple[str, bool, tuple[Step, ...]] | None:
        after, before = _number(right), _number(left)
        if after is not None:
            return self._then(left, Step(op, after))
        if before is None or op in "/%":
            return None
        return self._then(right, Step("from" if op == "-" else op, before))

    def _then(self, operand: Node, step: Step) -> tuple[str, bool, tuple[Step, ...]] | None:
        chain = self._chain(operand)
        return None if chain is None else (chain[0], chain[1], (*chain[2], step))


@dataclass(frozen=True, slots=True)
class _Found:
    """A constant, which may itself be ``None``."""

    value: Any


def _constant(node: Node) -> _Found | None:
    match node:
        case Literal(value=value):
            return _Found(value)
        case Negate(operand=Literal(value=int() | float() as value)) if not isinstance(value, bool):
            return _Found(-value)
        case ListLiteral(items=items):
            found = _constants(items)
            return None if found is None else _Found(list(found.value))
        case Call(function="timestamp", target=None, arguments=(Literal(value=str(written)),)):
            return _moment(written)
    return None


def _moment(written: str) -> _Found | None:
    try:
        return _Found(compile_cel("timestamp(value)").evaluate({"value": written}))
    except CelError:
        return None


def _constants(items: tuple[Node, ...]) -> _Found | None:
    found = [_constant(item) for item in items]
    return None if None in found else _Found(tuple(each.value for each in found if each is not None))


def _number(node: Node) -> int | float | None:
    found = _constant(node)
    return found.value if found is not None and type(found.value) in (int, float) else None


def _boolean(node: Node) -> bool:
    """Whether the node, if it has a value at all, is a boolean by its form."""
    match node:
        case Not() | And() | Or() | Has() | Macro(kind="all" | "exists" | "exists_one"):
            return True
        case Binary(operator=op):
            return op in MIRRORED or op == "in"
        case Call(function=function):
            return function in TEXT_TESTS
        case Conditional(then=then, otherwise=otherwise):
            return _boolean(then) and _boolean(otherwise)
        case Literal(value=value):
            return isinstance(value, bool)
    return False


def _strict(node: Node) -> bool:
    """Whether the node fails as soon as anything below it does."""
    return not any(isinstance(each, Has | And | Or | Conditional | Macro) for each in walk(node))


def answer(formula: Formula, values: Mapping[str, Any]) -> int:
    """The one answer of a formula where the fields have these values; absent fields are unset."""
    match formula:
        case Constant(answer=fixed):
            return fixed
        case Negation(operand=operand):
            return NOT[answer(operand, values)]
        case Conjunction(terms=terms):
            return reduce(lambda found, term: AND[found << 3 | answer(term, values)], terms, TRUE)
        case Disjunction(terms=terms):
            return reduce(lambda found, term: OR[found << 3 | answer(term, values)], terms, FALSE)
        case Choice(condition=condition, then=then, otherwise=otherwise):
            found = answer(condition, values)
            return found if found == ERROR else answer(then if found == TRUE else otherwise, values)
        case Equivalence(left=left, right=right):
            return SAME[answer(left, values) << 3 | answer(right, values)]
    return formula.answer(values)
