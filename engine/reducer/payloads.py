"""Blobs: contents stay outside, the context carries claim references; only these are made here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from engine.reducer import messages
from engine.reducer.canonical import keyed_digest
from engine.reducer.clock import due, format_time
from engine.reducer.contribution import Contribution
from engine.reducer.definition import Definition
from engine.reducer.envelope import Envelope
from engine.reducer.values import MISFIT
from engine.reducer.work import Payload, StepFailed

STORE = "payloads"
_TEXT, _BYTES = "text/plain; charset=utf-8", "application/octet-stream"


def claim(
    definition: Definition, envelope: Envelope, field: str, content: Any
) -> tuple[Mapping[str, Any], Payload | None]:
    """The claim reference for what was contributed to a blob field: a content, or a reference of this very run.

    Raises ``StepFailed`` for anything else.
    """
    if isinstance(content, (str, bytes)):
        data = content.encode() if isinstance(content, str) else content
        key = f"{_prefix(envelope)}{envelope.version + 1}/{field}"
        lifetime = definition.blobs[field]
        media_type = definition.fields[field].media_type or (_TEXT if isinstance(content, str) else _BYTES)
        reference: dict[str, Any] = {
            "store": STORE,
            "key": key,
            "checksum": _checksum(data),
            "size": len(data),
            "mediaType": media_type,
        }
        if lifetime is not None:
            reference["expiresAt"] = format_time(due(envelope.at, lifetime))
        return reference, Payload(key, data)
    reference = definition.fits[field](content)
    if reference is MISFIT or reference["store"] != STORE or not reference["key"].startswith(_prefix(envelope)):
        raise StepFailed("type-mismatch", messages.not_a_reference(field))
    return reference, None


def content_digest(definition: Definition, contribution: Contribution, key: str) -> str:
    """What makes two contributions of one id the same, under the run's own key; of blobs the checksum counts."""
    values = {
        field: _checksum_of(value) if field in definition.blobs else value
        for field, value in contribution.values.items()
    }
    content = (contribution.actor.to_json(), values, contribution.expected_version, contribution.hash_or_current)
    try:
        return keyed_digest(content, key)
    except ValueError:
        return repr(content)


def _checksum_of(value: Any) -> Any:
    match value:
        case str() | bytes():
            return _checksum(value.encode() if isinstance(value, str) else value)
        case {"checksum": checksum}:
            return checksum
    return value


def _checksum(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def resolve(reference: Mapping[str, Any], content: bytes) -> bytes:
    """The content that a store gave for a reference, its checksum verified. Raises ``ValueError``."""
    if _checksum(content) != reference["checksum"]:
        raise ValueError(messages.wrong_checksum(reference["key"]))
    return content


def _prefix(envelope: Envelope) -> str:
    return f"{quote(envelope.run, safe='')}/"
