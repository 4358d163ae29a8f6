"""Which fields of the context an expression reads, where it names them, and how a field is renamed in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cel.errors import CelError
from engine.cel.lexer import tokens
from engine.cel.parse import parse
from engine.cel.tree import Binary, Has, Ident, Index, Literal, Macro, Node, Select
from engine.text import Edit, Patch, Span

_CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class FieldReference:
    """A place that names a field: ``context.f``, ``has(context.f)``, ``context['f']`` or ``'f' in context``.

    ``span`` is that of the name or of the string literal, ``node`` the whole.
    """

    field: str
    span: Span
    node: Node


def field_references(tree: Node) -> Iterator[FieldReference]:
    """The places that name a field of ``context``, in the order of the source."""
    return (found for found in _references(tree) if isinstance(found, FieldReference))


def fields_read(tree: Node) -> frozenset[str]:
    """The names of the fields an expression reads. ``reads_whole_context`` tells whether there may be others."""
    return frozenset(reference.field for reference in field_references(tree))


def reads_whole_context(tree: Node) -> bool:
    """Whether the context is read otherwise than field by field, as in ``size(context)`` or ``context[name]``."""
    return any(found is None for found in _references(tree))


def _references(tree: Node) -> Iterator[FieldReference | None]:
    """References, and ``None`` for each use of the context as a whole."""
    pending: list[tuple[Node, bool]] = [(tree, False)]  # a macro's variable may be called "context", too
    while pending:
        node, hidden = pending.pop()
        named = None if hidden else _named(node)
        if named is not None:
            yield named
        elif isinstance(node, Macro):
            inner = hidden or node.variable == _CONTEXT
            parts = [part for part in (node.predicate, node.transform) if part is not None]
            pending.extend((part, inner) for part in reversed(parts))
            pending.append((node.range, hidden))
        elif _is_context(node) and (not hidden or getattr(node, "absolute", False)):
            yield None
        else:
            pending.extend((child, hidden) for child in reversed(node.children))


def _is_context(node: Node) -> bool:
    return isinstance(node, Ident) and node.name == _CONTEXT


def _named(node: Node) -> FieldReference | None:
    match node:
        case Select(operand=operand, field=field, field_span=span) if _is_context(operand):
            return FieldReference(field, span, node)
        case Has(operand=operand, field=field, field_span=span) if _is_context(operand):
            return FieldReference(field, span, node)
        case Index(operand=operand, index=Literal(value=str(field)) as literal) if _is_context(operand):
            return FieldReference(field, literal.span, node)
        case Binary(operator="in", left=Literal(value=str(field)) as literal, right=right) if _is_context(right):
            return FieldReference(field, literal.span, node)
    return None


def rename_field(source: str, old: str, new: str) -> str:
    """The expression with a field of the context renamed and everything else, spaces and comments too, kept."""
    return Patch(rename_edits(source, old, new)).apply(source)


def rename_edits(source: str, old: str, new: str) -> tuple[Edit, ...]:
    """The edits of ``rename_field``; an expression that cannot be parsed is renamed where it says ``context.old``."""
    try:
        tree = parse(source)
    except CelError:
        return _edits_of_tokens(source, old, new)
    return tuple(
        Edit(reference.span.start, reference.span.end, _in_the_style_of(reference.span.text(source), new))
        for reference in field_references(tree)
        if reference.field == old
    )


def _in_the_style_of(written: str, name: str) -> str:
    """The name as it was written: plain, between backticks, or as a string with the same quotes."""
    quote = written[-1]
    return f"{quote}{name}{quote}" if quote in "'\"`" else name


def _edits_of_tokens(source: str, old: str, new: str) -> tuple[Edit, ...]:
    spans = [token.span for token in tokens(source) if token.kind != "comment"]
    texts = [span.text(source) for span in spans]
    return tuple(
        Edit(spans[i].start, spans[i].end, new)
        for i in range(2, len(spans))
        if texts[i] == old and texts[i - 1] == "." and texts[i - 2] == _CONTEXT and (i < 3 or texts[i - 3] != ".")
    )
