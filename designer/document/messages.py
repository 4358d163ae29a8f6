"""Every sentence the document says, in one place: what is wrong, on what, then what to do."""

from __future__ import annotations

import errno
import pathlib
from collections.abc import Sequence

from engine.diagnostics import Diagnostic, Path


def unreadable_machine(problem: Diagnostic | None) -> str:
    if problem is None:
        return "The text is not a machine yet; write one in the source first."
    return (
        f"The text cannot be read as a machine: {problem.message} (line {problem.location.line}). "
        "Mend it in the source first."
    )


def would_break(label: str) -> str:
    return f"“{label}” would leave a text that cannot be read here, so nothing was changed; edit the source instead."


def no_such_state(name: str) -> str:
    return f"There is no state “{name}” any more; choose another."


def terminal_has_no_transitions(name: str) -> str:
    return f"“{name}” is terminal, and nothing leads out of a terminal state; clear its “terminal” first."


def placed_before_unguarded(number: int) -> str:
    return f"The new transition is number {number}, before the unguarded one, which would never let it fire."


def edges_left_out(dropped: Sequence[object]) -> str:
    if not dropped:
        return ""
    edges = "1 transition" if len(dropped) == 1 else f"{len(dropped)} transitions"
    return f"Left out {edges} to states that were not copied."


def fix_is_old() -> str:
    return "The text has changed since this fix was found; it will be offered again once the machine is checked."


def element(path: Path) -> str:
    """What a path is called in a sentence: ``review → 2`` is transition 2 of review."""
    match path:
        case ():
            return "the machine"
        case ("states", str(state), "transitions", int(index)):
            return f"transition {index + 1} of {state}"
        case ("states", str(state), "requires", int(index)):
            return f"requirement {index + 1} of {state}"
        case (_, str(name)):
            return name
    last = path[-1]
    return f"item {last + 1} of {path[-2]}" if isinstance(last, int) and len(path) > 1 else str(last)


def cannot_open(path: pathlib.Path, error: OSError) -> str:
    denied = error.errno in (errno.EACCES, errno.EPERM)
    return f"“{path.name}” cannot be opened: {'you may not read it' if denied else reason(error)}."


def too_large(path: pathlib.Path) -> str:
    return f"“{path.name}” is larger than 16 MiB, more than a machine may be; it was not opened."


def cannot_save(path: pathlib.Path, error: OSError) -> str:
    return f"“{path.name}” was not saved: {reason(error)}. Your text is kept here; {remedy(error)}."


def cannot_save_positions(path: pathlib.Path, error: OSError) -> str:
    return f"“{path.name}” is saved, but the positions of its states are not: {reason(error)}; {remedy(error)}."


def not_a_trace(path: pathlib.Path) -> str:
    return f"“{path.name}” is no trace: it is not UTF-8, or its payloads are not JSON; choose one saved by a run."


def never_saved() -> str:
    return "This machine has no file yet; choose where to save it."


def would_lose_bytes(path: pathlib.Path, why: str) -> str:
    return f"“{path.name}” is not UTF-8 ({why}), so saving over it would lose bytes; save it under another name."


def reason(error: OSError) -> str:
    """Why the system refused, in plain words."""
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error) or "the system refused").lower()


def remedy(error: OSError) -> str:
    return _REMEDIES.get(error.errno or 0, "try again, or save it elsewhere")


_REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.EROFS: "the disk can only be read",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EFBIG: "it is larger than the system lets a file be",
    errno.EIO: "the disk reports an error",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
}
_REMEDIES = {
    errno.EACCES: "save it elsewhere",
    errno.EPERM: "save it elsewhere",
    errno.EROFS: "save it elsewhere",
    errno.ENOSPC: "make room and save again, or save it elsewhere",
    errno.EDQUOT: "make room and save again, or save it elsewhere",
}
