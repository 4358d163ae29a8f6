"""Stored runs in the window: the list of a journal, one run to step through, and what became of all under replay."""
