"""What a document is at one moment: its text, what the text means, and where its states stand."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from designer.document.scenarios import complaints, is_scenario
from engine.dsl import Parsed, Workflow, read

Position = tuple[int, int]
"""The centre of a state's card on the canvas, in whole logical pixels."""

Layout = Mapping[str, Position]
"""Positions a person set, by state name; states without one are placed by the layout."""

NO_LAYOUT: Layout = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One revision of a machine's text and everything that is derived from it.

    ``workflow`` is what to draw: the machine the text says, or, while the text cannot be read as one, the last
    machine that could (``stale`` is then true). It is ``None`` when there never was one.
    """

    revision: int = 0
    text: str
    bom: bool = False
    parsed: Parsed = field(repr=False)
    workflow: Workflow | None = field(repr=False)
    layout: Layout = field(default_factory=lambda: NO_LAYOUT)
    file: pathlib.Path | None = None

    @staticmethod
    def of(text: str, *, bom: bool = False, layout: Layout = NO_LAYOUT, file: pathlib.Path | None = None) -> Snapshot:
        """The first snapshot of a text."""
        parsed = _read(text, file.name if file else "")
        return Snapshot(text=text, bom=bom, parsed=parsed, workflow=parsed.workflow, layout=layout, file=file)

    @property
    def is_scenario(self) -> bool:
        """Whether this is the text of a scenario, which is edited as text and never drawn."""
        return is_scenario(self.parsed.file)

    @property
    def stale(self) -> bool:
        """True while the text cannot be read as a machine, so that ``workflow`` is older than ``text``."""
        return self.parsed.workflow is None

    def follow(self, text: str, layout: Layout) -> Snapshot:
        """The next revision, with another text or layout; an unchanged text is not read again."""
        parsed = self.parsed if text == self.text else _read(text, self.parsed.file)
        workflow = parsed.workflow or self.workflow
        return replace(self, revision=self.revision + 1, text=text, parsed=parsed, workflow=workflow, layout=layout)

    def placed(self, file: pathlib.Path | None, bom: bool) -> Snapshot:
        """The next revision, the same text kept elsewhere; places of findings name the new file."""
        parsed = _read(self.text, file.name if file else "")
        return replace(self, revision=self.revision + 1, parsed=parsed, file=file, bom=bom)


def _read(text: str, file: str) -> Parsed:
    """What a text says; a scenario's is no machine, and what is wrong with it is wrong with a scenario."""
    parsed = read(text, file)
    return replace(parsed, diagnostics=complaints(text, file)) if is_scenario(file) else parsed
