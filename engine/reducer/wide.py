"""Contexts of many fields: a step copies what the last steps wrote, not the thousand fields they left alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.reducer.ledger import ABSENT

WIDE = 64
"""From so many declared fields on, contexts are shared instead of copied."""
MOST_RECENT = 64
"""Recent writes past which the whole is copied once: the price of that copy is spread over as many steps."""

_recent = dict.get
_held = dict.__contains__


class WideContext(dict[str, Any]):
    """A context whose own entries are its recent writes, ``ABSENT`` for unset fields, over a ``base`` never changed."""

    __slots__ = ("base",)

    base: dict[str, Any]

    def __getitem__(self, field: str) -> Any:
        if _held(self, field):
            value = _recent(self, field)
            if value is ABSENT:
                raise KeyError(field)
            return value
        return self.base[field]

    def __contains__(self, field: object) -> bool:
        if _held(self, field):
            return dict.__getitem__(self, field) is not ABSENT  # type: ignore[misc]
        return field in self.base

    def get(self, field: str, default: Any = None) -> Any:
        if _held(self, field):
            value = _recent(self, field)
            return default if value is ABSENT else value
        return self.base.get(field, default)

    def __delitem__(self, field: str) -> None:
        if field not in self:
            raise KeyError(field)
        self[field] = ABSENT

    def pop(self, field: str, default: Any = None) -> Any:
        value = self.get(field, default)
        if field in self.base:
            self[field] = ABSENT
        else:
            dict.pop(self, field, None)
        return value

    def __iter__(self) -> Iterator[str]:
        recent = dict.items(self)
        yield from (field for field in self.base if not _held(self, field))
        yield from (field for field, value in recent if value is not ABSENT)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def keys(self) -> Any:
        return self.whole().keys()

    def values(self) -> Any:
        return self.whole().values()

    def items(self) -> Any:
        return self.whole().items()

    def whole(self) -> dict[str, Any]:
        """A plain dict of all that is set."""
        return {field: self[field] for field in self}

    def __eq__(self, other: object) -> bool:
        return self.whole() == (other.whole() if isinstance(other, WideContext) else other)

    __hash__ = None

    def __repr__(self) -> str:
        return repr(self.whole())


def wide_copy(context: dict[str, Any]) -> dict[str, Any]:
    """A context of its own for a step, where fields are many."""
    if type(context) is not WideContext:
        copy = WideContext()
        copy.base = context
    elif dict.__len__(context) <= MOST_RECENT:
        copy = WideContext(dict.items(context))
        copy.base = context.base
    else:
        copy = WideContext()
        copy.base = context.whole()
    return copy
