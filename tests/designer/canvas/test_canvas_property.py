"""Whatever is done to a machine, the canvas shows what a fresh projection of its text shows."""

from __future__ import annotations

import random

import pytest
from pytestqt.qtbot import QtBot

from designer.canvas.projection import project
from designer.document import Document, Intent
from designer.document.intents import (
    AddRequirement,
    AddState,
    Connect,
    DeleteElements,
    MoveTransition,
    PasteStates,
    RenameState,
    ReplaceText,
    Retarget,
    SetGuards,
)
from designer.document.intents.canvas import Pinned, PlaceStates
from engine.dsl import Workflow, edit
from tests.cases import CASES
from tests.counts import count
from tests.designer.canvas.bench import canvas_on, settle

STEPS = count(60, 600)


@pytest.mark.parametrize("seed", range(count(2, 8)))
def test_the_views_are_always_those_of_the_text(qtbot: QtBot, seed: int) -> None:
    chance = random.Random(seed)
    document = Document.of_text((CASES / "features" / "panel_signoff.yaml").read_text())
    first = document.snapshot.text
    seen: set[str] = set()
    with canvas_on(document, qtbot) as canvas:
        for step in range(STEPS):
            before = document.snapshot
            kind = do_something(document, canvas.commands.stage.standing, chance, step)
            seen.add(kind)
            now = document.snapshot
            if kind == "move":
                assert now.text == before.text, "the sidecar never touches the YAML"
            if now.workflow is not None:
                assert canvas.scene.projection == project(now.workflow)
            if not canvas.busy:
                assert set(canvas.scene.sheet.drawing.boxes) == set(canvas.scene.projection.states)
                assert set(canvas.scene.sheet.drawing.routes) == set(canvas.scene.projection.links)
            for name, at in now.layout.items():
                if name in canvas.scene.sheet.drawing.boxes:
                    assert canvas.scene.sheet.box(name).centre == at
        settle(canvas, qtbot)
        while document.redo_label is not None:
            document.redo()
        last = document.snapshot.text
        while document.undo_label is not None:
            document.undo()
        assert document.snapshot.text == first
        while document.redo_label is not None:
            document.redo()
        assert document.snapshot.text == last
        settle(canvas, qtbot)
        assert canvas.scene.projection == project(document.snapshot.workflow)
    assert {"undo", "redo", "move", "add", "connect", "paste", "delete", "break"} <= seen


def do_something(document: Document, standing: dict[str, tuple[int, int]], chance: random.Random, step: int) -> str:
    """One random edit, undo or redo; gives what it was."""
    kind = chance.choice(
        ["add", "connect", "rename", "delete", "move", "guard", "order", "aim", "require", "paste", "break"]
        + ["undo", "redo"] * 2
    )
    if kind == "undo":
        document.undo()
        return kind
    if kind == "redo":
        document.redo()
        return kind
    workflow = document.snapshot.workflow
    if document.snapshot.stale or workflow is None:
        document.undo()
        return "undo"
    intent = an_intent(kind, document, workflow, standing, chance, step)
    if intent is not None:
        document.attempt(Pinned(intent, standing))
    return kind


def an_intent(
    kind: str,
    document: Document,
    workflow: Workflow,
    standing: dict[str, tuple[int, int]],
    chance: random.Random,
    step: int,
) -> Intent | None:
    names = list(workflow.states)
    name, other = chance.choice(names), chance.choice(names)
    transitions = workflow.states[name].transitions
    match kind:
        case "add":
            return AddState(f"n{step}", (chance.randrange(900), chance.randrange(600)))
        case "connect":
            return Connect(name, other if chance.random() < 0.8 else f"m{step}", ("context.rounds == 1",))
        case "rename":
            return RenameState(name, f"r{step} it's")
        case "delete":
            return DeleteElements((("states", name),)) if len(names) > 3 else None
        case "move":
            x, y = standing.get(name, (0, 0))
            return PlaceStates({name: (x + chance.randrange(-90, 90), y + 24)}, standing)
        case "require":
            return AddRequirement(name, f"f{step}", {"agent": "helper"})
        case "paste":
            return PasteStates(edit.copy_states(document.snapshot.parsed, [name]), (40, 40))
        case "break":
            return ReplaceText(document.snapshot.text + "\n  : [")
    if not transitions:
        return None
    index = chance.randrange(len(transitions))
    match kind:
        case "guard":
            return SetGuards(name, index, (f"context.rounds > {step}",))
        case "order":
            return MoveTransition(name, index, chance.randrange(len(transitions)))
    return Retarget(name, index, other)
