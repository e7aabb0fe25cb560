"""What others could have done instead is told only where everybody can work it out."""

import json
from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.program import Program
from rulesdsl.trace.header import Header
from rulesdsl.trace.hearing import decides_of
from rulesdsl.trace.possibilities import open_decisions
from rulesdsl.trace.telling import tell_game
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
def laying(tmp_path: Path) -> Program:
    return program_of(tmp_path, LAYING)


def heard(
    program: Program, seed: int, *, viewer: int, as_json: bool = False, verbose: bool = False
) -> list[str]:
    stream = Dice(seed)
    header = Header.of(program, file="laying", seed=seed, viewer=viewer, verbose=verbose)
    choose = lambda state: stream.below(state.option_count)  # noqa: E731 - as short as what it does
    return list(tell_game(program, header, choose, as_json=as_json))


def test_what_lies_open_can_be_worked_out_by_all(laying: Program) -> None:
    decides = decides_of(laying)
    known = {decides[point].alternatives[0].name for point in open_decisions(laying)}
    assert known == {"take"}


@pytest.mark.parametrize("seed", range(1, 13))
def test_nobody_hears_whether_another_could_not_or_would_not(laying: Program, seed: int) -> None:
    told = [line.strip() for line in heard(laying, seed, viewer=1)]
    lines = [line for line in told if line.startswith(("Anna lays", "Anna declines", "Anna passes"))]
    assert len(lines) == 2
    assert not [line for line in told if line.startswith("Anna cannot")]
    assert not [line for line in lines if "no other choice" in line]


@pytest.mark.parametrize("seed", range(1, 13))
def test_tools_hear_no_more(laying: Program, seed: int) -> None:
    events = [json.loads(line) for line in heard(laying, seed, viewer=1, as_json=True)]
    passed = [one for one in events if one.get("player") == "Anna" and one.get("kind") == "decline"]
    assert len({json.dumps(one) for one in passed}) <= 1
    assert not [one for one in events if one["event"] == "skipped" and one["player"] == "Anna"]
    of_hand = [one for one in events if one.get("player") == "Anna" and one.get("action") == "lay"]
    assert not [one for one in of_hand if "forced" in one or "offered" in one]
    assert [
        one
        for one in events
        if one.get("player") == "Anna" and one.get("action") == "take" and "offered" in one
    ]


def test_nobody_is_told_what_another_left_in_the_hand(laying: Program) -> None:
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
