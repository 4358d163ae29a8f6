"""The inspector."""

from designer.panels.inspector.panel import Inspector
from designer.panels.inspector.room import Live

__all__ = ["Inspector", "Live"]
