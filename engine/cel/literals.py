"""The exact values of literals: numbers within their 64 bits, strings and bytes with their escapes decoded."""

from __future__ import annotations

import re

from engine.cel import messages
from engine.cel.errors import CelError
from engine.cel.values import INT_MAX, INT_MIN, UINT_MAX, Uint
from engine.text import Span

_ESCAPE = re.compile(
    r"\\(?:(?P<simple>[abfnrtv\\\"'`?])|(?P<octal>[0-3][0-7]{2})|[xX](?P<hex>[0-9a-fA-F]{2})"
    r"|u(?P<short>[0-9a-fA-F]{4})|U(?P<long>[0-9a-fA-F]{8})|(?P<bad>[\s\S]?))"
)
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def integer(text: str, span: Span) -> int:
    """The value of a signed integer literal, decimal or hexadecimal."""
    value = _number(text)
    if not INT_MIN <= value <= INT_MAX:
        raise CelError(messages.literal_range(text, "int"), span, "T301")
    return value


def unsigned(text: str, span: Span) -> Uint:
    value = _number(text[:-1])
    if value > UINT_MAX:
        raise CelError(messages.literal_range(text, "uint"), span, "T301")
    return Uint(value)


def _number(text: str) -> int:
    digits = text.lstrip("-")
    if len(digits) > 40 and digits.lstrip("0")[40:]:
        return UINT_MAX * 2  # out of every range; Python refuses to convert thousands of digits
    return int(text, 16) if digits.startswith("0x") else int(text)


def string(text: str, span: Span) -> str:
    """The value of a string literal with its prefix and quotes."""
    raw, body, offset = _unquote(text)
    return body if raw else _decode(body, span.start + offset, as_bytes=False)


def binary(text: str, span: Span) -> bytes:
    """The value of a bytes literal: its characters as UTF-8, its escapes as octets."""
    raw, body, offset = _unquote(text[1:])
    if raw or "\\" not in body:
        return body.encode()
    # Octets above 127 travel as lone surrogates, which no other part of the body can contain.
    return _decode(body, span.start + 1 + offset, as_bytes=True).encode("utf-8", "surrogateescape")


def _unquote(text: str) -> tuple[bool, str, int]:
    raw = text[0] in "rR"
    start = 1 if raw else 0
    width = 3 if text[start : start + 3] in ('"""', "'''") and len(text) >= start + 6 else 1
    return raw, text[start + width : -width], start + width


def _decode(body: str, start: int, as_bytes: bool) -> str:
    if "\\" not in body:
        return body

    def value(match: re.Match[str]) -> str:
        if simple := match["simple"]:
            return _SIMPLE.get(simple, simple)
        place = Span(start + match.start(), start + match.end())
        if octet := match["octal"] or match["hex"]:
            code = int(octet, 8 if match["octal"] else 16)
            return chr(code) if code < 128 or not as_bytes else chr(0xDC00 + code)
        if (point := match["short"] or match["long"]) and not as_bytes:
            code = int(point, 16)
            if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
                raise CelError(messages.no_character(match.group()), place, "T301")
            return chr(code)
        raise CelError(messages.bad_escape(match.group()), place, "T301")

    return _ESCAPE.sub(value, body)
