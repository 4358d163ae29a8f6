"""Writes JSON data as YAML in every style a person might use: one seed, one text.

Shares no code with the engine's own writing. ``Scribe.counts`` says which styles occurred, so that a test can assert
that what it should cover did.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

_SAFE = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./()-]+)*")
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\0": "\\0", "\u2028": "\\L", "\x85": "\\N"}
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "none"}


class Scribe:
    """One author with moods; ``write`` gives a document whose data is exactly the value."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.counts: Counter[str] = Counter()
        self.step = rng.choice((2, 2, 2, 3, 4))
        self.dash = rng.choice((0, self.step))
        self.flow_share = rng.choice((0.1, 0.4, 0.8))
        self.comment_share = rng.choice((0.0, 0.15, 0.5))
        self.blank_share = rng.choice((0.0, 0.05, 0.3))
        self.explicit_share = 0.02
        self.alias_share = rng.choice((0.0, 0.0, 0.5))
        self.anchors: dict[str, str] = {}
        self.number = 0

    def write(self, value: Any) -> str:
        lines = self._maybe_comments(0)
        if self.rng.random() < 0.2:
            lines.append("---")
        lines += self.block(value, 0)
        text = "\n".join(lines)
        if self.rng.random() < 0.8 or self.counts["literal"] or self.counts["folded"]:
            text += "\n"  # a block scalar at the very end of a text needs it to keep its own
        else:
            self.counts["no final newline"] += 1
        if self.rng.random() < 0.25:
            self.counts["crlf"] += 1
            text = text.replace("\n", "\r\n")
        if self.rng.random() < 0.15:
            self.counts["bom"] += 1
            text = "\ufeff" + text
        return text

    def block(self, value: Any, indent: int) -> list[str]:
        """The lines of a list or map that is not empty."""
        pad = " " * indent
        lines: list[str] = []
        if isinstance(value, dict):
            for key, item in value.items():
                lines += self._maybe_comments(indent)
                name = self.scalar(key, flow=True, key=True)
                if self.rng.random() < self.explicit_share:
                    self.counts["explicit key"] += 1
                    lines += [f"{pad}? {name}", *self._after(f"{pad}:", item, indent, False)]
                else:
                    lines += self._after(f"{pad}{name}:", item, indent, False)
            return lines
        for item in value:
            lines += self._maybe_comments(indent)
            lines += self._after(f"{pad}-", item, indent, True)
        return lines

    def _after(self, head: str, value: Any, indent: int, dashed: bool) -> list[str]:
        """The lines of a value after its key or dash."""
        if isinstance(value, dict | list) and value:
            alias = self._alias(value)
            if alias:
                return [f"{head} {alias}{self._comment()}"]
            anchor = self._anchor()
            lines = self._held(head, anchor, value, indent, dashed)
            if anchor:
                self.anchors[json.dumps(value)] = anchor[2:]
            return lines
        if isinstance(value, str) and (written := self._block_scalar(head, value, indent)):
            return written
        return self._one_line(head, value, indent)

    def _held(self, head: str, anchor: str, value: Any, indent: int, dashed: bool) -> list[str]:
        """The lines of a list or map that is not empty, after its key or dash."""
        if self.rng.random() < self.flow_share:
            return self._flow_lines(f"{head}{anchor} ", value, indent)
        inner = indent + (self.step if isinstance(value, dict) or dashed else self.dash)
        if dashed and not anchor and self.rng.random() < 0.8:
            self.counts["compact"] += 1
            first, *rest = self._plain_block(value, indent + 2)
            return [f"{head} {first.lstrip()}", *rest]
        if dashed:
            inner = indent + self.step
        return [f"{head}{anchor}{self._comment()}", *self.block(value, inner)]

    def _one_line(self, head: str, value: Any, indent: int) -> list[str]:
        written = self.scalar(value, flow=False)
        between = " " * self.rng.choice((1, 1, 1, 2, 5))
        if value is None and self.rng.random() < 0.5:
            self.counts["empty"] += 1
            return [f"{head}{self._comment()}"]
        if isinstance(value, str) and self.rng.random() < 0.03:
            self.counts["next line"] += 1
            return [head, " " * (indent + self.step) + written + self._comment()]
        return [f"{head}{between}{written}{self._comment()}"]

    def _plain_block(self, value: Any, indent: int) -> list[str]:
        """A block whose first line can stand behind a dash: no comment above it."""
        shares = self.comment_share, self.blank_share, self.explicit_share
        self.comment_share = self.blank_share = self.explicit_share = 0.0
        first_value = dict([next(iter(value.items()))]) if isinstance(value, dict) else value[:1]
        first = self.block(first_value, indent)
        self.comment_share, self.blank_share, self.explicit_share = shares
        rest = dict(list(value.items())[1:]) if isinstance(value, dict) else value[1:]
        return [*first, *(self.block(rest, indent) if rest else [])]

    def _flow_lines(self, head: str, value: Any, indent: int) -> list[str]:
        if self.rng.random() < 0.25:
            self.counts["flow by lines"] += 1
            opening, closing = "{}" if isinstance(value, dict) else "[]"
            inner = " " * (indent + self.step + 2)
            parts = self._parts(value)
            commas = ["," for _ in parts]
            if self.rng.random() < 0.7:
                commas[-1] = ""
            lines = [inner + part + comma + self._comment() for part, comma in zip(parts, commas, strict=True)]
            return [head + opening, *lines, " " * (indent + 1) + closing + self._comment()]
        self.counts["flow"] += 1
        return [head + self._bracketed(value) + self._comment()]

    def _parts(self, value: Any) -> list[str]:
        if isinstance(value, dict):
            parts = []
            for key, item in value.items():
                name = self.scalar(key, flow=True, key=True)
                gap = "" if name.startswith('"') and self.rng.random() < 0.1 else " "
                parts.append(f"{name}:{gap}{self.flow(item)}")
            return parts
        return [self.flow(item) for item in value]

    def flow(self, value: Any) -> str:
        if isinstance(value, dict | list):
            if value and (alias := self._alias(value)):
                return f"{alias} "
            return self._bracketed(value)
        return self.scalar(value, flow=True)

    def _bracketed(self, value: Any) -> str:
        pad = self.rng.choice(("", " ", "  "))
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        between = self.rng.choice((", ", ", ", ",  ", " , "))
        if isinstance(value, list):
            between = self.rng.choice((", ", ","))
        trailing = "," if value and self.rng.random() < 0.05 else ""
        return f"{opening}{pad}{between.join(self._parts(value))}{trailing}{pad}{closing}"

    def scalar(self, value: Any, *, flow: bool, key: bool = False) -> str:
        if value is None:
            return self.rng.choice(("null", "~", "Null"))
        if isinstance(value, dict | list):
            return self._bracketed(value)
        if isinstance(value, bool):
            return self.rng.choice((str(value).lower(), str(value), str(value).upper()))
        if isinstance(value, int | float):
            return json.dumps(value)
        styles = ['"']
        if _SAFE.fullmatch(value) and value.lower() not in _WORDS:
            styles += ["", "", ""]
        if value.isprintable():
            styles.append("'")
        match self.rng.choice(styles):
            case "":
                self.counts["plain"] += 1
                return value
            case "'":
                self.counts["single"] += 1
                return "'" + value.replace("'", "''") + "'"
        self.counts["double"] += 1
        return self._double(value)

    def _double(self, value: str) -> str:
        escaped = "".join(_SHORT.get(char) or self._character(char) for char in value)
        return f'"{escaped}"'

    def _character(self, char: str) -> str:
        code = ord(char)
        if char.isprintable() and (code < 0x80 or self.rng.random() < 0.7):
            return char
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08x}"

    def _block_scalar(self, head: str, value: str, indent: int) -> list[str] | None:
        body = value.removesuffix("\n")
        lines = body.split("\n")
        fits = (
            body
            and not body.startswith((" ", "\n", "\t"))
            and all(line == line.rstrip() and line.isprintable() for line in lines)
        )
        if not fits or lines[-1] == "" or self.rng.random() > (0.5 if "\n" in value else 0.06):
            return None
        pad = " " * (indent + self.step)
        chomp = "" if value.endswith("\n") else "-"
        if "\n" not in body and self.rng.random() < 0.5 and re.fullmatch(r"\S+(?: \S+)*", body):
            self.counts["folded"] += 1
            folded = [pad + word for word in re.sub(r"(\S+ \S+) ", "\\1\n", body).split("\n")]
            return [f"{head} >{chomp}{self._comment()}", *folded]
        self.counts["literal"] += 1
        return [f"{head} |{chomp}{self._comment()}", *(pad + line if line else "" for line in lines)]

    def _alias(self, value: Any) -> str:
        name = self.anchors.get(json.dumps(value))
        if name and self.rng.random() < 0.8:
            self.counts["alias"] += 1
            return f"*{name}"
        return ""

    def _anchor(self) -> str:
        if self.rng.random() >= self.alias_share:
            return ""
        self.number += 1
        return f" &a{self.number}"

    def _comment(self) -> str:
        if self.rng.random() >= self.comment_share:
            return ""
        self.counts["line comment"] += 1
        self.number += 1
        return f"{' ' * self.rng.choice((1, 2, 5))}# note {self.number}: [x] {{y}} 'z"

    def _maybe_comments(self, indent: int) -> list[str]:
        lines = []
        if self.rng.random() < self.blank_share:
            lines.append("")
        if self.rng.random() < self.comment_share:
            self.number += 1
            self.counts["comment above"] += 1
            lines.append(" " * indent + f"# above {self.number} - a: b")
        return lines
