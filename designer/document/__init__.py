"""The machine being edited: one text, the intents that change it, its history, its selection and its files."""

from designer.document.change import Change, Intent
from designer.document.document import Document, Outcome
from designer.document.selection import Selection
from designer.document.snapshot import Layout, Position, Snapshot
from engine.diagnostics import Path

__all__ = ["Change", "Document", "Intent", "Layout", "Outcome", "Path", "Position", "Selection", "Snapshot"]
