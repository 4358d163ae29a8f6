"""The reducer: what a machine does with what comes in. Pure: no clock, no chance, no disk."""

from engine.reducer.actor import SYSTEM, Actor
from engine.reducer.clock import format_time, parse_time
from engine.reducer.contribute import contribute
from engine.reducer.contribution import Contribution, Elicitation, Proposal
from engine.reducer.create import create
from engine.reducer.definition import Definition
from engine.reducer.envelope import Envelope
from engine.reducer.ledger import Effect, Fired
from engine.reducer.link import link
from engine.reducer.pending import is_stuck, pending
from engine.reducer.step import Step, step_json
from engine.reducer.tick import tick
from engine.reducer.values import fits

__all__ = [
    "SYSTEM",
    "Actor",
    "Contribution",
    "Definition",
    "Effect",
    "Elicitation",
    "Envelope",
    "Fired",
    "Proposal",
    "Step",
    "contribute",
    "create",
    "fits",
    "format_time",
    "is_stuck",
    "link",
    "parse_time",
    "pending",
    "step_json",
    "tick",
]
