"""F1 opens the page of what one is at, beside the work and offline; its example goes into the source."""

from __future__ import annotations

import pathlib

import pytest
from PySide6.QtWidgets import QTextBrowser

from tests.designer.conftest import Session, Start
from tests.designer.flows.test_every_form import tab_to


def reads(session: Session, words: str) -> None:
    """Wait until the page of the help begins with this."""

    def shown() -> bool:
        pages = session.designer.window.findChildren(QTextBrowser)
        return any(page.toPlainText().startswith(words) for page in pages if page.isVisible())

    pages = [each.toPlainText()[:60] for each in session.designer.window.findChildren(QTextBrowser)]
    session.driver.until(shown, f"the help does not begin with {words!r}, but with {pages}")


def test_f1_on_a_field_of_a_form(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    session.driver.press("Ctrl+P")
    session.driver.type("review\n")
    session.driver.expect("STATE")
    tab_to(session, "1 → done, context.verdict == 'approved'")
    session.driver.press("Return")
    tab_to(session, "To state")
    session.driver.press("F1")
    reads(session, "Transition")


@pytest.mark.parametrize("function", ["has", "size"])
def test_f1_on_a_function_in_a_guard(start: Start, machine: pathlib.Path, function: str) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("Ctrl+P")
    driver.type("review\n")
    driver.expect("STATE")
    tab_to(session, "1 → done, context.verdict == 'approved'")
    driver.press("Return")
    tab_to(session, "Guard")
    driver.press("Ctrl+A")
    driver.type(f"{function}(context.draft)")
    driver.press("Home")
    driver.press("F1")
    reads(session, "Guard")


@pytest.mark.parametrize(("line", "page"), [(11, "State"), (8, "Agent"), (4, "Context")])
def test_f1_on_a_key_or_a_name_in_the_source(start: Start, machine: pathlib.Path, line: int, page: str) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("Alt+5")
    driver.press("Ctrl+Home")
    driver.press("Down", times=line)
    driver.press("Home")
    driver.press("Right", times=4)
    driver.press("F1")
    reads(session, page)


def test_f1_on_a_finding(start: Start, machine: pathlib.Path) -> None:
    machine.write_text(machine.read_text().replace("'changes'\"", "'chnages'\""))
    session = start(machine)
    driver = session.driver
    driver.expect("1 error")
    driver.press("Alt+4")
    driver.press("Tab", times=2)
    driver.press("Down")
    driver.press("F1")
    reads(session, "T305")


def test_an_example_goes_into_the_source_in_one_step(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text()
    session = start(machine)
    driver = session.driver
    driver.press("Alt+5")
    driver.press("Ctrl+Home")
    driver.press("Down", times=3)
    driver.menu("Help", "Help")
    driver.fill("Find help on a key, finding or term", "guard")
    reads(session, "Guard")
    driver.click("Insert the example")
    driver.press("Ctrl+S")
    after = machine.read_text()
    assert "  initialState: draft\n  guards: [" in after
    driver.press("Ctrl+Z")
    driver.press("Ctrl+S")
    assert machine.read_text() == before
