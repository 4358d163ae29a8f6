"""The canvas: layout, scene, full repaint, pan and drag of a machine with 5,000 states; an edit at 200."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

from tests.benchmarks.figure import Figure

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
STATES, EDGES = 5000, 8500
WIDTH, HEIGHT = 1600, 900


def machine(states: int, edges: int) -> dict[str, Any]:
    """A machine whose transitions mostly lead a little onward, some back."""
    chance = random.Random(1)
    out: dict[int, list[int]] = {i: [] for i in range(states)}
    for i in range(1, states):
        out[chance.randrange(max(0, i - 40), i)].append(i)
    made = states - 1
    while made < edges:
        a = chance.randrange(states)
        b = min(states - 1, max(0, a + chance.randrange(-60, 60)))
        if a != b:
            out[a].append(b)
            made += 1
    return {
        "name": "large",
        "initialState": "state 0",
        "context": {"verdict": {"type": "string"}},
        "states": {
            f"state {i}": {
                "requires": [{"name": "verdict", "from": "agent"}],
                "transitions": [{"toState": f"state {j}", "guards": [f"context.verdict == 'v{j}'"]} for j in onward],
            }
            for i, onward in out.items()
        },
    }


def milliseconds(act: Callable[[], object], times: int = 7) -> float:
    """The median time of one act."""
    spent = []
    for _ in range(times):
        start = perf_counter()
        act()
        spent.append((perf_counter() - start) * 1000)
    return median(spent)


def figures() -> Iterator[Figure]:
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication([])
    from designer.canvas.layout.order import lay_out
    from designer.canvas.projection import project
    from designer.canvas.sheet import Sheet, measure, order_of
    from designer.theme import load_fonts
    from engine.dsl import Workflow

    load_fonts()
    for states, edges, most in ((1000, 1700, 1.0), (STATES, EDGES, 4.0)):
        projection = project(Workflow.model_validate(machine(states, edges)))
        order = order_of(projection, measure(projection))
        start = perf_counter()
        laid = lay_out(order)
        spent = perf_counter() - start
        yield Figure(f"layout, {states:,} states", spent, "s", at_most=most)
    workflow = Workflow.model_validate(machine(STATES, EDGES))
    yield from _painting(lambda: Sheet(p := project(workflow), measure(p), laid.drawing))
    yield from _editing()
    app.processEvents()


def _painting(made: Callable[[], Any]) -> Iterator[Figure]:
    from PySide6.QtGui import QImage, QPainter

    from designer.canvas.camera import Camera
    from designer.canvas.geometry import bounds_of
    from designer.canvas.items.above import paint_far_names, paint_selection
    from designer.canvas.items.ink import Ink
    from designer.canvas.problems import Badge, Problems
    from designer.canvas.scene import Scene
    from designer.canvas.surface import FULL, Lifted, Surface
    from designer.theme import LIGHT
    from engine.diagnostics import Severity

    scene = Scene()
    yield Figure("scene, 5,000 states", milliseconds(lambda: scene.show(made()), 3), "ms", at_most=400)
    names = list(scene.projection.states)
    scene.problems = Problems({name: Badge(1, Severity.ERROR) for name in names[::50]})
    ink, image = Ink(LIGHT), QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    window = Camera(width=WIDTH, height=HEIGHT)
    middle = scene.sheet.box(names[STATES // 2])
    chosen = [("states", name) for name in names[STATES // 2 : STATES // 2 + 20]]
    for place, camera in (
        ("fit", window.fitted(scene.sheet.bounds)),
        ("100 %", Camera(middle.cx - WIDTH / 2, middle.cy - HEIGHT / 2, 1.0, WIDTH, HEIGHT)),
    ):
        surface = Surface(scene)

        def frame(camera: Camera, surface: Surface = surface) -> None:
            painter = QPainter(image)
            surface.draw(painter, camera, 1.0, ink)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(camera.scale, camera.scale)
            painter.translate(-camera.x, -camera.y)
            paint_selection(painter, ink, scene, chosen, camera.scale)
            painter.resetTransform()
            if camera.scale < FULL:
                paint_far_names(painter, ink, scene, [name for _, name in chosen], camera)
            painter.end()

        def full(camera: Camera = camera, surface: Surface = surface, frame: Any = frame) -> None:
            surface._camera = None
            frame(camera)

        full()
        yield Figure(f"full repaint at {place}", milliseconds(full), "ms", at_most=16)
        steps = iter(range(1, 1000))
        pan = milliseconds(lambda c=camera, f=frame, s=steps: f(c.panned(-9 * next(s), 4)), 15)
        yield Figure(f"pan frame at {place}", pan, "ms", at_most=8)
        surface.lift(Lifted({names[STATES // 2]}, ()))
        full()
        yield Figure(f"drag frame at {place}", milliseconds(lambda c=camera, f=frame: f(c), 15), "ms", at_most=8)
    assert bounds_of([middle]).w > 0


def _editing() -> Iterator[Figure]:
    import yaml

    from designer.canvas.arranger import Arranger
    from designer.canvas.layout.client import LayoutWorker
    from designer.document import Document
    from designer.document.intents import SetGuards

    text = yaml.safe_dump({"fsm": machine(200, 320)}, sort_keys=False)
    document = Document.of_text(text)
    arranger = Arranger(worker := LayoutWorker())
    arranger._layout = {}
    arranger._automatic = {f"state {i}": (float(i % 20) * 300, float(i // 20) * 160) for i in range(200)}
    arranger.follow(document.snapshot)
    document.changed.connect(lambda old, new: arranger.follow(new))
    source = next(name for name, state in document.snapshot.workflow.states.items() if state.transitions)  # type: ignore[union-attr]
    numbers = iter(range(1000))
    spent = milliseconds(lambda: document.apply(SetGuards(source, 0, (f"context.verdict == 'x{next(numbers)}'",))), 7)
    worker.close()
    yield Figure("edit, 200 states, to the new drawing", spent, "ms", at_most=50)
