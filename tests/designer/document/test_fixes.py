"""Every fix of every check is one step that undo takes back to the letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from designer.document import Document
from designer.document.intents import ApplyPatch
from engine.analysis import check
from engine.cli.pages import docs_folder
from engine.errors import RefusedEdit

BAD = re.compile(r"^## Bad\n\n```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = sorted((docs_folder() / "checks").glob("*.md"))


def bad_machine(page: Path) -> str:
    found = BAD.search(page.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_fix_is_applied_and_undone(page: Path) -> None:
    document = Document.of_text(bad_machine(page))
    before = document.snapshot.text
    for finding in check(document.snapshot.parsed).findings:
        for fix in finding.fixes:
            try:
                intent = ApplyPatch(fix.patch, fix.title, document.snapshot.revision)
            except RefusedEdit:
                continue  # the text cannot take this one, and it is not offered
            assert document.apply(intent), fix.title
            assert document.snapshot.text != before, fix.title
            assert document.undo_label == fix.title
            document.undo()
            assert document.snapshot.text == before, fix.title
            document.redo()
            document.undo()
