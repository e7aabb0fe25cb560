"""What others hear of a set of hidden pieces does not say where an unknown one stands beside a known one."""

import json
from pathlib import Path

import pytest

from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.environments.memory import Memories
from rulesdsl.trace.audience import Audience, audience_of
from rulesdsl.trace.json_lines import event_object
from tests.engine.texts import program_of

PASSING = """
game "Passing"
players 2..3
pieces Card for each rank in 1..15
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone aside per Player: set of Card, face down seen by nobody
action show_one(card from your hand) "Show {card}"
  show card
action put(some of your hand as two_cards where count(two_cards) = 2) "Put two cards aside"
  move two_cards to your aside face down
action give(player from others) "Give your hand to {player}"
  move your hand to player.hand
flow
  deal 4 from deck to hand
  phase turns 1 times
    each player in turn
      must show_one
      must put or give
score left = count(your hand)
winner least total, then shared
"""


def heard(state: State, player: int, hearing: Audience | None = None) -> list[str]:
    hearing = hearing or audience_of(state.plan.program, player)
    assert state.log is not None
    events, state.log = hearing.audible(state.log, state), []
    labels = Labels.of(state.plan.layout)
    return [json.dumps(event_object(event, labels, player)) for event in events]


def begun(tmp_path: Path, seed: int, shows: int = 1, cards: int = 4) -> tuple[State, list[int]]:
    """Anna shows one of her cards, in the order of the cards; the state, and her hand."""
    text = PASSING.replace("deal 4", f"deal {cards}")
    state = start(program_of(tmp_path, text, players=3), seed, log=True)
    assert state.decision is not None
    hand = [option.value for option in state.decision.options]
    state.apply(shows)
    return state, hand


def take(state: State, kind: str, value: int) -> None:
    assert state.decision is not None
    offered = [(option.kind, option.value) for option in state.decision.options]
    state.apply(offered.index((kind, value)))


@pytest.mark.parametrize("seed", range(1, 6))
def test_members_are_told_when_the_set_is_complete(tmp_path: Path, seed: int) -> None:
    told = []
    for other in (0, 2, 3):
        state, hand = begun(tmp_path, seed)
        hearing, lines = audience_of(state.plan.program, 1), []
        take(state, "action", 0)
        lines += heard(state, 1, hearing)
        for card in sorted((hand[1], hand[other])):
            take(state, "value", card)
            lines += heard(state, 1, hearing)
        told.append(lines)
    assert told[0] == told[1] == told[2]
    assert sum('"stage": "two_cards"' in line and '"value"' in line for line in told[0]) == 2


@pytest.mark.parametrize("seed", range(1, 6))
def test_of_a_hand_that_goes_the_known_cards_are_told_first(tmp_path: Path, seed: int) -> None:
    """Ben, who knows one card of Anna's hand, sees it go to Cleo: however many of the others are lower."""
    state, hand = begun(tmp_path, seed)
    take(state, "action", 1)
    state.log = []
    take(state, "value", 2)
    events = state.log
    [moved] = [line for line in map(json.loads, heard(state, 1)) if line["event"] == "moved"]
    assert [piece.get("piece") for piece in moved["pieces"]] == [hand[1], None, None, None]
    state.log = events
    [all_of_it] = [line for line in map(json.loads, heard(state, 2)) if line["event"] == "moved"]
    assert [piece["piece"] for piece in all_of_it["pieces"]] == hand


@pytest.mark.parametrize("shows", range(2))
def test_of_a_set_that_can_be_followed_the_known_card_is_told_first(tmp_path: Path, shows: int) -> None:
    state, hand = begun(tmp_path, 1, shows, cards=2)
    state.log = []
    # Both cards have to go: nothing is left to choose.
    take(state, "action", 0)
    chosen = [line for line in map(json.loads, heard(state, 1)) if line["event"] == "chosen"]
    assert [line["value"] for line in chosen if "value" in line] == [f"card {hand[shows] + 1}", "a card"]


MARKING = """
game "Marking"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state worn per Card: 0..9
state marked per Card: yes or no
action show_one(card from your hand) "Show {card}"
  show card
action mark "Mark your cards"
  for card in your hand
    add 2 to worn(card)
    set marked(card) to yes
flow
  deal 3 from deck to hand
  player first(players)
    must show_one
    must mark
score left = count(card in your hand where marked(card)) + sum(card in your hand: worn(card))
winner least total, then shared
"""


def test_what_is_set_of_a_set_is_told_of_the_known_card_first(tmp_path: Path) -> None:
    """Ben knows one of Anna's cards: whether it is the least or the greatest, he hears the same."""
    program = program_of(tmp_path, MARKING, players=2)
    told = []
    for shows in range(3):
        state = start(program, 1, log=True)
        assert state.decision is not None
        shown = Labels.of(state.plan.layout).piece(state.decision.options[shows].value)
        state.log = []
        # There is nothing else to do than to mark them.
        state.apply(shows)
        lines = [json.loads(line) for line in heard(state, 1)]
        told.append([line["index"] for line in lines if line["event"] == "set"])
        assert told[-1] == [[shown], [shown], *[["an unseen card of Anna's hand"]] * 4]
        told[-1] = [line["state"] for line in lines if line["event"] == "set"]
    assert told[0] == told[1] == told[2]


def test_of_a_set_in_a_state_the_known_card_comes_first(tmp_path: Path) -> None:
    """In views and in what is remembered, too."""
    text = MARKING.replace("state worn", "state noted: set of Card\nstate worn")
    text = text.replace("    add 2 to worn(card)\n", "    add card to noted\n    add 2 to worn(card)\n")
    program = program_of(tmp_path, text, players=2)
    for shows in range(3):
        state = start(program, 1, log=True)
        memories = Memories(state.plan)
        memory = memories.begin(1)
        state.log = []
        state.apply(shows)
        memories.remember(memory, state.log, state)
        [noted] = [seen for seen in view(state, 1).states if seen.name == "noted"]
        assert isinstance(noted.value, tuple)
        assert [bool(thing.name) for thing in noted.value if isinstance(thing, Thing)] == [True, False, False]
        whole = [entry[3] for entry in memory.entries if entry[0] == "set" and entry[2] == 3]
        assert whole == [0, 2, 2]
