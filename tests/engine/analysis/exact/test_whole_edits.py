"""Exploring a machine again after an edit: what is used again gives what is found from nothing."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from engine.analysis.exact import visit
from engine.analysis.exact.explore import Exploration, explore
from engine.dsl import Workflow
from tests.counts import count
from tests.generators.large import tidy
from tests.generators.machines import Machines


def explored(machine: dict[str, Any], earlier: Exploration | None = None) -> Exploration:
    found = explore(Workflow.model_validate(machine), earlier=earlier)
    assert found is not None
    return found


def told(found: Exploration) -> tuple[object, ...]:
    return (
        set(found.entered),
        set(found.fired),
        {state: len(places) for state, places in found.stuck.items()},
        set(found.halted),
        len(found.situations),
        len(found.finishing()),
        found.partial,
    )


def edited(machine: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """One state changed as an author might."""
    after = copy.deepcopy(machine)
    state = after["states"][chance.choice([name for name in after["states"] if name != "end"])]
    change = chance.choice(["order", "guard", "optional", "action", "target"])
    edge = chance.choice(state["transitions"])
    if change == "order":
        state["transitions"].reverse()
    elif change == "guard":
        edge.pop("guards", None)
    elif change == "optional" and state["requires"]:
        state["requires"][0]["required"] = not state["requires"][0].get("required", True)
    elif change == "action":
        edge.pop("onTransition", None)
    else:
        edge["toState"] = chance.choice(list(after["states"]))
    return after


def test_after_edits_the_same_is_found_as_from_nothing() -> None:
    for seed in range(count(60, 600)):
        chance = random.Random(seed)
        machine = Machines(seed).whole()
        found = explored(machine)
        for _ in range(4):
            machine = edited(machine, chance)
            found = explored(machine, found)
            assert told(found) == told(explored(machine)), f"seed {seed}: {json.dumps(machine)}"


def test_an_edit_of_one_state_works_out_few_visits_anew(monkeypatch: Any) -> None:
    made: list[str] = []
    build = visit.Visit.__init__

    def counting(self: Any, station: Any, manner: Any, entered: bytes) -> None:
        made.append(station.plan.name)
        build(self, station, manner, entered)

    monkeypatch.setattr(visit.Visit, "__init__", counting)
    machine = tidy(60)
    found = explored(machine)
    assert len(set(made)) == 60
    made.clear()
    machine["states"]["s7"]["transitions"].reverse()
    again = explored(machine, found)
    assert set(made) == {"s7"}
    assert told(again) == told(explored(machine))
