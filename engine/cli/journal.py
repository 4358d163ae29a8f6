"""``statewright journal``: looks into a journal, moves traces in and out, and keeps it in order."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.table import Table

from engine.cli import messages
from engine.cli.files import write_atomically
from engine.cli.machines import Unusable, load
from engine.dsl import format_duration, parse_duration
from engine.errors import JournalError
from engine.reducer import SECOND, Definition, format_time, parse_time
from engine.runtime import Journal, RunRow, open_journal
from engine.runtime.traces import import_trace, payloads_text, trace_of
from engine.runtime.upkeep import prune as prune_journal
from engine.runtime.verify import verify as verify_journal
from engine.simulate import Trace

UNUSABLE = 2
PAYLOADS = ".payloads.json"

journal = typer.Typer(
    help="Look into a journal, move traces in and out, and keep it in order.",
    add_completion=False,
    rich_markup_mode=None,
)

Place = Annotated[str, typer.Argument(metavar="DB", help="A journal's file or address.", show_default=False)]
Run = Annotated[str, typer.Argument(metavar="RUN", help="A run's id.", show_default=False)]


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


@contextmanager
def opened(place: str, *, writes: bool = False, create: bool = False, accept_loss: bool = False) -> Iterator[Journal]:
    """The journal of a command; what cannot be used is one line on stderr, and exit code 2."""
    try:
        with open_journal(place, read_only=not writes, create=create, accept_loss=accept_loss) as found:
            yield found
    except JournalError as error:
        _give_up(messages.journal(str(error)))
    except Unusable as error:
        _give_up(*error.lines)
    except OSError as error:
        _give_up(messages.cannot_open(str(error.filename), error.strerror or str(error)))


@journal.command("ls")
def list_runs(
    place: Place,
    state: Annotated[str | None, typer.Option(help="Only runs in this state.", show_default=False)] = None,
    machine: Annotated[str | None, typer.Option(help="Only runs of this machine.", show_default=False)] = None,
    status: Annotated[
        str | None, typer.Option(help="Only parked, running, stuck, faulted or ended ones.", show_default=False)
    ] = None,
    waiting_for: Annotated[
        str | None, typer.Option(metavar="WHO", help="Only runs that wait for 'user:brad', 'agent' …")
    ] = None,
    text: Annotated[str | None, typer.Option(help="Only runs whose id, machine or state has this text.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="So many rows at most.")] = 100,
    format: Annotated[Format, typer.Option(help="How runs are written.")] = Format.TEXT,
) -> None:
    """List runs, with their states, what they wait for and since when; counts by state come last."""
    with opened(place) as found:
        rows = found.runs(
            state=state,
            machine=machine,
            kind=status,  # type: ignore[arg-type]
            waiting_for=waiting_for,
            text=text,
            limit=limit,
        )
        counts = found.counts()
        now = found.now()
    if format is Format.JSON:
        print(json.dumps({"runs": [_run_json(row) for row in rows], "counts": _counts_json(counts)}, indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("run", "machine", "state", "status", "waiting for", "age", "events"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        age = _age(now - row.changed_at)
        waiting = ", ".join(row.waiting_for)
        table.add_row(row.run, row.machine, row.state, row.status, waiting, age, str(row.events))
    console = Console(highlight=False, emoji=False, markup=False)
    console.print(table)
    by_status = Counter[str]()
    for (_, _, status_), number in counts.items():
        by_status[status_] += number
    for (machine_, state_, status_), number in counts.items():
        console.print(f"  {number:>6}  {machine_}  {state_ or '(ended by an operator)'}  {status_}")
    console.print(messages.runs_listed(len(rows), by_status))


@journal.command("show")
def show_run(
    place: Place, run: Run, format: Annotated[Format, typer.Option(help="How it is written.")] = Format.TEXT
) -> None:
    """Show one run: how it stands, what it waits for, its timers and commands, and its events."""
    with opened(place) as found:
        row = found.run(run)
        parked, timers = found.parked(run=run), found.timers(run)
        commands, events = found.outbox(run), found.events(run)
        now = found.now()
    if format is Format.JSON:
        told = {
            **_run_json(row),
            "parked": [{**each.data, "since": format_time(each.since)} for each in parked],
            "timers": [{"name": each.name, "at": format_time(each.at)} for each in timers],
            "outbox": [each._asdict() for each in commands],
            "events": [event.to_json() for event in events],
        }
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False, emoji=False, markup=False, soft_wrap=True)
    console.print(f"{row.run}  {row.machine} version {row.machine_version}  {row.state}  {row.status}")
    for asked in parked:
        console.print(f"  waits {_age(now - asked.since)} for {asked.field} from {asked.contributor}")
    for timer in timers:
        console.print(f"  {timer.name} is due at {format_time(timer.at)}")
    for command in commands:
        tries = messages.count(command.attempts, "attempt")
        console.print(f"  {command.command} {command.id}: {command.status}, {tries}")
    for event in events:
        data = {key: value for key, value in json.loads(event.data).items() if key != "envelope"}
        console.print(f"{event.seq:>6}  {format_time(event.at)}  {event.type:<11}  {json.dumps(data)}")


@journal.command("export")
def export_run(
    place: Place,
    run: Run,
    output: Annotated[Path | None, typer.Option("-o", metavar="OUT", help="A file instead of stdout.")] = None,
) -> None:
    """Write the trace of a run as JSON lines; with a file, what it only refers to goes beside it."""
    with opened(place) as found:
        trace = trace_of(found, run)
        text = "".join(f"{line}\n" for line in trace.lines)
        if output is None:
            sys.stdout.write(text)
            return
        if trace.payloads:
            write_atomically(output.with_name(output.stem + PAYLOADS), payloads_text(trace).encode())
        write_atomically(output, text.encode())


@journal.command("import")
def import_runs(
    place: Place,
    traces: Annotated[list[Path], typer.Argument(metavar="TRACE…", help="Traces of JSON lines.", show_default=False)],
    machine: Annotated[list[Path], typer.Option(metavar="FILE", help="A machine they were recorded with; repeatable.")],
    cut: Annotated[bool, typer.Option("--cut", help="Of a trace that was cut off take the whole steps.")] = False,
) -> None:
    """Take traces into a journal, each replayed first; the journal is made where there is none."""
    with opened(place, writes=True, create=True) as found:
        machines = [load(path) for path in machine]
        texts = {each.definition.name: each.parsed.text for each in machines}

        def find(name: str) -> Definition | None:
            return next((each for each in (one.find(name) for one in machines) if each is not None), None)

        for path in traces:
            beside = path.with_name(path.stem + PAYLOADS)
            payloads = json.loads(beside.read_bytes()) if beside.exists() else {}
            lines = tuple(path.read_text(encoding="utf-8").splitlines())
            run = import_trace(found, Trace(lines, payloads), find, texts, cut=cut)
            print(messages.imported(run, found.run(run).events), file=sys.stderr)


@journal.command("verify")
def verify(
    place: Place,
    accept_loss: Annotated[
        bool, typer.Option("--accept-loss", help="Go on without the steps that were lost at the tail.")
    ] = False,
) -> None:
    """Hold everything in a journal against everything else, and name what does not fit."""
    with opened(place, writes=accept_loss, accept_loss=accept_loss) as found:
        told = verify_journal(found)
    for problem in told.problems:
        print(problem)
    print(messages.verified(told.runs, told.events, told.payloads, len(told.problems)), file=sys.stderr)
    raise typer.Exit(1 if told.problems else 0)


@journal.command("prune")
def prune(
    place: Place,
    ended_before: Annotated[
        str | None, typer.Option(metavar="TIME|AGE", help="Delete runs that ended before a time, or so long ago.")
    ] = None,
) -> None:
    """Delete contents past their time, what crashes left behind and, if asked for, runs that have ended."""
    with opened(place, writes=True) as found:
        gone = prune_journal(found, ended_before=_moment(ended_before, found.now()))
    print(messages.pruned(len(gone.runs), gone.expired, gone.strays), file=sys.stderr)


def _moment(text: str | None, now: int) -> int | None:
    if text is None:
        return None
    try:
        return now - parse_duration(text) * SECOND if text.startswith("P") else parse_time(text)
    except ValueError as error:
        raise Unusable(messages.option("--ended-before", str(error))) from error


def _run_json(row: RunRow) -> dict[str, Any]:
    return row._asdict() | {"created_at": format_time(row.created_at), "changed_at": format_time(row.changed_at)}


def _counts_json(counts: Mapping[tuple[str, str, str], int]) -> list[dict[str, Any]]:
    return [
        {"machine": machine, "state": state, "status": status, "runs": number}
        for (machine, state, status), number in counts.items()
    ]


def _age(span: int) -> str:
    """The two largest units of a span of nanoseconds."""
    seconds = max(0, span // SECOND)
    for unit in (86_400, 3_600, 60):
        if seconds >= unit:
            smaller = {86_400: 3_600, 3_600: 60, 60: 1}[unit]
            return format_duration(seconds - seconds % smaller)
    return format_duration(seconds)


def _give_up(*lines: str) -> NoReturn:
    for line in lines:
        print(line, file=sys.stderr)
    raise typer.Exit(UNUSABLE)
