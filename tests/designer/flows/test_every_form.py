"""Every key of the language, edited in its form by keyboard alone: saved, the file holds the lines meant; undone, none.

Lists, tables of pairs and cards are walked the same way; what adds and removes is in the flows of the panels.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

import pytest
from PySide6.QtWidgets import QApplication

from tests.designer.conftest import Session, Start
from tests.designer.flows.test_files import changed_lines
from tests.designer.panels.inspector.machine import EVERYTHING

MOST_TABS = 120
OF_SEVERAL_LINES = ("Description", "Prompt", "Note", "Message")
"""Fields in which Return begins a line; what is typed is handed in when they are left, and before saving."""


@dataclass(frozen=True)
class Edit:
    """What is typed in the ``nth`` field of a name, and the lines that come; keys instead of text begin with ``^``."""

    field: str
    typed: str
    came: tuple[str, ...]
    nth: int = 1


def edit(field: str, typed: str, *came: str, nth: int = 1) -> Edit:
    return Edit(field, typed, came, nth)


MACHINE = (
    edit("Name", "whole", "name: whole"),
    edit("Version", "3", "version: 3"),
    edit("Initial state", "^Down", "initialState: done"),
    edit("Description", "Other words.", "description: Other words."),
    edit("Exchanges a visit, in all", "6", "maxExchangesPerStage: 6"),
    edit("Exchanges a visit, by one agent", "3", "maxExchangesPerAgentPerStage: 3"),
    edit("Value of choice", "^Up", "choice: yea"),
    edit("Snapshot every (transitions)", "20", "checkpointEvery: 20"),
    edit("At the end, blobs", "^Up"),
)
FORMS: dict[str, tuple[Edit, ...]] = {
    "text, string": (
        edit("Longest, in characters", "80", "maxLength: 80"),
        edit("Pattern", "[0-9]+", 'pattern: "[0-9]+"'),
        edit("Default", "some", "default: some"),
        edit("May be given when a run is created", "^Space"),
        edit("Sensitive: masked wherever it is shown", "^Space"),
        edit("Description", "Text.", "description: Text."),
    ),
    "choice, enum: yea, nay": (edit("Value 1", "aye", "values: [aye, nay]"),),
    "number, int": (edit("Smallest", "1", "min: 1"), edit("Largest", "8", "max: 8")),
    "ratio, number": (edit("Type", "^Up", "type: int"),),
    "flags, list of string": (
        edit("Most items", "4", "maxItems: 4"),
        edit("Pattern", "x+", 'pattern: "x+"'),
    ),
    "address, map": (edit("Longest, in characters", "9", "maxLength: 9"),),
    "content, blob": (
        edit("Kept for", "2d", "ttl: P2D"),
        edit("Media type", "text/html", "mediaType: text/html"),
    ),
    "writer, acts in ask": (
        edit("Name", "author", "author:"),
        edit("Guidance", "^Down", "guidance: none"),
        edit("May act in", "^Down Space", "canTransition: [ask, done]"),
        edit("Description", "Types.", "description: Types."),
    ),
    "ana, chief": (
        edit("Name", "eva", "eva:"),
        edit("Role 1", "boss", "roles: [boss]"),
        edit("Description", "Signs.", "description: Signs."),
    ),
    "Pay, 3 attempts": (
        edit("Attempts", "5", "maxAttempts: 5"),
        edit("First", "20s", "initial: PT20S"),
        edit("Then times", "1.5", "factor: 1.5"),
        edit("At most", "10m", "max: PT10M"),
        edit("Deadline for all attempts", "2h", "deadline: PT2H"),
        edit("Class 1", "busy", "retryable: [busy]"),
        edit("Value of choice", "^Up", "choice: yea"),
    ),
    "from version 1": (
        edit("Value of old", "done", "old: done"),
        edit("Value of was", "choice", "was: choice"),
        edit("Value of number", "2", "number: 2"),
    ),
}
STATE = (
    edit("Description", "Ask less.", "description: Ask less."),
    edit("Value of ratio", "2.5", 'ratio: "2.5"'),
    edit("Event", "begun", "event: begun"),
    edit("Data", '{"n": 2}', "data: { n: 2 }"),
    edit("Message", "Be brief.", "message: Be brief."),
    edit("In the voice of", "system", "role: system"),
    edit("Tool 1", "find", "allow: [find]"),
    edit("Tool 1", "post", "deny: [post]", nth=2),
    edit("Machine", "other", "fsm: other"),
    edit("As", "boy", "as: boy"),
    edit("Value of q", "2", "q: 2"),
    edit("Value of text", "reply", "text: reply"),
    edit("Invariant", "context.number < 5", '- "context.number < 5"'),
)
PARTS: dict[str, tuple[Edit, ...]] = {
    "number, from driving agent, int": (
        edit("Who contributes", "^Down", "from:", "agent: writer"),
        edit("Must be set before the state is left", "^Space"),
        edit("Prompt", "How much?", "prompt: How much?"),
        edit("Condition", "value > 1", "- value > 1"),
        edit("Note", "Weighed.", "description: Weighed."),
    ),
    "ok, from role chief, bool": (
        edit("Name of who contributes", "boss", "role: boss"),
        edit("Field 1", "ratio", "approves: [ratio]"),
        edit("Value 1", "false", "approvedWhen: [false]"),
        edit("Field 1", "text", "separateFrom: [text]", nth=2),
        edit("Expires after", "3h", "expiresAfter: PT3H"),
    ),
    "remind, → done": (
        edit("Name", "nag", "- name: nag"),
        edit("After", "90m", "after: PT1H30M"),
        edit("Value of choice", "^Up", "choice: yea"),
        edit("Event", "too late", "- emit: too late"),
    ),
    "1 → done, context.ok": (
        edit("Guard", "!context.ok", 'expression: "!context.ok"'),
        edit("To", '{"tool": "shop"}', "to: { tool: shop }"),
        edit("Value of amount", "5", "amount: 5"),
        edit("Idempotency key", "pay", "idempotencyKey: pay"),
        edit("Description", "Good.", "description: Good."),
    ),
}


@pytest.fixture
def everything(folder: pathlib.Path) -> pathlib.Path:
    path = folder / "everything.yaml"
    path.write_text(EVERYTHING)
    return path


def tab_to(session: Session, name: str, nth: int = 1) -> None:
    """Walk with Tab to the nth field of a name, from the top of the inspector."""
    driver = session.driver
    driver.press("Alt+3")
    seen: list[object] = []
    passed: list[str] = []
    for _ in range(MOST_TABS):
        here = QApplication.focusWidget()
        if here is not None and here.accessibleName() == name and here not in seen:
            seen.append(here)
            if len(seen) == nth:
                return
        passed.append(here.accessibleName() if here is not None else "")
        driver.press("Tab")
    raise AssertionError(f"Tab never comes to {name!r}, but to {passed}")


def take(session: Session, path: pathlib.Path, wanted: Edit) -> None:
    """One edit: typed, saved, compared, undone, saved."""
    driver = session.driver
    tab_to(session, wanted.field, wanted.nth)
    if wanted.typed.startswith("^"):
        for key in wanted.typed[1:].split():
            driver.press(key)
    else:
        driver.press("Ctrl+A")
        driver.type(wanted.typed)
        if wanted.field not in OF_SEVERAL_LINES:
            driver.press("Return")
    driver.press("Ctrl+S")
    lines = changed_lines(EVERYTHING, path.read_text())
    came = [line[1:].strip() for line in lines if line.startswith("+")]
    assert lines, wanted
    assert set(wanted.came) <= set(came), (wanted, lines)
    assert wanted.field == "Name" or len(came) == len(wanted.came), (wanted, lines)
    driver.press("Ctrl+Z")
    driver.press("Ctrl+S")
    assert path.read_text() == EVERYTHING, f"undoing {wanted} left another file"


def test_the_machine_and_all_it_declares(start: Start, everything: pathlib.Path) -> None:
    session = start(everything)
    session.driver.expect("MACHINE")
    for wanted in MACHINE:
        take(session, everything, wanted)


@pytest.mark.parametrize("card", FORMS)
def test_what_the_machine_declares(start: Start, everything: pathlib.Path, card: str) -> None:
    session = start(everything)
    session.driver.expect("MACHINE")
    tab_to(session, card)
    session.driver.press("Return")
    for wanted in FORMS[card]:
        take(session, everything, wanted)


def test_a_state(start: Start, everything: pathlib.Path) -> None:
    session = start(everything)
    session.driver.press("Ctrl+P")
    session.driver.type("ask\n")
    session.driver.expect("STATE")
    for wanted in STATE:
        take(session, everything, wanted)


@pytest.mark.parametrize("card", PARTS)
def test_what_a_state_holds(start: Start, everything: pathlib.Path, card: str) -> None:
    session = start(everything)
    session.driver.press("Ctrl+P")
    session.driver.type("ask\n")
    session.driver.expect("STATE")
    tab_to(session, card)
    session.driver.press("Return")
    for wanted in PARTS[card]:
        take(session, everything, wanted)
