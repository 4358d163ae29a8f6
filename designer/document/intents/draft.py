"""Several editing verbs as one change: each verb edits the text the one before it left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate

from designer.document.snapshot import Snapshot
from engine.dsl import Parsed, Workflow, read
from engine.errors import RefusedEdit
from engine.text import Patch

Verb = Callable[Concatenate[Parsed, ...], Patch]


class Draft:
    """A text being rewritten by verbs; ``patch`` is the whole of it, from the text one started with."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._start = snapshot.text
        self.parsed = snapshot.parsed

    def do(self, verb: Verb, *arguments: Any, **keys: Any) -> None:
        patch = verb(self.parsed, *arguments, **keys)
        if patch:
            self.parsed = read(patch.apply(self.parsed.text), self.parsed.file)

    @property
    def workflow(self) -> Workflow:
        """The machine as drafted so far; a draft that cannot be read is refused."""
        if self.parsed.workflow is None:
            raise RefusedEdit("This change would leave a text that cannot be read; nothing was changed.")
        return self.parsed.workflow

    @property
    def patch(self) -> Patch:
        return Patch.between(self._start, self.parsed.text)
