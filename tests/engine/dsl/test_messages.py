"""What is said of broken texts: every sentence, place and fix, word for word."""

from __future__ import annotations

import pytest

from engine.dsl import read
from engine.dsl.messages import subject
from tests.engine.dsl.broken_texts import GOLDEN, TEXTS, told


def test_every_fault_is_told_as_agreed():
    assert "\n".join(map(told, TEXTS)) == GOLDEN.read_text(encoding="utf-8")


def test_every_sentence_says_one_thing_and_ends():
    for text in TEXTS:
        for fault in read(text).diagnostics:
            assert fault.message[-1] in ".?"
            assert ".." not in fault.message
            assert "{where}" not in fault.message


def test_every_fix_mends_its_fault_and_breaks_nothing():
    count = 0
    for text in TEXTS:
        parsed = read(text)
        for fault in parsed.diagnostics:
            for fix in fault.fixes:
                mended = read(fix.patch.apply(text))
                assert mended.root is not None, (text, fix)
                before, after = (
                    sum((one.id, one.message) == (fault.id, fault.message) for one in some.diagnostics)
                    for some in (parsed, mended)
                )
                assert after < before, (text, fix)
                count += 1
    assert count > 30


@pytest.mark.parametrize(
    "path, words",
    [
        ((), "the machine"),
        (("states", "review"), "state 'review'"),
        (("states", "review", "transitions", 1, "toState"), "'toState' of transition 2 of state 'review'"),
        (("states", "a", "requires", 0, "validate", 1), "validation 2 of requirement 1 of state 'a'"),
        (("context", "m", "fields", "x", "values", 0), "value 1 of field 'x' of field 'm'"),
        (("context", "m", "items", "min"), "'min' of 'items' of field 'm'"),
        (("agents", "a", "canTransition", 2), "item 3 of 'canTransition' of agent 'a'"),
        (("migrations", 0, "states", "old"), "'old' of 'states' of migration 1"),
        (("policy", "onExhausted", "states"), "'states' of 'onExhausted' of 'policy'"),
    ],
)
def test_a_path_in_words(path, words):
    assert subject(path) == words
