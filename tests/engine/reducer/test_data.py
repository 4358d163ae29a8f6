"""Values: what fits, blobs, sensitive fields, templates, what an agent sees, and migrations."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.dsl import misfit
from engine.dsl.models import Field
from engine.reducer import Actor, Envelope, fits, format_time, migrate, parse_time, pending, resolve, step_json, turn
from engine.reducer.canonical import canonical, same
from tests.engine.reducer.running import Run, definition
from tests.generators.language import VALUES, WRONG

SECRET = """
  context:
    pin: { type: string, sensitive: true }
    half: { type: string }
    ok: { type: bool }
    told: { type: string }
  agents: { w: { canTransition: [a, b] } }
  users: { ana: { roles: [approver] } }
  states:
    a:
      requires: [ { name: pin } ]
      transitions:
        - toState: b
          onTransition: [ { compute: { half: "context.pin + '!'" } }, { inject: "pin {{ context.pin }}" } ]
    b:
      entry:
        - emit: { event: opened, data: { pin: "{{ context.pin }}", half: "{{ context.half }}" } }
        - { send: { command: Open, with: { pin: "{{ context.pin }}" } } }
      requires:
        - { name: ok, from: { role: approver }, approves: [pin], prompt: "Is {{ context.pin }} right?" }
      transitions: [ { toState: c, guards: [ "context.pin == 'hunter2' && context.ok" ] } ]
    c: { terminal: true }
"""
W = {"agent": "w"}


def secret() -> Run:
    run = Run(SECRET)
    run.give(W, {"pin": "hunter2"})
    return run


def test_sensitive_values_are_used_and_never_shown() -> None:
    run = secret()
    shown = json.dumps([step_json(step) for step in run.steps])
    shown += json.dumps([event.to_json() for step in run.steps for event in step.events])
    shown += json.dumps([each.to_json() for each in pending(run.definition, run.envelope)])
    shown += turn(run.definition, run.envelope, Actor("agent", "w")).text()
    assert "hunter2" not in shown
    assert step_json(run.last)["context"] == {"pin": "***", "half": "***"}
    sent = next(effect for effect in run.last.effects if effect.kind == "send")
    assert (sent.data["with"], sent.shown["with"]) == ({"pin": "hunter2"}, {"pin": "***"})
    assert run.give({"user": "ana"}, {"ok": True}, current=True).envelope.state == "c"


def test_the_approver_alone_sees_what_they_approve() -> None:
    run = secret()
    (asked,) = pending(run.definition, run.envelope)
    assert asked.proposal is not None
    assert len(asked.proposal.content["values"]["pin"]) == 64
    assert "Is hunter2 right?" in turn(run.definition, run.envelope, Actor("user", "ana")).text()
    other = Run(SECRET, key="another key")
    other.give(W, {"pin": "hunter2"})
    assert pending(other.definition, other.envelope)[0].proposal != asked.proposal


def test_a_refusal_does_not_tell_a_sensitive_value() -> None:
    step = Run(SECRET.replace("sensitive: true", "sensitive: true, maxLength: 3")).give(W, {"pin": "hunter2"})
    assert step.code == "type-mismatch"
    assert "hunter2" not in json.dumps([step_json(step), *(event.to_json() for event in step.events)])


BLOBS = """
  context: { letter: { type: blob, ttl: PT1H }, note: { type: string } }
  agents: { w: { canTransition: [a] } }
  states:
    a:
      requires: [ { name: letter }, { name: note, required: false } ]
      transitions: [ { toState: b, guards: [ "context.letter.size > 100" ] } ]
    b: { terminal: true }
"""


def test_a_content_becomes_a_claim_that_expires() -> None:
    run = Run(BLOBS)
    step = run.give(W, {"letter": "Dear all"}, id="x")
    (payload,) = step.payloads
    reference = run.envelope.context["letter"]
    assert (reference["key"], reference["size"], payload.content) == (payload.key, 8, b"Dear all")
    assert reference["expiresAt"] == "2000-01-01T01:00:00Z"
    assert resolve(reference, b"Dear all") == b"Dear all"
    with pytest.raises(ValueError, match="checksum"):
        resolve(reference, b"Dear me")
    assert run.give(W, {"letter": "Dear all"}, id="x").code == "duplicate"
    (expired,) = run.wait(3_600)
    assert (expired.name, dict(run.envelope.context)) == ("ttl:letter", {})


def test_contents_are_purged_at_the_end_where_the_policy_says_so() -> None:
    for policy, purges in (("keep", False), ("purge", True)):
        run = Run(BLOBS + f"  policy: {{ onTerminal: {policy} }}\n")
        assert not run.give(W, {"letter": "Dear all"}).purges
        ended = run.give(W, {"letter": "x" * 200})
        assert (ended.envelope.ended, ended.purges) == (True, purges)
        assert not run.give(W, {"note": "more"}).purges


def test_only_references_of_this_very_run_are_taken() -> None:
    run, other = Run(BLOBS), Run(BLOBS, run="other")
    other.give(W, {"letter": "Dear all"})
    assert run.give(W, {"letter": other.envelope.context["letter"]}).code == "type-mismatch"
    assert run.give(W, {"letter": {"store": "payloads"}}).code == "type-mismatch"
    run.give(W, {"letter": b"\x00\xff"})
    assert run.give(W, {"letter": run.envelope.context["letter"]}).accepted


def test_a_lone_template_keeps_the_type_and_others_make_text() -> None:
    run = Run(
        """
  context:
    n: { type: int, default: 3 }
    l: { type: list, default: [1] }
    m: { type: map, default: { k: deep } }
    u: { type: int }
  states:
    a:
      entry:
        - emit:
            event: e
            data:
              n: "{{ context.n }}"
              l: "{{context.l}}"
              k: "{{ context.m.k }}"
              t: "n={{ context.n }} l={{ context.l }}"
              u: "{{ context.u }}"
              x: "{{ n }}"
              w: "<{{ context.u }}>"
      transitions: [ { toState: b } ]
    b: { terminal: true }
"""
    )
    assert run.last.effects[0].data["data"] == {
        "n": 3, "l": [1], "k": "deep", "t": "n=3 l=[1]", "u": None, "x": "{{ n }}", "w": "<>",
    }  # fmt: skip


SEEN = """
  context: { draft: { type: string }, verdict: { type: enum, values: [good, bad] }, more: { type: list } }
  agents:
    w: { canTransition: [a] }
    f: { canTransition: [b], guidance: full }
    o: { canTransition: [b], guidance: objective }
    q: { canTransition: [b], guidance: none }
  states:
    a:
      requires: [ { name: draft }, { name: verdict }, { name: more, required: false } ]
      transitions:
        - toState: b
          onTransition:
            - { inject: { message: "Mind {{ context.draft }}", role: user } }
            - { restrict: { allow: [read, write], deny: [rm] } }
    b:
      description: "Judge {{ context.draft }}."
      entry: [ { restrict: { allow: [read] } } ]
      requires: [ { name: more, prompt: "What more?" } ]
      transitions: [ { toState: a } ]
"""


def test_a_turn_shows_what_the_guidance_says() -> None:
    run = Run(SEEN)
    run.give(W, {"draft": "été", "verdict": "good"})
    head, objective = "What more?\n\nuser: Mind été\n\n", "Judge été.\n\n"
    limits = "Tools you may use: read.\nTools you must not use: rm."
    block = '\n\nCONTEXT (workflow data set so far):\n  draft: "été"\n  verdict: good'
    seen = {name: turn(run.definition, run.envelope, Actor("agent", name)).text() for name in ("f", "o", "q")}
    assert seen == {"f": objective + head + limits + block, "o": objective + head + limits, "q": head + limits}


OLD = """
  name: moving
  version: 1
  context: { n: { type: int }, gone: { type: string }, ok: { type: bool } }
  agents: { w: { canTransition: [a] } }
  users: { ana: { roles: [approver] } }
  states:
    a:
      requires:
        - { name: n }
        - { name: gone, required: false }
        - { name: ok, from: { role: approver }, approves: [n], required: false }
      timers: [ { name: late, after: PT1H, assign: { gone: late } } ]
      transitions: [ { toState: b, guards: [ context.n > 100 ] } ]
    b: { terminal: true }
"""
NEW = """
  name: moving
  version: 3
  initialState: start
  context: { count: { type: int }, new: { type: int, default: 9 }, ok: { type: bool } }
  agents: { w: { canTransition: [start] } }
  users: { ana: { roles: [approver] } }
  migrations:
    - { from: 1, states: { a: middle }, fields: { n: mid } }
    - from: 2
      states: { middle: start }
      fields: { mid: count }
      actions: [ { compute: { count: context.count + 1 } } ]
  states:
    start:
      requires: [ { name: count }, { name: ok, from: { role: approver }, approves: [count], required: false } ]
      timers: [ { name: soon, after: PT5M, toState: end } ]
      transitions: [ { toState: end, guards: [ context.count > 100 ] } ]
    middle: { transitions: [ { toState: end } ] }
    end: { terminal: true }
"""


def test_a_run_is_carried_to_a_later_version_one_migration_after_another() -> None:
    run = Run(OLD)
    first = run.give(W, {"n": 5}, id="first")
    run.give({"user": "ana"}, {"ok": True}, current=True)
    new = definition(NEW)
    (step,) = migrate(run.definition, run.envelope, new, by="olga", why="version 3")
    assert step.accepted, step.message
    after = step.envelope
    assert (after.state, after.visit, dict(after.context)) == ("start", 1, {"count": 6, "new": 9})
    assert (not after.approvals, [due.name for due in after.timers]) == (True, ["soon"])
    assert (step.events[0].type, step.data["why"]) == ("migrated", "version 3")
    moved = Run(new)
    moved.steps.append(step)
    again = moved.give(W, {"n": 5}, id="first")
    assert again.code == "duplicate"
    assert step_json(again) == step_json(first) | {"code": "duplicate"}
    back = Envelope.from_json(new, json.loads(json.dumps(after.to_json())))
    assert back.to_json() == after.to_json()


def test_no_migration_no_move() -> None:
    run = Run(OLD)
    first, second = NEW.index("    - { from: 1"), NEW.index("    - from: 2")
    new = definition(NEW[:first] + NEW[second:])
    (step,) = migrate(run.definition, run.envelope, new, by="olga", why="try")
    assert (step.accepted, step.code, step.envelope is run.envelope) == (False, "not-authorized", True)


def test_what_fits_is_what_the_reader_takes() -> None:
    random = Random(5)
    every = [value for values in VALUES.values() for value in values if value not in ("",)] + list(WRONG)
    more: list[Any] = [
        1.5,
        2.0,
        -0.0,
        2**63,
        -(2**63),
        10**400,
        [1, None],
        {"n": None},
        {"x": 1},
        "2000-13-01T00:00:00Z",
        [[]],
    ]
    for name, options in {
        "string": [{}, {"max_length": 3}, {"pattern": "[a-z]+"}], "enum": [{"values": ("red", "blue")}],
        "int": [{}, {"min": 0, "max": 5}], "number": [{}, {"min": 0, "max": 5}], "bool": [{}],
        "list": [{}, {"items": Field(type="int"), "max_items": 2}], "map": [{}, {"fields": {"n": Field(type="int")}}],
        "timestamp": [{}], "any": [{}],
    }.items():  # fmt: skip
        for keys in options:
            field = Field.model_validate({"type": name} | keys)
            for value in random.sample(every, len(every)) + more:
                assert fits(field, value)[0] == (misfit(field, value) is None) or name == "any", (name, keys, value)


def test_moments_are_written_as_they_are_read() -> None:
    for text in ("2000-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        assert format_time(parse_time(text)) == text
    assert parse_time("2000-01-01T01:00:00+01:00") == parse_time("2000-01-01T00:00:00Z")
    for text in ("2000-01-01", "2000-01-01T00:00:00", "2000-02-30T00:00:00Z", "2000-01-01T24:00:00Z", "x", ""):
        with pytest.raises(ValueError, match=r"."):
            parse_time(text)


def test_canonical_json_keeps_what_javascript_loses() -> None:
    assert canonical({"b": 1.0, "a": 2**53}) == b'{"a":"9007199254740992","b":1}'
    assert same([1, {"a": 2.0}], [1.0, {"a": 2}])
    assert not same(1, True)
