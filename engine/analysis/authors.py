"""Who may have written the value of a field, as far as the file tells."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.context import Context
from engine.dsl.models import Source, SourceKind

Actor = tuple[SourceKind, str | None]
"""A person, agent, tool or child by name, or the system; roles and the driving agent are resolved to names."""


def actors_of(context: Context, state: str, source: Source) -> frozenset[Actor]:
    """Everybody a requirement of ``state`` from ``source`` admits."""
    match source.kind:
        case "driver":
            return frozenset(("agent", name) for name in context.agents_in[state])
        case "agent":
            admitted = source.name in context.agents_in[state]
            return frozenset([("agent", source.name)]) if admitted else frozenset()
        case "role":
            return frozenset(
                ("user", name) for name, user in context.workflow.users.items() if source.name in user.roles
            )
    return frozenset([(source.kind, source.name)])


def authors(context: Context, field: str) -> frozenset[Actor]:
    """Who contributes the field anywhere, or a field it is computed from. Who creates a run is not known."""
    found: set[Actor] = set()
    pending, seen = [field], {field}
    while pending:
        current = pending.pop()
        for path, requirement in context.requirements.get(current, ()):
            found |= actors_of(context, str(path[1]), requirement.from_)
        for source in _computed_from(context, current):
            if source not in seen:
                seen.add(source)
                pending.append(source)
    return frozenset(found)


def _computed_from(context: Context, field: str) -> Iterator[str]:
    """The fields that expressions read which compute this one."""
    for expression in context.expressions:
        if expression.role == "compute" and expression.field == field:
            yield from context.fields_read(expression)
