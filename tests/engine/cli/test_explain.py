"""``statewright explain``: every check, key and term of the language has a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.analysis import check, checks
from engine.cli.app import main
from engine.cli.pages import docs_folder, index, page
from engine.dsl import json_schema, read

TERMS = [
    "state", "transition", "guard", "action", "context", "requirement", "contribution", "elicitation", "park",
    "envelope", "journal", "trace", "replay", "outbox", "claim check",
]  # fmt: skip


def explain(word: str) -> int:
    return main(["explain", word])


@pytest.mark.parametrize("word", ["R201", "r201", "unknown-state", "Unknown-State"])
def test_a_check_is_found_by_id_and_slug(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(word) == 0
    assert capsys.readouterr().out.startswith("# R201 unknown-state\n")


def test_an_unknown_word_ends_with_2_and_offers_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain("elicitatoin") == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "There is no page about 'elicitatoin'; did you mean 'elicitation'?\n")


@pytest.mark.parametrize("word", TERMS)
def test_terms_have_pages(word: str) -> None:
    assert page(word)


def test_every_check_has_a_page() -> None:
    assert {each.id.casefold() for each in checks()} <= index().keys()


def test_every_key_of_the_language_has_a_page() -> None:
    keys = {key.casefold() for key in _keys(json_schema())}
    assert len(keys) > 60
    assert keys - index().keys() == set()


def _keys(schema: Any) -> Iterator[str]:
    """The fixed keys that the schema of the language names."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from _keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _keys(part)


def test_no_word_list_is_shown() -> None:
    assert "<!--" not in (page("state") or "")


@pytest.mark.parametrize("file", sorted((docs_folder() / "terms").glob("*.md")), ids=lambda file: file.stem)
def test_machines_in_terms_are_clean(file: Any) -> None:
    for text in re.findall(r"```yaml\n(fsm:.*?)```", file.read_text(encoding="utf-8"), re.DOTALL):
        assert check(read(text)).findings == ()
