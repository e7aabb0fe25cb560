"""Sentences about things whose names are no nouns, or that have no name of their own."""

from pathlib import Path

import pytest

from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.trace.narrator import Narrator
from tests.engine.texts import begun

GAME = """game "Names"
players 2..2
values Suit: oak, rose
pieces Card for each suit in Suit, rank in 1..4
pieces Coin copies 12
pieces Blot
  | blot  | copies |
  | inky  | 2      |
pieces Sheet from "sheets.csv"
  shade: Suit
  worth: 1..9
pieces Paper are Sheet or Blot
zone deck: pile of Card, seen by nobody, starts with Card
zone hand per Player: set of Card, seen by owner
zone table: row of Card
zone secret per Player: slot of Card, seen by owner
zone on_table: set of Coin
zone bank: set of Coin, starts with Coin
zone box: pile of Paper, starts with Paper
zone sheets: row of Sheet
zone purse per Player: set of Coin
state on_show: set of 1..9
action play_card(card from your hand)
  move card to table
action hide_card(card from your hand)
  move card to your secret
action pay "Pay"
  draw 3 from bank to your purse
action put "Put"
  move bank to on_table
  roll 2 of 1..6 as on_top
  set on_show to distinct(on_top)
action sort "Sort"
  move (p in box where p is Sheet) to sheets
action mix "Mix"
  together
    move sheets to box
    move (p in box where p is Blot) to box
action pack(card from your hand, suit from Suit) "Pack {card} ({suit})"
  move card to table
flow
  deal 3 from deck to hand
  player first(players)
    must play_card
    must hide_card
    must pay
    must put
    must sort
    must pack or pay
score cards = count(your hand)
winner most cards, then shared
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "sheets.csv").write_text("shade,worth\noak,3\noak,5\nrose,5\n", "utf-8")
    return begun(tmp_path, GAME)


def story(state: State, viewer: int | None, steps: int) -> str:
    narrator = Narrator.of(state.plan.program, viewer)
    lines = []
    for step in range(steps + 1):
        events, state.log = state.log or [], []
        lines += narrator.tell(events, state)
        if step < steps and state.decision is not None:
            state.apply(0)
    return "\n".join([*lines, *narrator.finish()])


def test_an_action_without_a_title_names_what_is_chosen(state: State) -> None:
    told = story(state.clone(), 1, 0) + story(state, 1, 2)
    assert "Anna plays oak " in told or "Anna plays rose " in told
    assert "plays card" not in told
    assert "Anna hides a card" in told


def test_things_without_names_are_counted_and_places_are_no_nouns(state: State) -> None:
    told = story(state, None, 2)
    assert "draws 3 coins from the bank" in told
    assert "9 coins go from the bank to the coins on table" in told
    assert "on top: " in told
    assert "on show: " in told
    assert "×" not in told
    assert "the on " not in told


def test_rows_without_names_read_as_what_tells_them_apart(state: State) -> None:
    assert "oak 3, oak 5 and rose 5 go from the box to the sheets" in story(state, None, 2)


def test_what_is_still_open_is_not_put_in_brackets(state: State) -> None:
    while state.decision is not None and state.decision.alternative is not None:
        state.apply(0)
    assert state.decision is not None
    labels = Labels.of(state.plan.layout)
    texts = [option_text(state, state.decision, option, labels) for option in state.decision.options]
    assert texts == ["Pack a card", "Pay"]
