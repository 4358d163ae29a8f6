"""Q409: a credential is asked for without protection, or written in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Field, FieldType

SECRET = Check("Q409", "secret", Severity.WARNING)

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ALONE = frozenset(
    ["password", "passwd", "passphrase", "passcode", "pwd", "secret", "secrets", "credential", "credentials", "apikey"]
)
_LAST = frozenset(["token", "pin", "cvv", "cvc", "otp"])
_KEYS = frozenset(["api", "access", "private", "secret", "signing", "encryption", "ssh"])
_MARKS = ("PRIVATE KEY-----", "AKIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "xox", "sk-", "eyJ")
"""What every text that looks like a credential contains; to look for these first is much faster."""

_LOOKS_SECRET = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    r"|\bAKIA[0-9A-Z]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{36,}\b"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\bsk-[A-Za-z0-9_-]{20,}"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\."
)


def run(context: Context) -> Iterator[Found]:
    for name, field in context.workflow.context.items():
        if not field.sensitive and _may_hold_a_secret(field) and looks_like_a_secret(name):
            path = ("context", name)
            protect = partial(edit.set_value, path=(*path, "sensitive"), value=True)
            yield Found(
                check=SECRET,
                path=path,
                part=Part.KEY,
                message=messages.secret_field(name),
                fixes=(Fix(messages.mark_sensitive(name), protect),),
            )
    if any(mark in context.parsed.text for mark in _MARKS):
        yield from _written((), context.parsed.data)


def looks_like_a_secret(name: str) -> bool:
    """Whether a field called this holds a credential, as ``api_key``, ``dbPassword`` or ``token`` do."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if _ALONE.intersection(words) or (words and words[-1] in _LAST):
        return True
    return any(first in _KEYS and second == "key" for first, second in pairwise(words))


def _may_hold_a_secret(field: Field) -> bool:
    return field.type in (FieldType.STRING, FieldType.MAP, FieldType.ANY, FieldType.BLOB)


def _written(path: Path, value: Any) -> Iterator[Found]:
    if isinstance(value, str):
        if _LOOKS_SECRET.search(value):
            yield Found(check=SECRET, path=path, message=messages.secret_text())
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _written((*path, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _written((*path, index), item)


RULE = MachineRule((SECRET,), run)
