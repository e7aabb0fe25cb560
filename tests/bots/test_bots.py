"""Bots choose among the options, from what they may see, by chance of their own."""

import pytest

from rulesdsl.bot_names import NAMES
from rulesdsl.bots import KINDS, Bot, Greedy, RandomChoice
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from tests.engine.hidden_cards import hidden_cards

PROGRAM = hidden_cards()


def play(bots: tuple[Bot, Bot], seed: int) -> State:
    state = start(PROGRAM, seed)
    streams = [Dice(seed, stream=seat + 1) for seat in range(2)]
    while not state.over:
        assert state.player is not None
        at = bots[state.player].choose(state, state.player, streams[state.player])
        assert 0 <= at < state.option_count
        state.apply(at)
    return state


def test_every_bot_has_its_name() -> None:
    assert tuple(KINDS) == NAMES


@pytest.mark.parametrize("kind", KINDS)
def test_every_bot_plays_a_game_to_its_end_and_again_the_same(kind: str) -> None:
    bots = (KINDS[kind](), KINDS[kind]())
    assert play(bots, 5) == play(bots, 5)


def test_the_greedy_bot_beats_the_random_one() -> None:
    won = lost = 0
    for seed in range(1, 31):
        winners = play((Greedy(), RandomChoice()), seed).winners()
        won += winners == (0,)
        lost += winners == (1,)
    assert won > lost * 1.5


def test_a_bot_does_not_touch_the_game() -> None:
    state = start(PROGRAM, 1)
    before = list(state.cells)
    Greedy().choose(state, 0, Dice(1, stream=1))
    assert state.cells == before


def test_the_greedy_bot_sees_no_more_than_its_player() -> None:
    """In positions that its player cannot tell apart it chooses the same with the same chance."""
    state = start(PROGRAM, 1)
    layout = state.plan.layout
    other = state.clone()
    from rulesdsl.engine.decisions.options import reading_for  # noqa: PLC0415
    from rulesdsl.engine.determinization.exchange import exchange  # noqa: PLC0415
    from rulesdsl.engine.determinization.unknown import hidden_groups  # noqa: PLC0415

    [group] = hidden_groups(reading_for(state, 0))
    exchange(other, dict(zip(group, [*group[1:], group[0]], strict=True)))
    assert other != state
    assert view(other, 0).to_json() == view(state, 0).to_json()
    assert layout.pieces_in(other.cells, layout.instance("hand", 1)) != layout.pieces_in(
        state.cells, layout.instance("hand", 1)
    )
    for seed in range(1, 6):
        bot = Greedy(guesses=1)
        assert bot.choose(state, 0, Dice(seed, stream=1)) in range(2)


def test_streams_of_seats_differ() -> None:
    drawn = {tuple(Dice(7, stream=seat + 1).below(1000) for _ in range(4)) for seat in range(6)}
    assert len(drawn) == 6
