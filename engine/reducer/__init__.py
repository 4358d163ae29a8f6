"""The reducer: what a machine does with what comes in. Pure: no clock, no chance, no disk.

``link`` a workflow once, ``create`` a run, then ``contribute``, ``tick`` and the rest give steps; each step carries the
envelope that follows. Envelopes are never changed.
"""

from engine.reducer.actor import SYSTEM, Actor
from engine.reducer.children import child_refused, end_child
from engine.reducer.clock import END_OF_TIME, SECOND, START_OF_TIME, format_time, parse_time
from engine.reducer.commands import claim, fail, release
from engine.reducer.contribute import contribute
from engine.reducer.contribution import CURRENT, Contribution, Elicitation, Proposal
from engine.reducer.create import create
from engine.reducer.definition import Definition
from engine.reducer.envelope import Approval, Child, Command, Due, Envelope, Fault, Restriction
from engine.reducer.events import Event, events_of
from engine.reducer.ledger import Effect, Fired, Note, Record
from engine.reducer.link import link
from engine.reducer.migrate import migrate
from engine.reducer.moves import Move, Write, moves
from engine.reducer.operate import Operation, operate
from engine.reducer.payloads import content_digest, resolve
from engine.reducer.pending import is_stuck, masked, pending
from engine.reducer.portable import record_json, told
from engine.reducer.step import Step, step_json
from engine.reducer.templates import MASK
from engine.reducer.tick import MOST_FIRINGS, at_time, storm, tick
from engine.reducer.turn import Ask, Turn, turn
from engine.reducer.values import fits
from engine.reducer.why import (
    FiredWhy,
    GuardWhy,
    RequirementWhy,
    Routing,
    TransitionWhy,
    Why,
    explain,
    explain_fired,
    microsteps,
)
from engine.reducer.work import Payload

__all__ = [
    "CURRENT",
    "END_OF_TIME",
    "MASK",
    "MOST_FIRINGS",
    "SECOND",
    "START_OF_TIME",
    "SYSTEM",
    "Actor",
    "Approval",
    "Ask",
    "Child",
    "Command",
    "Contribution",
    "Definition",
    "Due",
    "Effect",
    "Elicitation",
    "Envelope",
    "Event",
    "Fault",
    "Fired",
    "FiredWhy",
    "GuardWhy",
    "Move",
    "Note",
    "Operation",
    "Payload",
    "Proposal",
    "Record",
    "RequirementWhy",
    "Restriction",
    "Routing",
    "Step",
    "TransitionWhy",
    "Turn",
    "Why",
    "Write",
    "at_time",
    "child_refused",
    "claim",
    "content_digest",
    "contribute",
    "create",
    "end_child",
    "events_of",
    "explain",
    "explain_fired",
    "fail",
    "fits",
    "format_time",
    "is_stuck",
    "link",
    "masked",
    "microsteps",
    "migrate",
    "moves",
    "operate",
    "parse_time",
    "pending",
    "record_json",
    "release",
    "resolve",
    "step_json",
    "storm",
    "tick",
    "told",
    "turn",
]
