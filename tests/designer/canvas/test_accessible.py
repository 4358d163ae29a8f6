"""All that can be done on the canvas, done through what a screen reader is given: outline, menus, buttons, fields."""

from __future__ import annotations

import pathlib
from typing import Any

import yaml
from PySide6.QtGui import QAccessible, QGuiApplication

from designer.canvas.verbs import VERBS
from tests.counts import count
from tests.designer.conftest import Session, Start
from tests.designer.flows.accessible import FOCUS, PRESS, Reader, Role
from tests.designer.flows.drawing import Drawing

DRAFT, REVIEW, DONE, REJECTED = "draft, work", "review, waits for agent", "done, terminal", "rejected, terminal"
OUTLINE = "Outline of states"
FIRST = {"fit": "Ctrl+=", "tool-select": "S"}
"""What is pressed before a verb that would otherwise find all as it would leave it."""
MENUS = {"Edit": "Edit", "View": "View", "Canvas": "Machine"}


def opened(start: Start, machine: pathlib.Path) -> tuple[Session, Reader]:
    session = start(machine)
    drawing = Drawing(session.driver)
    drawing.expect("review")
    drawing.rest()
    return session, Reader(session.driver)


def saved(reader: Reader, machine: pathlib.Path) -> dict[str, Any]:
    """The states as they are in the file once it is saved."""
    reader.menu("File", "Save")
    states = yaml.safe_load(machine.read_text())["fsm"]["states"]
    assert isinstance(states, dict)
    return states


def spoken(reader: Reader) -> str:
    return reader.named("Canvas").text(QAccessible.Text.Description)


def test_the_outline_names_all_there_is_and_the_canvas_speaks_as_one_walks(start: Start, machine: pathlib.Path) -> None:
    _, reader = opened(start, machine)
    assert reader.names(Role.TreeItem) == [DRAFT, REVIEW, DONE, REJECTED]
    reader.choose(REVIEW)
    reader.do(FOCUS, OUTLINE, Role.Tree)
    reader.driver.press("Right")
    below = reader.names(Role.TreeItem)[2:-2]
    for said in ("verdict", "'approved'", "'changes'", "'rejected'"):
        assert any(said in row for row in below), below
    reader.do(FOCUS, "Canvas")
    reader.driver.press("Escape")
    assert spoken(reader) == "Drawing of a machine with 4 states and 4 transitions."
    walked = []
    for _ in range(4):
        reader.driver.press("Tab")
        walked.append(spoken(reader))
    assert walked[0].startswith("State “draft”, work, the initial state. Requires draft from driving agent.")
    assert walked[1].startswith("State “review”, waits for agent. Requires verdict from reviewer.")
    assert walked[2].startswith("State “done”, terminal.")
    assert walked[3].startswith("State “rejected”, terminal.")
    reader.choose(REVIEW)
    reader.do(FOCUS, "Canvas")
    reader.driver.press("Right")
    assert spoken(reader).startswith("Transition ")


def test_every_verb_of_the_canvas_acts_from_the_menus_on_what_the_outline_selects(
    start: Start, machine: pathlib.Path
) -> None:
    session, reader = opened(start, machine)
    page = session.designer.desk.page
    assert page is not None

    def everything() -> tuple[object, ...]:
        snapshot, canvas = page.machine.document.snapshot, page.canvas
        clip = QGuiApplication.clipboard().mimeData()
        picture = clip is not None and clip.hasFormat("image/svg+xml")
        shown = canvas.scene.shown, tuple(canvas.board.read()), reader.focus(), canvas.board.hands.tool
        return snapshot.text, dict(snapshot.layout), page.machine.selection.paths, shown, session.board.content, picture

    began = page.machine.document.snapshot
    for verb in VERBS[:: count(2, 1)]:
        reader.do(FOCUS, "Canvas")
        several = verb.id.startswith(("align-", "distribute-"))
        reader.choose(*((DRAFT, REVIEW, DONE) if several else (REVIEW,)))
        if verb.id in FIRST:
            reader.do(FOCUS, "Canvas")
            reader.driver.press(FIRST[verb.id])
        if verb.id.startswith("arrange"):
            reader.do(FOCUS, "Canvas")
            reader.driver.press("Ctrl+Down", 6)
        if verb.id != "paste":
            session.board.content = ""
        before = everything()
        reader.menu(MENUS[verb.menu], verb.text)
        reader.driver.until(lambda before=before: everything() != before, f"{verb.text!r} changed nothing")
        reader.driver.until(lambda: not page.canvas.busy)
        reader.driver.press("Escape", 2)
        reader.do(FOCUS, "Canvas")
        reader.driver.press("Escape", 2)
        while page.machine.document.undo_label is not None:
            reader.driver.press("Ctrl+Z")
        assert page.machine.document.snapshot.text == began.text, verb.id
        assert page.machine.document.snapshot.layout == began.layout, verb.id


def test_a_machine_is_changed_without_a_drawing(start: Start, machine: pathlib.Path) -> None:
    _, reader = opened(start, machine)
    driver = reader.driver
    reader.do(PRESS, "Add a state (Insert)", Role.Button)
    driver.type("archive\n")
    reader.choose(DONE)
    reader.do(FOCUS, OUTLINE, Role.Tree)
    driver.press("F2")
    driver.press("Ctrl+A")
    driver.type("approved\n")
    reader.choose(REVIEW)
    reader.menu("Machine", "Add a transition to…")
    driver.type("archive\n")
    reader.driver.press("Escape", 2)
    reader.choose(REVIEW)
    reader.menu("Machine", "Add a requirement")
    driver.type("note reviewer\n")
    reader.driver.press("Escape", 2)
    reader.choose(REJECTED)
    reader.menu("Edit", "Delete")
    states = saved(reader, machine)
    assert list(states) == ["draft", "review", "approved", "archive"]
    assert [each["toState"] for each in states["review"]["transitions"]] == ["approved", "draft", "archive"]
    assert [each["name"] for each in states["review"]["requires"]] == ["verdict", "note"]
