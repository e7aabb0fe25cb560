"""Samples keep what a player knows and draw the rest anew."""

from collections import Counter

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.layout import DICE
from rulesdsl.engine.options import reading_for
from rulesdsl.engine.sample import hidden_groups, sample
from rulesdsl.engine.state import State, start
from tests.engine.hidden_cards import hidden_cards


def hand(state: State, player: int) -> tuple[int, ...]:
    layout = state.plan.layout
    return tuple(layout.pieces_in(state.cells, layout.instance("hand", player)))


def test_the_own_hand_stays_and_that_of_the_other_is_drawn_anew() -> None:
    state = start(hidden_cards(), 1)
    stream = Dice(1)
    hands: Counter[tuple[int, ...]] = Counter()
    for _ in range(600):
        drawn = sample(state, 0, stream)
        assert hand(drawn, 0) == hand(state, 0)
        hands[hand(drawn, 1)] += 1
    # Two of the four cards that Anna has not seen: six hands, each as likely as the others.
    assert len(hands) == 6
    assert all(60 <= count <= 140 for count in hands.values())


def test_the_position_itself_is_not_touched() -> None:
    state = start(hidden_cards(), 1)
    before = list(state.cells)
    sample(state, 0, Dice(1))
    assert state.cells == before


def test_the_dice_fall_anew() -> None:
    state = start(hidden_cards(), 1)
    stream = Dice(1)
    assert len({sample(state, 0, stream).cells[DICE] for _ in range(20)}) == 20


def test_a_secret_number_is_drawn_anew_and_the_own_is_kept() -> None:
    state = start(hidden_cards(), 1)
    for _ in range(2):
        state.apply(0)
    assert state.decision is not None
    assert state.decision.stage == "number"
    state.apply(4)
    stream = Dice(1)
    layout = state.plan.layout
    own = {layout.state_value(sample(state, 0, stream).cells, "guess", 0) for _ in range(40)}
    others = {layout.state_value(sample(state, 1, stream).cells, "guess", 0) for _ in range(80)}
    assert own == {5}
    assert others == {0, 1, 2, 3, 4, 5, 6}


def test_who_decided_before_in_secret_decides_anew() -> None:
    state = start(hidden_cards(), 1)
    state.apply(0)
    assert state.player == 1
    stream = Dice(1)
    laid: Counter[int] = Counter()
    for _ in range(60):
        drawn = sample(state, 1, stream)
        assert drawn.player == 1
        assert drawn.option_count == state.option_count
        after = drawn.clone()
        after.log = []
        after.apply(0)
        events = [event for event in after.log if type(event).__name__ == "Flipped"]
        laid[events[0].pieces[0]] += 1  # type: ignore[union-attr]
    # Anna may have laid any of the four cards that Ben does not hold.
    assert len(laid) == 4


def test_hidden_cards_that_were_shuffled_together_are_one_group() -> None:
    state = start(hidden_cards(), 1)
    [group] = hidden_groups(reading_for(state, 0))
    assert set(group) == set(range(6)) - set(hand(state, 0))
