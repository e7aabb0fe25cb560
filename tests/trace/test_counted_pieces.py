"""Pieces without a name of their own are counted like things, in a view as in the story."""

from pathlib import Path

from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.engine.texts import program_of

GAME = """game "Coins"
players 2..2

values Spice: pepper named "Black Pepper"

pieces Coin copies 4
pieces Jar for each spice in Spice copies 2

zone bank: set of Coin, starts with Coin
zone purse: set of Coin
zone shelf: set of Jar, starts with Jar

action take(n from 1..2 "How many?") "Take {n}"
  move first(bank, n) to purse

flow
  each player in turn
    must take

score s = count(purse)
winner most total, then shared
"""


def test_what_has_no_name_is_a_thing_of_its_kind(tmp_path: Path) -> None:
    program = program_of(tmp_path, GAME)
    header = Header("Coins", "coins.game", "", "", ("Anna", "Ben"), 1)
    choices = iter((0, 1))
    story = "\n".join(tell_game(program, header, lambda _state: next(choices)))
    assert "a coin goes from the bank to the purse" in story
    assert "2 coins go from the bank to the purse" in story
    state = start(program, 1)
    before = view(state, 0).to_text()
    assert "bank   4 coins" in before
    assert "shelf  2 × Black Pepper" in before
    assert "purse  a coin" in view(state.apply(0), 0).to_text()
