"""The import laws of ARCHITECTURE.md, read off the sources without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

ENGINE_ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "text": {"errors"},
    "diagnostics": {"errors", "text"},
    "dsl": {"errors", "text", "diagnostics"},
    "cel": {"errors", "text", "diagnostics", "dsl"},
    "reducer": {"errors", "text", "diagnostics", "dsl", "cel"},
    "analysis": {"errors", "text", "diagnostics", "dsl", "cel", "reducer"},
    "simulate": {"errors", "text", "diagnostics", "dsl", "cel", "reducer"},
    "runtime": {"errors", "text", "diagnostics", "dsl", "cel", "reducer", "analysis", "simulate"},
    "exchange": {"errors", "text", "diagnostics", "dsl", "cel", "reducer", "analysis", "simulate", "runtime"},
    "cli": {"errors", "text", "diagnostics", "dsl", "cel", "reducer", "analysis", "simulate", "runtime", "exchange"},
}
"""What each room of the engine may import: the rooms on its left in the one direction there is."""

PURE_ROOMS = ("errors", "text", "diagnostics", "dsl", "cel", "reducer", "analysis", "simulate")
IMPURE_MODULES = {
    "time", "random", "secrets", "socket", "ssl", "http", "urllib.request", "subprocess", "shutil", "tempfile",
    "asyncio", "threading", "multiprocessing", "sqlite3", "sqlalchemy", "uuid", "pathlib", "io", "requests",
}  # fmt: skip
"""Modules that bring a clock, randomness, the network or the disk; ``PURE_EXCEPTIONS`` argues each use there is."""

PURE_EXCEPTIONS: set[tuple[str, str]] = {
    ("engine/cel", "pathlib"),  # the grammar file of cel-python is read once, at import
    ("engine/reducer", "random"),  # never unseeded: see test_random_is_seeded
    ("engine/simulate", "random"),
}

LAZY = {"networkx", "pygraphviz", "igraph", "sqlalchemy", "typer", "rich"}
"""Heavy libraries: imported inside the functions or the rooms that use them, never on the way to the window."""


PUBLIC_BELOW = ("engine.cli.app", "engine.runtime.replay")
"""What the designer may use of the engine besides its rooms."""


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path, *, top_level_only: bool = False) -> Iterator[str]:
    """Absolute names of the modules that ``path`` imports; ``from a import b`` yields ``a.b``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    nodes = tree.body if top_level_only else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def engine_room(path: Path) -> str:
    return path.relative_to(ROOT / "engine").with_suffix("").parts[0]


def test_engine_rooms_import_only_leftwards() -> None:
    wrong = []
    for path in sources("engine"):
        room = engine_room(path)
        if room == "__init__":
            continue
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "engine" and len(parts) > 1 and parts[1] not in ENGINE_ROOMS[room] | {room}:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_engine_knows_neither_qt_nor_the_designer() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("engine")
        for name in imports(path)
        if name.split(".")[0] in ("PySide6", "shiboken6", "designer")
    ]
    assert not wrong, "\n".join(wrong)


def test_pure_rooms_touch_no_clock_disk_network_or_chance() -> None:
    wrong = []
    for path in sources("engine"):
        room = engine_room(path)
        if room not in PURE_ROOMS:
            continue
        for name in imports(path):
            for module in IMPURE_MODULES:
                if (name == module or name.startswith(module + ".")) and (
                    f"engine/{room}",
                    module,
                ) not in PURE_EXCEPTIONS:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("open", "input"):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.id}()")
            if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} reads the clock")
    assert not wrong, "\n".join(wrong)


def test_random_is_seeded() -> None:
    """The pure rooms draw only from a ``random.Random(seed)`` that they are given or make from a given seed."""
    wrong = []
    for path in sources("engine"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random":
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} uses random.{node.attr}")
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random") and not node.args:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} makes an unseeded generator")
    assert not wrong, "\n".join(wrong)


def test_designer_uses_the_public_packages_of_the_engine() -> None:
    """``from engine.dsl import read`` is public; ``from engine.dsl.reader import …`` is not."""
    wrong = []
    for path in sources("designer"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            module = node.module if isinstance(node, ast.ImportFrom) and not node.level else None
            if module and module.startswith("engine.") and len(module.split(".")) > 2 and module not in PUBLIC_BELOW:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} imports from {module}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "room, forbidden",
    [
        ("document", ("canvas", "panels", "window", "app", "actions")),
        ("canvas", ("panels", "window", "app", "actions")),
        ("panels", ("canvas", "window", "app")),
        ("theme", ("document", "canvas", "panels", "window", "app", "actions")),
    ],
)
def test_designer_rooms_keep_apart(room: str, forbidden: tuple[str, ...]) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(f"designer/{room}")
        for name in imports(path)
        if name.startswith(tuple(f"designer.{other}" for other in forbidden))
    ]
    assert not wrong, "\n".join(wrong)


def test_heavy_libraries_are_imported_when_used() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name} at its top"
        for folder in ("engine", "designer")
        for path in sources(folder)
        if folder == "designer" or engine_room(path) not in ("cli", "runtime")
        for name in imports(path, top_level_only=True)
        if name.split(".")[0] in LAZY
    ]
    assert not wrong, "\n".join(wrong)


def test_flow_tests_know_only_the_window() -> None:
    """A flow test does what a user does; it must not reach into documents, intents, canvas items or tools."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("tests/designer/flows")
        for name in imports(path)
        if name.startswith(("designer.document", "designer.canvas", "designer.panels", "designer.actions"))
    ]
    assert not wrong, "\n".join(wrong)


def test_public_names_of_the_engine_exist() -> None:
    import engine

    assert len(set(engine.__all__)) == len(engine.__all__) > 0
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_modules_begin_with_a_docstring() -> None:
    missing = [
        str(path.relative_to(ROOT))
        for folder in ("engine", "designer")
        for path in sources(folder)
        if path.stat().st_size and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not missing, "\n".join(missing)
