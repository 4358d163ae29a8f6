"""Editing verbs in the layouts people write: what changes, and that nothing else does."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path as File

import pytest

from engine.dsl import Parsed, edit, read
from engine.errors import RefusedEdit
from engine.text import Patch
from tests.cases import CASES

REVIEW = (CASES / "features" / "delegated_review.yaml").read_text()
PATHOLOGICAL = (CASES / "machines" / "pathological.yaml").read_text()


def changed(text: str, verb: Callable[[Parsed], Patch]) -> list[str]:
    """The lines that went and came, after the result was checked to be what undo undoes."""
    patch = verb(read(text))
    after = patch.apply(text)
    assert patch.inverse(text).apply(after) == text
    lines = difflib.unified_diff(text.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def machine(states: str) -> str:
    return "fsm:\n  name: m\n  initialState: a\n  states:\n" + "".join(
        f"    {line}\n" if line else "\n" for line in states.splitlines()
    )


def states_after(states: str, verb: Callable[[Parsed], Patch]) -> str:
    text = machine(states)
    after = verb(read(text)).apply(text)
    head = machine("").removesuffix("\n")
    assert after.startswith(head)
    return "".join(
        line[4:] if line.strip() else line for line in after[len(head) + 1 :].splitlines(keepends=True)
    ).rstrip("\n")


def test_one_guard_is_one_line():
    path = ("states", "review", "transitions", 1, "guards", 0, "expression")
    assert changed(REVIEW, lambda p: edit.set_value(p, path, "context.verdict == 'change'")) == [
        """-          guards: [{ backend: cel, expression: "context.verdict == 'changes'" }]""",
        """+          guards: [{ backend: cel, expression: "context.verdict == 'change'" }]""",
    ]


def test_renaming_a_state_follows_every_reference_and_no_field_of_the_same_name():
    assert changed(REVIEW, lambda p: edit.rename_state(p, "draft", "yes")) == [
        "-  initialState: draft",
        '+  initialState: "yes"',
        "-    envoy:    { canTransition: [draft], guidance: full }",
        '+    envoy:    { canTransition: ["yes"], guidance: full }',
        "-    draft:",
        '+    "yes":',
        "-        - toState: draft",
        '+        - toState: "yes"',
    ]


def test_renaming_a_state_follows_timers_and_the_newest_migration():
    text = """\
fsm:
  name: m
  version: 3
  initialState: a
  states:
    a: { timers: [ { name: t, after: P1D, toState: b } ] }
    b: { terminal: true }
    b (1): { terminal: true }
  migrations:
    - { from: 2, states: { b: a, z: b } }
    - { from: 1, states: { b: b } }
"""
    assert changed(text, lambda p: edit.rename_state(p, "b", "c")) == [
        "-    a: { timers: [ { name: t, after: P1D, toState: b } ] }",
        "-    b: { terminal: true }",
        "+    a: { timers: [ { name: t, after: P1D, toState: c } ] }",
        "+    c: { terminal: true }",
        "-    - { from: 2, states: { b: a, z: b } }",
        "+    - { from: 2, states: { b: a, z: c } }",
    ]


def test_a_removed_state_takes_its_edges_along():
    assert changed(REVIEW, lambda p: edit.remove_states(p, ["done"])) == [
        """-        - { toState: done, guards: [{ backend: cel, expression: "context.verdict == 'approved'" }] }""",
        "-    done:     { terminal: true }",
    ]


def test_timers_into_a_removed_state_lose_their_edge():
    states = "a:\n  timers:\n    - { name: t, after: P1D, toState: b }\n"
    states += "    - { name: u, after: P1D, assign: { x: 1 }, toState: b }\nb: {}"
    assert states_after(states, lambda p: edit.remove_states(p, ["b"])) == (
        "a:\n  timers:\n    - { name: u, after: P1D, assign: { x: 1 } }"
    )


def test_the_last_state_can_go_and_another_come():
    assert states_after("a: { terminal: true }", lambda p: edit.remove_states(p, ["a"])) == ""
    text = "fsm:\n  name: m\n  initialState: a\n  states: {}\n"
    assert edit.add_state(read(text), "b").apply(text).endswith("  states: { b: {} }\n")


COMMENTED = """\
# about a
a:   # at a
  # first
  requires: []
  # lost

# about b
b:
  # inside b
  terminal: true   # end of b
  # deeper, so a's or b's own affair
# about c
c: {}"""


def test_a_comment_goes_with_what_it_belongs_to():
    assert states_after(COMMENTED, lambda p: edit.remove_states(p, ["b"])) == (
        "# about a\na:   # at a\n  # first\n  requires: []\n  # lost\n\n"
        "  # deeper, so a's or b's own affair\n# about c\nc: {}"
    )


def test_a_comment_moves_with_what_it_belongs_to():
    assert states_after(COMMENTED, lambda p: edit.move_key(p, ("states", "c"), "a")) == (
        "# about c\nc: {}\n  # lost\n\n# about a\na:   # at a\n  # first\n  requires: []\n"
        "  # deeper, so a's or b's own affair\n# about b\nb:\n  # inside b\n  terminal: true   # end of b"
    )


TRANSITIONS = """\
a:
  transitions:
    # to b
    - { toState: b } # b
    - toState: c
      # why
      guards: [ "context.x" ]
    - { toState: d }"""


def test_transitions_change_places():
    assert states_after(TRANSITIONS, lambda p: edit.move_transition(p, "a", 0, 2)) == (
        'a:\n  transitions:\n    - toState: c\n      # why\n      guards: [ "context.x" ]\n    - { toState: d }\n'
        "    # to b\n    - { toState: b } # b"
    )


def test_a_transition_goes_with_its_comments():
    assert states_after(TRANSITIONS, lambda p: edit.remove_transition(p, "a", 0)) == (
        'a:\n  transitions:\n    - toState: c\n      # why\n      guards: [ "context.x" ]\n    - { toState: d }'
    )


def test_a_transition_comes_in_the_style_of_its_neighbours():
    assert states_after(TRANSITIONS, lambda p: edit.add_transition(p, "a", "on", ["has(context.x)"], index=1)) == (
        "a:\n  transitions:\n    # to b\n    - { toState: b } # b\n"
        '    - { toState: "on", guards: [ "has(context.x)" ] }\n'
        '    - toState: c\n      # why\n      guards: [ "context.x" ]\n    - { toState: d }'
    )


def test_the_first_key_behind_a_dash_can_go_and_come():
    states = "a:\n  requires:\n    - name: x\n      from: agent"
    assert states_after(states, lambda p: edit.remove(p, ("states", "a", "requires", 0, "name"))) == (
        "a:\n  requires:\n    - from: agent"
    )
    without = "a:\n  requires:\n    - from: agent"
    assert states_after(without, lambda p: edit.set_value(p, ("states", "a", "requires", 0, "name"), "x")) == states


def test_a_comment_above_does_not_come_behind_a_dash():
    states = "a:\n  requires:\n    - name: x\n      # who\n      from: agent"
    assert states_after(states, lambda p: edit.move_key(p, ("states", "a", "requires", 0, "from"), "name")) == (
        "a:\n  requires:\n    -\n      # who\n      from: agent\n      name: x"
    )


@pytest.mark.parametrize(
    "before, after",
    [
        (" [{ toState: b }]", " [{ toState: b }, { toState: c }]"),
        (" [ { toState: b } ]", " [ { toState: b }, { toState: c } ]"),
        (" []", "\n    - { toState: c }"),
        (" [ { toState: b }, ]", " [ { toState: b }, { toState: c }, ]"),
        (" [\n    { toState: b }, # one\n  ]", " [\n    { toState: b }, # one\n    { toState: c },\n  ]"),
        (" [\n    { toState: b } # one\n  ]", " [\n    { toState: b }, # one\n    { toState: c }\n  ]"),
        ("\n  - toState: b\n", "\n  - toState: b\n  - toState: c\n"),
        ("\n    - toState: b\n", "\n    - toState: b\n    - toState: c\n"),
    ],
)
def test_an_item_comes_last_in_every_layout(before, after):
    found = states_after(f"a:\n  transitions:{before}", lambda p: edit.add_transition(p, "a", "c"))
    assert found == f"a:\n  transitions:{after}".rstrip("\n")


def test_the_last_item_takes_an_optional_key_along():
    states = "a:\n  requires: # who\n    - { name: x }\n  terminal: true"
    assert states_after(states, lambda p: edit.remove_requirement(p, "a", 0)) == "a:\n  terminal: true"


def test_a_key_comes_where_the_language_lists_it():
    states = "a:\n  description: d\n  transitions: []\n  x-mine: 1"
    after = states_after(
        states, lambda p: edit.add_requirement(p, "a", "x", {"role": "boss"}, False, prompt="Say: yes")
    )
    assert after == (
        "a:\n  description: d\n"
        "  requires:\n    - name: x\n      from: { role: boss }\n"
        '      required: false\n      prompt: "Say: yes"\n'
        "  transitions: []\n  x-mine: 1"
    )


@pytest.mark.parametrize(
    "written, value, after",
    [
        ("plain text", "other text", "other text"),
        ("plain text # c", "on", '"on" # c'),
        ("'it''s' # c", "it's not", "'it''s not' # c"),
        ("'a'", 'b\t"', '"b\\t\\""'),
        ('"a\\u00e9b\\tc"', "aéb\td", '"a\\u00e9b\\td"'),
        ('"a \\\n      b c"', "a b d", '"a \\\n      b d"'),
        ("|  # why\n    one\n    two", "one\n2\n", "|  # why\n    one\n    2\n"),
        ("|\n    one", "one: two\n", "|\n    one: two"),
        ("|-\n    one", "one\n\n  two", "|-\n    one\n\n      two"),
        (">-\n    one\n    two three", "one two 3", ">-\n    one\n    two 3"),
        (">-\n    one\n    two three", "ein two three", ">-\n    ein\n    two three"),
        ("plain\n    goes on", "plain goes off", "plain\n    goes off"),
        ("|\n    one\n    two", " leads", '" leads"'),
        ("text", "two\nlines\n", "|\n    two\n    lines"),
        ("12", "13", '"13"'),
    ],
)
def test_a_text_keeps_its_style(written, value, after):
    states = f"a:\n  description: {written}\n  terminal: true"
    found = states_after(states, lambda p: edit.set_value(p, ("states", "a", "description"), value))
    assert found == f"a:\n  description: {after.rstrip()}\n  terminal: true"


def test_a_value_of_another_kind_takes_the_place_and_the_comments_stay():
    states = "a: # at a\n  requires: # who\n    - name: x # inner\n      from: agent # him\n  terminal: true"
    path = ("states", "a", "requires", 0, "from")
    assert states_after(states, lambda p: edit.set_value(p, path, {"user": "brad"})) == (
        "a: # at a\n  requires: # who\n    - name: x # inner\n      from: { user: brad } # him\n  terminal: true"
    )
    assert states_after(states, lambda p: edit.set_value(p, ("states", "a", "requires"), [])) == (
        "a: # at a\n  requires: [] # who\n  terminal: true"
    )


def test_of_a_list_only_what_differs_is_written():
    path = ("states", "review", "transitions")
    new = [dict(item) for item in read(REVIEW).data["states"]["review"]["transitions"]]
    new[1]["toState"] = "done"
    del new[0]["guards"]
    assert changed(REVIEW, lambda p: edit.set_value(p, path, new)) == [
        """-        - { toState: done, guards: [{ backend: cel, expression: "context.verdict == 'approved'" }] }""",
        "-        - toState: draft",
        "+        - { toState: done }",
        "+        - toState: done",
    ]


def test_guards_keep_their_form_and_place():
    assert changed(REVIEW, lambda p: edit.set_guards(p, "review", 0, ["a", "context.verdict == 'approved'"]))[1] == (
        """+        - { toState: done, guards: [{ backend: cel, expression: "a" }, """
        """{ backend: cel, expression: "context.verdict == 'approved'" }] }"""
    )
    assert changed(REVIEW, lambda p: edit.set_guards(p, "review", 0, []))[1] == "+        - { toState: done }"
    assert changed(REVIEW, lambda p: edit.set_guards(p, "draft", 0, ["true"]))[1] == (
        '+      transitions: [ { toState: review, guards: [{ backend: cel, expression: "true" }] } ]'
    )


def test_a_policy_that_is_not_there_is_made():
    assert changed(REVIEW, lambda p: edit.set_value(p, ("policy", "maxExchangesPerStage"), 3)) == [
        "+  policy:",
        "+    maxExchangesPerStage: 3",
    ]


def test_agents_are_allowed_and_disallowed():
    assert changed(REVIEW, lambda p: edit.allow(p, "envoy", "review"))[1] == (
        "+    envoy:    { canTransition: [draft, review], guidance: full }"
    )
    assert changed(REVIEW, lambda p: edit.disallow(p, "envoy", "draft"))[1] == "+    envoy:    { guidance: full }"
    assert changed(REVIEW, lambda p: edit.allow(p, "envoy", "draft")) == []
    assert changed(REVIEW, lambda p: edit.disallow(p, "envoy", "done")) == []


def test_renaming_an_agent_a_user_a_role_a_command():
    text = (CASES / "features" / "approvals.yaml").read_text()
    assert len(changed(text, lambda p: edit.rename_role(p, "approver", "boss"))) == 2 * 4
    assert len(changed(text, lambda p: edit.rename_user(p, "ana", "ann"))) == 2 * 2
    assert len(changed(text, lambda p: edit.rename_command(p, "Pay", "Settle"))) == 2 * 2
    assert len(changed(text, lambda p: edit.rename_agent(p, "clerk", "teller"))) == 2 * 1
    named_only = machine("a: { requires: [ { name: x, from: { user: zoe } } ] }")
    assert len(changed(named_only, lambda p: edit.rename_user(p, "zoe", "zöe"))) == 2


def test_renaming_a_field_follows_it_everywhere():
    text = """\
fsm:
  name: m
  version: 2
  initialState: x
  context: { x: { type: string }, y: { type: bool } }
  commands: { c: { onFailure: { x: 1 } } }
  policy: { onExhausted: { x: 1 } }
  states:
    x:
      description: "{{ context.x }} {{ context.xx }} {{context.x.z}} {{ x }}"
      requires:
        - { name: x, prompt: "{{ context.x }}", validate: [ "value != context.x" ] }
        - { name: y, approves: [x], separateFrom: [x, y] }
      entry:
        - assign: { x: x }
        - compute: { x: "context.x + context.y" }
        - send: { command: x, with: { x: [ "{{ context.x }}" ] }, approvedBy: x }
        - spawn: { fsm: x, as: x, into: x, outputs: { x: x } }
        - inject: "{{ context.x }}"
      timers: [ { name: x, after: P1D, assign: { x: 1 } } ]
      transitions: [ { toState: x, guards: [ "context.x == 'x'" ] } ]
  migrations: [ { from: 1, fields: { x: x } } ]
"""
    after = edit.rename_field(
        read(text), "x", "new", lambda source, old, new: source.replace("context.x", "context.new")
    ).apply(text)
    assert (
        after
        == """\
fsm:
  name: m
  version: 2
  initialState: x
  context: { new: { type: string }, y: { type: bool } }
  commands: { c: { onFailure: { new: 1 } } }
  policy: { onExhausted: { new: 1 } }
  states:
    x:
      description: "{{ context.new }} {{ context.xx }} {{context.new.z}} {{ x }}"
      requires:
        - { name: new, prompt: "{{ context.new }}", validate: [ "value != context.new" ] }
        - { name: y, approves: [new], separateFrom: [new, y] }
      entry:
        - assign: { new: x }
        - compute: { new: "context.new + context.y" }
        - send: { command: x, with: { x: [ "{{ context.new }}" ] }, approvedBy: new }
        - spawn: { fsm: x, as: x, into: new, outputs: { new: x } }
        - inject: "{{ context.new }}"
      timers: [ { name: x, after: P1D, assign: { new: 1 } } ]
      transitions: [ { toState: x, guards: [ "context.new == 'x'" ] } ]
  migrations: [ { from: 1, fields: { x: new } } ]
"""
    )


def test_an_edit_inside_an_alias_gives_that_place_a_copy_of_its_own():
    assert changed(PATHOLOGICAL, lambda p: edit.set_value(p, ("context", "y", "type"), "int")) == [
        "-        y: *num                            # alias",
        "+        y: { type: int }                            # alias",
    ]


def test_an_edit_of_an_anchored_value_leaves_its_aliases_what_they_were():
    assert changed(PATHOLOGICAL, lambda p: edit.set_value(p, ("context", "x", "type"), "int")) == [
        "-        x: &num { type: number }          # anchor",
        "-        y: *num                            # alias",
        "+        x: &num { type: int }          # anchor",
        "+        y: { type: number }                            # alias",
    ]


def test_a_rename_reaches_what_aliases_share_at_once():
    states = "a: { transitions: &t [ { toState: b } ] }\nb: { transitions: *t }"
    assert states_after(states, lambda p: edit.rename_state(p, "b", "c")) == (
        "a: { transitions: &t [ { toState: c } ] }\nc: { transitions: *t }"
    )


@pytest.mark.parametrize("break_", ["\r\n", "\r"])
@pytest.mark.parametrize("final", [True, False])
def test_line_endings_stay_what_they_are(break_, final):
    text = REVIEW if final else REVIEW.removesuffix("\n")
    text = text.replace("\n", break_)
    for verb in (
        lambda p: edit.add_state(p, "new"),
        lambda p: edit.remove_states(p, ["rejected"]),
        lambda p: edit.add_requirement(p, "review", "draft"),
        lambda p: edit.set_value(p, ("states", "done", "description"), "two\nlines"),
        lambda p: edit.move_key(p, ("states", "draft"), None),
        lambda p: edit.move_key(p, ("states", "rejected"), "draft"),
        lambda p: edit.add_agent(p, "x", {"canTransition": ["draft"]}),
    ):
        parsed = read(text)
        after = verb(parsed).apply(text)
        assert "\n" not in after.replace(break_, "")
        assert after.endswith(break_) is final


REFUSALS: dict[str, Callable[[Parsed], Patch]] = {
    "There is already a state 'review'; choose another name.": lambda p: edit.rename_state(p, "draft", "review"),
    "A state needs a name; type one.": lambda p: edit.add_state(p, ""),
    "There is no state 'x'; nothing was changed.": lambda p: edit.remove_states(p, ["x"]),
    "'a\\u{a}b' cannot name a state: a name has 1 to 200 characters and no control characters; choose another.": (
        lambda p: edit.add_state(p, "a\nb")
    ),
    "There is already a field 'draft'; choose another name.": lambda p: edit.add_field(p, "draft", {"type": "int"}),
    "'in' cannot name a field, since expressions reserve it for themselves; choose another.": (
        lambda p: edit.add_field(p, "in", {"type": "int"})
    ),
    "'a b' cannot name a field: begin with a letter or '_', then use letters, digits and '_'; choose another.": (
        lambda p: edit.rename_field(p, "draft", "a b", lambda source, old, new: source)
    ),
    "There is no agent 'x'; nothing was changed.": lambda p: edit.allow(p, "x", "draft"),
    "There is no role 'x'; nothing was changed.": lambda p: edit.rename_role(p, "x", "y"),
    "Transition 10 of state 'review' is not there any more; nothing was changed.": (
        lambda p: edit.remove_transition(p, "review", 9)
    ),
    "Item 6 of 'nothing' is not there any more; nothing was changed.": lambda p: edit.remove(p, ("nothing", 5)),
    "There is already a key 'draft'; choose another name.": lambda p: edit.insert(p, ("states",), "draft", {}),
    "A value of type set cannot be written to a machine; use text, numbers, true, false, lists and maps.": (
        lambda p: edit.set_value(p, ("states", "draft", "x-a"), {1})
    ),
}


@pytest.mark.parametrize("sentence", REFUSALS)
def test_a_refusal_is_a_sentence(sentence):
    with pytest.raises(RefusedEdit) as refusal:
        REFUSALS[sentence](read(REVIEW))
    assert str(refusal.value) == sentence


def test_a_text_without_a_machine_is_not_edited():
    for text in ("", "fsm: [", "- a\n", "fsm:\n"):
        with pytest.raises(RefusedEdit):
            edit.add_state(read(text), "a")


def test_a_number_that_is_not_finite_cannot_be_written():
    with pytest.raises(RefusedEdit):
        edit.set_value(read(REVIEW), ("states", "draft", "x-a"), float("nan"))


def test_a_duplicate_key_is_left_alone():
    text = machine("a: { terminal: true }\nb: {}\na: {}")
    after = edit.set_value(read(text), ("states", "b", "terminal"), True).apply(text)
    assert after == machine("a: { terminal: true }\nb: { terminal: true }\na: {}")


def test_the_samples_of_the_program_can_be_edited():
    for file in File(__file__).parents[3].joinpath("samples").glob("*.yaml"):
        parsed = read(file.read_text(encoding="utf-8"))
        if parsed.workflow is not None and parsed.workflow.states:
            first = next(iter(parsed.workflow.states))
            assert edit.rename_state(parsed, first, "another name")
