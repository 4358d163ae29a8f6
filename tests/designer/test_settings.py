"""What the program remembers between starts."""

from __future__ import annotations

import pathlib

import pytest
from PySide6.QtWidgets import QApplication

from designer.settings import MOST_RECENT, Settings


@pytest.fixture
def file(tmp_path: pathlib.Path, qapp: QApplication) -> pathlib.Path:
    return tmp_path / "deep" / "settings.ini"


def again(settings: Settings, file: pathlib.Path) -> Settings:
    settings.sync()
    return Settings(file)


def test_values_come_back_with_their_type(file: pathlib.Path) -> None:
    settings = Settings(file)
    settings.set("number", 7)
    settings.set("reduce-motion", True)
    settings.set("theme", "dark")
    settings = again(settings, file)
    assert settings.value("number", 0) == 7
    assert settings.reduce_motion is True
    assert settings.theme == "dark"
    assert settings.value("missing", "x") == "x"


def test_a_damaged_file_gives_the_defaults(file: pathlib.Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"[General]\ntheme=plaid\nreduce-motion=@Invalid(\nnumber=many\n\xff\x00")
    settings = Settings(file)
    assert settings.theme == "system"
    assert settings.reduce_motion is False
    assert settings.value("number", 3) == 3
    assert settings.recent == ()


def test_changes_are_told_once(file: pathlib.Path) -> None:
    settings = Settings(file)
    told: list[str] = []
    settings.changed.connect(told.append)
    settings.set("theme", "dark")
    settings.set("theme", "dark")
    assert told == ["theme"]


def test_recent_files_are_the_latest_first_without_those_that_are_gone(
    file: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    paths = [tmp_path / f"{number}.yaml" for number in range(MOST_RECENT + 3)]
    settings = Settings(file)
    for path in paths:
        path.touch()
        settings.add_recent(path)
    settings.add_recent(paths[-2])
    paths[-3].unlink()
    recent = again(settings, file).recent
    assert recent[:2] == (paths[-2], paths[-1])
    assert paths[-3] not in recent
    assert len(recent) == MOST_RECENT - 1


def test_a_single_recent_file_survives(file: pathlib.Path, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a, b.yaml"
    path.touch()
    settings = Settings(file)
    settings.add_recent(path)
    assert again(settings, file).recent == (path,)
