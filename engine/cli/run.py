"""``statewright run``: simulates a machine without a window."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from engine.cli import messages
from engine.cli.contributions import Line, Script, read_script
from engine.cli.dialogue import converse
from engine.cli.machines import Machine, Unusable, load
from engine.cli.narration import Narrator
from engine.dsl.models import FieldType
from engine.errors import JournalError
from engine.reducer import Definition, parse_time, step_json
from engine.simulate import RunStep, World

TEXTS = (FieldType.STRING, FieldType.ENUM, FieldType.TIMESTAMP, FieldType.BLOB)
"""Types whose values ``--set`` takes as they stand; those of all others are JSON."""


class Format(StrEnum):
    TEXT = "text"
    JSONL = "jsonl"


class JsonLines:
    """Writes steps as JSON, a line each; those of child machines name their run."""

    def steps(self, world: World, steps: Sequence[RunStep]) -> None:
        for run, step in steps:
            line = step_json(step) | ({} if run == world.root else {"run": run})
            print(json.dumps(line, ensure_ascii=False), flush=True)

    def rest(self, world: World) -> None:
        """Lines say all there is to say."""


def run(
    file: Annotated[Path, typer.Argument(help="A machine.", show_default=False)],
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="F=V", help="Give an input; may be repeated.")
    ] = None,
    contributions: Annotated[
        str | None,
        typer.Option(metavar="FILE|-", help="Contributions, one JSON map a line; '-' reads them from stdin."),
    ] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When the run is created.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="At the end, fire what is due by then.")] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="DB", help="Keep every step in a journal; a run that is there goes on.")
    ] = None,
    run_id: Annotated[str, typer.Option("--run", metavar="ID", help="The run's id.")] = "run",
    format: Annotated[Format, typer.Option(help="How steps are written.")] = Format.TEXT,
) -> None:
    """Simulate a machine, with contributions from a file or asking at the terminal for what is pending."""
    try:
        machine = load(file)
        begins, ends = _moment("--at", at), _moment("--until", until)
        script = Script({}, iter(())) if contributions is None else read_script(contributions)
        given = {**script.given, **_given(machine.definition, set_ or [])}
        writer = JsonLines() if format is Format.JSONL else Narrator(machine)
        with _begun(machine, journal, run_id, given, begins) as (world, steps):
            writer.steps(world, steps)
            if steps and not steps[0].step.accepted:
                print(messages.creation_refused(str(steps[0].step.code)), file=sys.stderr)
                raise typer.Exit(1)
            for line in script.lines:
                world, steps = world.contribute(line.contribution, _known(world, line))
                writer.steps(world, steps)
            if contributions is None and sys.stdin.isatty() and sys.stderr.isatty():
                world = converse(world, writer.steps)
            if ends is not None:
                world, steps = world.tick(ends)
                writer.steps(world, steps)
            writer.rest(world)
    except Unusable as error:
        _unusable(error.lines)
    except JournalError as error:
        _unusable([messages.journal(str(error))])


@contextmanager
def _begun(
    machine: Machine, place: str | None, run: str, given: Mapping[str, Any], at: int | None
) -> Iterator[tuple[World, tuple[RunStep, ...]]]:
    """The run, and the steps of its creation; with a journal it is kept there, and goes on if it is there."""
    if place is None:
        yield World.begin(machine.definition, machine.find, run=run, given=given, at=at)
        return
    from engine.cli.stored import StoredWorld
    from engine.runtime import open_journal

    with open_journal(place, clock=None) as journal:
        yield StoredWorld.opened(journal, machine, run, given, at)


def _known(world: World, line: Line) -> str | None:
    if line.run is not None and line.run not in world.runs:
        raise Unusable(f"{line.place}: {messages.no_run(line.run, list(world.runs))}")
    return line.run


def _moment(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return parse_time(text)
    except ValueError as error:
        raise Unusable(messages.option(option, str(error))) from error


def _given(definition: Definition, options: Sequence[str]) -> Mapping[str, Any]:
    """``FIELD=VALUE`` options as inputs: texts as they stand, values of other types as JSON."""
    given: dict[str, Any] = {}
    for option in options:
        field, separator, text = option.partition("=")
        if not separator:
            raise Unusable(messages.option("--set", messages.no_assignment(option)))
        declared = definition.fields.get(field)
        given[field] = text if declared is None or declared.type in TEXTS else _json_or_text(text)
    return given


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _unusable(lines: Sequence[str]) -> NoReturn:
    for line in lines:
        print(line, file=sys.stderr)
    raise typer.Exit(2)
