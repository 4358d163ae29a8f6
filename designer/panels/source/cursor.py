"""Where a cursor stands in YAML text, told by indentation and brackets, which also works while it is broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

Path = tuple[str | int, ...]

_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'"
_ENTRY = re.compile(rf"(?P<key>{_QUOTED}|[^\s#\"'{{\[\]}},&*!|>%@`-][^#:]*?|-[^\s#:][^#:]*?)\s*:(?=\s|$)")
_DASHES = re.compile(r"\s*(?:-\s+|-$)*")
_FLOW_KEY = re.compile(rf"\s*(?P<key>{_QUOTED}|[^\s,:{{}}\[\]][^,:{{}}\[\]]*?)\s*:(?=\s|$)")
_WORD = re.compile(r"[^\s,:{}\[\]\"'|&()!<>=+*/]*$")


@dataclass(frozen=True, slots=True)
class Place:
    """``path`` of the construct the cursor is in, from the file's top, ``fsm`` included.

    ``key`` is set when the cursor stands in that key's value; ``word`` is what is typed so far, ``value`` the whole
    value up to the cursor.
    """

    path: Path
    key: str | None
    word: str
    value: str = ""


def unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return text


def place(lines: Sequence[str], line: int, column: int) -> Place:
    """Where column ``column`` of line ``line`` (both from 0) stands."""
    before = lines[line][:column]
    steps, rest = _block_steps(lines, line, before)
    path = list(steps)
    opened = _flow_stack(rest)
    word_match = _WORD.search(before)
    word = word_match.group() if word_match else ""
    for bracket, key, index in opened[:-1]:
        path.append(index if bracket == "[" else (key or ""))
    if opened:
        bracket, key, index = opened[-1]
        value = _after_last(rest)
        if bracket == "[":
            return Place((*path, index), None, word, value)
        return Place(tuple(path), key, word, value)
    if path and rest.strip() == "" and isinstance(path[-1], str) and _ends_in_value(before):
        return Place(tuple(path[:-1]), str(path[-1]), word)
    if path and rest.strip() and isinstance(path[-1], str) and _ENTRY.search(before):
        return Place(tuple(path[:-1]), str(path[-1]), word, rest.strip())
    return Place(tuple(path), None, word, rest.strip())


def _ends_in_value(before: str) -> bool:
    return bool(re.search(r":\s+$", before))


def _block_steps(lines: Sequence[str], line: int, before: str) -> tuple[list[str | int], str]:
    """The path by indentation up to and including the cursor's own line, and what of the line stands after it."""
    dashes = _DASHES.match(before)
    own_end = dashes.end() if dashes else 0
    own: list[tuple[int, str | int]] = [(at, -1) for at in _dash_columns(before[:own_end])]
    entry = _ENTRY.match(before, own_end)
    rest = before[own_end:]
    if entry:
        own.append((own_end, unquoted(entry["key"])))
        rest = before[entry.end() :]
    limit = own[0][0] if own else _indent(before)
    first_is_dash = bool(own) and own[0][1] == -1
    above = _above(lines, line, limit, first_is_dash)
    steps: list[str | int] = [step for _, step in above]
    for column, step in own:
        steps.append(_index(lines, line, column) if step == -1 else step)
    return steps, rest


def _above(lines: Sequence[str], line: int, limit: int, own_dash: bool) -> list[tuple[int, str | int]]:
    """The ancestors of a line by indentation, outermost first; a list may stand at its key's own column."""
    found: list[tuple[int, str | int]] = []
    for number in range(line - 1, -1, -1):
        text = lines[number]
        stripped = text.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if limit == 0 and not own_dash:
            break
        dashes = _DASHES.match(text)
        end = dashes.end() if dashes else 0
        marks: list[tuple[int, str | int]] = [(at, -1) for at in _dash_columns(text[:end])]
        entry = _ENTRY.match(text, end)
        if entry:
            marks.append((end, unquoted(entry["key"])))
        for column, step in reversed(marks):
            nearer = column < limit or (own_dash and column == limit and step != -1)
            if not nearer:
                continue
            found.append((column, _index(lines, number, column) if step == -1 else step))
            limit, own_dash = column, step == -1
    found.reverse()
    return found


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _dash_columns(prefix: str) -> list[int]:
    return [at for at, char in enumerate(prefix) if char == "-"]


def _index(lines: Sequence[str], line: int, column: int) -> int:
    """The place of the list item whose dash stands at ``column`` of ``line``: how many dashes of its list are above."""
    count = 0
    for number in range(line - 1, -1, -1):
        text = lines[number]
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        indent = _indent(text)
        dashes = _DASHES.match(text)
        if column in _dash_columns(text[: dashes.end() if dashes else 0]):
            count += 1
            if indent < column:
                break
        elif indent <= column:
            break
    return count


def _flow_stack(rest: str) -> list[tuple[str, str | None, int]]:
    """The brackets open at the end of ``rest``: each with its key in progress and its index."""
    stack: list[tuple[str, str | None, int]] = []
    at = 0
    while at < len(rest):
        char = rest[at]
        if char in "\"'":
            quoted = re.compile(_QUOTED).match(rest, at)
            if quoted is None:
                break
            key = _FLOW_KEY.match(rest, at) if stack and stack[-1][0] == "{" and stack[-1][1] is None else None
            if key:
                stack[-1] = ("{", unquoted(key["key"]), stack[-1][2])
                at = key.end()
            else:
                at = quoted.end()
            continue
        if char in "{[":
            stack.append((char, None, 0))
        elif char in "}]" and stack:
            stack.pop()
        elif char == "," and stack:
            stack[-1] = (stack[-1][0], None, stack[-1][2] + 1)
        elif stack and stack[-1][0] == "{" and stack[-1][1] is None and not char.isspace():
            key = _FLOW_KEY.match(rest, at)
            if key:
                stack[-1] = ("{", unquoted(key["key"]), stack[-1][2])
                at = key.end()
                continue
        at += 1
    return stack


def _after_last(rest: str) -> str:
    """The value in progress inside brackets: what stands after the last bracket, comma or colon."""
    return re.split(r"[{\[,]|:\s", rest)[-1].strip()
