"""G506, G507: transitions whose order decides where a run goes, and transitions that could be one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.decide import Example, Never, Undecided
from engine.analysis.exact.local import Local
from engine.analysis.exact.words import context_in_words
from engine.analysis.rule import Check, Fix, Found, Kind, StateRule
from engine.analysis.rules.exact_unknown import unknown
from engine.diagnostics import Path, Severity
from engine.dsl import Parsed, State, Transition, edit
from engine.text import Patch

ORDER_DECIDES = Check("G506", "order-decides", Severity.INFO, Kind.LOCAL)
MERGEABLE = Check("G507", "mergeable", Severity.INFO, Kind.LOCAL)


def order_decides(context: Context, name: str, state: State) -> Iterator[Found]:
    """Pairs of guarded transitions that pass together and lead elsewhere; shadowed ones are reported as such."""
    local = context.local(name)
    at: Path = ("states", name, "transitions")
    for later, edge in enumerate(state.transitions):
        if not edge.guards or not isinstance(local.passes(later), Example):
            continue
        if isinstance(local.fires(later, range(later)), Never):
            continue
        for first, other in enumerate(state.transitions[:later]):
            if not other.guards or other.to_state == edge.to_state:
                continue
            together = local.passes(first, later)
            if isinstance(together, Undecided):
                subject = messages.can_pass_together(other.to_state, edge.to_state)
                yield unknown(ORDER_DECIDES, (*at, later), subject, together)
            elif isinstance(together, Example):
                yield Found(
                    check=ORDER_DECIDES,
                    path=(*at, later),
                    message=messages.order_decides(other.to_state, edge.to_state, context_in_words(together.context)),
                    about=(other.to_state,),
                    related=((messages.passes_too(other.to_state), (*at, first)),),
                    data={"before": first, "context": dict(together.context)},
                )


def mergeable(context: Context, name: str, state: State) -> Iterator[Found]:
    """Each group of transitions that could be one, whatever stands between them."""
    local = context.local(name)
    at: Path = ("states", name, "transitions")
    grouped: set[int] = set()
    for first, edge in enumerate(state.transitions):
        if first in grouped:
            continue
        group = _group(local, first)
        grouped.update(group.joined)
        if not group.joined:
            continue
        yield Found(
            check=MERGEABLE,
            path=(*at, group.joined[0]),
            message=messages.mergeable(edge.to_state, 1 + len(group.joined)),
            related=tuple((messages.the_other(edge.to_state), (*at, each)) for each in (first, *group.joined[1:])),
            fixes=(Fix(messages.merge(edge.to_state), partial(_merged, name=name, group=group), automatic=False),),
            data={"transitions": [first, *group.joined]},
        )


@dataclass(frozen=True, slots=True)
class Group:
    """A transition, later ones that could be one with it, and which of them would stand for all."""

    first: int
    joined: tuple[int, ...]
    kept: int


def _group(local: Local, first: int) -> Group:
    edges = local.state.transitions
    alike = [later for later in range(first + 1, len(edges)) if _alike(edges[first], edges[later])]
    if edges[first].guards:
        upwards = tuple(
            later
            for later in alike
            if edges[later].guards and _passes_over(local, later, range(first + 1, later), alike)
        )
        if upwards:
            return Group(first, upwards, first)
        for later in alike:
            if later == len(edges) - 1 and _passes_over(local, first, range(first + 1, later), alike):
                return Group(first, (later,), later)
    return Group(first, (), first)


def _alike(one: Transition, other: Transition) -> bool:
    described = {each.description for each in (one, other)} - {None}
    return (one.to_state, one.on_transition) == (other.to_state, other.on_transition) and len(described) < 2


def _passes_over(local: Local, moved: int, between: Iterable[int], alike: Collection[int]) -> bool:
    """Whether a transition can change places with those between that are unlike it: they never pass together."""
    return all(each in alike or isinstance(local.passes(each, moved), Never) for each in between)


def _merged(parsed: Parsed, name: str, group: Group) -> Patch:
    """One transition with any of the guards in the place of the one that is kept; the others go."""
    workflow = parsed.workflow
    assert workflow is not None
    members = (group.first, *group.joined)
    edges = [workflow.states[name].transitions[index] for index in members]
    any_of = [_both(edge) for edge in edges] if all(edge.guards for edge in edges) else []
    guards = [" || ".join(f"({each})" for each in any_of)] if any_of else []
    patches = [edit.set_guards(parsed, name, group.kept, guards)]
    patches += [edit.remove_transition(parsed, name, index) for index in members if index != group.kept]
    return Patch.join(patches)


def _both(edge: Transition) -> str:
    expressions = [guard.expression.strip() for guard in edge.guards]
    return expressions[0] if len(expressions) == 1 else " && ".join(f"({each})" for each in expressions)


ORDER = StateRule((ORDER_DECIDES,), order_decides)
MERGE = StateRule((MERGEABLE,), mergeable)
