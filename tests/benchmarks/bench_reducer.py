"""The reducer on the delegated-review loop beside two Python libraries on the same machine, and over wide contexts.

All three keep a trace: the reducer everything a step did, the libraries which transitions fired.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from time import process_time
from typing import Any, ClassVar

from engine.dsl import read_bytes
from engine.dsl.models import Field, FieldType, Workflow
from engine.reducer import Actor, Contribution, contribute, create, link
from tests.benchmarks.figure import Figure
from tests.cases import CASES

ROUNDS = 25
TRANSITIONS = 2_000
ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")


def figures() -> Iterator[Figure]:
    ours, transitions, statemachine = _rates((_reducer(), _transitions(), _statemachine()))
    guide = "guide 400,000"
    yield Figure("reducer, beside transitions", ours, "transitions/s", transitions, ours / transitions, 4, guide=guide)
    yield Figure("reducer, beside python-statemachine", ours, "transitions/s", statemachine, ours / statemachine, 40)
    narrow, wide = _rates((_reducer(10), _reducer(1_000)))
    yield Figure("reducer, 10 beside 1,000 fields", wide, "transitions/s", narrow, narrow / wide, at_most=2)


def _rates(loops: tuple[Callable[[], None], ...]) -> tuple[float, ...]:
    """Transitions a second of processor time: the best of some rounds, taken in turns for the sake of fairness."""
    best = [float("inf")] * len(loops)
    for _ in range(ROUNDS):
        for number, loop in enumerate(loops):
            gc.collect()
            gc.disable()
            try:
                began = process_time()
                loop()
                best[number] = min(best[number], process_time() - began)
            finally:
                gc.enable()
    return tuple(TRANSITIONS / seconds for seconds in best)


def _workflow(fields: int) -> Workflow:
    path = CASES / "features" / "delegated_review.yaml"
    workflow = read_bytes(path.read_bytes(), str(path)).workflow
    assert workflow is not None
    more = {f"f{number}": Field(type=FieldType.INT, input=True) for number in range(fields - len(workflow.context))}
    return workflow.model_copy(update={"context": {**workflow.context, **more}})


def _reducer(fields: int = 2) -> Callable[[], None]:
    """Each contribution is one transition; its step says what fired, was written, is asked and came out."""
    definition = link(_workflow(fields))
    given = {name: 1_000 for name in definition.fields if name.startswith("f")}
    pairs = cycle(((ENVOY, {"draft": "a text"}), (REVIEWER, {"verdict": "changes"})))
    contributions = [
        Contribution(f"c{number}", actor, values) for number, (actor, values) in enumerate(islice(pairs, TRANSITIONS))
    ]

    def loop() -> None:
        envelope = create(definition, given=given).envelope
        for contribution in contributions:
            envelope = contribute(definition, envelope, contribution)[-1].envelope
        assert envelope.visit == TRANSITIONS + 1

    return loop


def _transitions() -> Callable[[], None]:
    from transitions import Machine

    class Review:
        draft: str | None = None
        verdict: str | None = None
        state: str
        trace: list[tuple[str, str]]

        def has_draft(self, event: Any) -> bool:
            return self.draft is not None

        def approved(self, event: Any) -> bool:
            return self.verdict == "approved"

        def changes(self, event: Any) -> bool:
            return self.verdict == "changes"

        def rejected(self, event: Any) -> bool:
            return self.verdict == "rejected"

        def clear(self, event: Any) -> None:
            self.draft = self.verdict = None

        def record(self, event: Any) -> None:
            self.trace.append((event.transition.source, event.transition.dest))

    def loop() -> None:
        review: Any = Review()
        review.trace = []
        states = ["draft", "review", "done", "rejected"]
        machine = Machine(review, states=states, initial="draft", after_state_change="record", send_event=True)
        machine.add_transition("contribute", "draft", "review", conditions="has_draft")
        machine.add_transition("contribute", "review", "done", conditions="approved")
        machine.add_transition("contribute", "review", "draft", conditions="changes", before="clear")
        machine.add_transition("contribute", "review", "rejected", conditions="rejected")
        for _ in range(TRANSITIONS // 2):
            review.draft = "a text"
            review.contribute()
            review.verdict = "changes"
            review.contribute()
        assert review.state == "draft"
        assert len(review.trace) == TRANSITIONS

    return loop


def _statemachine() -> Callable[[], None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from statemachine import State, StateMachine

    class Review(StateMachine):  # type: ignore[misc]
        draft = State(initial=True)
        review = State()
        done = State(final=True)
        rejected = State(final=True)
        contribute = (
            draft.to(review, cond="has_draft")
            | review.to(done, cond="approved")
            | review.to(draft, cond="changes", on="clear")
            | review.to(rejected, cond="was_rejected")
        )
        text: str | None = None
        trace: ClassVar[list[tuple[str, str]]] = []
        verdict: str | None = None

        def has_draft(self) -> bool:
            return self.text is not None

        def approved(self) -> bool:
            return self.verdict == "approved"

        def changes(self) -> bool:
            return self.verdict == "changes"

        def was_rejected(self) -> bool:
            return self.verdict == "rejected"

        def clear(self) -> None:
            self.text = self.verdict = None

        def on_transition(self, source: Any, target: Any) -> None:
            self.trace.append((source.id, target.id))

    def loop() -> None:
        Review.trace = []
        machine = Review()
        for _ in range(TRANSITIONS // 2):
            machine.text = "a text"
            machine.contribute()
            machine.verdict = "changes"
            machine.contribute()
        assert machine.draft.is_active

    return loop
