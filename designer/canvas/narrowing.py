"""Seeing less: a search dims what does not match, the focus mode shows what is selected and its neighbours."""

from __future__ import annotations

from collections.abc import Callable

from designer.canvas.stage import Stage


class Narrowing:
    """Decides which states the scene shows; ``refresh`` repaints."""

    def __init__(self, stage: Stage, refresh: Callable[[], None]) -> None:
        self._stage = stage
        self._refresh = refresh
        self.searched = ""
        self.focused = False

    @property
    def active(self) -> bool:
        return bool(self.searched) or self.focused

    def search(self, text: str) -> list[str]:
        """Dim the states that hold the text neither in their name nor in their requirements; gives those that do."""
        self.searched = text.strip().casefold()
        self.update()
        return self._matching() if self.searched else []

    def choose(self, name: str) -> None:
        """Select one of the states that were found."""
        self._stage.select([("states", name)])

    def toggle_focus(self) -> None:
        """Show the selected states and their neighbours alone, or everything again."""
        self.focused = not self.focused
        self.update()

    def clear(self) -> None:
        """Show everything."""
        self.searched, self.focused = "", False
        self.update()

    def update(self) -> None:
        """Bring the scene up to date with the machine and the selection."""
        shown: frozenset[str] | None = None
        if self.searched:
            shown = frozenset(self._matching())
        if self.focused and (near := self._neighbours()):
            shown = near if shown is None else shown & near
        if shown != self._stage.scene.shown:
            self._stage.scene.shown = shown
            self._refresh()

    def _matching(self) -> list[str]:
        if not self.searched:
            return []
        return [
            name
            for name, view in self._stage.scene.projection.states.items()
            if self.searched in name.casefold() or any(self.searched in chip.field.casefold() for chip in view.chips)
        ]

    def _neighbours(self) -> frozenset[str]:
        chosen = {str(path[1]) for path in self._stage.selection.paths if len(path) >= 2 and path[0] == "states"}
        near = set(chosen)
        for source, target, _ in self._stage.scene.projection.links:
            if source in chosen:
                near.add(target)
            if target in chosen:
                near.add(source)
        return frozenset(near)
