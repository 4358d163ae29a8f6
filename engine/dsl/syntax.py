"""Why a text is no YAML, in the user's words."""

from __future__ import annotations

from engine.dsl import messages as say
from engine.dsl.parsed import Parsed
from engine.text import Unreadable


def unreadable_message(parsed: Parsed, reason: Unreadable) -> str:
    """The sentence for what ``compose`` met."""
    if reason.code == "syntax":
        return _syntax(parsed, reason)
    text = parsed.text[reason.start : reason.end]
    return say.UNREADABLE[reason.code].format(
        char=f"U+{ord(text[0]):04X}" if text else "", alias=text, name=text.removeprefix("*")
    )


def _syntax(parsed: Parsed, reason: Unreadable) -> str:
    text = parsed.text
    found = text[reason.start : reason.end]
    if found == "\t":
        return say.SYNTAX["tab"]
    words = {
        "found": _named(found),
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
