"""What a person does in the simulator: answers, choices, walks with the Tab key."""

from __future__ import annotations

from tests.designer.driver import Driver


def answer(driver: Driver, field: str, text: str) -> None:
    """Type an answer into its field and press the button beside it."""
    driver.click(f"Value for {field}")
    driver.type(text)
    driver.click(f"Contribute {field}")


def choose(driver: Driver, field: str, value: str) -> None:
    """Choose an answer from a list and press the button beside it."""
    driver.click(f"Value for {field}")
    driver.settle(0.6)  # a release soon after the list opened belongs to the press that opened it
    driver.click(value)
    driver.click(f"Contribute {field}")


def walk_to(driver: Driver, name: str, *, back: bool = False) -> None:
    """Press Tab until the keyboard is at the control of this name."""
    for _ in range(80):
        if driver.at == name:
            return
        driver.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab never reached {name!r}")
