"""A view has what the player may see, in data and in words, and nothing else."""

from pathlib import Path

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import Reading, SharedValues
from rulesdsl.engine.labels.things import SeenPiece
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.scores import rows
from rulesdsl.engine.views.view import Seen, view
from rulesdsl.engine.views.view_text import SeenState
from rulesdsl.environments.observations import observations
from rulesdsl.score_sheet import score_sheet
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import program_of


def later(moves: int, seed: int = 1) -> State:
    state = start(hidden_cards(), seed)
    for _ in range(moves):
        state.apply(0)
    return state


def test_the_table_of_who_decides(snapshot: SnapshotAssertion) -> None:
    assert view(later(3), 0).to_text() == snapshot


def test_the_table_of_who_waits(snapshot: SnapshotAssertion) -> None:
    assert view(later(3), 1).to_text() == snapshot


def test_data(snapshot: SnapshotAssertion) -> None:
    assert view(later(2), 0).to_json() == snapshot


def test_own_cards_have_names_and_those_of_others_a_number() -> None:
    seen = view(later(0), 0)
    hands = {zone.owner: zone for zone in seen.zones if zone.name == "hand"}
    assert len(hands[0].pieces) == hands[0].count == 2
    assert hands[1].pieces == ()
    assert hands[1].count == 2
    [deck] = [zone for zone in seen.zones if zone.name == "deck"]
    assert (deck.count, deck.pieces) == (2, ())


def test_in_a_secret_block_nobody_sees_what_others_have_done() -> None:
    state = start(hidden_cards(), 1)
    before = view(state, 1).to_json()
    state.apply(0)
    after = view(state, 0)
    tables = {zone.owner: zone for zone in after.zones if zone.name == "table"}
    assert tables[0].count == 1
    assert after.decision is not None
    assert after.decision.player is None
    ben = view(state, 1)
    assert [zone for zone in ben.zones if zone.name in ("table", "hand") and zone.owner == 0] == [
        zone
        for zone in view(start(hidden_cards(), 1), 1).zones
        if zone.name in ("table", "hand") and zone.owner == 0
    ]
    assert before["zones"] == ben.to_json()["zones"]


def test_secret_states_and_what_rests_on_hidden_cards_are_left_out() -> None:
    state = later(3)
    seen = view(state, 1)
    assert {(one.name, one.owner) for one in seen.states} == {
        ("pot", None),
        ("points", 0),
        ("points", 1),
        ("guess", 1),
    }
    in_hand = next(score for score in seen.scores if score.name == "in_hand")
    assert in_hand.values[0] is None
    assert in_hand.values[1] is not None
    assert seen.totals[0] is None


def test_options_are_told_to_who_decides_only() -> None:
    state = later(0)
    mine, theirs = view(state, 0).decision, view(state, 1).decision
    assert mine is not None
    assert theirs is not None
    assert mine.prompt == "Which card do you lay?"
    assert len(mine.options) == 2
    assert theirs.options == ()


def test_what_is_nobodys_has_no_owner() -> None:
    seen = view(later(0), 0)
    assert seen.zone("hand", owner=1).owner == 1
    with pytest.raises(KeyError, match="the deck is nobody's: it has no owner 1"):
        seen.zone("deck", owner=1)
    with pytest.raises(IndexError, match="there is no player 7"):
        seen.zone("hand", owner=7)


def test_what_was_seen_before_is_told_again_only_where_nothing_has_changed() -> None:
    """Also where two players look in turn, each with what only that one may know."""
    state, dice = start(hidden_cards(), 1), Dice(1)
    while not state.over:
        seen = [view(state, player) for player in (0, 1, 0)]
        Seen.of.cache_clear()
        assert seen == [view(state, player) for player in (0, 1, 0)]
        state.apply(dice.below(state.option_count))
    Seen.of.cache_clear()


SECRETS = """game "Secrets"
players 2..3

pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone shown per Player: set of Card
state bet per Player: 0..9, seen by owner
state doubt per Player: 0..9, seen by others

action show(card from your hand) "Show {card}"
  move card to your shown
action wager(number from 1..3) "Bet {number}"
  set your bet to number
action fear(number from 1..3) "Fear {number}"
  set your doubt to number

flow
  deal 3 from deck to hand
  phase rounds 4 times
    turn of each player
    must show or wager or fear

score cards = sum(your hand.rank) + sum(your shown.rank)
score bets = your bet
score doubts = 0 - your doubt
score open = sum(your shown.rank)
winner most total, then shared
"""


def test_what_was_worked_out_for_others_is_what_each_may_know(tmp_path: Path) -> None:
    """All that is told of scores, asked by all in turn, against each for itself."""
    state, dice = start(program_of(tmp_path, SECRETS, 3), 5), Dice(2)
    unknown = 0
    while not state.over:
        shared = SharedValues(state.cells[:])
        for player in (2, 0, 1):
            seen = view(state, player, shared=shared)
            sheet = score_sheet(state, player, ahead=True, shared=shared)
            assert seen == view(state, player)
            assert sheet == score_sheet(state, player, ahead=True)
            unknown += sum(value is None for row in sheet.rows for value in row.values)
        state.apply(dice.below(state.option_count))
    assert unknown > 0


ALL_OPEN = """game "All open"
players 2..2

pieces Card for each rank in 1..4
zone line: row of Card, starts with Card
zone kept per Player: set of Card
state level per Player: 0..9
state picked: set of 1..3

action take(card from line) "Take {card}"
  move card to your kept
action climb "Climb"
  when your level < 3
  add 1 to your level
action pick(n from 1..3 where not picked has n) "Pick {n}"
  add n to picked

flow
  phase turns 6 times
    turn of each player
    may take or climb or pick
    score turns

score cards = sum(your kept.rank)
score foremost = sum(first(line, 1).rank)
score levels = your level * 2
score numbers = sum(picked)
score late each turns = turns
score written each turns = your level
score all_written = sum(players.written)
winner most total, then shared
"""


def test_scores_follow_whatever_they_are_counted_from(tmp_path: Path) -> None:
    """What was worked out before is kept only as long as nothing of it has changed."""
    program, dice = program_of(tmp_path, ALL_OPEN), Dice(1)
    changed = set[str]()
    for seed in range(4):
        state = start(program, seed)
        before = rows(Reading(state.plan.layout, state.cells))
        while not state.over:
            state.apply(dice.below(state.option_count))
            walked = rows(Reading(state.plan.layout, state.cells))
            assert [row.values for row in view(state, 0).scores] == [row.values for row in walked]
            changed |= {new.score.name for new, old in zip(walked, before, strict=True) if new != old}
            before = walked
    assert changed == {score.name for score in program.scores}


def test_what_has_not_changed_is_not_made_again() -> None:
    state = later(0)
    before = view(state, 0)
    after = view(state.apply(0), 0)
    assert before.zones != after.zones
    same = [one for one, other in zip(before.zones, after.zones, strict=True) if one == other]
    assert {id(one) for one in same} <= {id(one) for one in after.zones}
    assert [one.name for one in same].count("hand") == 1


def test_a_table_fits_into_its_width() -> None:
    for moves in range(6):
        for width in (40, 80):
            assert max(map(len, view(later(moves), 0).to_text(width).splitlines())) <= width


def test_what_says_nothing_takes_no_line() -> None:
    seen = view(start(hidden_cards(), 1), 0)
    [box] = [zone for zone in seen.zones if zone.name == "deck"]
    assert not box.refilled
    spent = evolve(box, count=0, pieces=())
    without = evolve(seen, zones=tuple(spent if zone is box else zone for zone in seen.zones))
    assert "deck" in seen.to_text()
    # Nothing can come back to it: it has had its day.
    assert "deck" not in without.to_text()
    with_refill = evolve(seen, zones=(evolve(spent, refilled=True),))
    assert "deck  –" in with_refill.to_text()
    texts = {"none": True, "no": True, "0": True, "Anna": False}
    states = [SeenState(f"state_{text}", text, (), None, text, bare) for text, bare in texts.items()]
    shown = evolve(seen, zones=(), states=tuple(states), scores=()).to_text()
    assert [text for text in texts if f"state {text}" in shown] == ["0", "Anna"]


def test_who_comes_to_see_the_top_of_a_pile_sees_it_in_view_and_decision(tmp_path: Path) -> None:
    # Who is among those who see it is said by the position, also after the pile was laid.
    program = program_of(
        tmp_path,
        """
game "Tops"
players 2..2
pieces Card for each rank in 1..8
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: pile of Card, seen by nobody, top seen by (lodge)
state lodge: set of Player
flow
  deal 2 from deck to hand
  add first(players) to lodge
  each player in turn
    choose card from your hand "Which?"
    move card to deck
score made = count(lodge)
winner most made, then shared
""",
    )
    state = start(program, 1)
    seen = view(state, 0)
    assert seen.decision is not None
    options = [option.value for option in seen.decision.options]
    [top] = next(zone for zone in seen.zones if zone.name == "hand" and zone.owner == 0).pieces
    assert options[0] == top
    assert seen.decision.options[0].text == top.label
    assert [isinstance(value, SeenPiece) and value.known for value in options] == [True, False]
    others = state.clone()
    first, *_, last = state.plan.layout.pieces_in(state.cells, state.plan.layout.instance("hand", 0))
    exchange(others, {first: last, last: first})
    numbers = observations(state.plan)
    assert numbers.of(state, 0) != numbers.of(others, 0)
    assert numbers.of(state, 1) == numbers.of(others, 1)
