"""Pictures of the forms and of what opens beside them, in both themes: ``python -m designer.scenes FOLDER``.

For looking at what a change of the look did everywhere; the machine is one of the samples.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QTableView, QWidget

from designer.app import Designer
from designer.document.intents import AddState, RenameState, SetGuards
from designer.panels.inspector.guard import CelEdit
from designer.panels.inspector.large import LargeEditor
from designer.places import Places
from designer.screenshots import at_rest, wait
from designer.theme import samples
from designer.workbench import Machine

SIZE = (1440, 1000)
MACHINE = "supplier-bank-change"
STATE, FIELD, AGENT, USER, COMMAND = "review", "reason", "analyst", "fay", "ReadSupplier"


def main() -> int:
    """Write all pictures into the folder given on the command line."""
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    QApplication(sys.argv[:1])
    for theme in ("light", "dark"):
        for name, scene in SCENES.items():
            with tempfile.TemporaryDirectory() as own:
                _shoot(name, scene, theme, folder, pathlib.Path(own))
    return 0


def _shoot(name: str, scene: Callable[[Designer], None], theme: str, folder: pathlib.Path, own: pathlib.Path) -> None:
    project = own / "workflows"
    shutil.copytree(samples(), project)
    designer = Designer(Places(own / "config", own / "state"))
    designer.desk.preferences.prefer(theme)
    designer.window.resize(*SIZE)
    designer.start([project / f"{MACHINE}.yaml"])
    designer.window.resize(*SIZE)
    wait(lambda: at_rest(designer))
    scene(designer)
    wait(lambda: at_rest(designer))
    designer.window.grab().save(str(folder / f"{name}-{theme}.png"))
    designer.window.close()
    designer.deleteLater()


def _form(*path: str | int) -> Callable[[Designer], None]:
    """The form of an element."""

    def show(designer: Designer) -> None:
        _machine(designer).selection.set((path,))

    return show


def _matrix(designer: Designer) -> None:
    inspector = _panel(designer, "inspector")
    table = next(each for each in inspector.findChildren(QTableView) if each.isVisible())
    _reveal(table)


def _guard_wrong(designer: Designer) -> None:
    _form("states", STATE, "transitions", 0)(designer)
    wait(lambda: at_rest(designer))
    edit = _panel(designer, "inspector").findChildren(CelEdit)[0]
    edit.setFocus()
    edit.setPlainText("context.reviw == 'confirmed' && size(context.letter) > 'x'")


def _guard_large(designer: Designer) -> None:
    _form("states", "execution", "transitions", 0)(designer)
    wait(lambda: at_rest(designer))
    edit = _panel(designer, "inspector").findChildren(CelEdit)[0]
    large = LargeEditor(designer.theme, edit, "Guard")
    large.setParent(designer.window, Qt.WindowType.Widget)
    large.move(360, 300)
    large.show()
    large.raise_()


def _problems(designer: Designer) -> None:
    machine = _machine(designer)
    machine.document.apply(SetGuards(STATE, 0, ("context.reviw == 'x'",)))
    designer.window.raise_dock("problems")


def _help(designer: Designer) -> None:
    designer.desk.guide.help("requirement")


def _changed_outside(designer: Designer) -> None:
    machine = _machine(designer)
    machine.document.apply(AddState("later"))
    assert machine.path is not None
    machine.path.write_text(machine.path.read_text(encoding="utf-8") + "# theirs\n", encoding="utf-8")
    designer.desk.saving.look()


def _compare(designer: Designer) -> None:
    _changed_outside(designer)
    designer.desk.compare(_machine(designer))


def _scenarios(designer: Designer) -> None:
    _machine(designer).document.apply(RenameState(STATE, "second look"))


def _source(designer: Designer) -> None:
    designer.window.raise_dock("source")


def _machine(designer: Designer) -> Machine:
    machine = designer.desk.machine
    assert machine is not None
    return machine


def _panel(designer: Designer, name: str) -> QWidget:
    page = designer.desk.page
    assert page is not None
    return page.panel(name)


def _reveal(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(widget)


SCENES: Mapping[str, Callable[[Designer], None]] = {
    "form-machine": _form(),
    "form-state": _form("states", STATE),
    "form-requirement": _form("states", STATE, "requires", 0),
    "form-transition": _form("states", STATE, "transitions", 0),
    "form-timer": _form("states", STATE, "timers", 0),
    "form-field": _form("context", FIELD),
    "form-agent": _form("agents", AGENT),
    "form-user": _form("users", USER),
    "form-command": _form("commands", COMMAND),
    "matrix": _matrix,
    "guard-wrong": _guard_wrong,
    "guard-large": _guard_large,
    "problems": _problems,
    "source": _source,
    "help": _help,
    "changed-outside": _changed_outside,
    "compare": _compare,
    "scenarios": _scenarios,
}

if __name__ == "__main__":
    sys.exit(main())
