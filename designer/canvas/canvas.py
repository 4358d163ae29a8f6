"""The canvas: a machine's drawing, everything one does to it, and what floats over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QCloseEvent, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from designer.canvas import messages, overlay
from designer.canvas.above import Above
from designer.canvas.arranger import Arranger
from designer.canvas.board import Board
from designer.canvas.commands import Commands
from designer.canvas.controls import Progress, Strip, ZoomBar
from designer.canvas.editors import Editors
from designer.canvas.geometry import Point
from designer.canvas.keyboard import Keyboard
from designer.canvas.layout.arrange import Engine
from designer.canvas.layout.client import LayoutWorker
from designer.canvas.looking import Looking
from designer.canvas.narrowing import Narrowing
from designer.canvas.overlay import Overlay
from designer.canvas.picture.making import PictureMaker
from designer.canvas.scene import Lists, Scene
from designer.canvas.searching import SearchField
from designer.canvas.showing import Showing
from designer.canvas.speech import spoken
from designer.canvas.stage import Stage
from designer.canvas.tips import tip
from designer.canvas.tools.tool import Tool
from designer.document import Document, Selection
from designer.document.ports import Clipboard, SystemClipboard
from designer.theme import Theme
from engine.diagnostics import Path

if TYPE_CHECKING:
    from designer.document.checks import Checks
    from designer.settings import Settings

PATIENCE_MS = 500
"""A layout that takes longer shows its progress."""
CLOSE = 1.4
"""From this scale on lists unfold by themselves."""
RIM = 12
"""From the window's rim to what floats over the drawing."""


class Canvas(QWidget):
    """``board`` is the widget with the keyboard; ``looking``, ``commands`` and ``narrowing`` are what one can tell it.

    Signals: ``hinted`` (sentence) for the person to read; ``zoomed`` (scale); ``failed`` (details) when a layout
    failed by a bug; ``busy_changed`` when a layout begins or ends; ``tool_changed``.
    """

    hinted = Signal(str)
    zoomed = Signal(float)
    failed = Signal(str)
    busy_changed = Signal()
    tool_changed = Signal()

    def __init__(
        self,
        document: Document,
        selection: Selection,
        checks: Checks,
        theme: Theme,
        settings: Settings,
        worker: LayoutWorker | None = None,
        clipboard: Clipboard | None = None,
    ) -> None:
        super().__init__()
        self._document, self._checks = document, checks
        self._overlay = overlay.NOTHING
        self.scene = Scene()
        self._worker = worker or LayoutWorker(self)
        self._arranger = Arranger(self._worker, self)
        self._stage = Stage(document, selection, self.scene, lambda: self._arranger.standing)
        self._above = Above(self._stage, lambda: self._overlay, lambda: self.board)
        self.board = Board(self._stage, theme, self._above.paint, self)
        self.looking = Looking(self._stage)
        self.narrowing = Narrowing(self._stage, self.board.repaint_all)
        self.editors = Editors(self._stage, self.board, theme)
        self.commands = Commands(self._stage, clipboard or SystemClipboard(), self._where)
        self._keyboard = Keyboard(self._stage, self.looking.reveal)
        self._strip = Strip(self, theme, self.arrange)
        self._zoom = ZoomBar(self, self._stage, theme, self.looking)
        self._search = SearchField(self, theme, self.narrowing, self.looking)
        self.pictures = PictureMaker(document, self._worker, self)
        self._theme = theme
        self._progress = Progress(self, theme, self._arranger.cancel)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._showing = Showing(self._stage, self._arranger, checks, lambda: bool(settings.reduce_motion), self)
        self._join()
        self._showing.begin()

    def _join(self) -> None:
        stage, board = self._stage, self.board
        self.setFocusProxy(board)
        board.setAccessibleName(messages.CANVAS)
        board.keys = self._keyboard.press
        board.installEventFilter(self)
        board.escaped.connect(self._escape)
        board.menu_wanted.connect(self._open_menu)
        board.hover_changed.connect(self._unfold)
        self._showing.shown.connect(self._shown)
        self._arranger.busy_changed.connect(self._show_busy)
        self._arranger.failed.connect(self.failed)
        self._patience.timeout.connect(self._show_progress)
        self._strip.chosen.connect(self.choose_tool)
        stage.selection.changed.connect(self._follow_selection)
        stage.hinted.connect(self.hinted)
        stage.camera_changed.connect(self._looked)
        self.pictures.copied.connect(lambda: self.hinted.emit(messages.COPIED))
        stage.focus_changed.connect(self._announce)
        stage.edited.connect(self.looking.reveal_selection)
        self._zoom.resized.connect(self._place_controls)

    @property
    def busy(self) -> bool:
        """Whether a layout is under way."""
        return self._arranger.busy

    @property
    def editable(self) -> bool:
        """Whether the machine may be edited here now."""
        return not self._stage.locked

    @property
    def engine(self) -> Engine | None:
        """Which engine placed the drawing last, ``None`` while nobody had to."""
        return self._arranger.engine

    @property
    def scale(self) -> float:
        return self._stage.camera.scale

    @property
    def overlay(self) -> Overlay:
        """What a simulation or a replay shows over the drawing; in their modes nothing is edited here."""
        return self._overlay

    @overlay.setter
    def overlay(self, shown: Overlay) -> None:
        if shown.mode != self._overlay.mode:
            self.board.cancel()
            self.editors.close()
        self._overlay = shown
        self._lock()
        self.board.update()

    def choose_tool(self, tool: Tool) -> None:
        """Take another tool of the strip in hand."""
        self.board.cancel()
        self.board.hands.tool = Tool(tool)
        self._strip.show_tool(self.board.hands.tool)
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tool_changed.emit()

    def reveal(self, path: Path) -> None:
        """Bring an element into view, large enough to be read."""
        self.looking.reveal(path)

    def arrange(self, engine: Engine = Engine.AUTO, *, down: bool = False) -> None:
        """Lay the machine out anew, animated, as one undo step."""
        if not self._stage.locked:
            self._arranger.wanted, self._arranger.down = Engine(engine), down
            self._arranger.arrange()

    def open_search(self) -> None:
        """Open the field that dims what does not match."""
        self._search.open()

    def copy_picture(self) -> None:
        """Put the drawing, or the selected states of it, on the clipboard as a picture."""
        self.pictures.copy(self.commands.states, self._theme.tokens)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.board.resize(self.size())
        if self._overlay.mode == "edit" and not self._document.snapshot.stale:
            self._showing.fit_once()
        self._place_controls()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._arranger.close()
        super().closeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        return super().eventFilter(watched, event)

    def _place_controls(self) -> None:
        self._strip.adjustSize()
        self._strip.move(RIM, max(RIM, (self.height() - self._strip.height()) // 2))
        self._zoom.adjustSize()
        self._zoom.move(self.width() - self._zoom.width() - RIM, self.height() - self._zoom.height() - RIM)
        left = min((self.width() - self._progress.width()) // 2, self._zoom.x() - self._progress.width() - RIM)
        self._progress.move(max(RIM, left), self.height() - self._progress.height() - RIM)

    def _where(self) -> Point:
        pointer = self.board.pointer
        return pointer.world if pointer is not None else self._stage.camera.to_world(self.looking.middle)

    def _lock(self) -> None:
        self._stage.locked = self._overlay.mode != "edit" or self._document.snapshot.stale

    def _shown(self) -> None:
        self._lock()
        self.narrowing.update()
        self.board.repaint_all()
        self.editors.follow()
        self._zoom.refresh()
        self._announce()

    def _looked(self) -> None:
        self.scene.seen = self._stage.camera.seen
        self.zoomed.emit(self.scale)
        self._unfold()

    def _follow_selection(self) -> None:
        only = self._stage.selection.only
        if only is not None and len(only) >= 2:
            self._stage.move_focus(only)
        self.narrowing.update()
        self._unfold()
        self.board.update()

    def _unfold(self) -> None:
        """Lists stand open that are clicked, hold the selection, are under the pointer, or are near enough to read."""
        scene, hands = self.scene, self.board.hands
        lists: list[Lists | None] = []
        if self.scale >= CLOSE:
            lists += scene.foldable(self._stage.camera.seen)
        for path in self._stage.selection.paths[:4]:
            edge = scene.edge(path[:4]) if len(path) >= 4 else None
            if edge is not None:
                lists.append(edge.source if edge.loop else scene.link_of(edge.path))
        lists += [hands.opened, self.board.list_under]
        unfolded = tuple(dict.fromkeys(which for which in lists if which is not None and scene.has_list(which)))
        if unfolded != scene.unfolded:
            scene.unfolded = unfolded
            self.board.update()

    def _announce(self) -> None:
        """Tell screen readers what has the focus."""
        text = spoken(self.scene, self._stage.focus, self._checks.findings)
        if text != self.board.accessibleDescription():
            self.board.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self.board, QAccessible.Event.DescriptionChanged))
        self.board.update()

    def _show_progress(self) -> None:
        workflow = self._document.snapshot.workflow
        self._progress.begin(len(workflow.states) if workflow is not None else 0)
        self._place_controls()

    def _show_busy(self) -> None:
        if self.busy:
            self._patience.start()
        else:
            self._patience.stop()
            self._progress.hide()
        self.busy_changed.emit()

    def _escape(self) -> None:
        """Esc with no gesture under way: no offer, then the first tool, then all in view, then nothing selected."""
        if self.editors.dismiss():
            return
        if self.board.hands.tool is not Tool.SELECT:
            self.choose_tool(Tool.SELECT)
        elif self.narrowing.active:
            self.narrowing.clear()
        else:
            self.board.hands.opened = None
            self._stage.move_focus(None)
            self._stage.selection.set(())
            self._unfold()

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.addActions([action for action in self.board.actions() if action.isEnabled()])
        menu.popup(place)

    def _show_tip(self, event: QHelpEvent) -> None:
        position = event.pos()
        found = self._stage.hit(self._stage.camera.to_world((position.x(), position.y())))
        text = tip(self.scene, found, self._checks.findings) if found is not None and not self.board.busy else ""
        QToolTip.showText(event.globalPos(), text, self.board)
