"""Envelopes as portable JSON and back: a run goes on from it exactly as it would have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import DefinitionRefused
from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.clock import format_time, parse_time
from engine.reducer.contribution import Contribution, Elicitation, Proposal
from engine.reducer.definition import Definition
from engine.reducer.envelope import (
    CALM,
    Approval,
    Child,
    Command,
    Due,
    Envelope,
    Exchanges,
    Fault,
    Message,
    Pin,
    Restriction,
)
from engine.reducer.events import Conceal, mask
from engine.reducer.ledger import ABSENT, Effect, Fired, Happening, Ledger, Note, Record, Then, is_write
from engine.reducer.payloads import content_digest
from engine.reducer.work import Work


def envelope_json(envelope: Envelope, *, history: bool = True) -> dict[str, Any]:
    """Everything of a run; without ``history`` what changes with each step only, the records of the steps left out."""
    data: dict[str, Any] = {
        "run": envelope.run,
        "machine": envelope.machine,
        "definitionVersion": envelope.definition_version,
        "hash": envelope.hash,
        "key": envelope.pin.key,
        "state": envelope.state or None,
        "visit": envelope.visit,
        "version": envelope.version,
        "at": format_time(envelope.at),
        "stop": envelope.stop,
        "context": dict(envelope.context),
        "authors": {
            field: [actor.to_json() for actor in authors]
            for field, authors in envelope.authors.items()
            if authors and field in envelope.context
        },
        "approvals": {field: _approval_json(approval) for field, approval in envelope.approvals.items()},
        "exchanges": envelope.exchanges._asdict() | {"agents": dict(envelope.exchanges.agents)},
        "timers": [{"name": due.name, "at": format_time(due.at), "rank": due.rank} for due in envelope.timers],
        "commands": {name: _command_json(command) for name, command in envelope.commands.items()},
        "children": {name: _child_json(child) for name, child in envelope.children.items()},
        "restrict": _restriction_json(envelope.restrict),
        "injected": [message._asdict() for message in envelope.injected],
        "faulted": None
        if envelope.faulted is None
        else envelope.faulted._asdict() | {"at": format_time(envelope.faulted.at)},
    }
    if history:
        records = list(envelope.ledger.upto(envelope.version))
        data["accepted"] = {
            str(record.name): {"version": record.version, "content": _content(envelope, record)}
            for record in records
            if record.content is not None
        }
        data["history"] = [record_json(record) for record in records]
    return data


def told(envelope: Envelope, conceal: Conceal = mask) -> dict[str, Any]:
    """The envelope as it may be written down: no history, and ``conceal`` in the place of sensitive values."""
    data = envelope_json(envelope, history=False)
    del data["key"]
    sensitive = envelope.definition.sensitive
    data["context"] = {
        field: conceal(field, value) if field in sensitive else value for field, value in data["context"].items()
    }
    for command in data["commands"].values():
        command["with_"] = command.pop("shown")
    for child in data["children"].values():
        child["inputs"] = child.pop("shown")
    data["injected"] = [{"role": message.role, "text": message.shown} for message in envelope.injected]
    return data


def envelope_from_json(definition: Definition, data: Mapping[str, Any]) -> Envelope:
    if (data["machine"], data["hash"]) != (definition.name, definition.hash):
        raise DefinitionRefused(messages.other_definition(data["run"], data["machine"], data["definitionVersion"]))
    work = Work()
    work.definition = definition
    work.pin = Pin(data["run"], data["machine"], data["key"])
    work.plan = definition.states[data["state"] or ""]
    work.trail = []
    work.visit = data["visit"]
    work.version = data["version"]
    work.at = parse_time(data["at"])
    work.stop = data["stop"]
    work.context = dict(data["context"])
    work.authors = {field: tuple(map(Actor.from_json, authors)) for field, authors in data["authors"].items()}
    restrict, fault = data["restrict"], data["faulted"]
    work.affairs = CALM
    work.set(
        approvals={field: _approval(approval) for field, approval in data["approvals"].items()},
        exchanges=Exchanges(**data["exchanges"]),
        timers=tuple(Due(parse_time(item["at"]), item["rank"], item["name"]) for item in data["timers"]),
        commands={name: _command(command) for name, command in data["commands"].items()},
        children={name: Child(**child) for name, child in data["children"].items()},
        restrict=None if restrict is None else _restriction(restrict),
        injected=tuple(Message(**message) for message in data["injected"]),
        faulted=None if fault is None else Fault(**{**fault, "at": parse_time(fault["at"])}),
    )
    contents = {item["version"]: item["content"] for item in data.get("accepted", {}).values()}
    work.ledger = Ledger(tuple(_record(item, contents.get(item["version"])) for item in data.get("history", ())))
    return work.sealed()


def _content(envelope: Envelope, record: Record) -> str:
    content = record.content
    return (
        content_digest(envelope.definition, content, envelope.pin.key)
        if isinstance(content, Contribution)
        else str(content)
    )


def _approval_json(approval: Approval) -> dict[str, Any]:
    return approval._asdict() | {
        "by": approval.by.to_json(),
        "at": format_time(approval.at),
        "values": dict(approval.values),
    }


def _approval(data: Mapping[str, Any]) -> Approval:
    return Approval(**{**data, "by": Actor.from_json(data["by"]), "at": parse_time(data["at"])})


_COMMAND_TIMES = ("sent", "not_before")


def _command_json(command: Command) -> dict[str, Any]:
    data = command._asdict() | {"with_": dict(command.with_), "shown": dict(command.shown)}
    return data | {key: format_time(data[key]) for key in _COMMAND_TIMES}


def _command(data: Mapping[str, Any]) -> Command:
    return Command(**{**data, **{key: parse_time(data[key]) for key in _COMMAND_TIMES}})


def _child_json(child: Child) -> dict[str, Any]:
    return child._asdict() | {
        "inputs": dict(child.inputs),
        "shown": dict(child.shown),
        "outputs": dict(child.outputs),
    }


def _restriction_json(restriction: Restriction | None) -> dict[str, Any] | None:
    if restriction is None:
        return None
    return {"allow": None if restriction.allow is None else list(restriction.allow), "deny": list(restriction.deny)}


def _restriction(data: Mapping[str, Any]) -> Restriction:
    return Restriction(None if data["allow"] is None else tuple(data["allow"]), tuple(data["deny"]))


def record_json(record: Record) -> dict[str, Any]:
    """One step of an envelope's history; what it wrote over is in the clear."""
    data: dict[str, Any] = {
        "kind": record.kind,
        "name": record.name,
        "version": record.version,
        "at": format_time(record.at),
        "visit": record.visit,
        "state": record.state or None,
        "stop": record.stop,
        "quiet": record.then.quiet,
        "trail": [_happening_json(item) for item in record.trail],
        "approvals": {field: _approval_json(approval) for field, approval in record.then.approvals.items()},
    }
    if record.asked is not None:
        data["asked"] = [elicitation.to_json() for elicitation in record.asked]
    return data


def _record(data: Mapping[str, Any], content: str | None) -> Record:
    asked = data.get("asked")
    return Record(
        kind=data["kind"],
        name=data["name"],
        version=data["version"],
        at=parse_time(data["at"]),
        visit=data["visit"],
        state=data["state"] or "",
        stop=data["stop"],
        trail=tuple(map(_happening, data["trail"])),
        then=Then({field: _approval(approval) for field, approval in data["approvals"].items()}, data["quiet"]),
        content=content,
        asked=None if asked is None else tuple(map(_elicitation, asked)),
    )


def _happening_json(item: Happening) -> dict[str, Any]:
    if is_write(item):
        field, old = item
        return {"wrote": field, "over": None if old is ABSENT else old}
    match item:
        case Fired():
            return {"fired": item.to_json()}
        case Effect():
            return {"effect": item.to_json()}
        case Note():
            return {"note": item.type, "data": dict(item.data)}
    raise TypeError(item)


def _happening(data: Mapping[str, Any]) -> Happening:
    if "wrote" in data:
        return data["wrote"], ABSENT if data["over"] is None else data["over"]
    if "fired" in data:
        return Fired.from_json(data["fired"])
    if "note" in data:
        return Note(data["note"], data["data"])
    effect = data["effect"]
    shown = {key: value for key, value in effect.items() if key not in ("id", "kind")}
    return Effect(effect["id"], effect["kind"], shown, shown)


def _elicitation(data: Mapping[str, Any]) -> Elicitation:
    proposal = Proposal(data["proposal"], data["proposalHash"]) if "proposal" in data else None
    return Elicitation(
        data["id"], data["state"], data["field"], data["from"], data["required"], data.get("prompt"), proposal
    )
