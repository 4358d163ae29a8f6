"""A run told to people: each step as it happens, and at the end why the machine rests."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.cel import fields_read
from engine.cel.tree import Ident, Select
from engine.cli.machines import Machine
from engine.dsl import format_duration
from engine.reducer import (
    MASK,
    SECOND,
    Actor,
    Definition,
    Envelope,
    Fired,
    GuardWhy,
    Move,
    RequirementWhy,
    Step,
    TransitionWhy,
    explain,
    explain_fired,
    format_time,
    masked,
    moves,
    pending,
    turn,
)
from engine.simulate import RunStep, World

GOOD, BAD, QUIET, STRONG = "green", "red", "dim", "bold"
REASONS = {
    "unset": "is not set",
    "misfit": "does not fit its type",
    "undecided": "has no decision on the values as they are",
    "check": "fails its check",
}


class Narrator:
    """Writes steps and explanations to stdout; colours only where it is a terminal."""

    def __init__(self, machine: Machine) -> None:
        self._definition = machine.definition
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True, emoji=False)

    def steps(self, world: World, steps: Sequence[RunStep]) -> None:
        for run, step in steps:
            self._console.print(heading(step, None if run == world.root else run))
            for line in details(step):
                self._console.print(Text("    ").append_text(line))

    def rest(self, world: World) -> None:
        """Why the machine rests, what would move it, and what each who is awaited would see."""
        for line in resting(self._definition, world.envelope):
            self._console.print(line)


def heading(step: Step, run: str | None) -> Text:
    """Who did what, and where it led."""
    text = Text()
    if run is not None:
        text.append(f"[{run}] ", QUIET)
    text.append(_what(step), STRONG)
    if step.code == "duplicate":
        return text.append("  duplicate: answered as before", QUIET)
    if not step.accepted:
        return text.append(f"  {step.code}", BAD).append(f"  {step.message}")
    if step.late:
        text.append("  too late, nothing is written", QUIET)
    ways = " → ".join((step.fired[0].source, *(fired.target for fired in step.fired))) if step.fired else ""
    return text.append(f"  {ways or step.state or step.stop}").append(f"  version {step.version}", QUIET)


def _what(step: Step) -> str:
    if step.contribution is not None:
        told = masked(step.definition, step.contribution.values)
        listed = ", ".join(f"{field} = {shown(value)}" for field, value in told.items())
        return f"{step.contribution.actor} ({step.name}): {listed or 'nothing'}"
    if step.kind == "timer":
        return f"timer {step.name} at {format_time(step.at)}"
    return step.kind if step.name is None else f"{step.kind} {step.name}"


def details(step: Step) -> Iterator[Text]:
    """Why each transition fired and not an earlier one, effects, and how the step ended where it did not just park."""
    for why in explain_fired(step):
        earlier = [each for each in why.routing.transitions if each.index < _place(why.fired, why.routing.takes)]
        for each in earlier:
            yield Text(f"not {each.index + 1} → {each.target}: ", QUIET).append_text(_failing(step.definition, each))
    for effect in step.effects:
        data = ", ".join(f"{key} {shown(value)}" for key, value in effect.shown.items())
        yield Text("▸ ").append(effect.kind, STRONG).append(f"  {data}").append(f"  {effect.id}", QUIET)
    if step.accepted and step.stop in ("no-progress", "microstep-cap"):
        yield Text(f"halted: {step.stop}", BAD)


def _place(fired: Fired, takes: int | None) -> int:
    return -1 if fired.index is None or takes is None else fired.index


def resting(definition: Definition, envelope: Envelope) -> Iterator[Text]:
    """The state of a run at rest, in full."""
    why = explain(definition, envelope)
    yield Text()
    if why.ended:
        yield Text(f"The run has ended: {envelope.state or envelope.stop}.", STRONG)
    elif why.faulted is not None:
        yield Text(f"The run is faulted: {why.faulted.message}", BAD)
    else:
        yield Text(f"At rest in {envelope.state}", STRONG).append(f" ({envelope.stop})", QUIET)
    yield from _context(definition, envelope)
    if why.ended:
        return
    for requirement in why.routing.requirements:
        yield from _requirement(definition, requirement)
    for transition in why.routing.transitions:
        mark = ("✓", GOOD) if transition.passes and why.routing.eligible else ("·", QUIET)
        line = Text("  ").append(*mark).append(f" {transition.index + 1} → {transition.target}")
        yield (
            line.append("  ") if transition.passes else line.append("  ").append_text(_failing(definition, transition))
        )
    if why.due is not None:
        left = format_duration(max(0, (why.due.at - envelope.at) // SECOND))
        yield Text(f"  next due: {why.due.name} at {format_time(why.due.at)}, in {left}")
    if why.stuck:
        yield Text("  Stuck: nobody is asked for anything that could move it.", BAD)
    yield from map(_move, moves(definition, envelope))
    yield from _turns(definition, envelope)


def _context(definition: Definition, envelope: Envelope) -> Iterator[Text]:
    context = masked(definition, envelope.context)
    for field in definition.fields:
        if field in context:
            yield Text(f"  {field}: ", QUIET).append(shown(context[field]))


def _requirement(definition: Definition, requirement: RequirementWhy) -> Iterator[Text]:
    who = ", ".join(map(str, requirement.who)) or "nobody who may"
    need = "requires" if requirement.required else "asks for"
    line = Text("  ").append(
        "✓" if requirement.missing is None else "○", GOOD if requirement.missing is None else STRONG
    )
    line.append(f" {need} {requirement.field} of {who}")
    if requirement.missing is not None:
        line.append(f": it {REASONS[requirement.missing]}")
    yield line
    for check in requirement.checks:
        if not check.passes:
            yield Text("      ").append_text(_guard(definition, check))


def _failing(definition: Definition, transition: TransitionWhy) -> Text:
    """The guards that do not pass, each with the parts that decide."""
    return Text("; ").join(_guard(definition, guard) for guard in transition.guards if not guard.passes)


def _guard(definition: Definition, guard: GuardWhy) -> Text:
    text = Text(guard.expression)
    if guard.error is not None:
        return text.append(f" fails: {guard.error}", BAD)
    text.append(" is false", BAD)
    parts = ", ".join(_parts(definition, guard))
    return text.append(f" ({parts})", QUIET) if parts else text


def _parts(definition: Definition, guard: GuardWhy) -> Iterator[str]:
    """The fields that decide an expression, with their values; sensitive ones are masked."""
    if guard.explanation is None:
        return
    told: dict[str, str] = {}
    for part in guard.explanation:
        if isinstance(part.node, Select) and isinstance(part.node.operand, Ident) and part.needed:
            hidden = not fields_read(part.node).isdisjoint(definition.sensitive)
            value = shown(MASK if hidden else part.outcome.value) if part.outcome.ok else "not set"
            told[part.span.text(guard.expression)] = value
    yield from (f"{source} is {value}" for source, value in told.items())


def _move(move: Move) -> Text:
    writes = ", ".join(
        f"{write.field} = {shown(write.value)} from {' or '.join(map(str, write.who))}" for write in move.writes
    )
    return Text("  would move it: ").append(writes).append(f" → {move.target}", QUIET)


def _turns(definition: Definition, envelope: Envelope) -> Iterator[Text]:
    for actor in awaited(definition, envelope):
        text = turn(definition, envelope, actor).text()
        if text:
            yield Text()
            yield Text(f"What {actor} sees:", STRONG)
            yield from (Text(f"  {line}") for line in text.splitlines())


def awaited(definition: Definition, envelope: Envelope) -> tuple[Actor, ...]:
    """Every actor that could answer one of the pending elicitations."""
    asked = {elicitation.field for elicitation in pending(definition, envelope)}
    found = [
        requirement for requirement in definition.states[envelope.state].requirements if requirement.field in asked
    ]
    return tuple(dict.fromkeys(actor for requirement in found for actor in sorted(requirement.admits, key=str)))


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
