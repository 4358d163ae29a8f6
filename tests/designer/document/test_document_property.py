"""Whatever is done to a document in whatever order, its text is the recorded one and its meaning that of the text."""

from __future__ import annotations

import pathlib
import tempfile

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from designer.document import Document, Intent
from designer.document.disk import Disk
from designer.document.file import MachineFile, Outside
from designer.document.intents import (
    AddAgent,
    AddField,
    AddRequirement,
    AddState,
    Allow,
    Connect,
    DeleteElements,
    MoveStates,
    MoveTransition,
    PasteStates,
    Rename,
    RenameState,
    ReplaceText,
    Retarget,
    SetGuards,
    SetValue,
)
from engine.dsl import Workflow, edit, read
from tests.cases import CASES
from tests.counts import count

MACHINES = ("features/delegated_review", "features/panel_signoff", "machines/tcp", "machines/elevator")
NAMES = st.sampled_from(
    ["on", "no", "~", "1.0", "0x10", "12:30", 'it\'s "x"\\y', "<b>", "Zustand", "状態", "a: b", " b"]
)
FIELDS = st.sampled_from(["verdict", "draft", "note", "is_ready", "amount"])
GUARDS = st.sampled_from(["true", "has(context.note)", "context.note == 'it\\'s \"so\"'", 'context.note != "\\n"'])
POINTS = st.tuples(st.integers(-400, 400), st.integers(-400, 400))
SEEN: set[str] = set()
"""Intents that were accepted somewhere in the run; the test at the end says that all were."""


class Edits(RuleBasedStateMachine):
    """Keeps its own list of texts and layouts beside the document's history."""

    @initialize(machine=st.sampled_from(MACHINES))
    def open(self, machine: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "machine.yaml"
        self.path.write_bytes((CASES / f"{machine}.yaml").read_bytes())
        self.file = MachineFile.open(self.path, Disk())
        self.document = self.file.document
        self.versions = [self.version()]
        self.place = 0
        self.good = self.document.snapshot.workflow

    def version(self) -> tuple[str, dict[str, tuple[int, int]]]:
        return self.document.snapshot.text, dict(self.document.snapshot.layout)

    @property
    def workflow(self) -> Workflow:
        workflow = self.document.snapshot.workflow
        assert workflow is not None
        return workflow

    def states(self) -> st.SearchStrategy[str]:
        return st.sampled_from(sorted(self.workflow.states) or ["gone"])

    def edges(self) -> st.SearchStrategy[tuple[str, int]]:
        return st.sampled_from(
            [(name, i) for name, state in self.workflow.states.items() for i in range(len(state.transitions))]
        )

    def has_edges(self) -> bool:
        return any(state.transitions for state in self.workflow.states.values())

    def do(self, intent: Intent) -> None:
        before = self.version()
        outcome = self.document.apply(intent)
        after = self.version()
        if not outcome:
            assert outcome.refusal.endswith((".", "?"))
            assert after == before
        elif after != before:
            SEEN.add(type(intent).__name__)
            del self.versions[self.place + 1 :]
            self.versions.append(after)
            self.place += 1
            assert self.document.undo_label == intent.label

    @rule(name=NAMES, at=st.none() | POINTS)
    def add_state(self, name: str, at: tuple[int, int] | None) -> None:
        self.do(AddState(name, at))

    @rule(data=st.data(), new=NAMES)
    def rename_state(self, data: st.DataObject, new: str) -> None:
        self.do(RenameState(data.draw(self.states()), new))

    @rule(data=st.data(), unknown=NAMES)
    def connect(self, data: st.DataObject, unknown: str) -> None:
        known = data.draw(self.states())
        self.do(Connect(data.draw(self.states()), data.draw(st.sampled_from([known, unknown]))))

    @precondition(lambda self: self.has_edges())
    @rule(data=st.data())
    def retarget(self, data: st.DataObject) -> None:
        self.do(Retarget(*data.draw(self.edges()), data.draw(self.states())))

    @precondition(lambda self: any(len(state.transitions) > 1 for state in self.workflow.states.values()))
    @rule(data=st.data())
    def reorder(self, data: st.DataObject) -> None:
        several = self.edges().filter(lambda edge: len(self.workflow.states[edge[0]].transitions) > 1)
        state, index = data.draw(several)
        target = data.draw(st.integers(0, len(self.workflow.states[state].transitions) - 1))
        self.document.selection.set([("states", state, "transitions", index)])
        self.do(MoveTransition(state, index, target))
        if not self.document.snapshot.stale:
            assert self.document.selection.only == ("states", state, "transitions", target)

    @precondition(lambda self: self.has_edges())
    @rule(data=st.data(), guards=st.lists(GUARDS, max_size=2))
    def guard(self, data: st.DataObject, guards: list[str]) -> None:
        self.do(SetGuards(*data.draw(self.edges()), tuple(guards)))

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        paths = [("states", data.draw(self.states()))]
        if self.has_edges():
            state, index = data.draw(self.edges())
            paths.append(("states", state, "transitions", index))
        self.do(DeleteElements(tuple(data.draw(st.lists(st.sampled_from(paths), min_size=1, unique=True)))))

    @rule(data=st.data(), at=POINTS)
    def move(self, data: st.DataObject, at: tuple[int, int]) -> None:
        self.do(MoveStates({data.draw(self.states()): at}))

    @rule(data=st.data(), field=FIELDS, source=st.sampled_from(["agent", {"agent": "helper"}, {"user": "ana"}]))
    def require(self, data: st.DataObject, field: str, source: str | dict[str, str]) -> None:
        self.do(AddRequirement(data.draw(self.states()), field, source))

    @rule(data=st.data(), text=st.sampled_from(["one", "two\nlines", "a: 'b' # c", ""]))
    def describe(self, data: st.DataObject, text: str) -> None:
        self.do(SetValue(("states", data.draw(self.states()), "description"), text, "description"))

    @precondition(lambda self: self.workflow.states)
    @rule(data=st.data(), at=st.none() | POINTS)
    def copy_and_paste(self, data: st.DataObject, at: tuple[int, int] | None) -> None:
        if self.document.snapshot.stale:
            return
        names = data.draw(st.lists(self.states(), min_size=1, max_size=3, unique=True))
        self.do(PasteStates(edit.copy_states(self.document.snapshot.parsed, names), at))

    @rule(name=st.sampled_from(["note", "extra", "is_ready", "paid_at"]))
    def declare_field(self, name: str) -> None:
        self.do(AddField(name))

    @rule(data=st.data(), name=FIELDS)
    def declare_agent(self, data: st.DataObject, name: str) -> None:
        self.do(data.draw(st.sampled_from([AddAgent(name), Allow("helper", data.draw(self.states()))])))

    @precondition(lambda self: self.workflow.context)
    @rule(data=st.data(), new=FIELDS)
    def rename_field(self, data: st.DataObject, new: str) -> None:
        self.do(Rename("field", data.draw(st.sampled_from(sorted(self.workflow.context))), new))

    @rule(text=st.sampled_from(["fsm: [", "\tx", "", "{}"]), keep=st.booleans())
    def type_nonsense(self, text: str, keep: bool) -> None:
        old = self.document.snapshot.text
        self.do(ReplaceText(old + text if keep else text))

    @rule(times=st.integers(1, 5))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.document.undo()
            self.place = max(0, self.place - 1)
            self.meaning_is_that_of_the_text()

    @rule(times=st.integers(1, 5))
    def redo(self, times: int) -> None:
        for _ in range(times):
            self.document.redo()
            self.place = min(len(self.versions) - 1, self.place + 1)
            self.meaning_is_that_of_the_text()

    @rule()
    def save(self) -> None:
        assert self.file.save()
        assert not self.document.dirty
        assert MachineFile.open(self.path, Disk()).document.snapshot.text == self.document.snapshot.text

    @precondition(lambda self: not self.document.dirty)
    @rule()
    def change_outside(self) -> None:
        self.path.write_bytes(self.path.read_bytes() + b"\n# elsewhere\n")
        assert self.file.look() is Outside.CHANGED
        self.file.reload()
        self.versions[self.place + 1 :] = [self.version()]
        self.place += 1
        assert not self.document.dirty

    @invariant()
    def text_is_the_recorded_one(self) -> None:
        assert self.version() == self.versions[self.place]
        assert (self.document.undo_label is None) == (self.place == 0)
        assert (self.document.redo_label is None) == (self.place == len(self.versions) - 1)

    @invariant()
    def meaning_is_that_of_the_text(self) -> None:
        snapshot = self.document.snapshot
        fresh = read(snapshot.text, self.path.name)
        assert snapshot.parsed.workflow == fresh.workflow
        assert snapshot.parsed.diagnostics == fresh.diagnostics
        self.good = fresh.workflow or self.good
        assert snapshot.workflow == self.good

    @invariant()
    def selection_exists(self) -> None:
        snapshot = self.document.snapshot
        if not snapshot.stale:
            assert all(snapshot.parsed.span(path) is not None for path in self.document.selection.paths)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()


Edits.TestCase.settings = settings(
    settings.get_profile("repeatable"), max_examples=count(60, 2000), stateful_step_count=count(20, 60)
)


class TestEdits(Edits.TestCase):
    """Random work on a document, with every step checked."""


def test_the_random_work_did_everything() -> None:
    wanted = {
        "AddState", "RenameState", "Connect", "Retarget", "MoveTransition", "SetGuards", "DeleteElements", "MoveStates",
        "AddRequirement", "SetValue", "PasteStates", "AddField", "AddAgent", "Rename", "ReplaceText",
    }  # fmt: skip
    assert wanted - SEEN == set()


def test_a_thousand_edits_and_undos_past_both_ends() -> None:
    document = Document.of_text((CASES / "features/delegated_review.yaml").read_text())
    texts = [document.snapshot.text]
    for number in range(count(120, 1000)):
        assert document.apply(AddState(f"s{number}") if number % 3 else RenameState("draft", f"draft {number}"))
        document.apply(RenameState(f"draft {number}", "draft"))
        texts = list(dict.fromkeys([*texts, document.snapshot.text]))
    last = document.snapshot.text
    for _ in range(2 * len(texts) + 200):
        document.undo()
    assert document.snapshot.text == texts[0]
    for _ in range(2 * len(texts) + 200):
        document.redo()
    assert document.snapshot.text == last
