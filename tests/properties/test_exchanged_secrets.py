"""What the exchange of secrets takes to be no leak: what was known, decided, or told by choice."""

from pathlib import Path

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from tests.engine.texts import program_of
from tests.properties.exchanged_secrets import BOTH_WAYS, Told, from_the_start, in_the_middle

LOOKED_AT_AND_LOST = """
game "Looked at and Lost"
players 2..2
pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, top seen by all, starts with Card shuffled
zone hand per Player: row of Card, seen by nobody
state marked per Card: yes or no
flow
  deal 2 from deck to hand
  for card in first(deck, 1)
    set marked(card) to yes
  shuffle deck
  each player in turn
    choose number from 1..3 "How many?"
score points = 0
winner most total, then shared
"""


@pytest.mark.parametrize("by_nobody", [False, True])
def test_what_all_have_seen_and_lost_again_before_a_decision_is_no_leak(
    tmp_path: Path, *, by_nobody: bool
) -> None:
    # The top of the deck is seen, marked and shuffled away before anybody is asked: what lay there was known
    # when the mark was told, and another card there is another story for whoever has looked.
    program = program_of(tmp_path, LOOKED_AT_AND_LOST)
    compared = [from_the_start(program, seed, by_nobody=by_nobody) for seed in range(60)]
    assert sum(compared) > 60


RESOLVED = """
game "Resolved"
players 2..2
pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: row of Card, seen by owner
state points per Player: 0..9
state note per Player: 0..9, seen by nobody
flow
  deal 2 from deck to hand
  phase rounds 3 times
    turn of each player
    choose number from 1..3 "How many?"
    set your points to your note
    {lines}
score made = your points
winner most total, then shared
"""
DECIDED = """all players in secret
      choose bid from 0..3 "How much?"
      set your note to bid"""


def test_what_somebody_has_decided_in_secret_is_not_known_by_nobody(tmp_path: Path) -> None:
    # Whoever bids in secret knows the bid, and it is told by what follows from it, though nobody sees the
    # state. What nobody has decided is not.
    program = program_of(tmp_path, RESOLVED.format(lines=DECIDED))
    compared = [in_the_middle(program, seed, by_nobody=True) for seed in range(60)]
    assert sum(compared) > 60
    program = program_of(tmp_path, RESOLVED.format(lines="set your note to 0"))
    with pytest.raises(Told):
        _ = [in_the_middle(program, seed, by_nobody=True) for seed in range(60)]


MARKED = """
game "Marked"
players 2..2
values Suit: leaf, bell
pieces Card for each suit in Suit, rank in 1..6
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: row of Card, seen by owner
state marked per Card: yes or no
state tally per Player: 0..99
flow
  deal 2 from deck to hand
  {block}
    {line}
  each player in turn
    choose number from 1..3 "How many?"
score points = 0
winner most total, then shared
"""
CHOSEN = """may choose card from your hand where card.suit is leaf "Which?"
    if card is not none
      {}"""


def exchanges_in(path: Path, block: str, line: str) -> int:
    path.write_text(MARKED.format(block=block, line=line), encoding="utf-8")
    game = check_file(path, Files(), Report(), [])
    assert game is not None
    program = game.program()
    return sum(play(program, seed, by_nobody=False) for seed in range(60) for play in BOTH_WAYS)


@pytest.mark.parametrize("block", ["each player in turn", "all players in secret"])
def test_in_which_place_a_chosen_card_is_marked_is_no_leak(tmp_path: Path, block: str) -> None:
    # The one card that Ben may choose lies on the left in one game and on the right in the other: which place
    # he marks is what he has decided.
    assert exchanges_in(tmp_path / "marked.game", block, CHOSEN.format("set marked(card) to yes")) > 60


@pytest.mark.parametrize(
    "line",
    [
        "for card in (card in your hand where card.suit is leaf)\n      set marked(card) to yes",
        CHOSEN.format(
            "for other in (other in your hand where other is not card)\n        set marked(other) to yes"
        ),
        CHOSEN.format("if card is first(your hand)\n        add 1 to your tally"),
    ],
    ids=["marked by no choice", "another is marked", "told without a mark"],
)
def test_in_which_place_a_card_lies_is_a_leak_where_no_choice_has_marked_it(
    tmp_path: Path, line: str
) -> None:
    with pytest.raises(Told):
        exchanges_in(tmp_path / "marked.game", "each player in turn", line)
