"""A question that answers itself: what things are, what a set must come to, what it costs and brings."""

from pathlib import Path

import pytest

from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.labels.attributes import Attributes
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.maps.trails import Trails
from rulesdsl.engine.state import State
from rulesdsl.engine.views.foresight import in_words
from rulesdsl.engine.views.looking import look
from rulesdsl.engine.views.offering import Offering, offering
from rulesdsl.engine.views.places import places
from rulesdsl.engine.views.scores import standing_now
from rulesdsl.engine.views.short import short_text
from rulesdsl.engine.views.view import view
from tests.engine.texts import begun, offered

TRIP = """game "Trip"
players 2..2
values Land: north, south
places Town
  land: Land
  | town | land  |
  | a    | north |
  | b    | north |
  | c    | south |
  | d    | south |
links road of Town
  | a | b |
  | a | b |
  | b | c |
  | c | d |
pieces Card for each land in Land, steps in 1..3
pieces Gem copies 3
zone deck: pile of Card, seen by nobody, starts with Card
zone hand per Player: set of Card, seen by owner
zone gem_at per Town: slot of Gem
zone gems per Player: set of Gem
zone bag: set of Gem, starts with Gem
state at per Player: Town, starts a
state coins per Player: 0..20, starts 5
state luck per Player: 0..9, seen by nobody

action go(goal from Town where goal is not your at "Where to?",
          some of your hand as cards "With which cards?") "Go to {goal} with {cards}"
  when sum(cards.steps) = distance(road, your at, goal)
  cost move cards to deck
  set your at to goal
  if gem_at(goal) is not empty
    add 2 to your coins
    move gem_at(goal) to your gems

action work(hours from 1..3 "How long?") "Work"
  cost remove 1 from your coins
  add hours * 2 to your coins

action gamble "Gamble"
  cost remove 2 from your coins
  roll die from 1..6
  add die to your coins

action pray "Pray"
  add your luck to your coins

flow
  deal 3 from deck to hand
  choose gem from bag by chance
  move gem to gem_at(b)
  phase turns 6 times
    turn of each player
    repeat 2 times
      must go or work or gamble or pray
    score turns

score wealth = your coins + 3 * count(your gems)
score each_turn each turns = your coins
winner most total, then shared
"""


def made(state: State) -> Offering:
    assert state.decision is not None
    return offering(state, state.decision, Labels.of(state.plan.layout))


def brought(state: State) -> dict[str, str]:
    return {option.text: in_words(option.changes) for option in made(state).options}


def take(state: State, text: str) -> None:
    state.apply(next(at for at, one in enumerate(offered(state)) if one.startswith(text)))


def test_what_an_option_costs_and_brings(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    changes = brought(state)
    # The die is not cast yet, but the price is paid; what nobody may know is not told.
    assert changes["Gamble"].startswith("coins −2")
    assert changes["Pray"] == ""
    take(state, "Work")
    assert brought(state) == {"1": "coins +1", "2": "coins +3", "3": "coins +5"}


def test_what_a_place_brings_is_told_before_the_cards_are_chosen(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    take(state, "Go")
    by = {option.text: option for option in made(state).options}
    assert "coins +2" in in_words(by["b"].changes)
    assert "wealth +5" in in_words(by["b"].changes)
    assert by["c"].changes == ()
    place = by["c"].place
    assert place is not None
    assert (place.distance, by["b"].place.there if by["b"].place else ()) == (2, ("a gem",))


def test_what_a_set_must_come_to_and_what_it_comes_to_so_far(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    take(state, "Go")
    take(state, "d")
    found = made(state)
    assert [str(demand) for demand in found.demands] == ["steps in all: exactly 3"]
    assert found.doing == "Go to d with cards"
    assert [option.text for option in found.options] == ["north 1", "north 3"]
    state.take_forced = False
    take(state, "north 1")
    assert str(made(state).demands[0]) == "steps in all: exactly 3 (so far 1)"


def test_no_longer_ways_are_looked_for_than_a_set_can_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a large map the longest of all ways takes many seconds to find."""
    ways = "is in trail_lengths(road, from: your at, to: goal)"
    text = TRIP.replace("= distance(road, your at, goal)", ways).replace("deal 3", "deal 1")
    state = begun(tmp_path, text)
    state.take_forced = False
    take(state, "Go")
    take(state, offered(state)[0])
    asked = []
    lengths = Trails.lengths

    def noting(self: Trails, goal: int, wanted: int) -> int:
        asked.append(wanted.bit_length() - 1)
        return lengths(self, goal, wanted)

    monkeypatch.setattr(Trails, "lengths", noting)
    made(state)
    assert 0 < max(asked) < len(state.plan.program.graphs["road"].links)


def test_which_of_several_times_this_is(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    assert made(state).time == (1, 2)
    take(state, "Pray")
    assert made(state).time == (2, 2)


def test_the_map_tells_who_stands_where_and_how_far_it_is(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    found = {place.label: place for place in places(state.plan.program, view(state, 0))}
    assert found["a"].players == (0, 1)
    assert [found[name].distance for name in "abcd"] == [0, 1, 2, 3]
    assert found["b"].there == ("a gem",)
    assert found["b"].neighbours == ("a", "c")


def test_what_the_round_would_score_now(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    assert standing_now(reading_for(state, 0)) == ((5, 5), (5, 5))
    shown = short_text(view(state, 0), Attributes.of(Labels.of(state.plan.layout)), 80, now=((5, 5), (5, 5)))
    assert "each turn  0 +5  0 +5" in shown
    assert "turn 1 of 6" in shown


def test_one_thing_looked_at(tmp_path: Path) -> None:
    state = begun(tmp_path, TRIP)
    labels = Labels.of(state.plan.layout)
    [town] = look(labels, view(state, 0), "B")
    assert list(town.lines()) == [
        "b (town): land north",
        "  there: a gem",
        "  1 away from you",
        "  next to a and c",
    ]
    assert look(labels, view(state, 0), "nowhere") == ()
    # Where a card of another's hand lies is not told.
    theirs = [
        labels.piece(piece)
        for piece in state.plan.layout.pieces_in(state.cells, state.plan.layout.instance("hand", 1))
    ]
    for card in theirs:
        [seen] = look(labels, view(state, 0), card)
        assert not any(note.startswith("in ") for note in seen.notes)


def test_a_place_looked_at_says_what_is_there(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Board"
players 2..2
places Cell grid 3 by 3
values Ground: sand, rock
pieces Pawn copies 2
zone on per Cell: slot of Pawn
zone box: set of Pawn, starts with Pawn
state mark per Cell: Player or none
state seen per Player per Cell: 0..3
state deep per Cell per Ground: 0..9
state known per Ground: yes or no
action put(cell from Cell) "Put"
  set deep(cell, rock) to 3
  set known(rock) to yes
  move first(box) to on(cell)
  set mark(cell) to you
  set your seen(cell) to 2
flow
  each player in turn
    must put
""",
    )
    state.apply(4)
    labels = Labels.of(state.plan.layout)
    [middle] = look(labels, view(state, 1), "b2")
    assert middle.notes == ("there: a pawn", "mark: Anna", "Anna's seen: 2", "deep (rock): 3")
    [corner] = look(labels, view(state, 1), "a1")
    # What a player has not done there is not listed for each of them.
    assert corner.notes == ("mark: none",)
    [[rock], [sand]] = (look(labels, view(state, 1), ground) for ground in ("rock", "sand"))
    assert (rock.notes, sand.notes) == (("deep (b2): 3", "known: yes"), ("known: no",))
