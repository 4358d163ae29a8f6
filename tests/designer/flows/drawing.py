"""Finds what is drawn on the canvas by its words, as a person reads it, and presses, drags and turns there."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from tests.designer.driver import LEFT, NO_KEYS, Driver


class Drawing:
    """The drawing in a window."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._board: QWidget | None = None

    @property
    def board(self) -> QWidget:
        """The widget one draws on, of the machine in front."""
        if self._board is None or not isValid(self._board) or not self._board.isVisible():
            self._board = self.driver.find("Canvas")[0]
        return self._board

    def readings(self, words: str, part: str | None = None) -> list[QPoint]:
        """Where these words stand; ``part`` is ``body``, ``pill``, ``disc``, ``chip``, ``loops`` or ``tip``."""
        return [
            QPoint(round(found.box.cx), round(found.box.cy))
            for found in self.board.read()
            if found.text == words and part in (None, found.part.value)
        ]

    def at(self, words: str, part: str | None = None) -> QPoint:
        """The one place of these words; waits until they are drawn."""
        self.driver.until(lambda: bool(self.readings(words, part)), f"{words!r} is not drawn: {self.words()}")
        return self.readings(words, part)[0]

    def words(self) -> list[str]:
        return [found.text for found in self.board.read()]

    def says(self) -> str:
        """What a screen reader is told of the element with the focus."""
        self.driver.settle()
        return self.board.accessibleDescription()

    def sees(self, words: str) -> bool:
        self.driver.settle()
        return words in self.words()

    def expect(self, words: str) -> None:
        self.driver.until(lambda: self.sees(words), f"{words!r} is not drawn: {self.words()}")

    def rest(self) -> None:
        """Wait until the window has found its shape: docks fill soon after it opens, and the drawing moves aside."""
        before: list[object] = []
        self.driver.until(lambda: before[-1:] == [now := self.board.read()] or before.append(now) or self._wait())

    def _wait(self) -> bool:
        self.driver.settle(0.15)
        return False

    def number(self, source: str, target: str) -> QPoint:
        """The disc with the number of the transition between two states."""
        tip = next(r for r in self.board.read() if r.part.value == "tip" and r.text == f"{source} → {target}")
        disc = next(r for r in self.board.read() if r.part.value == "disc" and r.path == tip.path)
        return QPoint(round(disc.box.cx), round(disc.box.cy))

    def tip(self, source: str, target: str) -> QPoint:
        """The arrow's head, a little before the rim it points to."""
        return self.at(f"{source} → {target}", "tip")

    def card(self, name: str) -> tuple[QPoint, QPoint]:
        """Left top and right bottom of a state's card."""
        return self._box(name)

    def rim(self, name: str) -> QPoint:
        """A point on the bottom rim of a card, aside of its middle, where wires leave."""
        left_top, right_bottom = self._box(name)
        return QPoint(left_top.x() + (right_bottom.x() - left_top.x()) // 5, right_bottom.y() - 1)

    def void(self) -> QPoint:
        """A place of the window with nothing near it."""
        boxes = [found.box.grown(70) for found in self.board.read()]
        for y in range(self.board.height() - 90, 60, -20):
            for x in range(140, self.board.width() - 320, 20):
                if not any(box.holds((x, y)) for box in boxes):
                    return QPoint(x, y)
        raise AssertionError("the drawing fills the window")

    def click(self, words: str, part: str | None = None, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        point = self.at(words, part)
        self.driver.drag(self.board, point, point, steps=0) if keys == NO_KEYS else self._click(point, keys)

    def double_click(self, words: str, part: str | None = None) -> None:
        self.double_click_at(self.at(words, part))

    def double_click_at(self, point: QPoint) -> None:
        """Two clicks in a row, as the window system sends them."""
        board = self.board
        self.driver._do(lambda: QTest.mouseClick(board, LEFT, NO_KEYS, point))
        self.driver.double_click_at(board, point)

    def hover(self, point: QPoint) -> None:
        board = self.board
        for place in (point + QPoint(1, 1), point):  # where the pointer already is, nothing would happen
            self.driver._do(lambda place=place: QTest.mouseMove(board, place))

    def drag(self, start: QPoint, end: QPoint, *, drop: bool = True) -> None:
        self.driver.drag(self.board, start, end, drop=drop)

    def release(self, point: QPoint) -> None:
        board = self.board
        self.driver._do(lambda: QTest.mouseRelease(board, LEFT, NO_KEYS, point))

    def _click(self, point: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.driver.click_at(self.board, point, keys)

    def _box(self, name: str) -> tuple[QPoint, QPoint]:
        self.at(name, "body")
        for found in self.board.cards():
            if found.text == name:
                box = found.box
                return QPoint(round(box.x), round(box.y)), QPoint(round(box.right), round(box.bottom))
        raise AssertionError(f"no card says {name!r}")
