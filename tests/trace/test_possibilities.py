"""What others could have done instead is told only where everybody can work it out."""

import json
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.analysis.possibilities import Possibilities
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.trace.audience import decides_of
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.engine.texts import program_of

# Who holds no card above 3 cannot lay one; the stones on the table everybody sees.
LAYING = """\
game "Laying"
players 2..2

values Suit: leaf, bell
pieces Card for each suit in Suit, rank in 1..6
pieces Stone for each size in 1..4

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone laid: row of Card
zone table: set of Stone, starts with Stone
zone bag per Player: set of Stone

action lay(card from your hand where card.rank > 3) "Lay {card}"
  move card to laid at right

action take(stone from table) "Take {stone}"
  move stone to your bag

flow
  deal 1 from deck to hand
  phase turns 2 times
    each player in turn
      may lay
      must take

score stones = sum(your bag.size)
winner most total, then shared
"""


@pytest.fixture
def laying(tmp_path: Path) -> ir.Program:
    return program_of(tmp_path, LAYING)


def heard(
    program: ir.Program, seed: int, *, viewer: int, as_json: bool = False, verbose: bool = False
) -> list[str]:
    stream = Dice(seed)
    header = Header.of(program, file="laying", seed=seed, viewer=viewer, verbose=verbose)
    choose = lambda state: stream.below(state.option_count)  # noqa: E731 - as short as what it does
    return list(tell_game(program, header, choose, as_json=as_json))


def test_what_lies_open_can_be_worked_out_by_all(laying: ir.Program) -> None:
    decides = decides_of(laying)
    known = {decides[point].alternatives[0].name for point in Possibilities.of(laying).known}
    assert known == {"take"}


@pytest.mark.parametrize("seed", range(1, 13))
def test_nobody_hears_whether_another_could_not_or_would_not(laying: ir.Program, seed: int) -> None:
    told = [line.strip() for line in heard(laying, seed, viewer=1)]
    assert not [line for line in told if line.startswith(("Anna declines", "Anna passes", "Anna cannot"))]
    assert not [line for line in told if line.startswith("Anna lays") and "no other choice" in line]
    # Ben hears it of himself.
    own = [line for seed in range(1, 13) for line in heard(laying, seed, viewer=1) if "Ben declines" in line]
    assert own


@pytest.mark.parametrize("seed", range(1, 13))
def test_tools_hear_no_more(laying: ir.Program, seed: int) -> None:
    events = [json.loads(line) for line in heard(laying, seed, viewer=1, as_json=True)]
    of_anna = [one for one in events if one.get("player") == "Anna"]
    assert not [one for one in of_anna if one.get("kind") == "decline" or one["event"] == "skipped"]
    assert not [one for one in of_anna if one.get("action") == "lay" and {"forced", "offered"} & set(one)]
    assert [one for one in of_anna if one.get("action") == "take" and "offered" in one]


QUESTION = """\
game "Moat"
players 3..3
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state points per Player: 0..9
action cheer "High?"
  when max(your hand.rank) > 6 + your points
  add 1 to your points
flow
  deal 2 from deck to hand
  each player in turn
    {offer}
score got = your points + count(your hand)
winner most total, then shared
"""
OFFERS = {
    "a condition": 'may "High?"\n      when max(your hand.rank) > 6\n      add 1 to your points',
    "a guard": 'if max(your hand.rank) > 6\n      may "High?"\n        add 1 to your points',
    "a name": (
        'let high = max(your hand.rank)\n    may "High?"\n      when high > 6\n      add 1 to your points'
    ),
    "a choice": (
        'may choose card from (c in your hand where c.rank > 6) "High?"\n'
        "    if card is not none\n      show card"
    ),
    "again and again": "may cheer repeatedly",
}


@pytest.mark.parametrize("offer", OFFERS.values(), ids=OFFERS)
@pytest.mark.parametrize("as_json", [False, True])
def test_an_offer_that_rests_on_a_hand_is_told_when_it_is_taken(
    tmp_path: Path, offer: str, *, as_json: bool
) -> None:
    program = program_of(tmp_path, QUESTION.format(offer=offer), players=3)
    for seed in range(1, 9):
        header = Header.of(program, file="moat", seed=seed, viewer=2)
        choose = lambda state: state.option_count - 1  # noqa: E731 - everything is declined
        told = tell_game(program, header, choose, as_json=as_json)
        assert not [line for line in told if "High" in line and "Cleo" not in line]


@pytest.mark.parametrize("offer", OFFERS.values(), ids=OFFERS)
def test_who_is_asked_what_rests_on_a_hand_is_not_seen_by_the_others(tmp_path: Path, offer: str) -> None:
    program = program_of(tmp_path, QUESTION.format(offer=offer), players=3)
    asked = 0
    for seed in range(1, 9):
        state = start(program, seed)
        while not state.over:
            for player in range(3):
                decision = view(state, player).decision
                assert decision is not None
                assert decision.player == (player if player == state.player else None)
            asked += 1
            state.apply(state.option_count - 1)
    assert asked > 3


def test_nobody_is_told_what_another_left_in_the_hand(laying: ir.Program) -> None:
    for seed in range(1, 13):
        lines = heard(laying, seed, viewer=1, verbose=True)
        for at, line in enumerate(lines):
            if line.strip().startswith("not taken"):
                assert not lines[at - 1].strip().startswith(("Anna lays", "Anna declines", "Anna passes"))


TAKEN = """\
game "Taken"
players 2..2
pieces Card for each rank in 1..6
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone away: set of Card, seen by nobody
flow
  deal 2 from deck to hand
  player first(players)
    choose card from your hand by chance
    move card to away
score nothing_counted = 0
winner most total, then shared
"""


def test_what_chance_takes_from_a_hand_is_told_to_its_owner(tmp_path: Path) -> None:
    program = program_of(tmp_path, TAKEN)
    mine, theirs = (" ".join(heard(program, 3, viewer=player)) for player in (0, 1))
    assert "card 4 goes from Anna's hand to the away" in mine
    assert "The card is a card, by chance" in theirs
    assert "card 4" not in theirs
