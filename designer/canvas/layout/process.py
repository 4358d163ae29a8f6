"""The worker process that lays machines out: orders come in on stdin, drawings go out on stdout, pickled."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass

from designer.canvas.layout.order import Laid, Order, lay_out
from designer.framing import pack, read_from


@dataclass(frozen=True, slots=True)
class Request:
    """An order, and the number its answer carries."""

    number: int
    order: Order


@dataclass(frozen=True, slots=True)
class Reply:
    """``laid`` is ``None`` when the layout failed itself; ``failure`` is then a traceback."""

    number: int
    laid: Laid | None
    failure: str = ""


def reply(request: Request) -> Reply:
    try:
        return Reply(request.number, lay_out(request.order))
    except Exception:  # a bug must reach the window as a failure, not end the process in silence
        return Reply(request.number, None, traceback.format_exc(chain=False))


def main() -> None:
    """Answer requests until stdin ends."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())  # what libraries print must neither garble the answers
    os.dup2(null, sys.stderr.fileno())  # nor reach the user's terminal: Graphviz warns of fonts it is not asked for
    for request in read_from(sys.stdin.buffer):
        channel.write(pack(reply(request)))
        channel.flush()
