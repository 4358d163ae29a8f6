"""``statewright worker``: claims commands of a journal and performs them with a function that the user names."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from engine.cli import messages
from engine.cli.journal import UNUSABLE, Place
from engine.errors import JournalError
from engine.runtime import Worker, open_journal


def worker(
    place: Place,
    handler: Annotated[
        str, typer.Option(metavar="MODULE:FUNCTION", show_default=False, help="Performs a command, gives its values.")
    ],
    ask: Annotated[
        str | None,
        typer.Option(metavar="MODULE:FUNCTION", help="Tells what came of an earlier attempt; None if nothing did."),
    ] = None,
    name: Annotated[str, typer.Option(help="Under which name commands are claimed.")] = "worker",
    lease: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long a claim is held.")] = 60.0,
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Between two looks at the journal.")] = 1.0,
    once: Annotated[bool, typer.Option("--once", help="Do what can be done now, and end.")] = False,
) -> None:
    """Fire timers, claim commands, perform them by their keys, and contribute their outcomes."""
    try:
        with open_journal(place, create=False) as journal:
            asks = None if ask is None else function(ask)
            found = Worker(journal, function(handler), name=name, ask=asks, lease=lease)
            if once:
                print(messages.worked(found.settle()), file=sys.stderr)
                return
            while True:
                if not found.round():
                    time.sleep(pause)
    except JournalError as error:
        print(messages.journal(str(error)), file=sys.stderr)
        raise typer.Exit(UNUSABLE) from error


def function(named: str) -> Callable[..., Any]:
    """The function of ``module:function``, looked for in the present folder as well. Ends the program without one."""
    module, separator, attribute = named.partition(":")
    if not separator:
        _give_up(messages.no_handler(named, "it has no ':'"))
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        _give_up(messages.no_handler(named, str(error)))
    if not callable(found):
        _give_up(messages.no_handler(named, "it is no function"))
    return found  # type: ignore[no-any-return]


def _give_up(line: str) -> NoReturn:
    print(line, file=sys.stderr)
    raise typer.Exit(UNUSABLE)
