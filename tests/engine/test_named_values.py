"""Values with a text of their own are called by it in play, and by their names in files and commands."""

from pathlib import Path

from attrs import evolve

from rulesdsl.engine.start import start
from rulesdsl.pipeline import load
from rulesdsl.trace.header import Header, expected

GAME = """game "Errands"
players 2..2

values Suit: oak, rose named "Red Rose"
values Errand: take(1..2) named "take {1..2} cards", give(Suit) named "give {Suit} away", stay
values Mode: quick named "the quick way", long_one named "Long, very"
option mode: Mode, normally quick

state last per Player: Errand or none

action go(errand from Errand) "{errand}"
  set your last to errand

flow
  each player in turn
    must go

score stays = if your last is stay or mode is long_one then 1 else 0
winner most total, then shared

example "the file goes on with their names"
  players Anna, Ben
  option mode is long_one
  Anna plays go(give(rose))
  expect Anna.last = give(rose)
"""


def test_what_values_are_called(tmp_path: Path) -> None:
    file = tmp_path / "errands.game"
    file.write_text(GAME, "utf-8")
    decision = start(load(file).program(2), seed=1).decision
    assert decision is not None
    said = ["take 1 cards", "take 2 cards", "give oak away", "give Red Rose away", "stay"]
    assert [option.text for option in decision.seen.options] == said


def test_an_option_is_known_by_its_name_when_a_trace_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "errands.game"
    file.write_text(GAME, "utf-8")
    program = load(file).program(2, {"mode": "long_one"})
    header = Header("Errands", "errands.game", program.fingerprint, "0", ("Anna", "Ben"), 1)
    known = evolve(header, options=(("mode", "long_one"),))
    assert expected(known, program, lenient=True).options == known.options
    other = evolve(header, options=(("mode", "quick"),))
    assert expected(other, program, lenient=True).options == ()
