"""Templates in a machine: where they stand, which fields they read, and braces that are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.diagnostics import Path
from engine.dsl.models import Action, Emit, Inject, Send, Spawn, State
from engine.text import Span

_BRACES = re.compile(r"\{\{(?P<inside>(?:(?!\{\{|\}\}).)*)(?P<end>\}\})?", re.DOTALL)
_REFERENCE = re.compile(r"\s*context\.(?P<names>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Templated:
    """A string in which templates are replaced, and its path."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Braces:
    """One ``{{ … }}`` of a string: the names after ``context.``, none where it is no template."""

    span: Span
    names: tuple[str, ...]
    closed: bool


def braces(text: str) -> Iterator[Braces]:
    if "{{" not in text:
        return
    for match in _BRACES.finditer(text):
        closed = match["end"] is not None
        reference = _REFERENCE.fullmatch(match["inside"]) if closed else None
        names = tuple(reference["names"].split(".")) if reference else ()
        yield Braces(Span(match.start(), match.end() if closed else match.start() + 2), names, closed)


def fields_in(text: str) -> Iterator[str]:
    """The context fields that the templates of a string read."""
    return (each.names[0] for each in braces(text) if each.names)


def templated_of(name: str, state: State, actions: Iterable[tuple[Path, Action]]) -> Iterator[Templated]:
    """Every string of a state, whose actions are given, in which templates are replaced."""
    at: Path = ("states", name)
    if state.description is not None:
        yield Templated((*at, "description"), state.description)
    for index, requirement in enumerate(state.requires):
        if requirement.prompt is not None:
            yield Templated((*at, "requires", index, "prompt"), requirement.prompt)
    for path, action in actions:
        yield from in_action(path, action)


def in_action(path: Path, action: Action) -> Iterator[Templated]:
    match action:
        case Emit():
            yield from strings((*path, "emit", "data"), action.emit.data)
        case Send():
            yield from strings((*path, "send", "to"), action.send.to)
            yield from strings((*path, "send", "with"), dict(action.send.with_))
            yield from strings((*path, "send", "idempotencyKey"), action.send.idempotency_key)
        case Spawn():
            yield from strings((*path, "spawn", "with"), dict(action.spawn.with_))
        case Inject():
            yield Templated((*path, "inject", "message"), action.inject.message)


def strings(path: Path, value: Any) -> Iterator[Templated]:
    """The strings inside a JSON value, keys apart."""
    if isinstance(value, str):
        yield Templated(path, value)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings((*path, key), item)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from strings((*path, index), item)
