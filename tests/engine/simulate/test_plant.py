"""The model of crashes: whatever the point, nothing accepted is lost, and each effect is made once."""

from __future__ import annotations

from random import Random

import pytest

from engine.reducer import Actor, Contribution
from engine.simulate import CRASH_POINTS, Broken, Plant, World, crash
from engine.simulate.inputs import Contributed, Input
from engine.simulate.world import RunStep
from tests.engine.reducer.running import definition

MACHINE = definition(
    """
  context: { go: { type: bool }, done: { type: bool }, n: { type: int, default: 0 } }
  agents: { w: { canTransition: [a] } }
  commands: { Pay: { maxAttempts: 5 } }
  states:
    a:
      requires: [ { name: go } ]
      transitions: [ { toState: b, onTransition: [ { assign: { go: null } }, { compute: { n: context.n + 1 } } ] } ]
    b:
      entry: [ { send: { command: Pay, to: { tool: bank }, with: { n: "{{ context.n }}" } } } ]
      requires: [ { name: done, from: { tool: bank } } ]
      transitions: [ { toState: a, onTransition: [ { assign: { done: null } } ] } ]
"""
)


def begun() -> Plant:
    world, _ = World.begin(MACHINE, {MACHINE.name: MACHINE}.get)
    return Plant(world)


def asked(plant: Plant, number: int) -> Contributed:
    """What comes next: the agent's word, or the outcome of what it led to."""
    if plant.world.envelope.state == "a":
        return Contributed(Contribution(f"go{number}", Actor("agent", "w"), {"go": True}))
    return Contributed(Contribution(f"done{number}", Actor("tool", "bank"), {"done": True}, command="Pay"))


@pytest.mark.parametrize("seed", range(20))
def test_crashes_anywhere_lead_where_no_crash_leads(seed: int) -> None:
    random = Random(seed)
    plant, calm = begun(), begun()
    for number in range(12):
        input = asked(calm, number)
        plant, calm = worked(plant), worked(calm)
        plant, _ = plant.apply(input)
        calm, _ = calm.apply(input)
        for point in random.sample(CRASH_POINTS, random.randint(0, 3)):
            plant, _ = crash(plant, point)  # type: ignore[arg-type]
    assert plant.world.envelope.context == calm.world.envelope.context
    assert plant.world.envelope.state == calm.world.envelope.state
    assert len(plant.receiver.receipts) in (plant.world.envelope.context["n"], plant.world.envelope.context["n"] - 1)
    assert sorted(receipt.data["n"] for receipt in plant.receiver.receipts.values()) == list(
        range(1, len(plant.receiver.receipts) + 1)
    )


def worked(plant: Plant) -> Plant:
    """The worker does what waits in the outbox."""
    claimed, _ = plant.claim()
    return claimed.perform()


def test_the_effect_is_made_once_whenever_the_worker_dies() -> None:
    for point in ("during-command", "before-outcome"):
        plant, _ = begun().apply(asked(begun(), 0))
        for _ in range(3):
            plant, _ = crash(plant, point)  # type: ignore[arg-type]
        assert [receipt.number for receipt in plant.receiver.receipts.values()] == [1]


def test_a_broken_promise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant, _ = begun().apply(asked(begun(), 0))

    def taken_again(self: Plant, input: Input) -> tuple[Plant, tuple[RunStep, ...]]:
        again = Contributed(asked(begun(), 7).contribution)
        return self.apply(again)

    monkeypatch.setattr(Plant, "redelivered", taken_again)
    with pytest.raises(Broken):
        crash(plant, "before-commit")
