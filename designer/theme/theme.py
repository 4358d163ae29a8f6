"""The theme in force: follows the system or the person's choice, and tells whoever draws when it changes."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from designer.theme import fonts, icons
from designer.theme.style import palette, style_sheet
from designer.theme.tokens import DARK, LIGHT, Tokens


class Preference(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Signals: ``changed`` when other tokens are in force. Needs a QGuiApplication."""

    changed = Signal()

    def __init__(self, preference: Preference | str = Preference.SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        fonts.load_fonts()
        self._preference = Preference(preference)
        self._dark = self._wanted()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._refresh)

    @property
    def tokens(self) -> Tokens:
        return DARK if self._dark else LIGHT

    @property
    def dark(self) -> bool:
        return self._dark

    @property
    def preference(self) -> Preference:
        return self._preference

    def prefer(self, preference: Preference | str) -> None:
        """Follow the system, or hold to light or dark."""
        self._preference = Preference(preference)
        self._refresh()

    def toggle(self) -> None:
        """The other of light and dark, held from now on."""
        self.prefer(Preference.LIGHT if self._dark else Preference.DARK)

    def apply(self, app: QApplication) -> None:
        """Dress the application: style, palette, font, style sheet; again after each ``changed``."""
        if not app.styleSheet():  # style and font are the same in both themes, and a style makes every widget anew
            app.setStyle("Fusion")
            app.setFont(self.text_font())
        app.setPalette(self.palette())
        app.setStyleSheet(style_sheet(self.tokens))

    def palette(self) -> QPalette:
        return palette(self.tokens)

    def text_font(self, px: float = fonts.TEXT_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return fonts.text_font(px, weight)

    def code_font(self, px: float = fonts.CODE_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return fonts.code_font(px, weight)

    def icon(self, name: str, color: str = "text") -> QIcon:
        """An icon in the colour of one of this theme's tokens."""
        return icons.icon(name, getattr(self.tokens, color))

    def _wanted(self) -> bool:
        if self._preference is Preference.SYSTEM:
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._preference is Preference.DARK

    def _refresh(self) -> None:
        wanted = self._wanted()
        if wanted != self._dark:
            self._dark = wanted
            self.changed.emit()
