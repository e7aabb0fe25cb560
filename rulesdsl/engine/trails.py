"""Trails: walks that use no link twice, told by their exact number of links.

Which lengths a trail from one node to another can have is settled exactly, by the cheapest means that do:

1. Layer by layer, all trails of one more link. Trails over the same links to the same end count once.
   When a layer gets too large, only a few trails to each node are kept. From there on
   a layer proves what it contains and disproves nothing.
2. What is then open is met from the other side: all short trails back from the goal, joined with a layer
   where they share no link. With a complete layer this settles the question either way.
3. What is still open goes to a sweep over the whole map (`frontier`), all goals and lengths in one.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from rulesdsl.engine.frontier import lengths_to_goals
from rulesdsl.graphs import Graph, links_on_the_way, reachable

# A layer with more trails than this is thinned out, to this many for each node.
_MOST_IN_LAYER = 1000
_KEPT_FOR_NODE = 8

# Lengths as bits, every one of them set.
_ALL = -1

# For each node where trails end, the sets of links (as bits) that they use.
_Layer = dict[int, list[int]]


class Trails:
    """The lengths of all trails from one start, worked out as far as they are asked for and then kept.

    No trail enters a node of `avoiding`. The start may be one of them: it is left and never entered again.
    """

    def __init__(
        self,
        graph: Graph,
        start: int,
        avoiding: frozenset[int] = frozenset(),
        links: frozenset[int] | None = None,
        *,
        most_in_layer: int = _MOST_IN_LAYER,
        kept_for_node: int = _KEPT_FOR_NODE,
    ) -> None:
        self._graph = graph
        self._start = start
        self._leave_once = start in avoiding
        closed = avoiding - {start}
        self._links = [
            index
            for index, (a, b) in enumerate(graph.links)
            if a not in closed and b not in closed and (links is None or index in links)
        ]
        self._ways: list[list[tuple[int, int]]] = [[] for _ in range(graph.node_count)]
        for index in self._links:
            a, b = graph.links[index]
            if b not in avoiding:
                self._ways[a].append((b, 1 << index))
            if a not in avoiding:
                self._ways[b].append((a, 1 << index))
        self._most_in_layer = most_in_layer
        self._kept_for_node = kept_for_node
        self._layers: list[_Layer] = [{start: [0]}]
        self._complete = 0
        self._back_layers: dict[int, list[_Layer]] = {}
        # For each node two sets of lengths, as bits: those of trails known to exist, and those decided.
        self._known = [0] * graph.node_count
        self._known[start] = 1
        self._settled = [_ALL] * graph.node_count
        for node in reachable(graph, start, frozenset(self._links)):
            self._settled[node] = 1
        if self._leave_once:
            self._settled[start] = _ALL

    def lengths(self, goal: int, asked: int) -> int:
        """Those of the asked lengths that a trail to this goal can have; both as bits (bit n: n links)."""
        open_lengths = asked & ~self._settled[goal]
        if open_lengths:
            self._settle({goal: open_lengths})
        return self._known[goal] & asked

    def all_lengths(self, asked: int) -> tuple[int, ...]:
        """The same for every node as a goal, in one."""
        nodes = range(self._graph.node_count)
        open_goals = {goal: left for goal in nodes if (left := asked & ~self._settled[goal])}
        if open_goals:
            self._settle(open_goals)
        return tuple(known & asked for known in self._known)

    def ends(self, n: int) -> tuple[int, ...]:
        """The nodes where a trail of exactly `n` links can end, in rising order."""
        lengths = self.all_lengths(1 << n) if n >= 0 else ()
        return tuple(node for node, found in enumerate(lengths) if found)

    def _settle(self, open_goals: dict[int, int]) -> None:
        self._grow(max(asked.bit_length() for asked in open_goals.values()) - 1)
        still_open: dict[frozenset[int], dict[int, int]] = {}
        for goal, asked in open_goals.items():
            for n in _bits(asked & ~self._settled[goal]):
                usable = self._usable[goal]
                possible = n <= len(usable) and (goal, n % 2) in self._odd_or_even
                verdict = self._meet(goal, n) if possible else False
                if verdict is None:
                    wanted = still_open.setdefault(usable, {})
                    wanted[goal] = wanted.get(goal, 0) | 1 << n
                else:
                    self._note(goal, 1 << n, verdict << n)
        for usable, wanted in still_open.items():
            found = lengths_to_goals(self._graph, usable, self._start, wanted, leave_once=self._leave_once)
            for goal, asked in wanted.items():
                self._note(goal, asked, found[goal])

    def _note(self, goal: int, settled: int, known: int) -> None:
        self._settled[goal] |= settled
        self._known[goal] |= known

    @cached_property
    def _usable(self) -> dict[int, frozenset[int]]:
        return links_on_the_way(self._graph, self._start, frozenset(self._links))

    @cached_property
    def _odd_or_even(self) -> set[tuple[int, int]]:
        """For every node within reach whether walks of an even (0) or odd (1) number of links lead there.

        On a board of squares, coloured like a chessboard, half of all lengths are impossible by this alone.
        """
        found = {(self._start, 0)}
        edge = [(self._start, 0)]
        while edge:
            node, odd = edge.pop()
            for other, _ in self._ways[node]:
                after = (other, 1 - odd)
                if after not in found:
                    found.add(after)
                    edge.append(after)
        return found

    def _grow(self, longest: int) -> None:
        """Build the layers up to this length, and note what they show."""
        for n in range(len(self._layers), longest + 1):
            layer = self._one_link_more(self._layers[-1])
            for node in layer:
                self._known[node] |= 1 << n
            if self._complete == n - 1:
                for node in range(self._graph.node_count):
                    self._settled[node] |= 1 << n
                if _size(layer) <= self._most_in_layer:
                    self._complete = n
            else:
                for node in layer:
                    self._settled[node] |= 1 << n
            if _size(layer) > self._most_in_layer:
                layer = {node: _spread(trails, self._kept_for_node) for node, trails in layer.items()}
            self._layers.append(layer)

    def _one_link_more(self, layer: _Layer) -> _Layer:
        longer: dict[int, dict[int, None]] = {}
        for node, trails in layer.items():
            for other, link in self._ways[node]:
                fresh = [trail | link for trail in trails if not trail & link]
                if fresh:
                    longer.setdefault(other, {}).update(dict.fromkeys(fresh))
        return {node: list(trails) for node, trails in longer.items()}

    def _back_layer(self, goal: int, n: int) -> _Layer | None:
        """All trails of `n` links that end at the goal, by where they begin; None if they are too many."""
        layers = self._back_layers.setdefault(goal, [{goal: [0]}])
        while len(layers) <= n and _size(layers[-1]) <= self._most_in_layer:
            layers.append(self._one_link_more(layers[-1]))
        return layers[n] if n < len(layers) else None

    def _meet(self, goal: int, n: int) -> bool | None:
        """Whether there is a trail of `n` links to the goal; None if this way does not tell."""
        for back in range(1, n):
            ends = self._back_layer(goal, back)
            if ends is None:
                return None
            begins = self._layers[n - back]
            for node, rests in ends.items():
                trails = begins.get(node)
                if trails and any(not trail & rest for rest in rests for trail in trails):
                    return True
            if n - back <= self._complete:
                return False
        return None


def _size(layer: _Layer) -> int:
    return sum(map(len, layer.values()))


def _spread(trails: list[int], most: int) -> list[int]:
    """At most so many of them, picked at even distances, so that unlike trails are kept."""
    return trails[:: max(len(trails) // most, 1)][:most]


def _bits(lengths: int) -> list[int]:
    return [n for n in range(lengths.bit_length()) if lengths >> n & 1]


@lru_cache(maxsize=64)
def trails_from(
    graph: Graph, start: int, avoiding: frozenset[int] = frozenset(), links: frozenset[int] | None = None
) -> Trails:
    """The trails from this start, kept for a while: in one turn they are asked for many times."""
    return Trails(graph, start, avoiding, links)


def trail_lengths(
    graph: Graph,
    start: int,
    goal: int,
    avoiding: frozenset[int],
    longest: int,
    links: frozenset[int] | None = None,
) -> int:
    """The lengths from 1 to `longest` that a trail from start to goal can have, as bits (bit n: n links)."""
    if longest < 1:
        return 0
    return trails_from(graph, start, avoiding, links).lengths(goal, (2 << longest) - 2)


def trail_ends(
    graph: Graph, start: int, n: int, avoiding: frozenset[int], links: frozenset[int] | None = None
) -> tuple[int, ...]:
    """The nodes that a trail of exactly `n` links from the start can end at, in rising order."""
    return trails_from(graph, start, avoiding, links).ends(n)
