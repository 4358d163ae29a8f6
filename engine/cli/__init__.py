"""The command line: one file a command, no logic. ``page`` and ``index`` find the pages of documentation."""

from engine.cli.pages import index, page

__all__ = ["index", "page"]
