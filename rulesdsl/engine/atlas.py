"""A program's maps, boards and rings, asked by generated code; nodes are values of the map's domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesdsl import graphs
from rulesdsl.engine.frontier import longest_trail
from rulesdsl.engine.trails import Trails, trails_from
from rulesdsl.graphs import Graph
from rulesdsl.grids import Grid, ring
from rulesdsl.program import NONE, Program, index_span
from rulesdsl.program import Graph as GraphOfProgram


class Chart:
    """One graph: from values to nodes and back."""

    def __init__(self, program: Program, given: GraphOfProgram) -> None:
        self.low, _ = index_span(program, given.of)
        self.size = given.node_count
        match given.shape:
            case "grid":
                self.graph: Graph = Grid(given.columns, given.rows).orthogonal
            case "ring":
                self.graph = ring(given.node_count)
            case _:
                self.graph = Graph(given.node_count, given.links)
        self._beside = [
            tuple(node + self.low for node in graphs.neighbours(self.graph, at)) for at in range(self.size)
        ]

    def _links(self, links: Iterable[int] | None) -> frozenset[int] | None:
        if links is None:
            return None
        chosen = frozenset(links)
        return None if len(chosen) == len(self.graph.links) else chosen

    def onward(self, node: int, steps: int) -> int:
        return (node - self.low + steps) % self.size + self.low

    def neighbours(self, links: Iterable[int] | None, node: int) -> Sequence[int]:
        if node == NONE:
            return ()
        chosen = self._links(links)
        if chosen is None:
            return self._beside[node - self.low]
        return [one + self.low for one in graphs.neighbours(self.graph, node - self.low, chosen)]

    def distance(self, links: Iterable[int] | None, a: int, b: int) -> int:
        if NONE in (a, b):
            return NONE
        found = graphs.distance(self.graph, a - self.low, b - self.low, self._links(links))
        return NONE if found is None else found

    def within(self, links: Iterable[int] | None, a: int, steps: int) -> list[int]:
        if a == NONE:
            return []
        return [one + self.low for one in graphs.within(self.graph, a - self.low, steps, self._links(links))]

    def connected(self, links: Iterable[int] | None, a: int, b: int) -> bool:
        if NONE in (a, b):
            return False
        return graphs.connected(self.graph, a - self.low, b - self.low, self._links(links))

    def regions(self, links: Iterable[int] | None, nodes: Iterable[int]) -> list[list[int]]:
        groups = graphs.regions(self.graph, [one - self.low for one in nodes], self._links(links))
        return [[one + self.low for one in group] for group in groups]

    def _ways(self, links: Iterable[int] | None, start: int, avoiding: Iterable[int]) -> Trails:
        closed = frozenset(one - self.low for one in avoiding)
        return trails_from(self.graph, start - self.low, closed, self._links(links))

    def trail_ends(
        self, links: Iterable[int] | None, start: int, numbers: Iterable[int], avoiding: Iterable[int]
    ) -> list[int]:
        if start == NONE:
            return []
        ways = self._ways(links, start, avoiding)
        asked = 0
        for number in numbers:
            if number >= 0:
                asked |= 1 << number
        return [goal + self.low for goal, found in enumerate(ways.all_lengths(asked)) if found]

    def is_trail_end(
        self,
        links: Iterable[int] | None,
        start: int,
        numbers: Iterable[int],
        avoiding: Iterable[int],
        goal: int,
    ) -> bool:
        """Whether this one is among the trail ends: asks for no more than that."""
        return any(self.has_trail(links, start, goal, avoiding, number) for number in numbers)

    def trail_lengths(
        self, links: Iterable[int] | None, start: int, goal: int, avoiding: Iterable[int]
    ) -> list[int]:
        if NONE in (start, goal):
            return []
        ways = self._ways(links, start, avoiding)
        found = ways.lengths(goal - self.low, (1 << (len(self.graph.links) + 1)) - 1)
        return [number for number in range(found.bit_length()) if found >> number & 1]

    def has_trail(
        self, links: Iterable[int] | None, start: int, goal: int, avoiding: Iterable[int], number: int
    ) -> bool:
        """Whether one of the trail lengths is this number: asks for no more than that."""
        if NONE in (start, goal) or number < 0:
            return False
        return bool(self._ways(links, start, avoiding).lengths(goal - self.low, 1 << number))

    def longest_trail(self, links: Iterable[int] | None) -> int:
        return longest_trail(self.graph, self._links(links))
