"""Layered layout by Graphviz: pills are nodes of their own, in columns between those of the cards."""

from __future__ import annotations

from designer.canvas.layout.problem import Placement, Problem

BETWEEN_RANKS = 22
BETWEEN_NODES = 16
FORWARD = 3
"""How much more than others the wires that follow the order of the states are kept straight."""
START = 16
"""Room for the dot the machine starts from."""


def place(problem: Problem) -> Placement:
    """The centre of every node; the same for the same problem, on every machine."""
    import pygraphviz

    graph = pygraphviz.AGraph(string=_source(problem))
    plain = graph.draw(format="plain", prog="dot").decode()
    centres: dict[int, tuple[float, float]] = {}
    height = 0.0
    for line in plain.splitlines():
        match line.split():
            case ["graph", _, _, tall]:
                height = float(tall)
            case ["node", name, x, y, *_] if name.startswith("n"):
                centres[int(name[1:])] = (float(x), float(y))
    return tuple(
        (float(round(centres[i][0] * 72)), float(round((height - centres[i][1]) * 72)))
        for i in range(len(problem.nodes))
    )


def _source(problem: Problem) -> str:
    direction = "TB" if problem.down else "LR"
    lines = [
        "digraph {",
        f"graph [rankdir={direction}, ranksep={BETWEEN_RANKS / 72:.4f}, nodesep={BETWEEN_NODES / 72:.4f},"
        " splines=none, dpi=72]",
        'node [shape=box, fixedsize=true, label=""]',
        "edge [dir=none]",
    ]
    lines += [f"n{i} [width={_inches(node.w)}, height={_inches(node.h)}]" for i, node in enumerate(problem.nodes)]
    if problem.initial is not None:
        lines.append(f"start [width={_inches(START)}, height={_inches(START)}]")
        lines.append(f"start -> n{problem.initial} [weight=4]")
    for i, wire in enumerate(problem.wires):
        weight = FORWARD if wire.source < wire.target else 1
        if wire.w:
            lines.append(f"e{i} [width={_inches(wire.w)}, height={_inches(wire.h)}]")
            lines.append(f"n{wire.source} -> e{i} -> n{wire.target} [weight={weight}]")
        else:
            lines.append(f"n{wire.source} -> n{wire.target} [minlen=2, weight={weight}]")
    return "\n".join([*lines, "}"])


def _inches(pixels: float) -> str:
    return f"{pixels / 72:.4f}"
