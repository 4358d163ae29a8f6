"""JSON: the machine as the file says it, comments and anchors aside."""

from __future__ import annotations

import json
from typing import Any

from engine.dsl import Parsed


def to_json(parsed: Parsed) -> str:
    """``{"fsm": …}`` with the file's own keys in their order, ``x-`` keys below ``fsm:`` included."""
    data: Any = {"fsm": parsed.data}
    return json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n"
