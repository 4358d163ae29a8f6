"""The theme object, its fonts, icons and style sheet."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QRawFont
from pytestqt.qtbot import QtBot

from designer.theme import (
    CODE_FAMILY,
    DARK,
    LIGHT,
    TEXT_FAMILY,
    Preference,
    Theme,
    code_font,
    icon,
    icon_names,
    load_fonts,
    paint_icon,
    resource,
    style_sheet,
    text_font,
)


def test_a_theme_changes_while_open_and_says_so(qtbot: QtBot) -> None:
    theme = Theme(Preference.LIGHT)
    assert theme.tokens is LIGHT
    with qtbot.waitSignal(theme.changed):
        theme.toggle()
    assert theme.dark
    assert theme.tokens is DARK
    with qtbot.assertNotEmitted(theme.changed):
        theme.prefer("dark")


def test_the_shipped_faces_are_the_ones_drawn_with(qapp: object) -> None:
    load_fonts()
    assert QRawFont.fromFont(text_font()).familyName() == TEXT_FAMILY
    assert QRawFont.fromFont(code_font()).familyName() == CODE_FAMILY


def test_code_has_no_ligatures_and_one_width(qapp: object) -> None:
    load_fonts()
    metrics = QFontMetricsF(code_font(13))
    one = metrics.horizontalAdvance("a")
    assert metrics.horizontalAdvance("a == b && c != d") == pytest.approx(16 * one)
    (run,) = [run for layout in [_layout("==")] for run in layout]
    assert len(set(run)) == 1, "two equal signs are two equal glyphs"


def _layout(text: str) -> list[tuple[int, ...]]:
    from PySide6.QtGui import QTextLayout

    layout = QTextLayout(text, code_font(13))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [tuple(run.glyphIndexes()) for run in layout.glyphRuns()]


def test_text_and_code_are_of_the_same_height(qapp: object) -> None:
    load_fonts()
    text, code = QFontMetricsF(text_font(13)), QFontMetricsF(code_font(13))
    assert code.xHeight() == pytest.approx(text.xHeight(), rel=0.03)


def test_every_icon_draws_in_the_asked_colour(qapp: object) -> None:
    for name in icon_names():
        image = QImage(24, 24, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("white"))
        painter = QPainter(image)
        paint_icon(painter, name, QColor("#ff0000"), QRectF(0, 0, 24, 24))
        painter.end()
        inks = {image.pixelColor(x, y).name() for x in range(24) for y in range(24)}
        assert any(QColor(ink).red() > 240 and QColor(ink).green() < 200 for ink in inks), name
        assert not any(QColor(ink).red() < 200 for ink in inks), name
        assert not icon(name, QColor("red")).pixmap(16, 16).isNull()


def test_an_unknown_icon_is_named(qapp: object) -> None:
    with pytest.raises(FileNotFoundError, match="no-such-icon"):
        icon("no-such-icon", QColor("red"))


def test_the_style_sheet_is_complete_and_its_pictures_exist() -> None:
    for tokens in (LIGHT, DARK):
        sheet = style_sheet(tokens)
        assert "$" not in sheet
        for path in re.findall(r'url\("([^"]+)"\)', sheet):
            assert resource("style", path.rsplit("/", 1)[1]).is_file()


def test_every_font_and_icon_set_has_its_licence() -> None:
    names = {path.name for path in resource("licences").iterdir()}
    assert {"Inter-OFL-1.1.txt", "JetBrainsMono-Apache-2.0.txt", "phosphor-icons-MIT.txt"} <= names
