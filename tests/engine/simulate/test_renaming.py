"""Scenarios say new names wherever they said the old ones, and are otherwise the same text."""

from __future__ import annotations

import difflib

import pytest

from engine.dsl import Renaming
from engine.errors import RefusedEdit
from engine.simulate import read_scenario, renamed

TEXT = """\
# what the reviewer does
scenario:
  machine: review          # by name
  name: draft is not renamed here
  as: { agent: envoy }
  given: { draft: "draft" }
  steps:
    - contribute: { draft: first text, other: draft }   # a field and a value
      as: { agent: envoy }
      expect:
        state: draft
        pending: [draft, { field: draft, state: draft, from: { agent: envoy } }]
        fired: ['draft', { from: draft, to: review }]
    - contribute:
        "draft": |
          draft
      as: { user: envoy }
      command: book
    - operate: { kind: supply, by: brad, why: draft, command: book, values: { draft: 1 } }
    - fail: { command: book, error: timeout }
  expect: { state: draft, unset: [draft], context: { draft: draft }, effects: [book, { command: book }] }
"""


def lines(renaming: Renaming, text: str = TEXT) -> list[str]:
    """The lines a renaming leads to, in place of those that went."""
    after = renamed(text, renaming).apply(text)
    diff = difflib.ndiff(text.splitlines(), after.splitlines())
    return [line[2:].strip() for line in diff if line.startswith("+ ")]


def test_a_state_is_followed_and_the_field_of_its_name_is_not() -> None:
    assert lines(Renaming("state", "draft", "in writing")) == [
        "state: in writing",
        "pending: [draft, { field: draft, state: in writing, from: { agent: envoy } }]",
        "fired: ['in writing', { from: in writing, to: review }]",
        "expect: { state: in writing, unset: [draft], context: { draft: draft }, effects: [book, { command: book }] }",
    ]


def test_a_field_is_followed_where_it_is_written_awaited_and_expected() -> None:
    assert lines(Renaming("field", "draft", "text")) == [
        'given: { text: "draft" }',
        "- contribute: { text: first text, other: draft }   # a field and a value",
        "pending: [text, { field: text, state: draft, from: { agent: envoy } }]",
        '"text": |',
        "- operate: { kind: supply, by: brad, why: draft, command: book, values: { text: 1 } }",
        "expect: { state: draft, unset: [text], context: { text: draft }, effects: [book, { command: book }] }",
    ]


def test_an_agent_is_not_a_user() -> None:
    assert lines(Renaming("user", "envoy", "eva")) == ["as: { user: eva }"]
    assert len(lines(Renaming("agent", "envoy", "eva"))) == 3


def test_commands_and_the_machine_are_followed() -> None:
    assert lines(Renaming("machine", "review", "approval")) == ["machine: approval          # by name"]
    assert len(lines(Renaming("command", "book", "order"))) == 4


@pytest.mark.parametrize("name", ["on", "1.0", "a, b", 'it\'s "x"\\y', "a: b", "~", "日本", "[x]", "two\nlines"])
def test_any_name_comes_and_goes_and_leaves_the_same_scenario(name: str) -> None:
    there = renamed(TEXT, Renaming("state", "draft", name)).apply(TEXT)
    assert there != TEXT
    back = renamed(there, Renaming("state", "draft", name).back()).apply(there)
    assert read_scenario(back.encode()).scenario == read_scenario(TEXT.encode()).scenario
    assert read_scenario(there.encode()).scenario.expect.state == name


def test_what_does_not_say_the_name_stays() -> None:
    assert not renamed(TEXT, Renaming("state", "elsewhere", "there"))


@pytest.mark.parametrize("text", ["", "fsm: {}", "scenario: [", "scenario:\n  machine: m\n"])
def test_what_is_no_scenario_is_refused(text: str) -> None:
    with pytest.raises(RefusedEdit):
        renamed(text, Renaming("state", "draft", "text"))


def test_two_values_never_become_one() -> None:
    with pytest.raises(RefusedEdit, match="by hand"):
        renamed(TEXT, Renaming("field", "draft", "other"))
