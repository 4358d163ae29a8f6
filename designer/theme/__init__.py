"""How the program looks: colours, fonts, icons and the style sheet, light and dark."""

from designer.theme.fonts import CODE_FAMILY, TEXT_FAMILY, code_font, heading_font, load_fonts, text_font
from designer.theme.icons import icon, icon_names, paint_icon
from designer.theme.resources import resource, samples
from designer.theme.style import palette, style_sheet
from designer.theme.theme import Preference, Theme
from designer.theme.tokens import DARK, LIGHT, Tokens, contrast, mix

__all__ = [
    "CODE_FAMILY",
    "DARK",
    "LIGHT",
    "TEXT_FAMILY",
    "Preference",
    "Theme",
    "Tokens",
    "code_font",
    "contrast",
    "heading_font",
    "icon",
    "icon_names",
    "load_fonts",
    "mix",
    "paint_icon",
    "palette",
    "resource",
    "samples",
    "style_sheet",
    "text_font",
]
