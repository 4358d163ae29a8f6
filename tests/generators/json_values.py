"""JSON values full of what YAML readers stumble over, and the paths inside them."""

# ruff: noqa: E501  (tables)

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

SCALARS: list[Any] = [
    None, True, False, 0, 1, -5, 2.5, 1e22, "", " ", "a", "hello world", "on", "yes", "12:30", "012", "1.0", "0x10", "null",
    "~", "it's", 'say "x"', "a: b", "# no", "a #b", "- x", "{x}", "[y]", "*a", "&b", "!t", "%d", "@", "`", "?", "multi\nline\ntext",
    "end\n", "  lead", "trail ", "two words and more words for folding here", "context.a == 'b' && size(context.x) > 2",
    "{{ context.x }}", "x" * 90, "é", "日本語", "😀", "tab\there", "nul\0", "\u2028", "\x85", "\u202ertl", "back\\slash",
]  # fmt: skip
KEYS = [
    "a", "b", "name", "toState", "on", "1", "with space", "q'uote", 'dq"x', "é", "a: b", "#h", "- d", "{z}", "x-note",
    "null", "tab\t", "[", "long" * 20, "",
]  # fmt: skip
Path = tuple[str | int, ...]


def value(rng: random.Random, depth: int, pool: list[Any]) -> Any:
    """A random value; one in five is a copy of an earlier one in ``pool``, so that aliases have something to name."""
    if pool and rng.random() < 0.2:
        return copy.deepcopy(rng.choice(pool))
    made: Any
    kind = rng.random()
    if depth > 0 and kind < 0.35:
        made = {rng.choice(KEYS): value(rng, depth - 1, pool) for _ in range(rng.randint(0, 4))}
    elif depth > 0 and kind < 0.6:
        made = [value(rng, depth - 1, pool) for _ in range(rng.randint(0, 4))]
    else:
        return rng.choice(SCALARS)
    pool.append(made)
    return made


def paths(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every path with its value, outer before inner."""
    yield path, data
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in entries:
        yield from paths(inner, (*path, key))
