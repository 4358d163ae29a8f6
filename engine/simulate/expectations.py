"""What a scenario expects, held against what is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.reducer import Effect, Envelope, Fired, Step, is_stuck, pending
from engine.reducer.canonical import same
from engine.simulate import messages
from engine.simulate.plant import Plant
from engine.simulate.scenario import Expect
from engine.simulate.world import RunStep


class Situation(NamedTuple):
    """A plant, and the steps that have just led there."""

    plant: Plant
    steps: tuple[RunStep, ...]

    @property
    def envelope(self) -> Envelope:
        return self.plant.world.envelope

    @property
    def fired(self) -> list[Fired]:
        return [fired for step in self._own for fired in step.fired]

    @property
    def effects(self) -> list[Effect]:
        return [effect for step in self._own for effect in step.effects]

    @property
    def _own(self) -> list[Step]:
        """The committed steps of the machine itself, children and duplicates left out."""
        return [step for run, step in self.steps if run == self.plant.world.root and step.code is None]


def unmet(expect: Expect, situation: Situation) -> Iterator[tuple[str, str]]:
    """Each key of ``expect`` that does not hold, with a sentence."""
    for key in sorted(expect.model_fields_set, key=list(Expect.model_fields).index):
        yield from ((key, message) for message in _CHECKS[key](getattr(expect, key), situation))


def _state(expected: str | None, situation: Situation) -> Iterator[str]:
    yield from _equal("state", expected, situation.envelope.state or None)


def _stop(expected: str, situation: Situation) -> Iterator[str]:
    yield from _equal("stop", expected, situation.envelope.stop)


def _stuck(expected: bool, situation: Situation) -> Iterator[str]:
    yield from _equal("stuck", expected, is_stuck(situation.envelope.definition, situation.envelope))


def _pending(expected: tuple[Any, ...], situation: Situation) -> Iterator[str]:
    asked = pending(situation.envelope.definition, situation.envelope)
    yield from _series("pending", expected, [(each.to_json(), {each.field}) for each in asked])


def _context(expected: Mapping[str, Any], situation: Situation) -> Iterator[str]:
    context = situation.envelope.context
    for field, value in expected.items():
        found = context.get(field)
        if not same(found, None if value == "" else value):
            yield messages.differs(f"'{field}'", value, found)


def _unset(expected: tuple[str, ...], situation: Situation) -> Iterator[str]:
    context = situation.envelope.context
    yield from (messages.still_set(field, context[field]) for field in expected if field in context)


def _fired(expected: tuple[Any, ...], situation: Situation) -> Iterator[str]:
    yield from _series("fired", expected, [(each.to_json(), {each.target}) for each in situation.fired])


def _effects(expected: tuple[Any, ...], situation: Situation) -> Iterator[str]:
    found = [(each.to_json(), {each.kind, *_names(each)}) for each in situation.effects]
    yield from _series("effects", expected, found)


def _names(effect: Effect) -> set[str]:
    return {str(effect.data[key]) for key in ("command", "event", "fsm", "as") if key in effect.data}


def _rejected(expected: str, situation: Situation) -> Iterator[str]:
    codes = [step.code for _, step in situation.steps if step.code is not None]
    if not codes:
        yield messages.not_refused(expected)
    elif expected not in codes:
        yield messages.differs("rejected", expected, codes[0])


def _receipts(expected: int, situation: Situation) -> Iterator[str]:
    yield from _equal("receipts", expected, len(situation.plant.receiver.receipts))


def _equal(what: str, expected: Any, found: Any) -> Iterator[str]:
    if expected != found:
        yield messages.differs(what, expected, found)


def _series(what: str, expected: tuple[Any, ...], found: Sequence[tuple[Mapping[str, Any], set[str]]]) -> Iterator[str]:
    """Whether each expected item, a name or a map of what it must contain, is found at its place, and no more are."""
    if len(expected) != len(found) or not all(map(_matches, expected, found)):
        yield messages.differs(what, list(expected), [data for data, _ in found])


def _matches(expected: Any, found: tuple[Mapping[str, Any], set[str]]) -> bool:
    data, names = found
    if isinstance(expected, str):
        return expected in names
    return all(key in data and same(data[key], value) for key, value in expected.items())


_CHECKS: Mapping[str, Any] = {
    "state": _state,
    "stop": _stop,
    "stuck": _stuck,
    "pending": _pending,
    "context": _context,
    "unset": _unset,
    "fired": _fired,
    "effects": _effects,
    "rejected": _rejected,
    "receipts": _receipts,
}
