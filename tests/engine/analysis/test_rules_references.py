"""Names that lead nowhere, parts that play no part, machines that spawn one another."""

from __future__ import annotations

import pytest

from tests.engine.analysis.machines import findings, ids, machine, marked, report

DONE = "done: { terminal: true }"
F = "f: { type: string }"
A = "x: { canTransition: [a] }"


@pytest.mark.parametrize(
    "text, place",
    [
        (machine("a: { transitions: [ { toState: b } ] }\n" + DONE), "b"),
        (machine("a: { timers: [ { name: t, after: PT1H, toState: b } ] }\n" + DONE), "b"),
        (machine(DONE, start="b"), "b"),
        (machine("a: { transitions: [ { toState: done } ] }\n" + DONE, agents="x: { canTransition: [b] }"), "b"),
        (
            machine(
                "a: { transitions: [ { toState: done } ] }\n" + DONE,
                more="version: 2\nmigrations: [ { from: 1, states: { old: b } } ]",
            ),
            "b",
        ),
    ],
)
def test_an_unknown_state_is_found_wherever_one_is_named(text: str, place: str) -> None:
    (finding,) = findings(text, "R201")
    assert marked(text, finding) == place
    assert finding.data["name"] == place


@pytest.mark.parametrize(
    "states, more",
    [
        ("a: { requires: [ { name: g } ], transitions: [ { toState: done } ] }", ""),
        ("a: { entry: [ { assign: { g: 1 } } ], transitions: [ { toState: done } ] }", ""),
        ("a: { entry: [ { compute: { g: '1' } } ], transitions: [ { toState: done } ] }", ""),
        ('a: { transitions: [ { toState: done, guards: [ "has(context.g)" ] } ] }', ""),
        ("a: { transitions: [ { toState: done } ], invariants: [ \"context['g'] == 1\" ] }", ""),
        (
            'a: { requires: [ { name: f, validate: [ "value == context.g" ] } ], transitions: [ { toState: done } ] }',
            "",
        ),
        ("a: { requires: [ { name: f, from: system, approves: [g] } ], transitions: [ { toState: done } ] }", ""),
        ("a: { timers: [ { name: t, after: PT1H, assign: { g: 1 } } ], transitions: [ { toState: done } ] }", ""),
        ("a: { transitions: [ { toState: done } ] }", "policy: { onExhausted: { g: 1 } }"),
        ("a: { transitions: [ { toState: done } ] }", "commands: { C: { onFailure: { g: 1 } } }"),
        ("a: { transitions: [ { toState: done } ] }", "version: 2\nmigrations: [ { from: 1, fields: { old: g } } ]"),
    ],
)
def test_an_unknown_field_is_found_wherever_one_is_named(states: str, more: str) -> None:
    text = machine(f"{states}\n{DONE}", context=F, more=more)
    (finding,) = findings(text, "R202")
    assert marked(text, finding).strip("'\"") == "g"


def test_a_variable_of_a_macro_called_context_is_no_context() -> None:
    guard = "[{'g': 1}].all(context, context.g == 1)"
    text = machine(f'a: {{ transitions: [ {{ toState: done, guards: [ "{guard}" ] }} ] }}\n{DONE}', context=F)
    assert findings(text, "R202") == []


@pytest.mark.parametrize(
    "source, agents, more",
    [
        ("{ agent: y }", A, ""),
        ("{ role: r }", A, "users: { u: { roles: [s] } }"),
        ("{ fsm: child }", A, ""),
    ],
)
def test_somebody_unknown_is_found(source: str, agents: str, more: str) -> None:
    states = f"a: {{ requires: [ {{ name: f, from: {source} }} ], transitions: [ {{ toState: done }} ] }}\n{DONE}"
    (finding,) = findings(machine(states, context=F, agents=agents, more=more), "R203")
    assert finding.path == ("states", "a", "requires", 0, "from", source.split()[1].rstrip(":"))


def test_a_user_needs_no_entry() -> None:
    states = f"a: {{ requires: [ {{ name: f, from: {{ user: u }} }} ], transitions: [ {{ toState: done }} ] }}\n{DONE}"
    assert ids(report(machine(states, context=F))) == []


def test_a_field_that_only_agents_are_shown_is_used() -> None:
    states = f"a: {{ requires: [ {{ name: f, required: false }} ], transitions: [ {{ toState: done }} ] }}\n{DONE}"
    shown = machine(states, context=F, agents="x: { canTransition: [a] }")
    hidden = machine(states, context=F, agents="x: { canTransition: [a], guidance: objective }")
    assert findings(shown, "R205") == []
    assert [finding.path for finding in findings(hidden, "R205")] == [("context", "f")]


@pytest.mark.parametrize("use", ["default: x", "input: true"])
def test_a_field_that_is_there_from_the_start_is_written(use: str) -> None:
    states = f"a: {{ transitions: [ {{ toState: done, guards: [ \"context.f == 'x'\" ] }} ] }}\n{DONE}"
    assert findings(machine(states, context=f"f: {{ type: string, {use} }}"), "R209") == []
    assert len(findings(machine(states, context=F), "R209")) == 1


def test_unsetting_a_field_is_no_writing() -> None:
    states = f"""
a:
  entry: [ {{ assign: {{ f: null }} }} ]
  transitions: [ {{ toState: done, guards: [ "has(context.f)" ] }} ]
{DONE}
"""
    assert len(findings(machine(states, context=F), "R209")) == 1


def spawning(name: str, child: str, requires: str = "") -> str:
    asked = f"requires: [ {requires}{{ name: f, from: {{ fsm: c }} }} ], " if child else ""
    entry = f"entry: [ {{ spawn: {{ fsm: {child}, as: c }} }} ], " if child else ""
    spawner = f"b: {{ {entry}{asked}transitions: [ {{ toState: done }} ] }}"
    return machine(f"a: {{ transitions: [ {{ toState: b }} ] }}\n{spawner}\n{DONE}", context=F, name=name)


def test_a_machine_of_the_project_may_be_spawned() -> None:
    assert findings(spawning("m", "other"), "R206", spawning("other", "")) == []
    assert len(findings(spawning("m", "othr"), "R206", spawning("other", ""))) == 1


def test_a_cycle_of_spawns_without_waiting_is_an_error() -> None:
    (finding,) = findings(spawning("m", "other"), "R207", spawning("other", "m"))
    assert finding.severity == "error"
    assert finding.data["cycle"] == ["m", "other", "m"]


def test_a_cycle_of_spawns_that_waits_is_a_warning() -> None:
    waiting = spawning("other", "m").replace("a: { transitions", "a: { requires: [ { name: f } ], transitions")
    (finding,) = findings(spawning("m", "other"), "R207", waiting)
    assert finding.severity == "warning"


def test_spawning_without_a_cycle_is_fine() -> None:
    assert findings(spawning("m", "other"), "R207", spawning("other", "third"), spawning("third", "")) == []


def test_two_machines_of_one_name_are_told() -> None:
    (finding,) = findings(spawning("m", ""), "Y107", spawning("m", ""))
    assert "other0.yaml" in finding.message
