"""The command line: a command is a function in a module of its own and one line in ``COMMANDS``."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from engine.cli import messages

COMMANDS: Mapping[str, str] = {
    "lint": "engine.cli.lint:lint",
    "run": "engine.cli.run:run",
    "test": "engine.cli.test:play_scenarios",
    "explore": "engine.cli.explore:explore_machine",
    "replay": "engine.cli.replay:replay_runs",
    "export": "engine.cli.export:export",
    "journal": "engine.cli.journal:journal",
    "worker": "engine.cli.worker:worker",
    "schema": "engine.cli.schema:schema",
    "explain": "engine.cli.explain:explain",
}
"""Commands in the order of ``--help``, each with the module and the function that is it."""

UNUSABLE = 2
"""Exit code where the call or its input cannot be used."""

_CallError: Any = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
"""What Typer raises for a call it cannot use: it has no public name for the base of them all."""


class _Commands(TyperGroup):
    """Imports a command when it is asked for, so that none pays for another's libraries."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].split(":")
        found = getattr(import_module(module), function)
        if isinstance(found, typer.Typer):
            return get_command(found)
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name)(found)
        return get_command(single)


app = typer.Typer(
    cls=_Commands,
    name="statewright",
    help=messages.PROGRAM,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(epilog=messages.OPENING)
def _program() -> None:
    """What stands before a command: nothing but its help."""


def main(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code; whatever goes wrong is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = get_command(app).main(list(arguments), prog_name="statewright", standalone_mode=False)
        sys.stdout.flush()
    except _CallError as error:
        print(messages.call(error.format_message()), file=sys.stderr)
        return UNUSABLE
    except typer.Exit as leaving:
        return leaving.exit_code
    except (typer.Abort, KeyboardInterrupt):
        print(messages.interrupted(), file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever reads the output has had enough; what is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if os.environ.get("STATEWRIGHT_TRACEBACK"):
            raise
        print(messages.bug(error), file=sys.stderr)
        return UNUSABLE
    return code if isinstance(code, int) else 0
