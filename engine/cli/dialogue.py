"""A run at the terminal: asks for what is pending, with a list to pick from where there is a choice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console

from engine.cli import messages
from engine.cli.narration import awaited, shown
from engine.dsl.models import FieldType
from engine.reducer import (
    Actor,
    Contribution,
    Definition,
    Elicitation,
    Envelope,
    fits,
    format_time,
    pending,
    turn,
)
from engine.simulate import RunStep, World

Report = Callable[[World, Sequence[RunStep]], None]


def converse(world: World, report: Report) -> World:
    """Ask, contribute, report, until the run ends or the person leaves; prompts go to stderr."""
    dialogue = _Dialogue(report)
    try:
        while (after := dialogue.exchange(world)) is not None:
            world = after
    except EOFError:
        dialogue.console.print()
    return world


class _Dialogue:
    def __init__(self, report: Report) -> None:
        self._report = report
        self._count = 0
        self.console = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)

    def exchange(self, world: World) -> World | None:
        """One answer, or one wait; ``None`` where there is nothing left to do."""
        asked = [(run, each) for run, envelope in world.runs.items() for each in self._asked(envelope)]
        due = world.next_due
        choices = [_choice(run if run != world.root else None, each) for run, each in asked]
        choices += [messages.wait_until(format_time(due))] if due is not None else []
        if not choices:
            return None
        picked = self.pick(messages.WHAT_NEXT, [*choices, messages.LEAVE])
        if picked == len(choices):
            return None
        if picked == len(asked):
            assert due is not None
            after, steps = world.tick(due)
        else:
            run, elicitation = asked[picked]
            after, steps = world.contribute(self._answer(world.runs[run], elicitation), run)
        self._report(after, steps)
        return after

    @staticmethod
    def _asked(envelope: Envelope) -> tuple[Elicitation, ...]:
        return () if envelope.faulted else pending(envelope.definition, envelope)

    def _answer(self, envelope: Envelope, elicitation: Elicitation) -> Contribution:
        definition = envelope.definition
        actors = [each for each in awaited(definition, envelope) if _may(definition, envelope, each, elicitation)]
        if not actors:
            self.console.print(messages.nobody_may(elicitation.field))
            actors = [Actor("user", "nobody")]
        names = [str(actor) for actor in actors]
        actor = actors[self.pick(messages.AS_WHOM, names) if len(actors) > 1 else 0]
        self.console.print(turn(definition, envelope, actor).text())
        if elicitation.proposal is not None:
            self.console.print(
                messages.proposal(shown(elicitation.proposal.content["values"]), elicitation.proposal.hash)
            )
        value = self._value(definition, elicitation.field)
        self._count += 1
        hash = None if elicitation.proposal is None else elicitation.proposal.hash
        return Contribution(f"t{self._count}", actor, {elicitation.field: value}, proposal_hash=hash)

    def _value(self, definition: Definition, field: str) -> Any:
        """A value that fits the field, asked for until there is one."""
        declared = definition.fields[field]
        if declared.type is FieldType.ENUM:
            return declared.values[self.pick(field, list(declared.values))]
        if declared.type is FieldType.BOOL:
            return self.pick(field, [messages.YES, messages.NO]) == 0
        while True:
            text = self.console.input(f"{field} ({declared.type.value}): ")
            value = text if declared.type in (FieldType.STRING, FieldType.TIMESTAMP, FieldType.BLOB) else _json(text)
            if declared.type is FieldType.BLOB or value in (None, "") or fits(declared, value)[0]:
                return value
            self.console.print(messages.no_fit(field, shown(value)))

    def pick(self, question: str, choices: Sequence[str]) -> int:
        """The index of the choice a person makes, by number or by its text."""
        for number, choice in enumerate(choices, 1):
            self.console.print(f"  {number}  {choice}", markup=False)
        while True:
            answer = self.console.input(f"{question} ").strip()
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            if answer in choices:
                return choices.index(answer)
            self.console.print(messages.pick_one(len(choices)))


def _choice(run: str | None, elicitation: Elicitation) -> str:
    source = elicitation.from_
    told = source if isinstance(source, str) else " ".join(*source.items())
    return messages.choice(run, elicitation.field, told, elicitation.required)


def _may(definition: Definition, envelope: Envelope, actor: Actor, elicitation: Elicitation) -> bool:
    return any(ask.field == elicitation.field for ask in turn(definition, envelope, actor).asks)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
