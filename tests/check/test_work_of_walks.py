"""A walk never comes to more places than its work is counted by."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.check.whole.workload import most_within
from rulesdsl.engine.maps.atlas import graph_of
from rulesdsl.graphs import reachable, within
from tests.engine.texts import program_of

MAPS = (
    "places Cell grid 9 by 9",
    "places Cell grid 9 by 9, diagonals",
    "places Cell grid 9 by 9, hexagons",
    "places Cell grid 8 by 8, flat hexagons, shifted",
    "places Cell hexagon 5",
    "places Cell grid 8 by 8, wrapped",
    "places Cell ring 9",
    "places Cell: a, b, c, d, e, f, g, h\nlinks road of Cell: a - b - c - d, b - e, b - f, e - g",
)


@pytest.mark.parametrize("written", MAPS)
def test_no_walk_comes_to_more_places(written: str, tmp_path: Path) -> None:
    program = program_of(
        tmp_path, f'game "Map"\nplayers 2\n{written}\nflow\n  say "{{count(Cell)}}"\nwinner shared\n'
    )
    drawn = next(iter(program.graphs.values()))
    graph = graph_of(drawn)
    places = range(graph.node_count)
    for steps in range(-1, 9):
        assert max(len(within(graph, place, steps)) for place in places) <= most_within(drawn, steps)
    assert max(len(reachable(graph, place)) for place in places) <= most_within(drawn)
    assert most_within(drawn, 1) < most_within(drawn) or "hexagon" in written
