"""Random states for the exact engine: fields of every kind, requirements, guards of every form it understands.

``state(seed)`` gives a machine of one routing state as a plain map below ``fsm:``. ``CONSTRUCTS`` names what a
generated machine may contain; the tests assert that each occurs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

KINDS = ("enum", "bool", "int", "bounded", "number", "string", "short", "list", "map")

CONSTRUCTS: Mapping[str, Callable[[str], bool]] = {
    "presence": lambda text: "has(" in text,
    "membership": lambda text: " in [" in text,
    "remainder": lambda text: " % " in text,
    "arithmetic": lambda text: " * " in text or " + " in text or " - " in text or " / " in text,
    "prefix": lambda text: "startsWith" in text,
    "suffix": lambda text: "endsWith" in text,
    "substring": lambda text: "contains" in text,
    "size": lambda text: "size(" in text,
    "order of strings": lambda text: any(f"{op} '" in text for op in ("<", "<=", ">", ">=")),
    "quantifier": lambda text: ".exists(" in text or ".all(" in text,
    "element": lambda text: "[0]" in text,
    "entry": lambda text: ".part" in text,
    "conditional": lambda text: " ? " in text,
    "negation": lambda text: "!(" in text,
    "two fields": lambda text: "== context." in text or "< context." in text,
}
"""What some guards must contain, and how it is seen in their text."""


class States:
    """Draws one state after another from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def machine(self, kinds: tuple[str, ...] = KINDS) -> dict[str, Any]:
        """A machine whose state ``start`` routes to ``one``, ``two``, ``three`` and so on."""
        draw = self._random
        chosen = {f"f{index}": draw.choice(kinds) for index in range(draw.randint(1, 3))}
        fields = {name: self._field(kind) for name, kind in chosen.items()}
        targets = ["one", "two", "three", "four"][: draw.randint(1, 4)]
        transitions = [{"toState": target, "guards": self._guards(fields)} for target in targets]
        if draw.random() < 0.2:
            transitions.append({"toState": "else"})
        requires = [
            self._requirement(name, fields)
            for name in draw.sample(sorted(fields), draw.randint(0, min(2, len(fields))))
        ]
        states: dict[str, Any] = {"start": {"requires": requires, "transitions": transitions}}
        states |= {target: {"terminal": True} for target in [*targets, "else"]}
        return {
            "name": "generated",
            "initialState": "start",
            "context": fields,
            "agents": {"a": {"canTransition": ["start"]}},
            "states": states,
        }

    def _field(self, kind: str) -> dict[str, Any]:
        draw = self._random
        match kind:
            case "enum":
                return {"type": "enum", "values": ["a", "ab", "b", "c"][: draw.randint(1, 4)]}
            case "bounded":
                low = draw.randint(-3, 2)
                return {"type": "int", "min": low, "max": low + draw.randint(0, 8)}
            case "short":
                return {"type": "string", "maxLength": draw.randint(1, 4)}
            case "list":
                items: dict[str, Any] = draw.choice([{"type": "int"}, {"type": "enum", "values": ["a", "b"]}])
                return {"type": "list", "items": items} | ({"maxItems": 2} if draw.random() < 0.3 else {})
            case "map":
                return {"type": "map", "fields": {"part": self._field(draw.choice(["enum", "bounded", "bool"]))}}
            case _:
                return {"type": kind}

    def _requirement(self, name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        requirement: dict[str, Any] = {"name": name, "required": self._random.random() < 0.75}
        if self._random.random() < 0.4:
            requirement["validate"] = [self._atom("value", fields[name])]
        return requirement

    def _guards(self, fields: Mapping[str, Any]) -> list[str]:
        """One or two guards; each reads two fields at most, so that it can be tried on every pair of values."""
        draw = self._random
        count = draw.choice([1, 1, 1, 2])
        return [
            self._formula({name: fields[name] for name in draw.sample(sorted(fields), min(2, len(fields)))}, 2)
            for _ in range(count)
        ]

    def _formula(self, fields: Mapping[str, Any], depth: int) -> str:
        draw = self._random
        shape = draw.random()
        if depth == 0 or shape < 0.4:
            return self._leaf(fields)
        left, right = self._formula(fields, depth - 1), self._formula(fields, depth - 1)
        if shape < 0.6:
            return (
                f"{left} && {right}"
                if "||" not in left + right and "?" not in left + right
                else f"({left}) && ({right})"
            )
        if shape < 0.8:
            return f"({left}) || ({right})"
        if shape < 0.9:
            return f"!({left})"
        if shape < 0.96:
            return f"({left}) ? ({right}) : ({self._leaf(fields)})"
        return f"({left}) == ({right})"

    def _leaf(self, fields: Mapping[str, Any]) -> str:
        draw = self._random
        name = draw.choice(sorted(fields))
        if draw.random() < 0.15:
            return f"has(context.{name})"
        if draw.random() < 0.08 and len(fields) > 1:
            other = draw.choice(sorted(set(fields) - {name}))
            return f"context.{name} {draw.choice(['==', '<', '!='])} context.{other}"
        atom = self._atom(f"context.{name}", fields[name])
        return (
            f"has(context.{name}) && {atom}" if draw.random() < 0.2 and "?" not in atom and "||" not in atom else atom
        )

    def _atom(self, term: str, field: Mapping[str, Any]) -> str:
        draw = self._random
        op = draw.choice(["==", "!=", "<", "<=", ">", ">="])
        match field["type"]:
            case "bool":
                return draw.choice([term, f"!{term}", f"{term} == true", f"{term} != false"])
            case "enum":
                return self._words(term, field["values"])
            case "int":
                return self._integers(term, op)
            case "number":
                return draw.choice(
                    [f"{term} {op} {draw.choice([0.5, 1.0, 2.25])}", f"{term} * 2.0 {op} 3.0", f"{term} {op} 1"]
                )
            case "string":
                return self._strings(term, op)
            case "list":
                return self._lists(term, op, field["items"])
            case _:
                inner = self._atom(f"{term}.part", field["fields"]["part"])
                return draw.choice([f"has({term}.part)", inner, f"has({term}.part) && {inner}"])

    def _words(self, term: str, words: list[str]) -> str:
        draw = self._random
        word = draw.choice([*words, "b"])
        return draw.choice(
            [f"{term} == '{word}'", f"{term} != '{word}'", f"{term} in ['{word}', 'a']", f"{term}.startsWith('a')"]
        )

    def _integers(self, term: str, op: str) -> str:
        draw = self._random
        bound = draw.randint(-3, 5)
        return draw.choice(
            [
                f"{term} {op} {bound}",
                f"{bound} {op} {term}",
                f"{term} + 1 {op} {bound}",
                f"2 - {term} {op} {bound}",
                f"{term} * 2 {op} {bound}",
                f"{term} / 2 {op} {bound}",
                f"{term} % 3 {op} {draw.randint(-2, 2)}",
                f"({term} + 1) % 2 == {draw.randint(0, 1)}",
                f"{term} in [{bound}, {draw.randint(-3, 5)}]",
                f"{term} {op} {bound}.5",
                f"{term} {op} {draw.choice([9223372036854775807, -9223372036854775808])}",
            ]
        )

    def _strings(self, term: str, op: str) -> str:
        draw = self._random
        word = draw.choice(["a", "b", "ab", "ba", "aa", "aba"])
        return draw.choice(
            [
                f"{term} == '{word}'",
                f"{term} != '{word}'",
                f"{term} in ['{word}', 'b']",
                f"{term}.startsWith('{word}')",
                f"{term}.endsWith('{word}')",
                f"{term}.contains('{word}')",
                f"'{word}b'.contains({term})",
                f"size({term}) {op} {draw.randint(0, 4)}",
                f"{term} {op} '{word}'",
            ]
        )

    def _lists(self, term: str, op: str, items: Mapping[str, Any]) -> str:
        draw = self._random
        inner = self._atom("i", items)
        constant = f"'{draw.choice('ab')}'" if items["type"] == "enum" else str(draw.randint(-1, 3))
        return draw.choice(
            [
                f"size({term}) {op} {draw.randint(0, 3)}",
                f"{term}.exists(i, {inner})",
                f"{term}.all(i, {inner})",
                f"{term}.exists_one(i, {inner})",
                f"{constant} in {term}",
                f"{term}[0] == {constant}",
                f"{term} == []",
            ]
        )
