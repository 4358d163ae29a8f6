"""Severities by profile and by the caller's word."""

from __future__ import annotations

from tests.engine.analysis.machines import machine, report

ENDLESS = machine(
    """
a:
  requires: [ { name: f, from: system } ]
  transitions: [ { toState: a, onTransition: [ { assign: { f: null } } ] } ]
""",
    context="f: { type: string }",
)


def severities(**options: str) -> list[tuple[str, str]]:
    return [(finding.id, finding.severity.value) for finding in report(ENDLESS, **options).findings]  # type: ignore[arg-type]


def test_the_strict_profile_makes_warnings_of_infos() -> None:
    assert severities() == [("L607", "info")]
    assert severities(profile="strict") == [("L607", "warning")]


def test_a_level_given_for_a_check_wins() -> None:
    assert severities(profile="strict", L607="info") == [("L607", "info")]
    assert severities(L607="error") == [("L607", "error")]


def test_a_check_can_be_off() -> None:
    assert severities(L607="off") == []


def test_a_check_that_is_off_silences_nothing() -> None:
    text = machine("a: { transitions: [ { toState: x } ] }\nlost: { terminal: true }")
    assert [finding.id for finding in report(text, R201="off").findings] == ["L607", "L601"]
