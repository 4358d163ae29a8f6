"""The language: what a definition file means, where each part of it stands, and how it is edited."""

from engine.dsl.durations import format_duration, parse_duration
from engine.dsl.fitting import misfit
from engine.dsl.models import Workflow
from engine.dsl.names import is_field_name, is_name, nearest
from engine.dsl.parsed import Parsed, Place
from engine.dsl.reader import read, read_bytes

__all__ = [
    "Parsed",
    "Place",
    "Workflow",
    "format_duration",
    "is_field_name",
    "is_name",
    "misfit",
    "nearest",
    "parse_duration",
    "read",
    "read_bytes",
]
