"""Intents on the text as such: typing, and fixes that come as patches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from designer.document import messages
from designer.document.change import Change
from designer.document.snapshot import Layout, Position, Snapshot
from engine.errors import PatchError, RefusedEdit
from engine.text import Patch


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Make ``text`` the whole text, as typing and pasting in the source pane do."""

    text: str
    label: str = "typing"
    on_text: ClassVar[bool] = True

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=Patch.between(snapshot.text, self.text))


@dataclass(frozen=True, slots=True)
class ApplyPatch:
    """Apply a patch made for the text of revision ``revision``, such as a fix; an older one is refused."""

    patch: Patch
    label: str
    revision: int | None = None
    on_text: ClassVar[bool] = True

    def plan(self, snapshot: Snapshot) -> Change:
        if self.revision is not None and self.revision != snapshot.revision:
            raise RefusedEdit(messages.fix_is_old())
        try:
            self.patch.apply(snapshot.text)
        except PatchError as error:
            raise RefusedEdit(messages.fix_is_old()) from error
        return Change(patch=self.patch)


@dataclass(frozen=True, slots=True)
class Reload:
    """Take over text and positions that came from elsewhere: the file on disk, or a recovery copy."""

    text: str
    layout: Layout
    label: str = "reload"
    on_text: ClassVar[bool] = True

    def plan(self, snapshot: Snapshot) -> Change:
        gone: dict[str, Position | None] = {name: None for name in snapshot.layout if name not in self.layout}
        return Change(patch=Patch.between(snapshot.text, self.text), layout={**gone, **self.layout})
