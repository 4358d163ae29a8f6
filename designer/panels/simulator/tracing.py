"""Traces as files hold them."""

from __future__ import annotations

import json

from engine.simulate import Trace


def trace_of(text: str, payloads: str = "") -> Trace:
    """A trace from its file's text and that of the payloads beside it."""
    lines = tuple(line for line in text.splitlines() if line.strip())
    return Trace(lines, json.loads(payloads) if payloads else {})
