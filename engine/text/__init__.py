"""Offsets, nodes and patches of a text; knows nothing of machines."""

from engine.text.compose import MAX_BYTES, MAX_DEPTH, MAX_EXPANSION, MAX_NODES, Unreadable, compose, paused_gc
from engine.text.data import Fault, Reading, same
from engine.text.encoding import Decoded, Undecodable, decode, encode
from engine.text.fragments import write_block, write_entry, write_flow, write_item, write_key
from engine.text.habits import Habits, survey
from engine.text.insertion import Entry, block_entry, insert_entries, insert_lines, is_empty
from engine.text.layout import Container, Slot, column, lines_of, newline, slot
from engine.text.lines import LineIndex
from engine.text.nodes import Alias, Mapping, Node, Scalar, Sequence, key_text, resolve
from engine.text.removal import remove_entries
from engine.text.reorder import move_entry
from engine.text.replacement import replace_value
from engine.text.scalar_map import scalar_offsets
from engine.text.scalars import value_of
from engine.text.scan import anchors, content_start, skip_gap
from engine.text.span import Edit, Patch, Span
from engine.text.splice import Region, Splice, Unspliceable
from engine.text.write import write_scalar

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_EXPANSION",
    "MAX_NODES",
    "Alias",
    "Container",
    "Decoded",
    "Edit",
    "Entry",
    "Fault",
    "Habits",
    "LineIndex",
    "Mapping",
    "Node",
    "Patch",
    "Reading",
    "Region",
    "Scalar",
    "Sequence",
    "Slot",
    "Span",
    "Splice",
    "Undecodable",
    "Unreadable",
    "Unspliceable",
    "anchors",
    "block_entry",
    "column",
    "compose",
    "content_start",
    "decode",
    "encode",
    "insert_entries",
    "insert_lines",
    "is_empty",
    "key_text",
    "lines_of",
    "move_entry",
    "newline",
    "paused_gc",
    "remove_entries",
    "replace_value",
    "resolve",
    "same",
    "scalar_offsets",
    "skip_gap",
    "slot",
    "survey",
    "value_of",
    "write_block",
    "write_entry",
    "write_flow",
    "write_item",
    "write_key",
    "write_scalar",
]
