"""A window in a process of its own, on whatever display there is: ``copy FILE STATE`` or ``paste FILE``.

It works with the clipboard that all windows share. ``copy`` says a line when it has copied, and stays until its input
ends: under X the clipboard's content is asked of the window that owns it.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

from PySide6.QtCore import QThread
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.app import Designer
from designer.places import Places
from tests.designer.driver import Driver
from tests.designer.flows.drawing import Drawing


class Input(QThread):
    """Waits until the input ends."""

    def run(self) -> None:
        sys.stdin.read()


def main(verb: str, file: str, *states: str) -> None:
    app = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as own:
        designer = Designer(Places(pathlib.Path(own) / "config", pathlib.Path(own) / "state"))
        designer.window.resize(1400, 875)
        designer.start([pathlib.Path(file)])
        QTest.qWaitForWindowExposed(designer.window)
        designer.window.activateWindow()
        QTest.qWaitForWindowActive(designer.window)
        drawing = Drawing(Driver(designer.window))
        drawing.rest()
        if verb == "copy":
            for state in states:
                drawing.click(state, "body")
            drawing.driver.press("Ctrl+C")
            print("copied", flush=True)
            waiting = Input()
            waiting.finished.connect(app.quit)
            waiting.start()
            app.exec()
            waiting.wait()
        else:
            drawing.hover(drawing.void())
            drawing.driver.press("Ctrl+V")
            drawing.driver.settle(0.3)
            drawing.driver.press("Ctrl+S")
            drawing.driver.settle(0.2)
            print(" ".join(sorted(drawing.words())), flush=True)
        designer.window.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
