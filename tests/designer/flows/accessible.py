"""The window as a screen reader has it: finds what is there by role and name, and does what it offers."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.designer.driver import Driver

Role = QAccessible.Role
PRESS, TOGGLE, FOCUS = "Press", "Toggle", "SetFocus"


class Reader:
    """Acts on accessible objects alone; only what is typed goes through the keyboard."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._known: dict[str, QAccessibleInterface] = {}
        QAccessible.setActive(True)  # as a screen reader does: from now on Qt keeps what it hands out up to date

    def walk(self, root: QWidget | None = None) -> Iterator[QAccessibleInterface]:
        """Everything that can be reached from the window, or from one widget, and is not hidden."""
        popup = QApplication.activePopupWidget()
        stack = [QAccessible.queryAccessibleInterface(root or popup or self.driver.window)]
        while stack:
            found = stack.pop()
            if found is None or not found.isValid() or found.state().invisible:
                continue
            yield found
            stack += [found.child(place) for place in reversed(range(found.childCount()))]

    def named(self, name: str, *roles: QAccessible.Role) -> QAccessibleInterface:
        """The one object of this name; waits until it is there."""
        known = self._known.get(name)
        if known is not None and known.isValid() and not known.state().invisible and name_of(known) == name:
            return known
        self.driver.until(lambda: self._named(name, roles) is not None, f"nothing accessible is called {name!r}")
        found = self._named(name, roles)
        assert found is not None
        self._known[name] = found
        return found

    def names(self, role: QAccessible.Role) -> list[str]:
        return [name_of(found) for found in self.walk() if found.role() == role]

    def do(self, what: str, name: str, *roles: QAccessible.Role) -> None:
        """Let the object of this name do one of the things it offers."""
        found = self.named(name, *roles)
        assert not found.state().disabled, f"{name!r} is disabled"
        act(found, what)
        self.driver.settle()

    def focus(self) -> str:
        """The name of what has the keyboard."""
        self.driver.settle()
        widget = QApplication.focusWidget()
        return "" if widget is None else name_of(QAccessible.queryAccessibleInterface(widget))

    def choose(self, *rows: str) -> None:
        """Select these rows of the outline and no other; what a row says of its problems needs not be given."""
        tree = self.named("Outline of states", Role.Tree)
        tree.selectionInterface().clear()
        for row in rows:
            found = next(i for i in self.walk(tree.object()) if name_of(i) == row or name_of(i).startswith(f"{row},"))
            act(found, TOGGLE)
            self.driver.settle()

    def menu(self, *entries: str) -> None:
        """Press the menu button, then entry after entry."""
        self.do(PRESS, "Menu", Role.Button)
        for entry in entries:
            menus = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMenu)]
            item = next(
                found
                for menu in menus
                if menu.isVisible()
                for found in self.walk(menu)
                if found.role() == Role.MenuItem and name_of(found).replace("&", "") == entry
            )
            assert not item.state().disabled, f"{entry!r} cannot be chosen"
            act(item, item.actionInterface().actionNames()[0])
            self.driver.settle(0.06)
        while isinstance(QApplication.activePopupWidget(), QMenu):  # what is pressed this way leaves the menus open
            self.driver.press("Escape")

    def _named(self, name: str, roles: tuple[QAccessible.Role, ...]) -> QAccessibleInterface | None:
        return next((i for i in self.walk() if name_of(i) == name and (not roles or i.role() in roles)), None)


def name_of(found: QAccessibleInterface) -> str:
    return found.text(QAccessible.Text.Name)


def act(found: QAccessibleInterface, what: str) -> None:
    actions = found.actionInterface()
    assert actions is not None
    assert what in actions.actionNames(), f"{name_of(found)!r} offers {actions.actionNames()}, not {what}"
    actions.doAction(what)
