"""``statewright replay``: rebuilds stored runs and compares, or says where they would go under another version."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from engine.cli import messages
from engine.cli.machines import Machine, Unusable, load
from engine.errors import JournalError
from engine.runtime.replay import Outcome, Unreplayable, is_journal, open_source, replay_many
from engine.simulate import MISSING, Difference

HOLDING = ("same", "migrates")
"""Outcomes with which the program exits with 0."""


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


def replay_runs(
    source: Annotated[
        str, typer.Argument(show_default=False, help="A journal's file or address, or a trace of JSON lines.")
    ],
    run: Annotated[str | None, typer.Option("--run", metavar="ID", show_default=False, help="Only this run.")] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Another version of the machine: where would runs go?"),
    ] = None,
    format: Annotated[Format, typer.Option(help="How outcomes are written.")] = Format.TEXT,
    workers: Annotated[
        int | None, typer.Option(min=1, show_default=False, help="So many processes; by default one a processor.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", show_default=False, help="Work on this dask scheduler.")
    ] = None,
) -> None:
    """Rebuild stored runs from their events and compare each with what was stored; nothing is performed."""
    try:
        other = None if against is None else load(against)
        runs = _runs(source, run, other)
        text = None if other is None else other.parsed.text
        found = replay_many(source, runs, against=text, workers=workers, cluster=cluster)
        outcomes = {outcome.run: outcome for outcome in _shown(found, len(runs))}
    except OSError as error:
        _give_up(messages.cannot_open(source, error.strerror or str(error)))
    except Unusable as error:
        _give_up(*error.lines)
    except (Unreplayable, JournalError) as error:
        _give_up(messages.unreplayable(source, str(error)))
    ordered = [outcomes[each] for each in runs]
    if format is Format.JSON:
        print(json.dumps(_told(source, other, ordered), ensure_ascii=False, indent=2))
    else:
        _print(ordered, other)
    kinds = {outcome.kind for outcome in ordered}
    raise typer.Exit(2 if "unreadable" in kinds else 0 if kinds <= set(HOLDING) else 1)


def _runs(place: str, run: str | None, other: Machine | None) -> Sequence[str]:
    """The runs that were asked for. Raises ``Unusable`` where there are none."""
    if "://" not in place and not Path(place).is_file():
        raise Unusable(messages.cannot_open(place, "no such file"))
    if not is_journal(place) and Path(place).stat().st_size == 0:
        raise Unusable(messages.nothing_to_replay(place, None))
    with closing(open_source(place)) as source:
        machine = None if other is None else other.definition.name
        known = source.runs(machine)
    if run is not None and run not in known:
        raise Unusable(messages.no_stored_run(place, run, machine))
    if not known:
        raise Unusable(messages.nothing_to_replay(place, machine))
    return known if run is None else [run]


def _shown(found: Iterable[tuple[Outcome, ...]], total: int) -> Iterator[Outcome]:
    """The outcomes, with a bar on a terminal while they come."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(messages.REPLAYING, total=total)
        for some in found:
            yield from some
            bar.advance(task, len(some))


def _print(outcomes: Sequence[Outcome], other: Machine | None) -> None:
    for outcome in outcomes:
        if outcome.kind != "same" or len(outcomes) == 1:
            print(messages.replayed(outcome, _difference(outcome.differences), other is not None))
    print(messages.replayed_all(Counter(outcome.kind for outcome in outcomes)), file=sys.stderr)


def _difference(differences: Sequence[Difference]) -> str:
    if not differences:
        return ""
    first = differences[0]
    return messages.stored_difference(first.field, _short(first.expected), _short(first.found))


def _short(value: Any) -> str:
    if value is MISSING:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _told(source: str, other: Machine | None, outcomes: Sequence[Outcome]) -> Mapping[str, Any]:
    against = None if other is None else {"machine": other.definition.name, "version": other.definition.version}
    return {
        "source": source,
        "against": against,
        "counts": dict(Counter(outcome.kind for outcome in outcomes)),
        "runs": [outcome_json(outcome) for outcome in outcomes],
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON; what it has no use for is left out."""
    told = {
        "run": outcome.run,
        "outcome": outcome.kind,
        "machine": outcome.machine or None,
        "state": outcome.state or None,
        "steps": outcome.steps,
        "events": outcome.events,
        "step": outcome.step or None,
        "event": outcome.at if outcome.kind not in HOLDING else None,
        "to": outcome.to or None,
        "why": outcome.why or None,
        "differences": [_difference_json(each) for each in outcome.differences] or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def _difference_json(difference: Difference) -> dict[str, Any]:
    values = {"stored": difference.expected, "found": difference.found}
    return {"field": difference.field, **{key: value for key, value in values.items() if value is not MISSING}}


def _give_up(*lines: str) -> NoReturn:
    for line in lines:
        print(line, file=sys.stderr)
    raise typer.Exit(2)
