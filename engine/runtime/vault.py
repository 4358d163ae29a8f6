"""What a journal does not write down: sensitive values go to the payload store, their keys into the journal."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.reducer import Definition, Envelope, told
from engine.runtime.ports import Random

Reveal = Callable[[str], Any]
"""Gives the value that was concealed under a key."""


class Kept(NamedTuple):
    """A content on its way to the payload store; ``expires_at`` in nanoseconds since 1970."""

    key: str
    run: str
    field: str
    file: str
    content: bytes
    blob: bool
    expires_at: int | None = None


class Vault:
    """The concealed values of one family: each value of a field has one key, however often it is told."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._keys: dict[tuple[str, str, bytes], str] = {}
        self.fresh: list[Kept] = []

    def conceal(self, run: str, field: str, value: Any) -> dict[str, str]:
        """The reference that stands for a value; a new one is among ``fresh`` until it is stored."""
        content = packed(value)
        known = self._keys.get((run, field, content))
        if known is None:
            known = self._keys[run, field, content] = self.name()
            self.fresh.append(Kept(known, run, field, known, content, False))
        return {"payload": known}

    def remember(self, run: str, field: str, key: str, value: Any) -> None:
        """A value that is stored already."""
        self._keys[run, field, packed(value)] = key

    def name(self) -> str:
        """A name that nobody can guess."""
        return self._random(16).hex()


def packed(value: Any) -> bytes:
    """A value as the content of a payload; bytes are marked as such."""
    return json.dumps(portable(value), sort_keys=True).encode()


def portable(value: Any) -> Any:
    """A value as traces carry payloads: bytes in base 64."""
    return {"base64": b64encode(value).decode("ascii")} if isinstance(value, bytes) else value


def unpacked(content: bytes) -> Any:
    return json.loads(content)


def plain(value: Any) -> Any:
    """What ``portable`` was given."""
    return b64decode(value["base64"]) if isinstance(value, dict) and value.keys() == {"base64"} else value


def stored(envelope: Envelope, vault: Vault) -> tuple[dict[str, Any], str | None]:
    """The envelope as it may be written down, and the key of the clear parts that it lacks."""
    run = envelope.run
    data = told(envelope, lambda field, value: vault.conceal(run, field, value))
    if envelope.affairs.commands or envelope.affairs.children or envelope.affairs.injected:
        clear = _clear(envelope)
        if clear is not None:
            return data, vault.conceal(run, "", clear)["payload"]
    return data, None


def _clear(envelope: Envelope) -> dict[str, Any] | None:
    """What commands, children and messages hold of sensitive values; ``None`` where they hold none."""
    commands = {each.id: dict(each.with_) for each in envelope.commands.values() if each.with_ != each.shown}
    children = {each.name: dict(each.inputs) for each in envelope.children.values() if each.inputs != each.shown}
    texts = [each.text for each in envelope.injected]
    if not commands and not children and texts == [each.shown for each in envelope.injected]:
        return None
    return {"commands": commands, "children": children, "injected": texts}


def restored(
    definition: Definition, data: Mapping[str, Any], key: str, reveal: Reveal, history: Mapping[str, Any]
) -> Envelope:
    """The envelope that ``stored`` wrote, ``clear`` named in it; ``history`` is what it remembers of its steps."""
    whole = {**data, "key": key, **history}
    sensitive = definition.sensitive
    whole["context"] = {
        field: reveal(value["payload"]) if field in sensitive else value for field, value in data["context"].items()
    }
    clear = reveal(data["clear"]) if "clear" in data else {"commands": {}, "children": {}, "injected": None}
    whole["commands"] = {
        id: {**command, "shown": command["with_"], "with_": clear["commands"].get(id, command["with_"])}
        for id, command in data["commands"].items()
    }
    whole["children"] = {
        name: {**child, "shown": child["inputs"], "inputs": clear["children"].get(name, child["inputs"])}
        for name, child in data["children"].items()
    }
    texts = clear["injected"] or [message["text"] for message in data["injected"]]
    whole["injected"] = [
        {"role": message["role"], "text": text, "shown": message["text"]}
        for message, text in zip(data["injected"], texts, strict=True)
    ]
    return Envelope.from_json(definition, whole)
