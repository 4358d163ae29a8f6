"""Machines as statecharts of other programs: SCXML and XState; guards stay CEL, states keep their order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from engine.dsl import State, Transition, Workflow, parse_duration
from engine.exchange.graph import missing_targets

SCXML = "http://www.w3.org/2005/07/scxml"
OWN = "https://statewright.example/scxml"
"""The namespace of what SCXML has no words for: names as they are written, and who contributes what."""


def to_scxml(workflow: Workflow) -> str:
    """An SCXML document with CEL as its data model; ids are ``s0``, ``s1``, …, names stand beside them."""
    ElementTree.register_namespace("", SCXML)
    ElementTree.register_namespace("sw", OWN)
    ids = state_ids(workflow)
    root = _element(None, "scxml", version="1.0", datamodel="cel", name=workflow.name)
    if workflow.initial_state in ids:
        root.set("initial", ids[workflow.initial_state])
    if workflow.context:
        data = _element(root, "datamodel")
        for name, field in workflow.context.items():
            _element(data, "data", id=name).set(f"{{{OWN}}}type", field.type)
    for name, state in workflow.states.items():
        _scxml_state(root, ids, name, state)
    for name in missing_targets(workflow):
        _element(root, "state", id=ids[name]).set(f"{{{OWN}}}name", name)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _scxml_state(root: ElementTree.Element, ids: Mapping[str, str], name: str, state: State) -> None:
    made = _element(root, "final" if state.terminal else "state", id=ids[name])
    made.set(f"{{{OWN}}}name", _xml(name))
    for requirement in state.requires:
        asked = ElementTree.SubElement(made, f"{{{OWN}}}requires", name=requirement.name)
        asked.set("from", json.dumps(requirement.from_.written(), ensure_ascii=False).strip('"'))
        asked.set("required", "true" if requirement.required else "false")
    leading = [timer for timer in state.timers if timer.to_state is not None]
    if leading and not state.terminal:
        entry, left = _element(made, "onentry"), _element(made, "onexit")
        for timer in leading:
            sent = f"{ids[name]}.{timer.name}"
            _element(entry, "send", id=sent, event=sent, delay=_delay(timer.after, 1, "s"))
            _element(left, "cancel", sendid=sent)
    for transition in state.transitions:
        edge = _element(made, "transition", target=ids[transition.to_state])
        if transition.guards:
            edge.set("cond", _xml(_guard(transition)))
    for timer in leading:
        _element(made, "transition", event=f"{ids[name]}.{timer.name}", target=ids[str(timer.to_state)])


def to_xstate(workflow: Workflow) -> str:
    """The configuration of an XState machine as JSON; each guard is named by its expression."""
    ids = state_ids(workflow)
    config: dict[str, Any] = {"id": workflow.name, "version": str(workflow.version)}
    if workflow.description:
        config["description"] = workflow.description
    config["initial"] = workflow.initial_state
    config["context"] = {name: field.default for name, field in workflow.context.items()}
    config["states"] = {name: _xstate_state(ids, name, state) for name, state in workflow.states.items()}
    config["states"].update({name: {"id": ids[name]} for name in missing_targets(workflow)})
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"


def _xstate_state(ids: Mapping[str, str], name: str, state: State) -> dict[str, Any]:
    made: dict[str, Any] = {"id": ids[name]}
    if state.description:
        made["description"] = state.description
    if state.terminal:
        return {**made, "type": "final"}
    if state.requires:
        requires = [{"name": r.name, "from": r.from_.written(), "required": r.required} for r in state.requires]
        made["meta"] = {"requires": requires}
    made["always"] = [
        {"target": f"#{ids[each.to_state]}", **({"guard": _guard(each)} if each.guards else {})}
        for each in state.transitions
    ]
    after: dict[str, list[dict[str, str]]] = {}
    for timer in state.timers:
        if timer.to_state is not None:
            after.setdefault(_delay(timer.after, 1000), []).append({"target": f"#{ids[timer.to_state]}"})
    return {**made, "after": after} if after else made


def state_ids(workflow: Workflow) -> dict[str, str]:
    """``s0``, ``s1``, … for the states in their order, then for targets that are no states."""
    return {name: f"s{place}" for place, name in enumerate([*workflow.states, *missing_targets(workflow)])}


def _delay(after: str, units: int, suffix: str = "") -> str:
    """A duration in so many units a second; what is none stays as it is written."""
    try:
        return f"{parse_duration(after) * units}{suffix}"
    except ValueError:
        return after


def _guard(transition: Transition) -> str:
    expressions = [guard.expression for guard in transition.guards]
    return expressions[0] if len(expressions) == 1 else " && ".join(f"({each})" for each in expressions)


def _element(parent: ElementTree.Element | None, tag: str, **attributes: str) -> ElementTree.Element:
    kept = {key: _xml(value) for key, value in attributes.items()}
    if parent is None:
        return ElementTree.Element(f"{{{SCXML}}}{tag}", kept)
    return ElementTree.SubElement(parent, f"{{{SCXML}}}{tag}", kept)


def _xml(text: str) -> str:
    """The text with what XML cannot hold as its code point."""
    return "".join(c if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff") else f"\\u{ord(c):04x}" for c in text)
