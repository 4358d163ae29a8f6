"""Pictures and paper: the same bytes whatever is looked at, all of it or the selection, on one page or in tiles."""

from __future__ import annotations

import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from datetime import date

import pytest
import yaml
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPageSize, QPdfWriter

from tests.cases import CASES
from tests.designer.conftest import Session, Start
from tests.designer.flows.drawing import Drawing


@pytest.fixture
def pull_request(folder: pathlib.Path) -> pathlib.Path:
    """A machine with loops, bundles and long guards."""
    return pathlib.Path(shutil.copy(CASES / "machines" / "github_pull_request.yaml", folder))


def export(session: Session, path: pathlib.Path, entry: str = "Export a picture…") -> bytes:
    """The picture as the File menu writes it."""
    session.answers.save = path
    session.driver.menu("File", entry)
    session.driver.until(path.exists, f"{path.name} was not written")
    return path.read_bytes()


def by_command(machine: pathlib.Path, kind: str, seed: str) -> bytes:
    """The picture as another process writes it, under this hash seed, without a display."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "designer", "export", str(machine), "--to", kind]
    done = subprocess.run(command, capture_output=True, env={**kept, "PYTHONHASHSEED": seed}, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_picture_is_the_same_at_any_zoom_with_a_selection_later_and_from_another_process(
    start: Start, pull_request: pathlib.Path, tmp_path: pathlib.Path, kind: str
) -> None:
    session = start(pull_request)
    drawing = Drawing(session.driver)
    drawing.expect("in review")
    began = time.monotonic()
    drawing.click("in review", "body")
    made, scales = [], []
    for name, keys, notches in (("near", "Ctrl+0", 20), ("far", "Ctrl+1", -30), ("plain", "Ctrl+0", 0)):
        drawing.driver.press(keys)
        drawing.driver.wheel(drawing.board, drawing.board.rect().center(), notches)
        scales.append(session.designer.desk.page.canvas.scale)
        if name == "plain":
            time.sleep(max(0.0, 1.1 - (time.monotonic() - began)))
        made.append(export(session, tmp_path / f"{name}.{kind}"))
    assert scales[0] >= 4
    assert scales[1] <= 0.2
    assert scales[2] == 1
    assert made[0] == made[1] == made[2] == by_command(pull_request, kind, "2")


def test_all_that_is_drawn_is_in_the_picture_whole_and_selectable(
    start: Start, pull_request: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    session = start(pull_request)
    Drawing(session.driver).expect("in review")
    text = export(session, tmp_path / "all.svg").decode()
    words = html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", text)))
    states = yaml.safe_load(pull_request.read_text())["fsm"]["states"]
    for name, state in states.items():
        assert name in words
        for transition in state.get("transitions", ()):
            (guard,) = transition["guards"]
            first, *_ = guard["expression"].replace("context.", "").split(" && ")
            assert first in words


def test_the_selection_alone_can_be_a_picture_and_another_ending_is_refused(
    start: Start, pull_request: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    session = start(pull_request)
    drawing = Drawing(session.driver)
    drawing.click("merge queue", "body")
    text = export(session, tmp_path / "part.svg", "Export a picture of the selection…").decode()
    assert ">merge queue<" in text
    assert ">in review<" not in text
    session.answers.save = tmp_path / "picture.bmp"
    session.driver.menu("File", "Export a picture…")
    session.driver.expect("does not say which picture it is to be")
    assert not (tmp_path / "picture.bmp").exists()


def printed(session: Session, entry: str, says: str) -> bytes:
    """What the File menu prints, on a printer that writes A4 pages to a PDF."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    session.answers.printer = writer
    session.driver.menu("File", entry)
    session.driver.expect(says)
    return bytes(buffer.data().data())


def test_printing_fits_one_page_or_takes_tiles(start: Start, pull_request: pathlib.Path) -> None:
    session = start(pull_request)
    Drawing(session.driver).expect("in review")
    one = printed(session, "Print on one page…", "1 page was printed.")
    assert len(re.findall(rb"/Type /Page\b", one)) == 1
    tiles = printed(session, "Print in tiles…", "pages were printed.")
    assert len(re.findall(rb"/Type /Page\b", tiles)) > 1
    if shutil.which("pdftotext"):
        words = subprocess.run(["pdftotext", "-", "-"], input=tiles, capture_output=True, check=True).stdout.decode()
        assert words.count("github_pull_request v1") == words.count(f"{date.today().isoformat()} · page ") > 1
