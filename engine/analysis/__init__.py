"""Checks: is this machine wise? Rules over one machine, and everything around what they find.

``check(parsed)`` gives a ``Report`` of ``Finding`` objects. A rule is a function that yields ``Found`` (a path, a
message, fixes) and stands in a file of ``engine.analysis.rules``; placing it in the text, silencing consequences,
suppression by comments, profiles and fingerprints happen around it. ``Session`` checks one machine while it is typed.
"""

from engine.analysis.check import check, checks
from engine.analysis.context import Cancelled, Context
from engine.analysis.coverage import NOTHING_PROVED, Coverage, Open
from engine.analysis.exact.explore import Exploration, explore
from engine.analysis.exact.table import DecisionTable, Row, decision_table
from engine.analysis.finding import Certificate, Finding, Way, Witness
from engine.analysis.fixing import Fixed, fix_all
from engine.analysis.levels import LEVELS, PROFILES, Level, Profile
from engine.analysis.playback import Played, played
from engine.analysis.project import Project
from engine.analysis.report import Report, stops_a_run
from engine.analysis.rule import Check, Fix, Found, Kind, MachineRule, Part, StateRule
from engine.analysis.session import Delta, Session

__all__ = [
    "LEVELS",
    "NOTHING_PROVED",
    "PROFILES",
    "Cancelled",
    "Certificate",
    "Check",
    "Context",
    "Coverage",
    "DecisionTable",
    "Delta",
    "Exploration",
    "Finding",
    "Fix",
    "Fixed",
    "Found",
    "Kind",
    "Level",
    "MachineRule",
    "Open",
    "Part",
    "Played",
    "Profile",
    "Project",
    "Report",
    "Row",
    "Session",
    "StateRule",
    "Way",
    "Witness",
    "check",
    "checks",
    "decision_table",
    "explore",
    "fix_all",
    "played",
    "stops_a_run",
]
