"""The source pane."""

from designer.panels.source.pane import Source

__all__ = ["Source"]
