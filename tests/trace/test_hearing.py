"""In a secret block everybody hears of the own doings at once, and of the others' when all have decided."""

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.events import Chosen, Event, Moved
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.trace.hearing import Hearing
from tests.engine.hidden_cards import hidden_cards


def step(state: State, stream: Dice) -> list[Event]:
    state.log = []
    state.apply(stream.below(state.option_count))
    return state.log


def test_others_hear_when_all_have_decided() -> None:
    state, stream = start(hidden_cards(), 1), Dice(1)
    anna, ben = Hearing(0), Hearing(1)
    first = step(state, stream)
    assert [type(event) for event in anna.heard(first, state)] == [Chosen, Moved]
    assert ben.heard(first, state) == []
    second = step(state, stream)
    heard_by_ben = ben.heard(second, state)
    laid = [event for event in heard_by_ben if isinstance(event, Moved) and event.down]
    assert [event.sources for event in laid] == [(2,), (1,)]
    assert [event.player for event in heard_by_ben if isinstance(event, Chosen)] == [1]


def test_who_sees_everything_hears_everything_in_order() -> None:
    state, stream = start(hidden_cards(), 1), Dice(1)
    hearing = Hearing(None)
    events = step(state, stream)
    assert hearing.heard(events, state) == events
