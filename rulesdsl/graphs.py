"""Maps: places numbered from 0, the links that join them, how far and in which groups they hang together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from heapq import heappop, heappush

from attrs import field, frozen


@frozen(cache_hash=True)
class Graph:
    """An undirected map; link `i` joins the two nodes `links[i]`.

    Two nodes may be joined by several links. A link from a node to itself is refused: on a map it
    says nothing, and every count of links would have to say whether it means it.
    """

    node_count: int
    links: tuple[tuple[int, int], ...] = field()

    @links.validator
    def _check_links(self, _attribute: object, links: tuple[tuple[int, int], ...]) -> None:
        for index, (a, b) in enumerate(links):
            if a == b:
                raise ValueError(f"link {index} joins node {a} to itself")
            if min(a, b) < 0 or max(a, b) >= self.node_count:
                raise ValueError(f"link {index} joins {a} and {b}; there are {self.node_count} nodes, from 0")

    @cached_property
    def ways(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For every node its ways out as (neighbour, link), in rising order."""
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self.node_count)]
        for index, (a, b) in enumerate(self.links):
            ways[a].append((b, index))
            ways[b].append((a, index))
        return tuple(tuple(sorted(out)) for out in ways)

    @cached_property
    def next_to(self) -> tuple[tuple[int, ...], ...]:
        """For every node the nodes one link away, each once, in rising order."""
        return tuple(tuple(dict.fromkeys(node for node, _ in out)) for out in self.ways)


def neighbours(graph: Graph, node: int, links: frozenset[int] | None = None) -> tuple[int, ...]:
    """The nodes one link away, each once, in rising order."""
    if links is None:
        return graph.next_to[node]
    return tuple(dict.fromkeys(other for other, link in graph.ways[node] if link in links))


def _distances(
    graph: Graph, start: int, links: frozenset[int] | None, most: int | None = None, goal: int | None = None
) -> dict[int, int]:
    """How far each node is from the start, found breadth first; stops at the goal or past the most links."""
    distances = {start: 0}
    edge = [start]
    steps = 0
    while edge and goal not in distances and (most is None or steps < most):
        steps += 1
        beyond = []
        for node in edge:
            for other in neighbours(graph, node, links):
                if other not in distances:
                    distances[other] = steps
                    beyond.append(other)
        edge = beyond
    return distances


def distance(graph: Graph, a: int, b: int, links: frozenset[int] | None = None) -> int | None:
    """The fewest links from `a` to `b`; None if they are not connected."""
    return _distances(graph, a, links, goal=b).get(b)


def within(graph: Graph, a: int, n: int, links: frozenset[int] | None = None) -> tuple[int, ...]:
    """The nodes at most `n` links from `a`, `a` itself included, in rising order; none if `n` is negative."""
    if n < 0:
        return ()
    return tuple(sorted(_distances(graph, a, links, most=n)))


def reachable(graph: Graph, a: int, links: frozenset[int] | None = None) -> tuple[int, ...]:
    """The nodes that hang together with `a`, `a` itself included, in rising order."""
    return tuple(sorted(_distances(graph, a, links)))


def connected(graph: Graph, a: int, b: int, links: frozenset[int] | None = None) -> bool:
    """Whether some walk leads from `a` to `b`."""
    return distance(graph, a, b, links) is not None


CLOSED = -1
"""What a link or a node costs that cannot be used."""


@frozen
class Costs:
    """What it costs to go: of each link, and to enter each node; empty where that costs nothing."""

    along: Sequence[int] = ()
    entering: Sequence[int] = ()

    @property
    def counted(self) -> bool:
        return bool(self.along or self.entering)

    def of(self, link: int, node: int) -> int:
        """Over a link to the node; CLOSED if that cannot be."""
        along = self.along[link] if self.along else 0
        entering = self.entering[node] if self.entering else 0
        return CLOSED if CLOSED in (along, entering) else along + entering


def costs_from(
    graph: Graph, start: int, costs: Costs, links: frozenset[int] | None = None, most: int | None = None
) -> dict[int, int]:
    """What it costs at least to come to each node from the start, the cheapest first, up to `most`."""
    settled: dict[int, int] = {}
    edge = [(0, start)]
    while edge:
        so_far, node = heappop(edge)
        if node in settled:
            continue
        settled[node] = so_far
        for other, link in graph.ways[node]:
            if other in settled or (links is not None and link not in links):
                continue
            step = costs.of(link, other)
            if step != CLOSED and (most is None or so_far + step <= most):
                heappush(edge, (so_far + step, other))
    return settled


def shortest_way(
    graph: Graph, a: int, b: int, costs: Costs, links: frozenset[int] | None = None
) -> tuple[int, ...]:
    """The nodes from `a` to `b` on a cheapest way, or none if there is no way.

    Of several one of the fewest links counts, and of these the one with the earlier nodes.
    """
    left: dict[int, tuple[int, int]] = {}
    edge = [((0, 0), b)]
    while edge and a not in left:
        so_far, node = heappop(edge)
        if node in left:
            continue
        left[node] = so_far
        for other, link in graph.ways[node]:
            step = _step(costs, link, node)
            if other not in left and step != CLOSED and (links is None or link in links):
                heappush(edge, ((so_far[0] + step, so_far[1] + 1), other))
    if a not in left:
        return ()
    way = [a]
    while way[-1] != b:
        cost, steps = left[way[-1]]
        way.append(
            next(
                other
                for other, link in graph.ways[way[-1]]
                if (links is None or link in links)
                and (step := _step(costs, link, other)) != CLOSED
                and left.get(other) == (cost - step, steps - 1)
            )
        )
    return tuple(way)


def _step(costs: Costs, link: int, node: int) -> int:
    return costs.of(link, node) if costs.counted else 1


def regions(
    graph: Graph, nodes: Iterable[int], links: frozenset[int] | None = None
) -> tuple[tuple[int, ...], ...]:
    """The groups into which these nodes fall when only links between two of them count.

    Each group is in rising order; the groups come by their smallest member.
    """
    left = set(nodes)
    groups = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        group = [first]
        for node in group:
            for other in neighbours(graph, node, links):
                if other in left:
                    left.remove(other)
                    group.append(other)
        groups.append(tuple(sorted(group)))
    return tuple(groups)


def links_on_the_way(
    graph: Graph, start: int, links: frozenset[int] | None = None
) -> dict[int, frozenset[int]]:
    """For every node within reach, the links that a walk there from the start can use if it uses none twice.

    Such a walk crosses a bridge only if that lies between start and goal, for it could not come back. So
    it stays in the blocks (groups of nodes that hang together without bridges) which it has to cross, and
    only the links in and between these are told. Nodes of one block share one answer.
    """
    parent = {start: (start, -1)}
    depth = {start: 0}
    order = [start]
    beside_tree = []
    for node in order:
        for other, link in graph.ways[node]:
            if links is not None and link not in links:
                continue
            if other not in parent:
                parent[other] = (node, link)
                depth[other] = depth[node] + 1
                order.append(other)
            elif link not in (parent[node][1], parent[other][1]):
                beside_tree.append((node, other))
    # A link of the tree is no bridge if a link beside the tree closes a circle over it.
    circled = set()
    for a, b in beside_tree:
        while a != b:
            if depth[a] < depth[b]:
                a, b = b, a
            a, link = parent[a]
            circled.add(link)
    block = {start: start}
    inside: dict[int, set[int]] = {start: set()}
    for node in order[1:]:
        above, link = parent[node]
        block[node] = block[above] if link in circled else node
        inside.setdefault(block[node], set())
    for node in order:
        for other, link in graph.ways[node]:
            if (links is None or link in links) and block[node] == block[other]:
                inside[block[node]].add(link)
    links_above: dict[int, frozenset[int]] = {}
    for top, links_inside in inside.items():
        above, link = parent[top]
        links_above[top] = frozenset(links_inside)
        if top != start:
            links_above[top] |= links_above[block[above]] | {link}
    return {node: links_above[block[node]] for node in order}
