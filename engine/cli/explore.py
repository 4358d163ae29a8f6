"""``statewright explore``: which situations a machine can come to, where it stalls, and a run to a state."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from engine.analysis import Exploration, explore
from engine.analysis.exact.table import rows_of
from engine.cli import messages
from engine.cli.findings.witness import scenario_text
from engine.cli.machines import Machine, Unusable, load
from engine.dsl import nearest


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


def explore_machine(
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A machine.")],
    to: Annotated[
        str | None, typer.Option("--to", show_default=False, help="Print a scenario that comes here.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.TEXT,
) -> None:
    """Find the states runs can reach, the situations in which they stall, and loops without end."""
    try:
        machine = load(file)
    except Unusable as unusable:
        _give_up(*unusable.lines)
    states = machine.definition.workflow.states
    if to is not None and to not in states:
        _give_up(messages.no_state(to, nearest(to, states)))
    explored = explore(machine.definition.workflow)
    assert explored is not None  # it is linked already
    scenario = None if to is None else _scenario(machine, explored, to)
    if form is Format.JSON:
        print(json.dumps(_told(machine, explored) | ({} if to is None else {"to": to, "scenario": scenario}), indent=2))
    elif to is None:
        _print(machine, explored)
    elif scenario is not None:
        print(scenario, end="")
    if to is not None and scenario is None:
        print(messages.no_way_to(to, explored.partial), file=sys.stderr)
        raise typer.Exit(1)


def _told(machine: Machine, explored: Exploration) -> dict[str, Any]:
    workflow = machine.definition.workflow
    return {
        "machine": workflow.name,
        "complete": explored.partial is None,
        "why": explored.partial,
        "situations": len(explored.situations),
        "reached": [name for name in workflow.states if name in explored.entered],
        "unreached": [name for name in workflow.states if name not in explored.entered],
        "stuck": [{"state": state, "values": _values(machine, explored, state)} for state in explored.stuck],
        "halted": [{"state": state, "stop": stop} for stop, state in explored.halted],
    }


def _values(machine: Machine, explored: Exploration, state: str) -> list[str]:
    contexts = [explored.situations[place].envelope.context for place in explored.stuck[state]]
    return [row for row in rows_of(machine.definition.workflow, state, contexts)[1] if row]


def _print(machine: Machine, explored: Exploration) -> None:
    told = _told(machine, explored)
    print(messages.explored(told["machine"], told["situations"], told["why"]))
    for key in ("reached", "unreached"):
        if told[key]:
            print(f"{key:<10} {', '.join(told[key])}")
    for each in told["stuck"]:
        print(f"{'stuck':<10} {each['state']}" + "".join(f"\n{'':<13}{row}" for row in each["values"]))
    for each in told["halted"]:
        print(f"{'halted':<10} {each['state']} ({each['stop']})")


def _scenario(machine: Machine, explored: Exploration, to: str) -> str | None:
    seen = explored.entered.get(to)
    if seen is None:
        return None
    return scenario_text(machine.path.name, f"to {to}", messages.way_to(to), machine.definition, explored.witness(seen))


def _give_up(*lines: str) -> NoReturn:
    for line in lines:
        print(line, file=sys.stderr)
    raise typer.Exit(2)
