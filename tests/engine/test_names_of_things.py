"""Selections without a name mean what they mean with one."""

from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import program_of

GAME = """game "Things"
players 2
values Suit: red, blue, green
pieces Card for each suit in Suit, rank in 1..4
places Cell grid 3 by 3
zone deck: set of Card, starts with Card
zone hand per Player: set of Card
zone pit per Cell: set of Card
state mark per Cell: Player or none
state points per Player: 0..9
define lead per Player = your points > 1
define inner(c: Cell) = c.column = 2 and c.row = 2
define tenfold per n in 1..9 = n * 10
{defines}
flow
  for p in players
    set p.points to count(c in Cell where c.row = 1 and c.column <= count({{p}} + right(p)))
    move first(deck, 6) to p.hand
  set mark(a1) to first(players)
  set mark(b2) to first(players)
  set mark(c3) to first(players)
  set mark(a2) to last(players)
  set first(players).points to 5
  player first(players)
    choose n from 1..3 where tenfold(n) > 10
    choose m from 1..3 where tenfold > 10
    choose suit from Suit
    choose card from your hand where card.suit is suit or suit is red
    say "{{n}} {{m}} {{suit}} {{card}}"
winner most lead, then shared
"""

SPELLINGS = [
    ("(Cell where mark is none)", "(c in Cell where mark(c) is none)"),
    ("(Cell where column > 1 by row)", "(c in Cell where c.column > 1 by c.row)"),
    ("(Cell where inner)", "(c in Cell where inner(c))"),
    ("(players where points > 0 by points)", "(p in players where p.points > 0 by p.points)"),
    ("(players where lead)", "(p in players where p.lead)"),
    ("count(players where hand is not empty)", "count(p in players where p.hand is not empty)"),
    ("highest(players by points)", "highest(p in players by p.points)"),
    ("first(Card where suit is blue by rank)", "first(c in Card where c.suit is blue by c.rank)"),
    ("sum(players.hand where rank > 1: rank)", "sum(c in players.hand where c.rank > 1: c.rank)"),
    ("every(players: points > 0)", "every(p in players: p.points > 0)"),
    ("some(players.lead)", "some(p in players: p.lead)"),
    ("every(players.lead)", "every(p in players: p.lead)"),
    ("some(list(c in Cell: inner(c)))", "some(c in Cell: inner(c))"),
    (
        "count(Cell where count(Cell where mark is none) > row)",
        "count(c in Cell where count(d in Cell where mark(d) is none) > c.row)",
    ),
    (
        "count(lines((Cell where mark is first(players)), 3))",
        "count(line in lines(Cell, 3) where every(c in line: mark(c) is first(players)))",
    ),
    (
        "count(lines(({a1, b1, c1} + (Cell where row = 2)), 3))",
        "count(line in lines(Cell, 3) where every(c in line: c is in {a1, b1, c1} or c.row = 2))",
    ),
    (
        "lines((Cell where mark is last(players)), 2) is empty",
        "not some(line in lines(Cell, 2): every(c in line: mark(c) is last(players)))",
    ),
]


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    folder: Path = tmp_path_factory.mktemp("things")
    defines = "\n".join(
        f"define {word}_{number} = {text}"
        for number, pair in enumerate(SPELLINGS)
        for word, text in zip(("short", "long"), pair, strict=True)
    )
    return start(program_of(folder, GAME.format(defines=defines), 2))


@pytest.mark.parametrize("number", range(len(SPELLINGS)), ids=[short for short, _ in SPELLINGS])
def test_both_spellings_come_to_the_same(state: State, number: int) -> None:
    short = state.evaluate(f"short_{number}")
    assert short == state.evaluate(f"long_{number}")
    assert short != ()


def test_what_is_chosen_can_do_without_its_name_and_what_a_condition_says_by_itself_comes_first(
    state: State,
) -> None:
    asked = state.clone()
    asked.take_forced = False
    counts = []
    for _ in range(4):
        counts.append(asked.option_count)
        asked.apply(0)
    # 20 and 30, with and without a name; all cards of the hand, as the suit chosen is red: not the card's.
    assert counts == [2, 2, 3, 6]
