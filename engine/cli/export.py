"""``statewright export``: a machine as another program's file, or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from engine.cli import messages
from engine.cli.files import write_atomically
from engine.dsl import Parsed, Workflow, read_bytes


class Format(StrEnum):
    YAML = "yaml"
    JSON = "json"
    DOT = "dot"
    MERMAID = "mermaid"
    PLANTUML = "plantuml"
    SCXML = "scxml"
    XSTATE = "xstate"
    MARKDOWN = "markdown"
    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


class Look(StrEnum):
    LIGHT = "light"
    DARK = "dark"


Pictures = Callable[[Parsed, Path, str, str], bytes]
"""Draws a machine: what was read, from where, as which format, in which theme."""

PICTURES = (Format.SVG, Format.PNG, Format.PDF)
pictures: Pictures | None = None
"""Set by the program that can draw; the engine alone cannot."""


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A machine.")],
    to: Annotated[Format, typer.Option("--to", show_default=False, help="The format to write.")],
    out: Annotated[Path | None, typer.Option("-o", "--out", show_default=False, help="Where to; else stdout.")] = None,
    theme: Annotated[Look, typer.Option(help="The theme of a picture.")] = Look.LIGHT,
    extensions: Annotated[bool, typer.Option(help="Keep the x- keys in YAML.")] = True,
) -> None:
    """Write a machine as YAML without aliases, JSON, a diagram, a statechart, a page of Markdown or a picture."""
    try:
        parsed = read_bytes(file.read_bytes(), str(file))
    except OSError as error:
        _give_up(messages.cannot_open(str(file), error.strerror or str(error)))
    if parsed.workflow is None:
        _give_up(*(f"{each.location}: {each.message} [{each.id}]" for each in parsed.diagnostics[:1]))
    if to in PICTURES:
        data = _picture(parsed, file, to, theme)
    else:
        data = _text(parsed, parsed.workflow, to, extensions=extensions).encode()
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        write_atomically(out, data)
    except OSError as error:
        _give_up(messages.cannot_write(str(out), error.strerror or str(error)))


def _picture(parsed: Parsed, file: Path, to: Format, theme: Look) -> bytes:
    if pictures is None:
        _give_up(messages.no_pictures(to.value))
    return pictures(parsed, file, to.value, theme.value)


def _text(parsed: Parsed, workflow: Workflow, to: Format, *, extensions: bool) -> str:
    """The machine in the words of another program."""
    import engine.exchange as exchange

    match to:
        case Format.YAML:
            return exchange.to_yaml(parsed, extensions=extensions)
        case Format.JSON:
            return exchange.to_json(parsed)
        case Format.DOT:
            return exchange.to_dot(workflow)
        case Format.MERMAID:
            return exchange.to_mermaid(workflow)
        case Format.PLANTUML:
            return exchange.to_plantuml(workflow)
        case Format.SCXML:
            return exchange.to_scxml(workflow)
        case Format.XSTATE:
            return exchange.to_xstate(workflow)
    return exchange.to_markdown(workflow)


def _give_up(*lines: str) -> NoReturn:
    for line in lines:
        print(line, file=sys.stderr)
    raise typer.Exit(2)
