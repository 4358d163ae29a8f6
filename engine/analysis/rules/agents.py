"""R203, R204: somebody is asked who does not exist, or may act where nothing is asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Send, Source, State

UNKNOWN_AGENT = Check("R203", "unknown-agent", Severity.ERROR)
IDLE = Check("R204", "can-transition-idle", Severity.INFO)


def unknown(context: Context) -> Iterator[Found]:
    for name, state in context.workflow.states.items():
        for index, requirement in enumerate(state.requires):
            found = _source(context, requirement.from_, ("states", name, "requires", index, "from"))
            if found is not None:
                yield found
        for path, action in context.parts(name).actions:
            if isinstance(action, Send) and action.send.approved_by is not None:
                yield from _approval(context, action.send.approved_by, (*path, "send", "approvedBy"))


def _source(context: Context, source: Source, path: Path) -> Found | None:
    """The finding about ``from``. Agents and roles that nobody is can park a run but never mislead it: it ``runs``."""
    name = source.name
    if name is None:
        return None
    at = (*path, source.kind)
    if source.kind == "agent" and name not in context.declared.agents:
        nearest = context.nearest(name, context.declared.agents)
        declare = partial(edit.add_agent, name=name, value={"canTransition": [path[1]]})
        fixes = (*_use(nearest, at), Fix(messages.declare_agent(name), declare, automatic=False))
        return _found(at, name, nearest, messages.unknown_agent(name, nearest), fixes, runs=True)
    if source.kind == "role" and name not in context.declared.roles:
        nearest = context.nearest(name, context.declared.roles)
        return _found(at, name, nearest, messages.unheld_role(name, nearest), _use(nearest, at), runs=True)
    if source.kind == "fsm" and name not in context.declared.children:
        nearest = context.nearest(name, context.declared.children)
        return _found(at, name, nearest, messages.unknown_child(name, nearest), _use(nearest, at))
    return None


def _approval(context: Context, name: str, path: Path) -> Iterator[Found]:
    if name not in context.approval_fields:
        nearest = context.nearest(name, context.approval_fields)
        yield _found(path, name, nearest, messages.unknown_approval(name, nearest), _use(nearest, path))


def _use(nearest: str | None, path: Path) -> tuple[Fix, ...]:
    if nearest is None:
        return ()
    return (Fix(messages.use(nearest), partial(edit.set_value, path=path, value=nearest)),)


def _found(
    path: Path, name: str, nearest: str | None, message: str, fixes: tuple[Fix, ...], runs: bool = False
) -> Found:
    data = {"name": name, "nearest": nearest, "runs": runs}
    return Found(check=UNKNOWN_AGENT, path=path, message=message, about=(name,), fixes=fixes, data=data)


def idle(context: Context) -> Iterator[Found]:
    for agent, entry in context.workflow.agents.items():
        for index, name in enumerate(entry.can_transition):
            state = context.workflow.states.get(name)
            if state is not None and not _asked(agent, state):
                yield Found(
                    check=IDLE,
                    path=("agents", agent, "canTransition", index),
                    message=messages.idle_agent(agent, name),
                    about=(name,),
                    fixes=(Fix(messages.disallow(agent, name), partial(edit.disallow, agent=agent, state=name)),),
                )


def _asked(agent: str, state: State) -> bool:
    sources = (requirement.from_ for requirement in state.requires)
    return any(source.kind == "driver" or (source.kind == "agent" and source.name == agent) for source in sources)


UNKNOWN = MachineRule((UNKNOWN_AGENT,), unknown)
IDLE_AGENTS = MachineRule((IDLE,), idle)
