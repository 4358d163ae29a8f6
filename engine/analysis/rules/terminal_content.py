"""L610, A716: a terminal state holds what it can never use, or starts what nobody will hear of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, Part, StateRule
from engine.diagnostics import Severity
from engine.dsl import edit
from engine.dsl.models import Send, Spawn, State

TERMINAL_WITH_CONTENT = Check("L610", "terminal-with-content", Severity.ERROR)
TERMINAL_EFFECT = Check("A716", "terminal-effect", Severity.ERROR)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    if not state.terminal:
        return
    contents = {
        "requires": state.requires,
        "transitions": state.transitions,
        "timers": state.timers,
        "exit": state.exit,
    }
    for key, content in contents.items():
        if content:
            path = ("states", name, key)
            yield Found(
                check=TERMINAL_WITH_CONTENT,
                path=path,
                part=Part.KEY,
                message=messages.terminal_with_content(name, key),
                fixes=(Fix(messages.remove_key(key), partial(edit.remove, path=path), automatic=False),),
            )
    for index, action in enumerate(state.entry):
        if isinstance(action, Send | Spawn):
            kind = "send" if isinstance(action, Send) else "spawn"
            yield Found(
                check=TERMINAL_EFFECT,
                path=("states", name, "entry", index, kind),
                part=Part.KEY,
                message=messages.terminal_effect(name, kind),
            )


RULE = StateRule((TERMINAL_WITH_CONTENT, TERMINAL_EFFECT), run)
