"""Messages between the window and its worker processes: pickled, each behind its length."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

HEADER = struct.Struct(">Q")


def pack(value: Any) -> bytes:
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(data)) + data


def read_from(stream: BinaryIO) -> Iterator[Any]:
    """The messages of a stream, as they come, until it ends."""
    while len(header := stream.read(HEADER.size)) == HEADER.size:
        (size,) = HEADER.unpack(header)
        data = stream.read(size)
        if len(data) < size:
            return
        yield pickle.loads(data)


class Received:
    """What a process has written so far, of which whole messages are taken."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def take(self, data: bytes | bytearray | memoryview) -> Iterator[Any]:
        """Add some bytes, and give the messages that are whole now."""
        self._bytes += data
        while len(self._bytes) >= HEADER.size:
            (size,) = HEADER.unpack_from(self._bytes)
            if len(self._bytes) < HEADER.size + size:
                return
            message = bytes(self._bytes[HEADER.size : HEADER.size + size])
            del self._bytes[: HEADER.size + size]
            yield pickle.loads(message)

    def clear(self) -> None:
        self._bytes.clear()
