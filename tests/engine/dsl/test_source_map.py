"""From paths to places and back."""

from __future__ import annotations

import pytest

from engine.diagnostics import Path
from engine.dsl import Parsed, read, read_bytes
from engine.text import Span
from tests.cases import CASES

TEXT = """\
# head
fsm:
  name: m
  initialState: 'a b'
  context: { x: &f { type: int }, y: *f }
  states:
    # about a
    "a b":
      requires:
        - name: x   # first
          from: { user: brad }
        - { name: y }
      invariants:
        - "context.x > 1"
        - expression: >-
            context.y
            > 2
      entry: [ { emit: done }, { inject: hello } ]
"""


@pytest.fixture
def parsed() -> Parsed:
    return read(TEXT, "m.yaml")


@pytest.mark.parametrize(
    "path, key, value",
    [
        (("name",), "name", "m"),
        (("initialState",), "initialState", "'a b'"),
        (("states", "a b", "requires", 0, "from", "user"), "user", "brad"),
        (("states", "a b", "requires", 1), None, "{ name: y }"),
        (("states", "a b", "invariants", 0), None, '"context.x > 1"'),
        (("states", "a b", "invariants", 0, "expression"), None, '"context.x > 1"'),
        (("states", "a b", "entry", 0, "emit", "event"), "emit", "done"),
        (("states", "a b", "entry", 1, "inject", "message"), "inject", "hello"),
        (("context", "y"), "y", "*f"),
        (("context", "y", "type"), "type", "int"),
    ],
)
def test_a_path_has_its_places(parsed, path, key, value):
    span, name = parsed.span(path), parsed.key_span(path)
    assert span is not None
    assert span.text(TEXT) == value
    assert (name and name.text(TEXT)) == key


@pytest.mark.parametrize(
    "path", [("nme",), ("states", "b"), ("states", "a b", "requires", 2), ("name", "x"), ("name", 0)]
)
def test_a_path_that_is_not_there_has_none(parsed, path):
    assert parsed.span(path) is parsed.key_span(path) is parsed.entry_span(path) is parsed.scalar_offsets(path) is None


def test_an_entry_is_key_and_value(parsed):
    entry = parsed.entry_span(("context", "x"))
    assert entry is not None
    assert entry.text(TEXT) == "x: &f { type: int }"


@pytest.mark.parametrize(
    "needle, path",
    [
        ("# head", ()),
        ("name: m", ("name",)),
        ("brad", ("states", "a b", "requires", 0, "from", "user")),
        ("{ name: y", ("states", "a b", "requires", 1)),
        ("context.x", ("states", "a b", "invariants", 0)),
        ("*f", ("context", "y")),
        ("hello", ("states", "a b", "entry", 1, "inject")),
    ],
)
def test_a_place_has_its_path(parsed, needle, path):
    assert parsed.path_at(TEXT.index(needle)) == path


def test_a_part_of_an_expression_is_found_in_a_folded_scalar(parsed):
    offsets = parsed.scalar_offsets(("states", "a b", "invariants", 1, "expression"))
    assert offsets is not None
    start = "context.y > 2".index("> 2")
    place = parsed.location(Span(offsets[start], offsets[start + 3]))
    assert (place.line, place.column, place.file) == (17, 13, "m.yaml")


def every_path(data: object, path: Path = ()) -> list[Path]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in entries for deeper in every_path(value, (*path, key)))]


@pytest.mark.parametrize("file", sorted(CASES.glob("[mf]*/*.yaml")), ids=lambda file: file.stem)
def test_paths_and_places_agree_throughout(file):
    parsed = read_bytes(file.read_bytes())
    paths = every_path(parsed.data)[:3000]
    aliased = [path for path in paths if (place := parsed.place(path)) is not None and place.aliased]
    for path in set(paths) - set(aliased):
        place = parsed.place(path)
        assert place is not None, path
        if path and place.value.start < place.value.end:
            assert parsed.path_at((place.key or place.value).start)[: len(path)] == path
            assert parsed.path_at(place.value.end - 1)[: len(path)] == path
