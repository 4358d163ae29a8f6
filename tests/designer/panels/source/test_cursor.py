"""Where the cursor stands, told by indentation and brackets."""

from __future__ import annotations

import pytest

from designer.panels.source.cursor import place

TEXT = """\
fsm:
  name: x
  context:
    verdict: { type: enum, values: [a, b] }
  states:
    review:
      requires:
        - { name: verdict, from: { agent: rev } }
      transitions:
      - toState: draft
        guards:
          - expression: context.ver
      - toState:\x20
      -\x20
    done:
      ter
    "it's: odd":
      description: >-
"""


@pytest.mark.parametrize(
    ("before", "path", "key", "word"),
    [
        ("  name: x", ("fsm",), "name", "x"),
        ("    verdict: { type: en", ("fsm", "context", "verdict"), "type", "en"),
        ("    verdict: { type: enum, values: [a, b", ("fsm", "context", "verdict", "values", 1), None, "b"),
        (
            "        - { name: verdict, from: { agent: re",
            ("fsm", "states", "review", "requires", 0, "from"),
            "agent",
            "re",
        ),
        ("      - toState: draft", ("fsm", "states", "review", "transitions", 0), "toState", "draft"),
        (
            "          - expression: context.ver",
            ("fsm", "states", "review", "transitions", 0, "guards", 0),
            "expression",
            "context.ver",
        ),
        ("      - toState: ", ("fsm", "states", "review", "transitions", 1), "toState", ""),
        ("      - ", ("fsm", "states", "review", "transitions", 2), None, ""),
        ("      ter", ("fsm", "states", "done"), None, "ter"),
        ("      description: >-", ("fsm", "states", "it's: odd"), "description", "-"),
    ],
)
def test_a_cursor_stands_in_its_construct(before: str, path: tuple[str | int, ...], key: str | None, word: str) -> None:
    lines = TEXT.split("\n")
    exact = [number for number, text in enumerate(lines) if text == before]
    line = [*exact, *(number for number, text in enumerate(lines) if text.startswith(before))][0]
    found = place(lines, line, len(before))
    assert (found.path, found.key) == (path, key)
    assert found.word == word
