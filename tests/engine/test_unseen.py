"""Pieces that the chooser cannot tell apart are one option, and chance decides which one it is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.determinization.outcomes import outcomes
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.trace.record import Record, Tape
from tests.engine.texts import NOBODY_IS_BETTER, begun, example_results, offered, program_of
from tests.properties.checks import check_all

CARDS = """
game "Old Maid"
players 3..3
pieces Card for each rank in 1..6 copies 2
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone laid per Player: row of Card, seen by nobody
"""
STEAL = (
    CARDS
    + """
action steal(card from others.hand "Take which card?") "Take {card}"
  move card to your hand
  show your hand

flow
  deal 4 from deck to hand
  phase round 2 times
    turn of each player
    must steal
"""
)
ROW = (
    CARDS
    + """
action steal(card from left(you).laid "Take which card?") "Take {card}"
  move card to your hand
flow
  deal 4 from deck to laid
  phase round 2 times
    turn of each player
    must steal
"""
)
TWO = (
    CARDS
    + """
action steal(2..3 of others.hand as cards "Take which cards?") "Take {cards}"
  move cards to your hand
flow
  deal 4 from deck to hand
  phase round 2 times
    turn of each player
    must steal
"""
)


def hand(state: State, player: int) -> list[int]:
    layout = state.plan.layout
    return layout.pieces_in(state.cells, layout.instance("hand", player))


def test_a_hand_that_is_not_seen_is_one_option(tmp_path: Path) -> None:
    state = begun(tmp_path, STEAL, players=3)
    assert offered(state) == [f"one of the 4 unseen cards of {name}'s hand" for name in ("Ben", "Cleo")]


def test_cards_that_were_shown_are_offered_by_name_before_the_others(tmp_path: Path) -> None:
    state = begun(tmp_path, STEAL, players=3)
    # Anna takes a card of Ben and shows all hers; equal ones are one option for Ben.
    state.apply(0)
    shown = {state.plan.program.piece_name_of[card] for card in hand(state, 0)}
    *named, last = offered(state)
    assert len(named) == len(shown)
    assert not any("unseen" in text for text in named)
    assert last == "one of the 4 unseen cards of Cleo's hand"


def test_in_a_row_the_place_says_which_one(tmp_path: Path) -> None:
    state = begun(tmp_path, ROW, players=3)
    assert offered(state) == [f"card {at} of Ben's laid cards" for at in (1, 2, 3, 4)]


@pytest.mark.parametrize("text", [STEAL, ROW, TWO])
def test_everything_that_holds_of_games(tmp_path: Path, text: str) -> None:
    program = program_of(tmp_path, text, players=3)
    for seed in range(3):
        check_all(program, seed)


def test_each_of_the_cards_is_as_likely_as_the_others(tmp_path: Path) -> None:
    state = begun(tmp_path, STEAL, players=3)
    names = state.plan.program.piece_name_of
    share = Counter(names[card] for card in hand(state, 1))
    found = outcomes(state, 0)
    assert sum(weight for weight, _, _ in found) == 1
    for weight, (card,), after in found:
        assert isinstance(card, int)
        assert weight == Fraction(share[names[card]], 4)
        assert card in hand(after, 0)
    assert len(found) == len(share)


def test_what_chance_took_is_told_and_recorded_after_the_choice(tmp_path: Path) -> None:
    state = begun(tmp_path, STEAL, players=3)
    assert state.log is not None
    state.log.clear()
    state.apply(0)
    chosen = next(event for event in state.log if isinstance(event, ev.Chosen) and event.stage == "card")
    [chance] = [event for event in state.log if isinstance(event, ev.Chanced)]
    assert chosen.kind == "unseen"
    assert state.log.index(chosen) < state.log.index(chance)
    assert chance.values[0] in hand(state, 0)


def test_a_recorded_game_goes_the_same_way(tmp_path: Path) -> None:
    def played(seed: int, tape: Tape | None) -> tuple[State, Record]:
        state, stream, record = begun(tmp_path, TWO, players=3, seed=seed), Dice(3), Record()
        if tape is not None:
            state = begun(tmp_path, TWO, players=3, seed=seed)
            state.source = tape.give
        assert state.log is not None
        state.log.clear()
        while not state.over:
            decision = state.decision
            assert decision is not None
            state.apply(stream.below(state.option_count) if tape is None else tape.choose(decision))
        record.add(state.log)
        return state, record

    first, record = played(1, None)
    again, same = played(1, Tape(record.choices, record.chance))
    assert record == same
    assert [hand(first, seat) for seat in range(3)] == [hand(again, seat) for seat in range(3)]


def test_sets_of_unseen_cards_are_offered_by_their_number(tmp_path: Path) -> None:
    state = begun(tmp_path, TWO, players=3)
    ben, cleo = (f"one of the {{}} unseen cards of {name}'s hand" for name in ("Ben", "Cleo"))
    assert offered(state) == [ben.format(4), cleo.format(4)]
    state.apply(0)
    assert offered(state) == [ben.format(3), cleo.format(4)]
    # Whose cards come first does not matter: after one of Cleo's there is none of Ben's.
    state.apply(1)
    assert offered(state) == [cleo.format(3), "that is all"]


def test_neither_options_nor_view_depend_on_what_is_hidden(tmp_path: Path) -> None:
    state, stream = begun(tmp_path, TWO, players=3), Dice(1)
    for _ in range(4):
        player = state.player
        assert player is not None
        for _ in range(5):
            other = sample(state, player, stream)
            assert offered(other) == offered(state)
            assert [one.value for one in other.decision.options] == [  # type: ignore[union-attr]
                one.value
                for one in state.decision.options  # type: ignore[union-attr]
            ]
            assert view(other, player).to_text() == view(state, player).to_text()
        state.apply(0)


def test_an_example_may_name_a_card_that_the_player_does_not_see(tmp_path: Path) -> None:
    text = (
        STEAL
        + """
example "one of Cleo's"
  players Anna, Ben, Cleo
  given Ben.hand = {Card(4), Card(5)}
  given Cleo.hand = {Card(6), Card(1)}
  Anna plays steal(Card(6))
  expect some(c in Anna.hand: c.rank = 6)
  expect count(Cleo.hand) = 1
"""
    )
    path = tmp_path / "named.game"
    path.write_text(text + NOBODY_IS_BETTER, encoding="utf-8")
    results = example_results(path)
    assert [one.message for one in results] == [""]
