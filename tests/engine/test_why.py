"""Why something cannot be done is told by the clause that forbids it, as far as the player may know."""

from pathlib import Path

from rulesdsl.engine.state import State, start
from rulesdsl.engine.why import why
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import begun


def at_giving(pot: int = 2) -> State:
    state = start(hidden_cards(), 1)
    while state.decision is not None and state.decision.stage != "gift":
        state.apply(0)
    layout = state.plan.layout
    state.cells[layout.state_cells("pot")] = pot
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
