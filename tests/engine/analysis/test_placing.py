"""A finding stands where its cause is written, whatever the style, and keeps its identity when lines move."""

from __future__ import annotations

import pytest

from engine.analysis import check
from engine.dsl import read
from tests.engine.analysis.machines import findings, machine, marked, report

STYLES = {
    "plain": "context.scre > 1",
    "single": "'context.kind == ''x'' && context.scre > 1'",
    "double": '"context.kind == \\"\\u00e9\\" && context.scre > 1"',
    "folded": ">-\n              context.kind == 'x' &&\n              context.scre > 1",
    "literal": "|\n              // why\n              context.kind == 'x' &&\n                context.scre > 1\n",
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("guard", STYLES.values(), ids=STYLES.keys())
@pytest.mark.parametrize("form", ["- {0}", "- expression: {0}"])
def test_a_part_of_an_expression_is_underlined_in_every_style(guard: str, form: str, bom: str, line_end: str) -> None:
    text = f"""fsm:
  name: é😀
  initialState: a
  context: {{ score: {{ type: int, input: true }}, kind: {{ type: string, input: true }} }}
  states:
    a:
      transitions:
        - toState: done
          guards:
          {form.format(guard)}
    done: {{ terminal: true }}
""".replace("\n", line_end)
    parsed = read(bom + text)
    (finding,) = (each for each in check(parsed).findings if each.id == "R202")
    assert finding.span.text(parsed.text) == "scre"
    use = finding.fixes[0]
    assert use.title == "Use 'score'"
    assert use.patch.apply(parsed.text) == text.replace("scre", "score")


def test_what_is_not_written_is_shown_at_what_is_around_it() -> None:
    text = machine("a: { requires: [ { name: f } ], transitions: [ { toState: done } ] }\ndone: { terminal: true }")
    assert [marked(text, finding) for finding in findings(text, "R202")] == ["f"]
    (finding,) = report(
        "fsm: { name: m, initialState: a, states: { a: { transitions: [ { toState: a } ] } } }"
    ).findings
    assert (finding.id, finding.path) == ("L607", ())


def test_findings_come_in_the_order_of_the_text() -> None:
    text = machine(
        "a: { transitions: [ { toState: b }, { toState: c } ] }\nd: {}\ne: {}", context="f: { type: string }"
    )
    places = [finding.span.start for finding in report(text).findings]
    assert places == sorted(places)
    assert len(places) > 3


STATES = """
a:
  requires: [ { name: f }, { name: g } ]
  transitions:
    - { toState: x1 }
    - { toState: done, guards: [ "context.h" ] }
done: { terminal: true }
"""


def fingerprints(text: str) -> dict[str, str]:
    return {finding.fingerprint: finding.message for finding in report(text).findings}


@pytest.mark.parametrize(
    "old, new",
    [
        ("a:\n", "# a comment\n\n    a:\n"),
        ("[ { name: f }, { name: g } ]", "[ { name: g }, { name: f } ]"),
        ("        - { toState: x1 }\n", ""),
    ],
)
def test_fingerprints_do_not_hang_on_lines_or_places(old: str, new: str) -> None:
    text = machine(STATES)
    other = text.replace(old, new)
    assert other != text
    assert fingerprints(other).items() <= fingerprints(text).items()
    assert len(fingerprints(other)) >= 3


def test_fingerprints_tell_findings_apart() -> None:
    text = machine("a: { transitions: [ { toState: x }, { toState: x }, { toState: y } ] }\ndone: {}")
    found = report(text).findings
    assert len({finding.fingerprint for finding in found}) == len(found)


def test_fingerprints_hang_on_the_machine() -> None:
    assert not fingerprints(machine(STATES)).keys() & fingerprints(machine(STATES, name="other")).keys()
