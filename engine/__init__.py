"""Statewright's engine: read, edit, check, run and replay machines, without a window."""

__all__: list[str] = []
