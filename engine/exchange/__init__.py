"""Machines in other programs' words: one module a format."""

from engine.exchange.graph import to_dot, to_mermaid, to_plantuml
from engine.exchange.json import to_json
from engine.exchange.markdown import to_markdown
from engine.exchange.statecharts import to_scxml, to_xstate
from engine.exchange.yaml import to_yaml

__all__ = ["to_dot", "to_json", "to_markdown", "to_mermaid", "to_plantuml", "to_scxml", "to_xstate", "to_yaml"]
