"""Each exact check of one state: what it finds, what it says, what it leaves alone."""

from __future__ import annotations

import pytest

from engine.analysis import Finding, check
from engine.diagnostics import Verdict
from engine.dsl import read
from tests.engine.analysis.exact.told import findings, report
from tests.engine.analysis.machines import machine, marked

SCORE = "score: { type: int, min: 0, max: 100 }, late: { type: bool }, note: { type: string }"
VERDICT = "verdict: { type: enum, values: [yes, no, later] }"


def routing(*edges: str, requires: str = "{ name: score }", context: str = SCORE, more: str = "") -> str:
    """A machine whose state ``a`` has these edges, written as ``target: guard, guard``."""
    written = []
    for edge in edges:
        target, _, guards = edge.partition(":")
        listed = f", guards: [ {', '.join(quote(guard) for guard in guards.split(';'))} ]" if guards else ""
        written.append(f"{{ toState: {target}{listed} }}")
    states = f"a: {{ requires: [ {requires} ], transitions: [ {', '.join(written)} ] }}\n"
    states += "\n".join(f"{name}: {{ terminal: true }}" for name in ("b", "c", "d"))
    return machine(states, context=context, agents="x: { canTransition: [a] }", more=more)


def quote(guard: str) -> str:
    return '"' + guard.strip().replace("\\", "\\\\").replace('"', '\\"') + '"'


def only(text: str, id: str) -> Finding:
    (finding,) = findings(text, id)
    return finding


class TestDeadTransition:
    def test_names_the_fewest_conditions_and_what_could_arrive(self) -> None:
        text = routing("b: context.score > 50; has(context.late); context.score < 50", "c")
        finding = only(text, "G501")
        assert finding.message == (
            "The transition to 'b' can never fire: no values make `context.score > 50` and `context.score < 50`"
            " all true; change or delete it."
        )
        assert marked(text, finding).startswith("{ toState: b")
        (way,) = finding.certificate.ways if finding.certificate else ()
        assert way.excluded_by == ("context.score > 50", "context.score < 50")
        assert way.values == {"score": "any value"}
        assert finding.verdict is Verdict.PROVED

    @pytest.mark.parametrize(
        "guard",
        [
            "context.score > 100",
            "context.score % 2 == 3",
            "context.score * 2 == 7",
            "context.score in []",
            "context.note.startsWith('ab') && context.note.startsWith('b')",
            "context.note == 'ab' && size(context.note) > 2",
            "context.note.contains('x') && 'abc'.contains(context.note)",
            "context.note > 'b' && context.note < 'a'",
            "!has(context.score)",
            "context.late && !context.late",
            "false",
        ],
    )
    def test_contradictions_of_every_kind(self, guard: str) -> None:
        assert findings(routing(f"b: {guard}", "c"), "G501")

    @pytest.mark.parametrize(
        "guard",
        [
            "context.score == 100",
            "context.score % 7 == 6",
            "context.note.startsWith('ab') && context.note.endsWith('ba') && size(context.note) == 3",
            "context.note > 'b' && context.note < 'ba'",
            "context.note.matches('a+b') && context.note.matches('b+a')",
        ],
    )
    def test_possible_ones_are_left_alone(self, guard: str) -> None:
        assert not findings(routing(f"b: {guard}", "c"), "G501")

    def test_what_a_requirement_excludes(self) -> None:
        text = routing("b: context.score < 5", "c", requires='{ name: score, validate: [ "value > 10" ] }')
        finding = only(text, "G501")
        assert finding.certificate is not None
        assert finding.certificate.ways[0].values == {"score": "from 11"}

    def test_a_fix_deletes_it_when_asked(self) -> None:
        text = routing("b: context.score > 100", "c")
        (fix,) = only(text, "G501").fixes
        assert not fix.automatic  # type: ignore[attr-defined]
        assert "toState: b" not in fix.patch.apply(text)


class TestShadowed:
    def test_names_those_that_fire_first(self) -> None:
        text = routing("b: context.score > 50", "c: context.score <= 50", "d: context.score > 70")
        finding = only(text, "G502")
        assert "the earlier transition to 'b' fires first" in finding.message
        assert finding.related[0].path[-1] == 0

    def test_several_together(self) -> None:
        text = routing("b: context.score > 50", "c: context.score < 60", "d: context.score in [50, 55, 60]")
        assert "the earlier transitions to 'b' and 'c'" in only(text, "G502").message

    def test_an_error_before_it_does_not_shadow(self) -> None:
        text = routing("b: context.late || !context.late", "d: context.score > 70")
        assert not findings(text, "G502")

    def test_an_unguarded_one_before_is_reported_as_such_alone(self) -> None:
        found = report(routing("b", "d: context.score > 70")).findings
        assert {"G508"} == {finding.id for finding in found if finding.id in ("G502", "G508")}


class TestOrderDecides:
    def test_shows_a_context(self) -> None:
        finding = only(routing("b: context.score > 50", "c: context.score < 70"), "G506")
        assert finding.data["context"] == {"score": 51}
        assert "both pass with score: 51" in finding.message

    def test_the_last_else_and_the_same_target_are_no_matter(self) -> None:
        assert not findings(routing("b: context.score > 50", "c"), "G506")
        assert not findings(routing("b: context.score > 50", "b: context.score > 70; context.late"), "G506")

    def test_exclusive_ones_are_left_alone(self) -> None:
        assert not findings(routing("b: context.score > 50", "c: context.score <= 50"), "G506")


class TestMergeable:
    def test_the_fix_joins_the_guards(self) -> None:
        text = routing("b: context.score > 50", "c: context.score == 50", "b: context.score < 10; context.late")
        finding = only(text, "G507")
        after = finding.fixes[0].patch.apply(text)
        assert "(context.score > 50) || ((context.score < 10) && (context.late))" in after
        assert after.count("toState: b") == 1
        assert not findings(after, "G507")

    def test_not_across_one_that_would_then_fire_less_often(self) -> None:
        assert not findings(
            routing("b: context.score == 1", "c: context.score < 60", "b: context.score in [0, 1, 60]"), "G507"
        )

    def test_before_an_else_to_the_same_state_it_may_go(self) -> None:
        text = routing("b: context.score > 50", "b")
        after = only(text, "G507").fixes[0].patch.apply(text)
        assert after.count("toState: b") == 1
        assert "guards" not in after

    def test_other_actions_or_descriptions_keep_them_apart(self) -> None:
        text = routing("b: context.score > 50", "b: context.score < 10")
        assert findings(text, "G507")
        told_apart = text.replace("{ toState: b", "{ description: first, toState: b", 1)
        assert findings(told_apart, "G507")
        assert not findings(told_apart.replace("{ toState: b", "{ description: second, toState: b"), "G507")


class TestNeverAsked:
    def test_all_optional_and_always_a_way_out(self) -> None:
        text = routing("b: has(context.score)", "c: !has(context.score)", requires="{ name: score, required: false }")
        finding = only(text, "G510")
        assert finding.message.startswith("'a' asks for 'score', all optional")
        assert finding.certificate is not None

    def test_a_way_to_rest_is_enough(self) -> None:
        assert not findings(routing("b: has(context.score)", requires="{ name: score, required: false }"), "G510")
        assert not findings(routing("b", requires="{ name: score }"), "G510")


class TestUnsatisfiable:
    def test_type_against_validate(self) -> None:
        text = routing("b", requires='{ name: score, validate: [ "value > 100" ] }')
        finding = only(text, "Q401")
        assert finding.certificate is not None
        assert finding.certificate.ways[0].excluded_by == ("value > 100",)

    def test_requirements_that_exclude_one_another(self) -> None:
        text = routing(
            "b",
            requires='{ name: score, validate: [ "value > 50" ] },'
            ' { name: score, from: { user: ann }, validate: [ "value < 50" ] }',
        )
        assert "the requirements before it" in only(text, "Q401").message

    def test_nothing_else_is_said_of_such_a_state(self) -> None:
        text = routing("b: context.score > 100", requires='{ name: score, validate: [ "value > 100" ] }')
        assert {"Q401"} == {f.id for f in report(text).findings if f.id[0] in "QGT"}


class TestMemberExcluded:
    def test_the_member_is_underlined(self) -> None:
        text = routing("b", requires="{ name: verdict, validate: [ \"value != 'no'\" ] }", context=VERDICT)
        finding = only(text, "Q402")
        assert marked(text, finding) == "no"

    def test_not_when_something_else_writes_it(self) -> None:
        requires = "{ name: verdict, validate: [ \"value != 'later'\" ] }"
        text = routing("b", requires=requires, context=VERDICT, more="policy: { onExhausted: { verdict: later } }")
        assert not findings(text, "Q402")


class TestReading:
    def test_optional_and_unread(self) -> None:
        text = machine(
            "a: { requires: [ { name: n, from: { user: u } }, { name: note, from: { user: u }, required: false } ],"
            " transitions: [ { toState: b } ] }\nb: { terminal: true }",
            context="n: { type: int }, note: { type: string }",
        )
        assert only(text, "Q407").path == ("states", "a", "requires", 1)
        assert not findings(text.replace("required: false", "required: true"), "Q407")

    def test_an_agent_that_is_shown_the_context_reads_it(self) -> None:
        text = routing("b", requires="{ name: score }, { name: note, required: false }")
        assert not findings(text, "Q407")
        assert findings(text.replace("canTransition: [a]", "canTransition: [a], guidance: none"), "Q407")

    def test_a_join_by_presence(self) -> None:
        text = routing("b: has(context.late)", requires="{ name: late, required: false }")
        assert "'true' and 'false' all count the same" in only(text, "Q410").message
        assert not findings(routing("b: has(context.late) && context.late", requires="{ name: late }"), "Q410")

    def test_a_number_is_no_answer_of_yes_or_no(self) -> None:
        assert not findings(routing("b: has(context.score)", requires="{ name: score, required: false }"), "Q410")


class TestConstantPart:
    def test_the_part_is_underlined(self) -> None:
        text = routing("b: context.late && context.score >= 0", "c")
        finding = only(text, "T310")
        assert marked(text, finding) == "context.score >= 0"
        assert finding.message.startswith("`context.score >= 0` is always true here")

    def test_the_largest_constant_part(self) -> None:
        text = routing("b: context.late && (context.score < 0 || context.score > 100)", "c: context.score > 3")
        (dead,) = findings(text, "G501")
        assert "context.score < 0 || context.score > 100" in dead.message
        text = routing("b: context.late || (context.score < 0 || context.score > 100)", "c: context.score > 3")
        assert "(context.score < 0 || context.score > 100)" in marked(text, only(text, "T310"))

    def test_behind_a_protecting_has(self) -> None:
        text = routing("b: has(context.score) && context.score >= 0", "c", requires="{ name: late }")
        assert marked(text, only(text, "T310")) == "context.score >= 0"

    @pytest.mark.parametrize(
        "guard",
        [
            "has(context.score) && context.score > 3",
            "context.score > 5 && context.score > 3",
            "context.note == 'a' || context.note != 'a' && context.late",
            "context.note.startsWith('a')",
            "true",
        ],
    )
    def test_what_may_be_otherwise_is_left_alone(self, guard: str) -> None:
        assert not findings(routing(f"b: {guard}"), "T310")


class TestOutside:
    def test_a_part_that_is_not_looked_into(self) -> None:
        text = routing("b: context.note.matches('a+')", "c: context.note.matches('a+') && context.note == 'b'")
        assert [marked(text, finding) for finding in findings(text, "T312")] == ["context.note.matches('a+')"] * 2

    def test_what_cannot_be_decided_is_said_to_be(self) -> None:
        finding = only(routing("b: context.note.matches('a{9}b{9}')", "c"), "M901")
        assert finding.verdict is Verdict.UNKNOWN
        assert finding.data == {"check": "G501", "reason": "fragment", "parts": ["context.note.matches('a{9}b{9}')"]}

    def test_a_spent_budget_is_said_to_be_spent(self) -> None:
        fields = ", ".join(f"f{index}: {{ type: bool }}" for index in range(40))
        tangle = " && ".join(
            f"(context.f{i} == context.f{i + 1} || context.f{i + 2} == context.f{i + 3})" for i in range(36)
        )
        odd = " && ".join(f"context.f{i} != context.f{(i + 1) % 39}" for i in range(39))
        text = routing(f"b: {tangle} && {odd}", "c", context=f"{fields}, score: {{ type: int }}")
        found = [finding for finding in check(read(text)).findings if finding.id in ("M901", "G501")]
        assert found
        assert all(finding.id == "G501" or finding.data["reason"] == "budget" for finding in found)
