"""Runs in the window: what they lay over the drawing, and what becomes of them on disk."""

from __future__ import annotations

import pathlib

from designer.canvas import PillMark
from designer.overlays import visits
from designer.panels.simulator.breakpoints import Breakpoint
from engine.simulate import ReadScenario, read_scenario
from tests.cases import CASES
from tests.designer.conftest import Session, Start


def answer(session: Session, *values: str) -> None:
    simulation = session.designer.desk.page.simulation
    for value in values:
        asked = simulation.here.waiting[0]
        who = next(each.who[0] for each in simulation.here.why.routing.requirements if each.field == asked.field)
        simulation.contribute(asked.field, value, who)


def simulating(start: Start, machine: pathlib.Path) -> Session:
    session = start(machine)
    session.driver.press("F5")
    return session


def test_a_run_shows_where_it_rests_what_it_took_and_what_guards_say(start: Start, machine: pathlib.Path) -> None:
    session = simulating(start, machine)
    canvas = session.designer.desk.page.canvas
    assert canvas.overlay.token == "draft"
    assert canvas.overlay.began
    answer(session, "first")
    overlay = canvas.overlay
    assert overlay.token == "review"
    assert overlay.fired == (("states", "draft", "transitions", 0),)
    assert overlay.marks == {}, "while an answer is due no guard has been asked yet"
    assert "SIMULATING definition v1" in overlay.caption
    session.driver.press("Shift+F5")
    assert canvas.overlay.token is None
    assert canvas.editable


def test_undo_leaves_the_text_alone_while_simulating(start: Start, machine: pathlib.Path) -> None:
    session = simulating(start, machine)
    text = session.designer.bench.current.document.snapshot.text
    session.driver.press("Ctrl+Z")
    assert session.designer.bench.current.document.snapshot.text == text
    session.driver.press("Alt+Left")
    assert session.designer.desk.page.simulation.at == 0


def test_guards_that_decided_say_what_they_said(start: Start, folder: pathlib.Path) -> None:
    path = folder / "panel_signoff.yaml"
    path.write_bytes((CASES / "features" / "panel_signoff.yaml").read_bytes())
    session = simulating(start, path)
    answer(session, "first")
    overlay = session.designer.desk.page.canvas.overlay
    assert overlay.token == "panel"
    assert set(overlay.marks.values()) == {PillMark.FALSE, PillMark.FAILS}


def test_breakpoints_stand_on_the_drawing(start: Start, machine: pathlib.Path) -> None:
    session = simulating(start, machine)
    page = session.designer.desk.page
    page.simulation.breakpoints = (Breakpoint("state", "review"), Breakpoint("transition", "review → draft"))
    page.show_run()
    assert page.canvas.overlay.breakpoints == {("states", "review"), ("states", "review", "transitions", 1)}


def test_coverage_counts_what_was_reached(start: Start, machine: pathlib.Path) -> None:
    session = simulating(start, machine)
    answer(session, "first", "changes", "second")
    simulation = session.designer.desk.page.simulation
    counts = visits(simulation.session.definition.workflow, simulation.here.visits())
    assert counts[("states", "draft")] == 2
    assert counts[("states", "review")] == 2
    assert counts[("states", "done")] == 0
    assert counts[("states", "review", "transitions", 1)] == 1
    session.driver.menu("Run", "Paint coverage")
    assert session.designer.desk.page.canvas.overlay.visits == counts


def test_a_run_is_saved_as_a_trace_and_replayed(start: Start, machine: pathlib.Path, folder: pathlib.Path) -> None:
    session = simulating(start, machine)
    answer(session, "first", "approved")
    session.answers.save = folder / "run.trace.jsonl"
    session.driver.menu("Run", "Save the run as trace…")
    session.driver.expect("The run is saved as “run.trace.jsonl”.")
    session.close()
    session = start(machine)
    session.answers.trace = folder / "run.trace.jsonl"
    session.driver.press("F6")
    page = session.designer.desk.page
    assert page.mode == "replay"
    assert page.simulation.difference is None
    page.simulation.go(len(page.simulation.moments))
    assert page.canvas.overlay.token == "done"
    assert "REPLAYING" in page.canvas.overlay.caption


def test_what_is_no_trace_is_told_and_the_mode_stays(start: Start, machine: pathlib.Path, folder: pathlib.Path) -> None:
    session = start(machine)
    for content in (b"\xff\xfe", b"nonsense\n", b'{"seq": 1}\n'):
        (folder / "x.jsonl").write_bytes(content)
        session.answers.trace = folder / "x.jsonl"
        session.driver.press("F6")
        assert session.designer.desk.mode == "edit"
    session.answers.trace = folder / "missing.jsonl"
    session.driver.press("F6")
    session.driver.expect("“missing.jsonl” cannot be opened: there is no such file or folder.")


def test_a_run_is_saved_as_a_scenario(start: Start, machine: pathlib.Path, folder: pathlib.Path) -> None:
    session = simulating(start, machine)
    answer(session, "first", "approved")
    session.answers.save = folder / "x.scenario.yaml"
    session.designer.desk.running.save_scenario(session.designer.desk.page)
    read = read_scenario((folder / "x.scenario.yaml").read_bytes())
    assert isinstance(read, ReadScenario)


def test_a_run_with_given_values_goes_as_far_as_they_lead(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    page = session.designer.desk.page
    session.designer.desk.running.run_with(page, {"draft": "x", "verdict": "rejected"})
    assert page.mode == "simulate"
    assert page.simulation.here.moment.state == "rejected"
