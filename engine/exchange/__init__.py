"""Machines in other programs' words: one module a format."""

from engine.exchange.graph import to_dot, to_mermaid
from engine.exchange.json import to_json
from engine.exchange.yaml import to_yaml

__all__ = ["to_dot", "to_json", "to_mermaid", "to_yaml"]
