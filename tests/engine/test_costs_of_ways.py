"""What ways cost: by going through all of them, by the library, and as the machine does it."""

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.maps.atlas import Chart
from rulesdsl.graphs import CLOSED, Graph
from rulesdsl.native import frontier, maps
from tests.loading import load

NODES = 6


def chart_of(folder: Path, dice: random.Random) -> Chart:
    names = [f"spot_{number}" for number in range(NODES)]
    pairs = dice.sample(list(combinations(names, 2)), dice.randint(3, 9))
    text = [
        'game "Ways"',
        "players 1..1",
        f"places Spot: {', '.join(names)}",
        f"links road of Spot: {', '.join(f'{a} - {b}' for a, b in pairs)}",
        "flow",
        '  say "{count(road)} {longest_trail(road)}"',
        "score nothing = 0",
        "winner most total, then shared",
    ]
    path = folder / "ways.game"
    path.write_text("\n".join(text) + "\n", "utf-8")
    program = load(path).program(1)
    return Chart(program, program.graphs["road"])


def ways(graph: Graph, start: int, along: list[int], entering: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Every way that enters no node twice, with what it costs."""
    open_ = [(0, [start])]
    while open_:
        cost, way = open_.pop()
        yield cost, way
        for other, link in graph.ways[way[-1]]:
            step = along[link] if along else 0
            more = entering[other] if entering else 0
            if other not in way and CLOSED not in (step, more):
                open_.append((cost + (step + more if along or entering else 1), [*way, other]))


def longest(graph: Graph, along: list[int], node: int, used: frozenset[int]) -> int:
    return max(
        (
            (along[link] if along else 1) + longest(graph, along, other, used | {link})
            for other, link in graph.ways[node]
            if link not in used and (not along or along[link] != CLOSED)
        ),
        default=0,
    )


@pytest.mark.parametrize("seed", range(8))
def test_ways_cost_what_the_cheapest_of_all_costs(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In the machine it is an instruction.
    for module in (maps, frontier):
        monkeypatch.setattr(module, "zeros", lambda count: [0] * count)
    dice = random.Random(seed)
    chart = chart_of(tmp_path, dice)
    graph = chart.graph

    def costs(number: int) -> list[int]:
        return [dice.choice((CLOSED, 0, 0, 1, 2, 5)) for _ in range(number)] if dice.random() < 0.7 else []

    for _ in range(5):
        along, entering = costs(len(graph.links)), costs(NODES)
        start = dice.randrange(NODES)
        all_ways = list(ways(graph, start, along, entering))
        for goal in range(NODES):
            there = sorted((cost, len(way), way) for cost, way in all_ways if way[-1] == goal)
            cheapest = there[0][0] if there else ir.NONE
            given = (None, start, goal, along, entering)
            assert chart.distance(*given) == cheapest
            assert maps.distance(chart, *given) == cheapest
            way = there[0][2] if there else []
            assert chart.shortest_way(*given) == way
            assert maps.shortest_way(chart, *given) == way
        for most in (-1, 0, 1, 3, 7):
            near = sorted({way[-1] for cost, way in all_ways if cost <= most})
            assert chart.within(None, start, most, along, entering) == near
            assert maps.within(chart, None, start, most, along, entering) == near
        most = max(longest(graph, along, node, frozenset()) for node in range(NODES))
        assert chart.longest_trail(None, along) == most
        assert frontier.longest_trail(chart, None, along) == most
        some = [link for link in range(len(graph.links)) if dice.random() < 0.6]
        part = [0 if link in some else CLOSED for link in range(len(graph.links))]
        for goal in range(NODES):
            joint = [CLOSED if off else cost for off, cost in zip(part, along or [0] * 99, strict=False)]
            if along or entering:
                expected = chart.distance(None, start, goal, joint, entering)
                assert chart.distance(some, start, goal, along, entering) == expected
                assert maps.distance(chart, some, start, goal, along, entering) == expected
