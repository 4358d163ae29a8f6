"""The journal: runs that survive whatever happens to the process, and everything that ever happened to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.errors import JournalError
from engine.reducer import Actor, Command, Contribution, Definition, Operation
from engine.runtime import messages
from engine.runtime.database import Database, Transaction
from engine.runtime.family import ACCEPTED, ROOT_OF, SECRET, TIP, TIP_LOCKED, Family, load
from engine.runtime.head import Head
from engine.runtime.library import Library, family
from engine.runtime.opening import losses, opened
from engine.runtime.ports import Clock, Random, Reached, go_on, system_clock, system_random
from engine.runtime.read import Reader
from engine.runtime.record import Recorder
from engine.runtime.rows import OutboxRow
from engine.runtime.store import PayloadStore
from engine.runtime.vault import Vault, unpacked
from engine.runtime.write import HOLDER, PERFORMED, Lease, Written, write
from engine.simulate import Find, RunStep, World

Steps = tuple[RunStep, ...]
Make = Callable[[World], tuple[World, Steps]]

MOST_CACHED = 1_000
"""Families kept in memory; one that is not is read back."""


def open_journal(
    place: str | Path,
    *,
    clock: Clock | None = system_clock,
    random: Random = system_random,
    create: bool = True,
    read_only: bool = False,
    payloads: Path | None = None,
    reached: Reached = go_on,
    accept_loss: bool = False,
) -> Journal:
    """Open a journal: a SQLite file, or a database by its URL (``postgresql://…``).

    ``clock`` stamps what comes in without a time; with ``None`` a run's time goes on only as its contributions say.
    ``payloads`` is the folder for contents, by default ``<file>.payloads``. ``reached`` is told of every boundary at
    which a process may die. Raises ``JournalError`` where there is no journal and ``create`` is false, and where the
    journal lacks steps that were committed, unless the loss is accepted.
    """
    database = opened(place, create=create, read_only=read_only, random=random, now=(clock or system_clock)())
    if payloads is None and database.file is not None:
        payloads = database.file.with_name(f"{database.file.name}.payloads")
    head = None if database.file is None else Head(database.file.with_name(f"{database.file.name}.head"))
    try:
        lost = losses(database, head)
        if lost is not None and not read_only:
            if not accept_loss:
                raise JournalError(lost.message)
            lost.accept()
    except BaseException:
        database.close()
        raise
    return Journal(database, PayloadStore(payloads, database.place), head, clock, random, reached)


class Journal(Reader):
    """Runs on a database, written one step a transaction; reads as ``Reader`` says.

    Every act gives the steps that it led to, those of child machines among them. A refused one is a step as well.
    """

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

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._head is not None:
            self._head.close()
        self.database.close()

    def create(
        self,
        definition: Definition,
        *,
        run: str | None = None,
        given: Mapping[str, Any] | None = None,
        at: int | None = None,
        actor: Actor | None = None,
        text: str | None = None,
        find: Find | None = None,
    ) -> Steps:
        """Begin a run, by default with an id of its own making, and keep its definition.

        ``text`` is the file's, kept as it stands; ``find`` gives the machines that may be spawned. A creation that is
        refused leaves nothing. Raises ``JournalError`` for an id that is taken.
        """
        run = self.random(10).hex() if run is None else run
        if not 0 < len(run) <= 200 or not run.isprintable():
            raise JournalError(messages.bad_run_id(run))
        known = {definition.name: definition}.get if find is None else find
        vault = Vault(self.random)
        key = self.random(32).hex() if any(each.sensitive for each in family(definition, known)) else None
        moment = at if at is not None or self._clock is None else self._clock()
        world, steps = World.begin(definition, known, run=run, given=given, at=moment, actor=actor, key=key)
        if not steps[0].step.accepted:
            return steps
        with self.database.writing() as transaction:
            if transaction.one(ROOT_OF, {"run": run}) is not None:
                raise JournalError(messages.run_exists(run))
            texts = {} if text is None else {definition.name: text}
            machines = self.kept(transaction, family(definition, known), texts)
            if len(machines) == 1:
                machines = {}
            keys = {run: None if key is None else vault.conceal(run, "", key)["payload"]}
            before = Family(World(run, {}, {}, known), 0, 0, "", {}, {}, keys, machines, vault, True)
            recorder = Recorder(before)
            recorder.take(steps)
            written = self.written(transaction, before, recorder, world)
        self.committed(written)
        self._library.committed(definition.hash)
        return steps

    def contribute(self, run: str, contribution: Contribution) -> Steps:
        """Judge a contribution, after what is due by then."""
        if contribution.at is None and self._clock is not None:
            contribution = contribution._replace(at=self._clock())

        def make(world: World) -> tuple[World, Steps]:
            return world.contribute(contribution, run)

        return self._act(run, make, contribution.id)

    def tick(self, run: str, until: int | None = None) -> Steps:
        """Fire what is due by a moment, now unless it is given."""
        return self._act(run, lambda world: world.tick(self._moment(world, until)))

    def operate(self, run: str, operation: Operation, at: int | None = None) -> Steps:
        """An operator's act, journaled with who and why, after what is due by then."""
        return self._act(run, self._then(at, lambda world: world.operate(operation, run)))

    def migrate(
        self,
        run: str,
        new: Definition,
        *,
        by: str,
        why: str,
        at: int | None = None,
        text: str | None = None,
        find: Find | None = None,
    ) -> Steps:
        """Carry a run at rest to another version of its machine, by the migrations written there."""
        known = {new.name: new}.get if find is None else find
        make = self._then(at, lambda world: world.migrate(new, by, why, run))
        steps = self._act(run, make, whole=True, machines=(new, known, text))
        self._library.committed(new.hash)
        return steps

    def claim(self, run: str, command: str, lease: Lease, at: int | None = None) -> Steps:
        """A worker takes a command, and holds it until its lease ends; no steps where another was faster."""

        def make(world: World) -> tuple[World, Steps]:
            known = world.runs[run].commands.get(command)
            return world.claim(command, run) if known is not None and known.status == "open" else (world, ())

        return self._act(run, self._then(at, make), lease=lease)

    def fail(self, run: str, command: str, error: str, at: int | None = None) -> Steps:
        """An attempt failed with this class of error."""
        return self._act(run, self._then(at, lambda world: world.fail(command, error, run)))

    def release(self, run: str, command: str, at: int | None = None) -> Steps:
        """It is known that a claimed command was not performed."""
        return self._act(run, self._then(at, lambda world: world.release(command, run)))

    def release_abandoned(self, row: OutboxRow) -> Steps:
        """Release a command whose lease has ended, unless somebody else has seen to it since ``row`` was read."""

        def same(transaction: Transaction) -> bool:
            held = transaction.one(HOLDER, {"id": row.id})
            return held is not None and (held[0], held[1], held[2]) == (row.status, row.owner, row.lease)

        make = self._then(None, lambda world: world.release(row.id, row.run))
        return self._act(row.run, make, unless_not=same)

    def performed(self, command: str) -> None:
        """A claimed command has done its work and has no outcome to bring."""
        with self.database.writing() as transaction:
            transaction.run(PERFORMED, {"its_id": command})

    def command(self, run: str, command: str) -> Command:
        """A command with what it sends in the clear."""
        with self.database.looking() as transaction:
            root = self._root(transaction, run)
            family = load(transaction, root, self._library, self._secret, self.random, whole=False)
        return family.world.runs[run].commands[command]

    def latest(self, run: str) -> World:
        """The family of a run as it was after the last act of this journal, else as it is now."""
        root = self.run(run).root
        known = self._families.get(root)
        return self.world(run) if known is None else known.world

    def now(self) -> int:
        """The present moment, in nanoseconds since 1970."""
        return (self._clock or system_clock)()

    def due(self) -> tuple[str, ...]:
        """The roots of families in which something is due."""
        return self.due_by(self.now())

    def claimable(self) -> tuple[OutboxRow, ...]:
        """The commands that may be claimed now."""
        return self.outbox(status="open", by=self.now())

    def claimed(self, *, abandoned: bool) -> tuple[OutboxRow, ...]:
        """The commands that are claimed and not known to be performed; ``abandoned`` ones, whose lease has ended."""
        rows = (row for row in self.outbox(status="claimed") if not row.performed)
        return tuple(row for row in rows if not abandoned or row.lease is None or row.lease <= self.now())

    def world(self, run: str) -> World:
        """The family of a run as it is now, all of its steps remembered."""
        with self.database.looking() as transaction:
            root = self._root(transaction, run)
            return load(transaction, root, self._library, self._secret, self.random, whole=True).world

    def _moment(self, world: World, at: int | None) -> int:
        if at is not None:
            return at
        return world.at if self._clock is None else self._clock()

    def _then(self, at: int | None, act: Make) -> Make:
        """An act, after what is due by its moment."""

        def make(world: World) -> tuple[World, Steps]:
            world, before = world.tick(self._moment(world, at))
            world, steps = act(world)
            return world, (*before, *steps)

        return make

    def _act(
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
