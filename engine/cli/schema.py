"""``statewright schema``: the JSON Schema of the language."""

from __future__ import annotations

import json

from engine.dsl import json_schema


def schema() -> None:
    """Print the JSON Schema of the language, for editors."""
    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
