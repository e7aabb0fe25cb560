"""Standing rules, phases that stop, secret blocks, one change at once: what happens between two lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.checked_game import example_programs
from rulesdsl.engine import events as ev
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from tests.engine.texts import begun, names_in, pick, pick_kind, read
from tests.loading import load

COINS = """
game "Coins"
players 2..2
state gold per Player: 0..20, starts 3
state silver per Player: 0..20
state told: 0..50
"""


def said(state: State) -> list[str]:
    assert state.log is not None
    return [str(event.words[0]) for event in state.log if isinstance(event, ev.Said)]


def test_rules_act_in_file_order_and_from_the_top_again(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
always second for p in players
  when p.gold >= 5 and p.silver = 0
  say "second"
  set p.silver to 1
always first for p in players
  when p.silver >= 1 and p.gold >= 4
  say "first"
  remove 1 from p.gold
flow
  say "begin"
  add 3 to Anna.gold
  say "end"
""".replace("Anna", "first(players)"),
    )
    assert state.over
    # 6 gold: a silver coin; then the second rule takes gold down to 3.
    assert said(state) == ["begin", "second", "first", "first", "first", "end"]
    assert read(state, "gold", 0) == 3


def test_a_rule_is_one_change(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
always swap for p in players
  when p.gold = 4
  say "half"
  set p.gold to 0
  set p.silver to 4
always never for p in players
  when p.gold = 0 and p.silver = 0
  say "never seen"
flow
  add 1 to first(players).gold
""",
    )
    assert said(state) == ["half"]


def test_a_hand_limit_asks_in_the_middle_of_a_line_list(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Limit"
players 2..2
pieces Card for each rank in 1..8
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner, at most 2, owner discards extra to waste
zone waste: pile of Card
state done per Player: yes or no
action take "Take three"
  draw 3 from deck to your hand
  set your done to yes
flow
  each player in turn
    must take
""",
    )
    decision = state.decision
    assert decision is not None
    assert decision.player == 0
    assert read(state, "done", 0) == 0
    assert len(decision.options) == 3
    state.apply(0)
    assert read(state, "done", 0) == 1
    assert len(names_in(state, "hand", 0)) == 2
    assert len(names_in(state, "waste")) == 1
    assert state.player == 1
    state.apply(1)
    assert state.over
    assert len(names_in(state, "waste")) == 2


def test_a_row_is_kept_full_one_by_one_as_long_as_there_is_something(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Row"
players 2..2
pieces Card for each rank in 1..6
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone offer: row of Card, kept at 3 from deck at left
zone hand per Player: set of Card
action take(card from offer) "Take"
  move card to your hand
flow
  phase turns 2 times
    each player in turn
      must take
""",
    )
    assert len(names_in(state, "offer")) == 3
    middle, right = names_in(state, "offer")[1:]
    left = state.plan.layout.pieces_in(state.cells, state.plan.layout.instance("offer"))[0]
    pick(state, left)
    assert names_in(state, "offer")[1:] == [middle, right]
    assert len(names_in(state, "offer")) == 3
    while not state.over:
        state.apply(0)
    assert len(names_in(state, "offer")) == 2
    assert names_in(state, "deck") == []


def test_a_phase_stops_at_once_and_what_follows_goes_on(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Stops"
players 2..2
state pot: 0..30
state late: 0..9
action add_some(n from 1..3) "Add"
  add n to pot
  add 1 to late
flow
  phase filling
    turn of each player
    stops the moment pot >= 4
    must add_some
  phase once_more
    say "after"
""",
    )
    pick(state, 2)
    assert state.player == 1
    pick(state, 3)
    assert state.over
    assert read(state, "pot") == 5
    # The last line of the action that filled the pot was not reached any more.
    assert read(state, "late") == 1
    assert said(state) == ["after"]
    assert state.log is not None
    assert [event.phase for event in state.log if isinstance(event, ev.Ended)] == ["filling"]


def test_ending_an_outer_phase_from_inside_an_action(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "End"
players 2..2
action stay "Stay"
  nothing
action leave "Leave"
  end day
flow
  phase day 3 times
    phase hour 4 times
      each player in turn
        must stay or leave
  say "night"
""",
    )
    state.apply(0).apply(0)
    assert state.log is not None
    passes = [
        (event.phase, event.number, event.depth) for event in state.log if isinstance(event, ev.PassBegun)
    ]
    assert passes == [("day", 1, 0), ("hour", 1, 1), ("hour", 2, 1)]
    state.apply(1)
    assert state.over
    assert said(state) == ["night"]


BIDS = """
game "Bids"
players 2..2
pieces Coin for each worth in 1..3 copies 2
zone purse per Player: set of Coin, seen by owner
zone offered per Player: set of Coin, seen by owner
zone box: set of Coin, starts with Coin
state worth_of_all: 0..20
flow
  for p in players
    for w in 1..3
      move first(c in box where c.worth = w) to p.purse
  all players in secret
    choose a from your purse
    move a to your offered
    choose b from your purse
    move b to your offered
    add b.worth to worth_of_all
  say "open"
"""


def test_in_secret_everybody_decides_on_the_start_and_sees_nothing_of_the_others(tmp_path: Path) -> None:
    state = begun(tmp_path, BIDS)
    assert state.player == 0
    assert len(state.decision.options) == 3  # type: ignore[union-attr]
    state.apply(2)
    # The second choice knows of the first one's own change.
    assert len(state.decision.options) == 2  # type: ignore[union-attr]
    assert len(names_in(state, "offered", 0)) == 1
    state.apply(1)
    assert state.player == 1
    # Nothing has happened as far as Ben can see; only Anna's own eyes see her coins offered.
    assert names_in(state, "offered", 0) == []
    layout = state.plan.layout
    own = state.position_for(0)
    assert len(layout.pieces_in(own, layout.instance("offered", 0))) == 1
    assert read(state, "worth_of_all") == 0
    assert state.log is not None
    held = [event for event in state.log if isinstance(event, (ev.Moved, ev.Chosen)) and event.known_to != -1]
    assert {event.known_to for event in held} == {1}
    state.apply(0).apply(0)
    assert state.over
    assert len(names_in(state, "offered", 0)) == len(names_in(state, "offered", 1)) == 2
    assert read(state, "worth_of_all") == 2 + 2
    kinds = [type(event).__name__ for event in state.log]
    assert kinds.index("Unveiled") < len(kinds) - kinds[::-1].index("StateSet")
    assert [event.players for event in state.log if isinstance(event, ev.Unveiled)] == [3]


def test_together_reads_the_position_before(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
flow
  set first(players).gold to 7
  together
    for p in players
      set p.gold to left(p).gold
    set told to sum(p in players: p.gold)
""",
    )
    assert (read(state, "gold", 0), read(state, "gold", 1)) == (3, 7)
    assert read(state, "told") == 10


def test_hands_that_all_pass_on_at_once_do_not_mix(tmp_path: Path) -> None:
    text = """
game "Pass"
players 3..3
pieces Card for each rank in 1..9
zone hand per Player: set of Card, seen by owner
zone deck: pile of Card, starts with Card
state over_now: yes or no
action go "Go"
  together
    for p in players
      move p.hand to left(p).hand
flow
  deal 3 from deck to hand
  player first(players)
    may go repeatedly
"""
    state = begun(tmp_path, text, players=3)
    before = [names_in(state, "hand", player) for player in range(3)]
    state.log = None
    state.apply(0)
    assert [names_in(state, "hand", player) for player in range(3)] == [before[2], before[0], before[1]]
    state.log = []
    state.apply(0)
    assert [names_in(state, "hand", player) for player in range(3)] == [before[1], before[2], before[0]]


def test_repeatedly_goes_on_until_declined(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
action spend "Spend"
  cost remove 1 from your gold
  add 1 to your silver
flow
  each player in turn
    may spend repeatedly
""",
    )
    state.apply(0).apply(0)
    pick_kind(state, "decline")
    assert state.player == 1
    for _ in range(3):
        state.apply(0)
    # Nothing is left to spend: nobody is asked.
    assert state.over
    assert (read(state, "silver", 0), read(state, "silver", 1)) == (2, 3)


def test_a_value_out_of_its_range_is_a_fault_with_its_place(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Range"
players 2..2
state pot: 0..5
action put(n from 1..4) "Put"
  add n to pot
flow
  phase play 3 times
    each player in turn
      must put
""",
    )
    pick(state, 3)
    before = state.clone()
    with pytest.raises(Fault, match=r"small.game:6:\d+: .*pot") as caught:
        pick(state, 4)
    assert caught.value.values == (("pot would be", "7"), ("`pot`", "3"), ("n", "4"))
    assert state == before


def test_what_fired_is_told(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
always rich for p in players
  when p.gold >= 5 and p.silver = 0
  set p.silver to 1
flow
  add 4 to left(first(players)).gold
""",
    )
    assert state.log is not None
    (fired,) = [event for event in state.log if isinstance(event, ev.RuleFired)]
    assert fired.rule == "rich"
    assert [(name, value.value) for name, value in fired.bindings] == [("p", 1)]


def test_a_rule_that_asks_is_asked_as_soon_as_its_pass_begins(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
always tax
  when night = 2 and told = 0
  each player in turn
    must pay

action pay "Pay"
  add 1 to told

action rest "Rest"
  set your silver to 1

flow
  phase night 3 times
    each player in turn
      must rest
""",
    )
    assert state.over
    assert state.log is not None
    asked = [event.alternative for event in state.log if isinstance(event, ev.Chosen)]
    assert asked == ["rest", "rest", "pay", "pay", "rest", "rest", "rest", "rest"]


def test_of_two_phases_that_stop_the_outer_one_does(tmp_path: Path) -> None:
    """Also if the inner one stands further up, in a routine."""
    state = begun(
        tmp_path,
        COINS
        + """
routine inside
  phase inner 3 times
    stops the moment told = 1
    add 1 to told
  say "behind the inner phase"
flow
  phase outer 3 times
    stops the moment told >= 1
    do inside
  say "behind the outer phase"
""",
    )
    assert said(state) == ["behind the outer phase"]


def test_a_rule_that_was_passed_over_because_a_phase_stops_acts_behind_it(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        COINS
        + """
always after_all
  when told = 1
  say "rule"
  set told to 2
flow
  phase short 3 times
    stops the moment told = 1
    add 1 to told
  let before = told
  if before = 2
    say "behind it"
""",
    )
    assert said(state) == ["rule", "behind it"]


def test_a_phase_stops_for_whoever_acts_in_examples_too(tmp_path: Path) -> None:
    """Where an example begins in the middle, a phase stands in another place, with another player."""
    path = tmp_path / "stops.game"
    path.write_text(
        COINS
        + """
flow
  phase turns 3 times
    turn of each player
    phase steps
      stops the moment your silver = 3
      add 1 to your silver
      may choose coins from 1..2 "How many?"
      if coins is not none
        add coins to your silver
score silver_coins = your silver
winner most total, then shared
example "three are enough"
  players Anna, Ben
  Anna does turns
  Anna declines
  Anna declines
  expect Anna.silver = 3 and Ben.silver = 0
""",
        encoding="utf-8",
    )
    game = load(path)
    for program, _report in example_programs(game, game.examples):
        assert [one.outcome for one in run_examples(program)] == ["ok"]


def test_what_is_turned_in_secret_is_turned_for_all_at_once(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Turning"
players 2..2
pieces Card for each rank in 1..4
zone deck: pile of Card, starts with Card
zone line per Player: row of Card, face down seen by owner
flow
  for p in players
    draw 2 from deck to p.line face down
  all players in secret
    flip first(your line) face up
    choose x from 1..2 "Which?"
    if x = 2
      flip last(your line) face up
  say "done"
""",
    )
    face, first = state.plan.layout.face, state.plan.layout.pieces_in(state.cells, 1)[0]
    pick(state, 1)
    assert state.player == 1
    assert state.position_for(1)[face + first] == 1
    pick(state, 1)
    assert state.over
    assert state.cells[face + first] == 0


def test_the_only_piece_of_a_zone_is_known_where_it_stays(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Staying"
players 2..2
pieces Card for each rank in 1..1
zone hand: set of Card, seen by nobody, starts with Card
state said: 0..9
flow
  show hand
  move first(hand) to hand
  set said to 1
""",
    )
    assert state.cells[state.plan.layout.known] == 0b11
