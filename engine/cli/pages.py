"""The pages of documentation in the package: one for each check, others for the keys and terms of the language."""

from __future__ import annotations

import re
from pathlib import Path

import engine

_WORDS = re.compile(r"<!-- words: (?P<words>.*) -->\n")


def docs_folder() -> Path:
    """Where the pages stand: inside the installed package, or in the sources."""
    root = Path(engine.__file__).parent.parent
    installed = root / "designer" / "resources" / "docs"
    return installed if installed.is_dir() else root / "resources" / "docs"


def page(word: str) -> str | None:
    """The Markdown of the page about an id, a slug, a key or a term; letter case does not matter."""
    file = index().get(word.casefold())
    return None if file is None else _WORDS.sub("", file.read_text(encoding="utf-8"), count=1)


def index() -> dict[str, Path]:
    """All words that have a page: ids and slugs of checks, headings of terms, and the words their comments name."""
    pages: dict[str, Path] = {}
    for file in sorted((docs_folder() / "checks").glob("*.md")):
        for word in _heading(file).split():
            pages.setdefault(word.casefold(), file)
    terms = sorted((docs_folder() / "terms").glob("*.md"))
    for file in terms:
        pages.setdefault(_heading(file).casefold(), file)
    for file in terms:
        listed = _WORDS.search(file.read_text(encoding="utf-8"))
        for word in listed["words"].split(",") if listed else ():
            pages.setdefault(word.strip().casefold(), file)
    return pages


def _heading(file: Path) -> str:
    return file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
