"""R206, R207: a machine is spawned that the project lacks, or that spawns this one again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule
from engine.analysis.walk import actions_of
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Action, Spawn, SpawnSpec, Workflow

UNKNOWN_MACHINE = Check("R206", "unknown-machine", Severity.ERROR)
RECURSIVE_SPAWN = Check("R207", "recursive-spawn", Severity.ERROR)


def unknown(context: Context) -> Iterator[Found]:
    """Says nothing of a text without a project: which machines stand beside it is not known."""
    if context.project is None:
        return
    machines = context.project.machines.keys() | {context.workflow.name}
    for path, spawn in _spawns(context.workflow):
        if spawn.fsm not in machines:
            at = (*path, "fsm")
            nearest = context.nearest(spawn.fsm, sorted(machines))
            fixes: tuple[Fix, ...] = ()
            if nearest is not None:
                fixes = (Fix(messages.use(nearest), partial(edit.set_value, path=at, value=nearest)),)
            yield Found(
                check=UNKNOWN_MACHINE,
                path=at,
                message=messages.unknown_machine(spawn.fsm, nearest),
                about=(spawn.fsm,),
                fixes=fixes,
                data={"name": spawn.fsm, "nearest": nearest},
            )


def recursive(context: Context) -> Iterator[Found]:
    """A cycle of spawns; an error when no machine on it waits for anyone before it spawns the next."""
    own = context.workflow
    spawns = list(_spawns(own))
    if not spawns:
        return
    machines = {**(context.project.machines if context.project else {}), own.name: own}
    all_spawned = {name: [spawn.fsm for _, spawn in _spawns(machine)] for name, machine in machines.items()}
    at_once = {name: list(_spawned_at_once(machine)) for name, machine in machines.items()}
    for path, spawn in spawns:
        endless = _way(at_once, spawn.fsm, own.name) if spawn.fsm in at_once[own.name] else None
        way = endless or _way(all_spawned, spawn.fsm, own.name)
        if way is not None:
            yield Found(
                check=RECURSIVE_SPAWN,
                path=(*path, "fsm"),
                message=messages.recursive_spawn([own.name, *way], endless is not None),
                about=(spawn.fsm,),
                severity=Severity.ERROR if endless else Severity.WARNING,
                data={"cycle": [own.name, *way]},
            )


def _spawns(workflow: Workflow) -> Iterator[tuple[Path, SpawnSpec]]:
    for name, state in workflow.states.items():
        for path, action in actions_of(name, state):
            if isinstance(action, Spawn):
                yield (*path, "spawn"), action.spawn


def _spawned_at_once(workflow: Workflow) -> Iterator[str]:
    """Machines that every new run spawns before it waits: along unguarded edges out of states that require nothing."""
    state = workflow.states.get(workflow.initial_state)
    actions: tuple[Action, ...] = state.entry if state else ()
    for _ in workflow.states:
        yield from (action.spawn.fsm for action in actions if isinstance(action, Spawn))
        if state is None or any(requirement.required for requirement in state.requires):
            return
        edge = next(iter(state.transitions), None)
        if edge is None or edge.guards or edge.to_state not in workflow.states:
            return
        target = workflow.states[edge.to_state]
        actions, state = (*state.exit, *edge.on_transition, *target.entry), target


def _way(spawned: Mapping[str, list[str]], start: str, goal: str) -> list[str] | None:
    """The shortest chain of spawns from ``start`` to ``goal``, both included."""
    came_from: dict[str, str | None] = {start: None}
    queue = deque([start])
    while queue:
        name = queue.popleft()
        if name == goal:
            way = [name]
            while (before := came_from[way[-1]]) is not None:
                way.append(before)
            return way[::-1]
        for child in spawned.get(name, ()):
            if child not in came_from:
                came_from[child] = name
                queue.append(child)
    return None


UNKNOWN = MachineRule((UNKNOWN_MACHINE,), unknown)
RECURSIVE = MachineRule((RECURSIVE_SPAWN,), recursive)
