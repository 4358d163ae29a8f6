"""``statewright lint``: checks machines and writes what is found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Annotated, cast

import typer

from engine.analysis import LEVELS, Finding, Level, Profile, Report, check, checks, fix_all
from engine.cli import messages
from engine.cli.files import write_atomically
from engine.cli.findings import Checked, as_github, as_json, as_sarif, as_text, summary, witness_scenarios
from engine.cli.project import Machines, machine_files
from engine.diagnostics import Location, Severity
from engine.dsl import Parsed, nearest, read, read_bytes
from engine.text import Span, encode

SHOW_PROGRESS_AFTER = 1.0
"""Seconds of work past which a progress bar is shown on a terminal."""


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def lint(
    paths: Annotated[list[Path], typer.Argument(help="Machines, or folders of machines.", show_default=False)],
    format: Annotated[Format, typer.Option(help="How findings are written.")] = Format.TEXT,
    fix: Annotated[bool, typer.Option("--fix", help="Apply every fix that needs no choice, then check again.")] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="ID=LEVEL", help="Set a check to off, info, warning or error; may be repeated."),
    ] = None,
    profile: Annotated[Profile, typer.Option(help="'strict' makes warnings of infos.")] = "recommended",
    witness: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write each run that shows a fault as a scenario into this folder."),
    ] = None,
) -> None:
    """Check machines for faults: exits with 1 when there are errors, with 2 when a file cannot be read."""
    levels = _levels(rule or [])
    files, complaints = _files(paths)
    machines = Machines(whole=(path for path in paths if path.is_dir()))

    def judge(parsed: Parsed) -> Report:
        project = machines.beside(Path(parsed.file))
        return check(parsed, project, profile=profile, rules=levels)

    checked = [_check(file, judge, fix, complaints) for file in _watched(files)]
    if witness is not None:
        _write_witnesses(checked, witness, complaints)
    _write(format, checked)
    for line in complaints:
        print(line, file=sys.stderr)
    if complaints or any(each.unusable for each in checked):
        raise typer.Exit(2)
    raise typer.Exit(1 if any(each.report.errors for each in checked) else 0)


def _levels(rules: Sequence[str]) -> Mapping[str, Level]:
    """``ID=LEVEL`` options as a map; exits with 2 where one is none."""
    known = {each.id for each in checks()}
    levels: dict[str, Level] = {}
    for option in rules:
        id, _, level = option.partition("=")
        id, level = id.strip().upper(), level.strip().lower()
        if id not in known:
            print(messages.no_such_check(id, nearest(id, sorted(known))), file=sys.stderr)
            raise typer.Exit(2)
        if level not in LEVELS:
            print(messages.no_such_level(option, LEVELS), file=sys.stderr)
            raise typer.Exit(2)
        levels[id] = cast(Level, level)
    return levels


def _files(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """The files to check, each once, and what is to be said of folders without any."""
    files: dict[Path, None] = {}
    complaints = []
    for path in paths:
        if not path.is_dir():
            files[path] = None
            continue
        try:
            found = machine_files(path)
        except OSError as error:
            complaints.append(messages.cannot_open(str(path), error.strerror or str(error)))
            continue
        if not found:
            complaints.append(messages.no_machines(str(path)))
        files.update(dict.fromkeys(found))
    return list(files), complaints


def _check(file: Path, judge: Callable[[Parsed], Report], fix: bool, complaints: list[str]) -> Checked:
    try:
        data = file.read_bytes()
    except OSError as error:
        complaints.append(messages.cannot_open(str(file), error.strerror or str(error)))
        return _unopened(file, complaints[-1])
    parsed = read_bytes(data, str(file))
    report = judge(parsed)
    if fix:
        fixed = fix_all(parsed, report, judge)
        if fixed.applied:
            try:
                write_atomically(file, encode(fixed.parsed.text, fixed.parsed.bom))
            except OSError as error:
                complaints.append(messages.cannot_write(str(file), error.strerror or str(error)))
            else:
                parsed, report = fixed.parsed, fixed.report
                print(messages.fixed(str(file), fixed.applied), file=sys.stderr)
    return Checked(str(file), parsed, report, unusable=parsed.workflow is None)


def _unopened(file: Path, message: str) -> Checked:
    """The finding for programs of a file that cannot be opened; people read it on stderr."""
    finding = Finding(
        id="Y101",
        slug="yaml-syntax",
        severity=Severity.ERROR,
        message=message.partition(": ")[2],
        location=Location(str(file), 1, 1),
        span=Span(0, 0),
        fingerprint="",
    )
    return Checked(str(file), read("", str(file)), Report((finding,)), unusable=True, unopened=True)


def _write_witnesses(checked: Sequence[Checked], folder: Path, complaints: list[str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in witness_scenarios(checked, folder):
            write_atomically(path, text.encode())
    except OSError as error:
        complaints.append(messages.cannot_write(error.filename or str(folder), error.strerror or str(error)))


def _watched(files: Sequence[Path]) -> Iterator[Path]:
    """The files, with a progress bar on stderr once the work takes a while, where that is a terminal."""
    if not sys.stderr.isatty():
        yield from files
        return
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(console=Console(stderr=True), transient=True)
    task = progress.add_task("Checking", total=len(files))
    began = monotonic()
    try:
        for file in files:
            if monotonic() - began > SHOW_PROGRESS_AFTER:
                progress.start()
            yield file
            progress.advance(task)
    finally:
        progress.stop()


def _write(format: Format, checked: Sequence[Checked]) -> None:
    match format:
        case Format.JSON:
            print(as_json(checked))
        case Format.SARIF:
            print(as_sarif(checked))
        case Format.GITHUB:
            print(as_github(checked), end="\n" if any(each.report.findings for each in checked) else "")
        case Format.TEXT:
            opened = [each for each in checked if not each.unopened]
            if any(each.report.findings for each in opened):
                from rich.console import Console

                console = Console(file=sys.stdout, highlight=False, soft_wrap=True, emoji=False)
                for piece in as_text(opened):
                    console.print(piece, end="\n\n")
            if opened:
                print(summary(opened), file=sys.stderr)
