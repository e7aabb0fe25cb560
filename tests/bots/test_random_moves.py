"""Each whole move as likely, in however many stages it is chosen."""

from collections import Counter
from pathlib import Path

import pytest

from rulesdsl.bots import RandomChoice, RandomMoves, random_moves
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load
from tests.simulate.setting import CLASSICS, GAMES

TEN = """
game "Ten"
players 2..2
pieces Card for each rank in 1..8
zone hand per Player: set of Card
zone deck: pile of Card, starts with Card
zone gone: set of Card
state a_now: 0..2
state b_now: 0..9
action go(a from 1..2, b from 1..9 where a = 2 or b = 1) "Go {a} {b}"
  set a_now to a
  set b_now to b
action lay(some of your hand as cards) "Lay {cards}"
  move cards to gone
flow
  deal 4 from deck to hand
  player first(players)
    must go
winner most count(your hand), then shared
"""


def whole_move(state: State, bot: RandomChoice | RandomMoves, dice: Dice) -> tuple[int, ...]:
    taken = []
    state = state.clone()
    while not state.over and state.player is not None:
        taken.append(bot.choose(state, state.player, dice))
        state.apply(taken[-1])
    return tuple(taken)


def drawn(text: str, path: Path, bot: RandomChoice | RandomMoves, times: int) -> Counter[tuple[int, ...]]:
    path.write_text(text, "utf-8")
    state, dice = start(load(path).program(), 1), Dice(5)
    return Counter(whole_move(state, bot, dice) for _ in range(times))


def test_of_ten_moves_each_is_taken_as_often(tmp_path: Path) -> None:
    found = drawn(TEN, tmp_path / "ten.game", RandomMoves(), 2000)
    assert len(found) == 10
    assert all(150 < count < 250 for count in found.values())
    stages = drawn(TEN, tmp_path / "ten.game", RandomChoice(), 2000)
    one = sum(count for taken, count in stages.items() if taken[0] == 0)
    assert 900 < one < 1100


@pytest.mark.parametrize("most", [random_moves.MOST_COUNTED, 3])
def test_of_fifteen_sets_each_is_taken_as_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Also where there are more ways than are counted, so that they are estimated."""
    monkeypatch.setattr(random_moves, "MOST_COUNTED", most)
    found = drawn(TEN.replace("must go", "must lay"), tmp_path / "fifteen.game", RandomMoves(), 1500)
    assert len(found) == 15
    assert all(60 < count < 145 for count in found.values())


def all_moves(state: State) -> int:
    """By taking every option, stage by stage."""
    found = 0
    for option in range(state.option_count):
        after = state.clone()
        after.take_forced = False
        after.apply(option)
        decision = after.decision
        inside = decision is not None and (
            bool(decision.chosen or decision.picked)
            or (decision.alternative is not None and len(decision.decide.alternatives) > 1)
        )
        found += all_moves(after) if inside else 1
    return found


@pytest.mark.parametrize(
    "path",
    [CLASSICS / f"{name}.game" for name in ("hearts", "nim", "mu_torere", "crazy_eights")]
    + [GAMES / f"{name}.game" for name in ("road_trip", "trekking_the_world", "trekking_through_history")],
    ids=lambda path: path.stem,
)
def test_what_is_counted_is_what_can_be_done(path: Path) -> None:
    state, dice = start(load(path).program(), 3), Dice(4)
    for _ in range(12):
        if state.over:
            break
        decision = state.decision
        assert decision is not None
        if not decision.chosen and not decision.picked and not any(o.unseen for o in decision.options):
            counts = random_moves.counts(state)
            assert counts is None or sum(counts) == all_moves(state)
        state.apply(dice.below(state.option_count))
