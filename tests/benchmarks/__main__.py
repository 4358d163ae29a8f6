"""Run every benchmark, print a line a figure (name ours peer ratio target), exit 1 on a missed ratio.

``python -m tests.benchmarks [part of a module's name …]`` runs only those modules.
"""

from __future__ import annotations

import importlib
import pkgutil
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


def main(wanted: list[str]) -> int:
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    missed = False
    print(f"{'name':<58} {'ours':>12} {'unit':<6} {'peer':>16} {'ratio':>9} {'target':>10}")
    for name in names:
        if not name.startswith("bench_") or (wanted and not any(part in name for part in wanted)):
            continue
        for figure in importlib.import_module(f"tests.benchmarks.{name}").figures():
            print(line(figure), flush=True)
            missed |= not figure.ok
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
