"""The payloads of one trace as a mapping, each read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.runtime.read import Reader

RUN_KEY = "key"
"""Under this name traces carry the run's own key."""


class Contents(Mapping[str, Any]):
    """Payloads by key, as ``engine.simulate.Trace`` carries them."""

    def __init__(self, reader: Reader, root: str) -> None:
        self._reader = reader
        self._keys = {row.key: row.key for row in reader.payload_rows(root) if row.purged is None and row.field != ""}
        key = reader.run_key(root)
        if key is not None:
            self._keys.pop(key, None)
            self._keys[RUN_KEY] = key

    def __getitem__(self, key: str) -> Any:
        return self._reader.payload(self._keys[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
