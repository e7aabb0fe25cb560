"""What is wrong with a damaged state is said, with the cell in which it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import (
    ALT,
    CHOOSER,
    DICE,
    OVER,
    PARK,
    PENDING,
    RULE_BACK,
    SECRET,
    SITE,
    STAGE,
    STEPS,
)
from rulesdsl.engine.positions.validation import NoState
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import begun, program_of

GAME = """
game "Things"
players 3..3
limit steps 500
values Colour: red, blue
pieces Card for each rank in 1..8
pieces Stone for each colour in Colour copies 2
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone open: row of Card
zone stones: set of Stone, starts with Stone
zone held per Player: slot of Stone
state strength per Player: 2..9, starts 5
state wishes per Player: set of Colour
state leader: Player or none
action lay(card from your hand "Which card?", stone from stones "Which stone?") "Lay {card}"
  when your held is empty
  move card to open
  move stone to your held
action show_some(1..3 of your hand as cards "Which cards?") "Show"
  move cards to open
flow
  deal 2 from deck to hand
  phase round 3 times
    each player in turn
      for once in 1..2
        let worth = count(your hand)
        may lay or show_some
        if worth > 1
          set leader to you
    score round
score laid each round = count(your hand)
winner most total, then shared
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    """Anna has said that she lays a card, and which."""
    state = begun(tmp_path, GAME, players=3)
    state.apply(0).apply(1)
    assert state.decision is not None
    assert state.decision.stage == "stone"
    return state


def zone(state: State, name: str, *index: int) -> int:
    return state.plan.layout.address_of[state.plan.layout.instance(name, *index)]


def variable(state: State, name: str) -> int:
    return next(address for var, address in state.plan.variables if var.name == name)


def refused(state: State, **changes: dict[int, object]) -> str:
    fields = json.loads(state.to_json())
    for at, value in changes["cells"].items():
        fields["cells"][at] = value
    with pytest.raises(NoState) as caught:
        State.from_json(state.plan.program, json.dumps(fields))
    return str(caught.value).removeprefix("this state is damaged: ")


HEADER = {
    (OVER, 2): "cell 0 (whether the game is over) is 2, not 0 to 1",
    (OVER, 1): "the game is over, and a decision is waited for",
    (STEPS, 501): "cell 1 (the number of steps) is 501, not 0 to 500",
    (DICE, -1): "cell 2 (the dice) is -1, not 0 to 18446744073709551615",
    (DICE, 2**64): "cell 2 (the dice) is 18446744073709551616, not ",
    (PENDING, 1): "cell 3 (the standing rules to look at) is 1, not 0",
    (SITE, 0): "no decision is waited for, and the game is not over",
    (SITE, 2): "cell 4 (the decision) is 2, not 0 to 1",
    (CHOOSER, 3): "cell 5 (the player who decides) is 3, not 0 to 2",
    (CHOOSER, 1): "what is chosen so far of the decision cannot have been chosen",
    (ALT, 1): "the decision that is waited for has no action 1 with a parameter 1",
    (ALT, -1): "the decision that is waited for has no action -1 with a parameter 1",
    (STAGE, 2): "cell 7 (the parameter that is asked for) is 2, not 0 to 1",
    (RULE_BACK, 3): "cell 8 (what follows a standing rule) is 3, not 0",
    (PARK, 1): "players decide in secret where they do not",
    (SECRET, 1): "cell 10 (the secret block) is 1, not 0",
}


@pytest.mark.parametrize(("change", "words"), HEADER.items(), ids=str)
def test_the_header(state: State, change: tuple[int, int], words: str) -> None:
    assert refused(state, cells=dict([change])).startswith(words)


@pytest.mark.parametrize("wrong", [True, 1.0, None, "1", [], {}, 10**400])
def test_only_whole_numbers(state: State, wrong: object) -> None:
    assert refused(state, cells={20: wrong}).startswith("cell 20 (where piece ")


def test_the_course_of_the_game(state: State) -> None:
    counter = state.plan.layout.phases["round"]
    assert (
        refused(state, cells={counter: ir.NONE})
        == f"cell {counter} (the phase round) says that it is not under way"
    )
    assert refused(state, cells={counter: 4}).endswith("(the phase round) says that it is at its end")
    assert refused(state, cells={counter: 501}).endswith(
        "(the pass of the phase round) is 501, not none or 1 to 500"
    )
    assert "(what follows round) is 0, not" not in refused(state, cells={counter + 1: 0})
    assert "(what follows round) is 1, not" in refused(state, cells={counter + 1: 1})
    loop = next(place.around[-1] for place in state.plan.nesting.sites.values())
    cursor = loop.cursor  # type: ignore[union-attr]
    assert refused(state, cells={cursor: 0}) == f"cell {cursor} (the passes of a loop) is 0"
    assert "is 3, not 0 to 2" in refused(state, cells={cursor: 3})


def test_the_end_of_the_game(state: State) -> None:
    while not state.over:
        state.apply(0)
    assert State.from_json(state.plan.program, state.to_json()) == state
    counter = state.plan.layout.phases["round"]
    assert refused(state, cells={counter: 2}) == f"cell {counter} (the phase round) says that it is under way"
    assert refused(state, cells={SITE: 1}) == "the game is over, and a decision is waited for"
    assert refused(state, cells={STAGE: 1}) == "something is chosen, and no decision is waited for"
    assert refused(state, cells={OVER: 0}) == "no decision is waited for, and the game is not over"


def test_variables(state: State) -> None:
    worth = variable(state, "worth")
    assert refused(state, cells={worth: ir.NONE}).startswith(
        f"cell {worth} (the variable worth) is {ir.NONE}, not 0 to "
    )
    assert refused(state, cells={worth: 99}).startswith(
        f"cell {worth} (the variable worth) is 99, not none or 0 "
    )


def test_states_and_scores(state: State) -> None:
    layout = state.plan.layout
    strength, wishes, leader = (layout.states[name].address for name in ("strength", "wishes", "leader"))
    assert (
        refused(state, cells={strength + 1: 1})
        == f"cell {strength + 1} (the state strength) is 1, not 2 to 9"
    )
    assert refused(state, cells={wishes: 2}) == f"cell {wishes} (the state wishes) is 2, not 0 to 1"
    assert refused(state, cells={leader: 3}) == f"cell {leader} (the state leader) is 3, not none or 0 to 2"
    laid = layout.scores["laid"].address
    assert refused(state, cells={laid: 4}) == f"cell {laid} (the lines of the score laid) is 4, not 0 to 3"


def test_pieces(state: State) -> None:
    layout, cells = state.plan.layout, state.cells
    hand, deck, stones = zone(state, "hand", 0), zone(state, "deck"), zone(state, "stones")
    mine, top = cells[hand + 1], cells[deck + cells[deck]]
    assert refused(state, cells={hand: 9}).startswith(
        f"cell {hand} (the number of pieces in hand(0)) is 9, not"
    )
    assert "and others lie there" in refused(state, cells={hand: 1})
    assert "and others lie there" in refused(state, cells={hand: 3})
    assert refused(state, cells={hand + 1: cells[stones + 1]}).startswith(f"cell {hand + 1} (hand(0)) is ")
    assert refused(state, cells={hand + 1: top}) in {
        f"piece {top} lies in two places",
        f"from cell {hand + 1} on (hand) the pieces are not in their order",
    }
    assert "not in their order" in refused(state, cells={hand + 1: cells[hand + 2], hand + 2: mine})
    assert refused(state, cells={deck + 1: mine}) == f"piece {mine} lies in two places"
    where = layout.where + top
    assert refused(state, cells={where: -1}) == f"cell {where} (where piece {top} lies) says otherwise"
    assert "(where piece" in refused(state, cells={where: len(layout.instances)})
    held = zone(state, "held", 0)
    assert refused(state, cells={held: cells[stones + 1]}).endswith("lies in two places")
    assert refused(state, cells={held: mine}).startswith(f"cell {held} (held(0)) is {mine}, not none or ")


def test_who_knows_what(state: State) -> None:
    layout, cells = state.plan.layout, state.cells
    card, stone = cells[zone(state, "hand", 0) + 1], cells[zone(state, "stones") + 1]
    assert "(who knows piece" in refused(state, cells={layout.known + card: 8})
    assert "names no first" in refused(state, cells={layout.group + 1: 7})
    assert "(how piece" in refused(state, cells={layout.face + card: 2})
    assert "always lies open" in refused(state, cells={layout.known + stone: 3})


def test_what_is_chosen_so_far(state: State) -> None:
    param = state.plan.sites[0].alternatives[0].params[0]
    others = state.cells[zone(state, "hand", 1) + 1]
    assert (
        refused(state, cells={param.address: others})
        == "what is chosen so far of the decision cannot have been chosen"
    )
    assert "(the variable card) is none" not in refused(state, cells={param.address: ir.NONE})


def test_a_set_that_is_being_chosen(tmp_path: Path) -> None:
    state = start(program_of(tmp_path, GAME, players=3), 1)
    state.apply(1).apply(0)
    assert state.decision is not None
    (picked,) = state.decision.picked
    address = state.plan.sites[0].alternatives[1].params[0].address
    hand = zone(state, "hand", 0)
    mine, others = state.cells[hand + 1 : hand + 3], state.cells[zone(state, "hand", 1) + 1]
    again = "what is chosen so far of the decision cannot have been chosen"
    assert picked == mine[0]
    assert refused(state, cells={address + 1: others}) == again
    assert refused(state, cells={address: 2, address + 2: picked}) == again
    assert "is no list of 2 values" in refused(state, cells={address: 2, address + 2: ir.NONE})
    assert refused(state, cells={address: 4}) == again
    assert "(the variable cards)" in refused(state, cells={address: 9})
    assert "is no list of 0 values" in refused(state, cells={address: 0})


BIDS = """
game "Bids"
players 2..2
pieces Card for each holder in players, rank in 1..4
zone hand per Player: set of Card, seen by owner, starts with (c in Card where c.holder is you)
zone bid per Player: slot of Card, seen by owner
zone spent: set of Card
flow
  phase round 3 times
    all players in secret
      choose card from your hand "Which card?"
      move card to your bid
    move players.bid to spent
score left = count(your hand)
winner most total, then shared
"""


def test_those_who_have_decided_in_secret(tmp_path: Path) -> None:
    state = start(program_of(tmp_path, BIDS), 1)
    block = state.plan.secrets[0]
    assert "1 has not decided in secret" not in state.to_json()
    state.apply(0)
    assert state.player == 1
    assert refused(state, cells={block.parked + 1: state.cells[block.parked]}).endswith(
        "1 has not decided in secret"
    )
    assert "it is not 0 who decides in secret" in refused(state, cells={block.cursor: 0})
    assert refused(state, cells={SECRET: 0, PARK: 0}).startswith("players decide in secret where they do not")
    put_away = [
        block.kept + at
        for at, address in enumerate(one for low, high in block.frame for one in range(low, high))
        if state.plan.cell_ranges.names[address] == "the variable card"
    ]
    assert [refused(state, cells={cell: ir.NONE}) for cell in put_away]


def test_sets_of_those_who_have_decided_in_secret(tmp_path: Path) -> None:
    text = BIDS.replace("choose card from your hand", "choose 2 of your hand as cards").replace(
        "slot of", "set of"
    )
    text = text.replace("move card to", "move cards to").replace("3 times", "2 times")
    state = start(program_of(tmp_path, text), 1)
    while state.player == 0:
        state.apply(0)
    block = state.plan.secrets[0]
    put_away = [
        block.kept + at
        for at, address in enumerate(one for low, high in block.frame for one in range(low, high))
        if state.plan.cell_ranges.names[address] == "the variable cards"
    ]
    assert state.cells[put_away[0]] == 2
    assert "is no list of 2 values" in refused(state, cells={put_away[1]: ir.NONE})
