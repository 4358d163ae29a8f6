"""The two typefaces the program carries, alone on every machine: one for text, one for code."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from designer.theme.resources import resource

TEXT_FAMILY = "Statewright Text"
CODE_FAMILY = "Statewright Code"
TEXT_PX = 13
CODE_PX = 13
HEADING_PX = 11

Weight = QFont.Weight


@cache
def load_fonts() -> None:
    """Make the shipped faces known to Qt; needs a QGuiApplication, once a process.

    Raises ``FileNotFoundError`` naming the face where an installation lacks one.
    """
    for path in sorted(resource("fonts").glob("*.[ot]tf")):
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise FileNotFoundError(f"The font {path.name} cannot be read; install Statewright anew.")
    known = set(QFontDatabase.families())
    for family in (TEXT_FAMILY, CODE_FAMILY):
        if family not in known:
            raise FileNotFoundError(f"The font {family} is missing; install Statewright anew.")


def text_font(px: float = TEXT_PX, weight: Weight = Weight.Normal) -> QFont:
    """The text face at ``px`` logical pixels, 400, 500 or 600 heavy; ``0x10`` shows as it is written."""
    font = _font(TEXT_FAMILY, px)
    font.setWeight(weight)
    font.setFeature(QFont.Tag("calt"), 0)
    return font


def code_font(px: float = CODE_PX, weight: Weight = Weight.Normal) -> QFont:
    """The code face at ``px`` logical pixels, without ligatures: ``==`` stays two characters."""
    font = _font(CODE_FAMILY, px)
    font.setWeight(weight)
    font.setFixedPitch(True)
    for feature in ("calt", "liga"):
        font.setFeature(QFont.Tag(feature), 0)
    return font


def heading_font() -> QFont:
    """Section headings: small, spaced, in capitals by whoever sets them."""
    font = text_font(HEADING_PX, Weight.DemiBold)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
    return font


def _font(family: str, px: float) -> QFont:
    font = QFont(family)
    font.setPixelSize(max(1, round(px)))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.PreferMatch)
    return font
