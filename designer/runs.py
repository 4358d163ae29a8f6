"""Runs survive closing: each machine's session is kept in the user's state folder, without sensitive values."""

from __future__ import annotations

import hashlib
import json
import pathlib
from typing import TYPE_CHECKING, Any

from designer import messages
from designer.document.disk import Disk, write_atomically
from designer.page import Page
from engine.cel import CelError

if TYPE_CHECKING:
    from designer.panels.simulator.simulation import Simulation

LAYOUT = 1
"""The version of what is written; another one is not read."""


class Runs:
    """Keeps the run of a page, and brings it back when its machine is simulated again."""

    def __init__(self, folder: pathlib.Path, disk: Disk) -> None:
        self._folder = folder
        self._disk = disk

    def keep(self, page: Page, simulation: Simulation) -> None:
        """Write the run of a page, or that there is none. A run that was only looked at is not touched."""
        from engine.simulate import NotKept, session_json

        path = self._path(page)
        if path is None or simulation.read_only:
            return
        try:
            if simulation.session is None:
                path.unlink(missing_ok=True)
                return
            kept = {
                "layout": LAYOUT,
                "text": simulation.pinned_text,
                "breakpoints": [each.text for each in simulation.breakpoints],
                "session": session_json(simulation.session),
            }
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._disk, path, json.dumps(kept).encode(), durable=False)
        except (OSError, NotKept) as error:
            page.hint(messages.run_not_kept(str(error)))

    def bring_back(self, page: Page, simulation: Simulation) -> None:
        """Go on with the run that was kept, if there is one."""
        from designer.panels.simulator.breakpoints import breakpoint_of

        path = self._path(page)
        kept = self._read(path) if path is not None else None
        if kept is None:
            return
        restored = simulation.bring_back(kept["session"], kept["text"])
        if restored is None:
            page.hint(messages.RUN_UNREADABLE)
            return
        if restored.lost:
            page.hint(messages.run_shortened(restored.lost, sensitive=restored.why == "sensitive"))
        try:
            for text in kept["breakpoints"]:
                simulation.break_at(breakpoint_of(text, restored.session.definition.workflow))
        except CelError:
            page.hint(messages.RUN_UNREADABLE)

    def _read(self, path: pathlib.Path) -> dict[str, Any] | None:
        try:
            kept = json.loads(self._disk.read(path))
        except (OSError, ValueError):
            return None
        known = isinstance(kept, dict) and kept.get("layout") == LAYOUT
        return kept if known and {"text", "breakpoints", "session"} <= kept.keys() else None

    def _path(self, page: Page) -> pathlib.Path | None:
        file = page.machine.path
        if file is None:
            return None
        return self._folder / f"{hashlib.sha256(str(file.absolute()).encode()).hexdigest()[:32]}.json"
