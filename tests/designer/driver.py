"""Drives the window as a person does: finds what is visible by its words and sends only mouse, key and wheel events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QAbstractListModel, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QTabBar,
    QWidget,
)

LONGEST_WORK = 0.5
"""Seconds of its own work the interface may put into one event before a test fails; the target is a tenth of it."""

LONGEST_WAIT = 5.0
"""Seconds one event may take in all, on a machine that is busy with other things."""

PATIENCE = 10.0
"""Seconds a flow waits for what it expects before it fails."""

MENU_DELAY = 0.06
"""Seconds Qt takes to open a submenu after a press; whoever is faster finds it opened twice."""

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


class NotFound(AssertionError):
    """Nothing visible has these words."""


class Driver:
    """``longest`` is the longest work on one event so far, in seconds."""

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.longest = 0.0

    # what can be seen

    def find(self, words: str) -> tuple[QWidget, QPoint]:
        """The visible widget, menu entry, tab or row with these words, and the point in it to press."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = next(self._places(words), None)
            if found is not None:
                return found
            if time.monotonic() > deadline:
                raise NotFound(f"nothing visible says {words!r}")
            self.settle()

    def sees(self, words: str) -> bool:
        """Whether something visible has these words, as a whole text, a name, or part of a longer text."""
        self.settle()
        return next(self._places(words), None) is not None or any(words in text for text in self.texts())

    def expect(self, words: str) -> None:
        """Wait until something visible says this."""
        self.until(lambda: self.sees(words), f"nothing visible says {words!r}: {sorted(set(self.texts()))}")

    def texts(self) -> Iterator[str]:
        """All words that can be read in the window now."""
        for widget in self._visible(QWidget):
            for text in (_text(widget), widget.accessibleName(), widget.accessibleDescription()):
                if text:
                    yield text
            if isinstance(widget, QTabBar):
                yield from (widget.tabText(index) for index in range(widget.count()))
            if isinstance(widget, QMenu):
                yield from (action.text() for action in widget.actions())

    @property
    def at(self) -> str:
        """The name of the control that has the keyboard."""
        self.settle()
        return self._focus().accessibleName()

    def until(self, holds: Callable[[], bool], otherwise: str = "what was waited for never came") -> None:
        """Let the program work until something holds."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, otherwise
            self.settle()

    # what can be done

    def click(self, words: str, *, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        widget, point = self.find(words)
        self._do(lambda: QTest.mouseClick(widget, button, keys, point))

    def double_click(self, words: str) -> None:
        widget, point = self.find(words)
        self._do(lambda: QTest.mouseDClick(widget, LEFT, NO_KEYS, point))

    def click_at(self, widget: QWidget, point: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self._do(lambda: QTest.mouseClick(widget, LEFT, keys, point))

    def double_click_at(self, widget: QWidget, point: QPoint) -> None:
        self._do(lambda: QTest.mouseDClick(widget, LEFT, NO_KEYS, point))

    def drag(self, widget: QWidget, start: QPoint, end: QPoint, *, steps: int = 6, drop: bool = True) -> None:
        """Press at ``start``, move to ``end`` in steps, and let go, unless the test goes on dragging."""
        self._do(lambda: QTest.mousePress(widget, LEFT, NO_KEYS, start))
        for step in range(1, steps + 1):
            point = start + (end - start) * step / steps
            self._do(lambda point=point: QTest.mouseMove(widget, point))
        if drop:
            self._do(lambda: QTest.mouseRelease(widget, LEFT, NO_KEYS, end))

    def menu(self, *words: str) -> None:
        """Open the menu and go through its entries: ``menu("File", "Save")``."""
        self.click("Menu")
        for entry in words:
            self.click(entry)
            self.settle(MENU_DELAY)

    def press(self, keys: str, times: int = 1, longest: float = LONGEST_WORK) -> None:
        """Press keys where the focus is: ``Ctrl+S``, ``Return``, ``Down``; ``longest`` seconds of work are no hang."""
        combination = QKeySequence(keys)[0]
        for _ in range(times):
            self._do(lambda: QTest.keyClick(self._focus(), combination.key(), combination.keyboardModifiers()), longest)

    def type(self, text: str) -> None:
        """Type where the focus is; a line's end is the Return key."""
        for character in text:
            if character == "\n":
                self.press("Return")
            else:
                self._do(lambda character=character: QTest.keyClicks(self._focus(), character))

    def fill(self, name: str, text: str) -> None:
        """Put ``text`` into the field of this name in place of what is there, and press Return."""
        self.click(name)
        self.press("Ctrl+A")
        self.type(text)
        self.press("Return")

    def wheel(self, widget: QWidget, point: QPoint, notches: int, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        for _ in range(abs(notches)):
            turn = QPoint(0, 120 if notches > 0 else -120)
            where = QPointF(widget.mapToGlobal(point))
            phase = Qt.ScrollPhase.NoScrollPhase
            event = QWheelEvent(QPointF(point), where, QPoint(), turn, Qt.MouseButton.NoButton, keys, phase, False)
            self._do(lambda event=event: QApplication.sendEvent(widget, event))

    def scroll_to(self, words: str) -> None:
        """Turn the wheel over the scrolled panel that holds something with these words until it can be seen."""
        for widget in self.window.findChildren(QWidget):
            if words in (_text(widget), widget.accessibleName()) and widget.isVisible():
                break
        else:
            raise NotFound(f"nothing says {words!r}, scrolled away or not")
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        assert area is not None
        port, most = area.viewport(), 60
        while not widget.visibleRegion().contains(widget.rect().center()) and most > 0:
            below = widget.mapTo(port, widget.rect().center()).y() > port.height() // 2
            self.wheel(port, QPoint(4, 4), -1 if below else 1)
            most -= 1

    def settle(self, seconds: float = 0.0) -> None:
        """Let the program do what it has to do now, and what comes within ``seconds``."""
        until = time.monotonic() + seconds
        while True:
            with self._watched():
                QApplication.processEvents()
            if time.monotonic() >= until:
                break
            time.sleep(0.002)

    # how it is done

    def _places(self, words: str) -> Iterator[tuple[QWidget, QPoint]]:
        for menu in self._visible(QMenu):
            for action in menu.actions():
                if action.isVisible() and _plain(action.text()) == words:
                    yield menu, menu.actionGeometry(action).center()
        for widget in self._visible(QWidget):
            if isinstance(widget, QTabBar):
                for index in range(widget.count()):
                    if words in (widget.tabText(index), widget.accessibleTabName(index)):
                        yield widget, widget.tabRect(index).center()
            if isinstance(widget, QAbstractItemView):
                yield from self._rows(widget, words)
            if words in (_text(widget), widget.accessibleName()) and not isinstance(widget, QMenu):
                yield widget, widget.rect().center()

    def _rows(self, view: QAbstractItemView, words: str) -> Iterator[tuple[QWidget, QPoint]]:
        model, stack = view.model(), [view.rootIndex()]
        while stack and model is not None:
            parent = stack.pop()
            for row in range(model.rowCount(parent)):
                for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
                    index = model.index(row, column, parent)
                    box = view.visualRect(index)
                    if words == index.data() and QRect(QPoint(), view.viewport().size()).contains(box.center()):
                        yield view.viewport(), box.center()
                stack.append(model.index(row, 0, parent))

    def _visible(self, kind: type[QWidget]) -> Iterator[QWidget]:
        popup = QApplication.activePopupWidget()
        windows = [popup] if popup is not None else []
        windows += [window for window in QApplication.topLevelWidgets() if window.isVisible() and window is not popup]
        for window in windows:
            for widget in (window, *window.findChildren(kind)):
                if isinstance(widget, kind) and widget.isVisible() and not widget.visibleRegion().isEmpty():
                    yield widget

    def _focus(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.focusWidget() or self.window

    def _do(self, act: Callable[[], object], longest: float = LONGEST_WORK) -> None:
        self.settle()
        with self._watched(longest):
            act()
        self.settle()

    @contextmanager
    def _watched(self, longest: float = LONGEST_WORK) -> Iterator[None]:
        start, busy = time.monotonic(), time.thread_time()
        yield
        worked = time.thread_time() - busy
        self.longest = max(self.longest, worked)
        assert worked < longest, f"the interface worked for {worked:.2f} s without a pause"
        assert time.monotonic() - start < LONGEST_WAIT, "the interface stood still"


def _text(widget: QWidget) -> str:
    match widget:
        case QAbstractButton() | QLabel():
            return _plain(widget.text())
        case QLineEdit():
            return widget.text() or widget.placeholderText()
        case QComboBox():
            return widget.currentText()
    return ""


def _plain(text: str) -> str:
    """A label without the mark of its mnemonic and the keys behind a tab."""
    return text.split("\t")[0].replace("&&", "\0").replace("&", "").replace("\0", "&")
