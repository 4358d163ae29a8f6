"""Trying things out: turns copied and answers pasted, breakpoints, faults, the autopilot, branches."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.panels.simulator import Simulation, Simulator
from designer.panels.simulator.breakpoints import Breakpoint, breakpoint_of
from designer.panels.simulator.faults import crash_here, deliver_again, deliver_stale
from designer.panels.simulator.flying import Pilot
from designer.panels.simulator.pilot import scripts_in
from designer.panels.simulator.turns import answer_in, misfits, turn_text
from designer.theme import Theme
from engine.cel import CelError
from engine.reducer import Actor
from engine.simulate import CRASH_POINTS
from tests.cases import CASES
from tests.designer.panels.bench import APPROVALS, REVIEW

ENVOY, REVIEWER, CLERK = Actor("agent", "envoy"), Actor("agent", "reviewer"), Actor("agent", "clerk")


class Board:
    """A clipboard of the test's own."""

    content = ""

    def text(self) -> str:
        return self.content

    def set_text(self, text: str) -> None:
        self.content = text


def started(text: str = REVIEW) -> Simulation:
    simulation = Simulation(Document.of_text(text))
    assert simulation.start()
    return simulation


def paid() -> Simulation:
    """The approvals machine with its payment approved and sent."""
    simulation = started(APPROVALS)
    simulation.contribute_all({"amount": 30, "account": "CH93"}, CLERK)
    asked = next(each for each in simulation.here.waiting if each.field == "ok")
    assert asked.proposal is not None
    assert simulation.contribute("ok", True, Actor("user", "ana"), asked.proposal.hash) == ""
    return simulation


def test_a_turn_shows_what_the_agent_sees_and_the_form_of_its_answer(qapp: object) -> None:
    simulation = started()
    simulation.contribute("draft", "first text", ENVOY)
    here = simulation.here
    assert here.definition is not None
    assert here.envelope is not None
    text = turn_text(here.definition, here.envelope, REVIEWER)
    assert 'draft: "first text"' in text
    assert answer_in(text) == {"verdict": "approved | changes | rejected"}


@pytest.mark.parametrize(
    "text",
    [
        '{"verdict": "approved"}',
        'Here it is:\n```json\n{"verdict": "approved"}\n```\nGood luck!',
        'I think {"verdict": "approved"} is right.',
    ],
)
def test_an_answer_is_found_wherever_it_stands(text: str) -> None:
    assert answer_in(text) == {"verdict": "approved"}


@pytest.mark.parametrize("text", ["", "no JSON", "[1, 2]", "```json\n{broken\n```"])
def test_what_is_no_answer_is_said(text: str) -> None:
    with pytest.raises(ValueError, match="no JSON map"):
        answer_in(text)


def test_an_answer_is_held_against_the_schema(qapp: object) -> None:
    definition = started().here.definition
    assert definition is not None
    wrong = misfits(definition, {"verdict": "perhaps", "mood": 1, "draft": "ok"})
    assert len(wrong) == 2
    assert "perhaps" not in wrong[1]


def test_a_turn_is_copied_and_its_answer_pasted(qtbot: QtBot) -> None:
    simulation, board = started(), Board()
    panel = Simulator(simulation, Theme("light"), board)
    qtbot.addWidget(panel)
    panel.resize(360, 1400)
    panel.show()
    QApplication.processEvents()
    press(panel, "Copy turn")
    assert "Answer with JSON" in board.content
    board.content = f"Sure!\n```json\n{json.dumps({'draft': 'from a model'})}\n```"
    press(panel, "Paste answer")
    assert simulation.here.envelope is not None
    assert simulation.here.envelope.state == "review"


def press(panel: Simulator, text: str) -> None:
    QApplication.processEvents()
    found = next(each for each in panel.findChildren(QPushButton) if each.text() == text and each.isVisible())
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def test_an_answer_given_before_can_be_changed_and_the_approval_falls(qtbot: QtBot) -> None:
    simulation = started(APPROVALS)
    panel = Simulator(simulation, Theme("light"), Board())
    qtbot.addWidget(panel)
    panel.resize(360, 1600)
    panel.show()
    simulation.contribute_all({"amount": 70, "account": "CH93"}, CLERK)
    asked = next(each for each in simulation.here.waiting if each.field == "ok")
    assert asked.proposal is not None
    simulation.contribute("ok", True, Actor("user", "ana"), asked.proposal.hash)
    press(panel, "Change amount…")
    QTest.keyClicks(QApplication.focusWidget(), "1")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    moment = simulation.here.moment
    assert moment is not None
    assert "ok" not in moment.context


@pytest.mark.parametrize(
    ("text", "kind", "state", "at"),
    [
        ("review", "state", "review", 3),
        ("draft → review", "transition", "review", 3),
        ("context.draft", "field", "draft", 2),
        ("has(context.draft)", "condition", "draft", 2),
    ],
)
def test_a_breakpoint_stops_the_run_on_its_way(qapp: object, text: str, kind: str, state: str, at: int) -> None:
    simulation = started()
    assert simulation.here.definition is not None
    where = breakpoint_of(text, simulation.here.definition.workflow)
    assert where.kind == kind
    simulation.break_at(where)
    simulation.contribute("draft", "text", ENVOY)
    assert simulation.stopped_by == where
    assert simulation.at == at
    assert simulation.here.moment is not None
    assert simulation.here.moment.state == state
    simulation.go(99)
    assert simulation.stopped_by is None
    simulation.unbreak(where)
    assert simulation.breakpoints == ()


def test_what_is_no_breakpoint_is_refused(qapp: object) -> None:
    definition = started().here.definition
    assert definition is not None
    with pytest.raises(CelError):
        breakpoint_of("context.draft ==", definition.workflow)


@pytest.mark.parametrize("point", CRASH_POINTS)
def test_a_crash_at_each_point_is_recovered_from(qapp: object, point: str) -> None:
    simulation = paid()
    said = crash_here(simulation, point)  # type: ignore[arg-type]
    assert said.startswith("Recovered"), said
    assert simulation.here.envelope is not None
    assert simulation.here.envelope.state == "pay"


def test_a_crash_after_the_effect_leaves_one_receipt(qapp: object) -> None:
    simulation = paid()
    crash_here(simulation, "before-outcome")
    assert crash_here(simulation, "after-commit").endswith("1 receipt.")


def test_without_an_open_command_there_is_nothing_to_crash(qapp: object) -> None:
    assert "No command" in crash_here(started(), "during-command")


def test_a_delivery_twice_is_a_duplicate_and_a_stale_one_a_conflict(qapp: object) -> None:
    simulation = started()
    assert "first" in deliver_again(simulation)
    simulation.contribute("draft", "text", ENVOY)
    assert "duplicate" in deliver_again(simulation)
    assert "version-conflict" in deliver_stale(simulation)


def test_the_autopilot_flies_in_a_process_and_its_answers_are_taken_over(qtbot: QtBot) -> None:
    simulation = started((CASES / "machines" / "ppp_lcp.yaml").read_text(encoding="utf-8"))
    pilot = Pilot(simulation)
    pilot.begin(1, 100)
    assert pilot.busy
    qtbot.waitUntil(lambda: not pilot.busy, timeout=20_000)
    assert simulation.session is not None
    assert simulation.session.cursor.depth == 100
    assert "100 answers" in pilot.said


def test_the_autopilot_is_stopped_and_keeps_what_it_did(qtbot: QtBot) -> None:
    simulation = started()
    pilot = Pilot(simulation)
    pilot.begin(1, 1_000_000)
    qtbot.waitUntil(lambda: len(simulation.moments) > 10, timeout=20_000)
    pilot.stop()
    length = len(simulation.moments)
    qtbot.wait(50)
    assert not pilot.busy
    assert len(simulation.moments) == length


def test_the_autopilot_stops_at_a_breakpoint(qtbot: QtBot) -> None:
    simulation = started()
    simulation.break_at(Breakpoint("condition", "has(context.draft) && context.draft == 'gamma'"))
    pilot = Pilot(simulation)
    pilot.begin(1, 1_000)
    qtbot.waitUntil(lambda: not pilot.busy, timeout=20_000)
    assert simulation.stopped_by is not None
    assert simulation.here.moment is not None
    assert simulation.here.moment.context["draft"] == "gamma"


def test_scripts_are_read_line_by_line(qapp: object) -> None:
    workflow = started().here.definition.workflow  # type: ignore[union-attr]
    scripts = scripts_in('envoy: {"draft": "a"}\nreviewer: {"verdict": "changes"}\nenvoy: {"draft": "b"}', workflow)
    assert scripts == {ENVOY: ({"draft": "a"}, {"draft": "b"}), REVIEWER: ({"verdict": "changes"},)}
    for text in ('nobody: {"draft": "a"}', "envoy: words", "envoy: 3", ""):
        with pytest.raises(ValueError, match=r"[Ss]cript|answer"):
            scripts_in(text, workflow)


def test_branches_are_held_side_by_side(qtbot: QtBot) -> None:
    simulation = started()
    panel = Simulator(simulation, Theme("light"), Board())
    qtbot.addWidget(panel)
    panel.show()
    simulation.contribute("draft", "one", ENVOY)
    simulation.contribute("verdict", "changes", REVIEWER)
    simulation.go(4)
    simulation.contribute("verdict", "approved", REVIEWER)
    words = "\n".join(each.text() for each in panel._branches.findChildren(QLabel))
    assert "B, in done: you are here" in words
    assert "first differs at" in words
