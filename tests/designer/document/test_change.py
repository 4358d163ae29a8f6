"""How paths of elements follow an edit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from designer.document.change import follow, inserted_in_list, moved_in_list, removed_from_list

LIST = ("states", "a", "transitions")


def test_the_longest_renamed_prefix_decides() -> None:
    renames = {("states", "a"): ("states", "b"), ("states", "a", "transitions", 0): None}
    assert follow(("states", "a", "requires", 1), renames) == ("states", "b", "requires", 1)
    assert follow(("states", "a", "transitions", 0, "guards", 0), renames) is None
    assert follow(("states", "c"), renames) == ("states", "c")
    assert follow((), renames) == ()


@given(st.integers(1, 8), st.data())
def test_list_renames_agree_with_a_list(length: int, data: st.DataObject) -> None:
    items = list(range(length))
    source = data.draw(st.integers(0, length - 1))
    target = data.draw(st.integers(0, length - 1))

    def places(renames: dict) -> list[int | None]:
        paths = [follow((*LIST, item), renames) for item in items]
        return [None if path is None else path[-1] for path in paths]

    moved = items.copy()
    moved.insert(target, moved.pop(source))
    assert places(moved_in_list(LIST, source, target)) == [moved.index(item) for item in items]

    rest = [item for item in items if item != source]
    expected = [None if item == source else rest.index(item) for item in items]
    assert places(removed_from_list(LIST, source, length)) == expected

    grown: list[object] = items.copy()
    grown.insert(source, "new")
    assert places(inserted_in_list(LIST, source, length)) == [grown.index(item) for item in items]
