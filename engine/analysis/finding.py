"""What a check says: a diagnostic with the evidence for it and an identity that survives edits elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from engine.diagnostics import Diagnostic, Path, QuickFix
from engine.dsl import Parsed, read
from engine.reducer import Contribution
from engine.text import Patch


@dataclass(frozen=True, slots=True)
class Way:
    """One way to an element that can never be taken: where it starts, what can arrive there, what excludes it."""

    path: Path
    values: Mapping[str, str]
    excluded_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The proof that something can never happen: every way to it is excluded."""

    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """A run that shows a fault: the inputs and the contributions, each as a line of ``run --contributions``."""

    given: Mapping[str, Any]
    contributions: tuple[Mapping[str, Any], ...] = ()

    def then(self, *further: Contribution) -> Witness:
        """The run goes on; what comes is numbered after what was."""
        first = len(self.contributions)
        lines = tuple({**each.to_json(), "id": f"n{first + place}"} for place, each in enumerate(further))
        return Witness(self.given, (*self.contributions, *lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Diagnostic):
    """A placed result of a check. ``fingerprint`` is made of ids and names, so it stays when lines move."""

    fingerprint: str
    certificate: Certificate | None = None
    witness: Witness | None = None


class Patches:
    """The patches of one text: a change that many findings offer is made once."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self._made: dict[object, Patch] = {}

    def of(self, edit: Callable[[Parsed], Patch]) -> Patch:
        """The patch an edit makes of the text. Raises ``RefusedEdit``."""
        key = _same_for_equals(edit)
        if key not in self._made:
            self._made[key] = edit(self.parsed)
        return self._made[key]


def _same_for_equals(edit: Callable[[Parsed], Patch]) -> object:
    """Equal for verbs with equal arguments, where these tell; else the edit itself."""
    if not isinstance(edit, partial):
        return edit
    key = (edit.func, repr(edit.args), repr(sorted(edit.keywords.items())))
    plain = all(isinstance(each, _PLAIN) for each in (*edit.args, *edit.keywords.values()))
    return key if plain else edit


_PLAIN = (str, int, float, bool, tuple, list, dict, type(None))


class DeferredFix(QuickFix):
    """A fix whose patch is made when it is asked for; most never are. Pickled, it takes the text along, not the patch.

    ``patch`` raises ``RefusedEdit`` where the text cannot take the change.
    """

    __slots__ = ("_edit", "_source")
    _edit: Callable[[Parsed], Patch]
    _source: Callable[[], Patches]

    def __init__(
        self, title: str, edit: Callable[[Parsed], Patch], source: Callable[[], Patches], automatic: bool
    ) -> None:
        object.__setattr__(self, "title", title)
        object.__setattr__(self, "automatic", automatic)
        object.__setattr__(self, "_edit", edit)
        object.__setattr__(self, "_source", source)

    @property
    def patch(self) -> Patch:
        return self._source().of(self._edit)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        parsed = self._source().parsed
        return _revived, (self.title, self._edit, parsed.text, parsed.file, self.automatic)


def _revived(title: str, edit: Callable[[Parsed], Patch], text: str, file: str, automatic: bool) -> DeferredFix:
    return DeferredFix(title, edit, partial(_read, text, file), automatic)


@lru_cache(maxsize=1)
def _read(text: str, file: str) -> Patches:
    return Patches(read(text, file))
