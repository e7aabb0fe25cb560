"""Boards that grow: a position is the same in whichever order its tiles were laid, unless a game reads it."""

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.grids import OFFSETS
from rulesdsl.native.machine import Machine
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import parse, replay, tell_game
from tests.engine.test_growing import KINDS, TILINGS
from tests.engine.test_growing import begun as begun_with_pebbles
from tests.engine.texts import program_of
from tests.native.twins import compared

Cell = tuple[int, int]

GAME = """game "Orchard"
players 2..2
limit steps 100000

places Spot growing around tile{kind}, at most 9
places Side for each spot in Spot, way in Direction
places Corner for each spot in Spot, way in Direction, end in 1..2

pieces Tile copies 9
pieces Cube copies 9
pieces Worm copies 9

zone pot: set of Tile, starts with Tile
zone tile per Spot: slot of Tile
zone box: set of Cube, starts with Cube
zone beside per side in Side: set of Cube
zone earth: set of Worm, starts with Worm
zone under per Player per s in Spot: set of Worm

state fence per Side: 0..9
state peak per Corner: yes or no
state visits per Player per Spot: 0..9
state seat: Spot or none
state gates per Player: Side or none
state seen: set of Spot
state facing per Spot: Side or none
state lies_at per n in 1..3: Spot or none
state nth per Spot: 0..9

define free = (s in Spot where tile(s) is empty)
define laid = (s in Spot where tile(s) is not empty)
define side(s: Spot) = Side(s, first(Direction))
# What is the same in whichever order they are laid: the one furthest to the east, of these to the north.
define far(spots: set of Spot) = first(highest(s in spots by 20 * s.column + s.row))

# All that is kept of a place is still kept of the same place.
define is_kept = every(s in laid:
    fence(side(s)) = s.column mod 3 + 1 and peak(Corner(s, first(Direction), 2)) and facing(s) is side(s)
    and count(beside(side(s))) = 1 and count(first(players).under(s)) = 1 and s is in seen
    and every(p in players: p.visits(s) = s.row mod 3 + 1))
  and every(s in free: not some(w in Side where w.spot is s: fence(w) > 0 or beside(w) is not empty))
  and count(seen) = count(laid) and seat is far(laid) and count(c in Corner where peak(c)) = count(laid)
  and every(n in 1..3: lies_at(n) is far((s in laid where s.row mod 3 + 1 = n)))

action lay(s from free) "Lay {s}"
  move first(pot) to tile(s)
  move first(box) to beside(side(s))
  move first(earth) to first(players).under(s)
  set fence(side(s)) to s.column mod 3 + 1
  set peak(Corner(s, first(Direction), 2)) to yes
  for p in players
    set p.visits(s) to s.row mod 3 + 1
  set facing(s) to side(s)
  {more}

flow
  phase go {turns} times
    turn of each player
    must lay
    set seat to far(laid)
    for n in 1..3
      set lies_at(n) to far((s in laid where s.row mod 3 + 1 = n))
    for s in {far(laid)}
      set first(players).gates to side(s)
    let now = laid
    let groups = regions(Spot, laid)
    let last_laid = far(laid)
    for g in groups
      for s in g
        choose again from 1..2 "Again?"
        if again = 1 and some(t in now: t is s)
          add s to seen
    set seat to last_laid

score points = sum(s in Spot: your visits(s)) + sum(s in seen: s.column)
winner most total, then shared
"""


def begun(folder: Path, kind: str, more: str = "add 0 to nth(s)", *, native: bool = False) -> State:
    """`native`: without going through groups while somebody is asked, which the machine leaves to Python."""
    text = GAME.replace("{kind}", kind).replace("{more}", more).replace("{turns}", "7")
    if native:
        text = text.replace("    let groups = regions(Spot, laid)\n", "").replace("g in groups", "g in 1..1")
        text = text.replace("s in g\n", "s in now\n")
    return start(program_of(folder, text), 1)


def lay(state: State, cell: Cell) -> None:
    """And answer what is asked then."""
    assert state.decision is not None
    options = state.decision.seen.options
    state.apply(next(option for option in options if (option["column"], option["row"]) == cell))
    answer(state)


def answer(state: State) -> None:
    while state.decision is not None and state.decision.stage == "again":
        state.apply(0)


def orders(cells: tuple[Cell, ...], beside: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The orders in which these can be laid beside each other, from (0, 0) on."""
    for order in permutations(cells):
        there = {(0, 0)}
        for column, row in order:
            if not any((column + right, row + up) in there for right, up in beside):
                break
            there.add((column, row))
        else:
            yield order


def sides(kind: str) -> frozenset[Cell]:
    straight = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    return frozenset(straight if kind == "" else OFFSETS[TILINGS[kind]].values())


def all_ways(first: State, kind: str, shape: tuple[Cell, ...]) -> list[State]:
    reached = []
    known = list(orders(shape, sides(kind)))
    for order in known[:: 1 + len(known) // 24]:
        state = first.clone()
        for cell in order:
            lay(state, cell)
        reached.append(state)
    assert len(reached) >= 6
    return reached


SHAPES: tuple[tuple[Cell, ...], ...] = (
    ((0, 1), (1, 1), (1, 0), (-1, 0), (-1, -1)),
    ((-1, 0), (-2, 0), (0, -1), (0, -2)),
)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_the_order_there_is_one_position(tmp_path: Path, kind: str) -> None:
    first = begun(tmp_path, kind)
    answer(first)
    for shape in SHAPES:
        one, *others = all_ways(first, kind, shape)
        assert one.evaluate("is_kept") == 1
        assert one.decision is not None
        seen = [json.dumps(view(one, seat).to_json()) for seat in range(2)]
        for state in others:
            assert state == one
            assert hash(state) == hash(one)
            assert state.decision is not None
            assert state.decision.seen == one.decision.seen
            assert [json.dumps(view(state, seat).to_json()) for seat in range(2)] == seen
            assert State.from_json(state.plan, state.to_json()) == one
        # And so they go on.
        one, other = one.clone(), others[0].clone()
        dice = Dice(7)
        while not one.over:
            option = dice.below(one.option_count)
            one.apply(option)
            other.apply(option)
            assert one == other


def test_a_game_that_is_over_too(tmp_path: Path) -> None:
    """Nobody is asked any more after the last tile."""
    ends = []
    for order in (((1, 0), (0, 1), (-1, 0)), ((-1, 0), (0, 1), (1, 0))):
        state = begun_with_pebbles(tmp_path, "", 9, 4)
        for cell in order:
            lay(state, cell)
        assert state.over
        ends.append(state)
    assert ends[0] == ends[1]
    assert ends[0].to_json() == ends[1].to_json()


def test_a_game_that_reads_the_order_keeps_the_difference(tmp_path: Path) -> None:
    first = begun(tmp_path, "", "set nth(s) to count(laid)")
    answer(first)
    reached = all_ways(first, "", SHAPES[0])
    assert len(set(reached)) == len(reached)


def test_there_are_as_many_positions_as_sets_of_places(tmp_path: Path) -> None:
    """All positions of four tiles, against the sets of cells that hang together around the first."""
    shapes = [{frozenset({(0, 0)})}]
    for _ in range(3):
        further = {
            shape | {(column + right, row + up)}
            for shape in shapes[-1]
            for column, row in shape
            for right, up in sides("")
            if (column + right, row + up) not in shape
        }
        shapes.append(further)
    first = begun(tmp_path, "")
    answer(first)
    level = {first}
    for known in shapes[1:]:
        further_on = set()
        for state in level:
            for option in range(state.option_count):
                after = state.clone().apply(option)
                answer(after)
                further_on.add(after)
        level = further_on
        assert len(level) == len(known)


@pytest.mark.parametrize("kind", KINDS)
def test_a_trace_is_played_again_and_calls_places_as_they_were(tmp_path: Path, kind: str) -> None:
    program = begun(tmp_path, kind).plan.program
    header = Header("Orchard", "small.game", "", "", ("Anna", "Ben"), 1)
    laid: list[str] = []

    def choose(state: State) -> int:
        assert state.decision is not None
        seen = state.decision.seen
        option = (
            seen.options[len(laid) * 3 % len(seen.options)]
            if state.decision.stage == "s"
            else seen.options[0]
        )
        if state.decision.stage == "s":
            laid.append(option.text)
        return option.number

    text = "\n".join(tell_game(program, header, choose)) + "\n"
    told = [line.partition(" lays ")[2] for line in text.splitlines() if " lays spot" in line]
    assert [line.partition(":")[0].partition(",")[0].partition(" (")[0] for line in told][1:] == laid
    assert replay(parse(text), program, lenient=True) is None
    laid.clear()
    lines = list(tell_game(program, header, choose, as_json=True))
    assert [json.loads(line)["value"] for line in lines if '"stage": "s"' in line][1:] == laid
    assert replay(parse("\n".join(lines) + "\n"), program, lenient=True) is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_machine_numbers_them_alike(tmp_path: Path, kind: str) -> None:
    plan = Plan(begun(tmp_path, kind, native=True).plan.program)
    machine = Machine(plan)
    assert machine.gaps == []
    assert sum(compared(machine, plan, seed, 60) for seed in range(1, 4)) > 60
