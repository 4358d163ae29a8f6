"""Seeded valid machines with every construct of the language, and contributions for them.

``machine(seed)`` gives the plain data below ``fsm:``; ``constructs`` names what occurs in it; ``contributions`` draws
what actors might contribute, good and bad. ``CHILD`` is the machine that the generated ones spawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine.dsl.models import Workflow

Data = dict[str, Any]

AGENTS = ("writer", "critic", "helper")
USERS = {"ana": ["approver"], "bo": ["approver", "clerk"], "cy": ["clerk"], "dee": []}
TOOLS = ("search", "bank")

CHILD: Data = {
    "name": "child",
    "initialState": "work",
    "context": {"seed": {"type": "int", "input": True}, "result": {"type": "int"}},
    "states": {
        "work": {
            "timers": [{"name": "cook", "after": "PT5M", "assign": {"result": 7}}],
            "transitions": [{"toState": "done", "guards": ["has(context.result)"]}],
        },
        "done": {"terminal": True},
    },
}

VALUES: Mapping[str, tuple[Any, ...]] = {
    "string": ("a", "text", "été", ""),
    "enum": ("red", "green", "blue"),
    "int": (0, 1, 5, 50, -3),
    "number": (0, 0.5, 2.5, 50),
    "bool": (True, False),
    "list": ([], [1], [3, 4, 5]),
    "map": ({}, {"n": 1}, {"n": 9, "s": "in"}),
    "timestamp": ("2000-01-01T00:00:00Z", "2030-06-01T12:00:00+02:00"),
    "blob": ("a content", "another content"),
    "any": ("free", 3, {"deep": [True]}),
}
WRONG: tuple[Any, ...] = ({"odd": [1]}, "no such member", 10**30, -1e9, [None], True, "2000-01-01")

ATOMS: Mapping[str, tuple[str, ...]] = {
    "string": ("context.{f}.size() > 1", "context.{f} == 'text'", "context.{f}.startsWith('t')"),
    "enum": ("context.{f} == 'red'", "context.{f} in ['red', 'blue']", "context.{f} != 'green'"),
    "int": ("context.{f} > 1", "context.{f} * 2 <= 10", "context.{f} % 2 == 0"),
    "number": ("context.{f} >= 0.5", "context.{f} < 50.0"),
    "bool": ("context.{f}", "!context.{f}"),
    "list": ("size(context.{f}) > 1", "context.{f}.exists(i, i > 3)"),
    "map": ("has(context.{f}.n)", "context.{f}.n > 1"),
    "timestamp": ("context.{f} < timestamp('2020-01-01T00:00:00Z')",),
    "blob": ("context.{f}.size > 9", "has(context.{f})"),
    "any": ("has(context.{f})", "type(context.{f}) == string"),
}
COMPUTED: Mapping[str, tuple[str, ...]] = {
    "int": ("context.{f} + 1", "has(context.{f}) ? context.{f} * 2 : 0", "1 / (context.{f} - 1)"),
    "string": ("has(context.{f}) ? context.{f} + '!' : 'new'", "'made'"),
    "bool": ("!has(context.{f})",),
    "number": ("2.5", "has(context.{f}) ? context.{f} / 2.0 : 1.0"),
}


def machine(seed: int, size: int = 4) -> Data:
    """A machine with about ``size`` states that reads without faults; the same for the same arguments."""
    return _Maker(Random(seed), size).machine()


class _Maker:
    def __init__(self, random: Random, size: int) -> None:
        self.random = random
        self.states = [f"s{number}" for number in range(max(2, size + random.randint(-1, 1)))]
        self.ends = ["end", "gone"][: random.randint(1, 2)]
        self.fields: dict[str, str] = {}
        self.approvals: dict[str, Data] = {}
        self.spawns = random.random() < 0.3
        self.commands = [name for name in ("Pay", "Tell") if random.random() < 0.5]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def machine(self) -> Data:
        random = self.random
        context = self.context()
        agents = {name: self.agent() for name in AGENTS}
        for state in self.states:
            agents[random.choice(AGENTS)]["canTransition"].append(state)
        data: Data = {
            "name": f"machine-{random.randint(0, 999)}",
            "version": 2,
            "initialState": "s0",
            "context": context,
            "agents": {
                name: agent | {"canTransition": sorted(set(agent["canTransition"]))} for name, agent in agents.items()
            },
            "users": {name: {"roles": roles} for name, roles in USERS.items()},
            "states": {name: self.state(number, name) for number, name in enumerate(self.states)}
            | {name: self.end() for name in self.ends},
        }
        if self.chance(0.5):
            data["description"] = "made for a test"
        if self.spawns:
            first = data["states"]["s0"]["transitions"][0]
            first["onTransition"] = [*first.get("onTransition", ()), self.action("spawn")]
        if self.commands:
            data["commands"] = {name: self.command() for name in self.commands}
        if self.chance(0.35):
            data["policy"] = self.policy()
        if self.chance(0.2):
            data["migrations"] = [self.migration()]
        return data

    def agent(self) -> Data:
        guidance = self.random.choice(("full", "objective", "none", None))
        return {"canTransition": [state for state in self.states if self.chance(0.6)]} | (
            {"guidance": guidance} if guidance else {}
        )

    def context(self) -> Data:
        context: Data = {}
        for number in range(self.random.randint(5, 9)):
            name, type = f"f{number}", self.random.choice(tuple(VALUES))
            self.fields[name] = type
            context[name] = self.field(type)
        self.fields["n"], context["n"] = "int", {"type": "int", "default": 1}
        if self.spawns:
            self.fields |= {"ending": "string", "outcome": "int"}
            context |= {"ending": {"type": "string"}, "outcome": {"type": "int"}}
        if self.chance(0.6):
            for name in ("ok", "decision")[: self.random.randint(1, 2)]:
                self.approval(name)
                context[name] = {"type": "bool"} if name == "ok" else {"type": "enum", "values": ["yes", "no", "ask"]}
        return context

    def field(self, type: str) -> Data:
        field: Data = {"type": type}
        more: dict[str, Data] = {
            "string": {"maxLength": 40} if self.chance(0.5) else {"pattern": "[^#]*"},
            "enum": {"values": list(VALUES["enum"])},
            "int": {"min": -5, "max": 100} if self.chance(0.5) else {},
            "number": {"min": -5, "max": 100.5} if self.chance(0.5) else {},
            "list": {"items": {"type": "int"}, "maxItems": 4},
            "map": {"fields": {"n": {"type": "int"}, "s": {"type": "string"}}} if self.chance(0.7) else {},
            "blob": {"ttl": "PT6H", "mediaType": "text/plain"} if self.chance(0.6) else {},
        }
        field |= more.get(type, {})
        if type != "blob" and self.chance(0.15):
            field["default"] = next(value for value in VALUES[type] if value not in (-3, ""))
        if self.chance(0.25):
            field["input"] = True
        if self.chance(0.15):
            field["sensitive"] = True
        return field

    def approval(self, name: str) -> None:
        others = [field for field in self.fields if field not in ("ending", "outcome")]
        terms: Data = {"approves": sorted(self.random.sample(others, 2))}
        if self.chance(0.5):
            terms["separateFrom"] = terms["approves"][:1]
        if self.chance(0.5):
            terms["expiresAfter"] = self.random.choice(("PT1H", "PT30M"))
        if name == "decision":
            terms["approvedWhen"] = ["yes"]
        self.approvals[name] = terms

    def state(self, number: int, name: str) -> Data:
        state: Data = {}
        if self.chance(0.5):
            state["description"] = f"Give what is asked; so far {{{{ context.{self.some()} }}}}."
        requires = [self.requirement() for _ in range(self.random.choice((0, 1, 1, 2, 3)))]
        requires += [
            {"name": field, **terms, "from": {"role": "approver"}, **self.optional(0.4)}
            for field, terms in self.approvals.items()
            if number == 0 or self.chance(0.5)
        ]
        if self.spawns and self.chance(0.5):
            requires.append({"name": "ending", "from": {"fsm": "kid"}, **self.optional(0.5)})
        distinct = {(each["name"], str(each.get("from", "agent"))): each for each in requires}
        if distinct:
            state["requires"] = list(distinct.values())
        state["transitions"] = self.transitions(number)
        for key in ("entry", "exit"):
            if self.chance(0.3):
                state[key] = self.actions()
        if self.chance(0.15):
            field = self.some("int")
            state["invariants"] = [f"!has(context.{field}) || context.{field} < 60"]
        if self.chance(0.35):
            state["timers"] = [self.timer(index) for index in range(self.random.randint(1, 2))]
        return state

    def end(self) -> Data:
        end: Data = {"terminal": True}
        if self.chance(0.4):
            end["entry"] = [
                {"emit": self.random.choice(("ended", {"event": "ended", "data": {"n": "{{ context.n }}"}}))}
            ]
        return end

    def optional(self, share: float) -> Data:
        return {"required": False} if self.chance(share) else {}

    def requirement(self) -> Data:
        random = self.random
        field = self.some()
        people = {"user": random.choice(tuple(USERS))}, {"role": random.choice(("approver", "clerk"))}
        agents = None, "agent", "agent", {"agent": random.choice(AGENTS)}
        source = random.choice((*agents, *people, {"tool": random.choice(TOOLS)}, "system"))
        requirement: Data = {"name": field, **({"from": source} if source else {}), **self.optional(0.3)}
        if self.chance(0.25):
            requirement["prompt"] = f"Give {field}, please: {{{{ context.{self.some()} }}}}"
        if self.chance(0.2):
            requirement["validate"] = [self.atom(field).replace(f"context.{field}", "value")]
            if "has(value)" in requirement["validate"][0]:
                requirement["validate"] = ["true"]
        return requirement

    def transitions(self, number: int) -> list[Data]:
        targets = [*self.states, *self.ends]
        made = []
        for _ in range(self.random.randint(1, 3)):
            transition: Data = {"toState": self.random.choice(targets)}
            if self.chance(0.75):
                guards = [self.guard() for _ in range(self.random.choice((1, 1, 2)))]
                transition["guards"] = [
                    {"backend": "cel", "expression": each} if self.chance(0.3) else each for each in guards
                ]
            if self.chance(0.45):
                transition["onTransition"] = self.actions()
            made.append(transition)
        made.append({"toState": self.states[number + 1] if number + 1 < len(self.states) else self.ends[0]})
        return made

    def some(self, type: str | None = None) -> str:
        """A field that anybody may write."""
        names = [name for name, own in self.fields.items() if type in (None, own) and name != "ending"]
        return self.random.choice(names)

    def guard(self) -> str:
        atoms = [self.atom(self.some()) for _ in range(self.random.choice((1, 1, 2)))]
        if self.chance(0.5):
            return f"({atoms[0]}) {self.random.choice(('&&', '||'))} {self.atom(self.some('int'))}"
        return " || ".join(atoms)

    def atom(self, field: str) -> str:
        atom = self.random.choice(ATOMS[self.fields[field]]).format(f=field)
        return f"has(context.{field}) && {atom}" if self.chance(0.3) else atom

    def actions(self) -> list[Data]:
        kinds = [
            "assign",
            "assign",
            "compute",
            "emit",
            "inject",
            "restrict",
            *["send" for _ in self.commands],
            *["spawn" for _ in range(self.spawns)],
        ]
        return [self.action(self.random.choice(kinds)) for _ in range(self.random.randint(1, 2))]

    def action(self, kind: str) -> Data:
        random = self.random
        match kind:
            case "assign":
                return {"assign": {field: self.literal(field) for field in {self.some(), self.some()}}}
            case "compute":
                field = random.choice(
                    [name for name, type in self.fields.items() if type in COMPUTED and name != "ending"]
                )
                return {"compute": {field: random.choice(COMPUTED[self.fields[field]]).format(f=field)}}
            case "emit":
                return {
                    "emit": random.choice(
                        ("pinged", {"event": "told", "data": {"v": f"{{{{ context.{self.some()} }}}}"}})
                    )
                }
            case "inject":
                text = f"Mind {{{{ context.{self.some()} }}}}"
                return {"inject": random.choice((text, {"message": text, "role": "user"}))}
            case "restrict":
                return {"restrict": {"allow": ["read", "write"][: random.randint(0, 2)], "deny": ["run"]}}
            case "send":
                return {"send": self.send()}
        return {
            "spawn": {
                "fsm": "child",
                "as": "kid",
                "with": {"seed": "{{ context.n }}"},
                "into": "ending",
                "outputs": {"outcome": "result"},
            }
        }

    def send(self) -> Data:
        send: Data = {"command": self.random.choice(self.commands), "to": {"tool": "bank"}}
        if self.approvals and self.chance(0.4):
            approval = self.random.choice(tuple(self.approvals))
            approved = self.approvals[approval]["approves"][0]
            return send | {"approvedBy": approval, "with": {"v": f"{{{{ context.{approved} }}}}"}}
        if self.chance(0.5):
            send["with"] = {"v": f"{{{{ context.{self.some()} }}}}", "note": "about {{ context.n }}"}
        if self.chance(0.4):
            send["idempotencyKey"] = "pay-{{ context.n }}"
        return send

    def literal(self, field: str) -> Any:
        if self.fields[field] == "blob" or self.chance(0.4):
            return self.random.choice((None, ""))
        values = [value for value in VALUES[self.fields[field]] if value != -3]
        return self.random.choice(values)

    def timer(self, index: int) -> Data:
        timer: Data = {"name": f"t{index}", "after": self.random.choice(("PT10M", "PT2H", "P1D"))}
        if self.chance(0.7):
            field = self.some()
            timer["assign"] = {field: self.literal(field)}
        if self.chance(0.4):
            timer["toState"] = self.random.choice([*self.states, *self.ends])
            if self.chance(0.5):
                timer["onTransition"] = self.actions()
        return timer

    def command(self) -> Data:
        policy: Data = {"maxAttempts": self.random.randint(1, 3)}
        if self.chance(0.5):
            policy |= {"backoff": {"initial": "PT1M", "factor": 2, "max": "PT5M"}, "retryable": ["timeout"]}
        if self.chance(0.5):
            policy["deadline"] = "PT3H"
        if self.chance(0.5):
            policy["onFailure"] = {"n": 13}
        return policy

    def policy(self) -> Data:
        policy: Data = {"maxExchangesPerStage": self.random.randint(1, 3)}
        if self.chance(0.4):
            policy["maxExchangesPerAgentPerStage"] = 2
        if self.chance(0.5):
            policy["onExhausted"] = {"n": self.random.choice((5, 50))}
        if self.chance(0.4):
            policy |= {"onTerminal": "purge", "checkpointEvery": 3}
        return policy

    def migration(self) -> Data:
        return {
            "from": 1,
            "states": {"old": "s0"},
            "fields": {"old": "n"},
            "actions": [{"assign": {"n": 2}}, {"compute": {"n": "context.n + 1"}}],
        }


def constructs(data: Data) -> set[str]:
    """The constructs of the language that occur in a machine, each by the path of its keys with names left out."""
    return set(_walk(data, ""))


def _walk(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        named = path in ("context", "agents", "users", "states", "commands") or path.rsplit(".", 1)[-1] in _NAMED
        for key, inner in value.items():
            here = path if named else f"{path}.{key}".lstrip(".")
            if not named:
                yield here
            if key == "type":
                yield f"{here}={inner}"
            if key == "from":
                yield f"{here}={next(iter(inner)) if isinstance(inner, dict) else inner}"
            if here.rsplit(".", 1)[-1] not in _NAMED or named:
                yield from _walk(inner, here + ("." if named else ""))
    elif isinstance(value, list):
        for item in value:
            yield from _walk(item, path)


_NAMED = ("assign", "compute", "with", "outputs", "onFailure", "onExhausted", "default", "data", "to")


def workflow(data: Data) -> Workflow:
    """The machine's model."""
    return Workflow.model_validate(data)


def contributions(data: Data, random: Random) -> Iterator[Data]:
    """Without end, what somebody might contribute: often what the machine asks for, sometimes anything at all."""
    asked = [requirement for state in data["states"].values() for requirement in state.get("requires", ())]
    number = 0
    while True:
        number += 1
        line: Data = {"id": f"c{number}"}
        if asked and random.random() < 0.85:
            chosen = random.sample(asked, min(len(asked), random.choice((1, 1, 2))))
            line["actor"] = _actor(chosen[0].get("from"), data, random)
            line["values"] = {each["name"]: _value(data, each["name"], random) for each in chosen}
        else:
            line["actor"] = _actor(
                random.choice((None, "system", {"user": "stranger"}, {"tool": "bank"})), data, random
            )
            line["values"] = {random.choice((*data["context"], "no_such_field")): random.choice(WRONG)}
        if random.random() < 0.5:
            line["proposalHash"] = "current"
        if random.random() < 0.1:
            line["expectedVersion"] = random.randint(1, 9)
        yield line


def _actor(source: Any, data: Data, random: Random) -> Any:
    match source:
        case None | "agent":
            return {"agent": random.choice(AGENTS)}
        case {"role": role}:
            holders = [name for name, user in data["users"].items() if role in user["roles"]]
            return {"user": random.choice(holders or ["dee"])}
    return source


def _value(data: Data, field: str, random: Random) -> Any:
    if random.random() < 0.1:
        return random.choice((*WRONG, None, ""))
    declared = data["context"][field]
    if "values" in declared:
        return random.choice(declared["values"])
    return random.choice(VALUES[declared["type"]])
