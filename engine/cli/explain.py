"""``statewright explain``: prints the page about a finding, a key or a term."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from engine.cli import messages
from engine.cli.pages import index, page
from engine.dsl import nearest


def explain(
    word: Annotated[str, typer.Argument(metavar="ID|WORD", help="As in G504, guards or elicitation.")],
) -> None:
    """Explain a finding, a key of the language or a term."""
    text = page(word)
    if text is None:
        print(messages.no_page(word, nearest(word.casefold(), index())), file=sys.stderr)
        raise typer.Exit(2)
    if not sys.stdout.isatty():
        print(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=sys.stdout).print(Markdown(text))
