"""What a rule may look at: the text, the machine, its project, and facts derived from them once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from engine.analysis.declared import Declared
from engine.analysis.exact.explore import Exploration, explore
from engine.analysis.exact.local import Local
from engine.analysis.graph import Graph
from engine.analysis.parts import StateParts
from engine.analysis.project import Project
from engine.analysis.templates import Templated, fields_in, in_action
from engine.analysis.walk import Expression, actions_of, computes, migration_actions
from engine.analysis.writes import Write, writes_elsewhere
from engine.cel import CelError, Program, Schema, compile, fields_read, reads_whole_context
from engine.diagnostics import Path, Severity
from engine.dsl import Parsed, nearest
from engine.dsl.models import Field, Requirement, Spawn, Workflow
from engine.reducer import Definition, link

NAMES_COMPARED = 200_000
"""How many names one check compares with mistyped ones; past that no name is offered."""


class Cancelled(Exception):
    """The check was given up because a newer text waits; carries nothing and reaches no user."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class _Fields:
    """The declared fields of a machine, equal to those of another where the file says the same."""

    key: str
    context: Mapping[str, Field] = field(compare=False)


def _key(parsed: Parsed, workflow: Workflow) -> str:
    return repr(parsed.data.get("context")) if isinstance(parsed.data, dict) else repr(workflow.context)


@lru_cache(maxsize=1024)
def _schema(fields: _Fields, validated: str | None) -> Schema:
    """The schema of guards, or of a ``validate`` of one field; kept over revisions, and with it compiled programs."""
    if validated is None:
        return Schema.of(fields.context)
    return _schema(fields, None).with_value(fields.context[validated])


class Context:
    """Everything about one machine that more than one rule asks for, computed on first use."""

    def __init__(
        self,
        parsed: Parsed,
        workflow: Workflow,
        project: Project | None = None,
        cancelled: Callable[[], bool] = _never,
    ) -> None:
        self.parsed = parsed
        self.workflow = workflow
        self.project = project
        self._cancelled = cancelled
        self.earlier: Exploration | None = None
        """An exploration of the machine before an edit, of which what has not changed is used again."""
        self._comparisons_left = NAMES_COMPARED
        self._programs: dict[tuple[str, str | None], Program | CelError] = {}
        self._parts: dict[str, StateParts] = {}
        self._locals: dict[str, Local] = {}

    def checkpoint(self) -> None:
        """Call now and then in long work; raises ``Cancelled`` when the result is no longer wanted."""
        if self._cancelled():
            raise Cancelled

    def nearest(self, word: str, words: Collection[str]) -> str | None:
        """The name most like ``word``, or ``None``; one or two letters are like nothing but themselves."""
        if len(word) < 3:
            return next((name for name in words if name.casefold() == word.casefold()), None)
        self._comparisons_left -= len(words)
        return nearest(word, words) if self._comparisons_left >= 0 else None

    def local(self, name: str) -> Local:
        """The exact analysis of one state by itself."""
        if name not in self._locals:
            self._locals[name] = Local(self.workflow.context, name, self.workflow.states[name])
        return self._locals[name]

    @cached_property
    def exploration(self) -> Exploration | None:
        """Every situation the machine can rest in; ``None`` for one that is not fully read or cannot run."""
        broken = any(each.severity is Severity.ERROR for each in self.parsed.diagnostics)
        return None if broken else explore(self.workflow, self.checkpoint, self.earlier)

    @property
    def explored_before(self) -> Exploration | None:
        """The exploration, if it was made, else that of the machine before."""
        found: Exploration | None = self.__dict__.get("exploration") or self.earlier
        return found

    @cached_property
    def definition(self) -> Definition:
        """The machine as it runs, budgets and all; only for one that can run."""
        return link(self.workflow)

    @cached_property
    def resting(self) -> Mapping[str, tuple[int, ...]]:
        """For each state in which runs wait the situations, one of those that are alike in all that is read there."""
        return self.exploration.resting if self.exploration is not None else {}

    def program(self, expression: Expression) -> Program | None:
        """The compiled expression, typed by the schema; ``None`` where it cannot be parsed (T301 tells why)."""
        compiled = self.compiled(expression)
        return compiled if isinstance(compiled, Program) else None

    def compiled(self, expression: Expression) -> Program | CelError:
        """The compiled expression, or why it is none."""
        field = (
            expression.field if expression.role == "validate" and expression.field in self.workflow.context else None
        )
        key = (expression.source, field)
        if key not in self._programs:
            try:
                self._programs[key] = compile(expression.source, _schema(self._declared_fields, field))
            except CelError as error:
                self._programs[key] = error
        return self._programs[key]

    @cached_property
    def _declared_fields(self) -> _Fields:
        return _Fields(_key(self.parsed, self.workflow), self.workflow.context)

    @property
    def schema(self) -> Schema:
        """The types of the context's fields."""
        return _schema(self._declared_fields, None)

    def parts(self, name: str) -> StateParts:
        """The actions, expressions, writes and templates of a state."""
        if name not in self._parts:
            self._parts[name] = StateParts(name, self.workflow.states[name])
        return self._parts[name]

    @property
    def all_parts(self) -> Iterable[StateParts]:
        return map(self.parts, self.workflow.states)

    @cached_property
    def declared(self) -> Declared:
        """What the machine declares by name."""
        return Declared(self.parsed, self.workflow)

    @cached_property
    def graph(self) -> Graph:
        """Its states and the edges between them."""
        return Graph(self.workflow)

    @property
    def reachable(self) -> frozenset[str]:
        """States with a path from the initial state, itself included."""
        return self.graph.reachable

    @cached_property
    def agents_in(self) -> Mapping[str, tuple[str, ...]]:
        """The agents that may contribute in each state."""
        agents: dict[str, list[str]] = {name: [] for name in self.workflow.states}
        for agent, entry in self.workflow.agents.items():
            for state in dict.fromkeys(entry.can_transition):
                if state in agents:
                    agents[state].append(agent)
        return {state: tuple(names) for state, names in agents.items()}

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """Every CEL expression of the machine, in the order of the file."""
        of_states = (each for parts in self.all_parts for each in parts.expressions)
        return (*of_states, *computes(migration_actions(self.workflow)))

    @cached_property
    def requirements(self) -> Mapping[str, tuple[tuple[Path, Requirement], ...]]:
        """For each field the requirements that ask for it, with their paths."""
        asked: dict[str, list[tuple[Path, Requirement]]] = {}
        for name, state in self.workflow.states.items():
            for index, requirement in enumerate(state.requires):
                asked.setdefault(requirement.name, []).append((("states", name, "requires", index), requirement))
        return {field: tuple(places) for field, places in asked.items()}

    @cached_property
    def approval_fields(self) -> frozenset[str]:
        """Fields that some requirement with ``approves`` asks for."""
        return frozenset(f for f, asked in self.requirements.items() if any(r.approves for _, r in asked))

    @cached_property
    def writes(self) -> tuple[Write, ...]:
        """Everything the machine itself writes."""
        of_states = (each for parts in self.all_parts for each in parts.writes)
        return (*of_states, *writes_elsewhere(self.workflow))

    @cached_property
    def written_fields(self) -> frozenset[str]:
        """Fields that can get a value in a run: contributed, written by the machine, or there from the start."""
        start = {name for name, field in self.workflow.context.items() if field.input or field.default is not None}
        return frozenset(start | self.requirements.keys() | {each.field for each in self.writes if not each.unsets})

    @cached_property
    def fields_unset(self) -> frozenset[str]:
        """Fields the machine itself may take the value from: by an action, a timer, or the end of their time."""
        expiring = {name for name, field in self.workflow.context.items() if field.ttl is not None}
        return frozenset(expiring | {each.field for each in self.writes if each.unsets})

    @cached_property
    def read_fields(self) -> frozenset[str]:
        """Fields whose value or presence makes a difference: in expressions, templates, approvals, as required."""
        read = set(self.taken_over)
        read |= {field for each in self.expressions for field in self.fields_read(each)}
        if any(program and _reads_whole_context(program) for program in map(self.program, self.expressions)):
            read.update(self.workflow.context)
        read |= {field for each in self.templated for field in fields_in(each.text)}
        for asked in self.requirements.values():
            for _, requirement in asked:
                read.update(requirement.approves, requirement.separate_from)
                if requirement.required or requirement.approves:
                    read.add(requirement.name)
        return frozenset(read)

    @cached_property
    def templated(self) -> tuple[Templated, ...]:
        """Every string in which templates are replaced."""
        of_states = (each for parts in self.all_parts for each in parts.templated)
        of_migrations = (each for at, action in migration_actions(self.workflow) for each in in_action(at, action))
        return (*of_states, *of_migrations)

    @cached_property
    def taken_over(self) -> frozenset[str]:
        """Fields whose values a machine of the project takes over when this one, its child, ends."""
        taken: set[str] = set()
        for machine in self.project.machines.values() if self.project is not None else ():
            for name, state in machine.states.items():
                for _, action in actions_of(name, state):
                    if isinstance(action, Spawn) and action.spawn.fsm == self.workflow.name:
                        taken.update(action.spawn.outputs.values())
        return frozenset(taken)

    def fields_read(self, expression: Expression) -> frozenset[str]:
        """The context fields an expression reads by name, none where it cannot be parsed."""
        program = self.program(expression)
        return frozenset() if program is None else _fields_read(program)

    def may_read(self, expression: Expression, field: str) -> bool:
        """Whether the expression could read the field; one that cannot be parsed could read any."""
        program = self.program(expression)
        return program is None or field in _fields_read(program) or _reads_whole_context(program)


@lru_cache(maxsize=8192)
def _fields_read(program: Program) -> frozenset[str]:
    return fields_read(program.tree)


@lru_cache(maxsize=8192)
def _reads_whole_context(program: Program) -> bool:
    return reads_whole_context(program.tree)
