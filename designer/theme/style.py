"""The style sheet and palette that dress Qt's own widgets in a theme's colours.

Widgets choose a dress by dynamic properties: ``primary`` on a button; ``role`` on labels (``heading``, ``soft``,
``error``, ``warning``, ``ok``, ``title``), frames (``card``, ``floating``, ``banner``, ``panel``, ``line``) and buttons
(``flat``, ``link``); ``invalid`` on fields; ``code`` on fields that hold CEL or YAML.
"""

from __future__ import annotations

from string import Template

from PySide6.QtGui import QPalette

from designer.theme.fonts import CODE_FAMILY, CODE_PX, HEADING_PX, TEXT_FAMILY, TEXT_PX
from designer.theme.resources import resource
from designer.theme.tokens import Tokens, mix


def palette(tokens: Tokens) -> QPalette:
    """Colours for what the style sheet does not reach."""
    roles = QPalette.ColorRole
    result = QPalette()
    for role, color in {
        roles.Window: tokens.chrome,
        roles.WindowText: tokens.text,
        roles.Base: tokens.panel,
        roles.AlternateBase: tokens.hover,
        roles.Text: tokens.text,
        roles.PlaceholderText: tokens.soft,
        roles.Button: tokens.panel,
        roles.ButtonText: tokens.text,
        roles.BrightText: tokens.on_accent,
        roles.Highlight: tokens.accent,
        roles.HighlightedText: tokens.on_accent,
        roles.Accent: tokens.accent,
        roles.Link: tokens.accent,
        roles.LinkVisited: tokens.agent,
        roles.ToolTipBase: tokens.card,
        roles.ToolTipText: tokens.text,
        roles.Light: tokens.line,
        roles.Midlight: tokens.line,
        roles.Mid: tokens.line,
        roles.Dark: tokens.control,
        roles.Shadow: tokens.line,
    }.items():
        result.setColor(role, color)
    for role in (roles.Text, roles.ButtonText, roles.WindowText):
        result.setColor(QPalette.ColorGroup.Disabled, role, mix(tokens.soft, tokens.panel, 0.35))
    return result


def style_sheet(tokens: Tokens) -> str:
    """The whole application's style sheet."""
    pictures = resource("style").as_posix()
    variant = "dark" if tokens.dark else "light"
    return Template(resource("style", "sheet.qss").read_text(encoding="utf-8")).substitute(
        {name: getattr(tokens, name).name() for name in tokens.names()},
        disabled=mix(tokens.soft, tokens.panel, 0.35).name(),
        accent_hover=mix(tokens.accent, tokens.text, 0.15).name(),
        caret_down=f'url("{pictures}/caret-down-{variant}.svg")',
        caret_up=f'url("{pictures}/caret-up-{variant}.svg")',
        caret_right=f'url("{pictures}/caret-right-{variant}.svg")',
        check=f'url("{pictures}/check-{variant}.svg")',
        minus=f'url("{pictures}/minus-{variant}.svg")',
        cross=f'url("{pictures}/x-{variant}.svg")',
        text_family=TEXT_FAMILY,
        code_family=CODE_FAMILY,
        text_px=TEXT_PX,
        code_px=CODE_PX,
        heading_px=HEADING_PX,
    )
