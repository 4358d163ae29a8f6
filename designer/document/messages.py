"""Every sentence the document says, in one place: what is wrong, on what, then what to do."""

from __future__ import annotations

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
