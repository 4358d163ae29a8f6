"""The pairs of contributions and expected lines, here and in the folders of ``STATEWRIGHT_EXTRA_CASES``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.cases import CASES

Line = dict[str, Any]


class Pair(NamedTuple):
    name: str
    machine: Path
    contributions: Path
    expected: Path

    def lines(self) -> list[Line]:
        return [json.loads(line) for line in self.contributions.read_text(encoding="utf-8").splitlines()]

    def expected_lines(self) -> list[Line]:
        return [json.loads(line) for line in self.expected.read_text(encoding="utf-8").splitlines()]


def folders() -> list[Path]:
    extra = os.environ.get("STATEWRIGHT_EXTRA_CASES", "")
    return [CASES, *(Path(folder) for folder in extra.split(":") if folder)]


def pairs() -> Iterator[Pair]:
    for folder in folders():
        for contributions in sorted(folder.rglob("*.in.jsonl")):
            name = contributions.name.removesuffix(".in.jsonl")
            machine = name.split(".")[0]
            found = next((path for root in (folder, CASES) for path in sorted(root.rglob(f"{machine}.yaml"))), None)
            assert found is not None, f"no machine for {contributions}"
            yield Pair(name, found, contributions, contributions.with_name(f"{name}.out.jsonl"))


def compared(line: Line) -> Line:
    """What an expected line says: effects, messages and ``stuck`` may be absent from it."""
    return {key: value for key, value in line.items() if key not in ("effects", "message", "stuck")}
