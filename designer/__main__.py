"""The program ``statewright``: hands commands to the command line, and opens the designer for all else."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code. Qt is imported only where a window opens."""
    from engine.cli import app, messages

    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments and (arguments[0].startswith("-") or arguments[0] in app.COMMANDS or _is_a_word(arguments[0])):
        if arguments[0] == "export":
            _let_draw()
        return app.main(arguments)
    if not _has_display():
        print(messages.no_display(), file=sys.stderr)
        return app.UNUSABLE
    from designer.app import run

    return run(list(arguments))


def _let_draw() -> None:
    """Give the command line the designer's pen."""
    from designer.export import picture
    from engine.cli import export

    export.pictures = picture


def _is_a_word(argument: str) -> bool:
    """Whether this is a mistyped command rather than a path: nothing of that name is there, and it looks like none."""
    return not os.path.lexists(argument) and argument.isidentifier()


def _has_display() -> bool:
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in DISPLAYS)


if __name__ == "__main__":
    sys.exit(main())
