"""A machine that sends commands, an addressee that remembers keys, and a driver that may be killed at any boundary."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.reducer import START_OF_TIME, Actor, Contribution, Definition
from engine.runtime import Order, Worker, open_journal
from engine.runtime.ports import Boundary
from tests.engine.runtime.machines import linked

ORDERS = """
fsm:
  name: orders
  initialState: ordered
  context:
    item: { type: string }
    receipt: { type: string }
    checked: { type: bool }
    note: { type: string, sensitive: true }
  agents: { clerk: { canTransition: [ordered, checking] } }
  commands:
    ship: { maxAttempts: 5, retryable: [busy] }
  states:
    ordered:
      requires: [{ name: item }, { name: note, required: false }]
      transitions:
        - toState: shipping
          guards: ["has(context.item)"]
    shipping:
      entry:
        - send: { command: ship, to: { tool: depot }, with: { item: "{{ context.item }}", note: "{{ context.note }}" },
                  idempotencyKey: "ship-{{ context.item }}" }
      requires: [{ name: receipt, from: { tool: depot } }]
      transitions: [{ toState: checking }]
    checking:
      requires: [{ name: checked }]
      transitions:
        - toState: done
          guards: ["context.item == 'last'"]
        - toState: ordered
          onTransition: [{ assign: { item: null, receipt: null, checked: null } }]
    done: { terminal: true }
"""

CLERK = Actor("agent", "clerk")
ITEMS = ("tea", "last")


@cache
def orders() -> Definition:
    return linked(ORDERS)


class Depot:
    """The addressee: a file of what it performed, by key. Knows a key again, and counts how often it came."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def performed(self) -> Mapping[str, Mapping[str, Any]]:
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        found: dict[str, Mapping[str, Any]] = {}
        for line in lines:
            key, data = json.loads(line)
            assert key not in found, f"{key} was performed twice"
            found[key] = data
        return found

    def __call__(self, order: Order) -> Mapping[str, Any]:
        if order.key not in self.performed():
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([order.key, dict(order.data)]) + "\n")
                file.flush()
                os.fsync(file.fileno())
        return {"receipt": f"receipt for {order.key}"}

    def ask(self, order: Order) -> tuple[Mapping[str, Any]] | None:
        return ({"receipt": f"receipt for {order.key}"},) if order.key in self.performed() else None


def contributions() -> list[Contribution]:
    """What the clerk does for each item, in order."""
    made = []
    for item in ITEMS:
        made.append(Contribution(f"item-{item}", CLERK, {"item": item, "note": f"secret of {item}"}))
        made.append(Contribution(f"check-{item}", CLERK, {"checked": True}))
    return made


def drive(place: str | Path, folder: Path, reached: Callable[[Boundary], None], run: str = "r") -> None:
    """Bring the run to its end from wherever it is: what was not acknowledged is sent again."""
    acknowledged = folder / "acknowledged"
    depot = Depot(folder / "depot")
    with open_journal(place, clock=lambda: START_OF_TIME, reached=reached, payloads=folder / "payloads") as journal:
        if not journal.runs(text=run):
            journal.create(orders(), run=run, text=ORDERS)
        worker = Worker(journal, depot, ask=depot.ask, lease=0)
        for contribution in contributions():
            known = acknowledged.read_text(encoding="utf-8").split() if acknowledged.exists() else []
            worker.settle()
            if contribution.id not in known:
                journal.contribute(run, contribution)
                with acknowledged.open("a", encoding="utf-8") as file:
                    file.write(f"{contribution.id}\n")
            worker.settle()


def dies(act: Callable[[Callable[[Boundary], None]], None], at: int) -> Boundary | None:
    """Do something in a process of its own that is killed at the boundary of this number; which one that was."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        count = 0

        def reached(boundary: Boundary) -> None:
            nonlocal count
            count += 1
            if count == at:
                os.write(writing, boundary.encode())
                os.kill(os.getpid(), signal.SIGKILL)

        code = 1
        try:
            act(reached)
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    told = os.read(reading, 100).decode()
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return told  # type: ignore[return-value]
    assert os.WEXITSTATUS(status) == 0, "the driver failed"
    return None
