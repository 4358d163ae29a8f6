"""Machines in other programs' words: one module a format."""
