"""The guard field: completion, errors as typed, the live value, splitting, the large editor, the decision table."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.panels.inspector import Inspector, Live
from designer.panels.inspector.guards import GuardRow, GuardRows
from designer.panels.inspector.large import LargeEditor
from designer.panels.inspector.rows import condition
from designer.panels.inspector.table import DecisionTable
from designer.panels.inspector.terms import joined, term_a_line, terms
from engine.analysis import decision_table
from engine.cel import compile
from engine.dsl import read
from tests.cases import CASES
from tests.designer.panels.bench import APPROVALS, REVIEW, Bench, press, retype

SECOND = ("states", "review", "transitions", 1)


def inspector_of(qtbot: QtBot, text: str, *path: str | int, checked: bool = False) -> tuple[Bench, Inspector]:
    bench = Bench(text, checked=checked)
    inspector = Inspector(*bench.parts)
    qtbot.addWidget(inspector)
    inspector.resize(380, 1000)
    inspector.show()
    inspector.activateWindow()
    bench.selection.set([path])
    return bench, inspector


def guard_of(inspector: Inspector, at: int = 0) -> GuardRow:
    rows = inspector._form.findChild(GuardRows)
    assert rows is not None
    return rows.rows[at]


def test_changing_a_guard_is_a_one_line_diff_that_keeps_its_style(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, *SECOND)
    retype(guard_of(inspector).edit, "context.verdict == 'rejected'")
    gone, came = bench.changed_lines()
    assert gone == ["""          guards: [{ backend: cel, expression: "context.verdict == 'changes'" }]"""]
    assert came == ["""          guards: [{ backend: cel, expression: "context.verdict == 'rejected'" }]"""]


def test_an_error_is_said_while_typing_and_nothing_is_written_yet(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, REVIEW, *SECOND)
    guard = guard_of(inspector)
    retype(guard.edit, "context.verdict == 'chnages'", end="")
    guard.edit.check()
    assert "chnages" in guard._said.text()
    assert guard.edit.marks[0].severity == "error"
    assert bench.text == REVIEW
    press(guard.edit, "Escape")
    assert guard.source == "context.verdict == 'changes'"
    assert not guard._said.isVisible()


def test_a_broken_expression_has_its_place(qtbot: QtBot) -> None:
    _, inspector = inspector_of(qtbot, REVIEW, *SECOND)
    guard = guard_of(inspector)
    retype(guard.edit, "context.verdict == ", end="")
    guard.edit.check()
    assert guard.edit.marks


def test_fields_members_and_functions_are_completed(qtbot: QtBot) -> None:
    _, inspector = inspector_of(qtbot, REVIEW, *SECOND)
    edit = guard_of(inspector).edit
    retype(edit, "context.ver", end="")
    assert edit.completions.item(0).text() == "verdict"
    press(edit, "Return")
    assert edit.source == "context.verdict"
    QTest.keyClicks(edit, " == 'rej")
    assert edit.completions.item(0).text() == "rejected"
    press(edit, "Escape")
    retype(edit, "si", end="")
    assert edit.completions.item(0).text().startswith("size(")
    press(edit, "Escape")


def test_the_value_in_the_simulation_stands_below(qtbot: QtBot) -> None:
    _, inspector = inspector_of(qtbot, REVIEW, *SECOND)
    guard = guard_of(inspector)
    inspector.show_live(Live("review", {"verdict": "changes"}))
    assert guard._live.text() == "now true"
    inspector.show_live(Live("review", {}))
    assert "fails" in guard._live.text()
    position = guard.source.index("verdict") + 2
    assert "context.verdict" in guard.edit.meaning(position)  # type: ignore[misc]
    inspector.show_live(None)
    assert not guard._live.isVisible()


def test_guards_are_split_merged_added_and_removed(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, APPROVALS, "states", "review", "transitions", 0)
    rows = inspector._form.findChild(GuardRows)
    assert rows is not None
    rows.split(rows.rows[0])
    assert [row.source for row in rows.rows] == ["context.ok", "context.amount < 50"]
    rows.merge()
    assert [row.source for row in rows.rows] == ["context.ok && context.amount < 50"]
    rows.add()
    assert rows.rows[1].source == "true"
    retype(rows.rows[1].edit, "", end="Return")
    assert len(rows.rows) == 1
    while bench.document.undo_label:
        bench.document.undo()
    assert bench.text == APPROVALS


def test_the_large_editor_writes_a_term_a_line_and_hands_it_back(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, APPROVALS, "states", "review", "transitions", 1)
    guard = guard_of(inspector)
    guard._enlarge()
    large = next(each for each in QApplication.topLevelWidgets() if isinstance(each, LargeEditor))
    large.edit.setPlainText(term_a_line(large.edit.source))
    assert large.edit.source.count("\n") == 2
    large._use()
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    written = workflow.states["review"].transitions[1].guards[0].expression
    assert written == "context.ok\n&& has(context.decision)\n&& context.decision == 'grant'"


def test_terms_are_told_apart_only_where_nothing_else_rules() -> None:
    assert terms("a && b && c") == ["a", "b", "c"]
    assert terms("(a || b) && c == '&&'") == ["(a || b)", "c == '&&'"]
    assert terms("a && b || c") == ["a && b || c"]
    assert terms("a ? b : c && d") == ["a ? b : c && d"]
    assert terms(r"x == 'it\'s && so' && y") == [r"x == 'it\'s && so'", "y"]
    assert joined(["a || b", "c"]) == "(a || b) && c"


def test_the_table_shows_where_values_lead_and_mends_a_gap(qtbot: QtBot) -> None:
    bench, inspector = inspector_of(qtbot, APPROVALS, "states", "review", "transitions", 1)
    table = inspector._form.findChild(DecisionTable)
    assert table is not None
    qtbot.waitUntil(lambda: table.model.table is not None, timeout=10_000)
    row = table._row()
    assert row is not None
    assert row.gap
    wanted: list[object] = []
    inspector.run_wanted.connect(wanted.append)
    table._run_row()
    assert wanted == [row.context]
    assert table._add_for_row("refused")
    workflow = bench.document.snapshot.workflow
    assert workflow is not None
    assert not any(each.gap for each in decision_table(workflow, "review").rows)


def test_the_condition_of_a_row_is_true_in_its_example() -> None:
    found = 0
    for file, state in (("approvals", "review"), ("panel_signoff", "panel"), ("delegated_review", "review")):
        workflow = read((CASES / "features" / f"{file}.yaml").read_text(encoding="utf-8")).workflow
        assert workflow is not None
        table = decision_table(workflow, state)
        sure = {need.name for need in workflow.states[state].requires if need.required}
        for row in table.rows:
            if row.context is not None:
                guard = condition(table, row, {name: name not in sure for name in workflow.context})
                assert compile(guard).passes(row.context), f"{guard} in {row}"
                found += 1
    assert found > 20
