"""Sessions to be kept: their inputs, branches and cursor as JSON, without the values of sensitive fields, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.reducer import Actor, Contribution, Definition, Operation
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Input, Operated, Released, Waited
from engine.simulate.plant import Broken
from engine.simulate.session import Crashed, Node, Session
from engine.simulate.world import Find

Data = Mapping[str, Any]


class NotKept(ValueError):
    """Something that cannot be kept, or data that nobody kept."""


class Restored(NamedTuple):
    """A session taken again from what was kept; ``lost`` counts the inputs that could not be, ``why`` says it."""

    session: Session
    lost: int
    why: str


SENSITIVE = "sensitive"
OTHER = "other"
"""Why inputs are lost: they held a sensitive value, or followed one that was lost; or they cannot be taken again."""


def session_json(session: Session) -> dict[str, Any]:
    """A session as JSON: each node once, by the number of the node it was taken from."""
    numbers: dict[int, int] = {}
    nodes: list[list[Any]] = []
    for tip in session.tips:
        for node in tip.path():
            if id(node) not in numbers:
                numbers[id(node)] = len(nodes)
                parent = None if node.parent is None else numbers[id(node.parent)]
                nodes.append([parent, input_json(node.input, session.definition)])
    return {
        "machine": session.definition.name,
        "hash": session.definition.hash,
        "nodes": nodes,
        "tips": [numbers[id(tip)] for tip in session.tips],
        "branch": session.branch,
        "cursor": numbers[id(session.cursor)],
    }


def restore(data: Data, definition: Definition, find: Find) -> Restored:
    """Take again what was kept. Raises ``NotKept`` where the data is no session or not even its beginning is there."""
    try:
        nodes, tips, cursor = data["nodes"], data["tips"], data["cursor"]
        began = input_of_json(nodes[0][1])
        if not isinstance(began, Began):
            raise NotKept("no creation")
        session = Session.of(began, definition, find)
        made: dict[int, Node] = {0: session.cursor}
        why = ""
        for number, (parent, written) in enumerate(nodes[1:], 1):
            if parent not in made:
                continue
            try:
                made[number] = _taken(session, made[parent], written).cursor
            except (NotKept, Broken, KeyError) as error:
                why = SENSITIVE if isinstance(error, _Withheld) else why or OTHER
        ends = [made[_nearest(tip, nodes, made)] for tip in tips]
        branch = data["branch"]
        here = made[_nearest(cursor, nodes, made)]
    except (KeyError, IndexError, TypeError) as error:
        raise NotKept("no session") from error
    kept = Session(definition, find, tuple(ends), branch, here)
    return Restored(kept, len(nodes) - len(made), why)


def _taken(session: Session, parent: Node, written: Any) -> Session:
    at = Session(session.definition, session.find, (parent,), 0, parent)
    if "crash" in written:
        return at.crash(written["crash"])
    input = input_of_json(written)
    if isinstance(input, Began):
        raise NotKept("a second creation")
    return at.apply(input)


def _nearest(number: int, nodes: list[Any], made: Mapping[int, Node]) -> int:
    """The node itself, or the last one before it that could be taken."""
    while number not in made:
        number = nodes[number][0]
    return number


class _Withheld(NotKept):
    """A value that was not written since it is sensitive."""


def input_json(input: Began | Input | Crashed, definition: Definition) -> dict[str, Any]:
    """An input as JSON; of sensitive fields only that there was a value. Raises ``NotKept`` for migrations."""
    match input:
        case Began(given, at, actor, run, _):
            told = {"given": _told(given or {}, definition), "at": at, "run": run}
            return {"began": told | {"actor": None if actor is None else actor.to_json()}}
        case Contributed(contribution, run):
            return _own(
                {"contribute": contribution.to_json() | {"values": _told(contribution.values, definition)}}, run
            )
        case Waited(until):
            return {"wait": until}
        case Crashed(point=point):
            return {"crash": point}
        case Claimed(command, run):
            return _own({"claim": command}, run)
        case Failed(command, error, run):
            return _own({"fail": command, "error": error}, run)
        case Released(command, run):
            return _own({"release": command}, run)
        case Operated(operation, run):
            told = operation._asdict() | {"values": _told(operation.values or {}, definition) or None}
            return _own({"operate": told}, run)
    raise NotKept("a migration")


def input_of_json(data: Any) -> Began | Input:
    """The input that ``input_json`` wrote. Raises ``NotKept`` where a value was withheld or it is none."""
    run = data.get("run")
    match data:
        case {"began": began}:
            actor = None if began["actor"] is None else Actor.from_json(began["actor"])
            return Began(_values(began["given"]), began["at"], actor, began["run"])
        case {"contribute": written}:
            values = _values(written["values"])
            return Contributed(Contribution.from_json(written, simulated=True)._replace(values=values), run)
        case {"wait": until}:
            return Waited(until)
        case {"claim": command}:
            return Claimed(command, run)
        case {"fail": command, "error": error}:
            return Failed(command, error, run)
        case {"release": command}:
            return Released(command, run)
        case {"operate": told}:
            return Operated(Operation(**told | {"values": _values(told["values"] or {}) or None}), run)
    raise NotKept("no input")


def _own(data: dict[str, Any], run: str | None) -> dict[str, Any]:
    return data if run is None else data | {"run": run}


def _told(values: Mapping[str, Any], definition: Definition) -> dict[str, Any]:
    """Values as pairs, so that one that is left out can be told from every other."""
    return {
        name: [] if name in definition.sensitive and value not in (None, "") else [value]
        for name, value in values.items()
    }


def _values(told: Mapping[str, list[Any]]) -> dict[str, Any]:
    return dict(_clear(told))


def _clear(told: Mapping[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    for name, pair in told.items():
        if not pair:
            raise _Withheld(name)
        yield name, pair[0]
