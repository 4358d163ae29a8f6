"""The page about embedding: its blocks run as they stand, one after the other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[4] / "resources" / "docs" / "embedding.md"


def test_the_blocks_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 9
    known: dict[str, Any] = {}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"embedding.md, block {number}", "exec"), known)
