"""Positions that go on alike are equal, whatever was left in them of earlier lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import program_of
from tests.loading import load

ROOT = Path(__file__).parents[2]


def plan_for(name: str) -> Plan:
    game = load(ROOT / "examples" / "classics" / f"{name}.game")
    return plan_of(game.program(game.players[0]))


def next_positions(states: set[State]) -> set[State]:
    return {state.clone().apply(at) for state in states for at in range(state.option_count)}


def test_tic_tac_toe_has_as_many_positions_as_there_are() -> None:
    found: set[State] = set()
    empty = start(plan_for("tic_tac_toe"))
    # The last move counts as one, though there is no choice.
    empty.take_forced = False
    last = {empty}
    while last:
        found |= last
        last = next_positions(last)
    assert sum(not state.over for state in found) == 4520
    assert sum(state.over for state in found) == 958
    assert len({state.to_json() for state in found}) == 5478


def test_the_moves_of_connect_four_meet_again() -> None:
    last = {start(plan_for("connect_four"))}
    counts = []
    for _ in range(5):
        last = next_positions(last)
        counts.append(len(last))
    assert counts == [7, 49, 238, 1120, 4263]


MANY_WAYS = """
game "Many Ways"
players 2..2
pieces Coin for each n in 1..4
zone box: set of Coin, starts with Coin
zone purse per Player: set of Coin
state last: 0..4
routine look(times: 1..3)
  repeat times times
    for seen in box where seen.n <= times
      may choose coin from box where coin = seen "Take it?"
      move coin to your purse
flow
  let hint = if count(box) = 4 then 1 else 2
  phase first
    each player in turn
      choose number from 1..3 "How often?"
      do look(number)
  for coin in players.purse
    move coin to box
  phase second 2 times
    turn of each player
    choose number from 1..2 "And now?"
    if number > hint
      set last to number
"""


PARKED = """
game "Parked"
players 3..3
state bid per Player: 0..9, seen by owner
state pot: 0..99
flow
  phase bids 2 times
    choose early from 1..3 by chance
    all players in secret
      choose amount from 0..2 "How much?"
      set your bid to amount
    add early to pot
    each player in turn
      choose more from 0..1 "One more?"
      add more to pot
"""


@pytest.fixture(params=["hidden cards", "many ways", "parked", "nine_mens_morris", "leduc_poker", "hearts"])
def plan(request: pytest.FixtureRequest, tmp_path: Path) -> Plan:
    match request.param:
        case "hidden cards":
            return plan_of(hidden_cards())
        case "many ways":
            return plan_of(program_of(tmp_path, MANY_WAYS))
        case "parked":
            return plan_of(program_of(tmp_path, PARKED, players=3))
        case name:
            return plan_for(name)


def test_what_is_left_out_is_never_read(plan: Plan) -> None:
    """A game plays on in the same way from what is left of its position as from the position itself."""
    for seed in range(1, 8):
        stream, state = Dice(seed), start(plan, seed, log=True)
        for _ in range(60):
            if state.over:
                break
            bare = State.from_json(plan, state.to_json())
            assert bare == state
            assert hash(bare) == hash(state)
            assert bare.to_json() == state.to_json()
            bare.log, state.log = [], []
            at = stream.below(state.option_count)
            assert bare.open_codes() == state.open_codes()
            assert bare.apply(at) == state.apply(at)
            assert bare.log == state.log


def test_what_can_still_be_read_tells_positions_apart(tmp_path: Path) -> None:
    plan = plan_of(program_of(tmp_path, MANY_WAYS))
    often, seldom = (start(plan).apply(at) for at in (2, 0))
    assert often.option_count == seldom.option_count
    assert often != seldom
