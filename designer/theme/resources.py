"""Where the files that come with the program lie, in a checkout and in an installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def _root(folder: str) -> Path:
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parent / folder


def resource(*parts: str) -> Path:
    """The file ``resources/<parts…>``: fonts, icons, licence texts."""
    return _root("resources").joinpath(*parts)


def samples() -> Path:
    """The folder of sample machines."""
    return _root("samples")
