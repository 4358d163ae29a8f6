"""Simulation: runs taken by hand or by program, as immutable sessions; nothing in them is ever performed."""

from engine.simulate.autopilot import Autopilot, Flown, Growth, grown
from engine.simulate.compare import MISSING, Difference, compare_sessions, differences, first_difference
from engine.simulate.coverage import Coverage, coverage_of, everything
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Input, Migrated, Operated, Released, Waited
from engine.simulate.kept import NotKept, Restored, restore, session_json
from engine.simulate.lead import lead
from engine.simulate.plant import CRASH_POINTS, Broken, CrashPoint, Plant, Receipt, Receiver, crash
from engine.simulate.play import Miss, Played, play
from engine.simulate.renaming import renamed
from engine.simulate.scenario import Misread, ReadScenario, Scenario, read_scenario
from engine.simulate.session import Crashed, Node, Session
from engine.simulate.trace import Opened, Trace, UnreadableTrace, open_trace, save
from engine.simulate.world import Find, RunStep, World

__all__ = [
    "CRASH_POINTS",
    "MISSING",
    "Autopilot",
    "Began",
    "Broken",
    "Claimed",
    "Contributed",
    "Coverage",
    "CrashPoint",
    "Crashed",
    "Difference",
    "Failed",
    "Find",
    "Flown",
    "Growth",
    "Input",
    "Migrated",
    "Misread",
    "Miss",
    "Node",
    "NotKept",
    "Opened",
    "Operated",
    "Plant",
    "Played",
    "ReadScenario",
    "Receipt",
    "Receiver",
    "Released",
    "Restored",
    "RunStep",
    "Scenario",
    "Session",
    "Trace",
    "UnreadableTrace",
    "Waited",
    "World",
    "compare_sessions",
    "coverage_of",
    "crash",
    "differences",
    "everything",
    "first_difference",
    "grown",
    "lead",
    "open_trace",
    "play",
    "read_scenario",
    "renamed",
    "restore",
    "save",
    "session_json",
]
