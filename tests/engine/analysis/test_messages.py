"""Every text of the checks, word for word, and what all of them have in common.

``python -m tests.engine.analysis.test_messages`` writes ``messages.txt`` anew; read what changed before keeping it.
"""

from __future__ import annotations

import inspect
import itertools
import re
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.analysis import messages

GOLDEN = Path(__file__).with_name("messages.txt")
WORDS = ("quoted", "listed", "code", "codes", "source_words")
"""Functions that give parts of texts."""

PARTS = (
    "can_fire",
    "can_pass_together",
    "can_be_satisfied",
    "some_always_passes",
    "can_be_otherwise",
    "never_entered",
    "never_eligible",
    "not_run",
)
"""What an undecided check was about: the end of another text."""

NAMES = {
    "state": "review", "agent": "envoy", "field": "verdict", "target": "done", "initial": "draft", "role": "boss",
    "command": "Pay", "approval": "ok", "member": "changes", "key": "exit", "kind": "spawn", "part": "context.n > 1",
    "text": "{{ n }}", "path": "map.part", "found": "int", "expected": "string", "value": "1.5",
    "reason": "a whole number is due", "answer": "true", "context": "n = 2", "source": "the system", "by": "assign",
}  # fmt: skip
"""What stands for a parameter of each name; for others a name like any."""

LISTS = {
    "checks": ["G506", "R201"],
    "conditions": ["context.n > 1", "context.n < 0"],
    "parts": ["context.a < context.b"],
    "actors": ["the user 'ana'", "the user 'bo'"],
    "sources": ["the system", "the user 'ana'"],
}
PAIRS = ("one_of_several", "recursive_spawn", "mergeable")
"""Functions that speak of two things at least."""

OTHERS: dict[Any, list[Any]] = {int: [1, 3], bool: [False, True], str | None: [None, "final"]}
KINDS = [("driver", None), ("system", None), ("role", "boss"), ("fsm", "child"), ("agent", "envoy"), ("tool", "bank")]


def functions() -> Iterator[tuple[str, Callable[..., str]]]:
    for name, function in inspect.getmembers(messages, inspect.isfunction):
        if function.__module__ == messages.__name__ and not name.startswith("_"):
            yield name, function


def texts() -> Iterator[tuple[str, str]]:
    """Each function with samples of its arguments, and what it says of them."""
    for name, function in functions():
        hints = typing.get_type_hints(function)
        parameters = inspect.signature(function).parameters.values()
        choices = [samples(name, each.name, hints[each.name]) for each in parameters if each.kind != each.KEYWORD_ONLY]
        for arguments in KINDS if name == "source_words" else itertools.product(*choices):
            yield f"{name}({', '.join(map(repr, arguments))})", function(*arguments)


def samples(function: str, parameter: str, hint: Any) -> list[Any]:
    if hint in (str, object):
        return [NAMES.get(parameter, "name")]
    if hint in OTHERS:
        return OTHERS[hint][function in PAIRS :]
    both = LISTS.get(parameter, ["first", "second"])
    return [both] if function in PAIRS else [both[:1], both]


def golden() -> str:
    return "".join(f"{call}\n    {text}\n" for call, text in texts())


def test_texts_are_the_golden_ones() -> None:
    assert golden() == GOLDEN.read_text(encoding="utf-8")


def test_texts_are_one_sentence_in_the_users_words() -> None:
    wrong = []
    for call, text in texts():
        name = call.partition("(")[0]
        if name in (*WORDS, *PARTS):
            continue
        is_title = not text.endswith((".", "?"))
        if not re.match(r"[A-Z0-9'`{]|the ", text) or "  " in text or re.search(r"[.?!] [A-Z]", text):
            wrong.append(call)
        if not is_title and re.search(r"\b(None|True|False|Workflow|Parsed|pydantic|regex|AST)\b", text):
            wrong.append(call)
    assert wrong == []


def test_names_are_quoted_shortened_and_made_visible() -> None:
    assert messages.quoted("it's") == "'it's'"
    assert messages.quoted("a\nb\u202e") == "'a\\u{a}b\\u{202e}'"
    assert len(messages.quoted("x" * 300)) == 62
    assert messages.listed(["a"]) == "'a'"
    assert messages.listed(["a", "b", "c"]) == "'a', 'b' and 'c'"
    assert messages.listed(map(str, range(9)), last="or") == "'0', '1', '2', '3', '4', '5' or 3 more"


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
