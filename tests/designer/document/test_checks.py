"""The checks of a document, made in a process of their own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from designer.document import Document
from designer.document.checker import Answer, Job, answer
from designer.document.checks import Checks
from designer.document.intents import AddState, Connect, DeleteElements, MoveStates, ReplaceText
from designer.document.worker import CheckWorker
from engine.diagnostics import Severity
from tests.cases import CASES

REVIEW = (CASES / "features" / "delegated_review.yaml").read_text()
PATIENCE = 20.0


@pytest.fixture(scope="module")
def worker(qapp: QApplication) -> Iterator[CheckWorker]:
    worker = CheckWorker()
    yield worker
    worker.close()


def wait(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        QApplication.processEvents()
        time.sleep(0.002)


def checked(document: Document, worker: CheckWorker) -> Checks:
    checks = Checks(document, worker)
    wait(lambda: not checks.busy)
    return checks


def ids(checks: Checks) -> set[str]:
    return {finding.id for finding in checks.findings}


def test_what_is_wrong_is_found_and_what_is_mended_is_not_said_any_more(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW.replace("'changes'", "'chnages'", 1))
    checks = checked(document, worker)
    assert "T305" in ids(checks)
    assert checks.errors == 1
    document.apply(ReplaceText(REVIEW))
    assert checks.busy
    wait(lambda: not checks.busy)
    assert checks.errors == 0


def test_the_text_s_own_faults_are_known_at_once(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW)
    checks = checked(document, worker)
    document.apply(ReplaceText(REVIEW + "\n  nonsense: [\n"))
    assert ids(checks) == {"Y101"}
    document.undo()
    assert "Y101" not in ids(checks)


def test_an_overtaken_check_is_never_shown(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW)
    checks = Checks(document, worker)
    seen: list[set[str]] = []
    checks.changed.connect(lambda: seen.append(ids(checks)))
    document.apply(ReplaceText(REVIEW.replace("'changes'", "'chnages'", 1)))
    document.apply(ReplaceText(REVIEW))
    wait(lambda: not checks.busy)
    assert all("T305" not in each for each in seen)


def test_spans_and_fixes_fit_the_text_while_a_check_runs(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW.replace("'changes'", "'chnages'", 1))
    checks = checked(document, worker)
    document.apply(ReplaceText("# a line above\n" + document.snapshot.text))
    assert checks.busy
    (finding,) = [finding for finding in checks.findings if finding.id == "T305"]
    assert "chnages" in finding.span.text(document.snapshot.text)
    assert "'chnages'" not in finding.fixes[0].patch.apply(document.snapshot.text)


def test_findings_on_what_was_deleted_go_at_once(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW.replace("'changes'", "'chnages'", 1))
    checks = checked(document, worker)
    document.apply(DeleteElements((("states", "review"),)))
    assert not checks.at(("states", "review"))


def test_moving_states_checks_nothing(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW)
    checks = checked(document, worker)
    document.apply(MoveStates({"draft": (10, 10)}))
    assert not checks.busy


def test_what_is_not_finished_yet_is_a_hint_until_the_next_save(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW)
    document.place(CASES / "features" / "delegated_review.yaml", bom=False)
    checks = checked(document, worker)
    document.apply(AddState("legal hold"))
    wait(lambda: not checks.busy)
    assert {finding.id for finding in checks.unfinished} == {"G509", "L601"}
    assert {finding.severity for finding in checks.unfinished} == {Severity.INFO}
    assert checks.errors == 0
    document.mark_saved(document.snapshot.text, document.snapshot.layout)
    assert checks.errors == 2
    assert checks.unfinished == ()
    document.apply(Connect("legal hold", "draft"))
    wait(lambda: not checks.busy)
    assert checks.errors == 1


def test_a_process_that_dies_is_told_and_replaced(worker: CheckWorker) -> None:
    document = Document.of_text(REVIEW)
    checks = checked(document, worker)
    document.apply(AddState("a"))
    wait(lambda: worker._running is not None)
    assert worker._process is not None
    worker._process.kill()
    wait(lambda: not checks.busy)
    assert "ended unexpectedly" in checks.failure
    document.apply(AddState("b"))
    wait(lambda: not checks.busy)
    assert checks.failure == ""


def test_only_the_newest_job_of_a_key_is_answered(worker: CheckWorker) -> None:
    answers: list[Answer] = []
    worker.answered.connect(answers.append)
    for revision in range(5):
        worker.submit(Job("one", revision, REVIEW, "x.yaml"))
    worker.submit(Job("two", 1, REVIEW, "y.yaml"))
    wait(lambda: len(answers) == 2)
    assert [(each.key, each.revision) for each in answers] == [("one", 4), ("two", 1)]


def test_a_bug_in_a_check_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.analysis.check", lambda parsed, project: 1 / 0)
    failed = answer(Job("one", 1, REVIEW, "x.yaml"))
    assert failed.findings == ()
    assert "ZeroDivisionError" in failed.failure


SPAWNING = """\
fsm:
  name: parent
  initialState: a
  context: { over: { type: string } }
  states:
    a:
      entry: [ { spawn: { fsm: child, as: kid, into: over } } ]
      requires: [ { name: over, from: { fsm: kid } } ]
      transitions: [ { toState: b } ]
    b: { terminal: true }
"""


def test_the_machines_beside_a_file_are_known(tmp_path: Path) -> None:
    folder = tmp_path / ".aegis" / "fsms"
    folder.mkdir(parents=True)
    place = folder / "parent.yaml"

    def found(text: str) -> set[str]:
        return {finding.id for finding in answer(Job("one", 1, text, place.name, str(place))).findings}

    assert "R206" in found(SPAWNING)
    (folder / "child.yaml").write_text(REVIEW.replace("name: delegated-review", "name: child", 1), encoding="utf-8")
    assert "R206" not in found(SPAWNING)
    place.write_text(SPAWNING, encoding="utf-8")
    assert "Y107" not in found(SPAWNING)
    (folder / "twin.yaml").write_text(SPAWNING, encoding="utf-8")
    assert "Y107" in found(SPAWNING)
    assert "Y107" not in found(SPAWNING.replace("name: parent", "name: another"))


def test_what_is_proved_comes_along(worker: CheckWorker) -> None:
    checks = checked(Document.of_text(REVIEW), worker)
    assert checks.coverage is not None
    assert "G504" in checks.coverage.decided
    assert checks.coverage.open == ()
    assert checks.coverage.situations > 1
