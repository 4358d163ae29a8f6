"""How much one expression may cost."""

MAX_LENGTH = 100_000
"""Code points of a source that are still read."""
MAX_DEPTH = 100
"""Levels of a tree; parentheses alone add none."""
MAX_MACROS = 20
"""Macros inside one another."""
MAX_STEPS = 100_000
"""Elements that the macros of one evaluation may go through, in all."""
MAX_SIZE = 1_000_000
"""Characters, octets or elements of the largest value an operator or function makes."""
MAX_PATTERN = 10_000
"""Characters of a regular expression that are still compiled."""
MAX_ROUNDS = 100
"""Elements of a macro whose outcomes an explanation keeps."""
