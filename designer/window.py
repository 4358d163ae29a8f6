"""The window: title row, docks around the drawing, status line; it shows what it is told and decides nothing."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QIcon, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QTabBar, QTabWidget, QVBoxLayout, QWidget

from designer.bars import Bars
from designer.docks import Dock
from designer.status import Status
from designer.theme import Theme, resource
from designer.title import TitleRow

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BELOW = Qt.DockWidgetArea.BottomDockWidgetArea

DOCKS = (
    ("project", "Project", LEFT),
    ("outline", "States", LEFT),
    ("inspector", "Inspector", RIGHT),
    ("simulator", "Simulator", RIGHT),
    ("help", "Help", RIGHT),
    ("problems", "Problems", BELOW),
    ("source", "Source", BELOW),
    ("timeline", "Timeline", BELOW),
    ("events", "Events", BELOW),
)
TABBED = (("inspector", "simulator", "help"), ("problems", "source", "timeline", "events"))
"""Docks that share a place at first, the one in front first."""

LAYOUT_VERSION = 2
"""Goes up when docks come or go, so that an older remembered arrangement is not forced on them."""

SIDE_WIDTHS = {"project": 232, "inspector": 312}
BELOW_SHARE = 0.25
MOST_BELOW = 1 / 3


class Window(QMainWindow):
    """Signals: ``closing`` before the window goes; ``dropped`` (paths) for files dropped on it; ``woken`` when it
    comes to the front, where files may have changed meanwhile; ``dock_shown`` (name) when a panel comes into view;
    ``dock_raised`` (name) when one is asked for, to be given the keyboard once it is there.
    """

    closing = Signal()
    dropped = Signal(object)
    woken = Signal()
    dock_shown = Signal(str)
    dock_raised = Signal(str)

    def __init__(self, theme: Theme, menu: QMenu, tools: Sequence[QAction], search: QAction) -> None:
        super().__init__()
        self.setWindowTitle("Statewright")
        self.setWindowIcon(QIcon(str(resource("statewright.svg"))))
        self.setAcceptDrops(True)
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.GroupedDragging
        )
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            self.setCorner(corner, BELOW)
        self.title = TitleRow(theme, menu, tools, search)
        self.setMenuWidget(self.title)
        self.bars = Bars(theme)
        self.pages = QStackedWidget()
        centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bars)
        layout.addWidget(self.pages, 1)
        self.setCentralWidget(centre)
        self.status = Status()
        self.setStatusBar(self.status)
        self.docks: Mapping[str, Dock] = {name: Dock(name, text, theme, self) for name, text, _ in DOCKS}
        self._place_docks()
        self._sized = False
        self._retitle = QTimer(self)
        self._retitle.setSingleShot(True)
        self._retitle.setInterval(0)
        self._retitle.timeout.connect(self._retitle_docks)
        for dock in self.docks.values():
            dock.visibilityChanged.connect(lambda shown, name=dock.name: shown and self.dock_shown.emit(name))
            for signal in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
                signal.connect(self._retitle.start)

    def restore(self, geometry: QByteArray, state: QByteArray) -> None:
        """Take on a remembered shape; the shape of the first start where there is none."""
        if not self.restoreGeometry(geometry):
            available = self.screen().availableGeometry().size()
            self.resize(QSize(1400, 875).boundedTo(available))
        self._sized = self.restoreState(state, LAYOUT_VERSION)

    def remembered(self) -> tuple[QByteArray, QByteArray]:
        """What ``restore`` takes at the next start."""
        return self.saveGeometry(), self.saveState(LAYOUT_VERSION)

    def show_page(self, page: QWidget) -> None:
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)

    def remove_page(self, page: QWidget) -> None:
        self.pages.removeWidget(page)
        page.deleteLater()

    def show_docks(self, shown: bool) -> None:
        """Hide all docks while there is no machine, and bring those back that were visible."""
        for dock in self.docks.values():
            if not shown:
                dock.setProperty("waiting", dock.property("waiting") or not dock.isHidden())
                dock.hide()
            elif dock.property("waiting"):
                dock.setProperty("waiting", False)
                dock.show()
        if shown and not self._sized:
            self._sized = True
            QTimer.singleShot(0, self, self._size_docks)

    def raise_dock(self, name: str) -> None:
        """Bring a panel into view and give it the keyboard."""
        dock = self.docks[name]
        dock.show()
        dock.raise_()
        self.dock_raised.emit(name)

    def is_front(self, name: str) -> bool:
        """Whether a panel can be seen, not hidden and not behind another tab."""
        return not self.docks[name].visibleRegion().isEmpty()

    def _place_docks(self) -> None:
        behind = {other for _, *others in TABBED for other in others}
        for name, _, area in DOCKS:
            if name not in behind:
                self.addDockWidget(area, self.docks[name])
        for names in TABBED:
            for before, after in pairwise(names):
                self.tabifyDockWidget(self.docks[before], self.docks[after])
            self.docks[names[0]].raise_()
        self.docks["help"].hide()
        for bar in self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.hide()  # Qt makes several for three tabs, shows again those it uses, and forgets the others

    def _retitle_docks(self) -> None:
        for dock in self.docks.values():
            dock.retitle()

    def _size_docks(self) -> None:
        docks = [self.docks[name] for name in SIDE_WIDTHS]
        self.resizeDocks(docks, list(SIDE_WIDTHS.values()), Qt.Orientation.Horizontal)
        left = [self.docks["project"], self.docks["outline"]]
        self.resizeDocks(left, [136, 460], Qt.Orientation.Vertical)
        self.resizeDocks([self.docks["problems"]], [round(self.height() * BELOW_SHARE)], Qt.Orientation.Vertical)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for dock in self.docks.values():
            if dock.below:
                dock.setMaximumHeight(max(160, round(self.height() * MOST_BELOW)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.woken.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [pathlib.Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.dropped.emit(paths)
