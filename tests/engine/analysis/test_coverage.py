"""What is proved of a machine, and what is open and why."""

from __future__ import annotations

from engine.analysis import Kind, checks
from tests.engine.analysis.exact.told import report
from tests.engine.analysis.machines import machine

ENDS = "\nend: { terminal: true }\nother: { terminal: true }"
F = "f: { type: string }"
AGENT = "x: { canTransition: [a] }"


def test_a_plain_machine_is_decided_in_all_exact_checks() -> None:
    text = machine(
        "a: { requires: [ { name: f } ], transitions: [ { toState: end } ] }" + ENDS, context=F, agents=AGENT
    )
    coverage = report(text).coverage
    exact = {each.id for each in checks() if each.kind is not Kind.SYNTAX} - {"M900", "M901"}
    assert set(coverage.decided) == exact
    assert coverage.open == ()
    assert coverage.situations > 1


def test_a_part_outside_the_fragment_leaves_its_question_open() -> None:
    guard = "context.f.matches('[a-z]+[0-9]{7}')"
    text = machine(
        f'a: {{ requires: [ {{ name: f }} ], transitions: [ {{ toState: end, guards: [ "{guard}" ] }},'
        " { toState: other } ] }" + ENDS,
        context=F,
        agents=AGENT,
    )
    coverage = report(text).coverage
    (dead,) = [each for each in coverage.open if each.check == "G501"]
    assert dead.path == ("states", "a", "transitions", 0)
    assert guard in dead.why
    assert "G501" not in coverage.decided


def test_a_machine_that_cannot_run_has_nothing_proved_of_its_runs() -> None:
    coverage = report(machine("a: { transitions: [ { toState: nowhere } ] }" + ENDS)).coverage
    assert "G504" not in coverage.decided
    assert "G501" in coverage.decided
    assert {each.why for each in coverage.open} == {"the machine cannot run as it is"}
    assert coverage.situations == 0
