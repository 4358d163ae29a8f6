"""Where runs would go under another version of their machine: the same way, elsewhere, refused, or by migration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.dsl import read
from engine.reducer import Actor, Contribution, Definition, link
from engine.runtime.replay import Outcome, read_trace, replay_against
from engine.simulate import Session, save

REVIEW = """\
fsm:
  name: review
  version: 1
  initialState: draft
  context:
    text: { type: string }
    score: { type: int }
    verdict: { type: bool }
  agents:
    writer: { canTransition: [draft, check] }
  users:
    rita: { roles: [reviewer] }
  states:
    draft:
      requires: [{ name: text }, { name: score }]
      transitions:
        - { toState: done, guards: ["context.score > 90"] }
        - { toState: check }
    check:
      requires: [{ name: verdict, from: { role: reviewer }, approves: [text, score], approvedWhen: [true] }]
      transitions:
        - { toState: done, guards: ["context.verdict"], onTransition: [{ send: { command: go, approvedBy: verdict } }] }
        - { toState: draft, onTransition: [{ assign: { text: null, score: null } }] }
    done: { terminal: true }
"""
WRITER, RITA = Actor("agent", "writer"), Actor("user", "rita")


def definition(text: str = REVIEW) -> Definition:
    workflow = read(text).workflow
    assert workflow is not None
    return link(workflow)


def changed(*edits: tuple[str, str]) -> Definition:
    """The next version of the machine, its text changed so."""
    text = REVIEW.replace("version: 1", "version: 2")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return definition(text)


def reviewed(score: int = 50, decide: bool = True) -> Session:
    session = Session.begin(definition())
    session = session.contribute(Contribution("a", WRITER, {"text": "words", "score": score}))
    if decide and session.world.envelope.state == "check":
        (asked,) = session.step.pending
        assert asked.proposal is not None
        session = session.contribute(Contribution("b", RITA, {"verdict": True}, proposal_hash=asked.proposal.hash))
    return session


def under(session: Session, other: Definition) -> Outcome:
    find: Callable[[str], Definition | None] = {"review": session.definition}.get
    lines, payloads = save(session)
    (run,) = read_trace(lines, payloads, lambda machine, *_: find(machine)).values()
    return replay_against(run, other)


def told(outcome: Outcome) -> Mapping[str, Any]:
    first = outcome.differences[0] if outcome.differences else None
    return {
        "kind": outcome.kind,
        "step": outcome.step,
        "first": None if first is None else (first.field, first.expected, first.found),
    }


def test_a_run_goes_the_same_way_though_its_approval_was_made_under_the_old_version() -> None:
    outcome = under(reviewed(), changed(("initialState: draft", "description: Other words.\n  initialState: draft")))
    assert told(outcome) == {"kind": "same", "step": 0, "first": None}
    assert (outcome.state, outcome.steps) == ("done", 3)


def test_a_transition_put_before_the_others_is_no_other_way_until_it_fires() -> None:
    edit = (
        ("    draft:\n", "    draft:\n      description: d\n"),
        (
            '        - { toState: done, guards: ["context.score > 90"] }\n',
            '        - { toState: done, guards: ["context.score > 95"] }\n'
            '        - { toState: done, guards: ["context.score > 90"] }\n',
        ),
    )
    assert under(reviewed(), changed(*edit)).kind == "same"


def test_where_another_guard_leads_elsewhere_step_and_field_are_named() -> None:
    outcome = under(reviewed(), changed(("context.score > 90", "context.score > 40")))
    assert told(outcome) == {"kind": "elsewhere", "step": 2, "first": ("state", "check", "done")}
    assert "fired[0].to" in [each.field for each in outcome.differences]
    assert outcome.at == 5


def test_what_is_no_longer_taken_is_refused_with_the_reason() -> None:
    outcome = under(reviewed(), changed(("score: { type: int }", "score: { type: int, max: 10 }")))
    assert (outcome.kind, outcome.step) == ("refused", 2)
    assert "score" in outcome.why


def test_an_open_run_is_carried_by_a_migration() -> None:
    renamed = (
        ("    check:\n", "    assess:\n"),
        ("toState: check", "toState: assess"),
        ("[draft, check]", "[draft, assess]"),
        (
            "    done: { terminal: true }\n",
            "    done: { terminal: true }\n  migrations: [{ from: 1, states: { check: assess } }]\n",
        ),
    )
    open_run = under(reviewed(decide=False), changed(*renamed))
    assert (open_run.kind, open_run.to) == ("migrates", "assess")
    ended = under(reviewed(), changed(*renamed))
    assert told(ended) == {"kind": "elsewhere", "step": 2, "first": ("state", "check", "assess")}


def test_a_migration_that_cannot_be_made_is_refused() -> None:
    gone = (
        ("    check:\n", "    assess:\n"),
        ("toState: check", "toState: assess"),
        ("[draft, check]", "[draft, assess]"),
        ("    done: { terminal: true }\n", "    done: { terminal: true }\n  migrations: [{ from: 1 }]\n"),
    )
    outcome = under(reviewed(decide=False), changed(*gone))
    assert (outcome.kind, outcome.step) == ("refused", 0)
    assert "check" in outcome.why
