"""Every game comes to the same cells in the machine as in Python: at every decision, and at the end."""

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native.machine import Machine
from tests.engine.side_by_side import play_side_by_side
from tests.loading import load, without_texts
from tests.native.twins import compared
from tests.selection import cases

CHECKOUT = Path(__file__).parent.parent.parent
FILES = without_texts([*CHECKOUT.glob("games/*.game"), *CHECKOUT.glob("examples/*/*.game")])
SHORT = {
    *(
        "tic_tac_toe",
        "kuhn_poker",
        "hearts",
        "gin_rummy",
        "07_actions",
        "19_map",
        "20_grid",
        "29_whole_moves",
        "30_directions",
        "31_links_by_hand",
        "33_what_ways_cost",
    ),
}
"""A few in which, together, everything of the language occurs."""
DECISIONS = 60


@pytest.mark.parametrize("file", cases(FILES, lambda file: file.stem in SHORT, lambda file: file.stem))
def test_plays_the_same(file: Path, pytestconfig: pytest.Config) -> None:
    long = pytestconfig.getoption("--long")
    game = load(file)
    for players in game.players if long else game.players[:1]:
        plan = Plan(game.program(players))
        machine = Machine(plan)
        assert machine.gaps == []
        for seed in range(1, 21 if long else 3):
            compared(machine, plan, seed, 10**6 if long else DECISIONS)


ALWAYS_TAKEN = """game "Shelves"
players 2
values Suit: ash, elm
pieces Card for each number in 1..4
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone shelf: set of Card, seen by all
  takes card where {ash: 1} <= {ash: 3}
zone table per Player: set of Card, seen by all
action put(n from 0..1 "?", up to 2 of your table as some_cards where n = 0 "Which?") "Put {some_cards}"
  cost move some_cards to shelf
flow
  deal 2 from deck to table
  phase day 2 times
    each player in turn
      may put
score left = count(your table)
winner least left, then shared
"""


def test_sets_that_a_zone_always_takes(tmp_path: Path) -> None:
    """What each member adds is the same constant then."""
    file = tmp_path / "shelves.game"
    file.write_text(ALWAYS_TAKEN, "utf-8")
    plan = Plan(load(file).program(2))
    machine = Machine(plan)
    assert machine.gaps == []
    assert sum(compared(machine, plan, seed, DECISIONS) for seed in range(1, 9))


SETS = {
    "two": '2 of heap as a "?", up to 2 of open as b "?"',
    "three": '2 of heap as a "?", up to 2 of open as b "?", some of heap as c "?"',
    "one behind a number": 'n from 0..2 "?", some of heap as a "?", up to n of open as b "?"',
    "one before a word": 'some of heap as a "?", s from Suit "?", up to 1 of open as b where b != a "?"',
    "with a sum": '1 of heap as a "?", up to 2 of open as b where sum(card in b: card.rank) <= 2 "?"',
}
"""Sets of which nothing is asked but how many they are, and such as depend on them."""


@pytest.mark.parametrize("sets", SETS)
def test_sets_one_after_the_other(tmp_path: Path, sets: str) -> None:
    """Whether there are some further ones is asked before any is chosen."""
    file = tmp_path / "heap.game"
    file.write_text(
        f"""game "Heap"
players 2
values Suit: ash, elm
pieces Card for each suit in Suit, rank in 1..2
zone heap: set of Card, seen by all, starts with Card
zone open: set of Card, seen by all
action act({SETS[sets]}) "Do"
  move a to open
flow
  phase day 2 times
    turn of each player
    may act
score left = count(heap)
winner least left, then shared
""",
        "utf-8",
    )
    plan = Plan(load(file).program(2))
    machine = Machine(plan)
    assert machine.gaps == []
    assert sum(compared(machine, plan, seed, DECISIONS) for seed in range(1, 9))


LATER_NAMES = """game "Later names"
players 2
values Suit: red, blue
values Errand: rest, fetch(name of Chip), heed(Suit), seek(name of Card)
pieces Card
  | card | copies |
  | c1 | 2 |
  | c2 | 1 |
pieces Coin copies 3
pieces Chip
  | chip | copies |
  | k1 | 2 |
  | k2 | 1 |
  | k3 | 2 |
pieces Thing are Card or Chip
table price by what: name of Chip
  gives price: 0..9
  | what | price |
  | k1 | 3 |
  | k2 | 5 |
  | k3 | 7 |
table both by what: name of Chip or Suit, when: 1..2
  gives both: 0..9
  | what | when | both |
  | k1 | 1 | 1 |
  | k2 | 1 | 2 |
  | k3 | 1 | 3 |
  | red | 1 | 4 |
  | blue | 1 | 5 |
  | k1 | 2 | 6 |
  | k2 | 2 | 7 |
  | k3 | 2 | 8 |
  | red | 2 | 9 |
  | blue | 2 | 0 |
zone all: set of Thing, seen by all, starts with Thing
zone coins: set of Coin, starts with Coin
zone hand per Player: set of Thing, seen by owner
state likes per Player: name of Chip, starts k3, seen by owner
state tag: name of Thing, starts k1
state wide: Thing or Suit or none, starts none
state either: name of Chip or Suit, starts blue
state errand: Errand, starts rest
state mark per Thing: 1..9, starts 2
state coinsum per Player: 0..99
define liked = tally(p in players: p.likes)
action take(t from all where t is Chip "?") "Take {t}"
  set your likes to t
  set either to t
  set errand to fetch(t)
  set wide to t
  set mark(t) to mark(t) mod 9 + 1
  move t to your hand
action other(t from all "?") "Other {t}"
  set tag to t
  set wide to t
  if t is Card
    set errand to seek(t)
  move t to your hand
action bets(s from Suit "?") "Bet {s}"
  set either to s
  set wide to s
  set errand to heed(s)
flow
  phase round 6 times
    turn of each player
    must take or other or bets
    add price(your likes) to your coinsum
    add both(either, 2) to your coinsum
    depending on errand
      fetch(name): add price(name) mod 5 to your coinsum
      seek(name): add count(x in all where x is name) to your coinsum
      heed(suit), rest: add 2 to your coinsum
    add (depending on wide {Chip gives 1, Card gives 2, Suit gives 3, none gives 4}) to your coinsum
    if min(liked) > 0
      add 9 to your coinsum
    add max(liked) to your coinsum
    if min(mark) < 3 and sum(mark) > 16
      add 1 to your coinsum
    if tag is k1
      add 1 to your coinsum
score points = your coinsum
winner most total, then shared
"""


def test_names_of_a_kind_that_is_not_the_first(tmp_path: Path) -> None:
    """Tables, tallies, values of several sorts and such as carry names count from the first of theirs."""
    file = tmp_path / "names.game"
    file.write_text(LATER_NAMES, "utf-8")
    plan = Plan(load(file).program(2))
    assert all(play_side_by_side(plan, seed) for seed in range(1, 9))
    machine = Machine(plan)
    assert machine.gaps == []
    assert all(compared(machine, plan, seed, DECISIONS) for seed in range(1, 9))


NEVER_BEGUN = """game "Never Begun"
players 2
state n per Player: 0..9
action act "Go"
  add 1 to your n
flow
  phase day up to 4 times
    turn of each player
    until 1 = 1 or day > 1
    may act
score points = your n
winner most total, then shared
"""


def test_a_phase_that_is_over_before_it_begins(tmp_path: Path) -> None:
    """Each piece of the flow leads to the end: that is known where they are called one after the other."""
    file = tmp_path / "never.game"
    file.write_text(NEVER_BEGUN, "utf-8")
    plan = Plan(load(file).program(2))
    machine = Machine(plan)
    assert machine.gaps == []
    assert [compared(machine, plan, seed, DECISIONS) for seed in (1, 2)] == [0, 0]


def test_says_where_two_differ() -> None:
    """The comparison notices a single cell."""
    plan = Plan(load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2))
    machine = Machine(plan)
    machine.begin(1)
    cells = machine.cells
    cells[13] = 0
    machine.cells = cells
    assert machine.cells == cells
    assert 0 not in machine.options()
