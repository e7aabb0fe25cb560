"""Positions are equal exactly if nobody can tell them apart: which copy of a piece is which says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.core.layout import ALT
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import Actions
from tests.conftest import SeedsOf
from tests.engine.texts import program_of
from tests.properties.equal_copies import Parted, every_order, go_on, shuffled, swapped
from tests.properties.settings import SETTINGS, Setting, tried

CHOICES = 60


def play_with_swapped_copies(plan: Plan, seed: int) -> int:
    """Whether what is equal goes on alike; gives how many options were taken in both."""
    copies = plan.essences.equal.copies
    if not copies:
        return 0
    stream, actions = Dice(seed), Actions(plan, limit=2**62)
    state = start(plan, seed)
    compared = 0
    for _ in range(CHOICES):
        if state.over:
            break
        becomes = shuffled(copies, stream)
        other = swapped(state, becomes)
        are_equal(state, other)
        try:
            go_on(state, other, becomes, actions, stream)
        except Parted:
            continue
        compared += 1
        are_equal(state, other)
    return compared


def are_equal(state: State, other: State) -> None:
    assert state == other
    assert hash(state) == hash(other)
    # What is half chosen may have been chosen only as it was: of equal pieces the first.
    for written in (state, other) if state.cells[ALT] < 0 else (state,):
        again = State.from_json(state.plan, written.to_json())
        assert again == state
        assert hash(again) == hash(state)


@pytest.mark.parametrize("setting", tried(SETTINGS))
def test_positions_that_are_equal_go_on_alike(setting: Setting) -> None:
    for seed in (1, 2):
        play_with_swapped_copies(plan_of(setting.program), seed)


def positions(plan: Plan, plies: int) -> list[State]:
    """All that can come about in so many options, each stretch of cells once."""
    met: dict[tuple[int, ...], State] = {}
    last = [start(plan, 1)]
    for _ in range(plies + 1):
        fresh = [state for state in last if met.setdefault(tuple(state.cells), state) is state]
        last = [state.clone().apply(place) for state in fresh for place in range(state.option_count)]
    return list(met.values())


SMALL = """
game "Small"
players 2..2
pieces Coin for each n in 1..2 copies 2
zone box: SHAPE of Coin, starts with CoinEACH
zone purse per Player: PURSE of Coin, seen by SEENEACH
zone gone: GONE of Coin
state last: 0..4
define last_now = last
STATE
action take(coin from box) "Take {coin}"
  move coin to your purse
  TAKEN
action swap(coin from your purse, theirs from others.purse) "Swap"
  let rival = first(others)
  move coin to rival.purse
  move theirs to your purse
action leave(LEFT) "Leave {coins}"
  move coins to gone
flow
  FLOW
  phase play 4 times
    turn of each player
    may take or swap or leave
"""
USUAL = {
    "SHAPE": "set",
    "PURSE": "set",
    "SEEN": "all",
    "GONE": "set",
    "LEFT": "2 of your purse as coins",
    "EACH": "",
    "STATE": "",
    "TAKEN": "nothing",
    "FLOW": "set last to 0",
}


ONE = "coins from your purse"
ROWS = {"shape": "row", "purse": "row", "each": ", one option each"}
LAST_OF_ALL = (
    "for seen in Coin\n    if your purse has seen\n      set last to 1\n    else\n      set last to 2"
)


def small(path: Path, **parts: str) -> Plan:
    text = SMALL
    for word, part in {**USUAL, **{name.upper(): part for name, part in parts.items()}}.items():
        text = text.replace(word, part)
    return plan_of(program_of(path, text))


@pytest.mark.parametrize(
    ("parts", "merged"),
    [
        ({}, True),
        ({"shape": "row", "purse": "row", "each": ", one option each"}, True),
        ({"purse": "pile", "each": ", one option each"}, True),
        ({"gone": "pile"}, True),
        ({"shape": "pile", "flow": "shuffle box", "each": ", one option each"}, True),
        ({"seen": "owner"}, True),
        ({**ROWS, "state": "state mark per Coin: 0..2", "taken": "set mark(coin) to last + 1"}, True),
        ({**ROWS, "state": "state marked: set of Coin", "taken": "add coin to marked"}, True),
        ({**ROWS, "taken": "if count(your purse) > 1\n    flip coin face down"}, True),
        # Where it shows: in the order of a pile, the numbers of options, a state.
        ({"seen": "owner", "gone": "pile"}, False),
        ({"state": "state marked: set of Coin", "taken": "add coin to marked"}, False),
        ({"state": "state best: Coin or none", "taken": "set best to coin"}, False),
        ({"taken": LAST_OF_ALL}, False),
    ],
    ids=lambda part: " ".join(part.values()) or "plain" if isinstance(part, dict) else str(part),
)
def test_positions_are_equal_exactly_if_copies_can_be_exchanged(
    tmp_path: Path,
    parts: dict[str, str],
    merged: bool,  # noqa: FBT001
) -> None:
    plan = small(tmp_path, **parts)
    copies = plan.essences.equal.copies
    assert bool(copies) == merged
    orders = every_order(copies)
    there: dict[State, list[list[int]]] = {}
    classes: dict[tuple[int, ...], State] = {}
    for state in positions(plan, 4):
        # Without this library's form: the least of what can be made of it.
        least = min(tuple(plan.essences.of(swapped(state, becomes).cells)) for becomes in orders)
        first = classes.setdefault(least, state)
        assert state == first
        assert hash(state) == hash(first)
        there.setdefault(state, []).append(state.cells)
    assert len(there) == len(classes)


def test_copies_that_a_line_goes_through_in_their_order_are_told_apart(tmp_path: Path) -> None:
    plan = small(tmp_path, taken=LAST_OF_ALL)
    parted = 0
    for state in positions(plan, 5):
        if state.cells[ALT] >= 0:
            continue
        for becomes in every_order([[0, 1], [2, 3]]):
            other = swapped(state, becomes)
            for place in range(min(state.option_count, other.option_count)):
                there, here = (each.clone().apply(place) for each in (other, state))
                if there.evaluate("last_now") != here.evaluate("last_now"):
                    parted += 1
                    assert other != state
    assert parted


RANDOM = {
    "SHAPE": ["set", "row", "pile"],
    "PURSE": ["set", "set", "row", "pile", "slot"],
    "SEEN": ["all", "all", "owner", "nobody", "others"],
    "GONE": ["set", "pile", "row"],
    "EACH": ["", ", one option each"],
    "LEFT": ["2 of your purse as coins", ONE, "1..2 of your purse as coins"],
    "FLOW": ["set last to 0", "shuffle box", "deal 1 from box to purse", "move first(box, 2) to gone"],
}
MARKS = {
    "": "nothing",
    "state mark per Coin: 0..2": "set mark(coin) to 1",
    "state mark: set of Coin": "add coin to mark",
    "state mark: Coin or none": "set mark to coin",
    "state mark per Player: set of Coin": "add coin to your mark",
    "state mark per Coin: Player or none": "set mark(coin) to you",
}
TAKEN = [
    "nothing",
    "flip coin face down",
    "show coin to you",
    "set last to count(c in Coin where your purse has c)",
    "move first((c in box where c.n = 1), 1) to gone",
    LAST_OF_ALL,
    "for seen in box\n    if last < 4\n      add 1 to last",
    "move box to gone",
    "move players.purse to box",
    "if count(box) > 0\n    draw 1 from box to gone",
    "remove coin",
]


def random_parts(stream: Dice) -> dict[str, str]:
    parts = {word: ways[stream.below(len(ways))] for word, ways in RANDOM.items()}
    state, mark = list(MARKS.items())[stream.below(len(MARKS))]
    taken = [mark, *(TAKEN[stream.below(len(TAKEN))] for _ in range(2))]
    return {**parts, "STATE": state, "TAKEN": "\n  ".join(taken)}


def test_random_small_games(tmp_path: Path, seeds_of: SeedsOf) -> None:
    merged = compared = 0
    for seed in seeds_of(150, 5000):
        stream = Dice(seed)
        parts = random_parts(stream)
        try:
            plan = small(tmp_path, **parts)
        except AssertionError:
            continue
        merged += bool(plan.essences.equal.copies)
        try:
            compared += play_with_swapped_copies(plan, seed)
        except Fault:
            continue
        except Exception as problem:
            raise AssertionError(f"seed {seed}: {parts}") from problem
    assert merged
    assert compared > 100
