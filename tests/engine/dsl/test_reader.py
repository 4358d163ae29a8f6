"""Reading: every file gives a result, every fault its place and reason."""

from __future__ import annotations

import pytest

from engine.dsl import read, read_bytes
from tests.cases import CASES

SOUND = sorted([*CASES.glob("machines/*.yaml"), *CASES.glob("features/*.yaml"), *CASES.glob("text/*.yaml")])


@pytest.mark.parametrize("file", [file for file in SOUND if file.stem != "pathological"], ids=lambda file: file.stem)
def test_a_sound_machine_is_read_without_a_fault(file):
    parsed = read_bytes(file.read_bytes(), file.name)
    assert parsed.diagnostics == ()
    assert parsed.workflow is not None


@pytest.mark.parametrize(
    "name, place",
    [
        ("alias_bomb", (8, 10)),
        ("deep_nesting", (1, 1005)),
        ("duplicate_state", (7, 5)),
        ("empty", (1, 1)),
        ("latin1", (2, 10)),
        ("not_a_mapping", (1, 1)),
        ("null_fsm", (1, 6)),
        ("python_tag", (1, 6)),
        ("tab_indent", (3, 1)),
        ("two_documents", (2, 1)),
    ],
)
def test_a_broken_file_gets_a_place_and_a_reason(name, place):
    parsed = read_bytes((CASES / "broken" / f"{name}.yaml").read_bytes(), name)
    (fault,) = parsed.diagnostics
    assert (fault.location.line, fault.location.column) == place
    assert fault.message.endswith(".")


def test_the_path_under_a_place_and_the_place_of_a_path_agree():
    parsed = read((CASES / "features" / "delegated_review.yaml").read_text())
    path = ("states", "review", "transitions", 1, "guards", 0, "expression")
    span = parsed.span(path)
    assert span is not None
    assert span.text(parsed.text) == "\"context.verdict == 'changes'\""
    assert parsed.path_at(span.start) == path
