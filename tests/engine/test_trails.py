"""Trails against exhaustive search: which exact lengths lead where, and how long the longest is."""

import csv
import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdsl.checked_game import example_programs
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.maps import frontier
from rulesdsl.engine.maps.frontier import TooWoven, lengths_to_goals, longest_trail
from rulesdsl.engine.maps.trails import Trails, trails_from
from rulesdsl.engine.maps.witnesses import Witnesses
from rulesdsl.engine.plan import Plan
from rulesdsl.graphs import Graph
from rulesdsl.grids import Grid, ring
from rulesdsl.native.machine import Machine
from rulesdsl.pipeline import load

MAP_FOLDER = Path(__file__).parents[2] / "games" / "trekking_the_world"


def trail_lengths(
    graph: Graph,
    start: int,
    goal: int,
    avoiding: frozenset[int],
    longest: int,
    links: frozenset[int] | None = None,
) -> int:
    """The lengths from 1 to `longest` that a trail from start to goal can have, as bits."""
    return trails_from(graph, start, avoiding, links).lengths(goal, (2 << longest) - 2)


def ends(trails: Trails, n: int) -> tuple[int, ...]:
    """The nodes where a trail of exactly `n` links can end."""
    return tuple(node for node, length in enumerate(trails.all_lengths(1 << n)) if length)


def read_map() -> Graph:
    with (MAP_FOLDER / "places.csv").open(encoding="utf-8", newline="") as file:
        number = {row["id"]: index for index, row in enumerate(csv.DictReader(file))}
    with (MAP_FOLDER / "links.csv").open(encoding="utf-8", newline="") as file:
        links = tuple((number[row["a"]], number[row["b"]]) for row in csv.DictReader(file))
    return Graph(len(number), links)


WORLD = read_map()
UP_TO_30 = (2 << 30) - 2


def search(
    graph: Graph,
    start: int,
    avoiding: frozenset[int],
    longest: int,
    links: frozenset[int] | None = None,
) -> list[int]:
    """The lengths for every node by walking every trail."""
    lengths = [0] * graph.node_count
    lengths[start] = 1
    stack = [(start, 0, 0)]
    while stack:
        node, used, n = stack.pop()
        if n == longest:
            continue
        for other, link in graph.ways[node]:
            if used >> link & 1 or other in avoiding or (links is not None and link not in links):
                continue
            lengths[other] |= 2 << n
            stack.append((other, used | 1 << link, n + 1))
    return lengths


@st.composite
def questions(draw: st.DrawFn) -> tuple[Graph, int, frozenset[int], frozenset[int] | None]:
    nodes = draw(st.integers(1, 7))
    node = st.integers(0, nodes - 1)
    pairs = draw(
        st.lists(st.tuples(node, node).filter(lambda pair: pair[0] != pair[1]), max_size=11 * (nodes > 1))
    )
    avoiding = draw(st.frozensets(node, max_size=2))
    some = draw(st.none() | st.frozensets(st.integers(0, 10)))
    return Graph(nodes, tuple(pairs)), draw(node), avoiding, some


# From all layers kept whole (nothing left for the sweep) to nothing but single trails (nearly all is).
@pytest.mark.parametrize("most_in_layer", [0, 3, 10, 1000])
@settings(max_examples=80)
@given(question=questions(), asked=st.integers(0, (1 << 13) - 1), goal=st.integers(0, 6))
def test_lengths_are_those_of_exhaustive_search(
    most_in_layer: int,
    question: tuple[Graph, int, frozenset[int], frozenset[int] | None],
    asked: int,
    goal: int,
) -> None:
    graph, start, avoiding, links = question
    expected = search(graph, start, avoiding, 12, links)
    trails = Trails(graph, start, avoiding, links, most_in_layer=most_in_layer, kept_for_node=1)
    one = goal % graph.node_count
    assert trails.lengths(one, asked) == expected[one] & asked
    assert trails.all_lengths(asked) == tuple(lengths & asked for lengths in expected)
    assert trails.all_lengths((1 << 13) - 1) == tuple(expected)


# From all trails kept to a few: what avoids nothing tells of what avoids something, and never too much.
@pytest.mark.parametrize("most_in_layer", [0, 3, 1000])
@settings(max_examples=60)
@given(question=questions(), asked=st.lists(st.integers(0, (1 << 13) - 1), min_size=1, max_size=2))
def test_trails_kept_from_before_change_no_answer(
    most_in_layer: int, question: tuple[Graph, int, frozenset[int], frozenset[int] | None], asked: list[int]
) -> None:
    graph, start, avoiding, links = question
    expected = search(graph, start, avoiding, 12, links)
    kept = Witnesses(graph, start, links, most_in_layer=most_in_layer, kept_for_node=1)
    trails = Trails(graph, start, avoiding, links, kept)
    for lengths in asked:
        for goal in range(graph.node_count):
            assert trails.some_length(goal, lengths) == bool(expected[goal] & lengths)
            assert trails.lengths(goal, lengths) == expected[goal] & lengths


def test_kept_trails_of_the_world_up_to_nine_links() -> None:
    rng = random.Random(4)
    asked = (2 << 9) - 2
    for _ in range(8):
        start, *taken = rng.sample(range(WORLD.node_count), rng.randint(1, 5))
        avoiding = frozenset([*taken, start] if rng.random() < 0.3 else taken)
        expected = tuple(found & asked for found in search(WORLD, start, avoiding, 9))
        trails = trails_from(WORLD, start, avoiding)
        assert tuple(trails.lengths(goal, asked) for goal in range(WORLD.node_count)) == expected


@settings(max_examples=150)
@given(question=questions(), asked=st.lists(st.integers(0, (1 << 12) - 1), min_size=7, max_size=7))
def test_the_sweep_alone_agrees_with_exhaustive_search(
    question: tuple[Graph, int, frozenset[int], frozenset[int] | None], asked: list[int]
) -> None:
    graph, start, avoiding, some = question
    open_links = [
        link
        for link, ends in enumerate(graph.links)
        if not (avoiding - {start}).intersection(ends) and (some is None or link in some)
    ]
    wanted = {goal: 2 * lengths for goal, lengths in enumerate(asked[: graph.node_count])}
    expected = search(graph, start, avoiding, 12, some)
    found = lengths_to_goals(graph, open_links, start, wanted, leave_once=start in avoiding)
    assert found == {goal: expected[goal] & lengths for goal, lengths in wanted.items()}


@settings(max_examples=150)
@given(question=questions())
def test_the_longest_trail_is_that_of_exhaustive_search(
    question: tuple[Graph, int, frozenset[int], frozenset[int] | None],
) -> None:
    graph, _, _, links = question
    some = None if links is None else links & frozenset(range(len(graph.links)))
    every = [search(graph, start, frozenset(), 12, some) for start in range(graph.node_count)]
    assert longest_trail(graph, some) == max(lengths.bit_length() - 1 for found in every for lengths in found)


def test_the_world_with_places_taken_up_to_nine_links() -> None:
    rng = random.Random(1)
    asked = (2 << 9) - 2
    for _ in range(40):
        start, *taken = rng.sample(range(WORLD.node_count), rng.randint(1, 5))
        avoiding = frozenset([*taken, start] if rng.random() < 0.3 else taken)
        expected = search(WORLD, start, avoiding, 9)
        assert Trails(WORLD, start, avoiding).all_lengths(asked) == tuple(found & asked for found in expected)


def test_the_world_with_places_taken_up_to_thirty_links() -> None:
    rng = random.Random(2)
    for _ in range(4):
        start, *taken = rng.sample(range(WORLD.node_count), 6)
        avoiding = frozenset(taken)
        open_links = [link for link, ends in enumerate(WORLD.links) if not avoiding.intersection(ends)]
        every = dict.fromkeys(range(WORLD.node_count), UP_TO_30)
        swept = lengths_to_goals(WORLD, open_links, start, every)
        assert dict(enumerate(Trails(WORLD, start, avoiding).all_lengths(UP_TO_30))) == swept


def test_nothing_taken_every_place_is_an_end_from_eight_links_on() -> None:
    everywhere = tuple(range(WORLD.node_count))
    for start in range(0, WORLD.node_count, 9):
        assert all(ends(trails_from(WORLD, start), n) == everywhere for n in range(8, 31))
        assert ends(trails_from(WORLD, start), 2) != everywhere


def test_a_small_map_by_hand() -> None:
    # A circle of four with a tail: 0 - 1, then 1 - 2 - 3 - 4 - 1.
    graph = Graph(5, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 1)))
    assert trail_lengths(graph, 0, 1, frozenset(), 9) == 1 << 1 | 1 << 5
    assert trail_lengths(graph, 0, 2, frozenset(), 9) == 1 << 2 | 1 << 4
    assert trail_lengths(graph, 0, 0, frozenset(), 9) == 0
    assert trail_lengths(graph, 1, 1, frozenset(), 9) == 1 << 4
    assert trail_lengths(graph, 1, 1, frozenset(), 3) == 0
    assert trail_lengths(graph, 1, 1, frozenset({1}), 9) == 0
    assert trail_lengths(graph, 0, 2, frozenset({3}), 9) == 1 << 2
    assert trail_lengths(graph, 0, 3, frozenset({3}), 9) == 0
    assert trail_lengths(graph, 0, 2, frozenset(), 9, frozenset({0, 2, 3, 4})) == 1 << 4
    assert trail_lengths(graph, 0, 1, frozenset(), 0) == 0
    assert ends(trails_from(graph, 0), 3) == (3,)
    assert ends(trails_from(graph, 0), 2) == (2, 4)
    assert ends(trails_from(graph, 0), 0) == (0,)


@pytest.mark.parametrize("most_in_layer", [0, 1000])
def test_a_start_that_is_taken_is_never_entered_again(most_in_layer: int) -> None:
    # Only a second visit of the start could make the way to 3 longer.
    graph = Graph(4, ((0, 1), (1, 2), (2, 0), (0, 3), (3, 1), (3, 2)))
    assert Trails(graph, 0, frozenset(), most_in_layer=most_in_layer).lengths(3, 1 << 6) == 0
    assert Trails(graph, 0, frozenset(), most_in_layer=most_in_layer).lengths(3, 1 << 5) == 1 << 5
    assert Trails(graph, 0, frozenset({0}), most_in_layer=most_in_layer).lengths(3, 1 << 5) == 0


def test_a_trail_over_all_links_is_found_though_no_layer_kept_it() -> None:
    graph = Graph(4, ((2, 0), (2, 1), (0, 3), (1, 2), (0, 3)))
    assert Trails(graph, 0, most_in_layer=0, kept_for_node=1).lengths(2, 1 << 5) == 1 << 5


def test_two_links_between_two_places_are_two() -> None:
    graph = Graph(2, ((0, 1), (0, 1)))
    assert trail_lengths(graph, 0, 0, frozenset(), 5) == 1 << 2
    assert trail_lengths(graph, 0, 1, frozenset(), 5) == 1 << 1
    assert longest_trail(graph) == 2


def test_squares_settle_odd_lengths_by_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_sweep(*_: object, **__: object) -> dict[int, int]:
        raise AssertionError("the colours should have told")

    monkeypatch.setattr("rulesdsl.engine.maps.trails.lengths_to_goals", no_sweep)
    from_corner = Trails(Grid(8, 8).adjacent, 0).all_lengths(UP_TO_30)
    assert from_corner[0] == sum(1 << n for n in range(4, 31, 2))
    assert from_corner[1] == sum(1 << n for n in range(1, 31, 2))


def test_answers_do_not_depend_on_the_order_of_asking() -> None:
    at_once = Trails(WORLD, 0, frozenset({1, 2})).all_lengths(UP_TO_30)
    bit_by_bit = Trails(WORLD, 0, frozenset({1, 2}))
    for n in (30, 3, 17, 1, 9):
        assert ends(bit_by_bit, n) == tuple(node for node, found in enumerate(at_once) if found >> n & 1)
    assert tuple(bit_by_bit.lengths(node, UP_TO_30) for node in range(54)) == at_once


def test_the_same_question_is_answered_from_memory() -> None:
    first = trails_from(WORLD, 5, frozenset({6, 7}))
    assert trails_from(WORLD, 5, frozenset({7, 6})) is first
    assert trails_from(WORLD, 5, frozenset({7})) is not first
    for start in range(54):
        trails_from(WORLD, start, frozenset({start}))
        trails_from(WORLD, start, frozenset())
    assert trails_from(WORLD, 5, frozenset({6, 7})) is not first


def test_longest_trails_known_by_reasoning() -> None:
    assert longest_trail(ring(12)) == 12
    assert longest_trail(Graph(4, ((0, 1), (0, 2), (0, 3)))) == 2
    # Of a complete graph of an even number of nodes all but (nodes - 2) / 2 links can be walked.
    assert longest_trail(Graph(6, tuple(combinations(range(6), 2)))) == 13
    assert longest_trail(Graph(7, tuple(combinations(range(7), 2)))) == 21
    # Two circles that do not hang together.
    assert longest_trail(Graph(7, ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)))) == 4
    assert longest_trail(Graph(3, ())) == 0
    assert longest_trail(Graph(0, ())) == 0


def test_longest_trail_with_weights() -> None:
    star = Graph(4, ((0, 1), (0, 2), (0, 3)))
    assert longest_trail(star, weights=(6, 1, 2)) == 8
    assert longest_trail(star, frozenset({1, 2}), weights=(6, 1, 2)) == 3


def test_too_much_is_refused_and_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooWoven, match="a longest trail over 65 links: more than 64"):
        longest_trail(ring(65))
    assert longest_trail(ring(65), frozenset(range(64))) == 64
    monkeypatch.setattr(frontier, "MOST_STATES", 50)
    with pytest.raises(TooWoven, match="need more than 50 states"):
        longest_trail(Graph(7, tuple(combinations(range(7), 2))))


def test_a_way_has_at_least_one_link(tmp_path: Path) -> None:
    """Who stays has gone no way: said the same by a list, by `in`, in play and in examples."""
    path = tmp_path / "ways.game"
    path.write_text(
        'game "Ways"\nplayers 2\n'
        "places Spot: north, south, east\n"
        "links road of Spot: south - east - north\n"
        "state spot: Spot, starts north\n"
        "state listed: 0..9\nstate asked: yes or no\n"
        "action look\n"
        "  set listed to count(trail_lengths(road, from: spot, to: spot))\n"
        "  if 0 is in trail_lengths(road, from: spot, to: spot)\n    set asked to yes\n"
        "flow\n  phase day 2 times\n    each player in turn\n      must look\n"
        "score points = if asked then 1 else listed\n"
        "winner most total, then shared\n"
        'example "nowhere"\n'
        "  players Anna, Ben\n"
        "  Anna plays look\n"
        "  expect listed = 0 and not asked\n"
        "  expect not (0 is in trail_lengths(road, from: spot, to: spot))\n",
        "utf-8",
    )
    game = load(path)
    [(program, _)] = example_programs(game, game.examples)
    assert [result.outcome for result in run_examples(program)] == ["ok"]
    [played] = Machine(Plan(game.program(2))).play([1])
    assert played.totals == (0, 0)
