"""Run every benchmark, print a line a figure (name ours peer ratio target), exit 1 on a missed ratio.

``python -m tests.benchmarks [part of a module's name …]`` runs only those modules.
"""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.figure import Figure


def line(figure: Figure) -> str:
    peer = f"{figure.peer:,.3g} {figure.unit}" if figure.peer is not None else "-"
    ratio = f"{figure.ratio:,.2f}" if figure.ratio is not None else "-"
    if figure.at_least is not None:
        target = f"≥ {figure.at_least:g}"
    elif figure.at_most is not None:
        target = f"≤ {figure.at_most:g}"
    else:
        target = figure.guide or "-"
    mark = "" if figure.ok else "  MISSED"
    return f"{figure.name:<58} {figure.ours:>12,.4g} {figure.unit:<6} {peer:>16} {ratio:>9} {target:>10}{mark}"


def measure(module: str) -> bool:
    """Print the figures of one module as they are measured; false when one misses its target."""
    kept = True
    for figure in importlib.import_module(f"tests.benchmarks.{module}").figures():
        print(line(figure), flush=True)
        kept &= figure.ok
    return kept


def main(wanted: list[str]) -> int:
    names = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    chosen = sorted(name for name in names if name.startswith("bench_") and matches(name, wanted))
    if wanted == chosen:
        return 0 if measure(chosen[0]) else 1
    print(f"{'name':<58} {'ours':>12} {'unit':<6} {'peer':>16} {'ratio':>9} {'target':>10}", flush=True)
    # A process a module: what one leaves in memory would slow the next one down.
    ended = [subprocess.run([sys.executable, "-m", __spec__.parent, name], check=False) for name in chosen]
    return 1 if any(process.returncode for process in ended) else 0


def matches(name: str, wanted: list[str]) -> bool:
    return not wanted or any(part in name for part in wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
