"""Which files are machines of a project."""

from __future__ import annotations

import pathlib

from designer.document.disk import Disk
from designer.document.folder import machine_files, project_root


def write(path: pathlib.Path, text: str = "fsm:\n  name: x\n") -> pathlib.Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_folder_holds_the_files_that_say_fsm(tmp_path: pathlib.Path) -> None:
    a = write(tmp_path / "a.yaml")
    b = write(tmp_path / "b.yml", "# a comment\n'fsm' : {}\n")
    write(tmp_path / "b.scenario.yaml", "scenario:\n  fsm: no\n")
    write(tmp_path / "notes.txt")
    write(tmp_path / "below" / "c.yaml")
    (tmp_path / "latin1.yaml").write_bytes(b"fsm: \xe4\n")
    assert machine_files(tmp_path, Disk()) == [a, b]


def test_a_file_with_a_byte_order_mark_and_crlf_counts(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbffsm:\r\n  name: x\r\n")
    assert machine_files(tmp_path, Disk()) == [path]


def test_a_project_with_its_own_folder_holds_all_below_it(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "beside.yaml")
    a = write(tmp_path / ".aegis" / "fsms" / "a.yaml", "broken: [")
    b = write(tmp_path / ".aegis" / "fsms" / "deep" / "b.yaml")
    assert machine_files(tmp_path, Disk()) == [a, b]
    assert project_root(b) == tmp_path
    assert project_root(a.parent) == tmp_path


def test_elsewhere_the_project_is_the_file_s_folder(tmp_path: pathlib.Path) -> None:
    assert project_root(write(tmp_path / "a.yaml")) == tmp_path
    assert project_root(tmp_path) == tmp_path
