"""How wires run between cards and where their pills stand: a pure function of the cards."""

from designer.canvas.routing.router import route
from designer.canvas.routing.task import Drawing, Route, Task, Wire

__all__ = ["Drawing", "Route", "Task", "Wire", "route"]
