"""One mistake is one finding; what follows from it is listed, not repeated."""

from __future__ import annotations

import pytest

from tests.engine.analysis.machines import findings, ids, machine, report

DEAD = "done: { terminal: true }"


def test_a_mistyped_target_does_not_make_its_state_unreachable_too() -> None:
    found = report(machine("a: { transitions: [ { toState: dnoe } ] }\n" + DEAD))
    assert ids(found) == ["R201"]
    assert {each.path for each in found.findings[0].related} == {("states", "done"), ()}


def test_the_consequence_returns_when_it_is_a_mistake_of_its_own() -> None:
    found = report(machine("a: { transitions: [ { toState: done } ] }\n" + DEAD + "\nlost: { terminal: true }"))
    assert ids(found) == ["L601"]


def test_a_mistyped_key_explains_the_dead_end() -> None:
    found = report(machine("a: { transitons: [ { toState: done } ] }\n" + DEAD))
    assert ids(found) == ["Y103"]
    assert "There is no way out of 'a'" in " ".join(each.message for each in found.findings[0].related)


def test_a_fault_in_one_state_leaves_faults_in_others_visible() -> None:
    found = report(machine("a: { transitions: [ { toState: b } ] }\nb: { transitons: [] }\nc: {}\n" + DEAD))
    assert ids(found) == ["Y103", "G509"]


def test_an_unknown_agent_explains_the_stall() -> None:
    states = "a: { requires: [ { name: f, from: { agent: gost } } ], transitions: [ { toState: done } ] }\n" + DEAD
    found = report(machine(states, context="f: { type: string }", agents="ghost: { canTransition: [a] }"))
    assert ids(found) == ["R203"]
    assert {each.path for each in found.findings[0].related} == {
        ("agents", "ghost", "canTransition", 0),
        ("states", "a", "requires", 0),
    }


def test_a_mistyped_state_in_a_list_explains_the_stall() -> None:
    states = "start: { requires: [ { name: f } ], transitions: [ { toState: done } ] }\n" + DEAD
    found = report(
        machine(states, context="f: { type: string }", agents="x: { canTransition: [strat] }", start="start")
    )
    assert ids(found) == ["R201"]
    assert found.findings[0].related[0].path == ("states", "start", "requires", 0)


def test_a_fault_elsewhere_in_the_state_does_not_hide_the_order_of_transitions() -> None:
    states = """
a:
  requires: [ { name: g } ]
  transitions: [ { toState: done }, { toState: a, guards: [ "context.f" ] } ]
done: { terminal: true }
"""
    found = report(machine(states, context="f: { type: bool, input: true }", agents="x: { canTransition: [a] }"))
    assert ids(found) == ["R202", "G508"]


def test_a_name_that_cannot_be_read_is_no_unknown_name() -> None:
    states = "a: { transitions: [ { toState: b } ] }\nb: [ not, a, map ]\n" + DEAD
    assert findings(machine(states), "R201") == []


def test_consequences_of_consequences_are_listed_with_the_root() -> None:
    states = "a: { transitions: [ { toState: bb } ] }\nb: { transitions: [ { toState: c } ] }\nc: {}\n" + DEAD
    found = report(machine(states))
    assert ids(found) == ["R201", "G509"]
    listed = {each.path for each in found.findings[0].related}
    assert listed == {("states", "b"), ("states", "c"), ("states", "done"), ()}


@pytest.mark.parametrize(
    "key, wrong, gone",
    [
        ("context", "contxt: { f: { type: string } }", "R202"),
        ("agents", "agnts: { x: { canTransition: [a] } }", "L603"),
        ("users", "users: [ ana ]", "R203"),
    ],
)
def test_a_section_that_cannot_be_read_explains_what_it_should_have_declared(key: str, wrong: str, gone: str) -> None:
    right = {
        "context": "context: { f: { type: string } }",
        "agents": "agents: { x: { canTransition: [a] } }",
        "users": "users: { ana: { roles: [boss] } }",
    }
    states = """
a: { requires: [ { name: f } ], transitions: [ { toState: b } ] }
b: { requires: [ { name: f, from: { role: boss } } ], transitions: [ { toState: done } ] }
done: { terminal: true }
"""
    clean = machine(states, more="\n".join(right.values()))
    assert [finding.severity for finding in report(clean).errors] == []
    (finding,) = report(machine(states, more="\n".join({**right, key: wrong}.values()))).errors
    assert finding.id in ("Y103", "Y105")
    assert finding.related
    assert gone not in ids(report(machine(states, more="\n".join({**right, key: wrong}.values()))))


def test_thousands_of_findings_are_told_apart_quickly() -> None:
    fields = ", ".join(f"bad-{n}: {{ type: string }}" for n in range(3000))
    found = report(machine("a: { transitions: [ { toState: done } ] }\n" + DEAD, context=fields))
    assert len(found.findings) > 1000
    assert set(ids(found)) <= {"Y107", "R205"}
