"""The pages of documentation in the package: one for each check, others for the keys and terms of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    """All words that have a page. The first word of a page's heading is one, and those its comment names."""
    pages: dict[str, Path] = {}
    for folder in ("checks", "terms"):
        for file in sorted((docs_folder() / folder).glob("*.md")):
            for word in _words(file.read_text(encoding="utf-8")):
                pages.setdefault(word.casefold(), file)
    return pages


def _words(text: str) -> Iterator[str]:
    heading = text.partition("\n")[0].lstrip("# ")
    yield from heading.split()
    listed = _WORDS.search(text)
    if listed:
        yield from (word.strip() for word in listed["words"].split(","))
