"""Finishes what Qt writes as SVG: a title, families any viewer knows, and texts as wide as they were measured."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from PySide6.QtGui import QFontMetricsF

from designer.theme import CODE_FAMILY, TEXT_FAMILY, code_font, text_font

FAMILIES = {
    TEXT_FAMILY: f"'{TEXT_FAMILY}', Inter, 'Helvetica Neue', Arial, sans-serif",
    CODE_FAMILY: f"'{CODE_FAMILY}', 'JetBrains Mono', Menlo, Consolas, monospace",
}
NAMESPACE = "http://www.w3.org/2000/svg"


def finished(data: bytes, title: str) -> bytes:
    """The document with its texts held to their measured width, whatever face a viewer has."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(data)
    for name in ("title", "desc"):
        for found in root.findall(f"{{{NAMESPACE}}}{name}"):
            root.remove(found)
    _, _, width, height = (root.get("viewBox") or "").split()
    root.set("width", width)
    root.set("height", height)
    heading = ElementTree.Element(f"{{{NAMESPACE}}}title")
    heading.text = title
    root.insert(0, heading)
    for element in root.iter():
        family = element.get("font-family")
        if family is not None:
            element.set("font-family", FAMILIES.get(family.strip("'\""), family))
        if element.tag == f"{{{NAMESPACE}}}text":
            _hold(element, family or "")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="utf-8")


def _hold(element: ElementTree.Element, family: str) -> None:
    text = "".join(element.itertext())
    family = family.strip("'\"")
    if not text.strip() or family not in FAMILIES:
        return
    px = float(re.sub(r"[^0-9.]", "", element.get("font-size") or "") or 12)
    font = (code_font if family == CODE_FAMILY else text_font)(px)
    font.setWeight(font.weight().__class__(int(float(element.get("font-weight") or 400))))
    element.set("textLength", f"{QFontMetricsF(font).horizontalAdvance(text):.2f}")
    element.set("lengthAdjust", "spacingAndGlyphs")
