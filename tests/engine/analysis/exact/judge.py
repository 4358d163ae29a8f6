"""The engine's verdicts on one state, each held against concrete values and Google's CEL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.analysis.exact.decide import Example, Never
from engine.analysis.exact.local import Local
from engine.dsl import State, Workflow
from tests.engine.analysis.exact.brute import passes
from tests.engine.analysis.exact.questions import Passing, questions

Situation = tuple[dict[str, Any], Passing]


def judged(workflow: Workflow, situations: Sequence[Situation]) -> Iterator[tuple[str, str | None]]:
    """For each question about the state ``start`` the kind of verdict, and what is wrong with it, if anything.

    A proof has no counterexample among the situations, an example is eligible and does what it is an example of.
    """
    state = workflow.states["start"]
    local = Local(workflow.context, "start", state)
    for question in questions(local):
        verdict = local.decide([*local.eligible, *question.claims])
        fault = None
        if isinstance(verdict, Never):
            counterexample = next((context for context, passed in situations if question.holds(passed)), None)
            fault = counterexample and f"{question.name}, by {counterexample}"
        elif isinstance(verdict, Example):
            context = verdict.context
            if not eligible(state, context):
                fault = f"{question.name}: {context} is not eligible"
            elif not question.holds(passing(state, context)):
                fault = f"{question.name}: not by {context}"
        by_cases = question.ask(local)
        if {type(verdict), type(by_cases)} == {Never, Example}:
            fault = f"{question.name}: {verdict} by itself, {by_cases} among all cases"
        yield type(verdict).__name__, fault


def eligible(state: State, context: Mapping[str, Any]) -> bool:
    return all(
        each.name in context and all(passes(guard.expression, context, context[each.name]) for guard in each.validate_)
        for each in state.requires
        if each.required
    )


def passing(state: State, context: Mapping[str, Any]) -> Passing:
    return tuple(all(passes(guard.expression, context) for guard in edge.guards) for edge in state.transitions)
