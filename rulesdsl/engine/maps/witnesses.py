"""Trails where nothing is avoided, kept for each start: those that enter no avoided node still stand.

Of each trail only the nodes it enters matter then, and of trails to the same end with as many links only
those whose nodes are not all on another one too. As long as all trails of a length are kept, they settle it
for whatever is avoided; of longer ones a few are kept, which prove what they are and disprove nothing.
"""

from __future__ import annotations

from functools import lru_cache

from rulesdsl.graphs import Graph

# A layer with more trails than this is thinned out, to this many for each node.
_MOST_IN_LAYER = 1000
_KEPT_FOR_NODE = 12


class Witnesses:
    """The trails from one start, by their number of links; worked out as far as they are asked for."""

    def __init__(
        self,
        graph: Graph,
        start: int,
        links: frozenset[int] | None,
        *,
        most_in_layer: int = _MOST_IN_LAYER,
        kept_for_node: int = _KEPT_FOR_NODE,
    ) -> None:
        self._most_in_layer = most_in_layer
        self._kept_for_node = kept_for_node
        self._ways: list[list[tuple[int, int]]] = [[] for _ in range(graph.node_count)]
        # A trail is one number: the nodes it enters, and above them the links it uses.
        for index, (a, b) in enumerate(graph.links):
            if links is None or index in links:
                link = 1 << (graph.node_count + index)
                self._ways[a].append((b, link | 1 << b))
                self._ways[b].append((a, link | 1 << a))
        self._links = ~((1 << graph.node_count) - 1)
        self._last: dict[int, list[int]] = {start: [0]}
        self._whole = True
        # For each length, each end with the nodes of trails that lead there.
        self._entered: list[list[tuple[int, list[int]]]] = [[(1 << start, [0])]]
        self.complete = 0
        """Up to this many links all trails are kept."""

    def ends(self, n: int, avoided: int) -> int:
        """The nodes where a trail of `n` links that enters no avoided node is known to end; both as bits."""
        while len(self._entered) <= n:
            self._grow()
        value = 0
        for node, trails in self._entered[n]:
            for entered in trails:
                if not entered & avoided:
                    value |= node
                    break
        return value

    def _grow(self) -> None:
        longer: dict[int, dict[int, None]] = {}
        links = self._links
        for node, trails in self._last.items():
            for other, step in self._ways[node]:
                link = step & links
                fresh = [trail | step for trail in trails if not trail & link]
                if fresh:
                    longer.setdefault(other, {}).update(dict.fromkeys(fresh))
        kept = {node: list(trails) for node, trails in longer.items()}
        entered = [(1 << node, self._fewest_nodes(trails)) for node, trails in kept.items()]
        if self._whole:
            self.complete += 1
        else:
            entered = [(node, trails[: self._kept_for_node]) for node, trails in entered]
        self._entered.append(entered)
        if sum(map(len, kept.values())) > self._most_in_layer:
            kept = {
                node: trails[:: max(len(trails) // self._kept_for_node, 1)][: self._kept_for_node]
                for node, trails in kept.items()
            }
            self._whole = False
        self._last = kept

    def _fewest_nodes(self, trails: list[int]) -> list[int]:
        """The nodes of each, without those that enter all that another one enters."""
        sets = sorted({trail & ~self._links for trail in trails}, key=int.bit_count)
        fewest: list[int] = []
        for value in sets:
            if all(less & ~value for less in fewest):
                fewest.append(value)
        return fewest


@lru_cache(maxsize=128)
def witnesses_from(graph: Graph, start: int, links: frozenset[int] | None = None) -> Witnesses:
    return Witnesses(graph, start, links)
