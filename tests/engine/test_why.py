"""Why something cannot be done is told by the clause that forbids it, as far as the player may know."""

from pathlib import Path

import pytest

from rulesdsl.engine.explanation.why import why
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import begun


def at_giving(pot: int = 2) -> State:
    state = start(hidden_cards(), 1)
    while state.decision is not None and state.decision.stage != "gift":
        state.apply(0)
    layout = state.plan.layout
    state.cells[layout.state_cells("pot")] = pot
    state.codes = None
    return state


def test_what_can_be_done_has_no_reason_against_it() -> None:
    assert why(at_giving(), 0, "give") is None
    assert why(at_giving(), 0, "Give away") is None


def test_a_condition_without_parameters() -> None:
    reason = why(at_giving(pot=0), 0, "give")
    assert reason is not None
    assert reason.values == (("pot", "0"),)
    assert reason.text == "a condition does not hold: pot is 0"


def test_a_value_that_is_not_there() -> None:
    state = at_giving()
    layout = state.plan.layout
    mine = layout.pieces_in(state.cells, layout.instance("hand", 0))
    assert len(mine) == 1
    name = layout.program.piece_names[mine[0]]
    other = next(one for one in layout.program.piece_names if one != name)
    assert why(state, 0, "give", {"gift": name}) is None
    reason = why(state, 0, "give", {"gift": other})
    assert reason is not None
    assert reason.text == f"`{other}` is not among {name}"


def test_a_parameter_that_does_not_exist() -> None:
    reason = why(at_giving(), 0, "give", {"card": "ace"})
    assert reason is not None
    assert reason.text == "there is no `card` to choose; what is chosen: gift"


def test_it_is_somebody_elses_turn() -> None:
    reason = why(at_giving(), 1, "give")
    assert reason is not None
    assert reason.text == "it is not Ben who decides now"


def test_what_is_asked_at_another_time_and_what_never_is() -> None:
    at_another_time = why(at_giving(), 0, "lay")
    never = why(at_giving(), 0, "fly")
    assert at_another_time is not None
    assert never is not None
    assert "another time" in at_another_time.text
    assert "nothing in the game is called `fly`" in never.text


FOLLOW = """
game "Follow"
players 2..2
values Suit: oak, bell
pieces Card for each suit in Suit, rank in 1..2
zone hand: set of Card, starts with Card
zone table: pile of Card
action play(card from hand where card.rank < 3 prefer card.rank = 2 prefer card.suit = bell) "Play {card}"
  move card to table
action pass "Pass"
  move hand to table
action stop "Stop"
  move hand to table
flow
  phase turns 1 times
    turn of each player
    must play or pass or stop
"""


def test_a_value_that_a_preference_keeps_back(tmp_path: Path) -> None:
    state = begun(tmp_path, FOLLOW)
    assert why(state, 0, "play", {"card": "bell 2"}) is None
    reason = why(state, 0, "play", {"card": "oak 2"})
    assert reason is not None
    assert reason.text == "`prefer card.suit = bell` leaves only bell 2"
    reason = why(state, 0, "play", {"card": "bell 1"})
    assert reason is not None
    assert reason.text == "`prefer card.rank = 2` leaves only oak 2 and bell 2"
    assert reason.span is not None
    assert reason.span.line == 8


SETS = """
game "Sets"
players 2..2
pieces Card for each rank in 1..6
zone hand: set of Card, starts with Card
zone table: pile of Card
state needed: 0..50, starts 6
action lay(2..3 of hand as cards where sum(cards.rank) >= needed, nothing needless "Which?") "Lay them"
  move cards to table
action take(card from hand, second from hand where second.rank > card.rank) "Take {card}"
  move card to table
flow
  phase turns 3 times
    turn of each player
    must lay or take
"""


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (
            "card 1, card 2",
            "`sum(cards.rank) >= needed` does not hold: sum of cards is 3, `needed` is 6",
        ),
        ("card 1, card 2, card 5", "nothing needless may be chosen here, and less would do"),
        ("card 6", "2 to 3 of them are to be chosen, not 1"),
        ("card 6, card 6", "`card 6` is not among card 1, card 2, card 3, card 4 and card 5"),
    ],
)
def test_a_set_is_refused_by_its_own_condition_with_its_line(tmp_path: Path, cards: str, text: str) -> None:
    reason = why(begun(tmp_path, SETS), 0, "lay", {"cards": cards})
    assert reason is not None
    assert reason.text == text
    assert reason.span is not None
    assert reason.span.line == 8
    assert reason.clause


def test_a_set_that_can_be_chosen(tmp_path: Path) -> None:
    state = begun(tmp_path, SETS)
    assert why(state, 0, "lay", {"cards": "card 5, card 2"}) is None
    state.apply(0)
    assert why(state, 0, "lay", {"cards": "card 3"}) is None


def test_no_set_that_will_do_is_refused_with_what_the_condition_needs(tmp_path: Path) -> None:
    state = begun(tmp_path, SETS.replace("starts 6", "starts 40"))
    reason = why(state, 0, "lay")
    assert reason is not None
    assert reason.text == "no cards meet `sum(cards.rank) >= needed`: `needed` is 40"
    assert reason.values == (("`needed`", "40"),)


def test_what_was_chosen_before_stands(tmp_path: Path) -> None:
    state = begun(tmp_path, SETS)
    state.apply(1).apply(3)
    assert state.decision is not None
    assert state.decision.stage == "second"
    assert why(state, 0, "take", {"second": "card 6"}) is None
    assert why(state, 0, "take", {"card": "4", "second": "card 6"}) is None
    reason = why(state, 0, "take", {"second": "card 3"})
    assert reason is not None
    assert reason.text.startswith("`second.rank > card.rank` does not hold: ")
    reason = why(state, 0, "take", {"card": "5"})
    assert reason is not None
    assert reason.text == "the card has been chosen: card 4"


MANY = """
game "Many"
players 2..2
pieces Card for each rank in 1..16
zone hand: set of Card, starts with Card
state needed: 0..50, starts 50
action lay(some of hand as cards "Which?") "Lay them"
  when CONDITION
  move cards to hand
action rest "Rest"
  set needed to 50
action sleep "Sleep"
  set needed to 50
flow
  phase turns 1 times
    turn of each player
    must lay or rest or sleep
"""


def test_too_many_choices_to_try_are_not_called_impossible(tmp_path: Path) -> None:
    # The only set that will do is the last of 65,535.
    state = begun(tmp_path, MANY.replace("CONDITION", "sum(cards.rank) >= 86 + needed"))
    assert why(state, 0, "lay") is None


def test_giving_up_is_said(tmp_path: Path) -> None:
    text = MANY.replace("CONDITION", "sum(cards.rank) >= 100 + needed")
    reason = why(begun(tmp_path, text), 0, "lay")
    assert reason is not None
    assert reason.text == (
        "none of the first 5,000 choices will do, and there are more; of those tried:"
        " `sum(cards.rank) >= 100 + needed` does not hold: sum of cards is 1, `needed` is 50"
    )


def test_a_condition_made_of_parts_says_what_they_are(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """game "Lamp"
players 2

state coins: 0..5, starts 1
state dark: yes or no, starts no

action spend "spend"
  when if dark then coins > 3 else coins > 2
  set coins to 0

action wait "wait"
  set coins to 5
  set dark to yes

flow
  phase round 3 times
    each player in turn
      may spend or wait
""",
    )
    reason = why(state, 0, "spend")
    assert reason is not None
    assert reason.values == (("`dark`", "no"), ("`coins`", "1"))
