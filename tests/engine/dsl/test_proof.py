"""No patch leaves the room unproved: a fault planted in the placing of edits is caught."""

from __future__ import annotations

import pytest

from engine.dsl import edit, read
from engine.dsl.edit import proof
from engine.errors import PatchError, RefusedEdit
from engine.text import Edit, Patch
from tests.cases import CASES

REVIEW = (CASES / "features" / "delegated_review.yaml").read_text()
PATH = ("states", "review", "transitions", 0, "toState")


def planted(monkeypatch: pytest.MonkeyPatch, change: object) -> None:
    """Every patch the layout gives is changed before it is proved."""
    true = proof.place_all
    monkeypatch.setattr(proof, "place_all", lambda *args, **keys: change(true(*args, **keys)))  # type: ignore[operator]


def shifted(patch: Patch) -> Patch:
    return Patch(tuple(Edit(edit.start + 1, edit.end + 1, edit.text) for edit in patch.edits))


def with_more(patch: Patch) -> Patch:
    return Patch(
        (
            *patch.edits,
            Edit(0, 0, "x-more: 1\n"),
            Edit(REVIEW.index("version: 1"), REVIEW.index("version: 1"), "x-b: 1\n  "),
        )
    )


def broken(patch: Patch) -> Patch:
    raise PatchError("edits overlap")


@pytest.mark.parametrize("fault", [shifted, with_more, broken])
def test_a_wrong_patch_is_never_given(monkeypatch, fault):
    planted(monkeypatch, fault)
    with pytest.raises(RefusedEdit) as refusal:
        edit.set_value(read(REVIEW), PATH, "elsewhere")
    assert str(refusal.value).startswith("This change of transition 1 of state 'review' finds no place in the file")


def test_where_the_layout_has_no_room_the_entry_around_is_written_anew(monkeypatch):
    true = proof.place_all
    seen: list[object] = []

    def only_whole_states(parsed, operations, **keys):
        seen.append(operations)
        if len(operations[0].path) != 2:
            raise PatchError("no room")
        return true(parsed, operations, **keys)

    monkeypatch.setattr(proof, "place_all", only_whole_states)
    patch = edit.set_value(read(REVIEW), PATH, "elsewhere")
    after = read(patch.apply(REVIEW))
    assert after.data["states"]["review"]["transitions"][0]["toState"] == "elsewhere"
    assert list(after.data["states"]) == list(read(REVIEW).data["states"])
    assert len(seen) > 2


def test_a_key_too_long_for_yaml_is_refused():
    with pytest.raises(RefusedEdit):
        edit.insert(read(REVIEW), ("states", "draft"), "x-" + "k" * 2_000, 1)
