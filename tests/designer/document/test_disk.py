"""Writing a file whole or not at all, whatever fails on the way."""

from __future__ import annotations

import errno
import os
import pathlib
import resource
import stat
import subprocess
import sys
import textwrap

import pytest

from designer.document.disk import Disk, write_atomically
from tests.designer.disks import FaultyDisk, files_in

CODES = (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO)


def calls_of_a_write(folder: pathlib.Path) -> list[str]:
    disk = FaultyDisk()
    path = folder / "probe"
    path.write_bytes(b"old")
    write_atomically(disk, path, b"new")
    path.unlink()
    return disk.calls


@pytest.mark.parametrize("code", CODES, ids=errno.errorcode.get)
def test_a_fault_at_any_call_leaves_the_old_file_or_the_new_one_and_nothing_beside(
    tmp_path: pathlib.Path, code: int
) -> None:
    calls = calls_of_a_write(tmp_path)
    assert {"create", "write", "sync", "close", "replace", "sync_folder"} <= set(calls)
    path = tmp_path / "machine.yaml"
    for at, call in enumerate(calls):
        path.write_bytes(b"old")
        disk = FaultyDisk()
        disk.reset(at, code)
        with pytest.raises(OSError) as caught:
            write_atomically(disk, path, b"new")
        assert caught.value.errno == code
        replaced = call == "sync_folder"
        assert files_in(tmp_path) == {"machine.yaml": b"new" if replaced else b"old"}, call


def test_a_disk_that_stays_broken_loses_nothing(tmp_path: pathlib.Path) -> None:
    for at, call in enumerate(calls_of_a_write(tmp_path)):
        path = tmp_path / call / "machine.yaml"
        path.parent.mkdir()
        path.write_bytes(b"old")
        disk = FaultyDisk()
        disk.reset(at, errno.EIO, forever=True)
        with pytest.raises(OSError):
            write_atomically(disk, path, b"new")
        assert path.read_bytes() == (b"new" if call == "sync_folder" else b"old")


def test_permissions_are_kept(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "machine.yaml"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomically(Disk(), path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_gets_the_permissions_new_files_get(tmp_path: pathlib.Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    write_atomically(Disk(), tmp_path / "machine.yaml", b"new")
    assert (tmp_path / "machine.yaml").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_symbolic_link_stays_one_and_its_target_is_written(tmp_path: pathlib.Path) -> None:
    target = tmp_path / "elsewhere" / "real.yaml"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "machine.yaml"
    link.symlink_to(target)
    write_atomically(Disk(), link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert list(target.parent.iterdir()) == [target]


def test_a_file_nobody_may_write_is_refused_although_its_folder_allows_it(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "machine.yaml"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_atomically(Disk(), path, b"new")
    assert path.read_bytes() == b"old"


def test_a_folder_in_its_place_is_refused(tmp_path: pathlib.Path) -> None:
    (tmp_path / "machine.yaml").mkdir()
    with pytest.raises(IsADirectoryError):
        write_atomically(Disk(), tmp_path / "machine.yaml", b"new")


def test_a_leftover_of_a_crash_does_not_stand_in_the_way(tmp_path: pathlib.Path) -> None:
    (tmp_path / f".statewright-{os.getpid()}-0.tmp").write_bytes(b"left")
    write_atomically(Disk(), tmp_path / "machine.yaml", b"new")
    assert (tmp_path / "machine.yaml").read_bytes() == b"new"


def test_a_real_limit_of_size_keeps_the_old_file(tmp_path: pathlib.Path) -> None:
    """Once for real: a child process may not write files beyond 4 KiB."""
    path = tmp_path / "machine.yaml"
    path.write_bytes(b"old")
    program = textwrap.dedent(
        """
        import errno, pathlib, signal, sys
        from designer.document.disk import Disk, write_atomically
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            write_atomically(Disk(), pathlib.Path(sys.argv[1]), b"n" * 100_000)
        except OSError as error:
            sys.exit(0 if error.errno == errno.EFBIG else 3)
        sys.exit(4)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert done.returncode == 0, done.stderr
    assert files_in(tmp_path) == {"machine.yaml": b"old"}
