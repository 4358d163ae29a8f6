"""Offsets, nodes and patches of a text; knows nothing of machines."""

from engine.text.compose import MAX_BYTES, MAX_DEPTH, MAX_EXPANSION, MAX_NODES, Unreadable, compose
from engine.text.data import Fault, Reading, same
from engine.text.encoding import Decoded, Undecodable, decode, encode
from engine.text.lines import LineIndex
from engine.text.nodes import Alias, Mapping, Node, Scalar, Sequence, key_text, resolve
from engine.text.scalar_map import scalar_offsets
from engine.text.scalars import value_of
from engine.text.scan import content_start, skip_gap
from engine.text.span import Edit, Patch, Span
from engine.text.write import write_scalar

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_EXPANSION",
    "MAX_NODES",
    "Alias",
    "Decoded",
    "Edit",
    "Fault",
    "LineIndex",
    "Mapping",
    "Node",
    "Patch",
    "Reading",
    "Scalar",
    "Sequence",
    "Span",
    "Undecodable",
    "Unreadable",
    "compose",
    "content_start",
    "decode",
    "encode",
    "key_text",
    "resolve",
    "same",
    "scalar_offsets",
    "skip_gap",
    "value_of",
    "write_scalar",
]
