"""What moments and values are called where they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from designer.panels.simulator import messages
from designer.panels.simulator.moments import Moment
from designer.panels.typed import short
from engine.reducer import MASK, Envelope


@dataclass(frozen=True, slots=True)
class Words:
    """What a card says: a bold line, a soft one, and the token of its border."""

    title: str
    detail: str
    token: str


def words_of(moment: Moment) -> Words:
    """What moments and values are called where they are shown."""
    step = moment.step
    if not step.accepted:
        return Words(_source_words(moment), f"✕ {step.code}", "error")
    match moment.kind:
        case "came":
            return Words(_source_words(moment), _came_words(moment), "work")
        case "fired":
            assert moment.fired is not None
            number = moment.fired.timer or str((moment.fired.index or 0) + 1)
            return Words(f"{number} → {messages.shown_name(moment.fired.target)}", moment.fired.source, "ok")
    return Words(messages.stop_words(step.stop), messages.rest_words(step), _REST.get(step.stop, "error"))


_REST = {"parked": "agent", "terminal": "terminal"}


def _source_words(moment: Moment) -> str:
    step = moment.step
    if step.contribution is not None:
        return str(step.contribution.actor.name or step.contribution.actor.kind)
    match step.kind:
        case "created":
            return messages.CREATED
        case "timer":
            return timer_words(str(step.name), step.envelope)
    return f"{step.kind} {step.name or ''}".strip()


def timer_words(name: str, envelope: Envelope) -> str:
    """A timer by its name, or by what lapses with it."""
    kind, _, of = name.partition(":")
    if kind == "expiresAfter":
        return messages.expires(of)
    if kind == "deadline":
        command = envelope.commands.get(of)
        return messages.deadline_of(command.command if command is not None else of)
    return name


def _came_words(moment: Moment) -> str:
    contribution = moment.step.contribution
    if contribution is None:
        return moment.state
    hidden = moment.step.definition.sensitive
    shown = ((name, MASK if name in hidden else value) for name, value in contribution.values.items())
    return ", ".join(f"{name} = {value_words(value, 24)}" for name, value in shown)


def value_words(value: Any, most: int = 400) -> str:
    """A value for reading: texts in quotes, a content by its size and checksum, what is masked as it is."""
    if value == MASK:
        return MASK
    if isinstance(value, Mapping) and value.keys() >= {"store", "checksum", "size"}:
        return messages.content(value["size"], str(value.get("mediaType") or ""), str(value["checksum"]))
    if isinstance(value, str):
        return f"“{value}”" if len(value) <= most else f"“{value[: most - 1]}…”"
    return short(value, most)
