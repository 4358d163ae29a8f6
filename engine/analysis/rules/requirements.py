"""Q405, Q411: a field is asked of the same contributor twice, or of several where one answer satisfies all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, StateRule
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Source, State

DUPLICATE = Check("Q405", "duplicate", Severity.ERROR)
ONE_OF_SEVERAL = Check("Q411", "one-of-several", Severity.WARNING)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    at: Path = ("states", name, "requires")
    asked: dict[str, dict[Source, int]] = {}
    for index, requirement in enumerate(state.requires):
        if not requirement.name:
            continue  # it could not be read, which is said already
        sources = asked.setdefault(requirement.name, {})
        if requirement.from_ in sources:
            yield Found(
                check=DUPLICATE,
                path=(*at, index),
                message=messages.asked_twice(requirement.name, _words(requirement.from_)),
                related=((messages.asked_here(), (*at, sources[requirement.from_])),),
                fixes=(
                    Fix(
                        messages.remove_the_repetition(),
                        partial(edit.remove, path=(*at, index)),
                        automatic=requirement == state.requires[sources[requirement.from_]],
                    ),
                ),
            )
        sources.setdefault(requirement.from_, index)
    for field, sources in asked.items():
        required = {source: index for source, index in sources.items() if state.requires[index].required}
        if len(required) > 1:
            first, *others = required.values()
            yield Found(
                check=ONE_OF_SEVERAL,
                path=(*at, others[0]),
                message=messages.one_of_several(field, [_words(source) for source in required]),
                about=(field,),
                related=tuple((messages.asked_here(), (*at, index)) for index in (first, *others[1:])),
            )


def _words(source: Source) -> str:
    return messages.source_words(source.kind, source.name)


RULE = StateRule((DUPLICATE, ONE_OF_SEVERAL), run)
