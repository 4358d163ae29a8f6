"""The definitions that runs are pinned to: kept as text by hash, linked when they are needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import RLock

from sqlalchemy import bindparam, select

from engine.dsl import read
from engine.dsl.models import Spawn
from engine.errors import DefinitionRefused, JournalError
from engine.reducer import Definition, link
from engine.reducer.resolve import actions_with_paths
from engine.runtime import messages, schema
from engine.runtime.database import Database, Transaction
from engine.simulate import Find

KNOWN = select(schema.definitions.c.hash).where(schema.definitions.c.hash == bindparam("hash"))
TEXT = select(schema.definitions.c.machine, schema.definitions.c.text).where(
    schema.definitions.c.hash == bindparam("hash")
)
ADD = schema.definitions.insert()


class Library:
    """Linked definitions by hash."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._linked: dict[str, Definition] = {}
        self._stored: set[str] = set()
        self._lock = RLock()

    def text(self, hash: str) -> str:
        """The text of a definition. Raises ``JournalError`` where it is not there."""
        with self._database.reading() as connection:
            found = connection.execute(TEXT, {"hash": hash}).one_or_none()
        if found is None:
            raise JournalError(messages.no_definition(hash))
        return str(found.text)

    def linked(self, hash: str) -> Definition:
        """A definition made ready to run. Raises ``JournalError`` where it is not there or runs no longer."""
        with self._lock:
            if hash not in self._linked:
                self._linked[hash] = linked(self.text(hash))
            return self._linked[hash]

    def keep(self, transaction: Transaction, definition: Definition, text: str | None = None) -> str:
        """Store a definition, once, and give its hash; without ``text`` it is written anew."""
        hash = definition.hash
        if hash not in self._stored:
            if transaction.one(KNOWN, {"hash": hash}) is None:
                text = _written(definition) if text is None else text
                if linked(text).hash != hash:
                    raise JournalError(messages.other_text(definition.name))
                row = {"hash": hash, "machine": definition.name, "version": definition.version, "text": text}
                transaction.run(ADD, row)
            self._linked.setdefault(hash, definition)
        return hash

    def committed(self, hash: str) -> None:
        """The definition is there to stay."""
        self._stored.add(hash)

    def finder(self, machines: dict[str, str]) -> Find:
        """Gives the machines of a family by their names."""
        return lambda name: self.linked(machines[name]) if name in machines else None


def linked(text: str) -> Definition:
    """Raises ``JournalError`` for the text of a machine that this version does not run."""
    parsed = read(text)
    if parsed.workflow is None:
        raise JournalError(messages.unlinked("", parsed.diagnostics[0].message))
    try:
        return link(parsed.workflow)
    except DefinitionRefused as error:
        raise JournalError(messages.unlinked(parsed.workflow.name, str(error))) from error


def family(definition: Definition, find: Find) -> Iterator[Definition]:
    """A machine and all that it may spawn, directly or not, as far as they are found."""
    waiting, seen = [definition], {definition.name}
    while waiting:
        present = waiting.pop(0)
        yield present
        for action, _ in actions_with_paths(present.workflow):
            if isinstance(action, Spawn) and action.spawn.fsm not in seen:
                seen.add(action.spawn.fsm)
                found = find(action.spawn.fsm)
                waiting += [found] if found is not None else []


def _written(definition: Definition) -> str:
    """The definition as text: JSON, which is YAML as well."""
    return json.dumps(
        {"fsm": definition.workflow.model_dump(mode="json", by_alias=True, exclude_defaults=True)}, indent=2
    )
