"""The table of actions as Qt's, with shortcuts, icons and menus, kept up to date."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from designer.actions import MENUS, UNLISTED, Action
from designer.desk import Desk


class ActionSet(QObject):
    """All actions by id, in the order of the table; iterating gives them as Qt's."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        table = [action for actions in (*MENUS.values(), UNLISTED) for action in actions]
        self._actions = {action.id: (action, self._made(action)) for action in table}

    def __getitem__(self, id: str) -> QAction:
        return self._actions[id][1]

    def __iter__(self) -> Iterator[QAction]:
        return (made for _, made in self._actions.values())

    def attach(self, window: QWidget) -> None:
        """Let the shortcuts act in the whole window, those of the canvas aside."""
        window.addActions([made for action, made in self._actions.values() if not action.on_canvas])

    def attach_canvas(self, canvas: QWidget) -> None:
        """Let the canvas' own shortcuts act while this canvas has the focus."""
        canvas.addActions([made for action, made in self._actions.values() if action.on_canvas])

    def refresh(self) -> None:
        """Bring texts, ticks and what can be done up to date."""
        for action, made in self._actions.values():
            made.setEnabled(action.when(self._desk))
            if action.says is not None:
                made.setText(action.says(self._desk))
            if action.ticked is not None:
                made.setChecked(action.ticked(self._desk))

    def dress(self) -> None:
        """Draw the icons in the theme's colours."""
        for action, made in self._actions.values():
            if action.icon:
                made.setIcon(self._desk.theme.icon(action.icon))

    def menus(self, parent: QMenu) -> list[QMenu]:
        """The menus, filled, as submenus of ``parent``."""
        return [self._menu(parent.addMenu(name), actions) for name, actions in MENUS.items()]

    def _menu(self, menu: QMenu, actions: tuple[Action, ...]) -> QMenu:
        menu.aboutToShow.connect(self.refresh)
        group = 0
        for action in sorted(actions, key=lambda action: action.group):
            if action.group != group:
                menu.addSeparator()
                group = action.group
            menu.addAction(self[action.id])
        return menu

    def _made(self, action: Action) -> QAction:
        made = QAction(action.text, self)
        made.setObjectName(action.id)
        made.setShortcut(QKeySequence(action.keys))
        if action.on_canvas:
            made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        made.setCheckable(action.ticked is not None)
        made.setToolTip(action.tip)
        made.triggered.connect(lambda: self._do(action))
        return made

    def _do(self, action: Action) -> None:
        if action.when(self._desk):
            action.does(self._desk)
        self.refresh()
