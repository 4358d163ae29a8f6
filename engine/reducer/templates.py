"""Templates: ``{{ context.f }}`` and ``{{ context.f.g }}`` in texts, rendered over the context."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Render = Callable[[Mapping[str, Any]], Any]

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_TEMPLATE = re.compile(rf"\{{\{{\s*context\.({_NAME})(?:\.({_NAME}))?\s*\}}\}}")

MASK = "***"
"""What stands for a sensitive value wherever something is shown."""


def fields_of(value: Any) -> frozenset[str]:
    """The fields that the templates in a JSON value read."""
    return frozenset(found[1] for text in _texts(value) for found in _TEMPLATE.finditer(text))


def template(text: str) -> Render:
    """The text as a function of the context; a text that is one template alone keeps the value's type."""
    found = list(_TEMPLATE.finditer(text))
    if not found:
        return lambda context: text
    if len(found) == 1 and found[0].span() == (0, len(text)):
        field, inner = found[0].groups()
        return lambda context: _value(context, field, inner)
    pieces: list[str | tuple[str, str | None]] = []
    end = 0
    for match in found:
        pieces += (text[end : match.start()], (match[1], match[2]))
        end = match.end()
    pieces.append(text[end:])

    def render(context: Mapping[str, Any]) -> str:
        return "".join(piece if isinstance(piece, str) else as_text(_value(context, *piece)) for piece in pieces)

    return render


def text_template(text: str) -> Callable[[Mapping[str, Any]], str]:
    """Like ``template``, always giving a string."""
    render = template(text)
    return lambda context: as_text(render(context))


def template_of(value: Any) -> Render:
    """A JSON value whose strings, at any depth, are templates."""
    if isinstance(value, str):
        return template(value)
    if isinstance(value, Mapping):
        entries = {key: template_of(item) for key, item in value.items()}
        return lambda context: {key: render(context) for key, render in entries.items()}
    if isinstance(value, (list, tuple)):
        items = [template_of(item) for item in value]
        return lambda context: [render(context) for render in items]
    return lambda context: value


def as_text(value: Any) -> str:
    """A value within a text: strings as they are, others as JSON, nothing for none."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _value(context: Mapping[str, Any], field: str, inner: str | None) -> Any:
    value = context.get(field)
    if inner is None or value is None:
        return value
    return value.get(inner) if isinstance(value, dict) else None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
