"""Which elements of the machine are selected, by path; one selection shared by all views of a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Signal

from designer.document.change import follow
from engine.diagnostics import Path
from engine.dsl import Parsed

ROOT: Path = ()


class Selection(QObject):
    """The selected paths, in the order they were chosen; ``()`` as a path stands for the machine itself.

    Signals: ``changed`` after the paths are others. An edit that renames or removes elements takes the selection
    along: views are told of the edit first, with the new paths already here, and of the selection after.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths: tuple[Path, ...] = ()
        self._announced: tuple[Path, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        return self._paths

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the selected states, not of states whose parts are selected."""
        return tuple(str(path[1]) for path in self._paths if len(path) == 2 and path[0] == "states")

    @property
    def only(self) -> Path | None:
        """The path of the one selected element, ``None`` with none or several."""
        return self._paths[0] if len(self._paths) == 1 else None

    def set(self, paths: Iterable[Path]) -> None:
        self._paths = tuple(dict.fromkeys(tuple(path) for path in paths))
        self.announce()

    def clear(self) -> None:
        self.set(())

    def follow(self, renames: Mapping[Path, Path | None], chosen: tuple[Path, ...] | None, parsed: Parsed) -> None:
        """Take the selection through an edit, in silence; the document calls ``announce`` once views know the edit."""
        if chosen is not None:
            paths: Iterable[Path | None] = chosen
        else:
            paths = (follow(path, renames) for path in self._paths)
        self._paths = tuple(
            dict.fromkeys(path for path in paths if path is not None and (path == ROOT or _exists(parsed, path)))
        )

    def announce(self) -> None:
        """Emit ``changed`` if the paths are others than at the last announcement."""
        if self._paths != self._announced:
            self._announced = self._paths
            self.changed.emit()


def _exists(parsed: Parsed, path: Path) -> bool:
    return parsed.workflow is None or parsed.span(path) is not None
