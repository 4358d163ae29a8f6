"""G501, G502: transitions that can never fire, since their guards contradict or earlier ones always come first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.certificates import Reason, arriving, core, demands, refusals, requirements
from engine.analysis.exact.decide import Never, Undecided
from engine.analysis.exact.local import Local
from engine.analysis.finding import Certificate, Way
from engine.analysis.rule import Check, Fix, Found, Kind, StateRule
from engine.analysis.rules.exact_unknown import unknown
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import State

DEAD_TRANSITION = Check("G501", "dead-transition", Severity.ERROR, Kind.LOCAL)
SHADOWED = Check("G502", "shadowed", Severity.ERROR, Kind.LOCAL)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    local = context.local(name)
    if isinstance(local.can_route, Never):
        return
    live: list[int] = []
    for index, edge in enumerate(state.transitions):
        at: Path = ("states", name, "transitions", index)
        passes = local.passes(index)
        if isinstance(passes, Never):
            yield _dead(local, index, at)
            continue
        if isinstance(passes, Undecided):
            yield unknown(DEAD_TRANSITION, at, messages.can_fire(edge.to_state), passes)
        elif live and all(state.transitions[each].guards for each in live):
            fires = local.fires(index, live)
            if isinstance(fires, Never):
                yield _shadowed(local, index, live, at)
            elif isinstance(fires, Undecided):
                yield unknown(SHADOWED, at, messages.can_fire(edge.to_state), fires)
        live.append(index)


def _dead(local: Local, index: int, at: Path) -> Found:
    target = local.state.transitions[index].to_state
    reasons = core(local, [*requirements(local), *demands(local.guards[index])])
    return Found(
        check=DEAD_TRANSITION,
        path=at,
        message=messages.dead(target, [reason.text for reason in reasons]),
        fixes=(_delete(local, index),),
        certificate=_certificate(local, reasons, at),
    )


def _shadowed(local: Local, index: int, earlier: Sequence[int], at: Path) -> Found:
    edges = local.state.transitions
    reasons = core(local, [*requirements(local), *refusals(local, earlier), *demands(local.guards[index])])
    left = {id(reason.claim[0]) for reason in reasons}
    before = [each for each in earlier if id(local.passing[each]) in left]
    return Found(
        check=SHADOWED,
        path=at,
        message=messages.shadowed(edges[index].to_state, list(dict.fromkeys(edges[each].to_state for each in before))),
        related=tuple(
            (messages.fires_first(edges[each].to_state), ("states", local.name, "transitions", each)) for each in before
        ),
        fixes=(_delete(local, index),),
        data={"before": before},
        certificate=_certificate(local, reasons, at),
    )


def _certificate(local: Local, reasons: Sequence[Reason], at: Path) -> Certificate:
    return Certificate((Way(at, arriving(local, reasons), tuple(reason.text for reason in reasons)),))


def _delete(local: Local, index: int) -> Fix:
    delete = partial(edit.remove_transition, state=local.name, index=index)
    title = messages.delete("transition to", local.state.transitions[index].to_state)
    return Fix(title, delete, automatic=False)


RULE = StateRule((DEAD_TRANSITION, SHADOWED), run)
