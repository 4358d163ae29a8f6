"""Offsets of the text and positions of the widget, for every kind of line end and width of character."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from designer.panels.source.positions import Positions
from engine.text import Patch

TEXTS = st.text(alphabet="ab \n\r\u00e9\u65e5\U0001f600'", max_size=40).map(lambda text: text.replace("\n\r", "\n"))


def qt_positions(text: str) -> list[int]:
    """The widget's position of each offset, counted one character at a time."""
    positions, at = [], 0
    for offset, char in enumerate(text):
        positions.append(at)
        if char == "\n" and offset and text[offset - 1] == "\r":
            continue
        at += 2 if ord(char) > 0xFFFF else 1
    return [*positions, at]


@given(TEXTS)
def test_positions_count_utf16_units_and_one_unit_a_line_end(text: str) -> None:
    positions = Positions(text)
    expected = qt_positions(text)
    for offset in range(len(text) + 1):
        inside_a_line_end = offset and text[offset - 1 : offset + 1] == "\r\n"
        if not inside_a_line_end:
            assert positions.position(offset) == expected[offset]
            assert positions.offset(positions.position(offset)) == offset


@given(TEXTS, TEXTS)
def test_an_edit_of_what_is_shown_gives_the_text_that_shows_it(text: str, other: str) -> None:
    positions = Positions(text)
    wanted = Positions(other).shown
    edit = positions.edited(wanted)
    new = text if edit is None else Patch((edit,)).apply(text)
    assert Positions(new).shown == wanted


def test_line_ends_outside_an_edit_stay_and_new_ones_are_the_files_own() -> None:
    text = "a: 1\r\nb: 2\nc: 3\r\n"
    positions = Positions(text)
    edit = positions.edited(positions.shown.replace("b: 2", "b: 2\nx: 9"))
    assert edit is not None
    assert Patch((edit,)).apply(text) == "a: 1\r\nb: 2\nx: 9\r\nc: 3\r\n"


def test_an_unchanged_text_gives_no_edit() -> None:
    assert Positions("a\r\nb").edited("a\nb") is None
