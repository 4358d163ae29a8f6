"""Processes killed at every boundary: nothing accepted is lost, nothing is done twice, and the end is the model's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.reducer import START_OF_TIME, Actor, Contribution, Envelope
from engine.runtime import open_journal
from engine.simulate import Contributed, Plant, World
from tests.counts import count
from tests.engine.runtime.outposts import Depot, contributions, dies, drive, orders

BOUNDARIES = {"before-commit", "after-commit", "after-claim", "after-effect", "before-outcome"}


@cache
def predicted() -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The end in the pure model, which never crashes: the run, and what the receiver has performed."""
    definition = orders()
    world, _ = World.begin(definition, {definition.name: definition}.get, run="r", at=START_OF_TIME, key="key")
    plant = Plant(world)
    for contribution in contributions():
        plant, _ = plant.apply(Contributed(contribution._replace(at=START_OF_TIME)))
        plant = plant.claim()[0].perform()
        for _, command in list(plant.claimed_commands()):
            values = {"receipt": f"receipt for {command.key}"}
            outcome = Contribution(
                f"{command.id}/outcome", Actor("tool", command.to["tool"]), values, command=command.id
            )
            plant, _ = plant.apply(Contributed(outcome))
    performed = {key: dict(receipt.data) for key, receipt in plant.receiver.receipts.items()}
    return _end(plant.world.envelope), performed


def _end(envelope: Envelope) -> dict[str, Any]:
    """What must be the same however often the process died; attempts and versions count its deaths."""
    return {
        "state": envelope.state,
        "stop": envelope.stop,
        "visit": envelope.visit,
        "context": dict(envelope.context),
        "commands": {each.key: (each.command, each.status) for each in envelope.commands.values()},
        "fields": sorted(envelope.authors),
    }


def check_end(place: str | Path, folder: Path) -> None:
    end, performed = predicted()
    assert Depot(folder / "depot").performed() == performed
    with open_journal(place, payloads=folder / "payloads") as journal:
        assert _end(journal.world("r").envelope) == end
        ids = [step.contribution for step in journal.steps("r") if step.contribution is not None]
        assert {each.id for each in contributions()} <= set(ids)
        assert not [id for id, times in Counter(ids).items() if times > 1]


def survive(place: str | Path, folder: Path, random: Random, longest: int) -> set[str]:
    """Kill the driver at random boundaries until it comes to its end; the boundaries it died at."""
    died = set()
    for _ in range(100):
        at = dies(lambda reached: drive(place, folder, reached), random.randint(1, longest))
        if at is None:
            break
        died.add(at)
    check_end(place, folder)
    return died


def test_a_process_that_is_killed_at_any_boundary_is_carried_on(tmp_path: Path) -> None:
    """Each boundary of the whole run in turn, once."""
    died = set()
    at = 0
    while True:
        at += 1
        folder = tmp_path / str(at)
        folder.mkdir()
        place = folder / "j.db"
        boundary = dies(lambda reached, place=place, folder=folder: drive(place, folder, reached), at)  # type: ignore[misc]
        if boundary is None:
            break
        died.add(boundary)
        assert dies(lambda reached, place=place, folder=folder: drive(place, folder, reached), 0) is None  # type: ignore[misc]
        check_end(place, folder)
    assert died == BOUNDARIES
    assert at > 20


def test_random_schedules_of_deaths_come_to_the_same_end(tmp_path: Path) -> None:
    died = set()
    for seed in range(count(20, 200)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        died |= survive(folder / "j.db", folder, Random(seed), 25)
    assert died == BOUNDARIES
