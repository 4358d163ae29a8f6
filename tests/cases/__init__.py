"""The cases the tests read: machines, broken files, traces and CEL cases; ``README.md`` names their origin."""

from pathlib import Path

CASES = Path(__file__).parent
