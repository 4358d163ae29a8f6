"""Simulation: runs taken by hand or by program, as immutable sessions; nothing in them is ever performed."""

from engine.simulate.compare import MISSING, Difference, compare_sessions, first_difference
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Input, Operated, Released, Waited
from engine.simulate.session import Node, Session
from engine.simulate.trace import Opened, Trace, UnreadableTrace, open_trace, save
from engine.simulate.world import Find, RunStep, World

__all__ = [
    "MISSING",
    "Began",
    "Claimed",
    "Contributed",
    "Difference",
    "Failed",
    "Find",
    "Input",
    "Node",
    "Opened",
    "Operated",
    "Released",
    "RunStep",
    "Session",
    "Trace",
    "UnreadableTrace",
    "Waited",
    "World",
    "compare_sessions",
    "first_difference",
    "open_trace",
    "save",
]
