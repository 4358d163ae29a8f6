"""The scenarios of a machine: which files they are, and what is wrong with one as a text."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from designer.document.folder import MACHINES, project_root
from engine.diagnostics import Diagnostic, Location, Severity
from engine.text import LineIndex, Span

SUFFIXES = (".scenario.yaml", ".scenario.yml")
NOT_OURS = (".venv", "node_modules")


def is_scenario(file: pathlib.Path | str) -> bool:
    return str(file).endswith(SUFFIXES)


def scenario_files(machine: pathlib.Path) -> list[pathlib.Path]:
    """The files that may be scenarios of a machine: beside it, in its project's folder, and below their ``tests``."""
    root = project_root(machine)
    found = {path.resolve(): path for path in _files(root, machine.parent)}
    return sorted(found.values())


def _files(*folders: pathlib.Path) -> Iterator[pathlib.Path]:
    for folder in folders:
        yield from (path for path in folder.glob("*.scenario.y*ml") if is_scenario(path))
        for below in (folder / "tests", folder / MACHINES):
            for path in below.rglob("*.scenario.y*ml"):
                if is_scenario(path) and not any(part in NOT_OURS for part in path.parts):
                    yield path


def is_of(scenario: pathlib.Path, wanted: str, machine: pathlib.Path, name: str) -> bool:
    """Whether what a scenario calls its machine is this one: its path from there, or its name."""
    path = scenario.parent / wanted
    if wanted.endswith((".yaml", ".yml")) and path.is_file():
        return path.resolve() == machine.resolve()
    return wanted == name


def complaints(text: str, file: str) -> tuple[Diagnostic, ...]:
    """What keeps a text from being a scenario."""
    from engine.simulate import ReadScenario, read_scenario  # nothing that a window without scenarios needs

    read = read_scenario(text.encode("utf-8", errors="surrogatepass"))
    if isinstance(read, ReadScenario):
        return ()
    lines = LineIndex(text)
    places = [lines.offset(each.line, each.column) for each in read]
    return tuple(
        Diagnostic(
            id="Y105",
            slug="wrong-shape",
            severity=Severity.ERROR,
            message=each.message,
            location=Location(file, each.line, each.column),
            span=Span(place, place),
        )
        for each, place in zip(read, places, strict=True)
    )
