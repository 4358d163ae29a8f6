"""Damage of a journal's files and of traces: opened to a whole step with what is missing named, or reported."""

from __future__ import annotations

import resource
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.errors import JournalError
from engine.reducer import Contribution
from engine.runtime import open_journal
from engine.runtime.traces import import_trace
from engine.runtime.verify import verify
from engine.simulate import Trace
from tests.counts import count
from tests.engine.runtime.machines import ENVOY, REVIEWER, linked, review
from tests.engine.runtime.outposts import CLERK, dies
from tests.engine.runtime.test_races import TALLY

SMALL = linked(
    "fsm: { name: s, initialState: a, context: { v: { type: int } }, agents: { clerk: { canTransition: [a] } },"
    " states: { a: { requires: [{ name: v }], transitions: [{ toState: b }] }, b: { terminal: true } } }"
)


def written(folder: Path, *, checkpoint: bool, steps: int = 4) -> Path:
    """A journal whose last steps are in its ``-wal`` alone, as a process leaves it that dies."""
    place = folder / "j.db"

    def act(_: object) -> None:
        journal = open_journal(place, clock=None, reached=lambda boundary: None)
        journal.create(TALLY, run="r")
        journal.contribute("r", Contribution("first", CLERK, {"number": 0}))
        if checkpoint:
            with sqlite3.connect(place) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(steps):
            journal.contribute("r", Contribution(f"c{number}", CLERK, {"number": number}))

    assert dies(act, 0) is None
    return place


def copied(place: Path, folder: Path) -> Path:
    folder.mkdir()
    for path in place.parent.glob("j.db*"):
        if path.is_file() and not path.name.endswith("-shm"):
            shutil.copy(path, folder)
    return folder / place.name


def judged(place: Path, whole: int) -> bool:
    """Whether the damage was reported; what opens without a report has every step and is whole in itself."""
    try:
        journal = open_journal(place, clock=None, create=False)
    except JournalError:
        return True
    with journal:
        if verify(journal).problems:
            return True
        assert journal.run("r").version == whole
    return False


def accepted(place: Path) -> None:
    """After the loss is accepted the journal ends with a whole step, and goes on."""
    with open_journal(place, clock=None, create=False, accept_loss=True) as journal:
        assert verify(journal).problems == ()
        for row in journal.runs():
            journal.contribute(row.run, Contribution("on", CLERK, {"number": 9}))
        assert verify(journal).problems == ()


@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_log_cut_off_anywhere_is_told(tmp_path: Path, checkpoint: bool) -> None:
    place = written(tmp_path, checkpoint=checkpoint)
    size = (tmp_path / "j.db-wal").stat().st_size
    reported = 0
    cuts = sorted({0, 1, 31, 32, 33, size - 1, *Random(1).sample(range(size), min(size, count(40, 2_000)))})
    for cut in cuts:
        copy = copied(place, tmp_path / f"cut{cut}")
        with (copy.parent / "j.db-wal").open("r+b") as file:
            file.truncate(cut)
        told = judged(copy, 6)
        reported += told
        if told and checkpoint and cut in cuts[:20]:
            accepted(copy)
        shutil.rmtree(copy.parent)
    assert reported > len(cuts) // 2


@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_bit_of_the_log_that_flips_is_told_or_does_no_harm(tmp_path: Path, checkpoint: bool) -> None:
    place = written(tmp_path, checkpoint=checkpoint)
    size = (tmp_path / "j.db-wal").stat().st_size
    random = Random(2)
    reported = 0
    for number in range(count(40, 2_000)):
        at, bit = random.randrange(size), random.randrange(8)
        copy = copied(place, tmp_path / f"flip{number}")
        flip(copy.parent / "j.db-wal", at, bit)
        reported += judged(copy, 6)
        shutil.rmtree(copy.parent)
    assert reported > count(40, 2_000) // 2


def flip(path: Path, at: int, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ (1 << bit)]))


def test_damage_of_what_is_stored_is_reported(tmp_path: Path) -> None:
    """Bits of the stored rows themselves, in the main file: the chain tells what ``integrity_check`` does not."""
    place = written(tmp_path, checkpoint=True, steps=0)
    content = place.read_bytes()
    random = Random(3)
    places = [at for word in (b'"number": 0', b'"elicitations"', b'"envelope"') for at in _all(content, word)]
    assert len(places) >= 6
    found = 0
    for number, at in enumerate(random.sample(places, min(len(places), count(8, 60)))):
        copy = copied(place, tmp_path / f"main{number}")
        flip(copy, at + 2, 1)
        found += judged(copy, 2)
        shutil.rmtree(copy.parent)
    assert found == number + 1


def _all(content: bytes, word: bytes) -> list[int]:
    found, at = [], content.find(word)
    while at >= 0:
        found.append(at)
        at = content.find(word, at + 1)
    return found


def trace(folder: Path) -> bytes:
    with open_journal(folder / "t.db", clock=None) as journal:
        journal.create(SMALL, run="r")
        journal.contribute("r", Contribution("c", CLERK, {"v": 1}))
        return "".join(f"{line}\n" for line in journal.lines("r")).encode()


def taken(content: bytes, place: Path, expect: Callable[[int], None], *, cut: bool = False) -> bool:
    """Whether the trace was refused; one that is taken holds whole steps."""
    try:
        lines = tuple(content.decode("utf-8").splitlines())
        with open_journal(place, clock=None) as journal:
            run = import_trace(journal, Trace(lines, {}), {"s": SMALL}.get, cut=cut)
            assert verify(journal).problems == ()
            expect(journal.run(run).events)
    except (JournalError, UnicodeDecodeError):
        return True
    finally:
        for path in place.parent.glob(f"{place.name}*"):
            path.unlink()
    return False


def test_a_trace_cut_off_anywhere_holds_whole_steps_or_is_refused(tmp_path: Path) -> None:
    content = trace(tmp_path)
    ends: set[int] = set()
    first = len(b"".join(content.splitlines(keepends=True)[:3]))
    for cut in range(0, len(content) - 1, max(1, len(content) // count(30, len(content)))):
        assert taken(content[:cut], tmp_path / "x.db", ends.add) or cut in (first, first - 1)
        refused = taken(content[:cut], tmp_path / "x.db", ends.add, cut=True)
        assert refused == (cut < first - 1)
    assert ends == {3}, "cut before the end of the last step, the first step is what is left"


def test_a_bit_of_a_trace_that_flips_is_refused(tmp_path: Path) -> None:
    content = trace(tmp_path)
    random = Random(4)
    harmless = 0
    for _ in range(count(50, 8 * len(content))):
        at, bit = random.randrange(len(content)), random.randrange(8)
        flipped = content[:at] + bytes([content[at] ^ (1 << bit)]) + content[at + 1 :]
        harmless += not taken(flipped, tmp_path / "x.db", lambda events: None)
    assert harmless <= count(50, 8 * len(content)) // 20


def test_a_full_disk_refuses_the_step_and_leaves_the_journal_whole(tmp_path: Path) -> None:
    """For real: the process may not write files beyond a size, and SQLite is told so."""
    place = tmp_path / "j.db"
    told = tmp_path / "told"

    def act(_: object) -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with open_journal(place, clock=None) as journal:
            journal.create(review(), run="r")
            limit = (tmp_path / "j.db-wal").stat().st_size + 400_000
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            number = 0
            while True:
                number += 1
                try:
                    journal.contribute("r", Contribution(f"d{number}", ENVOY, {"draft": "x" * 3_000}))
                    journal.contribute("r", Contribution(f"v{number}", REVIEWER, {"verdict": "changes"}))
                except JournalError as error:
                    told.write_text(f"{journal.run('r').version} {error}", encoding="utf-8")
                    return

    assert dies(act, 0) is None
    version, message = told.read_text(encoding="utf-8").split(" ", 1)
    assert "was not stored" in message
    with open_journal(place, clock=None) as journal:
        assert journal.run("r").version == int(version) > 1
        assert verify(journal).problems == ()
        assert journal.contribute("r", Contribution("more", ENVOY, {"draft": "y"}))
        assert verify(journal).problems == ()


def test_a_commit_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """At the seam: the medium gives up just before the commit."""
    broken = [False]

    def reached(boundary: str) -> None:
        if broken[0] and boundary == "before-commit":
            raise sqlite3.OperationalError("database or disk is full")

    with open_journal(tmp_path / "j.db", clock=None, reached=reached) as journal:
        journal.create(TALLY, run="r")
        before = journal.world("r").envelope.to_json()
        broken[0] = True
        with pytest.raises(JournalError, match="disk is full"):
            journal.contribute("r", Contribution("c", CLERK, {"number": 1}))
        broken[0] = False
        assert journal.world("r").envelope.to_json() == before
        (step,) = journal.contribute("r", Contribution("c", CLERK, {"number": 1}))
        assert (step.step.accepted, step.step.code) == (True, None)
        assert verify(journal).problems == ()
