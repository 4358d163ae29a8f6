"""What machines write, overwrite and say in templates, and what credentials they carry."""

from __future__ import annotations

import pytest

from engine.analysis.rules.secrets import looks_like_a_secret
from tests.engine.analysis.machines import findings, machine, marked

DONE = "done: { terminal: true }"
FIELDS = "s: { type: string }, n: { type: int, min: 0 }, e: { type: enum, values: [red, green] }, b: { type: blob }"
AGENT = "x: { canTransition: [a] }"


def acting(actions: str, *, entry: str = "", leaving: str = "") -> str:
    states = f"""
a:
  requires: [ {{ name: s }}, {{ name: n }}, {{ name: e }} ]
  exit: [ {leaving} ]
  transitions: [ {{ toState: c, onTransition: [ {actions} ] }} ]
c:
  entry: [ {entry} ]
  transitions: [ {{ toState: done }} ]
{DONE}
"""
    return machine(states, context=FIELDS, agents=AGENT)


@pytest.mark.parametrize(
    "action, wrong",
    [
        ("assign: { n: 1 }", None),
        ("assign: { n: 2.0 }", None),
        ("assign: { n: null, s: '' }", None),
        ("assign: { n: -1 }", "-1"),
        ("assign: { n: 1.5 }", "1.5"),
        ("assign: { n: one }", "one"),
        ("assign: { e: gren }", "gren"),
        ("assign: { s: [] }", "[]"),
    ],
)
def test_a_literal_must_fit_its_field(action: str, wrong: str | None) -> None:
    text = acting(f"{{ {action} }}")
    assert [marked(text, finding) for finding in findings(text, "A701")] == ([] if wrong is None else [wrong])


def test_literals_of_timers_policy_and_commands_must_fit_too() -> None:
    timers = "[ { name: t, after: PT1H, assign: { n: x } } ]"
    states = f"a: {{ requires: [ {{ name: n }} ], timers: {timers}, transitions: [ {{ toState: done }} ] }}\n{DONE}"
    more = "policy: { onExhausted: { n: y } }\ncommands: { C: { onFailure: { n: z } } }"
    text = machine(states, context=FIELDS, agents=AGENT, more=more)
    assert {marked(text, finding) for finding in findings(text, "A701")} == {"x", "y", "z"}


def test_a_literal_for_stored_content_is_no_reference() -> None:
    assert len(findings(acting("{ assign: { b: text } }"), "A703")) == 1
    assert findings(acting("{ assign: { b: null } }"), "A703") == []


@pytest.mark.parametrize(
    "actions, options, lost",
    [
        ("{ assign: { n: 1 } }, { assign: { n: 2 } }", {}, 1),
        ("{ assign: { n: 1 } }, { compute: { n: 'context.n + 1' } }", {}, 0),
        ("{ assign: { n: 1 } }, { compute: { n: 'size(context.s)' } }", {}, 1),
        ("{ assign: { n: 1 } }, { compute: { n: 'size(context)' } }", {}, 0),
        ("{ assign: { n: 1 } }, { emit: { event: x, data: '{{ context.n }}' } }, { assign: { n: 2 } }", {}, 0),
        ("{ assign: { n: 1 } }, { emit: { event: x, data: '{{ context.s }}' } }, { assign: { n: 2 } }", {}, 1),
        ("{ assign: { n: 1 } }", {"entry": "{ assign: { n: 2 } }"}, 1),
        ("{ assign: { n: 1 } }", {"leaving": "{ assign: { n: 2 } }"}, 1),
        ("{ assign: { s: x } }", {"leaving": "{ assign: { n: 2 } }", "entry": "{ assign: { e: red } }"}, 0),
        ("{ inject: 'n is {{ context.n }}' }", {"leaving": "{ assign: { n: 2 } }", "entry": "{ assign: { n: 3 } }"}, 0),
    ],
)
def test_a_write_that_nothing_reads_before_the_next_is_told(actions: str, options: dict[str, str], lost: int) -> None:
    assert len(findings(acting(actions, **options), "A704")) == lost


def test_an_exit_action_is_lost_only_when_every_way_out_overwrites_it() -> None:
    states = f"""
a:
  requires: [ {{ name: n }} ]
  exit: [ {{ assign: {{ n: 1 }} }} ]
  transitions:
    - {{ toState: done, guards: [ "context.n > 5" ], onTransition: [ {{ assign: {{ n: 2 }} }} ] }}
    - {{ toState: done }}
{DONE}
"""
    text = machine(states, context=FIELDS, agents=AGENT)
    assert findings(text, "A704") == []
    both = text.replace("- { toState: done }", "- { toState: done, onTransition: [ { assign: { n: 3 } } ] }")
    assert len(findings(both, "A704")) == 1


TEMPLATED = (
    "m: { type: map, fields: { part: { type: string } } }, free: { type: map }, s: { type: string }, b: { type: blob }"
)


@pytest.mark.parametrize(
    "text, wrong",
    [
        ("{{ context.s }} and {{context.m.part}} and {{ context.free.anything }}", []),
        ("{ not } } a { template", []),
        ("{{ context.b.checksum }}", []),
        ("{{ context.x }}", ["{{ context.x }}"]),
        ("{{ context.m.prt }}", ["{{ context.m.prt }}"]),
        ("{{ context.s.part }}", ["{{ context.s.part }}"]),
        ("{{ context.b.bytes }}", ["{{ context.b.bytes }}"]),
        ("{{ s }} {{ context.s + 1 }}", ["{{ s }}", "{{ context.s + 1 }}"]),
        ("{{ context.m.part.more }}", ["{{ context.m.part.more }}"]),
        ("a {{ never closed", ["{{"]),
        ("{{ {{ context.s }} }}", ["{{"]),
    ],
)
def test_braces_that_are_no_template_are_told(text: str, wrong: list[str]) -> None:
    states = (
        f'a: {{ description: "{text}", requires: [ {{ name: s }} ], transitions: [ {{ toState: done }} ] }}\n{DONE}'
    )
    source = machine(states, context=TEMPLATED, agents=AGENT)
    assert [marked(source, finding) for finding in findings(source, "A705")] == wrong


@pytest.mark.parametrize(
    "place",
    [
        "requires: [ { name: s, prompt: '{{ context.x }}' } ]",
        "entry: [ { emit: { event: e, data: { deep: [ '{{ context.x }}' ] } } } ]",
        "entry: [ { send: { command: C, to: '{{ context.x }}' } } ]",
        "entry: [ { send: { command: C, with: { k: '{{ context.x }}' } } } ]",
        "entry: [ { send: { command: C, idempotencyKey: '{{ context.x }}' } } ]",
        "entry: [ { spawn: { fsm: m, as: k, with: { k: '{{ context.x }}' } } } ]",
        "entry: [ { inject: '{{ context.x }}' } ]",
        "entry: [ { inject: { message: '{{ context.x }}' } } ]",
    ],
)
def test_templates_are_read_wherever_they_stand(place: str) -> None:
    source = machine(f"a: {{ {place}, transitions: [ {{ toState: done }} ] }}\n{DONE}", context=TEMPLATED)
    (finding,) = findings(source, "A705")
    assert marked(source, finding) == "{{ context.x }}"


@pytest.mark.parametrize(
    "name", ["password", "db_password", "dbPassword", "apiKey", "API_KEY", "secret", "authToken", "signing_key"]
)
def test_names_of_credentials(name: str) -> None:
    assert looks_like_a_secret(name)


@pytest.mark.parametrize("name", ["token_count", "keyword", "passes", "secretary", "key", "monkey", "pinned", "tokens"])
def test_names_of_other_things(name: str) -> None:
    assert not looks_like_a_secret(name)


def test_a_credential_in_the_text_is_told() -> None:
    states = f"a: {{ description: 'use AKIAABCDEFGHIJKLMNOP', transitions: [ {{ toState: done }} ] }}\n{DONE}"
    (finding,) = findings(machine(states), "Q409")
    assert finding.path == ("states", "a", "description")
