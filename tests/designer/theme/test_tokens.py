"""Both themes: complete, readable, and colour never the only difference that counts."""

from __future__ import annotations

import pytest

from designer.theme import DARK, LIGHT, Tokens, contrast
from designer.theme.tokens import CONTROL_PAIRS, TEXT_PAIRS

themes = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


@themes
def test_text_stands_out_from_what_it_stands_on(tokens: Tokens) -> None:
    weak = {
        f"{ink} on {surface}": round(contrast(getattr(tokens, ink), getattr(tokens, surface)), 2)
        for ink, surface in TEXT_PAIRS
        if contrast(getattr(tokens, ink), getattr(tokens, surface)) < 4.5
    }
    assert weak == {}


@themes
def test_controls_and_edges_stand_out(tokens: Tokens) -> None:
    weak = {
        f"{ink} on {surface}": round(contrast(getattr(tokens, ink), getattr(tokens, surface)), 2)
        for ink, surface in CONTROL_PAIRS
        if contrast(getattr(tokens, ink), getattr(tokens, surface)) < 3
    }
    assert weak == {}


def test_the_contrast_of_black_and_white_is_21() -> None:
    from PySide6.QtGui import QColor

    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)
