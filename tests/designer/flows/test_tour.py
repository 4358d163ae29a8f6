"""The tour, to its end and left half-way."""

from __future__ import annotations

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing


def test_the_tour_goes_on_with_what_one_does(start: Start) -> None:
    driver = start().driver
    driver.click("Take the tour")
    drawing = Drawing(driver)
    driver.expect("1 of 5")
    drawing.click("review", "body")
    driver.expect("2 of 5")
    driver.press("N")
    driver.type("legal hold")
    driver.press("Return")
    driver.expect("3 of 5")
    drawing.expect("legal hold")
    drawing.drag(drawing.rim("review"), drawing.at("legal hold", "body"))
    driver.expect("4 of 5")
    driver.press("Escape")
    for _ in range(6):
        if not driver.sees("4 of 5"):
            break
        driver.press("Ctrl+Z")
    driver.expect("5 of 5")
    driver.press("F5")
    driver.click("Value for draft")
    driver.type("Add retry with backoff")
    driver.click("Contribute draft")
    driver.expect("That was the tour.")


def test_the_tour_can_be_left(start: Start) -> None:
    driver = start().driver
    driver.click("Take the tour")
    driver.click("Leave the tour")
    Drawing(driver).click("review", "body")
    assert not driver.sees("of 5")
