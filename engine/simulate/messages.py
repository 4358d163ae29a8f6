"""Every sentence of this room for the user."""

from __future__ import annotations

import json
from typing import Any


def no_machine(name: str) -> str:
    return f"The project has no machine '{name}' to spawn."


def spawn_storm(most: int) -> str:
    return f"More than {most} machines would be spawned at once; let a contribution stand between them."


def child_refused(name: str, reason: str) -> str:
    return f"The child machine '{name}' could not be started: {reason}"


def parent_ended(run: str) -> str:
    return f"the run '{run}' that spawned it was ended"


def no_event() -> str:
    return "This line is no event of a trace."


def no_creation() -> str:
    return "A trace begins with the creation of a run, and this one does not."


def no_machine_of_trace(name: str) -> str:
    return f"The trace is of the machine '{name}', which is not there; open it beside that machine."


# Scenarios


def not_utf8() -> str:
    return "The file is not UTF-8; save it as UTF-8."


def no_yaml(problem: str) -> str:
    return f"The file is no YAML here ({problem}); mend it."


def yaml_fault(code: str) -> str:
    return f"The file has what a scenario may not have ({code.replace('-', ' ')}); write it out."


def no_scenario() -> str:
    return "A scenario stands under the key 'scenario:', and there is none."


def no_moment(found: Any) -> str:
    return f"{found!r} is no time such as 2000-01-01T00:00:00Z"


def no_duration(found: Any) -> str:
    return f"{found!r} is no duration such as PT1H"


def bad_part(path: str, reason: str) -> str:
    return f"'{path}' cannot be used: {reason[:1].lower()}{reason[1:].rstrip('.')}."


_SHAPES = {
    "string_type": "a text",
    "dict_type": "a map",
    "model_type": "a map",
    "model_attributes_type": "a map",
    "mapping_type": "a map",
    "list_type": "a list",
    "tuple_type": "a list",
    "bool_type": "true or false",
    "int_type": "a whole number",
}


def wrong_shape(path: str, kind: str) -> str:
    """A part of another shape than is due; ``kind`` is what the validation calls the fault."""
    return f"'{path}' must be {_SHAPES.get(kind, 'something else')}."


def unknown_key(key: str, near: str | None) -> str:
    return f"A scenario has no key '{key}' here" + (f"; did you mean '{near}'?" if near else ".")


def missing_key(key: str) -> str:
    return f"The key '{key}' is missing here."


def unknown_step(kinds: list[str]) -> str:
    return f"A step has one of the keys {', '.join(kinds)}."


# What is expected of a run


def refused(code: str, message: str) -> str:
    return f"The contribution was refused: {code} ({message})"


def differs(what: str, expected: Any, found: Any) -> str:
    return f"{what}: expected {_shown(expected)}, found {_shown(found)}."


def not_refused(code: str) -> str:
    return f"The contribution was expected to be refused as {code}, and was accepted."


def still_set(field: str, value: Any) -> str:
    return f"'{field}' was expected to be unset, and is {_shown(value)}."


def nothing_to_redeliver(which: str) -> str:
    return f"There is no contribution '{which}' to deliver again."


def no_open_command(name: str) -> str:
    return f"No command '{name}' is open."


def nothing_in_the_outbox() -> str:
    return "No command is open, so none can be interrupted."


def broken(reason: str) -> str:
    return f"The recovery broke its promise: {reason}."


def creation_refused(code: str, message: str) -> str:
    return f"The run could not be created: {code} ({message})"


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def cannot_follow(old: str, new: str) -> str:
    return f"It cannot say '{new}' where it says '{old}'; write it there by hand."
