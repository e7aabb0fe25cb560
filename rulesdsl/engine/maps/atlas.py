"""A program's maps, boards and rings, asked by generated code; nodes are values of the map's domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from rulesdsl import graphs
from rulesdsl import program as ir
from rulesdsl.engine.maps.frontier import longest_trail
from rulesdsl.engine.maps.trails import Trails, trails_from
from rulesdsl.graphs import Graph
from rulesdsl.grids import Grid, ring


class Reached(dict[int, bool]):
    """For each goal whether ways past some others lead there by one of some numbers of links (as bits)."""

    __slots__ = ("_low", "_numbers", "_ways")

    def __init__(self, ways: Trails | None, low: int, size: int, numbers: int) -> None:
        self._ways = ways
        self._low = low
        self._numbers = numbers
        if ways is not None:
            known, open_ = ways.goals(numbers)
            super().__init__(
                (goal + low, known >> goal & 1 == 1) for goal in range(size) if not open_ >> goal & 1
            )

    def __missing__(self, goal: int) -> bool:
        """What is not settled yet is worked out when it is asked."""
        if self._ways is None or goal == ir.NONE:
            return False
        flag = self[goal] = self._ways.some_length(goal - self._low, self._numbers)
        return flag


class LengthsTo:
    """The lengths of the ways to one goal, to be asked by `in`."""

    __slots__ = ("_goal", "_ways")

    def __init__(self, ways: Trails | None, goal: int) -> None:
        self._ways = ways
        self._goal = goal

    def __contains__(self, number: int) -> bool:
        return self._ways is not None and number > 0 and self._ways.some_length(self._goal, 1 << number)


class EndsAmong:
    """The ends of ways of one of some lengths, to be asked by `in`."""

    __slots__ = ("_low", "_numbers", "_ways")

    def __init__(self, ways: Trails | None, low: int, numbers: int) -> None:
        self._ways = ways
        self._low = low
        self._numbers = numbers

    def __contains__(self, goal: int) -> bool:
        if self._ways is None or goal == ir.NONE:
            return False
        return self._ways.some_length(goal - self._low, self._numbers)


def _bits(numbers: Iterable[int]) -> int:
    value = 0
    for number in numbers:
        if number >= 0:
            value |= 1 << number
    return value


def graph_of(drawn: ir.Graph) -> Graph:
    match drawn.shape:
        case "grid":
            assert drawn.board is not None
            return drawn.board.adjacent
        case "ring":
            return ring(drawn.node_count)
        case _:
            return Graph(drawn.node_count, drawn.links)


class Chart:
    """One graph: from values to nodes and back."""

    def __init__(self, program: ir.Program, given: ir.Graph) -> None:
        self.low, _ = ir.index_span(program, given.of)
        self.size = given.node_count
        self.graph = graph_of(given)
        # Only a grid has them; of any other shape the checker lets nobody ask.
        self._board, self._offsets = given.board, given.ways
        # What was asked last, with the answer: several threads may ask at once.
        self._ways_kept: tuple[object, Trails] | None = None
        self._costs_kept: tuple[object, dict[int, int]] | None = None
        self._beside = [
            tuple(node + self.low for node in graphs.neighbours(self.graph, index))
            for index in range(self.size)
        ]

    @cached_property
    def _rays(self) -> list[tuple[tuple[int, ...], ...]]:
        board = self._grid
        return [tuple(self._values(ray) for ray in board.rays(cell)) for cell in range(self.size)]

    @cached_property
    def _straight_on(self) -> list[tuple[tuple[int, ...], ...]]:
        board, ways = self._grid, self._offsets
        return [tuple(self._values(board.ray(cell, way)) for way in ways) for cell in range(self.size)]

    @cached_property
    def _steps(self) -> list[tuple[int, ...]]:
        board, ways, laid_out = self._grid, self._offsets, []
        for cell in range(self.size):
            steps = (board.step(cell, *way) if any(way) else None for way in ways)
            laid_out.append(tuple(ir.NONE if other is None else other + self.low for other in steps))
        return laid_out

    @property
    def _grid(self) -> Grid:
        assert self._board is not None
        return self._board

    def _values(self, nodes: Iterable[int]) -> tuple[int, ...]:
        return tuple(node + self.low for node in nodes)

    def _links(self, links: Iterable[int] | None) -> frozenset[int] | None:
        if links is None:
            return None
        chosen = frozenset(links)
        return None if len(chosen) == len(self.graph.links) else chosen

    def onward(self, node: int, steps: int) -> int:
        return (node - self.low + steps) % self.size + self.low

    def neighbours(self, links: Iterable[int] | None, node: int) -> Sequence[int]:
        if node == ir.NONE:
            return ()
        chosen = self._links(links)
        if chosen is None:
            return self._beside[node - self.low]
        return [neighbour + self.low for neighbour in graphs.neighbours(self.graph, node - self.low, chosen)]

    def rays(self, _links: Iterable[int] | None, node: int) -> tuple[tuple[int, ...], ...]:
        return () if node == ir.NONE else self._rays[node - self.low]

    def ray(self, node: int, direction: int) -> tuple[int, ...]:
        return self._straight_on[node - self.low][direction]

    def step(self, node: int, direction: int) -> int:
        return ir.NONE if node == ir.NONE else self._steps[node - self.low][direction]

    def distance(
        self,
        links: Iterable[int] | None,
        a: int,
        b: int,
        along: Sequence[int] = (),
        entering: Sequence[int] = (),
    ) -> int:
        if ir.NONE in (a, b):
            return ir.NONE
        if along or entering:
            return self._costs(links, a, along, entering).get(b - self.low, ir.NONE)
        value = graphs.distance(self.graph, a - self.low, b - self.low, self._links(links))
        return ir.NONE if value is None else value

    def _costs(
        self, links: Iterable[int] | None, a: int, along: Sequence[int], entering: Sequence[int]
    ) -> dict[int, int]:
        # One asks for many goals, one after the other.
        asked = (links if links is None else tuple(links), a, tuple(along), tuple(entering))
        kept = self._costs_kept
        if kept is None or kept[0] != asked:
            costs = graphs.Costs(along, entering)
            kept = asked, graphs.costs_from(self.graph, a - self.low, costs, self._links(links))
            self._costs_kept = kept
        return kept[1]

    def within(
        self,
        links: Iterable[int] | None,
        a: int,
        steps: int,
        along: Sequence[int] = (),
        entering: Sequence[int] = (),
    ) -> list[int]:
        if a == ir.NONE:
            return []
        if (along or entering) and steps >= 0:
            costs = graphs.Costs(along, entering)
            there = graphs.costs_from(self.graph, a - self.low, costs, self._links(links), steps)
            return [value + self.low for value in sorted(there)]
        return [
            value + self.low for value in graphs.within(self.graph, a - self.low, steps, self._links(links))
        ]

    def shortest_way(
        self,
        links: Iterable[int] | None,
        a: int,
        b: int,
        along: Sequence[int] = (),
        entering: Sequence[int] = (),
    ) -> list[int]:
        if ir.NONE in (a, b):
            return []
        costs = graphs.Costs(along, entering)
        way = graphs.shortest_way(self.graph, a - self.low, b - self.low, costs, self._links(links))
        return [value + self.low for value in way]

    def connected(self, links: Iterable[int] | None, a: int, b: int) -> bool:
        if ir.NONE in (a, b):
            return False
        return graphs.connected(self.graph, a - self.low, b - self.low, self._links(links))

    def regions(self, links: Iterable[int] | None, nodes: Iterable[int]) -> list[list[int]]:
        groups = graphs.regions(self.graph, [node - self.low for node in nodes], self._links(links))
        return [[value + self.low for value in group] for group in groups]

    def _ways(self, links: Iterable[int] | None, start: int, avoiding: Sequence[int]) -> Trails:
        # In one turn the same is asked for again and again.
        asked = (links if links is None else tuple(links), start, tuple(avoiding))
        kept = self._ways_kept
        if kept is None or kept[0] != asked:
            closed = frozenset(value - self.low for value in avoiding)
            kept = asked, trails_from(self.graph, start - self.low, closed, self._links(links))
            self._ways_kept = kept
        return kept[1]

    def reached(
        self, links: Iterable[int] | None, start: int, avoiding: Sequence[int], numbers: int
    ) -> Reached:
        ways = self._ways(links, start, avoiding) if start != ir.NONE and numbers else None
        return Reached(ways, self.low, self.size, numbers)

    def trail_ends(
        self, links: Iterable[int] | None, start: int, numbers: Iterable[int], avoiding: Sequence[int]
    ) -> list[int]:
        if start == ir.NONE:
            return []
        ways = self._ways(links, start, avoiding).all_lengths(_bits(numbers))
        return [goal + self.low for goal, way in enumerate(ways) if way]

    def ends_among(
        self, links: Iterable[int] | None, start: int, numbers: Iterable[int], avoiding: Sequence[int]
    ) -> EndsAmong:
        """The same to be asked whether it has some node: no more is worked out than that."""
        ways = None if start == ir.NONE else self._ways(links, start, avoiding)
        return EndsAmong(ways, self.low, _bits(numbers))

    def trail_lengths(
        self,
        links: Iterable[int] | None,
        start: int,
        goal: int,
        avoiding: Sequence[int],
        asked: Iterable[int] | None = None,
    ) -> list[int]:
        """`asked`: only these, if there are such; each beyond 0."""
        if ir.NONE in (start, goal):
            return []
        longest = len(self.graph.links)
        numbers = range(1, longest + 1) if asked is None else [n for n in asked if 0 < n <= longest]
        value = self._ways(links, start, avoiding).lengths(goal - self.low, _bits(numbers))
        return [number for number in numbers if value >> number & 1]

    def lengths_to(
        self, links: Iterable[int] | None, start: int, goal: int, avoiding: Sequence[int]
    ) -> LengthsTo:
        """The same to be asked whether it has some number: no more is worked out than that."""
        ways = None if ir.NONE in (start, goal) else self._ways(links, start, avoiding)
        return LengthsTo(ways, goal - self.low)

    def longest_trail(self, links: Iterable[int] | None, along: Sequence[int] = ()) -> int:
        return longest_trail(self.graph, self._links(links), along or None)
