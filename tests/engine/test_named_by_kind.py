"""A piece that has no name of its own is called by its kind: one piece for each time it is named, in all
lines of an example, and in lists in the rules.
"""

from pathlib import Path

from tests.engine.texts import example_results

GAME = """
game "Jokers"
players 2..2

pieces Joker copies 3
pieces Card for each rank in 1..12
pieces Any are Card or Joker

zone deck: set of Any, seen by nobody
  starts with Any
zone hand per Player: set of Any, seen by owner
zone row_of: row of Any, seen by all

action lay(card from your hand "Which?") "Lay {card}"
  move card to row_of

action lay_two(2 of your hand as cards "Which?") "Lay"
  move cards to row_of

flow
  deal 3 from deck to hand
  phase trick 3 times
    each player in turn
      must lay or lay_two if possible

score points = count(your hand)
winner most total, then shared

example "one"
  players Anna, Ben
  given Anna.hand = {Joker}
  expect Anna.hand = {Joker}

example "two"
  players Anna, Ben
  given Anna.hand = {Joker, Joker}
  expect Anna.hand = {Joker, Joker}

example "two and a card"
  players Anna, Ben
  given Anna.hand = {Joker, Joker, Card(3)}
  expect Anna.hand = {Joker, Card(3), Joker} and count(Anna.hand) = 3

example "all"
  players Anna, Ben
  given Anna.hand = {Joker, Joker, Joker}
  expect Anna.hand = {Joker, Joker, Joker}

example "play two"
  players Anna, Ben
  given Anna.hand = {Joker, Joker, Joker, Card(1)}
  Anna plays lay_two({Joker, Joker})
  expect Anna.hand = {Joker, Card(1)} and row_of = {Joker, Joker}

example "play one"
  players Anna, Ben
  given Anna.hand = {Joker, Joker, Joker, Card(1)}
  Anna plays lay(Joker)
  expect Anna.hand = {Joker, Card(1), Joker} and row_of = {Joker}

example "without brackets, and has"
  players Anna, Ben
  given Anna.hand = Joker
  given Ben.hand = {Card(3)} + {Joker}
  expect Anna.hand = Joker and Anna.hand has Joker and count(Anna.hand) = 1
  expect Ben.hand = {Joker, Card(3)}
  expect count(Joker) = 3

example "chosen"
  players Anna, Ben
  given Anna.hand = {Joker, Joker, Joker, Card(1)}
  given Ben.hand = {Card(5), Card(6)}
  do trick
  Anna chooses lay_two
  Anna chooses {Joker, Joker}
  expect Anna.hand = {Joker, Card(1)} and row_of = {Joker, Joker}
  expect not (Anna.hand = {Joker, Joker})
  expect Anna.hand != {Joker}
"""


def test_a_kind_in_a_list_is_one_piece_each_time(tmp_path: Path) -> None:
    file = tmp_path / "jokers.game"
    file.write_text(GAME, encoding="utf-8")
    found = example_results(file)
    assert len(found) == GAME.count('example "')
    assert [(one.title, one.message) for one in found if not one.ok] == []


def test_a_list_in_a_rule(tmp_path: Path) -> None:
    rule = """
action both "Both"
  when your hand = {Joker, Joker}
  add 1 to twos

state twos: 0..9

"""
    example = """
example "two of three"
  players Anna, Ben
  given Anna.hand = {Joker, Joker}
  given Ben.hand = {Joker}
  Anna plays both
  Ben cannot both
  expect twos = 1
"""
    file = tmp_path / "jokers.game"
    head = GAME.split('example "', maxsplit=1)[0].replace("lay_two if", "lay_two or both if")
    file.write_text(head.replace("\nflow\n", f"{rule}flow\n") + example, encoding="utf-8")
    [found] = example_results(file)
    assert found.ok, found.message


NAMES = """
game "Names"
players 2..2

pieces Fish
  weight: 1..9
  copies: 1..6
  | fish  | weight | copies |
  | perch | 1      | 4      |
  | trout | 3      | 4      |
  | pike  | 6      | 1      |
pieces Joker copies 3
pieces Any are Fish or Joker

zone lake: set of Any
  starts with Any
zone mine per Player: set of Any
zone pail: set of Fish

state kept: set of name of Fish

define small = (x in mine_of_all where x is in {perch, trout})
define mine_of_all = players.mine

action keep "Keep"
  set kept to pail

action free "Free"
  move your mine - perch - Joker to lake

flow
  phase round 3 times
    each player in turn
      must keep or free

score points = count(your mine)
winner most total, then shared

example "on the left as on the right"
  players Anna, Ben
  given Anna.mine = {Joker, perch, perch}
  given Ben.mine = {Joker}
  expect {perch, Joker, perch} = Anna.mine and {Joker} = Ben.mine
  expect ({perch, Joker, perch} is Anna.mine) and ({Joker}) = Ben.mine
  expect {Joker, perch} != Anna.mine and {Joker, Joker} is not Ben.mine

example "in a list of names"
  players Anna, Ben
  given Anna.mine = {perch, trout, pike, Joker}
  expect count(small) = 2 and every(x in small: x is not pike)
  expect some(x in Anna.mine: x is in {pike, perch})

example "without what has these names, and with"
  players Anna, Ben
  given Anna.mine = {perch, perch, trout, pike, Joker}
  expect count(Anna.mine - perch) = 3 and count(Anna.mine - {trout, pike, trout, trout, trout}) = 3
  expect count(Anna.mine - Joker) = 4 and count(Anna.mine - pike - perch) = 2
  expect Anna.mine - Joker = {perch, pike, perch, trout}
  expect count(Anna.mine + {perch}) = 6 and count((x in Anna.mine + {perch} where x is perch)) = 3
  Anna plays free
  expect Anna.mine = {perch, perch, Joker}

example "kept as names"
  players Anna, Ben
  given pail = {trout, pike, trout}
  Anna plays keep
  expect kept has trout and kept has pike and count(kept) = 2
"""


def test_names_meet_pieces_as_names(tmp_path: Path) -> None:
    file = tmp_path / "names.game"
    file.write_text(NAMES, encoding="utf-8")
    found = example_results(file)
    assert len(found) == NAMES.count('example "')
    assert [(one.title, one.message) for one in found if not one.ok] == []


def test_what_is_not_so_is_not(tmp_path: Path) -> None:
    file = tmp_path / "jokers.game"
    lines = "  given Anna.hand = {Joker, Joker}\n  expect Anna.hand = {Joker}\n"
    example = f'example "it"\n  players Anna, Ben\n{lines}'
    file.write_text(GAME.split('example "', maxsplit=1)[0] + example, encoding="utf-8")
    [found] = example_results(file)
    assert found.message == "got 2 jokers, expected a joker"
