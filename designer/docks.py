"""Docks: a heading that can be dragged for those at the sides, tabs for those below."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QMainWindow, QStackedWidget, QToolButton, QWidget

from designer.theme import Theme


class Dock(QDockWidget):
    """Holds one panel of each machine and shows that of the machine in front.

    Where it shares its place its tab is heading enough; alone it has a slim one.
    """

    def __init__(self, name: str, title: str, theme: Theme, window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(f"dock-{name}")
        self.name = name
        self.plain_title = title
        self._home = window
        self._stack = QStackedWidget()
        self._stack.setObjectName("dock-content")
        self._empty = QWidget()
        self._stack.addWidget(self._empty)
        self.setWidget(self._stack)
        self._heading = Heading(title, theme, self)
        self._none = QWidget()
        self._none.setFixedHeight(0)
        self.setTitleBarWidget(self._heading)

    def show_panel(self, panel: QWidget | None) -> None:
        """Show this panel, or nothing; panels stay until they are deleted."""
        if panel is None:
            self._stack.setCurrentWidget(self._empty)
            return
        if self._stack.indexOf(panel) < 0:
            self._stack.addWidget(panel)
        self._stack.setCurrentWidget(panel)

    def focus(self) -> None:
        """Give the keyboard to the first part of the panel that takes it."""
        panel = self._stack.currentWidget()
        takers = [panel, *panel.findChildren(QWidget)]
        for widget in takers:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(panel) and widget.isEnabled():
                widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    @property
    def below(self) -> bool:
        """Whether the dock stands below the canvas."""
        return not self.isFloating() and self._home.dockWidgetArea(self) == Qt.DockWidgetArea.BottomDockWidgetArea

    def retitle(self) -> None:
        """Take the heading away where a tab says the same, and give it back elsewhere."""
        tabbed = not self.isFloating() and bool(self._home.tabifiedDockWidgets(self))
        wanted = self._none if tabbed else self._heading
        if self.titleBarWidget() is not wanted:
            self.setTitleBarWidget(wanted)
            wanted.show()


class Heading(QWidget):
    """A dock's slim title: its name in small capitals, a button to float it and one to hide it."""

    def __init__(self, title: str, theme: Theme, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._theme = theme
        self.setObjectName("dock-heading")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        label = QLabel(title.upper())
        label.setProperty("role", "heading")
        self._float = _small(f"Float {title}")
        self._float.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._hide = _small(f"Hide {title}")
        self._hide.clicked.connect(dock.close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 2)
        layout.setSpacing(0)
        layout.addWidget(label, 1)
        layout.addWidget(self._float)
        layout.addWidget(self._hide)
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self._float.setIcon(self._theme.icon("arrows-out", "soft"))
        self._hide.setIcon(self._theme.icon("x", "soft"))


def _small(name: str) -> QToolButton:
    button = QToolButton()
    button.setAccessibleName(name)
    button.setToolTip(name)
    button.setProperty("role", "small")
    button.setFixedSize(24, 24)
    button.setIconSize(QSize(14, 14))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
