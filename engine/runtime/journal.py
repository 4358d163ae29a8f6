"""The journal: runs that survive whatever happens to the process, and everything that ever happened to them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import JournalError
from engine.reducer import Actor, Command, Contribution, Definition, Operation
from engine.runtime import messages
from engine.runtime.database import Transaction
from engine.runtime.family import ROOT_OF, Family, load
from engine.runtime.head import Head
from engine.runtime.keep import Keeper, Steps
from engine.runtime.library import family
from engine.runtime.opening import losses, opened
from engine.runtime.ports import Clock, Random, Reached, go_on, system_clock, system_random
from engine.runtime.record import Recorder
from engine.runtime.rows import OutboxRow
from engine.runtime.store import PayloadStore
from engine.runtime.vault import Vault
from engine.runtime.write import HOLDER, PERFORMED, Lease
from engine.simulate import Find, World


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


class Journal(Keeper):
    """Runs on a database, written one step a transaction; reads as ``Reader`` says.

    Every act gives the steps that it led to, those of child machines among them. A refused one is a step as well.
    """

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

        return self.act(run, make, contribution.id)

    def tick(self, run: str, until: int | None = None) -> Steps:
        """Fire what is due by a moment, now unless it is given."""
        return self.act(run, lambda world: world.tick(self.moment(world, until)))

    def operate(self, run: str, operation: Operation, at: int | None = None) -> Steps:
        """An operator's act, journaled with who and why, after what is due by then."""
        return self.act(run, self.after_due(at, lambda world: world.operate(operation, run)))

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
        make = self.after_due(at, lambda world: world.migrate(new, by, why, run))
        steps = self.act(run, make, whole=True, machines=(new, known, text))
        self._library.committed(new.hash)
        return steps

    def claim(self, run: str, command: str, lease: Lease, at: int | None = None) -> Steps:
        """A worker takes a command, and holds it until its lease ends; no steps where another was faster."""

        def make(world: World) -> tuple[World, Steps]:
            known = world.runs[run].commands.get(command)
            return world.claim(command, run) if known is not None and known.status == "open" else (world, ())

        return self.act(run, self.after_due(at, make), lease=lease)

    def fail(self, run: str, command: str, error: str, at: int | None = None) -> Steps:
        """An attempt failed with this class of error."""
        return self.act(run, self.after_due(at, lambda world: world.fail(command, error, run)))

    def release(self, run: str, command: str, at: int | None = None) -> Steps:
        """It is known that a claimed command was not performed."""
        return self.act(run, self.after_due(at, lambda world: world.release(command, run)))

    def release_abandoned(self, row: OutboxRow) -> Steps:
        """Release a command whose lease has ended, unless somebody else has seen to it since ``row`` was read."""

        def same(transaction: Transaction) -> bool:
            held = transaction.one(HOLDER, {"id": row.id})
            return held is not None and (held[0], held[1], held[2]) == (row.status, row.owner, row.lease)

        make = self.after_due(None, lambda world: world.release(row.id, row.run))
        return self.act(row.run, make, unless_not=same)

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
