"""An edited text read again only where it changed: the lines of the entries it touches, the other nodes moved."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence as Ordered
from dataclasses import dataclass, field

from engine.text.compose import compose
from engine.text.layout import column
from engine.text.nodes import Alias, Mapping, Node, Sequence, key_text, moved
from engine.text.span import Edit

_UNSAFE = re.compile(r"(?:\A|[\r\n])(?:---|\.\.\.|%)|[\x85\u2028\u2029]")
"""What ends or begins a document, wherever it stands, and breaks that only the parser counts as such."""
_LARGEST = 64 * 1024
"""A region of more characters is as well read with the whole text."""


class Unspliceable(Exception):
    """The change reaches further than entries of block maps; the whole text must be read."""


@dataclass(frozen=True, slots=True)
class Region:
    """Entries ``first`` to before ``stop`` of the map at ``path`` gave way to ``parts``, keys and values in turn."""

    path: tuple[str, ...]
    first: int
    stop: int
    parts: list[Node]


@dataclass(slots=True)
class Splice:
    """Turns the nodes of ``old`` into those of ``new``; ``regions`` tells, innermost, what was read."""

    old: str
    new: str
    depth: int
    regions: list[Region] = field(default_factory=list)

    def map(self, node: Mapping, edits: Ordered[Edit], shift: int, path: tuple[str, ...], last: int) -> Mapping:
        """The block map after the edits, all of which lie in its lines; ``last`` is where these end.

        ``shift`` is by how much the map's start has moved. Raises ``Unspliceable``.
        """
        if node.flow or node.anchor is not None or node.tag is not None or not len(node):
            raise Unspliceable
        indent = column(self.old, node.parts[0].start)
        bands = [*(key.start - indent for key in node.parts[::2]), last]
        parts: list[Node] = []
        done = 0
        for first, stop, inside in self._runs(bands, edits):
            parts += [moved(part, shift) for part in node.parts[2 * done : 2 * first]]
            delta = sum(len(edit.text) - (edit.end - edit.start) for edit in inside)
            parts += self._run(node, bands, first, stop, inside, shift, delta, path)
            shift += delta
            done = stop
        parts += [moved(part, shift) for part in node.parts[2 * done :]]
        if not parts:
            raise Unspliceable
        return Mapping(parts[0].start, max(parts[-1].end, parts[-2].end), None, None, parts, False)

    def _runs(self, bands: list[int], edits: Ordered[Edit]) -> list[tuple[int, int, list[Edit]]]:
        """The edits by the entries they touch: first entry, the one after the last, and the edits in between."""
        runs: list[tuple[int, int, list[Edit]]] = []
        for edit in edits:
            if edit.start < bands[0] or edit.end > bands[-1]:
                raise Unspliceable
            first = min(bisect_right(bands, edit.start) - 1, len(bands) - 2)
            if first and edit.start == edit.end == bands[first]:
                first -= 1  # what comes between two entries ends the one before
            stop = max(first + 1, min(bisect_right(bands, edit.end - 1), len(bands) - 1))
            if edit.end == bands[stop] and stop < len(bands) - 1 and not self._ends_a_line(edit):
                stop += 1
            if runs and runs[-1][1] > first:
                before, _, inside = runs[-1]
                runs[-1] = (before, max(stop, runs[-1][1]), [*inside, edit])
            else:
                runs.append((first, stop, [edit]))
        return runs

    def _ends_a_line(self, edit: Edit) -> bool:
        before = edit.text or self.old[: edit.start][-1:]
        return before.endswith("\n")

    def _begins_a_line(self, offset: int, key: Node | None = None) -> bool:
        """Whether nothing but its indentation stands before a key, and a break before that."""
        fresh = offset in (0, len(self.old)) or self.old[offset - 1] == "\n"
        return fresh and (key is None or not self.old[offset : key.start].strip(" "))

    def _run(
        self,
        node: Mapping,
        bands: list[int],
        first: int,
        stop: int,
        edits: list[Edit],
        shift: int,
        delta: int,
        path: tuple[str, ...],
    ) -> list[Node]:
        if not (self._begins_a_line(bands[first], key := node.pair(first)[0]) and self._begins_a_line(bands[stop])):
            raise Unspliceable
        value = node.pair(first)[1]
        name = key_text(key)
        if stop == first + 1 and len(path) < self.depth and isinstance(value, Mapping) and name is not None:
            try:
                inner = Splice(self.old, self.new, self.depth)
                child = inner.map(value, edits, shift, (*path, name), bands[stop])
            except Unspliceable:
                pass
            else:
                self.regions += inner.regions
                return [moved(key, shift), child]
        start, end = bands[first] + shift, bands[stop] + shift + delta
        parts = self._read(start, end, column(self.old, node.parts[0].start), len(path))
        self.regions.append(Region(path, first, stop, parts))
        return parts

    def _read(self, start: int, end: int, indent: int, above: int) -> list[Node]:
        """The keys and values in some lines of the new text, which must be entries of a map at a column."""
        text = self.new[start:end]
        whole_lines = not text or text.endswith("\n") or end == len(self.new)
        if end - start > _LARGEST or not whole_lines or _UNSAFE.search(text):
            raise Unspliceable
        root = compose(text, above=above)
        if root is None:
            return []
        if not isinstance(root, Mapping) or root.flow or root.tag is not None or column(text, root.start) != indent:
            raise Unspliceable
        if not all(_is_plain(part) for part in root.parts):
            raise Unspliceable
        return [moved(part, start) for part in root.parts]


def _is_plain(node: Node) -> bool:
    """Whether no anchor and no alias is in a node: such reach out of it."""
    if node.anchor is not None or isinstance(node, Alias):
        return False
    inside = node.parts if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ()
    return all(map(_is_plain, inside))
