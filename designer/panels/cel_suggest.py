"""What can be typed at a place of a CEL expression: fields, members of enums, functions with their signatures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from designer.panels import messages
from designer.panels.completion import Choice
from engine.cel import EXTENDED
from engine.dsl import Field, FieldType

MACROS: tuple[tuple[str, str, str], ...] = (
    ("exists()", "l.exists(x, condition)", "list or map"),
    ("exists_one()", "l.exists_one(x, condition)", "list or map"),
    ("all()", "l.all(x, condition)", "list or map"),
    ("filter()", "l.filter(x, condition)", "list"),
    ("map()", "l.map(x, value)", "list"),
)
"""What is written like a method and is no function: the library does not list it."""

_KINDS: Mapping[FieldType, str] = {
    FieldType.STRING: "string",
    FieldType.ENUM: "string",
    FieldType.LIST: "list",
    FieldType.MAP: "map",
}

_MEMBER = re.compile(r"context\.(?P<field>[A-Za-z_]\w*)\s*(?:==|!=)\s*(?P<quote>['\"])(?P<typed>[^'\"]*)$")
_IN_LIST = re.compile(r"context\.(?P<field>[A-Za-z_]\w*)\s+in\s*\[[^\]]*(?P<quote>['\"])(?P<typed>[^'\",\[\]]*)$")
_COMPARED = re.compile(r"context\.(?P<field>[A-Za-z_]\w*)\s*(?:==|!=)\s*$")
_PATH = re.compile(r"context\.(?P<path>(?:[A-Za-z_]\w*\.)*)(?P<typed>\w*)$")
_METHOD = re.compile(r"[\w)\]]\.(?P<typed>\w*)$")
_WORD = re.compile(r"(?<![\w.'\"])(?P<typed>[A-Za-z_]\w*)?$")


def suggest(source: str, caret: int, fields: Mapping[str, Field], own: str | None = None) -> tuple[int, list[Choice]]:
    """Where what is being typed at ``caret`` starts, and what may stand there; ``own`` is what ``value`` is."""
    before = source[:caret]
    member = _MEMBER.search(before) or _IN_LIST.search(before)
    if member:
        choices = [Choice(text, messages.member_of(member["field"])) for text in _members(fields, member["field"])]
        return caret - len(member["typed"]), choices
    if _inside_string(before):
        return caret, []
    compared = _COMPARED.search(before)
    if compared:
        return caret, list(_literals(fields, compared["field"]))
    path = _PATH.search(before)
    if path:
        return caret - len(path["typed"]), list(_steps(fields, path["path"]))
    method = _METHOD.search(before)
    if method:
        return caret - len(method["typed"]), _methods()
    word = _WORD.search(before)
    if word is None:
        return caret, []
    roots = [Choice(f"context.{name}", described(field)) for name, field in fields.items()]
    if own is not None:
        roots.insert(0, Choice("value", messages.the_value(own)))
    words = [Choice("has()", messages.HAS, "has(context.f)"), *_functions()]
    return caret - len(word["typed"] or ""), roots + words + [Choice("true"), Choice("false")]


def described(field: Field) -> str:
    """A field's type in few words: ``enum: approved, changes``."""
    if field.type is FieldType.ENUM:
        return f"enum: {', '.join(field.values)}"
    if field.type is FieldType.LIST and field.items is not None:
        return f"list of {field.items.type.value}"
    return str(field.type.value)


def _steps(fields: Mapping[str, Field], path: str) -> Iterator[Choice]:
    """Fields below ``path`` (``address.`` or nothing), and the methods of what stands there."""
    inside: Mapping[str, Field] = fields
    here: Field | None = None
    for name in path.split(".")[:-1]:
        here = inside.get(name)
        if here is None:
            return
        inside = here.fields or {}
    for name, field in inside.items():
        yield Choice(name, described(field))
    if here is not None and here.type in _KINDS:
        yield from _methods(_KINDS[here.type])


def _functions() -> list[Choice]:
    """The language's functions that are called with their operands in brackets."""
    return [
        Choice(f"{each.name}()", each.summary, f"{each.name}({_listed(each.overloads[0].operands)})")
        for each in EXTENDED.functions.values()
        if each.free
    ]


def _methods(kind: str | None = None) -> list[Choice]:
    """The functions that are called on a value, of this kind where one is known."""
    choices = []
    for each in EXTENDED.functions.values():
        fitting = [one for one in each.overloads if kind is None or one.operands[0].kind in (kind, "dyn")]
        if each.member and fitting:
            target, *others = fitting[0].operands
            choices.append(Choice(f"{each.name}()", each.summary, f"{target}.{each.name}({_listed(others)})"))
    if kind in (None, "list", "map"):
        choices += [Choice(name, detail, shown) for name, shown, detail in MACROS]
    return choices


def _listed(operands: Iterable[object]) -> str:
    return ", ".join(map(str, operands))


def _members(fields: Mapping[str, Field], name: str) -> tuple[str, ...]:
    field = fields.get(name)
    return field.values if field is not None and field.type is FieldType.ENUM else ()


def _literals(fields: Mapping[str, Field], name: str) -> Iterator[Choice]:
    field = fields.get(name)
    if field is None:
        return
    if field.type is FieldType.BOOL:
        yield from (Choice("true"), Choice("false"))
    for member in field.values if field.type is FieldType.ENUM else ():
        escaped = member.replace("\\", "\\\\").replace("'", "\\'")
        yield Choice(f"'{escaped}'", messages.member_of(name))


def _inside_string(before: str) -> bool:
    quote = ""
    skip = False
    for char in before:
        if skip:
            skip = False
        elif quote and char == "\\":
            skip = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
    return bool(quote)
