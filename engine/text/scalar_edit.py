"""Another value for a scalar: as little of its text as possible changes, its style stays."""

from __future__ import annotations

import re

from engine.text.fragments import is_literal, literal_lines, write_text
from engine.text.habits import Habits
from engine.text.layout import column, line_start
from engine.text.nodes import Scalar
from engine.text.scalar_map import scalar_offsets
from engine.text.scan import content_start
from engine.text.span import Edit
from engine.text.write import is_plain, write_scalar

_FOLD_WIDTH = 80


def splice(text: str, node: Scalar, value: str, *, flow: bool) -> Edit | None:
    """The edit of the part of a string that differs, in the scalar's style; ``None`` where that cannot be said.

    Escapes, folds and line breaks elsewhere in the scalar stay as they are.
    """
    old = node.value
    if not old or not value or node.tag is not None:
        return None
    limit = min(len(old), len(value))
    head = next((place for place in range(limit) if old[place] != value[place]), limit)
    tail = next((place for place in range(limit - head) if old[-1 - place] != value[-1 - place]), limit - head)
    piece = _piece(text, node, value, value[head : len(value) - tail], old[head : len(old) - tail], flow)
    if piece is None:
        return None
    offsets = scalar_offsets(text, node)
    return Edit(offsets[head], max(offsets[head], offsets[len(old) - tail]), piece)


def _piece(text: str, node: Scalar, value: str, new: str, old: str, flow: bool) -> str | None:
    """How a changed part is written inside the scalar's style."""
    if node.style == '"':
        return write_scalar(new, style='"')[1:-1]
    folds = "\n" in new or "\n" in old or (new != new.strip(" ")) or (old != old.strip(" "))
    if node.style == "|":
        lines = "\n" in new or "\n" in old
        return new if not lines and is_literal(value.removesuffix("\n")) else None
    if folds and "\n" in text[node.start : node.end]:
        return None
    if node.style == "'":
        quoted = write_scalar(new, style="'")
        return quoted[1:-1] if quoted.startswith("'") else None
    if node.style == ">":
        return new if is_literal(value.removesuffix("\n")) else None
    return new if is_plain(value, flow=flow) else None


def rewrite(text: str, node: Scalar, value: str, habits: Habits, where: str, *, flow: bool) -> str:
    """The whole scalar anew, in its style if that can hold ``value``; in place of the old from its content's start."""
    if node.style in ("|", ">") and (block := _block(text, node, value, habits)):
        return block
    quoted = node.style in ("'", '"')
    return write_text(value, habits, where, flow=flow, style=node.style if quoted else None)


def _block(text: str, node: Scalar, value: str, habits: Habits) -> str | None:
    """A literal or folded scalar at the old one's indentation, its header's comment kept."""
    start = content_start(text, node)
    header = re.compile(r"[|>][^\r\n]*").match(text, start)
    if header is None or not is_literal(value):
        return None
    first = next((line for line in text[header.end() : node.end].splitlines() if line.strip()), None)
    if first is not None:
        indent = len(first) - len(first.lstrip(" "))
    else:
        begin = line_start(text, start)
        indent = column(text, begin + len(text[begin:start]) - len(text[begin:start].lstrip(" "))) + habits.step
    body = value if node.style == "|" else fold(value, _FOLD_WIDTH)
    if body is None:
        return None
    comment = re.search(r"[ \t]+#.*$", header.group())
    head, *lines = literal_lines(node.style, body, indent)
    return habits.newline.join([head + (comment.group() if comment else ""), *lines])


def fold(value: str, width: int) -> str | None:
    """A string as the lines of a folded scalar, at most ``width`` wide where blanks allow; ``None`` where folding
    would change it."""
    lines: list[str] = []
    ends = value.endswith("\n")
    for paragraph in value.removesuffix("\n").split("\n"):
        if paragraph != paragraph.strip(" "):
            return None
        line = ""
        for word in re.split(r"(?<=[^ ]) (?=[^ ])", paragraph):
            if line and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines += [line, ""] if line else [""]
    return "\n".join(lines[:-1]) + ("\n" if ends else "")
