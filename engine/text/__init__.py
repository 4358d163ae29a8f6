"""Offsets, nodes and patches of a text; knows nothing of machines."""

from engine.text.span import Edit, Patch, Span

__all__ = ["Edit", "Patch", "Span"]
