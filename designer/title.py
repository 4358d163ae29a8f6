"""The row over the window: menu, name and project, a tab a machine, the mode, undo, theme and the command search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QWidget,
)

from designer.theme import Theme

HEIGHT = 44
MODES = (("edit", "Edit"), ("simulate", "Simulate"), ("replay", "Replay"))


@dataclass(frozen=True, slots=True)
class TabText:
    """What a tab shows."""

    title: str
    dirty: bool
    tip: str


class TitleRow(QFrame):
    """Signals: ``tab_chosen`` and ``tab_closed`` (index), ``tab_moved`` (from, to), ``mode_chosen`` (name)."""

    tab_chosen = Signal(int)
    tab_closed = Signal(int)
    tab_moved = Signal(int, int)
    mode_chosen = Signal(str)

    def __init__(self, theme: Theme, menu: QMenu, tools: Sequence[QAction], search: QAction) -> None:
        super().__init__()
        self.setObjectName("title-row")
        self.setFixedHeight(HEIGHT)
        self._theme = theme
        self._menu_button = _tool("Menu")
        self._menu_button.clicked.connect(self.open_menu)
        self._menu = menu
        self._menu_button.setToolTip("Menu  F10")
        name = QLabel("Statewright")
        name.setProperty("role", "brand")
        self._project = QLabel()
        self._project.setProperty("role", "soft")
        self.tabs = _Tabs(theme)
        self.tabs.tabBarClicked.connect(self._clicked)
        self.tabs.currentChanged.connect(self._changed)
        self.tabs.tabCloseRequested.connect(self.tab_closed)
        self.tabs.tabMoved.connect(self.tab_moved)
        self._filling = False
        self.modes = ModeSwitch()
        self.modes.chosen.connect(self.mode_chosen)
        left = QWidget()
        row = QHBoxLayout(left)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self._menu_button, name, self._project):
            row.addWidget(widget)
        row.addSpacing(8)
        row.addWidget(self.tabs, 1)
        right = QWidget()
        row = QHBoxLayout(right)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        for action in tools:
            button = _tool(action.text())
            button.setDefaultAction(action)
            button.setIconSize(QSize(18, 18))
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(SearchButton(search, theme), 100)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 12, 0)
        layout.setSpacing(12)
        layout.addWidget(left, 1)
        layout.addWidget(self.modes)
        layout.addWidget(right, 1)
        theme.changed.connect(self._dress)
        self._dress()

    def show_project(self, name: str) -> None:
        self._project.setText(name)
        self._project.setVisible(bool(name))

    def show_tabs(self, tabs: Sequence[TabText], current: int) -> None:
        """Show these tabs with one of them in front; tells nobody."""
        self._filling = True
        while self.tabs.count() > len(tabs):
            self.tabs.removeTab(self.tabs.count() - 1)
        for index, tab in enumerate(tabs):
            text = f"{tab.title} ●" if tab.dirty else tab.title
            if index == self.tabs.count():
                self.tabs.addTab(text)
            self.tabs.setTabText(index, text)
            self.tabs.setTabToolTip(index, tab.tip)
            self.tabs.setAccessibleTabName(index, f"{tab.title}, unsaved" if tab.dirty else tab.title)
        if 0 <= current < len(tabs):
            self.tabs.setCurrentIndex(current)
        self.tabs.setVisible(bool(tabs))
        self._filling = False

    def open_menu(self) -> None:
        """Drop the menu down from its button."""
        self._menu.popup(self._menu_button.mapToGlobal(self._menu_button.rect().bottomLeft()))

    def _clicked(self, index: int) -> None:
        if index >= 0:
            self.tab_chosen.emit(index)

    def _changed(self, index: int) -> None:
        if not self._filling and index >= 0:
            self.tab_chosen.emit(index)

    def _dress(self) -> None:
        self._menu_button.setIcon(self._theme.icon("list"))
        self._menu_button.setIconSize(QSize(18, 18))


class _Tabs(QTabBar):
    """Tabs of machines; the cross shows on the one in front and the one under the mouse, the middle button closes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Open machines")
        self.setDocumentMode(True)
        self.setMovable(True)
        self.setTabsClosable(True)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumWidth(80)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            index = self.tabAt(event.position().toPoint())
            if index >= 0:
                self.tabCloseRequested.emit(index)
                return
        super().mouseReleaseEvent(event)


class ModeSwitch(QFrame):
    """Three joined buttons, one of them down. Signals: ``chosen`` (name) by the user alone."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("mode-switch")
        self.setAccessibleName("Mode")
        self.setFixedHeight(30)
        self._group = QButtonGroup(self)
        self._buttons = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        for name, text in MODES:
            button = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("role", "mode")
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            self._group.addButton(button)
            self._buttons[name] = button
            layout.addWidget(button)

    def show_mode(self, name: str) -> None:
        self._buttons[name].setChecked(True)

    def allow(self, allowed: bool) -> None:
        """Offer the modes; without a machine there is nothing to simulate."""
        self.setVisible(allowed)


class SearchButton(QPushButton):
    """Opens the command palette and says by which keys; the keys give way when there is little room."""

    def __init__(self, action: QAction, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("search")
        self._says = action.text()
        self._keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.setAccessibleName(self._says)
        self.setToolTip(f"{self._says}  {self._keys}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(96)
        self.setMaximumWidth(296)
        self.clicked.connect(action.trigger)

    def sizeHint(self) -> QSize:
        return QSize(296, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(self._theme.tokens.soft)
        metrics = self.fontMetrics()
        box = self.rect().adjusted(12, 0, -12, 0)
        keys = metrics.horizontalAdvance(self._keys)
        if box.width() > metrics.horizontalAdvance(self._says) + keys + 16:
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._keys)
        text = metrics.elidedText(self._says, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def _tool(name: str) -> QToolButton:
    button = QToolButton()
    button.setAutoRaise(True)
    button.setAccessibleName(name)
    button.setFixedSize(32, 32)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
