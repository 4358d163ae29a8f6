"""Steps turned into rows: what one input did to a family, ready to be written in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engine.reducer import (
    Definition,
    Elicitation,
    Envelope,
    Record,
    Step,
    events_of,
    parse_time,
    pending,
    record_json,
)
from engine.runtime.family import Counts, Family
from engine.runtime.rows import event_line
from engine.runtime.vault import Kept, Vault, stored
from engine.simulate import RunStep, World

CHECKPOINT_EVERY = 100
"""Transitions between checkpoints where the machine's policy says nothing."""

Rows = list[dict[str, Any]]

_encode = json.JSONEncoder(ensure_ascii=False).encode


def dumped(value: Any) -> str:
    """JSON as traces have it."""
    text = _encode(value)
    return text if text.isascii() or _encodable(text) else json.dumps(value)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Recorder:
    """Collects the rows of the steps of one input; ``family`` is what came before."""

    def __init__(self, family: Family) -> None:
        self.vault = family.vault
        self.root = family.world.root
        self.seq = family.seq
        self.step = family.step
        self.hash = family.hash
        self.asked = {run: dict(seqs) for run, seqs in family.asked.items()}
        self.counts = dict(family.counts)
        self.events: Rows = []
        self.steps: Rows = []
        self.snapshots: Rows = []
        self.envelopes: dict[str, str] = {}
        self.purges: list[str] = []
        self.contents: list[Kept] = []

    def take(self, steps: Sequence[RunStep]) -> None:
        for run, step in steps:
            self._take(run, step)

    def _take(self, run: str, step: Step) -> None:
        first = self.seq + 1
        self.step += 1
        events = events_of(step, partial(self.vault.conceal, run))
        data, clear = stored(step.envelope, self.vault)
        envelope = dumped(data)
        self.envelopes[run] = envelope if clear is None else dumped({**data, "clear": clear})
        base = self.seq
        asked = self.asked.setdefault(run, {})
        for event in events:
            text = dumped(event.data)
            if event is events[-1]:
                text = f'{text[:-1]}, "envelope": {envelope}}}'
            answered = event.data.get("elicitations") or ("",)
            cause = event.cause + base if event.cause else asked.get(answered[0])
            self._append(run, event.type, event.at, cause, event.version, text)
            if event.type == "elicitation":
                asked[event.data["id"]] = self.seq
        before = self.counts.get(run) or Counts(0, 0, step.at)
        problem = not step.accepted or events[-1].type == "halted"
        self.counts[run] = Counts(before.events + len(events), before.problems + problem, before.created_at)
        self.steps.append(self._step_row(run, step, first))
        if step.purges:
            self.purges.append(run)
        self.contents += (_blob(run, step, payload.key, payload.content, self.vault) for payload in step.payloads)
        if _checkpoints(step):
            self.snapshots.append(
                {
                    "run": run,
                    "version": step.version,
                    "root": self.root,
                    "seq": self.seq,
                    "envelope": self.envelopes[run],
                }
            )

    def _append(self, run: str, type: str, at: int, cause: int | None, version: int, data: str) -> None:
        self.seq += 1
        line = event_line(self.seq, type, at, cause, version, data, run, self.root)
        self.hash = chained(self.hash, line)
        self.events.append(
            {
                "root": self.root,
                "seq": self.seq,
                "run": run,
                "step": self.step,
                "type": type,
                "at": at,
                "cause": cause,
                "version": version,
                "data": data,
                "hash": self.hash,
            }
        )

    def _step_row(self, run: str, step: Step, first: int) -> dict[str, Any]:
        committed = step.accepted and step.code is None
        contribution = step.contribution if committed and step.kind == "contribution" else None
        return {
            "root": self.root,
            "step": self.step,
            "run": run,
            "kind": step.kind,
            "name": step.name,
            "version": step.version,
            "first": first,
            "last": self.seq,
            "contribution": None if contribution is None else contribution.id,
            "record": dumped(concealed_record(step.record, step.envelope, self.vault))
            if step.record is not None and committed
            else None,
        }


def concealed_record(record: Record, envelope: Envelope, vault: Vault) -> dict[str, Any]:
    """A step of an envelope's history, with what it wrote over concealed where that is sensitive."""
    data = record_json(record)
    for happening in data["trail"]:
        if happening.get("over") is not None and happening["wrote"] in envelope.definition.sensitive:
            happening["over"] = vault.conceal(envelope.run, happening["wrote"], happening["over"])
    return data


def chained(before: str, line: str) -> str:
    """The hash of an event: over the hash of the one before and the event's line."""
    return hashlib.sha256(f"{before}{line}".encode()).hexdigest()


def _blob(run: str, step: Step, key: str, content: bytes, vault: Vault) -> Kept:
    field = key.rsplit("/", 1)[-1]
    reference = step.envelope.context.get(field)
    ends = reference.get("expiresAt") if isinstance(reference, Mapping) else None
    return Kept(key, run, field, vault.name(), content, True, None if ends is None else parse_time(ends))


def _checkpoints(step: Step) -> bool:
    """Whether the step went past a multiple of ``checkpointEvery`` transitions, by the visits of its run."""
    if step.before is None or not step.accepted:
        return False
    every = step.definition.policy.checkpoint_every or CHECKPOINT_EVERY
    return step.envelope.visit // every > step.before.visit // every


def status_of(definition: Definition, envelope: Envelope, asked: Sequence[Elicitation]) -> str:
    """How a run stands, in one word."""
    if envelope.ended:
        return "ended"
    if envelope.faulted is not None:
        return "faulted"
    if asked:
        return "parked"
    return "stuck" if envelope.quiet else "running"


def contributor(source: Any) -> str:
    """Who is asked, as one word: ``agent``, ``user:brad``, ``role:approver``, ``tool:search``, ``system``."""
    if isinstance(source, str):
        return source
    ((kind, name),) = source.items()
    return f"{kind}:{name}"


def run_row(recorder: Recorder, world: World, run: str) -> tuple[dict[str, Any], Sequence[Elicitation]]:
    """The row of a run after the input, and what it waits for."""
    envelope = world.runs[run]
    definition = envelope.definition
    asked = pending(definition, envelope)
    counts = recorder.counts[run]
    faulted = envelope.faulted is not None
    waiting = ["operator"] if faulted else list(dict.fromkeys(contributor(each.from_) for each in asked))
    return {
        "run": run,
        "machine": envelope.machine,
        "definition": envelope.hash,
        "machine_version": definition.version,
        "state": envelope.state,
        "status": status_of(definition, envelope, asked),
        "waiting_for": dumped(waiting),
        "changed_at": envelope.at,
        "version": envelope.version,
        "events": counts.events,
        "problems": counts.problems,
        "envelope": recorder.envelopes[run],
        "next_due": None if faulted or not envelope.timers else envelope.timers[0].at,
    }, asked
