"""Everything a user can do, in one table: menus, tool buttons, the command palette and shortcuts all read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from designer.canvas import Canvas
from designer.canvas.verbs import VERBS, Verb

if TYPE_CHECKING:
    from designer.desk import Desk

PANELS = (
    ("project", "Project"),
    ("outline", "States"),
    ("inspector", "Inspector"),
    ("problems", "Problems"),
    ("source", "Source"),
    ("simulator", "Simulator"),
    ("timeline", "Timeline"),
    ("help", "Help"),
    ("events", "Events"),
)


def always(desk: Desk) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do: what it is called, what it does, by which keys.

    ``when`` says whether it can be done now, ``says`` gives a text that changes, ``ticked`` makes it a switch; a line
    in the menu parts it from others of another ``group``. With ``on_canvas`` the keys act only while the canvas has
    the focus, so that letters stay letters elsewhere.
    """

    id: str
    text: str
    does: Callable[[Desk], object]
    keys: str = ""
    when: Callable[[Desk], bool] = always
    says: Callable[[Desk], str] | None = None
    ticked: Callable[[Desk], bool] | None = None
    icon: str = ""
    group: int = 0
    on_canvas: bool = False

    @property
    def tip(self) -> str:
        """Name and keys, as this platform writes them."""
        keys = QKeySequence(self.keys).toString(QKeySequence.SequenceFormat.NativeText)
        return f"{self.text}  {keys}" if keys else self.text


def has_machine(desk: Desk) -> bool:
    return desk.machine is not None


def is_unsaved(desk: Desk) -> bool:
    return desk.machine is not None and desk.machine.dirty


def any_unsaved(desk: Desk) -> bool:
    return any(machine.dirty for machine in desk.bench.machines)


def has_text(desk: Desk) -> bool:
    """Whether there is a machine whose text can be read as YAML."""
    return desk.machine is not None and desk.machine.document.snapshot.parsed.root is not None


def export_yaml(desk: Desk, *, extensions: bool = True) -> None:
    if desk.machine is not None:
        desk.saving.export_yaml(desk.machine, extensions=extensions)


def has_drawing(desk: Desk) -> bool:
    return desk.page is not None and bool(desk.page.canvas.scene.projection.states)


def has_chosen_states(desk: Desk) -> bool:
    return desk.page is not None and bool(desk.page.canvas.commands.states)


def export_picture(desk: Desk, *, selected: bool = False) -> None:
    if desk.page is not None:
        desk.pictures.export(desk.page, selected=selected)


def print_machine(desk: Desk, *, tiles: bool = False) -> None:
    if desk.page is not None:
        desk.pictures.print(desk.page, tiles=tiles)


def several(desk: Desk) -> bool:
    return len(desk.bench.machines) > 1


def can_undo(desk: Desk) -> bool:
    return desk.machine is not None and desk.machine.document.undo_label is not None


def can_redo(desk: Desk) -> bool:
    return desk.machine is not None and desk.machine.document.redo_label is not None


def undo_text(desk: Desk) -> str:
    return f"Undo {desk.machine.document.undo_label}" if desk.machine and can_undo(desk) else "Undo"


def redo_text(desk: Desk) -> str:
    return f"Redo {desk.machine.document.redo_label}" if desk.machine and can_redo(desk) else "Redo"


def follows_system(desk: Desk) -> bool:
    return desk.preferences.follows_system


def motion_reduced(desk: Desk) -> bool:
    return desk.settings.reduce_motion


def coverage_painted(desk: Desk) -> bool:
    return desk.settings.paint_coverage


def show_panel(name: str, desk: Desk) -> None:
    desk.window.raise_dock(name)


def has_run(desk: Desk) -> bool:
    return desk.page is not None and desk.mode != "edit" and desk.page.simulation.session is not None


def has_journal(desk: Desk) -> bool:
    return desk.replaying.view is not None


def restart(desk: Desk) -> None:
    if desk.page is not None:
        desk.page.simulation.stop()
        if not desk.page.simulation.input_fields:
            desk.page.simulation.start()


def open_trace(desk: Desk) -> None:
    if desk.page is not None:
        desk.running.open_trace(desk.page)


def save_trace(desk: Desk) -> None:
    if desk.page is not None:
        desk.running.save_trace(desk.page)


def save_scenario(desk: Desk) -> None:
    if desk.page is not None:
        desk.running.save_scenario(desk.page)


def of_canvas(menu: str) -> tuple[Action, ...]:
    """The drawing's own verbs of one menu, done on the machine in front."""
    return tuple(_of_verb(verb) for verb in VERBS if verb.menu == menu)


def _of_verb(verb: Verb) -> Action:
    def asked(desk: Desk, ask: Callable[[Canvas], object]) -> bool:
        return desk.page is not None and bool(ask(desk.page.canvas))

    def does(desk: Desk) -> None:
        if desk.page is not None:
            verb.does(desk.page.canvas)

    return Action(
        verb.id,
        verb.text,
        does,
        verb.keys,
        when=lambda desk: asked(desk, verb.when),
        ticked=(lambda desk: asked(desk, verb.ticked)) if verb.ticked is not None else None,
        icon=verb.icon,
        group=verb.group,
        on_canvas=verb.on_canvas,
    )


FILE: tuple[Action, ...] = (
    Action("new", "New machine", lambda d: d.new(), "Ctrl+N", icon="file-plus"),
    Action("open", "Open…", lambda d: d.saving.choose_and_open(), "Ctrl+O", icon="folder-open"),
    Action("open-folder", "Open folder…", lambda d: d.open_folder(), "Ctrl+Shift+O", icon="folder"),
    Action("save", "Save", lambda d: d.save(), "Ctrl+S", when=has_machine, icon="floppy-disk", group=1),
    Action("save-as", "Save as…", lambda d: d.save_as(), "Ctrl+Shift+S", when=has_machine, group=1),
    Action("save-all", "Save all", lambda d: d.saving.save_all(), "Ctrl+Alt+S", when=any_unsaved, group=1),
    Action("export-yaml", "Export YAML…", export_yaml, when=has_text, group=1),
    Action(
        "export-bare-yaml",
        "Export YAML without x- keys…",
        partial(export_yaml, extensions=False),
        when=has_text,
        group=1,
    ),
    Action("export-picture", "Export a picture…", export_picture, "Ctrl+Shift+E", when=has_drawing, group=1),
    Action(
        "export-selection",
        "Export a picture of the selection…",
        partial(export_picture, selected=True),
        when=has_chosen_states,
        group=1,
    ),
    Action("print", "Print on one page…", print_machine, when=has_drawing, group=1),
    Action("print-tiles", "Print in tiles…", partial(print_machine, tiles=True), when=has_drawing, group=1),
    Action("discard", "Discard unsaved changes", lambda d: d.discard(), when=is_unsaved, group=1),
    Action("close", "Close machine", lambda d: d.close_machine(), "Ctrl+W", when=has_machine, group=2),
    Action("quit", "Quit", lambda d: d.window.close(), "Ctrl+Q", group=2),
)

EDIT: tuple[Action, ...] = (
    Action("undo", "Undo", lambda d: d.undo(), "Ctrl+Z", when=can_undo, says=undo_text, icon="arrow-u-up-left"),
    Action("redo", "Redo", lambda d: d.redo(), "Ctrl+Shift+Z", when=can_redo, says=redo_text, icon="arrow-u-up-right"),
    *of_canvas("Edit"),
    Action("find", "Find", lambda d: d.guide.find(), "Ctrl+F", when=has_machine, icon="magnifying-glass", group=2),
)

VIEW: tuple[Action, ...] = (
    Action("palette", "Search or run a command", lambda d: d.guide.open_palette(), "Ctrl+Shift+P", icon="command"),
    Action("go-to-state", "Go to state…", lambda d: d.guide.open_states(), "Ctrl+P", when=has_machine),
    *of_canvas("View"),
    Action(
        "theme",
        "Switch between light and dark",
        lambda d: d.preferences.toggle_theme(),
        "Ctrl+Alt+T",
        icon="moon",
        group=2,
    ),
    Action(
        "theme-system",
        "Follow the system's theme",
        lambda d: d.preferences.follow_system(),
        ticked=follows_system,
        group=2,
    ),
    Action("reduce-motion", "Reduce motion", lambda d: d.preferences.toggle_motion(), ticked=motion_reduced, group=2),
    Action("next-tab", "Next machine", lambda d: d.step_tab(1), "Ctrl+Tab", when=several, group=3),
    Action("previous-tab", "Previous machine", lambda d: d.step_tab(-1), "Ctrl+Shift+Tab", when=several, group=3),
    *(
        Action(
            f"show-{name}", f"Show {title.lower()}", partial(show_panel, name), f"Alt+{n}", when=has_machine, group=4
        )
        for n, (name, title) in enumerate(PANELS, start=1)
    ),
)

MACHINE: tuple[Action, ...] = of_canvas("Canvas")

RUN: tuple[Action, ...] = (
    Action("mode-edit", "Edit", lambda d: d.set_mode("edit"), "Shift+F5", when=has_machine, icon="pencil-simple"),
    Action("mode-simulate", "Simulate", lambda d: d.set_mode("simulate"), "F5", when=has_machine, icon="play"),
    Action("mode-replay", "Replay", lambda d: d.set_mode("replay"), "F6", when=has_machine, icon="rewind"),
    Action("restart", "Start the run again", restart, "Ctrl+F5", when=has_run, group=1),
    Action("step-back", "Step back", lambda d: d.step_run(-1), "Alt+Left", when=has_run, icon="caret-left", group=1),
    Action("step-on", "Step on", lambda d: d.step_run(1), "Alt+Right", when=has_run, icon="caret-right", group=1),
    Action("coverage", "Paint coverage", lambda d: d.preferences.toggle_coverage(), ticked=coverage_painted, group=1),
    Action("open-journal", "Open journal…", lambda d: d.open_journal(), icon="database", group=2),
    Action("open-address", "Open journal at an address…", lambda d: d.open_address(), group=2),
    Action("show-runs", "Show the journal's runs", lambda d: d.replaying.show(), "Ctrl+J", when=has_journal, group=2),
    Action("open-trace", "Open a trace…", open_trace, when=has_machine, group=2),
    Action("save-trace", "Save the run as trace…", save_trace, when=has_run, group=2),
    Action("save-scenario", "Save the run as scenario…", save_scenario, when=has_run, group=2),
)

HELP: tuple[Action, ...] = (
    Action("help", "Help", lambda d: d.guide.help(), "F1", icon="question"),
    Action("shortcuts", "Keyboard shortcuts", lambda d: d.guide.show_shortcuts(), "?", icon="keyboard", on_canvas=True),
    Action("tour", "Take the tour", lambda d: d.guide.start_tour(), icon="sparkle"),
    Action("welcome", "Welcome", lambda d: d.bench.show(None)),
)

MENUS: Mapping[str, tuple[Action, ...]] = {
    "File": FILE,
    "Edit": EDIT,
    "View": VIEW,
    "Machine": MACHINE,
    "Run": RUN,
    "Help": HELP,
}

UNLISTED: tuple[Action, ...] = (Action("menu", "Open the menu", lambda d: d.window.title.open_menu(), "F10"),)
