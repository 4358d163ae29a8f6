"""Small machines, run in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.dsl import read
from engine.reducer import Actor, Contribution, Definition, Envelope, Step, contribute, create, link, tick
from engine.reducer.clock import SECOND

START = 946_684_800 * SECOND
"""2000-01-01T00:00:00Z."""


def definition(text: str) -> Definition:
    """The machine of a YAML text that stands below ``fsm:``; ``name`` and ``initialState`` may be left out."""
    head = (
        "fsm:\n"
        + ("" if "\n  name:" in text else "  name: m\n")
        + ("" if "\n  initialState:" in text else "  initialState: a\n")
    )
    parsed = read(head + text)
    assert parsed.workflow is not None, parsed.diagnostics
    errors = [each.message for each in parsed.diagnostics if each.severity == "error"]
    assert not errors, errors
    return link(parsed.workflow)


class Run:
    """A run that is carried along; ``steps`` are all there were."""

    def __init__(self, machine: Definition | str, **creation: Any) -> None:
        self.definition = definition(machine) if isinstance(machine, str) else machine
        self.steps: list[Step] = [create(self.definition, **creation)]
        self._count = 0

    @property
    def envelope(self) -> Envelope:
        return self.steps[-1].envelope

    @property
    def last(self) -> Step:
        return self.steps[-1]

    @property
    def now(self) -> float:
        """Seconds since the run began."""
        return (self.envelope.at - START) / SECOND

    def take(self, steps: tuple[Step, ...]) -> Step:
        self.steps += steps
        return self.last

    def give(self, who: Any, values: Mapping[str, Any], *, after: int = 0, current: bool = False, **more: Any) -> Step:
        """Contribute; ``after`` so many seconds. Gives the contribution's own step."""
        self._count += 1
        at = self.envelope.at + after * SECOND if after else None
        id = more.pop("id", f"c{self._count}")
        contribution = Contribution(id, Actor.from_json(who), values, at=at, current=current, **more)
        steps = contribute(self.definition, self.envelope, contribution)
        self.steps += steps
        return next(step for step in steps if step.contribution is not None)

    def wait(self, seconds: int) -> tuple[Step, ...]:
        steps = tick(self.definition, self.envelope, self.envelope.at + seconds * SECOND)
        self.steps += steps
        return steps
