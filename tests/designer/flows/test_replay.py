"""A journal in the window: find a run, see where it went wrong, where all would go, go on from there by hand, act."""

from __future__ import annotations

import pathlib
import shutil
import sqlite3

import pytest
from PySide6.QtWidgets import QTableView

from engine.reducer import SECOND, Actor, Contribution
from engine.runtime import open_journal
from tests.counts import count
from tests.designer.conftest import Session, Start
from tests.generators.journals import FAULTY, STUCK, definitions, fill, machine_texts

RUNS = count(150, 10_000)
FEE = "late-00001"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Many runs of all samples, and one of which every event is known."""
    path = tmp_path_factory.mktemp("journal") / "runs.db"
    with open_journal(path, clock=None) as journal:
        fill(journal, RUNS)
        journal.create(definitions()["late-fee"], run=FEE, at=0, text=FAULTY)
        journal.tick(FEE, 15 * 86_400 * SECOND)
        journal.create(definitions()["parcel"], run="parcel-00001", at=0, text=STUCK)
        journal.contribute("parcel-00001", Contribution("c", Actor("agent", "scale"), {"grams": 35_000}))
    return path


@pytest.fixture
def journal(filled: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    shutil.copytree(filled.parent, tmp_path / "journal")
    return tmp_path / "journal" / filled.name


def begun(start: Start, journal: pathlib.Path, *paths: pathlib.Path) -> Session:
    session = start(*paths)
    session.answers.journal = journal
    session.driver.menu("Run", "Open journal…")
    session.driver.expect(f"{RUNS + 2} runs")
    return session


def chosen(session: Session, run: str) -> None:
    session.driver.click("Filter runs")
    session.driver.press("Ctrl+A")
    session.driver.type(run)
    session.driver.expect(f"1 of {RUNS + 2} runs")


def event(session: Session) -> str:
    """The event that is chosen, as it is read out."""
    table = next(each for each in session.driver.window.findChildren(QTableView) if each.accessibleName() == "Events")
    return str(table.currentIndex().data(11))  # AccessibleTextRole


def test_a_stuck_run_is_found_opened_and_stepped_through(start: Start, journal: pathlib.Path) -> None:
    session = begun(start, journal)
    driver = session.driver
    driver.click("Status")
    driver.settle(0.6)
    driver.click("stuck")
    driver.click("Filter runs")
    driver.type("parcel-00001")
    driver.expect("parcel v1")
    driver.click("Open run")
    driver.expect("Every rebuilt event equals the stored one.")
    assert event(session) == "event 1, created: parcel v1"
    driver.press("Down", 3)
    driver.press("End")
    assert event(session).endswith("parked: weighed")
    driver.expect("stuck")


def test_one_jumps_from_an_effect_to_its_cause_and_back(start: Start, journal: pathlib.Path) -> None:
    session = begun(start, journal)
    driver = session.driver
    driver.click("Filter runs")
    driver.type("supplier completed")
    driver.click("Open run")
    driver.expect("Every rebuilt event equals the stored one.")
    driver.press("Home")
    assert event(session).startswith("event 1, created")
    driver.click("To its first effect")
    reached = event(session)
    assert not reached.startswith("event 1,")
    driver.expect("Caused by 1.")
    driver.press("C")
    assert event(session).startswith("event 1, created")


def test_a_tampered_run_stops_at_the_first_event_that_differs(start: Start, journal: pathlib.Path) -> None:
    with sqlite3.connect(journal) as connection:
        seq, data = connection.execute(
            "SELECT seq, data FROM events WHERE run = ? AND type = 'parked'", (FEE,)
        ).fetchone()
        changed = data.replace('"state": "open", "visit": 1, "stop"', '"state": "overdue", "visit": 4, "stop"')
        assert changed != data
        connection.execute("UPDATE events SET data = ? WHERE run = ? AND seq = ?", (changed, FEE, seq))
    connection.close()
    session = begun(start, journal)
    driver = session.driver
    driver.click("Compare with what was stored")
    driver.expect(f"Compared with what was stored: 1 differ, {RUNS + 1} same.")
    chosen(session, "differs at step")
    driver.click("Open run")
    driver.expect(f"Event {seq} differs from what was stored, in 2 fields.")
    assert event(session) == f"event {seq}, parked: overdue"
    for words in ("data.state", '"overdue"', '"open"', "data.visit", "4", "1"):
        driver.expect(words)


def test_all_runs_are_taken_under_the_next_version_and_one_is_forked_where_it_parts(
    start: Start, journal: pathlib.Path, folder: pathlib.Path
) -> None:
    next_version = folder / "parcel.yaml"
    text = STUCK.replace("initialState", "version: 2\n  initialState").replace("grams <= 500", "grams <= 20000")
    next_version.write_text(text, encoding="utf-8")
    session = begun(start, journal, next_version)
    driver = session.driver
    driver.click("Where would these go under…")
    driver.click("Under parcel v2 · parcel")
    driver.expect("go elsewhere")
    driver.click("Filter runs")
    driver.type("elsewhere at step 2")
    driver.click("Open run")
    driver.expect("Every rebuilt event equals the stored one.")
    assert event(session).startswith("event 4, response")
    driver.click("Fork from here")
    driver.until(lambda: not driver.sees("A recorded run: step through it"))
    driver.expect("Waiting for grams")
    driver.expect("step 2 of 5")
    driver.press("Ctrl+J")
    driver.expect("Where would these go under…")


def test_an_operator_clears_a_fault_with_a_reason_that_stands_in_the_trace(start: Start, journal: pathlib.Path) -> None:
    session = begun(start, journal)
    driver = session.driver
    chosen(session, FEE)
    driver.expect("faulted")
    driver.click("Act…")
    driver.click("Do it")
    driver.expect("Say why: the reason stands in the trace.")
    driver.click("What is done")
    driver.settle(0.6)
    driver.click("cancel the run")
    driver.click("Reason")
    driver.type("sent twice\n")
    driver.expect(f"Cancel the run: done to {FEE}, and in its trace.")
    driver.expect("ended")
    driver.click("Open run")
    driver.expect("Every rebuilt event equals the stored one.")
    driver.press("End")
    driver.press("Up")
    assert "sent twice" in event(session)


def test_what_another_process_writes_comes_into_the_list(start: Start, journal: pathlib.Path) -> None:
    session = begun(start, journal)
    driver = session.driver
    with open_journal(journal, clock=None) as writer:
        writer.create(definitions()["parcel"], run="fresh", at=0, text=machine_texts()["parcel"])
    driver.expect(f"{RUNS + 3} runs")
    chosen_now(session, "fresh")
    driver.click("Open run")
    driver.expect("Every rebuilt event equals the stored one.")
    driver.press("End")
    assert event(session) == "event 3, parked: weighed"
    with open_journal(journal, clock=None) as writer:
        writer.contribute("fresh", Contribution("c", Actor("agent", "scale"), {"grams": 20}))
    driver.until(lambda: event(session) == "event 4, response: agent scale: grams = 20", "what was added never came")


def chosen_now(session: Session, run: str) -> None:
    session.driver.click("Filter runs")
    session.driver.type(run)
    session.driver.expect(f"1 of {RUNS + 3} runs")


def test_a_trace_opens_by_its_machine_beside_it(start: Start, journal: pathlib.Path, folder: pathlib.Path) -> None:
    trace = folder / "run.trace.jsonl"
    with open_journal(journal, read_only=True) as read:
        trace.write_text("\n".join(read.lines(FEE)), encoding="utf-8")
    (folder / "late-fee.yaml").write_text(FAULTY, encoding="utf-8")
    session = start()
    session.answers.journal = trace
    session.driver.menu("Run", "Open journal…")
    session.driver.expect("1 run")
    session.driver.click("Open run")
    session.driver.expect("Every rebuilt event equals the stored one.")
    session.driver.until(lambda: "late-fee" in session.driver.window.windowTitle())


def test_a_journal_on_the_command_line_opens(start: Start, journal: pathlib.Path) -> None:
    driver = start(journal).driver
    driver.expect(f"{RUNS + 2} runs")
    driver.click("Close journal")
    driver.until(lambda: not driver.sees("Open run"))


def test_what_is_no_journal_is_told_and_nothing_opens(start: Start, folder: pathlib.Path) -> None:
    broken = folder / "x.db"
    broken.write_bytes(b"SQLite format 3\0" + b"\7" * 200)
    session = start()
    session.answers.journal = broken
    session.driver.menu("Run", "Open journal…")
    session.driver.expect("x.db")
    session.driver.until(lambda: not session.driver.sees("Reading the journal…"))
