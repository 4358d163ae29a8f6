"""Contributions as JSON lines: what ``run`` reads from a file or from stdin."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from engine.cli import messages
from engine.cli.machines import Unusable
from engine.reducer import Contribution


class Line(NamedTuple):
    """A contribution and its place; ``run`` is the child's run it is for, ``None`` for the machine itself."""

    place: str
    run: str | None
    contribution: Contribution


class Script(NamedTuple):
    """The inputs of a first ``given`` line, and the contributions that follow."""

    given: dict[str, Any]
    lines: Iterator[Line]


def read_script(source: str) -> Script:
    """The script of a file, all of it read and found usable, or of stdin (``-``), read as it comes.

    Raises ``Unusable``, for stdin also while the lines are taken.
    """
    if source == "-":
        return _script(_parsed("<stdin>", sys.stdin.buffer))
    try:
        with Path(source).open("rb") as file:
            script = _script(iter(list(_parsed(source, file))))
            return script._replace(lines=iter(list(script.lines)))
    except OSError as error:
        raise Unusable(messages.cannot_open(source, error.strerror or str(error))) from error


def _script(maps: Iterator[tuple[str, dict[str, Any]]]) -> Script:
    for place, data in maps:
        if data.keys() == {"given"} and isinstance(data["given"], dict):
            return Script(data["given"], _contributions(maps))
        return Script({}, _contributions(iter([(place, data)]), maps))
    return Script({}, iter(()))


def _contributions(*series: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[Line]:
    for maps in series:
        for place, data in maps:
            yield _contribution(place, data)


def _contribution(place: str, data: dict[str, Any]) -> Line:
    run = data.pop("run", None)
    if run is not None and not isinstance(run, str):
        raise Unusable(f"{place}: {messages.wrong_run()}")
    try:
        return Line(place, run, Contribution.from_json(data, simulated=True))
    except ValueError as error:
        raise Unusable(f"{place}: {error}") from error


def _parsed(file: str, lines: Iterable[bytes]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The JSON maps of the lines, each with its place; empty lines are passed over."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{file}:{number}:1"
        try:
            data = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"), parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            raise Unusable(f"{file}:{number}:{error.colno}: {messages.no_json(error.msg)}") from error
        except (ValueError, RecursionError) as error:
            raise Unusable(f"{place}: {messages.no_json(str(error))}") from error
        if not isinstance(data, dict):
            raise Unusable(f"{place}: {messages.no_map()}")
        yield place, data


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
