"""Files that are no machines: each opens with its problem and its text, and the program starts again."""

from __future__ import annotations

import pathlib

import pytest

from tests.cases import CASES
from tests.designer.conftest import Start

BROKEN = sorted((CASES / "broken").glob("*.yaml"))


@pytest.mark.parametrize("case", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_opens_with_its_problem(start: Start, folder: pathlib.Path, case: pathlib.Path) -> None:
    path = folder / case.name
    path.write_bytes(case.read_bytes())
    session = start(path)
    driver = session.driver
    driver.until(lambda: driver.sees("1 error") or driver.sees(" errors"), "the problem is not counted")
    driver.press("Alt+5")
    session.close()
    assert path.read_bytes() == case.read_bytes()
    again = start().driver
    again.until(lambda: again.sees("1 error") or again.sees(" errors"), "it did not come back")


def test_a_machine_of_impossible_names_is_drawn_with_what_is_valid(start: Start, folder: pathlib.Path) -> None:
    case = CASES / "machines" / "pathological.yaml"
    path = folder / case.name
    path.write_bytes(case.read_bytes())
    session = start(path)
    session.driver.expect("53 states")
    session.driver.expect(" errors")
    session.driver.press("Ctrl+S")
    assert path.read_bytes() == case.read_bytes()
