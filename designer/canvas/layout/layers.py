"""Layered layout of large machines by igraph; long, thin drawings are wound into rows like text."""

from __future__ import annotations

import math
from collections import defaultdict

from designer.canvas.layout.problem import Placement, Problem

CHANNEL = 72
"""Between two layers."""
BETWEEN = 26
"""Between two nodes of a layer."""
BANDS = 110
"""Between two rows of a wound drawing."""
ASPECT = 1.7
ROUNDS = 12
"""Sweeps igraph makes over the layers to avoid crossings."""
PULLS = 4
"""Sweeps that draw nodes towards those they are wired to."""


def place(problem: Problem) -> Placement:
    """The centre of every node; the same for the same problem."""
    sizes = [(node.h, node.w) if problem.down else (node.w, node.h) for node in problem.nodes]
    layers = _layered(problem)
    across = _stacked(problem, layers, [size[1] for size in sizes])
    widths = [max(sizes[node][0] for node in layer) for layer in layers]
    centres = _wound(widths, layers, across, [size[1] for size in sizes])
    return tuple(
        (float(round(b)), float(round(a))) if problem.down else (float(round(a)), float(round(b))) for a, b in centres
    )


def _layered(problem: Problem) -> list[list[int]]:
    """The nodes of each layer, in an order with few crossings."""
    import igraph

    graph = igraph.Graph(len(problem.nodes), directed=True)
    graph.add_edges(sorted({(wire.source, wire.target) for wire in problem.wires if wire.source != wire.target}))
    layout = graph.layout_sugiyama(hgap=1, vgap=1, maxiter=ROUNDS)
    members: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for node, (x, y) in enumerate(layout.coords):
        members[round(y)].append((x, node))
    return [[node for _, node in sorted(members[layer])] for layer in sorted(members)]


def _stacked(problem: Problem, layers: list[list[int]], sizes: list[float]) -> list[float]:
    """Where nodes stand along their layers: as near to those they are wired to as their neighbours let them."""
    across = [0.0] * len(sizes)
    for layer in layers:
        at = -sum(sizes[node] + BETWEEN for node in layer) / 2
        for node in layer:
            across[node] = at + sizes[node] / 2
            at += sizes[node] + BETWEEN
    wired: dict[int, list[int]] = defaultdict(list)
    for wire in problem.wires:
        wired[wire.source].append(wire.target)
        wired[wire.target].append(wire.source)
    for sweep in range(PULLS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = [
                sum(across[other] for other in wired[node]) / len(wired[node]) if wired[node] else across[node]
                for node in layer
            ]
            floor = -math.inf
            places = []
            for node, want in zip(layer, wanted, strict=True):
                places.append(max(want, floor + sizes[node] / 2))
                floor = places[-1] + sizes[node] / 2 + BETWEEN
            drift = sum(place - want for place, want in zip(places, wanted, strict=True)) / len(layer)
            for node, place in zip(layer, places, strict=True):
                across[node] = place - drift
    return across


def _wound(
    widths: list[float], layers: list[list[int]], across: list[float], sizes: list[float]
) -> list[tuple[float, float]]:
    """Layers one after the other, turning back whenever a row is as wide as suits the whole."""
    low = min(at - size / 2 for at, size in zip(across, sizes, strict=True))
    high = max(at + size / 2 for at, size in zip(across, sizes, strict=True))
    total = sum(widths) + CHANNEL * len(widths)
    rows = max(1, round(math.sqrt(total / ((high - low + BANDS) * ASPECT))))
    room = total / rows
    centres = [(0.0, 0.0)] * len(across)
    at, row = 0.0, 0
    for layer, width in zip(layers, widths, strict=True):
        if rows > 1 and at + width > room and at > 0:
            at, row = 0.0, row + 1
        middle = at + width / 2
        for node in layer:
            x = middle if row % 2 == 0 else room - middle
            centres[node] = (x, across[node] - low + row * (high - low + BANDS))
        at += width + CHANNEL
    return centres
