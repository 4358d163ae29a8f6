"""``statewright test``: plays scenarios and says which hold."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from engine.cli import messages
from engine.cli.machines import Machine, Unusable, load
from engine.cli.project import MACHINES, SCENARIO_SUFFIXES, machine_files
from engine.cli.scenario_reports import Result, as_json, as_junit, as_text
from engine.dsl import nearest, read_bytes
from engine.simulate import ReadScenario, play, read_scenario


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


def play_scenarios(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Scenarios, or folders of them; the present folder by default.")
    ] = None,
    format: Annotated[Format, typer.Option(help="How results are written.")] = Format.TEXT,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell which states, transitions and guard outcomes were seen.")
    ] = False,
) -> None:
    """Play scenarios: exits with 1 when one does not hold, with 2 when one cannot be read."""
    complaints: list[str] = []
    found = list(_files(paths or [Path()], complaints))
    machines = _Machines()
    results = [result for path in found if (result := _played(path, machines, complaints)) is not None]
    match format:
        case Format.TEXT:
            as_text(results, coverage=coverage)
        case Format.JSON:
            print(as_json(results, coverage=coverage))
        case Format.JUNIT:
            print(as_junit(results))
    for line in complaints:
        print(line, file=sys.stderr)
    if complaints:
        raise typer.Exit(2)
    raise typer.Exit(0 if all(result.played.passed for result in results) else 1)


def _files(paths: Sequence[Path], complaints: list[str]) -> Iterator[Path]:
    """The scenario files of these paths, each once; a folder's are those anywhere below it."""
    seen: set[Path] = set()
    for path in paths:
        found = sorted(each for each in path.rglob("*") if _is_scenario(each)) if path.is_dir() else [path]
        if not found:
            complaints.append(messages.no_scenarios(str(path)))
        for each in found:
            if each.resolve() not in seen:
                seen.add(each.resolve())
                yield each


def _is_scenario(path: Path) -> bool:
    return path.name.endswith(SCENARIO_SUFFIXES) and path.is_file() and ".venv" not in path.parts


def _played(path: Path, machines: _Machines, complaints: list[str]) -> Result | None:
    try:
        data = path.read_bytes()
    except OSError as error:
        complaints.append(messages.cannot_open(str(path), error.strerror or str(error)))
        return None
    read = read_scenario(data)
    if not isinstance(read, ReadScenario):
        complaints += (f"{path}:{each.line}:{each.column}: {each.message}" for each in read)
        return None
    try:
        machine = machines.of(path, read)
    except Unusable as error:
        complaints += error.lines
        return None
    began = perf_counter()
    played = play(read.scenario, machine.definition, machine.find)
    return Result(path, read, machine, played, perf_counter() - began)


class _Machines:
    """The machines that scenarios name, each loaded once."""

    def __init__(self) -> None:
        self._loaded: dict[Path, Machine] = {}
        self._named: dict[Path, dict[str, Path]] = {}

    def of(self, scenario: Path, read: ReadScenario) -> Machine:
        """The machine of a scenario: a path from where the scenario stands, or a name in its project."""
        wanted = read.scenario.machine
        path = scenario.parent / wanted
        if not (wanted.endswith((".yaml", ".yml")) and path.is_file()):
            path = self._by_name(scenario, read, wanted)
        if path not in self._loaded:
            self._loaded[path] = load(path)
        return self._loaded[path]

    def _by_name(self, scenario: Path, read: ReadScenario, wanted: str) -> Path:
        known: list[str] = []
        for folder in _folders(scenario):
            names = self._names(folder)
            if wanted in names:
                return names[wanted]
            known += names
        line, column = read.place("machine")
        raise Unusable(f"{scenario}:{line}:{column}: {messages.no_machine(wanted, nearest(wanted, known))}")

    def _names(self, folder: Path) -> dict[str, Path]:
        if folder not in self._named:
            names: dict[str, Path] = {}
            self._named[folder] = names
            for path in machine_files(folder):
                workflow = read_bytes(path.read_bytes(), str(path)).workflow
                if workflow is not None:
                    names.setdefault(workflow.name, path)
        return self._named[folder]


def _folders(scenario: Path) -> Iterator[Path]:
    """Where the project of a scenario may be: beside it, or above a ``tests`` or ``.aegis/fsms`` folder around it."""
    folder = scenario.parent
    yield folder
    parts = folder.resolve().parts
    for number in range(len(parts), 0, -1):
        if parts[number - 1] == "tests" or parts[number - 2 : number] == MACHINES.parts:
            above = Path(*parts[: number - (1 if parts[number - 1] == "tests" else 2)])
            yield above
