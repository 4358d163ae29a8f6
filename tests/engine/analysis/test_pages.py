"""Every check has a page, whose bad machine is found and whose good machine is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.analysis import Exploration, Project, Witness, check, checks
from engine.cli.pages import docs_folder
from engine.diagnostics import Severity
from engine.dsl import Parsed, read

PAGES = sorted((docs_folder() / "checks").glob("*.md"))


def machines(page: Path) -> dict[str, Parsed]:
    """The machines of a page by the heading they stand under."""
    parts = re.findall(r"^## (\w+)\n\n```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return {heading: read(text, f"{page.stem}.yaml") for heading, text in parts}


def test_every_check_has_a_page_under_its_id_and_slug() -> None:
    headings = {page.stem: page.read_text(encoding="utf-8").partition("\n")[0] for page in PAGES}
    assert headings == {each.id: f"# {each.id} {each.slug}" for each in checks()}


def test_each_id_has_one_slug_and_one_kind() -> None:
    known = {(each.id, each.slug, each.kind) for each in checks()}
    assert len(known) == len({id for id, _, _ in known})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_bad_machine_is_found_and_the_good_one_is_clean(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.stem == "M900":  # it takes a mistake of the program
        monkeypatch.setattr(Exploration, "witness_to", lambda self, place: Witness({}))
    read_machines = machines(page)
    assert read_machines.keys() == {"Bad", "Good"}
    bad, good = (check(each, Project.of([each])) for each in (read_machines["Bad"], read_machines["Good"]))
    assert page.stem in {finding.id for finding in bad.findings}
    assert [(f.id, f.message) for f in good.findings if f.id == page.stem or f.severity is not Severity.INFO] == []
