"""What the exact checks have decided of a machine, and what they left open and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Found, Kind, Rule
from engine.analysis.unknowns import UNKNOWN
from engine.diagnostics import Path


@dataclass(frozen=True, slots=True)
class Open:
    """A check that is not decided at an entry, ``()`` for the whole machine, and why."""

    check: str
    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The checks by id that are decided everywhere: what they did not find is not there; and what is open.

    ``situations`` counts those looked at in which runs can wait, ``states`` the states that runs were seen to enter.
    """

    decided: tuple[str, ...] = ()
    open: tuple[Open, ...] = ()
    situations: int = 0
    states: int = 0


SETTLED = ("L602", "G503", "G504", "L605", "L606", "A709", "L614")
"""What is decided once all that can happen at most was seen, without a look at every situation."""

NOTHING_PROVED = Coverage()


def coverage_of(context: Context, rules: Sequence[Rule], found: Iterable[Found]) -> Coverage:
    """What the rules, which have run, could decide."""
    exact = {each.id: each.kind for rule in rules for each in rule.checks if each.kind is not Kind.SYNTAX}
    exact.pop(UNKNOWN.id, None)
    open_ = [Open(each.data["check"], each.path, each.message) for each in found if each.check is UNKNOWN]
    explored = context.exploration
    why = messages.not_run() if explored is None else explored.partial
    if why is not None:
        at_once = {each.check for each in open_ if not each.path}
        settled = SETTLED if explored is not None and explored.settled else ()
        whole = (id for id, kind in exact.items() if kind is Kind.GLOBAL and id not in at_once and id not in settled)
        open_ += [Open(id, (), why) for id in whole]
    unsure = {each.check for each in open_}
    return Coverage(
        tuple(sorted(exact.keys() - unsure)),
        tuple(sorted(open_, key=lambda each: each.check)),
        0 if explored is None else len(explored.situations),
        0 if explored is None else len(explored.entered),
    )
