"""Replay: runs rebuilt from their events and payloads alone, compared with what was stored; nothing is performed."""

from engine.runtime.replay.rebuild import Rebuilder, Rebuilt
from engine.runtime.replay.replay import Kind, Outcome, replay, replay_against
from engine.runtime.replay.stored import StoredEvent, StoredRun, StoredStep, Unreplayable
from engine.runtime.replay.traces import FindVersion, TraceRun, read_trace

__all__ = [
    "FindVersion",
    "Kind",
    "Outcome",
    "Rebuilder",
    "Rebuilt",
    "StoredEvent",
    "StoredRun",
    "StoredStep",
    "TraceRun",
    "Unreplayable",
    "read_trace",
    "replay",
    "replay_against",
]
