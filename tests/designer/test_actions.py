"""The table of actions: everything has a name, keys mean one thing, and it never fails for want of a machine."""

from __future__ import annotations

import pathlib
from collections import Counter

from PySide6.QtGui import QKeySequence

from designer.actions import MENUS, UNLISTED
from tests.designer.conftest import Start

TABLE = [action for actions in (*MENUS.values(), UNLISTED) for action in actions]
SLOW = {"open", "open-folder", "save", "save-as", "quit", "close"}


def test_ids_are_unique_and_texts_are_short_sentences() -> None:
    assert [id for id, times in Counter(action.id for action in TABLE).items() if times > 1] == []
    for action in TABLE:
        assert action.text == action.text.strip()
        assert action.text[0].isupper()
        assert not action.text.endswith(".")


def test_no_keys_mean_two_things() -> None:
    keys = Counter(QKeySequence(action.keys).toString() for action in TABLE if action.keys)
    assert [key for key, times in keys.items() if times > 1] == []
    assert "" not in keys


def test_single_letters_act_on_the_canvas_alone() -> None:
    for action in TABLE:
        if len(action.keys) == 1:
            assert action.on_canvas, action.id


def test_everything_can_be_asked_for_with_and_without_a_machine(start: Start, machine: pathlib.Path) -> None:
    session = start()
    for opened in (False, True):
        if opened:
            session.designer.bench.open(machine)
            session.driver.settle(0.1)
        for action in TABLE:
            if action.id not in SLOW:
                session.designer.actions[action.id].trigger()
                session.driver.settle()
    assert session.designer.bench.machines


def test_what_cannot_be_done_is_grey(start: Start, machine: pathlib.Path) -> None:
    session = start()
    actions = session.designer.actions
    assert not actions["save"].isEnabled()
    assert not actions["undo"].isEnabled()
    assert actions["open"].isEnabled()
    session.designer.bench.open(machine)
    session.driver.settle(0.1)
    assert actions["save"].isEnabled()
    assert not actions["undo"].isEnabled()
    assert not actions["delete"].isEnabled()
    session.designer.bench.current.selection.set((("states", "review"),))
    session.driver.settle()
    assert actions["delete"].isEnabled()
