"""Undo and redo as swaps of text and layout."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from designer.document.history import History, Version

texts = st.text("ab\n", max_size=6)
layouts = st.dictionaries(st.sampled_from("xyz"), st.tuples(st.integers(0, 3), st.integers(0, 3)))
versions = st.builds(Version, texts, layouts, st.just(()))


def each_unlike_the_one_before(recorded: list[Version]) -> list[Version]:
    return [new for old, new in zip([None, *recorded], recorded, strict=False) if new != old]


@given(st.lists(versions, min_size=2, max_size=8).map(each_unlike_the_one_before), st.lists(st.booleans(), max_size=30))
def test_undo_and_redo_lead_through_the_recorded_versions(recorded: list[Version], walk: list[bool]) -> None:
    history = History()
    for old, new in pairwise(recorded):
        history.record(old, new, "edit")
    place, version = len(recorded) - 1, recorded[-1]
    for back in walk:
        if back and history.undo_label:
            place, version = place - 1, history.undo(version)
        elif not back and history.redo_label:
            place, version = place + 1, history.redo(version)
        assert (version.text, dict(version.layout)) == (recorded[place].text, recorded[place].layout)


def typed(history: History, texts: list[str], key: str = "typing") -> Version:
    for old, new in pairwise(texts):
        history.record(Version(old, {}, ()), Version(new, {}, ()), f"type {new}", key)
    return Version(texts[-1], {}, ())


def test_steps_with_one_merge_key_become_one() -> None:
    history = History()
    version = typed(history, ["", "a", "ab", "abc"])
    assert history.undo_label == "type abc"
    assert history.undo(version).text == ""
    assert history.undo_label is None


def test_saving_between_keeps_steps_apart() -> None:
    history = History()
    typed(history, ["", "a"])
    history.seal()
    version = typed(history, ["a", "ab"])
    assert history.undo(version).text == "a"


def test_undo_between_keeps_steps_apart() -> None:
    history = History()
    version = typed(history, ["", "a"])
    history.redo(history.undo(version))
    version = typed(history, ["a", "ab"])
    assert history.undo(version).text == "a"


def test_a_step_that_was_taken_back_by_typing_leaves_nothing_to_undo() -> None:
    history = History()
    typed(history, ["x", "xa", "x"])
    assert history.undo_label is None


def test_a_new_step_forgets_what_was_undone() -> None:
    history = History()
    version = history.undo(typed(history, ["", "a"]))
    history.record(version, Version("b", {}, ()), "other")
    assert history.redo_label is None
