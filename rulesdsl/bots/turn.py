"""What somebody's own bot is given when it has to choose: its player's view, and nothing behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import SupportsIndex

from rulesdsl.engine.core.arguments import whole_number
from rulesdsl.engine.decisions.option_identity import place_of_seen
from rulesdsl.engine.determinization.sample import Samples
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import SeenDecision, SeenOption
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.engine.views.view_text import View


class Turn:
    """An open decision, with all that the player who decides may know of the game.

    Everything here is made when it is first asked for.
    """

    def __init__(self, state: State, player: int, dice: Dice) -> None:
        self.player = player
        """Whose decision it is."""
        self.dice = dice
        """The bot's own chance: with the same seed it throws the same."""
        self._state = state

    @cached_property
    def decision(self) -> SeenDecision:
        """What is asked: the action, the parameter, what is settled and picked so far."""
        open_now = self._state.decision
        assert open_now is not None
        return open_now.seen

    @property
    def options(self) -> tuple[SeenOption, ...]:
        """What can be chosen."""
        return self.decision.options

    @cached_property
    def view(self) -> View:
        """All that the player sees."""
        return view(self._state, self.player)

    @cached_property
    def _samples(self) -> Samples:
        return Samples(self._state, self.player)

    def sample(self) -> State:
        """The game with all that the player does not know drawn anew, to try things in: another each time.

        The same decision is open in it. If it has as many options, they are the same in the same order; what
        may be done can depend on what is hidden.
        """
        drawn = self._samples.draw(self.dice)
        drawn.log = None
        return drawn

    def __repr__(self) -> str:
        labels = Labels.of(self._state.plan.layout)
        return f"<Turn of {labels.players[self.player]}: {len(self.options)} options>"


Chooser = Callable[[Turn], SupportsIndex]
"""Somebody's own bot: a function that is given the turn, and returns one of its options, or its number."""


class OwnBot:
    """A function as a bot."""

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose

    def choose(self, state: State, player: int, stream: Dice) -> int:
        chosen = self._choose(Turn(state, player, stream))
        if isinstance(chosen, SeenOption):
            return place_of_seen(state, chosen)
        number = whole_number(chosen, "what `choose` returns", "an option, or its number")
        if not 0 <= number < state.option_count:
            raise IndexError(f"it chose option {number} of {state.option_count}")
        return number
