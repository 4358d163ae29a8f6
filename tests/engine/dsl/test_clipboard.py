"""States as text that travels."""

from __future__ import annotations

import pytest

from engine.dsl import edit, read
from engine.errors import RefusedEdit
from tests.cases import CASES

REVIEW = (CASES / "features" / "delegated_review.yaml").read_text()
MACHINE = """\
fsm:
  name: m
  initialState: a
  states:
    # about a
    a: &whole
      transitions:
        - { toState: a }   # again
        - { toState: a-copy, guards: [ "true" ] }
        - { toState: b }
      timers:
        - { name: t, after: P1D, assign: { x: 1 }, toState: b }
        - { name: u, after: P1D, toState: b }
    a-copy: { transitions: [ { toState: a } ] }
    b: { terminal: true }
    c: *whole
"""


def test_copied_states_are_their_own_lines_at_the_left_edge():
    assert edit.copy_states(read(MACHINE), ["a", "b"]) == (
        "# about a\na:\n  transitions:\n    - { toState: a }   # again\n"
        '    - { toState: a-copy, guards: [ "true" ] }\n    - { toState: b }\n'
        "  timers:\n    - { name: t, after: P1D, assign: { x: 1 }, toState: b }\n"
        "    - { name: u, after: P1D, toState: b }\nb: { terminal: true }\n"
    )


def test_an_alias_is_written_out_in_what_is_copied():
    text = edit.copy_states(read(MACHINE), ["c"])
    assert "*" not in text
    assert read("fsm:\n  states:\n" + "".join(f"    {line}\n" for line in text.splitlines())).data["states"] == {
        "c": read(MACHINE).data["states"]["c"]
    }


def test_pasted_states_get_fresh_names_together_and_keep_what_is_between_them():
    parsed = read(MACHINE)
    pasted = edit.paste_states(parsed, edit.copy_states(parsed, ["a", "a-copy"]))
    assert pasted.names == {"a": "a-copy-2", "a-copy": "a-copy-copy-2"}
    assert pasted.dropped == (("a-copy-2", "b"), ("a-copy-2", "b"), ("a-copy-2", "b"))
    after = pasted.patch.apply(MACHINE)
    assert after.endswith(
        "    c: *whole\n    # about a\n    a-copy-2:\n      transitions:\n        - { toState: a-copy-2 }   # again\n"
        '        - { toState: a-copy-copy-2, guards: [ "true" ] }\n'
        "      timers:\n        - { name: t, after: P1D, assign: { x: 1 } }\n"
        "    a-copy-copy-2: { transitions: [ { toState: a-copy-2 } ] }\n"
    )
    assert list(read(after).data["states"])[:4] == ["a", "a-copy", "b", "c"]


def test_names_that_are_free_stay():
    text = "fsm:\n  name: other\n  initialState: x\n  states: {}\n"
    pasted = edit.paste_states(read(text), edit.copy_states(read(REVIEW), ["draft", "review"]))
    assert pasted.names == {"draft": "draft", "review": "review"}
    assert pasted.dropped == (("review", "done"), ("review", "rejected"))
    states = read(pasted.patch.apply(text)).data["states"]
    assert [item["toState"] for item in states["review"]["transitions"]] == ["draft"]


@pytest.mark.parametrize("frame", ["{}", "states:\n{}", "fsm:\n  states:\n{}", "fsm:\n  name: x\n  states:\n{}"])
def test_states_are_found_in_what_stands_around_them(frame):
    depth = 2 * frame.count(":\n") - (2 if "name" in frame else 0)
    depth = {0: 0, 1: 2}.get(frame.count("\n"), 4)
    lines = "new: { terminal: true }\nother: { transitions: [ { toState: new } ] }\n"
    text = frame.format("".join(" " * depth + line + "\n" for line in lines.splitlines()))
    pasted = edit.paste_states(read(REVIEW), text)
    assert pasted.names == {"new": "new", "other": "other"}
    assert pasted.dropped == ()


@pytest.mark.parametrize("text", ["", "hello", "- a", "a: 1", "a: [", "a: { image: nginx }", "states: {}", "fsm: {}"])
def test_a_text_without_states_is_refused(text):
    with pytest.raises(RefusedEdit) as refusal:
        edit.paste_states(read(REVIEW), text)
    assert str(refusal.value).startswith("The text to paste holds no states")


def test_pasted_lines_take_the_line_ending_of_the_machine():
    text = REVIEW.replace("\n", "\r\n")
    after = edit.paste_states(read(text), edit.copy_states(read(REVIEW), ["review"])).patch.apply(text)
    assert "\n" not in after.replace("\r\n", "")


def test_a_copy_of_everything_reads_as_everything():
    for file in sorted(CASES.glob("[mf]*/*.yaml")):
        parsed = read(file.read_bytes().decode().removeprefix("\ufeff"))
        names = list(parsed.data["states"])[:60]
        text = edit.copy_states(parsed, names)
        empty = read("fsm:\n  name: e\n  initialState: e\n  states:\n    zzz: {}\n")
        pasted = edit.paste_states(empty, text)
        after = read(pasted.patch.apply(empty.text)).data["states"]
        assert list(after) == ["zzz", *names]
