"""Runs as files: a trace of JSON lines, and beside it what the trace only refers to."""

from __future__ import annotations

import json
import pathlib

from designer.document.disk import Disk, write_atomically
from designer.document.file import FileProblem
from designer.document.messages import cannot_open, cannot_save, not_a_trace
from designer.panels.simulator.tracing import trace_of
from engine.simulate import Trace

PAYLOADS = ".payloads.json"


def read_trace(path: pathlib.Path, disk: Disk) -> Trace:
    """The trace in a file. Raises ``FileProblem``."""
    try:
        text = disk.read(path).decode("utf-8")
        beside = payloads_of(path)
        payloads = disk.read(beside).decode("utf-8") if beside.exists() else ""
        return trace_of(text, payloads)
    except OSError as error:
        raise FileProblem(cannot_open(path, error)) from error
    except ValueError as error:
        raise FileProblem(not_a_trace(path)) from error


def write_trace(trace: Trace, path: pathlib.Path, disk: Disk) -> None:
    """Write a trace, and its payloads where it has any. Raises ``FileProblem``."""
    try:
        write_atomically(disk, path, "".join(f"{line}\n" for line in trace.lines).encode())
        if trace.payloads:
            text = json.dumps(dict(trace.payloads), ensure_ascii=False, sort_keys=True, indent=2)
            write_atomically(disk, payloads_of(path), f"{text}\n".encode())
    except OSError as error:
        raise FileProblem(cannot_save(path, error)) from error


def payloads_of(path: pathlib.Path) -> pathlib.Path:
    """The file beside a trace that holds sensitive values and contents."""
    return path.with_name(path.stem + PAYLOADS)
