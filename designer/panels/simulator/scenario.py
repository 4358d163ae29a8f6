"""A run written as a scenario: what was contributed, and what is to be expected of it each time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from designer.panels.simulator import messages
from engine.dsl import format_duration
from engine.reducer import SECOND, Operation
from engine.simulate import Began, Claimed, Contributed, Crashed, Failed, Node, Operated, Session, Waited


def scenario_text(session: Session, name: str) -> str:
    """The present way of a session as a scenario file.

    Raises ``ValueError`` with a sentence where something happened that scenarios cannot say.
    """
    first, *others = session.path()
    lines = ["scenario:", f"  machine: {_value(session.definition.name)}", f"  name: {_value(name)}"]
    if isinstance(first.input, Began) and first.input.given:
        lines.append(f"  given: {_value(first.input.given)}")
    lines.append("  steps:" if others else "  steps: []")
    for node in others:
        step = list(_step(node))
        if step:
            lines += [f"    - {step[0]}", *(f"      {line}" for line in step[1:])]
    last = session.tips[session.branch].world.envelope
    lines.append(f"  expect: {_value({'state': last.state, 'stop': last.stop})}")
    return "".join(f"{line}\n" for line in lines)


def _step(node: Node) -> Iterator[str]:
    """The lines of one step; none for what recovery and workers do by themselves when a scenario is played."""
    match node.input:
        case Contributed(contribution=contribution, run=None):
            yield f"contribute: {_value(contribution.values)}"
            yield f"as: {_value(contribution.actor.to_json())}"
            if contribution.expected_version is not None:
                yield f"expectedVersion: {contribution.expected_version}"
            if contribution.command is not None and node.parent is not None:
                yield f"command: {_value(node.parent.world.envelope.commands[contribution.command].command)}"
        case Waited(until=until) if node.parent is not None:
            yield f"after: {format_duration(max(0, until - node.parent.world.at) // SECOND)}"
        case Crashed(point=point):
            yield f"crash: {point}"
        case Claimed():
            return
        case Failed(command=command, error=error) if node.parent is not None:
            name = node.parent.world.envelope.commands[command].command
            yield f"fail: {_value({'command': name, 'error': error})}"
        case Operated(operation=operation):
            yield f"operate: {_value(_operation(operation))}"
        case _:
            raise ValueError(messages.NOT_IN_SCENARIOS)
    yield f"expect: {_value(_expected(node))}"


def _expected(node: Node) -> dict[str, Any]:
    """What this step came to: its refusal, or where it led and what is asked for then."""
    envelope = node.world.envelope
    expected: dict[str, Any] = {"state": envelope.state}
    if node.steps:
        step = node.steps[-1].step
        if step.code is not None:
            expected["rejected"] = step.code
        elif step.stop == "parked":
            expected["pending"] = [asked.field for asked in step.pending]
        else:
            expected["stop"] = step.stop
    return expected


def _operation(operation: Operation) -> Mapping[str, Any]:
    parts = {"kind": operation.kind, "by": operation.by, "why": operation.why}
    return parts | ({"values": dict(operation.values)} if operation.values else {})


def _value(value: Any) -> str:
    """A value in JSON, which every reader of YAML takes for the same."""
    return json.dumps(value, ensure_ascii=False)
