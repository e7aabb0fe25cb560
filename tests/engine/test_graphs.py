"""Distances, ways and regions on maps."""

import random

import pytest

from rulesdsl.graphs import (
    Graph,
    connected,
    distance,
    links_on_the_way,
    neighbours,
    reachable,
    regions,
    within,
)

#   0 - 1 - 2       5 = 6     7
#       |   |
#       3 - 4
MAP = Graph(8, ((1, 0), (1, 2), (1, 3), (2, 4), (4, 3), (6, 5), (5, 6)))


def test_neighbours_come_in_order_and_once() -> None:
    assert neighbours(MAP, 1) == (0, 2, 3)
    assert neighbours(MAP, 5) == (6,)
    assert neighbours(MAP, 7) == ()
    assert neighbours(MAP, 1, frozenset({0, 2, 5})) == (0, 3)


def test_ways_tell_each_link() -> None:
    assert MAP.ways[6] == ((5, 5), (5, 6))


def test_distance() -> None:
    assert distance(MAP, 0, 0) == 0
    assert distance(MAP, 0, 4) == 3
    assert distance(MAP, 0, 5) is None
    assert distance(MAP, 1, 2, frozenset({2, 3, 4})) == 3
    assert distance(MAP, 0, 1, frozenset()) is None


def test_within_counts_the_start() -> None:
    assert within(MAP, 0, 0) == (0,)
    assert within(MAP, 0, 2) == (0, 1, 2, 3)
    assert within(MAP, 0, 99) == (0, 1, 2, 3, 4)
    assert within(MAP, 0, -1) == ()
    assert within(MAP, 0, 2, frozenset({0, 2})) == (0, 1, 3)


def test_reachable_and_connected() -> None:
    assert reachable(MAP, 3) == (0, 1, 2, 3, 4)
    assert reachable(MAP, 7) == (7,)
    assert connected(MAP, 0, 4)
    assert not connected(MAP, 4, 6)
    assert not connected(MAP, 0, 4, frozenset({0, 1}))
    assert connected(MAP, 7, 7)


def test_regions_count_only_links_between_the_nodes_asked() -> None:
    assert regions(MAP, [7, 6, 4, 2, 0, 5]) == ((0,), (2, 4), (5, 6), (7,))
    assert regions(MAP, [4, 0, 1, 2], frozenset({0, 3})) == ((0, 1), (2, 4))
    assert regions(MAP, []) == ()


@pytest.mark.parametrize(
    ("links", "said"),
    [
        (((0, 1), (1, 1)), "link 1 joins node 1 to itself"),
        (((0, 2),), "link 0 joins 0 and 2; there are 2 nodes, from 0"),
        (((-1, 1),), "link 0 joins -1 and 1; there are 2 nodes, from 0"),
    ],
)
def test_links_that_join_nothing_are_refused(links: tuple[tuple[int, int], ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Graph(2, links)


def test_links_on_the_way_stop_at_bridges() -> None:
    told = links_on_the_way(MAP, 0)
    assert told[0] == frozenset()
    assert told[1] == told[2] == told[3] == told[4] == frozenset({0, 1, 2, 3, 4})
    assert 5 not in told
    told = links_on_the_way(MAP, 3)
    assert told[4] == frozenset({1, 2, 3, 4})
    assert told[0] == frozenset({0, 1, 2, 3, 4})
    assert links_on_the_way(MAP, 5)[6] == frozenset({5, 6})
    assert links_on_the_way(MAP, 1, frozenset({1, 2}))[3] == frozenset({2})


def test_links_on_the_way_hold_every_link_some_trail_uses() -> None:
    rng = random.Random(5)
    for _ in range(300):
        graph = random_graph(rng, 7, 9)
        start = rng.randrange(graph.node_count)
        used: dict[int, set[int]] = {start: set()}
        bridges = {link for link in range(len(graph.links)) if is_bridge(graph, link)}
        stack: list[tuple[int, frozenset[int]]] = [(start, frozenset())]
        while stack:
            node, trail = stack.pop()
            used.setdefault(node, set()).update(trail)
            stack.extend((other, trail | {link}) for other, link in graph.ways[node] if link not in trail)
        told = links_on_the_way(graph, start)
        assert told.keys() == used.keys()
        for node, links in used.items():
            assert links <= told[node]
            assert links & bridges == told[node] & bridges


def random_graph(rng: random.Random, most_nodes: int, most_links: int) -> Graph:
    nodes = rng.randint(2, most_nodes)
    pairs = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, most_links))]
    return Graph(nodes, tuple((a, b) for a, b in pairs if a != b))


def is_bridge(graph: Graph, link: int) -> bool:
    return not connected(graph, *graph.links[link], frozenset(range(len(graph.links))) - {link})


def test_equal_graphs_are_equal_keys() -> None:
    again = Graph(8, MAP.links)
    assert again == MAP
    assert hash(again) == hash(MAP)
    assert Graph(9, MAP.links) != MAP
