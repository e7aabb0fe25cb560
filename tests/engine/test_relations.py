"""What one comes to from somewhere, and groups: against a search written for the test, at random."""

import random
from collections.abc import Callable

import pytest

from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import program_of

GAME = """game "Bridges"
players 2..2
places Isle: a, b, c, d, e, f, g, h
values Depth: low, middle, high
state bridge per Isle per Isle: yes or no
state sunk per Isle: yes or no
state n: 0..9
define from_here(x: Isle) = (y in Isle where bridge(x, y))
define next_to(x: Isle) = first(from_here(x))
define all_from(x: Isle) = reached(y in Isle: from_here(y), from: x)
define dry_from(x: Isle) = reached(y in Isle where not sunk(y): from_here(y), from: {x, h})
define first_ways(x: Isle) = reached(y in (i in Isle where i is not c): next_to(y), from: x)
define all_groups = groups(y in Isle: from_here(y))
define dry_groups = groups(y in Isle where not sunk(y): from_here(y))
define even(x: 0..9) = reached(y in 0..9 where y is not 8: {y + 2, y - 6}, from: x)
define wide(x: 0..9) = reached(y in list(i in {1, 5, 4}: 1000 * i + x): {y + 1000, y - 1}, from: 4000 + x)
define twos = groups(y in {5, 1, 3, 8, 6, 1}: y + 2)
define around = reached(p in players: left(p), from: first(players))
define depths = groups(x in Depth: x)
flow
  set sunk(a) to yes
  set bridge(a, b) to yes
  set n to count(all_from(a)) + count(even(3))
  player first(players)
    may "Go on?"
      nothing
score points = n + count(depths)
winner most total, then shared
"""
ISLES = range(8)
H = 7


def closure(begin: set[int], leads: Callable[[int], set[int]], allowed: set[int]) -> tuple[int, ...]:
    reached = begin & allowed
    while more := {other for one in reached for other in leads(one)} & allowed - reached:
        reached |= more
    return tuple(sorted(reached))


def hanging_together(leads: Callable[[int], set[int]], allowed: set[int]) -> tuple[tuple[int, ...], ...]:
    def either_way(isle: int) -> set[int]:
        return leads(isle) | {other for other in allowed if isle in leads(other)}

    return tuple(sorted({closure({isle}, either_way, allowed) for isle in allowed}))


@pytest.fixture(scope="module")
def bridges(tmp_path_factory: pytest.TempPathFactory) -> State:
    return start(program_of(tmp_path_factory.mktemp("bridges"), GAME, 2))


@pytest.mark.parametrize("seed", range(12))
def test_random_bridges(bridges: State, seed: int) -> None:
    dice = random.Random(seed)
    cells = list(bridges.cells)
    layout = bridges.plan.layout
    ways = {isle: {other for other in ISLES if dice.random() < 0.05 * (seed % 6)} for isle in ISLES}
    dry = {isle for isle in ISLES if dice.random() < 0.7}
    for isle in ISLES:
        cells[layout.state_cells("sunk", isle)] = int(isle not in dry)
        for other in ISLES:
            cells[layout.state_cells("bridge", isle, other)] = int(other in ways[isle])
    state = bridges.clone()
    state.cells = cells

    def asked(name: str, *args: int) -> object:
        value = state.evaluate(name, *args)
        assert Reading(layout, state.cells).formula(name, *args) == value
        return value

    def one_way(isle: int) -> set[int]:
        return {min(ways[isle])} if ways[isle] else set()

    for isle in ISLES:
        assert asked("all_from", isle) == closure({isle}, ways.__getitem__, set(ISLES))
        assert asked("dry_from", isle) == closure({isle, H}, ways.__getitem__, dry)
        assert asked("first_ways", isle) == closure({isle}, one_way, set(ISLES) - {2})
    assert asked("all_groups") == hanging_together(ways.__getitem__, set(ISLES))
    assert asked("dry_groups") == hanging_together(ways.__getitem__, dry)


def test_numbers_values_and_players(bridges: State) -> None:
    reading = Reading(bridges.plan.layout, bridges.cells)
    known = {
        "around": (0, 1),
        # Nothing leads out of the numbers that are gone through.
        "twos": ((5, 1, 3), (8, 6)),
        "depths": ((0,), (1,), (2,)),
    }
    for name, value in known.items():
        assert bridges.evaluate(name) == value
        assert reading.formula(name) == value
    for number, value in ((3, (1, 3, 5, 7, 9)), (0, (0, 2, 4, 6)), (8, ())):
        assert bridges.evaluate("even", number) == value
        assert reading.formula("even", number) == value
    assert bridges.evaluate("wide", 1) == reading.formula("wide", 1) == (4001, 5001)


def test_what_is_found_while_the_game_begins(bridges: State) -> None:
    assert bridges.evaluate("now points", 0) == 2 + 5 + 3
