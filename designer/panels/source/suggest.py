"""Completions of the source pane: keys, states, fields, agents and what else the language expects at the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from designer.panels import messages
from designer.panels.cel_suggest import described, suggest
from designer.panels.completion import Choice
from designer.panels.language import CHOICES, item_kind, key_at, keys_of, kind_at
from designer.panels.look import look_of
from designer.panels.source.cursor import Place, place
from engine.diagnostics import Path
from engine.dsl import Workflow

_WRITES = ("assign", "compute", "onExhausted", "onFailure", "outputs")
"""Maps whose keys are names of context fields."""

_TEMPLATE = re.compile(r"\{\{\s*context\.(?P<typed>\w*)$")
_NEEDS_QUOTES = re.compile(
    r"^$|^[\s\-?:,\[\]{}#&*!|>'\"%@`~]|[:#,\[\]{}]|\s$|^(?:true|false|null|on|off|yes|no|[\d.+].*)$", re.I
)


def choices_at(
    lines: Sequence[str], line: int, column: int, workflow: Workflow | None, machines: Iterable[str] = ()
) -> tuple[int, list[Choice]]:
    """The column where what is typed starts, and what may stand there."""
    before = lines[line][:column]
    if re.search(r"(^|\s)#", before) and not re.search(r"['\"][^'\"]*#", before):
        return column, []
    template = _TEMPLATE.search(before)
    fields = workflow.context if workflow else {}
    if template:
        return column - len(template["typed"]), [Choice(name, described(field)) for name, field in fields.items()]
    at = place(lines, line, column)
    path = at.path[1:]
    if at.path[:1] != ("fsm",):
        top = not at.path and at.key is None
        return column - len(at.word), [Choice("fsm:", messages.FSM_MEANING)] if top else []
    kind = kind_at((*path, at.key)) if at.key is not None else kind_at(path)
    if kind == "guard" and at.key is None and at.value:
        kind = "cel"
    if kind == "cel":
        return _cel(before, column, at, path, workflow)
    if at.key is not None:
        return column - len(at.word), _values(kind, workflow, machines)
    return column - len(at.word), _entries(kind, path, lines, workflow, machines)


def _cel(before: str, column: int, at: Place, path: Path, workflow: Workflow | None) -> tuple[int, list[Choice]]:
    value = at.value
    opening = 1 if value[:1] in ("'", '"') else 0
    source = value[opening:]
    start, choices = suggest(source, len(source), workflow.context if workflow else {}, _own_field(path, workflow))
    return column - (len(source) - start), choices


def _own_field(path: Path, workflow: Workflow | None) -> str | None:
    match path:
        case ("states", state, "requires", int(index), "validate", *_):
            found = workflow.states.get(str(state)) if workflow else None
            if found is not None and index < len(found.requires):
                return found.requires[index].name
            return ""
    return None


def _entries(
    kind: str, path: Path, lines: Sequence[str], workflow: Workflow | None, machines: Iterable[str]
) -> list[Choice]:
    """What may begin an entry: keys of a construct, names, items of a list."""
    if path and path[-1] in _WRITES and workflow is not None:
        return [Choice(f"{name}:", described(field)) for name, field in workflow.context.items()]
    inner = item_kind(kind)
    if inner is not None:
        return _values(inner, workflow, machines)
    keys = [Choice(f"{key.name}:", key.meaning) for key in keys_of(kind)]
    return keys or _values(kind, workflow, machines)


def _values(kind: str, workflow: Workflow | None, machines: Iterable[str]) -> list[Choice]:
    choices = [Choice(text, messages.CHOICE_MEANINGS.get(f"{kind}.{text}", "")) for text in CHOICES.get(kind, ())]
    choices += [Choice(f"{{ {key.name}:", key.meaning) for key in keys_of(kind) if kind == "source"]
    if workflow is not None:
        choices += [Choice(written(name), detail) for name, detail in names(kind, workflow).items()]
    if kind == "machine name":
        choices += [Choice(written(name)) for name in machines]
    return choices


def names(kind: str, workflow: Workflow) -> Mapping[str, str]:
    """The names a scalar of this kind may take, each with what it is."""
    match kind:
        case "state name":
            return {name: look_of(state).words for name, state in workflow.states.items()}
        case "field name":
            return {name: described(field) for name, field in workflow.context.items()}
        case "agent name":
            return {name: agent.description or messages.AGENT for name, agent in workflow.agents.items()}
        case "user name":
            return {name: ", ".join(user.roles) for name, user in workflow.users.items()}
        case "role name":
            return dict.fromkeys((role for user in workflow.users.values() for role in user.roles), messages.ROLE)
        case "command name":
            return dict.fromkeys(workflow.commands, messages.COMMAND)
    return {}


def written(name: str) -> str:
    """A name as YAML writes it, quoted where it would be taken for something else."""
    if not _NEEDS_QUOTES.search(name) and name.isprintable():
        return name
    if name.isprintable() and "\\" not in name and '"' not in name:
        return f'"{name}"'
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def meaning_of(path: Path) -> str:
    """What the key at ``path`` means, for the hover."""
    key = key_at(path)
    return "" if key is None else f"{key.name}: {key.meaning}"
