"""Large machines that people might write: reviews, scores, panels and tickets, one after another, with ways back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

State = dict[str, Any]


def large(states: int, seed: int = 1) -> dict[str, Any]:
    """A machine of so many states, the map below ``fsm:``: about 2.4 fields and 2.2 guards a state."""
    return _Large(states, seed).machine()


def tidy(states: int, seed: int = 1) -> dict[str, Any]:
    """The same with ways back that clear the answers of all states they go back over, as good machines do."""
    machine = large(states, seed)
    order = {name: place for place, name in enumerate(machine["states"])}
    asked = [[each["name"] for each in state.get("requires", ())] for state in machine["states"].values()]
    for place, state in enumerate(machine["states"].values()):
        for edge in state.get("transitions", ()):
            start = order[edge["toState"]]
            if start <= place:
                cleared = dict.fromkeys(name for names in asked[start : place + 1] for name in names)
                edge["onTransition"] = [{"assign": cleared}, *edge.get("onTransition", ())]
    return machine


class _Large:
    def __init__(self, states: int, seed: int) -> None:
        self._random = random.Random(seed)
        self._names = [f"s{index}" for index in range(states - 1)] + ["end"]
        self._fields: dict[str, dict[str, Any]] = {}

    def machine(self) -> dict[str, Any]:
        shapes: list[Callable[[int], State]] = [
            self._review, self._review, self._score, self._panel, self._ticket, self._step
        ]  # fmt: skip
        states = {name: self._random.choice(shapes)(index) for index, name in enumerate(self._names[:-1])}
        states["end"] = {"terminal": True}
        return {
            "name": f"large-{len(self._names)}",
            "initialState": "s0",
            "context": self._fields,
            "agents": {"driver": {"canTransition": self._names[:-1]}, "reviewer": {"canTransition": self._names[:-1]}},
            "users": {"ana": {"roles": ["approver"]}},
            "states": states,
        }

    def _field(self, index: int, kind: str, **declared: Any) -> str:
        name = f"{kind}_{index}"
        self._fields[name] = declared
        return name

    def _review(self, index: int) -> State:
        verdict = self._field(index, "verdict", type="enum", values=["approved", "changes", "rejected"])
        note = self._field(index, "note", type="string")
        return {
            "requires": [
                {"name": verdict, "from": {"agent": "reviewer"}},
                {"name": note, "required": False},
            ],
            "transitions": [
                self._edge(index, 1, f"context.{verdict} == 'approved'"),
                self._edge(index, -2, f"context.{verdict} == 'changes'", verdict, note),
                self._edge(index, 3, f"context.{verdict} == 'rejected'"),
            ],
        }

    def _score(self, index: int) -> State:
        score = self._field(index, "score", type="int", min=0, max=100)
        urgent = self._field(index, "urgent", type="bool")
        return {
            "requires": [{"name": score, "validate": ["value % 5 == 0"]}, {"name": urgent, "required": False}],
            "transitions": [
                self._edge(index, 2, f"has(context.{urgent}) && context.{urgent} && context.{score} >= 30"),
                self._edge(index, 1, f"context.{score} >= 50"),
                self._edge(index, -1, None, score, urgent),
            ],
        }

    def _panel(self, index: int) -> State:
        first = self._field(index, "safe", type="bool")
        second = self._field(index, "style", type="enum", values=["pass", "fail"])
        rounds = self._field(index, "rounds", type="int", min=0, default=0)
        refused = f"(has(context.{first}) && !context.{first}) || (has(context.{second}) && context.{second} == 'fail')"
        back = self._edge(index, -1, f"context.{rounds} < 2", first, second)
        back["guards"].append(refused)
        back["onTransition"].append({"compute": {rounds: f"context.{rounds} + 1"}})
        return {
            "requires": [
                {"name": first, "from": {"user": "ana"}, "required": False},
                {"name": second, "from": {"agent": "reviewer"}, "required": False},
            ],
            "transitions": [
                self._edge(index, 1, f"has(context.{first}) && context.{first} && context.{second} == 'pass'"),
                back,
                self._edge(index, 4, f"context.{rounds} >= 2 && ({refused})"),
            ],
        }

    def _ticket(self, index: int) -> State:
        code = self._field(index, "code", type="string", maxLength=12)
        amount = self._field(index, "amount", type="number", min=0)
        owner = self._field(index, "owner", type="string")
        return {
            "requires": [{"name": code}, {"name": amount, "from": {"role": "approver"}}, {"name": owner}],
            "transitions": [
                self._edge(index, 1, f"context.{code}.startsWith('PAY-') && context.{amount} < 1000.0"),
                self._edge(index, 2, None),
            ],
        }

    def _step(self, index: int) -> State:
        plan = self._field(index, "plan", type="string")
        parts = self._field(index, "parts", type="int", min=1)
        return {
            "requires": [{"name": plan}, {"name": parts, "from": {"tool": "planner"}}],
            "transitions": [self._edge(index, 1, None)],
        }

    def _edge(self, index: int, step: int, guard: str | None, *cleared: str) -> dict[str, Any]:
        target = self._names[min(max(index + step, 0), len(self._names) - 1)]
        edge: dict[str, Any] = {"toState": target}
        if guard is not None:
            edge["guards"] = [guard]
        if cleared:
            edge["onTransition"] = [{"assign": dict.fromkeys(cleared)}]
        return edge


def guards_of(machine: dict[str, Any]) -> Iterator[str]:
    """Every guard of a machine's transitions."""
    for state in machine["states"].values():
        for edge in state.get("transitions", ()):
            yield from edge.get("guards", ())
