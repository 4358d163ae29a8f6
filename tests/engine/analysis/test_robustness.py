"""Whatever a text holds, checking it gives a report; every finding has a place and a message."""

from __future__ import annotations

import contextlib
import copy
import math
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from engine.analysis import Project, Session, check
from engine.analysis.exact.explore import explore
from engine.cli.pages import docs_folder
from engine.diagnostics import Severity
from engine.dsl import read
from engine.errors import DefinitionRefused
from engine.reducer import create, link
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


VALUES = [
    None, True, 0, -1, 2**63, 2**70, 1.5, math.inf, math.nan, "", "a b", "P1D", "P9999999Y", "(", ".*", "agent",
    "{{ context.x }}", "context.n % 0 == 1", "context.l.all(x, x == 1)", "\U0001f600", [], {}, [None], [[math.inf]],
    {"": 1}, ["x", "x"], [1, "1"], {"agent": "x"}, {"role": "r"}, {"fsm": "c"},
    {"type": "list", "items": {"type": "list"}}, {"type": "map", "fields": {"q": {"type": "int"}}},
    {"type": "timestamp"}, {"type": "blob", "ttl": "PT1S"}, {"assign": {"x": 1}}, {"compute": {"x": "1 / 0"}},
    {"emit": "e"}, {"spawn": {"fsm": "b", "as": "c"}}, {"send": {"command": "c"}}, {"restrict": {"allow": []}},
    {"inject": "m"}, {"toState": "done"},
]  # fmt: skip
MACHINES = [parsed.data for parsed in map(read, SOURCES) if isinstance(parsed.data, dict)]
KEYS = [
    "min", "max", "default", "pattern", "maxItems", "ttl", "items", "fields", "approves", "approvedWhen",
    "separateFrom", "expiresAfter", "validate", "required", "from", "after", "timers", "entry", "exit", "invariants",
    "onTransition", "policy", "commands", "migrations", "users", "sensitive", "terminal", "x-key", "values", "guards",
    "prompt", "into", "outputs", "idempotencyKey", "approvedBy", "maxExchangesPerStage", "onExhausted", "backoff",
    "factor", "onFailure",
]  # fmt: skip


def misplaced(data: Any, chance: random.Random) -> Any:
    """The data of a machine with some values replaced, some keys added where they do not belong, some parts moved."""
    data = copy.deepcopy(data)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice([place for place in places(data) if place[0] is not data])
        if chance.random() < 0.4 or isinstance(holder, list):
            holder[key] = copy.deepcopy(chance.choice(VALUES))
        elif chance.random() < 0.6:
            holder[chance.choice(KEYS)] = copy.deepcopy(chance.choice(VALUES))
        else:
            other, name = chance.choice(list(places(data)))
            holder[key] = copy.deepcopy(other[name])
    return data


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of the data, as its holder and its key there."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


@pytest.mark.parametrize("seed", range(count(12, 400)))
def test_machines_with_values_of_any_kind_anywhere_are_checked(seed: int) -> None:
    chance = random.Random(seed)
    session = Session()
    for revision in range(25):
        data = misplaced({"fsm": chance.choice(MACHINES)}, chance)
        parsed = read(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "misplaced.yaml")
        report = check(parsed, Project.of([parsed]))
        assert session.update(parsed, revision) is not None
        if parsed.workflow is not None:
            with contextlib.suppress(DefinitionRefused):
                create(link(parsed.workflow))
        assert all(finding.message for finding in report.findings)


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


def test_a_fix_writes_a_number_that_is_none_as_it_found_it() -> None:
    text = (
        "fsm:\n  name: m\n  initialState: a\n  states: { a: { transitions: { toState: a, x-far: [-.inf, .nan] } } }\n"
    )
    (told,) = (finding for finding in check(read(text)).findings if finding.path[-1:] == ("transitions",))
    assert "[{ toState: a, x-far: [-.inf, .nan] }]" in told.fixes[0].patch.apply(text)


def test_a_machine_that_writes_what_does_not_fit_is_told_that_and_not_explored() -> None:
    text = (CASES / "features" / "delegated_review.yaml").read_text(encoding="utf-8")
    parsed = read(text.replace('verdict: ""', 'verdict: { user: "" }'), "misfit.yaml")
    report = check(parsed)
    assert [finding.id for finding in report.findings if finding.severity is Severity.ERROR] == ["A701"]
    assert parsed.workflow is not None
    assert explore(parsed.workflow) is None


@pytest.mark.parametrize("name", ["''", "null"])
@pytest.mark.parametrize("kind", ["agent", "user", "role", "tool", "fsm"])
def test_a_contributor_without_a_name_is_a_fault(kind: str, name: str) -> None:
    text = (CASES / "features" / "delegated_review.yaml").read_text(encoding="utf-8")
    report = check(read(text.replace("from: { agent: reviewer }", f"from: {{ {kind}: {name} }}"), "nameless.yaml"))
    assert "Y107" in [finding.id for finding in report.findings]
