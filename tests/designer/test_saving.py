"""Saving, files that change outside, and disks that fail, as seen from the window."""

from __future__ import annotations

import errno
import pathlib

import pytest

from designer.document.intents import AddState, MoveStates
from tests.cases import CASES
from tests.designer.conftest import Session, Start
from tests.designer.disks import files_in


def edit(session: Session, name: str = "extra") -> str:
    machine = session.designer.bench.current
    assert machine is not None
    assert machine.document.apply(AddState(name))
    return machine.document.snapshot.text


def shown(session: Session) -> str:
    machine = session.designer.bench.current
    assert machine is not None
    return machine.document.snapshot.text


ALL_FILES = sorted(path for folder in ("machines", "text", "features") for path in (CASES / folder).glob("*.yaml"))


@pytest.mark.parametrize("case", ALL_FILES, ids=lambda path: path.stem)
def test_opening_and_saving_gives_the_same_bytes(start: Start, folder: pathlib.Path, case: pathlib.Path) -> None:
    path = folder / case.name
    path.write_bytes(case.read_bytes())
    session = start(path)
    session.driver.press("Ctrl+S")
    assert files_in(folder) == {case.name: case.read_bytes()}


def test_a_first_save_asks_where(start: Start, folder: pathlib.Path) -> None:
    session = start()
    session.driver.press("Ctrl+N")
    session.driver.press("Ctrl+S")
    assert session.answers.suggested[0].name == "untitled.yaml"
    assert session.designer.bench.current.path is None
    session.answers.save = folder / "mine.yaml"
    session.driver.press("Ctrl+S")
    assert (folder / "mine.yaml").read_text() == shown(session)
    session.driver.expect("mine")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO], ids=errno.errorcode.get)
def test_a_failing_disk_loses_nothing_and_says_so(start: Start, machine: pathlib.Path, code: int) -> None:
    before = machine.read_bytes()
    session = start(machine)
    text = edit(session)
    session.disk.reset(1, code, forever=True)
    session.driver.press("Ctrl+S")
    session.driver.expect("Try again")
    assert any("was not saved" in words for words in session.driver.texts())
    assert machine.read_bytes() == before
    assert shown(session) == text
    assert session.designer.bench.current.dirty
    session.disk.heal()
    session.driver.click("Try again")
    assert machine.read_bytes() == text.encode()
    assert not session.driver.sees("Try again")


def test_a_read_only_file_can_be_saved_elsewhere(start: Start, machine: pathlib.Path, folder: pathlib.Path) -> None:
    machine.chmod(0o444)
    session = start(machine)
    text = edit(session)
    session.driver.press("Ctrl+S")
    session.answers.save = folder / "copy.yaml"
    session.driver.click("Save elsewhere…")
    assert (folder / "copy.yaml").read_text() == text
    assert session.designer.bench.current.title == "copy"
    assert not session.designer.bench.current.dirty


def test_a_file_changed_outside_is_followed_when_there_is_nothing_to_lose(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    newer = machine.read_text() + "# elsewhere\n"
    machine.write_text(newer)
    session.driver.until(lambda: shown(session) == newer)
    assert not session.designer.bench.current.dirty
    session.driver.press("Ctrl+Z")
    assert shown(session) == newer.removesuffix("# elsewhere\n")


def test_a_file_touched_but_not_changed_is_not_told(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    text = edit(session)
    machine.write_bytes(machine.read_bytes())
    session.driver.settle(0.4)
    assert shown(session) == text
    assert not session.driver.sees("Compare")


@pytest.mark.parametrize("choice", ["Save over it", "Reload the file"])
def test_a_file_changed_outside_under_unsaved_work_asks(start: Start, machine: pathlib.Path, choice: str) -> None:
    session = start(machine)
    mine = edit(session)
    theirs = machine.read_text() + "# elsewhere\n"
    machine.write_text(theirs)
    session.driver.click("Compare")
    session.driver.expect("THE FILE ON DISK")
    session.driver.click(choice)
    wanted = mine if choice == "Save over it" else theirs
    assert shown(session) == machine.read_text() == wanted
    assert not session.designer.bench.current.dirty
    assert not session.driver.sees("THE FILE ON DISK")


def test_saving_over_a_newer_file_asks(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    mine = edit(session)
    theirs = machine.read_text() + "# elsewhere\n"
    machine.write_text(theirs)
    session.driver.press("Ctrl+S")
    assert machine.read_text() == theirs
    session.driver.click("Save over it")
    assert machine.read_text() == mine


def test_a_deleted_file_keeps_its_text_and_is_written_again(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    text = shown(session)
    machine.unlink()
    session.driver.click("Save again")
    assert machine.read_text() == text
    assert not session.designer.bench.current.dirty


def test_positions_are_written_on_save_only(start: Start, machine: pathlib.Path, folder: pathlib.Path) -> None:
    session = start(machine)
    before = machine.read_bytes()
    assert session.designer.bench.current.document.apply(MoveStates({"review": (320, -4), "draft": (0, 12)}))
    assert files_in(folder) == {machine.name: before}
    session.driver.press("Ctrl+S")
    sidecar = b'{\n  "draft": [0, 12],\n  "review": [320, -4]\n}\n'
    assert files_in(folder) == {machine.name: before, "delegated_review.layout.json": sidecar}


def test_positions_that_cannot_be_written_stay_unsaved(
    start: Start, machine: pathlib.Path, folder: pathlib.Path
) -> None:
    session = start(machine)
    (folder / "delegated_review.layout.json").mkdir()
    session.designer.bench.current.document.apply(MoveStates({"review": (1, 2)}))
    session.driver.press("Ctrl+S")
    assert any("the positions of its states are not" in words for words in session.driver.texts())
    assert session.designer.bench.current.dirty


def test_a_file_that_is_no_utf8_shows_its_text_and_is_never_written_over(start: Start, folder: pathlib.Path) -> None:
    path = folder / "latin1.yaml"
    path.write_bytes((CASES / "broken" / "latin1.yaml").read_bytes())
    before = path.read_bytes()
    session = start(path)
    session.driver.press("Ctrl+S")
    assert path.read_bytes() == before
    session.answers.save = folder / "utf8.yaml"
    session.driver.press("Ctrl+Shift+S")
    assert (folder / "utf8.yaml").read_text(encoding="utf-8") == shown(session)


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_what_cannot_be_opened_is_told(start: Start, folder: pathlib.Path, name: str) -> None:
    session = start(folder / name)
    session.driver.settle()
    assert any("cannot be opened" in words or "holds no machines" in words for words in session.driver.texts())


def test_discard_goes_back_to_the_file_and_undo_brings_the_work_back(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    text = edit(session)
    session.driver.menu("File", "Discard unsaved changes")
    assert shown(session) == machine.read_text()
    assert not session.designer.bench.current.dirty
    session.driver.press("Ctrl+Z")
    assert shown(session) == text


def test_a_bug_shows_a_bar_and_keeps_the_text(
    start: Start, machine: pathlib.Path, caplog: pytest.LogCaptureFixture
) -> None:
    session = start(machine)
    text = edit(session)

    def fail() -> None:
        raise RuntimeError(text)

    session.designer.faults.catch()
    session.driver.settle()
    session.designer.actions["save-all"].triggered.connect(fail)
    session.designer.actions["save-all"].trigger()
    session.driver.click("Copy details")
    assert "RuntimeError" in session.board.content
    assert text not in session.board.content
    assert shown(session) == text
    caplog.clear()
