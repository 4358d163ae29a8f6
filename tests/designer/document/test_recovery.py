"""Copies of working texts, kept for the next window."""

from __future__ import annotations

import errno
import json
import pathlib

import pytest

from designer.document.disk import Disk
from designer.document.recovery import Copy, Recovery
from tests.designer.disks import FaultyDisk, files_in

COPY = Copy("draft", "/x/draft.yaml", "abc", "fsm: ü\r\n", True, {"a": (1, 2)})


@pytest.fixture
def root(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "recovery"


def test_a_copy_survives_a_window_that_never_closed(root: pathlib.Path) -> None:
    window = Recovery(root, Disk())
    window.note({4: pathlib.Path("/x/draft.yaml"), 5: None}, 1, closed=False)
    window.keep(4, COPY)
    window.release()
    (earlier,) = Recovery(root, Disk()).earlier()
    assert earlier.crashed
    assert earlier.current == 1
    assert [tab.copy for tab in earlier.tabs] == [COPY]


def test_a_window_that_closed_is_no_crash_and_its_tabs_are_known(root: pathlib.Path) -> None:
    window = Recovery(root, Disk())
    window.note({1: pathlib.Path("/x/a.yaml"), 2: pathlib.Path("/x/b.yaml")}, 0, closed=True)
    window.release()
    (earlier,) = Recovery(root, Disk()).earlier()
    assert not earlier.crashed
    assert [str(tab.file) for tab in earlier.tabs] == ["/x/a.yaml", "/x/b.yaml"]


def test_a_window_that_runs_is_left_alone(root: pathlib.Path) -> None:
    running = Recovery(root, Disk())
    running.keep(1, COPY)
    other = Recovery(root, Disk())
    assert other.earlier() == []
    running.release()
    assert len(other.earlier()) == 1


def test_a_copy_without_a_list_of_tabs_is_found(root: pathlib.Path) -> None:
    window = Recovery(root, Disk())
    window.keep(9, COPY)
    window.release()
    (earlier,) = Recovery(root, Disk()).earlier()
    assert earlier.crashed
    assert earlier.tabs[0].copy == COPY


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff\xfe", b'{"title": "x"}'])
def test_a_damaged_copy_is_named_and_the_others_come_back(root: pathlib.Path, damage: bytes) -> None:
    window = Recovery(root, Disk())
    window.keep(1, COPY)
    window.keep(2, COPY)
    (damaged,) = root.glob("*/copy-2.json")
    damaged.write_bytes(damage)
    window.release()
    later = Recovery(root, Disk())
    (earlier,) = later.earlier()
    assert earlier.damaged == (damaged,)
    assert [tab.copy for tab in earlier.tabs] == [COPY]
    later.forget(earlier)
    kept = [content for name, content in files_in(root).items() if "damaged" in name]
    assert kept == ([damage] if damage else [])


@pytest.mark.parametrize("session", ["", "7", '{"tabs": 3}', '{"tabs": [3, {"key": "x"}], "current": "y"}'])
def test_a_damaged_list_of_tabs_hides_no_copy(root: pathlib.Path, session: str) -> None:
    window = Recovery(root, Disk())
    window.keep(1, COPY)
    (folder,) = root.iterdir()
    (folder / "session.json").write_text(session)
    window.release()
    (earlier,) = Recovery(root, Disk()).earlier()
    assert [tab.copy for tab in earlier.tabs] == [COPY]


def test_a_failing_write_keeps_the_copy_before_it(root: pathlib.Path) -> None:
    disk = FaultyDisk()
    window = Recovery(root, disk)
    window.keep(1, COPY)
    before = files_in(root)
    for at in range(4):
        disk.reset(at, errno.ENOSPC)
        with pytest.raises(OSError):
            window.keep(1, Copy("draft", None, None, "newer", False, {}))
        assert files_in(root) == before
    disk.heal()


def test_a_dropped_copy_is_gone(root: pathlib.Path) -> None:
    window = Recovery(root, Disk())
    window.keep(1, COPY)
    window.drop(1)
    window.drop(1)
    window.release()
    (earlier,) = Recovery(root, Disk()).earlier()
    assert earlier.tabs == ()


def test_copies_are_plain_json(root: pathlib.Path) -> None:
    window = Recovery(root, Disk())
    window.keep(1, COPY)
    (path,) = root.glob("*/copy-1.json")
    assert json.loads(path.read_text())["text"] == COPY.text
