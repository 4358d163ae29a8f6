"""What holds of every run of every machine, whatever is contributed, in whatever order, with time going on."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.reducer import (
    SECOND,
    Contribution,
    Definition,
    Envelope,
    Operation,
    Step,
    claim,
    contribute,
    create,
    explain,
    explain_fired,
    fail,
    format_time,
    link,
    operate,
    pending,
    release,
    step_json,
    tick,
)
from engine.reducer.canonical import same
from tests.counts import count
from tests.generators.language import contributions, machine, workflow

TIMES = (60, 600, 1_800, 3_600, 7_200, 90_000)


class Runs(RuleBasedStateMachine):
    """One run of one generated machine; each rule takes one input and looks at the steps it led to."""

    definition: Definition
    envelope: Envelope

    @initialize(seed=st.integers(0, 5_000))
    def start(self, seed: int) -> None:
        """The first machine from this seed on whose creation is not refused."""
        while True:
            self.data = machine(seed)
            self.definition = link(workflow(self.data))
            inputs = {name: field for name, field in self.data["context"].items() if field.get("input")}
            given = {name: 1 for name, field in inputs.items() if field["type"] == "int"}
            step = create(self.definition, given=given)
            assert step_json(step) == step_json(create(self.definition, given=given))
            assert step.envelope.version == (1 if step.accepted else 0)
            if step.accepted:
                break
            seed += 1
        self.lines = contributions(self.data, Random(seed))
        self.accepted: dict[str, tuple[Contribution, dict[str, Any]]] = {}
        self.envelope = step.envelope

    def take(self, act: Any) -> tuple[Step, ...]:
        """Take an input twice, and once from the envelope read back from JSON: always the same, nothing touched."""
        before = self.envelope
        stored = before.to_json()
        frozen = json.dumps(stored, sort_keys=True)
        steps = act(before)
        assert json.dumps(before.to_json(), sort_keys=True) == frozen
        told = [step_json(step) for step in steps]
        assert [step_json(step) for step in act(before)] == told
        read_back = Envelope.from_json(self.definition, json.loads(json.dumps(stored)))
        assert json.dumps(read_back.to_json(), sort_keys=True) == frozen
        continued = act(read_back)
        assert [step_json(step) for step in continued] == told
        if steps:
            assert continued[-1].envelope.to_json() == steps[-1].envelope.to_json()
        self.check(before, steps)
        return steps

    def check(self, before: Envelope, steps: tuple[Step, ...]) -> None:
        for step in steps:
            after = step.envelope
            if step.accepted and step.code is None:
                assert after.version == before.version + 1
                self.no_approval_outlives_a_change(before, step)
            else:
                assert after.version == before.version
                assert _without_time(after) == _without_time(before)
            if before.ended:
                assert (after.state, after.stop, dict(after.context)) == (
                    before.state,
                    before.stop,
                    dict(before.context),
                )
            assert after.at >= before.at
            assert len(explain_fired(step)) == len(step.fired) or not step.accepted
            assert step.events[-1].type in ("parked", "terminal", "halted", "rejected")
            before = after
        self.envelope = before

    def no_approval_outlives_a_change(self, before: Envelope, step: Step) -> None:
        for field, record in before.approvals.items():
            approves = self.definition.terms[field].approves
            changed = any(not same(before.context.get(each), step.envelope.context.get(each)) for each in approves)
            kept = step.envelope.approvals.get(field)
            if changed:
                assert kept is None or kept.at >= before.at, (field, "stands though what it approves has changed")
                assert kept != record
            if kept is None:
                assert field not in step.envelope.context

    @rule(wait=st.sampled_from((0, 0, 0, *TIMES)))
    def contribute(self, wait: int) -> None:
        line = dict(next(self.lines))
        if wait:
            line["at"] = format_time(self.envelope.at + wait * SECOND)
        contribution = Contribution.from_json(line, simulated=True)
        given = copy.deepcopy(contribution.values)
        steps = self.take(lambda envelope: contribute(self.definition, envelope, contribution))
        assert contribution.values == given
        step = next(step for step in steps if step.contribution is contribution or step.kind == "contribution")
        if step.accepted and step.code is None:
            self.accepted[contribution.id] = contribution, step_json(step)

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def redeliver(self, data: st.DataObject) -> None:
        """A contribution that was accepted is answered as it was then, however much has happened since."""
        contribution, answer = self.accepted[data.draw(st.sampled_from(sorted(self.accepted)))]
        (step,) = self.take(lambda envelope: contribute(self.definition, envelope, contribution._replace(at=None)))
        assert step_json(step) == answer | {"code": "duplicate"}
        other = contribution._replace(at=None, values={**contribution.values, "n": 77})
        (step,) = self.take(lambda envelope: contribute(self.definition, envelope, other))
        assert step.code == ("duplicate" if other.values == contribution.values else "duplicate-conflict")

    @rule(seconds=st.sampled_from(TIMES))
    def wait(self, seconds: int) -> None:
        until = self.envelope.at + seconds * SECOND
        steps = self.take(lambda envelope: tick(self.definition, envelope, until))
        moments = [step.at for step in steps]
        assert moments == sorted(moments)
        assert all(moment <= until for moment in moments)

    @precondition(lambda self: self.envelope.commands)
    @rule(act=st.sampled_from((claim, release, "fail")), data=st.data())
    def work_on_a_command(self, act: Any, data: st.DataObject) -> None:
        command = data.draw(st.sampled_from(sorted(self.envelope.commands)))
        if act == "fail":
            error = data.draw(st.sampled_from(("timeout", "refused")))
            self.take(lambda envelope: fail(self.definition, envelope, command, error))
        else:
            self.take(lambda envelope: act(self.definition, envelope, command))

    @rule(kind=st.sampled_from(("supply", "clear", "clear", "retry")))
    def operate(self, kind: Any) -> None:
        command = next(iter(self.envelope.commands), None)
        values = {"n": 3} if kind == "supply" else None
        operation = Operation(kind, "olga", "to see", command if kind == "retry" else None, values)
        self.take(lambda envelope: operate(self.definition, envelope, operation))

    @invariant()
    def pending_is_the_same_on_every_look(self) -> None:
        if not hasattr(self, "envelope"):
            return
        first, second = pending(self.definition, self.envelope), pending(self.definition, self.envelope)
        assert first == second
        assert len({each.id for each in first}) == len(first)
        assert all(each.id.startswith(f"run/{self.envelope.visit}/") for each in first)
        if self.envelope.ended:
            assert not first
        assert explain(self.definition, self.envelope).ended == self.envelope.ended


def _without_time(envelope: Envelope) -> dict[str, Any]:
    """What a refusal must not change: time may go on, and a step of the system that fails leaves a fault."""
    return {key: value for key, value in envelope.to_json().items() if key not in ("at", "faulted")}


TestRuns = Runs.TestCase
TestRuns.settings = settings(max_examples=count(30, 600), stateful_step_count=25)
