"""How a journal keeps a family: read back, taken on by an input, and written, one step a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from engine.errors import JournalError
from engine.reducer import Definition
from engine.runtime import messages
from engine.runtime.database import Database, Transaction
from engine.runtime.family import ACCEPTED, ROOT_OF, SECRET, TIP, TIP_LOCKED, Family, load
from engine.runtime.head import Head
from engine.runtime.library import Library, family
from engine.runtime.ports import Clock, Random, Reached, system_clock
from engine.runtime.read import Reader
from engine.runtime.record import Recorder
from engine.runtime.store import PayloadStore
from engine.runtime.vault import unpacked
from engine.runtime.write import Lease, Written, write
from engine.simulate import Find, RunStep, World

Steps = tuple[RunStep, ...]
Make = Callable[[World], tuple[World, Steps]]

MOST_CACHED = 1_000
"""Families kept in memory; one that is not is read back."""


class Keeper(Reader):
    """A journal's way of writing; what may be done to runs is ``Journal``'s to say."""

    def __init__(
        self,
        database: Database,
        store: PayloadStore,
        head: Head | None,
        clock: Clock | None,
        random: Random,
        reached: Reached,
    ) -> None:
        super().__init__(database, store, Library(database))
        self._head = head
        self._clock = clock
        self.random = random
        self._families: dict[str, Family] = {}
        self.reached = reached

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._head is not None:
            self._head.close()
        self.database.close()

    def now(self) -> int:
        """The present moment, in nanoseconds since 1970."""
        return (self._clock or system_clock)()

    def latest(self, run: str) -> World:
        """The family of a run as it was after the last act of this journal, else as it is now."""
        root = self.run(run).root
        known = self._families.get(root)
        return self.world(run) if known is None else known.world

    def world(self, run: str) -> World:
        """The family of a run as it is now, all of its steps remembered."""
        with self.database.looking() as transaction:
            root = self._root(transaction, run)
            return load(transaction, root, self._library, self._secret, self.random, whole=True).world

    def moment(self, world: World, at: int | None) -> int:
        if at is not None:
            return at
        return world.at if self._clock is None else self._clock()

    def after_due(self, at: int | None, act: Make) -> Make:
        """An act, after what is due by its moment."""

        def make(world: World) -> tuple[World, Steps]:
            world, before = world.tick(self.moment(world, at))
            world, steps = act(world)
            return world, (*before, *steps)

        return make

    def act(
        self,
        run: str,
        make: Make,
        contribution: str | None = None,
        *,
        whole: bool = False,
        lease: Lease | None = None,
        machines: tuple[Definition, Find, str | None] | None = None,
        unless_not: Callable[[Transaction], bool] | None = None,
    ) -> Steps:
        """Read the family, take the input, write what it led to: one transaction."""
        try:
            with self.database.writing() as transaction:
                if unless_not is not None and not unless_not(transaction):
                    return ()
                root = self._root(transaction, run)
                before = self._family(transaction, root, whole=whole)
                if contribution is not None and not before.whole and self._accepted(transaction, run, contribution):
                    before = self._family(transaction, root, whole=True)
                world, steps = make(before.world)
                if not steps:
                    return ()
                if machines is not None and steps[-1].step.accepted:
                    before = self._enlarged(transaction, before, *machines)
                recorder = Recorder(before)
                recorder.take(steps)
                written = self.written(transaction, before, recorder, world, lease)
        except BaseException:
            self._families.clear()
            raise
        self.committed(written)
        return steps

    def written(
        self, transaction: Transaction, before: Family, recorder: Recorder, world: World, lease: Lease | None = None
    ) -> Written:
        """Write what was recorded, up to the boundary of the commit."""
        written = write(transaction, self.store, before, recorder, world, lease)
        self.reached("before-commit")
        return written

    def committed(self, written: Written) -> None:
        """What follows a commit: its mark in the head file, and the end of files that nothing refers to now."""
        self.reached("after-commit")
        if self._head is not None:
            self._head.note(written.mark)
        if written.doomed:
            self.store.delete(written.doomed)
        if len(self._families) >= MOST_CACHED:
            self._families.clear()
        self._families[written.family.world.root] = written.family

    def forget_cached(self) -> None:
        """Read every family anew when it is needed next."""
        self._families.clear()

    def _root(self, transaction: Transaction, run: str) -> str:
        """The run whose trace this one shares."""
        if run in self._families:
            return run
        found = transaction.one(ROOT_OF, {"run": run})
        if found is None:
            raise JournalError(messages.no_run(run))
        return str(found[0])

    def _accepted(self, transaction: Transaction, run: str, contribution: str) -> bool:
        return transaction.one(ACCEPTED, {"run": run, "contribution": contribution}) is not None

    def _family(self, transaction: Transaction, root: str, *, whole: bool) -> Family:
        """The family as it was committed last, from memory where no other process went on with it."""
        known = self._families.get(root)
        if known is not None and (known.whole or not whole):
            tip = transaction.one(TIP_LOCKED if self.database.file is None else TIP, {"root": root})
            if tip is not None and (tip[0], tip[1]) == (known.seq, known.hash):
                return known
        elif self.database.file is None:
            transaction.one(TIP_LOCKED, {"root": root})
        return load(transaction, root, self._library, self._secret, self.random, whole=whole)

    def _secret(self, transaction: Transaction, key: str) -> Any:
        found = transaction.one(SECRET, {"key": key})
        if found is None:
            raise JournalError(messages.payload_missing(key))
        file, checksum, purged = found
        if purged is not None:
            raise JournalError(messages.payload_purged(key, purged))
        return unpacked(self.store.read(key, file, checksum))

    def kept(
        self, transaction: Transaction, machines: Iterable[Definition], texts: Mapping[str, str]
    ) -> dict[str, str]:
        """Store machines, and give their hashes by name; ``texts`` are those of their files."""
        return {each.name: self._library.keep(transaction, each, texts.get(each.name)) for each in machines}

    def _enlarged(
        self, transaction: Transaction, before: Family, definition: Definition, find: Find, text: str | None
    ) -> Family:
        """The family with the machines of another version kept as well."""
        kept = self.kept(transaction, family(definition, find), {} if text is None else {definition.name: text})
        return before if len(kept) == 1 else replace(before, machines={**before.machines, **kept})
