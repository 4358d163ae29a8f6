"""How a person likes it: theme, motion, what a run paints."""

from __future__ import annotations

from designer.settings import Settings
from designer.theme import Preference, Theme


class Preferences:
    """Changes settings and lets them act at once."""

    def __init__(self, settings: Settings, theme: Theme) -> None:
        self.settings = settings
        self._theme = theme

    @property
    def follows_system(self) -> bool:
        return self._theme.preference is Preference.SYSTEM

    def toggle_theme(self) -> None:
        """The other of light and dark, from now on whatever the system says."""
        self.prefer(Preference.LIGHT if self._theme.dark else Preference.DARK)

    def follow_system(self) -> None:
        self.prefer(Preference.SYSTEM)

    def prefer(self, preference: Preference | str) -> None:
        """``system``, ``light`` or ``dark``."""
        self._theme.prefer(preference)
        self.settings.set("theme", self._theme.preference.value)

    def toggle_motion(self) -> None:
        self.settings.set("reduce-motion", not self.settings.reduce_motion)

    def toggle_coverage(self) -> None:
        self.settings.set("paint-coverage", not self.settings.paint_coverage)
