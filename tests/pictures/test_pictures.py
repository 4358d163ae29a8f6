"""Pictures: whole, nothing clipped, selectable, the same bytes whenever and wherever they are made."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QColor, QImage

from designer.canvas.picture import FORMATS, draw, sheet_for, subject_of
from designer.canvas.picture.formats import to_image
from designer.canvas.views import Kind
from designer.theme import DARK, LIGHT, load_fonts
from tests.designer.canvas.drawn import SMALL, workflow_of

pytestmark = pytest.mark.usefixtures("qapp")


def edge_colours(image: QImage) -> set[str]:
    w, h = image.width(), image.height()
    rim = [(x, y) for x in range(w) for y in (0, 1, h - 2, h - 1)]
    rim += [(x, y) for y in range(h) for x in (0, 1, w - 2, w - 1)]
    return {image.pixelColor(x, y).name() for x, y in rim}


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_nothing_is_clipped(path: Path) -> None:
    load_fonts()
    sheet = sheet_for(subject_of(workflow_of(path), {}))
    for tokens in (LIGHT, DARK):
        assert edge_colours(to_image(sheet, tokens, 1)) == {QColor(tokens.canvas).name()}


@pytest.mark.parametrize("kind", FORMATS)
def test_a_picture_made_twice_is_the_same(kind: str) -> None:
    load_fonts()
    subject = subject_of(workflow_of(SMALL[0]), {})
    one = draw(sheet_for(subject), LIGHT, kind, subject.title)
    assert draw(sheet_for(subject), LIGHT, kind, subject.title) == one
    assert draw(sheet_for(subject), DARK, kind, subject.title) != one


def test_svg_texts_can_be_selected_and_are_whole() -> None:
    load_fonts()
    for path in SMALL:
        workflow = workflow_of(path)
        subject = subject_of(workflow, {})
        sheet = sheet_for(subject)
        root = ElementTree.fromstring(draw(sheet, LIGHT, "svg", subject.title))
        texts = {"".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text")}
        for name, view in sheet.projection.states.items():
            assert name in texts or len(name) > 40 or view.kind is Kind.MISSING, name
        edges = sheet.projection.edges().values()
        short = [edge.label for edge in edges if edge.label and len(edge.label) <= 44]
        assert set(short) <= texts
        assert not any("…" in text for text in texts), "nothing is elided in a picture"


def test_a_part_shows_the_chosen_states_and_what_joins_them() -> None:
    load_fonts()
    path = next(path for path in SMALL if path.stem == "delegated_review")
    sheet = sheet_for(subject_of(workflow_of(path), {}, ("review", "done")))
    assert set(sheet.drawing.boxes) == {"review", "done"}
    assert {key[:2] for key in sheet.drawing.routes} == {("review", "done")}
