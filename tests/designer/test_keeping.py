"""Nothing typed is lost: by a crash, by closing, by a full disk."""

from __future__ import annotations

import errno
import pathlib
import time

from designer.document.intents import AddState, ReplaceText
from designer.places import Places
from tests.designer.conftest import Session, Start


def edit(session: Session, name: str = "extra") -> str:
    """Add a state and give the text back."""
    machine = session.designer.bench.current
    assert machine is not None
    assert machine.document.apply(AddState(name))
    return machine.document.snapshot.text


def shown(session: Session) -> str:
    machine = session.designer.bench.current
    assert machine is not None
    return machine.document.snapshot.text


def let_copies_be_written(session: Session) -> None:
    """What happens a second after an edit, now; that it does happen then is a test of its own."""
    session.designer.keeping.keep()
    session.driver.settle()


def test_a_copy_is_written_within_two_seconds(start: Start, machine: pathlib.Path, places: Places) -> None:
    session = start(machine)
    edit(session)
    begun = time.monotonic()
    session.driver.until(lambda: bool(list(places.recovery.glob("*/copy-*.json"))))
    assert time.monotonic() - begun < 2


def test_work_survives_being_killed_twice(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_bytes()
    session = start(machine)
    text = edit(session)
    let_copies_be_written(session)
    session.kill()
    session = start()
    session.driver.expect("Keep them")
    assert shown(session) == text
    session.kill()
    session = start()
    session.driver.expect("Keep them")
    assert shown(session) == text
    assert session.designer.bench.current.dirty
    assert machine.read_bytes() == before


def test_what_a_crash_left_can_be_given_up(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    edit(session)
    let_copies_be_written(session)
    session.kill()
    session = start(machine)
    session.driver.click("Discard them")
    assert shown(session).encode() == machine.read_bytes()
    session.close()
    session = start()
    assert not session.driver.sees("Keep them")
    assert not session.designer.bench.current.dirty


def test_an_empty_copy_is_told_and_the_program_starts(start: Start, machine: pathlib.Path, places: Places) -> None:
    session = start(machine)
    edit(session)
    let_copies_be_written(session)
    session.kill()
    (copy,) = places.recovery.glob("*/copy-*.json")
    copy.write_bytes(b"")
    session = start(machine)
    session.driver.expect("A recovery copy of an earlier session cannot be read and was left out.")
    assert shown(session).encode() == machine.read_bytes()
    session.close()
    assert not start().driver.sees("A recovery copy of an earlier session cannot be read and was left out.")


def test_closing_never_asks_and_brings_everything_back(
    start: Start, machine: pathlib.Path, folder: pathlib.Path
) -> None:
    other = folder / "other.yaml"
    other.write_bytes(machine.read_bytes())
    session = start(machine, other)
    text = edit(session)
    session.designer.bench.new()
    new = shown(session)
    session.close()
    session = start()
    assert [one.title for one in session.designer.bench.machines] == ["delegated_review", "other", "untitled"]
    assert [one.dirty for one in session.designer.bench.machines] == [False, True, True]
    assert shown(session) == new
    assert session.designer.bench.machines[1].document.snapshot.text == text
    assert not session.driver.sees("Keep them")


def test_opening_one_file_brings_back_only_what_was_not_saved(
    start: Start, machine: pathlib.Path, folder: pathlib.Path
) -> None:
    other = folder / "other.yaml"
    other.write_bytes(machine.read_bytes())
    session = start(machine, other)
    edit(session)
    session.close()
    session = start(machine)
    assert [one.title for one in session.designer.bench.machines] == ["other", "delegated_review"]
    assert session.designer.bench.current.title == "delegated_review"


def test_saved_work_leaves_no_copy(start: Start, machine: pathlib.Path, places: Places) -> None:
    session = start(machine)
    edit(session)
    let_copies_be_written(session)
    session.driver.press("Ctrl+S")
    let_copies_be_written(session)
    assert list(places.recovery.glob("*/copy-*.json")) == []
    assert shown(session).encode() == machine.read_bytes()


def test_a_closed_tab_keeps_its_unsaved_text(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    text = edit(session)
    session.driver.press("Ctrl+W")
    assert session.designer.bench.machines == []
    session.driver.click("Reopen")
    assert shown(session) == text
    assert session.designer.bench.current.dirty
    session.driver.press("Ctrl+W")
    session.close()
    assert shown(start()) == text


def test_a_closed_tab_s_text_can_be_given_up(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    edit(session)
    session.driver.press("Ctrl+W")
    session.driver.click("Discard them")
    session.designer.bench.open(machine)
    assert shown(session).encode() == machine.read_bytes()


def test_restored_work_on_a_file_that_changed_since_asks_before_saving(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    text = edit(session)
    let_copies_be_written(session)
    session.kill()
    newer = machine.read_bytes() + b"# elsewhere\n"
    machine.write_bytes(newer)
    session = start(machine)
    assert shown(session) == text
    session.driver.press("Ctrl+S")
    session.driver.expect("Save over it")
    assert machine.read_bytes() == newer


def test_a_full_disk_is_told_when_no_copy_can_be_written(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    let_copies_be_written(session)
    session.disk.reset(0, errno.ENOSPC, forever=True)
    edit(session)
    session.driver.expect(
        "No recovery copy of “delegated_review” can be written: the disk is full. Save your work soon."
    )
    session.disk.heal()
    edit(session, "more")
    let_copies_be_written(session)
    assert not session.driver.sees("No recovery copy of “delegated_review” can be written")


def test_broken_text_is_kept_like_any_other(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    session.designer.bench.current.document.apply(ReplaceText("fsm: [\n"))
    session.close()
    session = start()
    assert shown(session) == "fsm: [\n"
    session.driver.press("Ctrl+Z")
    assert shown(session).encode() == machine.read_bytes()


def test_starting_again_and_again_leaves_no_folders_behind(start: Start, machine: pathlib.Path, places: Places) -> None:
    for number in range(3):
        session = start(machine)
        edit(session, f"extra {number}")
        session.close()
    assert len(list(places.recovery.iterdir())) == 1
