"""The properties of every game, in a small one where nearly everything is hidden."""

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views import view
from tests.engine.hidden_cards import hidden_cards
from tests.properties.checks import (
    Ledger,
    check_all,
    nobody_sees_more_than_he_may,
    pieces_are_conserved,
    told_pieces_are_seen,
)

PROGRAM = hidden_cards()


@pytest.mark.parametrize("seed", range(1, 9))
def test_everything_holds_at_every_decision(seed: int) -> None:
    assert check_all(PROGRAM, seed) > 6


# The checks themselves can fail: each finds what it is there to find.


def views_of_samples(state: State) -> None:
    for seed in range(1, 10):
        nobody_sees_more_than_he_may(state, Dice(seed))


def test_a_view_of_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(PROGRAM, 1)
    views_of_samples(state)
    # As if the backs of the cards told something.
    own = view._looked_at

    def telling(
        reading: Reading, pieces: list[int], player: int, *, moving: bool
    ) -> tuple[tuple[int, bool, bool], ...]:
        seen = own(reading, pieces, player, moving=moving)
        return tuple((piece, piece % 2 == 0, known) for piece, _, known in seen)

    monkeypatch.setattr(view, "_looked_at", telling)
    with pytest.raises(AssertionError):
        views_of_samples(state)


def test_a_lost_piece_is_found() -> None:
    state = start(PROGRAM, 1)
    pieces_are_conserved(state)
    state.cells[state.plan.layout.where] = -1
    with pytest.raises(AssertionError):
        pieces_are_conserved(state)


def test_a_move_that_is_not_told_is_found() -> None:
    state = start(PROGRAM, 1, log=True)
    ledger = Ledger(state)
    state.log = []
    state.apply(0).apply(0)
    events = [event for event in state.log if not isinstance(event, ev.Moved)]
    with pytest.raises(AssertionError):
        ledger.follow(events, state)


def test_a_name_told_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(PROGRAM, 1, log=True)
    assert state.log is not None
    told_pieces_are_seen(state.log, state)
    monkeypatch.setattr("rulesdsl.trace.listener.Listener.can_hear", lambda _self, _mask: True)
    with pytest.raises(AssertionError):
        told_pieces_are_seen(state.log, state)
