"""Replay: runs rebuilt from their events and payloads alone, compared with what was stored; nothing is performed."""

from engine.runtime.replay.journals import JournalRun
from engine.runtime.replay.many import replay_many
from engine.runtime.replay.rebuild import Rebuilder, Rebuilt
from engine.runtime.replay.replay import Kind, Outcome, by_input, replay, replay_against
from engine.runtime.replay.source import JournalSource, Source, TraceSource, is_journal, open_source
from engine.runtime.replay.stored import StoredEvent, StoredRun, StoredStep, Unreplayable
from engine.runtime.replay.traces import FindVersion, TraceRun, read_trace

__all__ = [
    "FindVersion",
    "JournalRun",
    "JournalSource",
    "Kind",
    "Outcome",
    "Rebuilder",
    "Rebuilt",
    "Source",
    "StoredEvent",
    "StoredRun",
    "StoredStep",
    "TraceRun",
    "TraceSource",
    "Unreplayable",
    "by_input",
    "is_journal",
    "open_source",
    "read_trace",
    "replay",
    "replay_against",
    "replay_many",
]
