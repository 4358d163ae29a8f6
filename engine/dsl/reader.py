"""Text to ``Parsed``: never raises, whatever the text."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import Any

from engine.diagnostics import QuickFix, Related
from engine.dsl import messages as say
from engine.dsl.catalog import EXTENSION, shape_at
from engine.dsl.complaints import BOOL_WORDS
from engine.dsl.faults import Faults
from engine.dsl.models import Workflow
from engine.dsl.names import nearest
from engine.dsl.parsed import Parsed
from engine.dsl.recent import Recent
from engine.dsl.resplice import respliced
from engine.dsl.shape import build
from engine.dsl.syntax import unreadable
from engine.dsl.values import check_values
from engine.text import (
    MAX_BYTES,
    Edit,
    Fault,
    Mapping,
    Node,
    Patch,
    Reading,
    Scalar,
    Span,
    Undecodable,
    Unreadable,
    compose,
    content_start,
    decode,
    key_text,
    paused_gc,
    resolve,
    value_of,
    write_flow,
    write_scalar,
)

_BOM = "\ufeff"
_LARGE = 16 * 1024
"""Texts from this many characters on are read again in parts."""

recent = Recent(4)


def read_bytes(data: bytes, file: str = "") -> Parsed:
    """Read the bytes of a file; what is no UTF-8 text is told as a diagnostic, as everything is."""
    if len(data) > MAX_BYTES:
        return _unreadable(Parsed("", file, False, None, None, None), Unreadable("too-big", 0, 0))
    decoded = decode(data)
    if isinstance(decoded, Undecodable):
        faults = Faults(Parsed(decoded.text, file, False, None, None, None))
        code = "utf-16" if decoded.reason == "utf-16" else "undecodable"
        span = Span(decoded.offset, min(decoded.offset + 1, len(decoded.text)))
        faults.at_span("Y101", say.UNREADABLE[code].format(reason=decoded.reason), span)
        return replace(faults.parsed, diagnostics=tuple(faults.diagnostics))
    return _read(decoded.text, file, decoded.bom)


def read(text: str, file: str = "") -> Parsed:
    """Read a text; a byte order mark at its start is taken off and remembered."""
    bom = text.startswith(_BOM)
    return _read(text[1:] if bom else text, file, bom)


def _read(text: str, file: str, bom: bool) -> Parsed:
    """Reading is pure, so an edit that was read to be proved need not be read again to be shown."""
    return recent.recall(text, file, bom) or recent.keep(_read_anew(text, file, bom))


def reread(parsed: Parsed, patch: Patch) -> Parsed:
    """What ``read`` gives for the patched text; of a large machine only what the patch touches is read."""
    text = patch.apply(parsed.text)
    known = recent.recall(text, parsed.file, parsed.bom)
    if known is None and len(text) >= _LARGE:
        with paused_gc():
            known = respliced(parsed, text, patch)
    return recent.keep(known) if known is not None else _read(text, parsed.file, parsed.bom)


def _read_anew(text: str, file: str, bom: bool) -> Parsed:
    with paused_gc():
        root = compose(text)
        if isinstance(root, Unreadable):
            return _unreadable(Parsed(text, file, bom, None, None, None), root)
        return _machine_of(text, file, bom, root)


def _machine_of(text: str, file: str, bom: bool, root: Node | None) -> Parsed:
    reading = Reading()
    whole = reading.plain(root) if root is not None else None
    data = whole.get("fsm") if isinstance(whole, dict) else None
    faults = Faults(Parsed(text, file, bom, root, data, None))
    for fault in reading.faults:
        _tell_fault(fault, faults)
    workflow = _machine(whole, faults)
    for node in reading.ambiguous:
        _tell_ambiguous(node, faults)
    if workflow is not None:
        check_values(workflow, faults)
    found = sorted(faults.diagnostics, key=lambda one: (one.span, one.id))
    return replace(faults.parsed, workflow=workflow, diagnostics=tuple(found))


def _unreadable(parsed: Parsed, reason: Unreadable) -> Parsed:
    faults = Faults(parsed)
    faults.at_span("Y101", *unreadable(parsed, reason))
    return replace(parsed, diagnostics=tuple(faults.diagnostics))


def _machine(whole: Any, faults: Faults) -> Workflow | None:
    """What stands under ``fsm:``, after a look at what stands beside it."""
    root = faults.parsed.root
    if root is None or (whole is None and not faults.diagnostics):
        faults.at_span("Y101", say.NO_DOCUMENT, Span(0, 0))
        return None
    if not isinstance(root, Mapping):
        faults.at_node("Y101", say.NOT_A_MAP.format(found=say.shown(whole)), root)
        return None
    if not isinstance(whole, dict):
        return None
    others = [key for key in whole if key != "fsm" and not key.startswith(EXTENSION)]
    if "fsm" not in whole:
        near = nearest("fsm", others)
        faults.at_span("Y101", say.NEAR_FSM.format(key=near) if near else say.NO_FSM, Span(root.start, root.start))
        return None
    for name in others:
        index = root.find(name)
        if index is not None:
            faults.at_node("Y103", say.BESIDE_FSM.format(key=name), root.pair(index)[0])
    if not isinstance(whole["fsm"], dict):
        if not any(one.id == "Y101" for one in faults.diagnostics):
            faults.at_path("Y105", say.FSM_NOT_A_MAP.format(found=say.shown(whole["fsm"])), ())
        return None
    return build(whole["fsm"], faults)


def _tell_fault(fault: Fault, faults: Faults) -> None:
    """Something that leaves the rest of the YAML readable."""
    node = fault.node
    if fault.code in ("not-finite", "tag", "tag-value"):  # what is read in its place says nothing more
        faults.told.add(faults.parsed.path_at(node.start))
    match fault.code:
        case "duplicate-key" if fault.other is not None:
            _tell_duplicate(node, fault.other, faults)
        case "merge-key":
            faults.at_node("Y101", say.MERGE_KEY, node)
        case "complex-key":
            faults.at_node("Y101", say.COMPLEX_KEY, node)
        case "not-finite":
            faults.at_node("Y108", say.NOT_FINITE.format(found=key_text(node)), node)
        case "tag-value":
            tag = _short_tag(node)
            faults.at_node("Y101", say.TAG_VALUE.format(text=key_text(node), tag=tag), node)
        case _:
            faults.at_node("Y101", say.TAG.format(tag=_short_tag(node)), node)


def _short_tag(node: Node) -> str:
    return (node.tag or "").replace("tag:yaml.org,2002:", "!!")


def _tell_duplicate(node: Node, other: Node, faults: Faults) -> None:
    parsed = faults.parsed
    first, second = parsed.location(other.span), parsed.location(node.span)
    name = key_text(resolve(node)) or ""
    path = parsed.path_at(other.start)
    places = (say.ONE_LINE if first.line == second.line else say.TWO_LINES).format(first=first.line, second=second.line)
    message = say.DUPLICATE_KEY.format(key=name, where=say.subject(path[:-1]), places=places)
    related = Related(say.FIRST_KEY.format(key=name), path, other.span, first)
    faults.at_node("Y102", message, node, related=[related])


def _tell_ambiguous(node: Scalar, faults: Faults) -> None:
    """A scalar that other readers take otherwise; a number is written otherwise, where a text is due it is quoted."""
    parsed = faults.parsed
    path = parsed.path_at(node.start)
    place = parsed.place(path)
    machine = parsed.machine
    if machine is None or not machine.value.start <= node.start <= machine.value.end or place is None:
        return
    if any(str(part).startswith(EXTENSION) for part in path):
        return
    value = value_of(node.value)
    due = str if place.key is node else shape_at(path)
    if due is bool and isinstance(value, str):
        value = BOOL_WORDS.get(value.lower(), value)
    if isinstance(value, str) or due is str:
        written, advice = write_scalar(node.value, style='"'), say.QUOTE_ADVICE
        title = say.QUOTE_FIX.format(text=node.value)
    elif isinstance(value, float) and not isfinite(value):
        return
    else:
        written = write_flow(value, parsed.habits)
        advice = say.REWRITE_ADVICE.format(plain=written)
        title = say.REWRITE_FIX.format(plain=written)
    fix = QuickFix(title, Patch((Edit(content_start(parsed.text, node), node.end, written),)))
    read_as = value_of(node.value)
    here = "text" if isinstance(read_as, str) else say.shown(read_as)
    faults.at_node("Y104", say.AMBIGUOUS.format(text=node.value, here=here, advice=advice), node, fixes=[fix])
