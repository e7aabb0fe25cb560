"""A position that could be the true one, for all that a player knows: what is hidden is drawn at random."""

from __future__ import annotations

from functools import cached_property

from rulesdsl.engine.core.arguments import seat, shown
from rulesdsl.engine.core.layout import CHOOSER, SECRET, SITE, STEPS
from rulesdsl.engine.decisions.option_identity import recognised_options
from rulesdsl.engine.decisions.stages import enter
from rulesdsl.engine.determinization.secret_block import others_again, somewhere_in_it
from rulesdsl.engine.determinization.unknown import Unknown
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from rulesdsl.operations import Impossible

TRIES = 2000
"""So many positions are drawn in search of one in which the open decision is open too."""


def sample(state: State, player: int, stream: Dice) -> State:
    """The game with all that this player does not know drawn anew: which of the pieces that look alike
    lies where, what the others keep secret, and how the dice will fall.

    The player's own open decision stays as it is, option for option. In a secret block the others who have
    decided already decide anew, and what the player has chosen stays. Where somebody else decides, it is not
    known how far: that decision stands at its beginning.

    What comes out depends on what the player may know and on the stream alone. A `Fault` if no position is
    found that fits what the player knows.
    """
    if not isinstance(state, State):
        raise TypeError(f"a sample is of a state, such as start(program), not {shown(state)}")
    if not isinstance(stream, Dice):
        raise TypeError(f"a sample is drawn with dice of its own, such as Dice(seed=1), not {shown(stream)}")
    return Samples(state, seat(player, state.plan.program.players)).draw(stream)


class Samples:
    """Many samples of one position, which must stay as it is: what is unknown is worked out once."""

    def __init__(self, state: State, player: int) -> None:
        self._state = state
        self._player = player
        self._offered = recognised_options(state) if state.player == player else None

    @cached_property
    def _unknown(self) -> Unknown:
        return Unknown.of(self._state, self._player)

    def draw(self, stream: Dice) -> State:
        for _ in range(TRIES):
            try:
                drawn = self._fitting(self._unknown.draw(stream), stream)
            except (Fault, Impossible):
                # The rules do not lead from there to the open decision.
                continue
            if drawn is not None:
                return drawn
        raise Fault(f"no position was found that fits what the player knows, in {TRIES} tries")

    def _fitting(self, drawn: State, stream: Dice) -> State | None:
        """The position at the open decision; None if it could not be open there."""
        if drawn.player is None:
            # Who has won is known to all, whatever it was won by.
            return drawn if not drawn.over or drawn.winners() == self._state.winners() else None
        if drawn.player == self._player:
            again = others_again(drawn, self._player, stream) if drawn.cells[SECRET] else drawn
            return again if again is not None and recognised_options(again) == self._offered else None
        if drawn.cells[SECRET]:
            return somewhere_in_it(drawn, self._player, stream)
        return drawn if _begin_decision(drawn) else None


def _begin_decision(state: State) -> bool:
    """Puts the open decision back to its first stage; whether there is anything to decide."""
    cells = state.cells
    site, player = state.plan.sites[cells[SITE] - 1], cells[CHOOSER]
    taking, steps = state.take_forced, cells[STEPS]
    state.take_forced = False
    try:
        passed = enter(state, cells, site, player)
    finally:
        state.take_forced = taking
    cells[STEPS] = steps
    return not passed
