"""Why a text is no YAML, in the user's words."""

from __future__ import annotations

import re

from engine.dsl import messages as say
from engine.dsl.parsed import Parsed
from engine.text import Span, Unreadable

_TOKEN = re.compile(r"\S*")


def unreadable(parsed: Parsed, reason: Unreadable) -> tuple[str, Span]:
    """The sentence for what ``compose`` met, and its place."""
    place = Span(reason.start, reason.end)
    if reason.code == "syntax":
        if reason.opened is not None and reason.problem.startswith(say.AT_THE_OPENING):
            place = Span(reason.opened, min(reason.opened + 1, len(parsed.text)))
        return _syntax(parsed, reason, place), place
    text = place.text(parsed.text)
    words = {"char": f"U+{ord(text[0]):04X}" if text else "", "alias": text, "name": text.removeprefix("*")}
    return say.UNREADABLE[reason.code].format(**words), place


def _syntax(parsed: Parsed, reason: Unreadable, place: Span) -> str:
    text = parsed.text
    found = text[reason.start : reason.end]
    if found == "\t":
        return say.SYNTAX["tab"]
    if "<document start>" in reason.problem and text[: reason.start].rstrip().endswith("\n..."):
        return say.UNREADABLE["second-document"]
    token = _TOKEN.match(text, place.start)
    words = {
        "found": _named(found),
        "token": token.group() if token else "",
        "next": text[reason.start + 1 : reason.start + 2],
        "opened": parsed.lines.line_column(reason.start if reason.opened is None else reason.opened)[0],
    }
    for problem, sentence in say.SYNTAX.items():
        if reason.problem.startswith(problem):
            return sentence.format(**words)
    return say.SYNTAX_ELSE.format(problem=reason.problem, **words)


def _named(char: str) -> str:
    if char in ("", "\n", "\r"):
        return "the end of the line" if char else "the end of the file"
    return f"'{char}'"
