"""From opening to the file on disk: edited by hand, saved, undone, and only the lines that were meant are others."""

from __future__ import annotations

import difflib
import pathlib

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that went and came, without what stands around them."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in diff if line[0] in "+-" and line[:3] not in ("---", "+++")]


def test_a_guard_changed_in_the_inspector_is_one_line_on_disk(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text()
    driver = start(machine).driver
    Drawing(driver).click("verdict == 'rejected'", "pill")
    driver.click("Guard")
    driver.press("Ctrl+A")
    driver.type("context.verdict == 'rejected' && true")
    driver.press("Ctrl+S")
    driver.until(lambda: machine.read_text() != before)
    after = machine.read_text()
    assert [line[0] for line in changed_lines(before, after)] == ["-", "+"]
    assert "context.verdict == 'rejected' && true" in after


def test_a_rename_in_the_outline_reaches_the_file_and_back(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text()
    driver = start(machine).driver
    driver.click("rejected")
    driver.press("F2")
    driver.press("Ctrl+A")
    driver.type("declined")
    driver.press("Return")
    drawing = Drawing(driver)
    drawing.expect("declined")
    driver.press("Ctrl+S")
    renamed = machine.read_text()
    assert "rejected:" not in renamed
    assert "toState: declined" in renamed
    driver.menu("Edit", "Undo rename rejected → declined")
    drawing.expect("rejected")
    driver.press("Ctrl+S")
    assert machine.read_text() == before
    driver.press("Ctrl+Shift+Z")
    drawing.expect("declined")
    driver.menu("File", "Save")
    assert machine.read_text() == renamed


def test_a_new_machine_is_named_drawn_and_saved(start: Start, folder: pathlib.Path) -> None:
    session = start()
    driver = session.driver
    driver.click("New machine")
    drawing = Drawing(driver)
    drawing.expect("start")
    driver.settle(0.1)
    driver.press("Ctrl+A")
    driver.type("triage")
    driver.press("Return")
    drawing.expect("triage")
    session.answers.save = folder / "new.yaml"
    driver.press("Ctrl+S")
    assert (
        folder / "new.yaml"
    ).read_text() == "fsm:\n  name: untitled\n  initialState: triage\n\n  states:\n    triage: {}\n"
    driver.expect("new")


def test_a_fix_is_taken_by_its_name(start: Start, machine: pathlib.Path) -> None:
    good = machine.read_text()
    machine.write_text(good.replace("'changes'", "'chnages'", 1))
    driver = start(machine).driver
    driver.click("Use 'changes'")
    driver.press("Ctrl+S")
    driver.until(lambda: machine.read_text() == good)


def test_text_broken_in_the_source_keeps_the_drawing_and_undo_mends_it(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text()
    driver = start(machine).driver
    drawing = Drawing(driver)
    drawing.expect("review")
    driver.menu("View", "Show source")
    driver.press("Ctrl+End")
    driver.type("\n  nonsense: [")
    driver.expect("Problems 1")
    assert drawing.sees("review")
    driver.press("Ctrl+S")
    assert machine.read_text().endswith("nonsense: [")
    driver.press("Ctrl+Z", times=2)
    driver.press("Ctrl+S")
    assert machine.read_text() == before
    drawing.click("review", "body")
    driver.press("Delete")
    driver.until(lambda: not drawing.sees("review"))


def test_commands_and_states_are_found_by_typing(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    driver.press("Ctrl+P")
    driver.type("reje")
    driver.press("Return")
    driver.expect("A run ends here")
    driver.press("Ctrl+Shift+P")
    driver.type("delete")
    driver.press("Return")
    driver.press("Ctrl+S")
    assert "rejected:" not in machine.read_text()


def test_work_survives_closing_without_a_question(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text()
    session = start(machine)
    drawing = Drawing(session.driver)
    drawing.click("done", "body")
    session.driver.press("Delete")
    session.close()
    assert machine.read_text() == before
    driver = start().driver
    driver.expect("delegated_review, unsaved")
    assert not Drawing(driver).sees("done")
    driver.press("Ctrl+S")
    assert "done:" not in machine.read_text()


def test_themes_change_while_open(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    light = session.designer.window.grab().toImage().pixelColor(5, 500).lightness()
    session.driver.press("Ctrl+Alt+T", longest=2.0)  # every widget there is takes the other style sheet
    dark = session.designer.window.grab().toImage().pixelColor(5, 500).lightness()
    assert light > 200 > 60 > dark


def test_export_stands_alone_and_the_machine_stays_what_it_is(start: Start, folder: pathlib.Path) -> None:
    path = folder / "shared.yaml"
    path.write_text(
        "fsm:\n  name: shared\n  x-owner: us\n  initialState: a\n  states:\n"
        "    a: { transitions: &out [ { toState: b } ] }   # kept\n    c: { transitions: *out }\n"
        "    b: { terminal: true }\n"
    )
    before = path.read_text()
    session = start(path)
    session.answers.save = folder / "alone.yaml"
    session.driver.menu("File", "Export YAML…")
    session.driver.expect("Exported as “alone.yaml”, complete in itself.")
    alone = (folder / "alone.yaml").read_text()
    assert "c: { transitions: [{toState: b}] }" in alone
    assert "# kept" in alone
    assert path.read_text() == before
    assert [each.title for each in session.designer.bench.machines] == ["shared"]
    session.answers.save = folder / "bare.yaml"
    session.driver.menu("File", "Export YAML without x- keys…")
    session.driver.expect("Exported as “bare.yaml”, complete in itself.")
    assert (folder / "bare.yaml").read_text() == alone.replace("  x-owner: us\n", "")
    session.answers.save = path
    session.driver.menu("File", "Export YAML…")
    session.driver.expect("“shared.yaml” is the machine's own file; choose another for the export, or save.")
    assert path.read_text() == before
