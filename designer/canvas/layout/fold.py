"""Layers folded into a grid: rows and columns where a layered drawing would be long and mostly empty."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from designer.canvas.layout.problem import Placement, Problem

CHANNEL = 40
"""Width of a channel between columns that holds no pill."""
GAP = 28
"""Height of a gap between rows that holds no pill."""
BESIDE = 18
"""Kept free at either side of a pill in its channel."""
DIAGONAL = 0.7
"""How much of a pill's width a channel gives where its wire changes rows: there is more room between rows."""
STEP = 27
"""From pill to pill, one below the other."""
ACROSS, DOWN = 2.0, 1.5
"""What a column and a row between two cards cost."""
BLOCKED, CROSSING, BACKWARD = 2.6, 1.1, 1.2
SPARE = 2
"""Empty cells there must be, so that cards can move."""
SWEEPS = 12
WEIGHED, HOPE, TIGHT = 30, 4.0, 0.06
"""Up to so many nodes the drawing's size counts in every step, for moves that cost at most so much, by so much."""
MANY = 40
"""Beyond so many nodes fewer shapes are tried."""
FEW = 16
"""Cells tried for a node in one go."""
ASPECT = 1.7
"""Width to height that a window shows best."""

Cell = tuple[int, int]


def places(problem: Problem, order: Sequence[int], most: int = 2) -> list[Placement]:
    """The most promising placements in grids; ``order`` lists the nodes as a layered layout has them."""
    grids = []
    for columns in _shapes(problem):
        grid = _Grid(problem, order, columns)
        grid.improve()
        grids.append((grid.score(), columns, grid))
    grids.sort(key=lambda entry: entry[:2])
    return [grid.settled() for _, _, grid in grids[:most]]


def _shapes(problem: Problem) -> list[int]:
    """How many columns to try: about as many as make the drawing as wide as a window is."""
    count = len(problem.nodes)
    width = sum(node.w for node in problem.nodes) / count + CHANNEL + max((w.w for w in problem.wires), default=0) * 0.8
    height = sum(node.h for node in problem.nodes) / count + GAP + STEP
    ideal = math.sqrt(count * ASPECT * height / width)
    return sorted(
        {
            max(1, min(count, round(ideal * factor)))
            for factor in ((0.7, 1.0, 1.35, 1.8) if count <= MANY else (1.0, 1.35))
        }
    )


class _Grid:
    """Nodes in cells, and the local search that moves and swaps them."""

    def __init__(self, problem: Problem, order: Sequence[int], columns: int) -> None:
        self.problem, self.order, self.columns = problem, order, columns
        count = len(self.problem.nodes)
        full = math.ceil(count / self.columns)
        self.rows = full + (1 if full * self.columns - count < SPARE else 0)
        self.cell: list[Cell] = [(0, 0)] * count
        self.taken: dict[Cell, int] = {}
        for place, node in enumerate(self.order):
            self._put(node, (place // full, place % full))
        self.pairs = sorted({(w.source, w.target) for w in self.problem.wires})
        self.weight: dict[tuple[int, int], float] = defaultdict(float)
        for wire in self.problem.wires:
            self.weight[wire.source, wire.target] += 1.0
        self.touching: dict[int, list[int]] = defaultdict(list)
        for i, (a, b) in enumerate(self.pairs):
            self.touching[a].append(i)
            self.touching[b].append(i)
        self.rank = {node: i for i, node in enumerate(self.order)}

    def _put(self, node: int, cell: Cell) -> None:
        self.cell[node] = cell
        self.taken[cell] = node

    def improve(self) -> None:
        for _ in range(SWEEPS):
            moved = False
            for node in self.order:
                moved |= self._settle(node, self._worth_trying(node))
            if not moved:
                return

    def _worth_trying(self, node: int) -> list[Cell]:
        """The cells about the node and about the middle of those it is wired to; all of them in a small grid."""
        cells = [(c, r) for c in range(self.columns) for r in range(self.rows)]
        if len(cells) <= FEW:
            return cells
        near = [self.cell[other] for i in self.touching[node] for other in self.pairs[i] if other != node]
        column, row = self.cell[node]
        if near:
            column, row = sum(c for c, _ in near) // len(near), sum(r for _, r in near) // len(near)
        cells.sort(key=lambda cell: (abs(cell[0] - column) + abs(cell[1] - row), cell))
        return cells[:FEW]

    def _settle(self, node: int, cells: list[Cell]) -> bool:
        """Put one node into the cell that is best for it and for whom it swaps with."""
        home = self.cell[node]
        weigh = len(self.problem.nodes) <= WEIGHED
        size = self._extent() if weigh else 0.0
        best_gain, best_cell = 1e-6, home
        for cell in cells:
            if cell == home:
                continue
            other = self.taken.get(cell)
            gain = self._cost(node, other)
            self._swap(node, other, home, cell)
            gain -= self._cost(node, other)
            if weigh and gain > best_gain - HOPE:
                gain += (size - self._extent()) * TIGHT
            self._swap(node, other, cell, home)
            if gain > best_gain:
                best_gain, best_cell = gain, cell
        if best_cell == home:
            return False
        self._swap(node, self.taken.get(best_cell), home, best_cell)
        return True

    def _extent(self) -> float:
        """How long the side of a square as large as the drawing would be, odd shapes counting for more."""
        widths, heights, channels, gaps, _ = self._measured()
        return _extent(sum(widths) + sum(channels), sum(heights) + sum(gaps))

    def _swap(self, node: int, other: int | None, home: Cell, cell: Cell) -> None:
        del self.taken[home]
        if other is not None:
            self._put(other, home)
        self._put(node, cell)

    def _cost(self, node: int, other: int | None) -> float:
        """What the wires of one or two nodes cost, crossings with all others included."""
        mine = self.touching[node]
        moved = [self.cell[node]]
        total = self._corner(node)
        if other is not None:
            mine = sorted({*mine, *self.touching[other]})
            moved.append(self.cell[other])
            total += self._corner(other)
        return total + sum(self._wire(i) for i in mine) + self._conflicts(mine, moved)

    def _conflicts(self, mine: Sequence[int], moved: Sequence[Cell]) -> float:
        """Crossings of some wires with all, and wires of others that run through some cells."""
        cell = self.cell
        wires = [(*cell[a], *cell[b], a, b) for a, b in self.pairs]
        own = set(mine)
        crossings = blocked = 0
        for i in mine:
            ax, ay, bx, by, a, b = wires[i]
            vx, vy = bx - ax, by - ay
            for j, (cx, cy, dx, dy, c, d) in enumerate(wires):
                if (j <= i and j in own) or a in (c, d) or b in (c, d):
                    continue
                if (vx * (cy - ay) - vy * (cx - ax)) * (vx * (dy - ay) - vy * (dx - ax)) >= 0:
                    continue
                wx, wy = dx - cx, dy - cy
                if (wx * (ay - cy) - wy * (ax - cx)) * (wx * (by - cy) - wy * (bx - cx)) < 0:
                    crossings += 1
        for column, row in moved:
            for j, (cx, cy, dx, dy, _, _) in enumerate(wires):
                if j in own:
                    continue
                if (cy == dy == row and (cx < column < dx or dx < column < cx)) or (
                    cx == dx == column and (cy < row < dy or dy < row < cy)
                ):
                    blocked += 1
        return CROSSING * crossings + BLOCKED * blocked

    def _corner(self, node: int) -> float:
        column, row = self.cell[node]
        if node == self.problem.initial:
            return 3.0 * column + 1.5 * row
        return 0.02 * (column + row)

    def _wire(self, i: int) -> float:
        a, b = self.pairs[i]
        (ac, ar), (bc, br) = self.cell[a], self.cell[b]
        across, down = bc - ac, br - ar
        cost = (abs(across) * ACROSS + abs(down) * DOWN) * (0.75 + 0.25 * self.weight[a, b])
        if self.rank[a] < self.rank[b] and (across < 0 or (across == 0 and down < 0)):
            cost += BACKWARD
        if across and down:
            cost += 0.5
        cost += BLOCKED * sum(1 for cell in _between(ac, ar, bc, br) if cell in self.taken)
        return cost

    def score(self) -> float:
        """The lower the better: short wires in a small drawing of a good shape."""
        wires = range(len(self.pairs))
        return self._extent() * TIGHT + sum(self._wire(i) for i in wires) + self._conflicts(wires, [])

    def settled(self) -> Placement:
        """The centre of every node, columns and rows sized for what they hold; it starts left and high."""
        widths, heights, channels, gaps, at = self._measured()
        xs, ys = _centres(widths, channels), _centres(heights, gaps)
        if self.problem.initial is not None:
            column, row = at[self.problem.initial]
            if column > (len(widths) - 1) / 2:
                xs = [xs[0] + xs[-1] - x for x in xs]
            if row > (len(heights) - 1) / 2:
                ys = [ys[0] + ys[-1] - y for y in ys]
        return tuple((float(round(xs[c])), float(round(ys[r]))) for c, r in at)

    def _measured(self) -> tuple[list[float], list[float], list[float], list[float], list[Cell]]:
        column_of = {c: i for i, c in enumerate(sorted({c for c, _ in self.cell}))}
        row_of = {r: i for i, r in enumerate(sorted({r for _, r in self.cell}))}
        at = [(column_of[c], row_of[r]) for c, r in self.cell]
        widths, heights = [0.0] * len(column_of), [0.0] * len(row_of)
        for (w, h), (c, r) in zip(self.problem.nodes, at, strict=True):
            widths[c], heights[r] = max(widths[c], w), max(heights[r], h)
        return (widths, heights, *self._between_cards(at, heights), at)

    def _between_cards(self, at: list[Cell], heights: list[float]) -> tuple[list[float], list[float]]:
        channels = [float(CHANNEL)] * (max(c for c, _ in at))
        gaps = [float(GAP)] * (len(heights) - 1)
        stacked: dict[tuple[int, int], float] = defaultdict(float)
        below: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for wire in self.problem.wires:
            if not wire.w:
                continue
            (ac, ar), (bc, br) = at[wire.source], at[wire.target]
            if ac == bc:
                below[ac, min(ar, br)].append((wire.w, wire.h))
            else:
                channel = min(ac, bc) if ac < bc else max(ac, bc) - 1
                need = wire.w + 2 * BESIDE if ar == br else DIAGONAL * wire.w + BESIDE
                channels[channel] = max(channels[channel], need)
                stacked[channel, (ar + br) // 2] += wire.h + STEP - 22
        for (_, row), pills in below.items():
            row = min(row, len(gaps) - 1)
            lines = sorted((h for _, h in pills), reverse=True)[::2]
            gaps[row] = max(gaps[row], sum(lines) + (STEP - 22) * (len(lines) - 1) + 28)
        for (_, row), need in stacked.items():
            room = heights[row] + (gaps[row] if row < len(gaps) else 0) * 0.5 + (gaps[row - 1] if row else 0) * 0.5
            if need > room and gaps:
                gaps[min(row, len(gaps) - 1)] += need - room
        return channels, gaps


def _extent(w: float, h: float) -> float:
    return math.sqrt(w * h) * max(w / h / ASPECT, h * ASPECT / w) ** 0.25


def _between(ac: int, ar: int, bc: int, br: int) -> list[Cell]:
    """The cells a straight wire between two cells of one row or column passes."""
    if ar == br:
        return [(c, ar) for c in range(min(ac, bc) + 1, max(ac, bc))]
    if ac == bc:
        return [(ac, r) for r in range(min(ar, br) + 1, max(ar, br))]
    return []


def _centres(sizes: list[float], between: list[float]) -> list[float]:
    centres, at = [], 0.0
    for i, size in enumerate(sizes):
        centres.append(at + size / 2)
        at += size + (between[i] if i < len(between) else 0)
    return centres
