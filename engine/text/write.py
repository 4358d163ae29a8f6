"""How a value is written as YAML, so that every reader takes it for what it is."""

from __future__ import annotations

import re

from engine.text.scalars import is_taken_otherwise

_PLAIN_FIRST = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=<~]|-(?=[^\s,\[\]{}])")
_NEVER_PLAIN = re.compile(r": |:$| #|[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]")
_FLOW = re.compile(r"[,?\[\]{}]|:(?=[,\[\]{}])")
_ESCAPED = re.compile(
    '["\\\\\x00-\x1f\x7f-\x9f\xa0\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]'
)
_SINGLE_NEVER = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_SHORT = {"\0": "0", "\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e"}
_SHORT |= {'"': '"', "\\": "\\", "\x85": "N", "\xa0": "_", "\u2028": "L", "\u2029": "P"}


def write_scalar(text: str, *, style: str = "", flow: bool = False, key: bool = False) -> str:
    """A string as one line: plain, ``'`` or ``"`` as asked, or the nearest to it that keeps the text what it is."""
    if style == "" and is_plain(text, flow=flow or key):
        return text
    if style == "'" and not _SINGLE_NEVER.search(text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def is_plain(text: str, *, flow: bool = False) -> bool:
    """Whether a string may stand unquoted on one line and be read as itself by YAML 1.1 and 1.2 alike."""
    if not text or text != text.strip() or not _PLAIN_FIRST.match(text) or _NEVER_PLAIN.search(text):
        return False
    if flow and _FLOW.search(text):
        return False
    return not text.startswith(("---", "...")) and not is_taken_otherwise(text)


def _escape(found: re.Match[str]) -> str:
    char = found.group()
    if char in _SHORT:
        return "\\" + _SHORT[char]
    code = ord(char)
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"
