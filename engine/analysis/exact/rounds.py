"""Ways round: how a run comes back to where it was, through other states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from engine.analysis.exact.realize import Realizer
from engine.analysis.exact.search import Search
from engine.analysis.exact.situations import Situations
from engine.analysis.exact.visit import Move
from engine.reducer import Contribution, Fired


class Round(NamedTuple):
    """A way from a situation, by its index, back to it: the contributions on it and the transitions that fire."""

    place: int
    contributions: tuple[Contribution, ...]
    fired: tuple[Fired, ...]


def rounds(
    search: Search, realizer: Realizer, situations: Situations, checkpoint: Callable[[], None]
) -> Iterator[Round]:
    """A shortest way round for each set of entries that lead to one another, where the reducer goes it, too."""
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for number, entry in enumerate(search.entries):
        if entry.sighting.sure:
            graph.add_edges_from((number, after) for targets in entry.after for after in targets)
    for component in networkx.strongly_connected_components(graph):
        checkpoint()
        inside = frozenset(component)
        first = min(inside)
        moves = _way_round(search, first, inside) if len({search.entries[each].state for each in inside}) > 1 else None
        if moves is None:
            continue
        went = realizer.follow(realizer.at((first, 0)).envelope, moves)
        if went is not None:
            fired = tuple(each for step in went[1] for each in step.fired)
            if len({each.source for each in fired}) > 1:
                yield Round(situations.index_of((first, 0)), tuple(went[0]), fired)


def _way_round(search: Search, first: int, inside: frozenset[int]) -> list[Move] | None:
    """The moves of a shortest way from an entry back to it."""
    queue: list[tuple[int, int]] = [(0, first)]
    before: dict[int, tuple[int, int]] = {}
    while queue:
        cost, number = heappop(queue)
        entry = search.entries[number]
        if entry.visit is None:
            continue
        for place, (exit, targets) in enumerate(zip(entry.visit.exits, entry.after, strict=True)):
            for target in targets:
                if target in inside and target not in before and exit.sure and (target, number) != (first, first):
                    before[target] = (number, place)
                    if target == first:
                        return _moves(search, first, before)
                    heappush(queue, (cost + exit.distance, target))
    return None


def _moves(search: Search, first: int, before: dict[int, tuple[int, int]]) -> list[Move]:
    moves: list[Move] = []
    number = first
    while True:
        number, place = before[number]
        visit = search.entries[number].visit
        assert visit is not None
        exit = visit.exits[place]
        leg = [exit.move]
        rest = exit.before
        while rest:
            leg.append(visit.rests[rest].move)
            rest = visit.rests[rest].before
        moves = leg[::-1] + moves
        if number == first:
            return moves
