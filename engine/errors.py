"""The exceptions of the engine, for misuse and bugs alone: a user's mistake is a diagnostic, never an exception.

StatewrightError
├── PatchError        a patch does not fit the text it is applied to
├── RefusedEdit       an editing verb cannot do what is asked; its text is shown to the user
├── DefinitionRefused the reducer is asked to run a machine whose definition has errors
├── JournalError      a journal cannot be opened, read or written; its text is shown to the user
└── CelError          an expression cannot be parsed or evaluated (raised by ``engine.cel`` alone)
"""

from __future__ import annotations


class StatewrightError(Exception):
    """Base of everything this package raises on purpose."""


class PatchError(StatewrightError):
    """A patch names offsets outside its text, or its edits overlap."""


class RefusedEdit(StatewrightError):
    """An editing verb refuses; ``str(error)`` is one sentence for the user."""


class DefinitionRefused(StatewrightError):
    """A machine that cannot be run; ``str(error)`` is one sentence for the user, ``path`` the place below ``fsm:``."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class JournalError(StatewrightError):
    """A journal that cannot be used as asked; ``str(error)`` is one sentence for the user."""
