"""The part of SARIF 2.1.0 that the program writes, as a JSON Schema: sections 3.13 to 3.58 of the standard."""

from __future__ import annotations

from typing import Any


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def _list(items: dict[str, Any], *, unique: bool = False) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": unique}


TEXT = {"type": "string"}
NUMBER = {"type": "integer", "minimum": 1}
MESSAGE = _object(["text"], text=TEXT)
LEVEL = {"enum": ["none", "note", "warning", "error"]}
URI = {"type": "string", "pattern": r"^[^\s\\]*$"}
FILE = _object(["uri"], uri=URI)
REGION = _object(["startLine"], startLine=NUMBER, startColumn=NUMBER, endLine=NUMBER, endColumn=NUMBER)
PLACE = _object(["artifactLocation"], artifactLocation=FILE, region=REGION)
LOCATION = _object(["physicalLocation"], physicalLocation=PLACE, message=MESSAGE)
REPLACEMENT = _object(["deletedRegion"], deletedRegion=REGION, insertedContent=MESSAGE)
CHANGE = _object(["artifactLocation", "replacements"], artifactLocation=FILE, replacements=_list(REPLACEMENT))
FIX = _object(["artifactChanges"], description=MESSAGE, artifactChanges=_list(CHANGE, unique=True))
FLOW = _object(["locations"], locations=_list(_object([], location=LOCATION)))
CODE_FLOW = _object(["threadFlows"], threadFlows=_list(FLOW))
SUPPRESSION = _object(["kind"], kind={"enum": ["inSource", "external"]}, justification=TEXT)
RULE = _object(["id"], id=TEXT, name=TEXT, defaultConfiguration=_object([], level=LEVEL))
RESULT = _object(
    ["message", "ruleId", "locations"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION),
    relatedLocations=_list(LOCATION, unique=True),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    fixes=_list(FIX, unique=True),
    codeFlows=_list(CODE_FLOW),
    suppressions=_list(SUPPRESSION, unique=True),
    properties={"type": "object"},
)
DRIVER = _object(["name"], name=TEXT, version=TEXT, rules=_list(RULE, unique=True))
RUN = _object(
    ["tool", "results"],
    tool=_object(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    artifacts=_list(_object(["location"], location=FILE), unique=True),
    results=_list(RESULT),
)
LOG = _object(["version", "runs"], **{"$schema": TEXT}, version={"const": "2.1.0"}, runs=_list(RUN))
