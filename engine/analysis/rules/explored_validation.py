"""Q403: a ``validate`` fails on a value in a run, so that a fitting answer counts as none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Seen
from engine.analysis.exact.truth import ERROR
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.analysis.rules.explored_errors import Answers, comes_by, protecting, unset_in
from engine.diagnostics import Path, Severity
from engine.reducer import microsteps

VALIDATE_MAY_FAIL = Check("Q403", "validate-may-fail", Severity.WARNING, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    explored = context.exploration
    if explored is None or not any(
        each.validate_ for state in context.workflow.states.values() for each in state.requires
    ):
        return
    reported: set[Path] = set()
    answers = Answers(context.workflow)
    for name, seen, values in _moments(context):
        for index, requirement in enumerate(context.workflow.states[name].requires):
            if requirement.name not in values:
                continue
            for place, guard in enumerate(requirement.validate_):
                path: Path = ("states", name, "requires", index, "validate", place, "expression")
                source = guard.expression
                if path in reported or not answers.of(source, values, requirement.name) & ERROR:
                    continue
                reported.add(path)
                unset = unset_in(context, source, values, requirement.name)
                yield Found(
                    check=VALIDATE_MAY_FAIL,
                    path=path,
                    message=messages.validate_fails(requirement.name, source, unset),
                    fixes=tuple(protecting(path, source, unset)),
                    witness=explored.witness(seen),
                    shows=partial(comes_by, state=name),
                )


def _moments(context: Context) -> Iterator[tuple[str, Seen, Mapping[str, Any]]]:
    """Every moment at which requirements are judged: the state, the step, the context."""
    explored = context.exploration
    assert explored is not None
    for name, places in context.resting.items():
        for place in places:
            situation = explored.situations[place]
            yield name, Seen.resting(situation), situation.envelope.context
    for seen in explored.telling:
        for fired, values in microsteps(seen.step):
            yield fired.source, seen, values


RULE = MachineRule((VALIDATE_MAY_FAIL,), run)
