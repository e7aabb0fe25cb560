"""A routine that comes back to itself plays as if each level were written by hand."""

import re
from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.side_by_side import play_side_by_side
from tests.loading import load

HEAD = """
game "Twice"
players 2..2

values Effect: gain(1..3), again, other, ask

pieces Card
  effect: Effect
  | card    | effect | copies |
  | peasant | gain:2 | 4      |
  | herald  | again  | 5      |
  | mimic   | other  | 4      |
  | judge   | ask    | 3      |

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone played per Player: row of Card
state gold per Player: 0..500

action bribe(n from 1..2 "How much?") "Bribe with {n}"
  add n to your gold
action play_again(card from your hand "Which card?") "Play {card}"
  move card to your played
  {from_action}

action play_card(card from your hand "Which card?") "Play {card}"
  move card to your played
  do carry_out{first}(card)

{routines}
flow
  deal 8 from deck to hand
  phase round 4 times
    each player in turn
      may play_card

score treasure = your gold
winner most total, then shared
"""

ROUTINE = """
routine carry_out{own}(card: Card){deep}
  depending on card.effect
    gain(n): add n to your gold
    again:
      if your hand is not empty
        choose next from your hand "Which card is played twice?"
        move next to your played
        repeat 2 times
          {again}
    other:
      let model = last(left(you).played)
      if model is not none
        {copied}
      roll die from 1..3
      add die to your gold
    ask:
      may {offered} or bribe
"""


def whole(folder: Path, deep: int, otherwise: str = "") -> Plan:
    text = HEAD.replace("{from_action}", "do carry_out(card)").replace("{first}", "")
    routine = ROUTINE.replace("{own}", "").replace("{deep}", f", at most {deep} deep{otherwise}")
    routine = routine.replace("{again}", "do carry_out(next)").replace("{copied}", "do carry_out(model)")
    return made(folder / "whole.game", text.replace("{routines}", routine.replace("{offered}", "play_again")))


def by_hand(folder: Path, deep: int, instead: str = "nothing") -> Plan:
    """One routine for each level, and one action to play again for each."""
    text = HEAD[: HEAD.index("action play_again")] + HEAD[HEAD.index("action play_card") :]
    routines = ""
    for level in range(1, deep + 1):
        below = f"do carry_out_{level + 1}" if level < deep else ""
        routine = ROUTINE.replace("{own}", f"_{level}").replace("{deep}", "")
        routine = routine.replace("{again}", f"{below}(next)" if below else instead.format("next"))
        routine = routine.replace("{copied}", f"{below}(model)" if below else instead.format("model"))
        routines += routine.replace("{offered}", f"play_again_{level}")
        routines += f'\naction play_again_{level}(card from your hand "Which card?") "Play {{card}}"\n'
        routines += f"  move card to your played\n  {f'{below}(card)' if below else instead.format('card')}\n"
    return made(folder / "by_hand.game", text.replace("{first}", "_1").replace("{routines}", routines))


def made(path: Path, text: str) -> Plan:
    path.write_text(text.lstrip(), "utf-8")
    return Plan(load(path).program(2))


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [re.sub(r"play_again_\d", "play_again", str(option)) for option in state.decision.options]


@pytest.mark.parametrize(
    ("deep", "otherwise", "instead"),
    [
        (1, "", "nothing"),
        (2, "", "nothing"),
        (3, "", "nothing"),
        (1, ", otherwise add 3 to your gold", "add 3 to your gold"),
        (2, ", otherwise move card to your hand", "move {} to your hand"),
        (3, ", otherwise draw up to 1 from deck to your hand", "draw up to 1 from deck to your hand"),
    ],
)
def test_every_level_plays_as_if_written_by_hand(
    deep: int, otherwise: str, instead: str, tmp_path: Path
) -> None:
    first, other = whole(tmp_path, deep, otherwise), by_hand(tmp_path, deep, instead)
    for seed in range(12):
        state, twin, dice = start(first, seed), start(other, seed), Dice(seed)
        while state.player is not None:
            assert offered(state) == offered(twin)
            option = dice.below(state.option_count)
            state.apply(option)
            twin.apply(option)
        assert twin.player is None
        assert [state.total(seat) for seat in range(2)] == [twin.total(seat) for seat in range(2)]


def test_a_position_in_the_middle_of_the_deepest_level_can_be_written_down(tmp_path: Path) -> None:
    plan = whole(tmp_path, 3)
    for seed in range(6):
        state, dice = start(plan, seed), Dice(seed)
        while state.player is not None:
            again = State.from_json(plan.program, state.to_json())
            assert again == state
            assert offered(again) == offered(state)
            state.apply(dice.below(state.option_count))


def test_it_plays_as_its_lines_say(tmp_path: Path) -> None:
    plan = whole(tmp_path, 3)
    for seed in range(4):
        play_side_by_side(plan, seed, most=40)
