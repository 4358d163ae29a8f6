"""Machines and actors that the tests of the journal run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.dsl import read
from engine.reducer import Actor, Definition, link

SAMPLE = Path(__file__).parents[3] / "samples" / "delegated-review.yaml"

ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")


def linked(text: str) -> Definition:
    workflow = read(text).workflow
    assert workflow is not None
    return link(workflow)


@cache
def review() -> Definition:
    return linked(SAMPLE.read_text(encoding="utf-8"))
