"""Reading only what changed gives what reading everything gives, node by node, whatever was typed."""

# ruff: noqa: E501  (a table)

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.dsl import read
from engine.dsl.reader import recent
from engine.dsl.resplice import respliced
from engine.text import Edit, Mapping, Node, Patch, Scalar, Sequence, same
from tests.cases import CASES
from tests.counts import count

TYPED = [
    "x", " ", "\n", "\n\n", "  ", "    new: {}\n", "      - { toState: a }\n", "# c\n", " # c", ": ", "- ", "[", "]", "{", "}",
    '"', "'", "|\n", ">-\n", "&a ", "*a", "---\n", "...\n", "%x\n", "\t", "null", "on", "012", ".nan", "\r\n", "?", "? ", ",",
    "  version: 2\n", "    done: { terminal: true }\n", "x-note: 1\n", "\u2028", "\x85", "é", "    a:\n      terminal: true\n",
]  # fmt: skip
WELCOME = [
    "    new: {}\n",
    "# c\n",
    "\n",
    "    done: { terminal: true }\n",
    "    b (2):\n      terminal: true\n",
    "      # c\n",
]
FILES = [*CASES.glob("features/*.yaml"), *CASES.glob("machines/[cegt]*.yaml"), CASES / "machines" / "ppp_lcp.yaml"]


def dump(node: Node) -> tuple[Any, ...]:
    """Everything a node says, and the nodes in it."""
    head = (node.kind, node.start, node.end, node.tag, node.anchor)
    if isinstance(node, Scalar):
        return (*head, node.value, node.style)
    inside = node.parts if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else []
    return (*head, getattr(node, "flow", None), *map(dump, inside))


def typed(rng: random.Random, text: str) -> Patch:
    """One to three small changes anywhere, most at the ends of lines or of whole lines."""
    edits: list[Edit] = []
    lines = [0, *(place + 1 for place, char in enumerate(text) if char == "\n")]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        start = rng.choice(lines) if rng.random() < 0.5 else rng.randrange(len(text) + 1)
        end = start
        if rng.random() < 0.4:
            end = min(len(text), start + rng.randint(1, 9))
            if rng.random() < 0.5:
                end = next((line for line in lines if line > start), len(text))
        words = WELCOME if start in lines and rng.random() < 0.6 else TYPED
        edits.append(Edit(start, end, rng.choice(words) if rng.random() < 0.8 or start == end else ""))
    kept: list[Edit] = []
    for edit in sorted(edits):
        if not kept or kept[-1].end < edit.start:
            kept.append(edit)
    return Patch(tuple(kept))


def test_what_is_spliced_is_what_is_read():
    outcomes: Counter[str] = Counter()
    for seed in range(count(500, 60_000)):
        rng = random.Random(seed)
        text = rng.choice(FILES).read_bytes().decode()
        if len(text) > 30_000:
            text = text[: text.index("\n    s0100:")]
        if rng.random() < 0.2:
            text = text.replace("\n", "\r\n")
        if rng.random() < 0.2:
            text += "x-after: { a: 1 }\n"
        parsed = read(text)
        for _ in range(2):
            patch = typed(rng, parsed.text)
            after = patch.apply(parsed.text)
            spliced = respliced(parsed, after, patch)
            recent.clear()
            whole = read(after)
            outcomes["spliced" if spliced else "whole" if whole.diagnostics else "whole without need"] += 1
            if spliced is None:
                continue
            case = (seed, patch, after)
            assert spliced.root is not None, case
            assert whole.root is not None, case
            assert dump(spliced.root) == dump(whole.root), case
            assert same(spliced.data, whole.data), case
            assert spliced.workflow == whole.workflow, case
            assert spliced.diagnostics == whole.diagnostics, case
            assert spliced.has_aliases == whole.has_aliases, case
            parsed = spliced
    assert outcomes["spliced"] > 0.12 * outcomes.total()
    assert outcomes["whole without need"] < 0.3 * outcomes.total()


def test_a_fault_planted_in_the_splice_is_caught():
    text = (CASES / "features" / "counters.yaml").read_text()
    parsed = read(text)
    patch = Patch.replace(text.index("    flip:"), text.index("    flip:"), "    new: {}\n")
    spliced = respliced(parsed, patch.apply(text), patch)
    assert spliced is not None
    assert isinstance(spliced.root, Mapping)
    whole = read(patch.apply(text))
    assert whole.root is not None
    assert dump(spliced.root) == dump(whole.root)
    spliced.root.parts[0].start += 1
    assert dump(spliced.root) != dump(whole.root)
