"""Who asks why not says it as it stands on the screen: with proper names, words for numbers, bundles."""

from pathlib import Path

import pytest

from rulesdsl.engine.explanation.questions import answers
from rulesdsl.engine.state import State
from tests.engine.texts import begun

GAME = """game "Prices"
players 2..2
values Good: wood, wool named "Sheep's wool", iron named "The Iron, raw", gold named "Gold (pure)"
places Town: turku named "Turku (Åbo)", oslo, bergen named "Bergen and Voss"
state price per Good: 0..9
state at per Player: Town, starts oslo
state stock per Player per Good: 0..9
action buy(good from Good where your stock(good) < 1) "Buy {good}"
  add 1 to your stock(good)
action travel(
    town from Town where town is not your at, n from 1..3 where n <= 2 called "{n} × 10"
) "Travel to {town} with {n}"
  set your at to town
  set price(wood) to n
action sell(give per good in Good from 0..3 where sum(give) <= 2 "How much {good}?") "Sell {give}"
  set price(iron) to sum(give)
action swap(some of Good as goods where count(goods) <= 2 and gold is not in goods) "Swap {goods}"
  set price(wood) to count(goods)
flow
  phase day 6 times
    each player in turn
      must WHAT
score way = count(g in Good where your stock(g) > 1 and price(g) > 1)
winner most total, then shared
"""
CAN = "you can"
TOO_FAR = "`n <= 2` does not hold: n is 3"
TOO_MUCH = "`sum(give) <= 2` does not hold"
NOT_GOLD = "`count(goods) <= 2 and gold is not in goods` does not hold"


def board(tmp_path: Path, what: str) -> State:
    return begun(tmp_path, GAME.replace("WHAT", what))


def said(state: State, asked: str) -> str:
    found = answers(state, asked, ("Anna", "Ben"))
    return " | ".join(answer.reason.text if answer.reason else CAN for answer in found)


ASKED = [
    ("Buy Gold (pure)", CAN),
    ("buy the iron, raw", CAN),
    ("Buy The Iron, raw", CAN),
    ("Travel to oslo with 1 × 10", "`town is not your at` does not hold"),
    ("Travel to Turku (Åbo) with 3 × 10", TOO_FAR),
    ("travel to turku (åbo) with 3 x 10", TOO_FAR),
    ("travel(bergen and voss, 3 × 10)", TOO_FAR),
    ("Travel to Bergen and Voss with 2 × 10", CAN),
    ("Sell 2 wood and 1 The Iron, raw", TOO_MUCH),
    ("Sell 1 wood and 1 The Iron, raw", CAN),
    ("sell {wood: 2, The Iron, raw: 1}", TOO_MUCH),
    ("sell 7 wood", "`7` is not among 0, 1, 2 and 3"),
]
SETS = [
    ("Swap The Iron, raw and Gold (pure)", NOT_GOLD),
    ("swap wood, The Iron, raw", CAN),
    ("swap sheep's wool, The Iron, raw and wood", "`count(goods) <= 2 and"),
]
VALUES = [
    ("Turku (Åbo)", CAN),
    ("turku", CAN),
    ("oslo", "`town is not your at` does not hold"),
    ("3 × 10", TOO_FAR),
    ("2 × 10", CAN),
    ("3 wood", TOO_MUCH),
    ("2 Gold (pure)", CAN),
]


@pytest.mark.parametrize(
    ("what", "asked", "expected"),
    [
        *(("buy or travel or sell or swap", *each) for each in ASKED + SETS + VALUES),
        *(("buy or travel or sell as one choice", *each) for each in ASKED + VALUES),
    ],
)
def test_why_understands_what_stands_on_the_screen(
    tmp_path: Path, what: str, asked: str, expected: str
) -> None:
    assert said(board(tmp_path, what), asked).startswith(expected)


def test_what_has_been_chosen_is_told_by_its_words(tmp_path: Path) -> None:
    state = board(tmp_path, "travel")
    state.apply(1)
    assert said(state, "3 × 10").startswith(TOO_FAR)
    assert said(state, "2 x 10") == CAN
    assert said(state, "Travel to Turku (Åbo) with 2 × 10") == "the town has been chosen: Bergen and Voss"
    assert said(state, "Travel to Bergen and Voss with 2 × 10") == CAN


def test_a_number_that_was_chosen_is_told_by_its_words(tmp_path: Path) -> None:
    game = GAME.replace("town from Town where town is not your at, ", "").replace(
        'called "{n} × 10"\n', 'called "{n} × 10", town from Town where town is not your at\n'
    )
    state = begun(tmp_path, game.replace("WHAT", "travel"))
    state.apply(0)
    assert said(state, "Travel to oslo with 2 × 10") == "the n has been chosen: 1 × 10"
    assert said(state, "Travel to oslo with 1 × 10").startswith("`town is not your at`")
