"""Bytes of a file to text and back: UTF-8, strictly, the byte order mark set aside."""

from __future__ import annotations

from dataclasses import dataclass

BOM = "\ufeff"
_BOM_BYTES = BOM.encode()


@dataclass(frozen=True, slots=True)
class Decoded:
    """``text`` has its line endings verbatim and no byte order mark; ``bom`` says whether there was one."""

    text: str
    bom: bool


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Bytes that are no UTF-8; ``text`` shows them with replacement characters, ``offset`` is the place in it.

    ``reason`` is ``"utf-16"`` for a file of that encoding, else the first byte that does not fit (``"0xe9"``).
    """

    reason: str
    offset: int
    text: str


def decode(data: bytes) -> Decoded | Undecodable:
    """Read the bytes of a file."""
    bom = data.startswith(_BOM_BYTES)
    body = data[len(_BOM_BYTES) :] if bom else data
    try:
        return Decoded(body.decode("utf-8"), bom)
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return Undecodable("utf-16", 0, data.decode("utf-16", errors="replace"))
        offset = len(body[: error.start].decode("utf-8"))
        return Undecodable(f"{body[error.start]:#04x}", offset, body.decode("utf-8", errors="replace"))


def encode(text: str, bom: bool) -> bytes:
    """The bytes to write: ``encode(*decode(data))`` is ``data`` again."""
    return (_BOM_BYTES if bom else b"") + text.encode("utf-8")
