"""Whatever a text holds, checking it gives a report; every finding has a place and a message."""

from __future__ import annotations

import random
import re

import pytest

from engine.analysis import Project, Session, check
from engine.cli.pages import docs_folder
from engine.diagnostics import Severity
from engine.dsl import read
from tests.cases import CASES
from tests.counts import count

SOURCES = [
    *(
        (CASES / "features" / f"{name}.yaml").read_text(encoding="utf-8")
        for name in ("approvals", "counters", "timers")
    ),
    (CASES / "machines" / "tcp.yaml").read_text(encoding="utf-8"),
    *(
        found
        for page in sorted((docs_folder() / "checks").glob("*.md"))
        for found in re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ),
]
WORDS = [
    "null", "[]", "{}", "''", "true", "-1", "1e400", "{ a: b }", "[ x, [ y ] ]", "context", "terminal", "toState",
    "{{ context.x }}", "assign", "has(context.x)", "a: b", "*x", "&x y", "!!str 1", "PT0S", "\U0001f600", "0x10", "~",
]  # fmt: skip


def spoilt(text: str, chance: random.Random) -> str:
    """The text with a few lines lost, doubled or moved, and a few words replaced."""
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(0, 1)):
        at = chance.randrange(len(lines))
        lines[at : at + 1] = chance.choice([[], [lines[at]] * 2, [chance.choice(lines)], [lines[at].strip() + "\n"]])
        lines = lines or [text]
    text = "".join(lines)
    for _ in range(chance.randint(1, 3)):
        words = list(re.finditer(r"[\w.]+", text))
        word = chance.choice(words)
        text = text[: word.start()] + chance.choice([*WORDS, chance.choice(words)[0]]) + text[word.end() :]
    return text


@pytest.mark.parametrize("seed", range(count(12, 400)))
def test_spoilt_machines_are_checked(seed: int) -> None:
    chance = random.Random(seed)
    session = Session()
    for revision in range(25):
        parsed = read(spoilt(chance.choice(SOURCES), chance), "spoilt.yaml")
        report = check(parsed, Project.of([parsed]))
        delta = session.update(parsed, revision)
        assert delta is not None
        assert len({finding.fingerprint for finding in report.findings}) == len(report.findings)
        for finding in report.findings:
            assert finding.message
            assert 0 <= finding.span.start <= finding.span.end <= len(parsed.text)


def test_spoilt_machines_are_often_read_and_often_wrong() -> None:
    chance = random.Random(1)
    read_machines = [read(spoilt(chance.choice(SOURCES), chance)) for _ in range(100)]
    readable = [parsed for parsed in read_machines if parsed.workflow is not None]
    assert len(readable) > 30
    assert len({finding.id for parsed in readable for finding in check(parsed).findings}) > 15


def test_a_machine_with_nothing_but_names_is_checked() -> None:
    for text in ("fsm: {}", "fsm: { name: m }", "fsm: { states: {} }", "fsm: { states: { a: } }", "fsm: { x-y: 1 }"):
        assert check(read(text)).errors


@pytest.mark.parametrize("bound", [".inf", "-.inf", ".nan", "1e400"])
def test_a_bound_that_is_no_finite_number_is_the_only_thing_said_of_it(bound: str) -> None:
    text = f"""fsm:
  name: bounds
  initialState: ask
  context: {{ whole: {{ type: int, max: {bound} }}, part: {{ type: number, min: {bound} }} }}
  agents: {{ helper: {{ canTransition: [ask] }} }}
  states:
    ask:
      requires: [{{ name: whole }}, {{ name: part }}]
      transitions: [{{ toState: end, guards: [context.whole > 3 && context.part > 0.5] }}, {{ toState: end }}]
    end: {{ terminal: true }}
"""
    report = check(read(text, "bounds.yaml"))
    assert [finding.id for finding in report.findings if finding.severity is Severity.ERROR] == ["Y108", "Y108"]


def test_requirements_that_cannot_be_read_are_told_once() -> None:
    text = (CASES / "features" / "delegated_review.yaml").read_text(encoding="utf-8")
    report = check(read(text.replace("{ name: draft, from: agent }", "draft, verdict"), "names.yaml"))
    told = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    assert [finding.id for finding in told] == ["Y105", "Y105"]
    assert not any("''" in related.message for finding in told for related in finding.related)
