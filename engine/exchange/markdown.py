"""Markdown: a machine to be read by people, in tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dsl import Requirement, State, Workflow


def to_markdown(workflow: Workflow) -> str:
    """A page with the states in their order, what each waits for and where it leads, and the context's fields."""
    lines = [f"# {_text(workflow.name)}", "", f"Version {workflow.version}."]
    if workflow.description:
        lines += ["", _text(workflow.description)]
    lines += ["", "## States", "", "| State | Kind | Waits for |", "|---|---|---|"]
    for name, state in workflow.states.items():
        kind = f"{state.kind.value}, initial" if name == workflow.initial_state else state.kind.value
        lines.append(_row(name, kind, "; ".join(_asked(requirement) for requirement in state.requires)))
    lines += ["", "## Transitions", "", "The first that passes is taken.", ""]
    lines += ["| From | | To | When |", "|---|---|---|---|"]
    for name, state in workflow.states.items():
        lines += _ways(name, state)
    if workflow.context:
        lines += ["", "## Fields", "", "| Field | Type | Meaning |", "|---|---|---|"]
        for name, field in workflow.context.items():
            kind = f"{field.type}: {', '.join(field.values)}" if field.values else field.type
            lines.append(_row(name, kind, field.description or ""))
    return "\n".join([*lines, ""])


def _ways(name: str, state: State) -> Iterator[str]:
    for number, transition in enumerate(state.transitions, 1):
        guards = [_code(guard.expression) for guard in transition.guards]
        when = " and ".join(guards) or "always"
        yield f"| {_text(name)} | {number} | {_text(transition.to_state)} | {when} |"
    for timer in state.timers:
        if timer.to_state is not None:
            yield f"| {_text(name)} | ⏱ | {_text(timer.to_state)} | after {_text(timer.after)} |"


def _asked(requirement: Requirement) -> str:
    source = requirement.from_
    who = source.name or ("the driving agent" if source.kind == "driver" else "the system")
    return f"{requirement.name} from {who}{'' if requirement.required else ' (optional)'}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(_cells(cells))} |"


def _cells(cells: Iterable[str]) -> Iterator[str]:
    return (_text(cell) for cell in cells)


def _text(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    escaped = "".join(f"\\{c}" if c in "\\`*_{}[]<>#|&~" else c for c in text)
    return " ".join(escaped.split())


def _code(text: str) -> str:
    """A code span in a table's cell: fenced by more backticks than it holds, its bars escaped."""
    fence = "`"
    while fence in text:
        fence += "`"
    inner = " ".join(text.split()).replace("|", "\\|")
    pad = " " if inner.startswith("`") or inner.endswith("`") else ""
    return f"{fence}{pad}{inner}{pad}{fence}"
