"""Everything one can tell the canvas, as a table from which menus, palette and shortcuts are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from designer.canvas.canvas import Canvas
from designer.canvas.layout.arrange import Engine
from designer.canvas.tools.tool import Tool


def anything(canvas: Canvas) -> bool:
    return True


def editable(canvas: Canvas) -> bool:
    return canvas.editable


def has_states(canvas: Canvas) -> bool:
    return canvas.editable and bool(canvas.commands.states)


def at_state(canvas: Canvas) -> bool:
    return canvas.editable and canvas.commands.state is not None


def has_several(canvas: Canvas) -> bool:
    return canvas.editable and len(canvas.commands.states) > 1


def has_three(canvas: Canvas) -> bool:
    return canvas.editable and len(canvas.commands.states) > 2


def has_selection(canvas: Canvas) -> bool:
    return canvas.editable and bool(canvas.commands.anything)


def can_rename(canvas: Canvas) -> bool:
    return canvas.editable and (canvas.commands.state or canvas.commands.transition) is not None


def in_focus(canvas: Canvas) -> bool:
    return canvas.narrowing.focused


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing to tell the canvas. ``on_canvas`` keys act only while the canvas has the keyboard.

    ``menu`` is ``Edit``, ``View`` or ``Canvas`` (all else); a line parts groups.
    """

    id: str
    text: str
    does: Callable[[Canvas], object]
    keys: str = ""
    when: Callable[[Canvas], bool] = anything
    icon: str = ""
    menu: str = "Canvas"
    group: int = 0
    on_canvas: bool = True
    ticked: Callable[[Canvas], bool] | None = None


VERBS: tuple[Verb, ...] = (
    Verb("cut", "Cut", lambda c: c.commands.cut(), "Ctrl+X", has_states, "scissors", "Edit", 1),
    Verb("copy", "Copy", lambda c: c.commands.copy(), "Ctrl+C", has_states, "copy", "Edit", 1),
    Verb("paste", "Paste", lambda c: c.commands.paste(), "Ctrl+V", editable, "clipboard", "Edit", 1),
    Verb("duplicate", "Duplicate", lambda c: c.commands.duplicate(), "Ctrl+D", has_states, "", "Edit", 1),
    Verb("delete", "Delete", lambda c: c.commands.delete(), "Del", has_selection, "trash", "Edit", 1),
    Verb("select-all", "Select all", lambda c: c.commands.select_all(), "Ctrl+A", anything, "selection-all", "Edit", 1),
    Verb(
        "select-faulty", "Select what has problems", lambda c: c.commands.select_faulty(), "", anything, "", "Edit", 1
    ),
    Verb(
        "copy-picture",
        "Copy as picture",
        lambda c: c.copy_picture(),
        "Ctrl+Shift+C",
        anything,
        "image",
        "Edit",
        1,
        False,
    ),
    Verb(
        "zoom-in",
        "Zoom in",
        lambda c: c.looking.zoom_in(),
        "Ctrl+=",
        anything,
        "magnifying-glass-plus",
        "View",
        1,
        False,
    ),
    Verb(
        "zoom-out",
        "Zoom out",
        lambda c: c.looking.zoom_out(),
        "Ctrl+-",
        anything,
        "magnifying-glass-minus",
        "View",
        1,
        False,
    ),
    Verb("actual-size", "Actual size", lambda c: c.looking.actual_size(), "Ctrl+0", anything, "", "View", 1, False),
    Verb("fit", "Fit the drawing", lambda c: c.looking.fit(), "Ctrl+1", anything, "frame-corners", "View", 1, False),
    Verb(
        "zoom-selection",
        "Zoom to selection",
        lambda c: c.looking.to_selection(),
        "Ctrl+2",
        anything,
        "",
        "View",
        1,
        False,
    ),
    Verb(
        "focus-mode",
        "Show only neighbours",
        lambda c: c.narrowing.toggle_focus(),
        "Ctrl+Shift+F",
        anything,
        "target",
        "View",
        1,
        False,
        in_focus,
    ),
    Verb(
        "search-drawing",
        "Search in the drawing",
        lambda c: c.open_search(),
        "/",
        anything,
        "magnifying-glass",
        "View",
        1,
    ),
    Verb("tool-select", "Select", lambda c: c.choose_tool(Tool.SELECT), "V", anything, "cursor", group=0),
    Verb("tool-state", "Add states by clicking", lambda c: c.choose_tool(Tool.STATE), "S", editable, "rectangle"),
    Verb("tool-connect", "Connect by dragging", lambda c: c.choose_tool(Tool.CONNECT), "C", editable, "arrow-up-right"),
    Verb("add-state", "Add a state", lambda c: c.commands.add_state(), "N", editable, "plus", group=1),
    Verb(
        "add-transition",
        "Add a transition to…",
        lambda c: c.commands.connect(),
        "T",
        at_state,
        "arrow-right",
        group=1,
    ),
    Verb("add-requirement", "Add a requirement", lambda c: c.commands.require(), "R", at_state, "plus-circle", group=1),
    Verb(
        "rename", "Rename, or edit the guard", lambda c: c.commands.rename(), "F2", can_rename, "pencil-simple", group=1
    ),
    Verb("make-initial", "Start here", lambda c: c.commands.make_initial(), "", at_state, "flag", group=1),
    Verb(
        "arrange",
        "Arrange",
        lambda c: c.arrange(),
        "Ctrl+Shift+L",
        editable,
        "tree-structure",
        group=2,
        on_canvas=False,
    ),
    Verb("arrange-layers", "Arrange in layers, left to right", lambda c: c.arrange(Engine.DOT), "", editable, group=2),
    Verb(
        "arrange-down", "Arrange in layers, top down", lambda c: c.arrange(Engine.DOT, down=True), "", editable, group=2
    ),
    Verb("arrange-fold", "Arrange in a grid", lambda c: c.arrange(Engine.FOLD), "", editable, group=2),
    Verb("arrange-fast", "Arrange in layers, fast", lambda c: c.arrange(Engine.LAYERS), "", editable, group=2),
    Verb("align-left", "Align left", lambda c: c.commands.align("left"), "", has_several, "align-left", group=3),
    Verb("align-right", "Align right", lambda c: c.commands.align("right"), "", has_several, "align-right", group=3),
    Verb("align-top", "Align top", lambda c: c.commands.align("top"), "", has_several, "align-top", group=3),
    Verb(
        "align-bottom", "Align bottom", lambda c: c.commands.align("bottom"), "", has_several, "align-bottom", group=3
    ),
    Verb(
        "align-middle",
        "Align middles",
        lambda c: c.commands.align("middle"),
        "",
        has_several,
        "align-center-vertical",
        group=3,
    ),
    Verb(
        "align-centre",
        "Align centres",
        lambda c: c.commands.align("centre"),
        "",
        has_several,
        "align-center-horizontal",
        group=3,
    ),
    Verb(
        "distribute-across",
        "Distribute across",
        lambda c: c.commands.distribute(True),
        "",
        has_three,
        "columns",
        group=3,
    ),
    Verb("distribute-down", "Distribute down", lambda c: c.commands.distribute(False), "", has_three, "rows", group=3),
)
