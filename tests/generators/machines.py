"""Random small machines with finite values, so that every situation of a run can be listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.generators.states import States

CONSTRUCTS: Mapping[str, Callable[[dict[str, Any]], bool]] = {
    "optional requirement": lambda text: "'required': False" in str(text),
    "validate": lambda text: "'validate'" in str(text),
    "clearing": lambda text: ": None}" in str(text),
    "literal": lambda text: "'assign': {" in str(text),
    "computation": lambda text: "'compute'" in str(text),
    "timer": lambda text: "'timers'" in str(text),
    "entry action": lambda text: "'entry'" in str(text),
    "exit action": lambda text: "'exit'" in str(text),
    "default": lambda text: "'default'" in str(text),
    "input": lambda text: "'input'" in str(text),
}
"""What some machines must contain, and how it is seen."""


class Machines(States):
    """Draws one machine after another from one seed."""

    def whole(self) -> dict[str, Any]:
        draw = self._random
        fields = {
            f"f{index}": self._field(draw.choice(["enum", "bool", "bounded"])) for index in range(draw.randint(1, 3))
        }
        for field in fields.values():
            if field["type"] == "int":
                field["max"] = min(field["max"], field["min"] + 3)
            if draw.random() < 0.2:
                field["default"] = self._value(field)
            elif draw.random() < 0.1:
                field["input"] = True
        names = [f"s{index}" for index in range(draw.randint(2, 4))]
        states: dict[str, Any] = {name: self._state(fields, names) for name in names}
        states["end"] = {"terminal": True}
        return {
            "name": "generated",
            "initialState": "s0",
            "context": fields,
            "agents": {"a": {"canTransition": names}},
            "states": states,
        }

    def _value(self, field: Mapping[str, Any]) -> Any:
        if field["type"] == "bool":
            return self._random.random() < 0.5
        if field["type"] == "int":
            return self._random.randint(field["min"], field["max"])
        return self._random.choice(field["values"])

    def _state(self, fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
        draw = self._random
        asked = draw.sample(sorted(fields), draw.randint(0, min(2, len(fields))))
        state: dict[str, Any] = {
            "requires": [self._requirement(name, fields) for name in asked],
            "transitions": [self._transition(fields, names) for _ in range(draw.randint(1, 3))],
        }
        for key in ("entry", "exit"):
            if draw.random() < 0.12:
                state[key] = [self._action(fields)]
        if draw.random() < 0.1:
            state["timers"] = [{"name": "t", "after": "PT1H", "toState": draw.choice([*names, "end"])}]
        return state

    def _transition(self, fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
        draw = self._random
        edge: dict[str, Any] = {"toState": draw.choice([*names, "end"])}
        if draw.random() < 0.75:
            edge["guards"] = self._guards(fields)
        if draw.random() < 0.5:
            edge["onTransition"] = [self._action(fields) for _ in range(draw.randint(1, 2))]
        return edge

    def _action(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        draw = self._random
        name = draw.choice(sorted(fields))
        if fields[name]["type"] == "int" and draw.random() < 0.4:
            return {"compute": {name: f"has(context.{name}) ? context.{name} + 1 : {fields[name]['min']}"}}
        return {"assign": {name: None if draw.random() < 0.6 else self._value(fields[name])}}
