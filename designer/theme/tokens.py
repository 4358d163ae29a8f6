"""The colours of the two themes: the design's own tokens and those derived from them."""

from __future__ import annotations

from dataclasses import dataclass, fields

from PySide6.QtGui import QColor


def _c(text: str) -> QColor:
    return QColor(text)


@dataclass(frozen=True, eq=False)
class Tokens:
    """One theme's colours. ``*_soft`` tokens are fills behind text of the colour they are named after."""

    dark: bool
    chrome: QColor
    """Menus, tool bars, status bar: the quietest surface."""
    panel: QColor
    canvas: QColor
    card: QColor
    line: QColor
    """Hairlines that decorate; never the only sign of anything."""
    control: QColor
    """Borders of what can be operated: fields, buttons, check boxes."""
    text: QColor
    soft: QColor
    accent: QColor
    on_accent: QColor
    accent_soft: QColor
    """Behind what is selected; carries ``text`` and ``accent``, not ``soft``."""
    hover: QColor
    pressed: QColor
    work: QColor
    agent: QColor
    person: QColor
    automatic: QColor
    terminal: QColor
    error: QColor
    error_soft: QColor
    on_error: QColor
    warning: QColor
    warning_soft: QColor
    on_warning: QColor
    ok: QColor
    """Passed, fires, valid: the colour of *terminal*."""
    ok_soft: QColor
    edge: QColor
    """Transitions at rest."""
    disc: QColor
    """Behind the number of a transition."""
    on_disc: QColor
    dots: QColor
    """The canvas' grid of dots."""
    shadow: QColor
    simulate: QColor
    """Frame and tab of the simulate mode."""
    replay: QColor
    on_mode: QColor
    string: QColor
    """Code: strings; the other colours of code are tokens above."""

    def names(self) -> tuple[str, ...]:
        """The colour tokens, in the order of their definition."""
        return tuple(field.name for field in fields(self) if field.name != "dark")


LIGHT = Tokens(
    dark=False,
    chrome=_c("#f3f4f6"),
    panel=_c("#fbfbfc"),
    canvas=_c("#f4f6f9"),
    card=_c("#ffffff"),
    line=_c("#dfe2e7"),
    control=_c("#7f8896"),
    text=_c("#1d2330"),
    soft=_c("#667085"),
    accent=_c("#3b5bdb"),
    on_accent=_c("#ffffff"),
    accent_soft=_c("#e8ecff"),
    hover=_c("#f1f3f6"),
    pressed=_c("#e4e7ed"),
    work=_c("#1971c2"),
    agent=_c("#7048e8"),
    person=_c("#a84f05"),
    automatic=_c("#5c677d"),
    terminal=_c("#237a36"),
    error=_c("#c2255c"),
    error_soft=_c("#ffebf2"),
    on_error=_c("#ffffff"),
    warning=_c("#8a5a00"),
    warning_soft=_c("#fff4d6"),
    on_warning=_c("#ffffff"),
    ok=_c("#237a36"),
    ok_soft=_c("#e4f6e8"),
    edge=_c("#768197"),
    disc=_c("#5f6a80"),
    on_disc=_c("#ffffff"),
    dots=_c("#d9dee6"),
    shadow=QColor(24, 34, 66, 22),
    simulate=_c("#7048e8"),
    replay=_c("#1971c2"),
    on_mode=_c("#ffffff"),
    string=_c("#237a36"),
)

DARK = Tokens(
    dark=True,
    chrome=_c("#15181e"),
    panel=_c("#1b1f27"),
    canvas=_c("#12151a"),
    card=_c("#1f242d"),
    line=_c("#2c323d"),
    control=_c("#667187"),
    text=_c("#e6e9ef"),
    soft=_c("#9aa4b5"),
    accent=_c("#8ea6ff"),
    on_accent=_c("#15181e"),
    accent_soft=_c("#28325a"),
    hover=_c("#262c37"),
    pressed=_c("#303745"),
    work=_c("#74c0fc"),
    agent=_c("#b197fc"),
    person=_c("#ffb066"),
    automatic=_c("#a4b0c2"),
    terminal=_c("#7bd88f"),
    error=_c("#ff8fab"),
    error_soft=_c("#42202c"),
    on_error=_c("#15181e"),
    warning=_c("#f2c14e"),
    warning_soft=_c("#3b3014"),
    on_warning=_c("#15181e"),
    ok=_c("#7bd88f"),
    ok_soft=_c("#1b3825"),
    edge=_c("#7b869c"),
    disc=_c("#5f6a80"),
    on_disc=_c("#ffffff"),
    dots=_c("#262c36"),
    shadow=QColor(0, 0, 0, 90),
    simulate=_c("#b197fc"),
    replay=_c("#74c0fc"),
    on_mode=_c("#15181e"),
    string=_c("#7bd88f"),
)

SURFACES = ("chrome", "panel", "canvas", "card")
"""What text and controls stand on."""

TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *(
        (ink, surface)
        for ink in (
            "text",
            "soft",
            "accent",
            "work",
            "agent",
            "person",
            "automatic",
            "terminal",
            "error",
            "warning",
            "ok",
            "string",
        )
        for surface in SURFACES
    ),
    *(("text", fill) for fill in ("hover", "pressed", "accent_soft", "error_soft", "warning_soft", "ok_soft")),
    ("accent", "accent_soft"),
    ("error", "error_soft"),
    ("warning", "warning_soft"),
    ("ok", "ok_soft"),
    ("on_accent", "accent"),
    ("on_error", "error"),
    ("on_warning", "warning"),
    ("on_disc", "disc"),
    ("on_mode", "simulate"),
    ("on_mode", "replay"),
)
"""Every (ink, surface) pair that carries text: at least 4.5 : 1."""

CONTROL_PAIRS: tuple[tuple[str, str], ...] = (
    *(("control", surface) for surface in SURFACES),
    ("edge", "canvas"),
    ("accent", "canvas"),
    ("disc", "canvas"),
)
"""Every pair that draws something to be seen or operated: at least 3 : 1."""


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two opaque colours, 1 to 21, as WCAG defines it."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(color: QColor) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF())


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """``one`` with ``share`` (0 to 1) of ``other`` stirred in."""
    keep = 1 - share
    return QColor(
        round(one.red() * keep + other.red() * share),
        round(one.green() * keep + other.green() * share),
        round(one.blue() * keep + other.blue() * share),
    )
