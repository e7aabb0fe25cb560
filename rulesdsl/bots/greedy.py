"""The bot that takes what looks best at once: it tries each option on a few guesses at the position."""

from __future__ import annotations

from rulesdsl.bots.bot import Engine
from rulesdsl.bots.standing import leads
from rulesdsl.bots.thinking import Thinking
from rulesdsl.engine.determinization.sample import Samples
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from rulesdsl.native.search import WON


class Greedy:
    def __init__(
        self, guesses: int = 6, most_options: int = 24, steps: int = 6, engine: Engine | None = None
    ) -> None:
        """`steps`: after how many further decisions, chosen at random, an option is valued at the latest.

        An option is valued when the player decides again after others. Many options get fewer guesses each.
        """
        self.guesses = guesses
        self.most_options = most_options
        self.steps = steps
        self._thinking = Thinking(engine)

    def choose(self, state: State, player: int, stream: Dice) -> int:
        count = state.option_count
        if count == 1:
            return 0
        options = list(range(count))
        if count > self.most_options:
            for index in range(self.most_options):
                other = index + stream.below(count - index)
                options[index], options[other] = options[other], options[index]
            options = options[: self.most_options]
        values = self._natively(state, player, stream, options)
        if values is None:
            values = self._values_of(state, player, stream, options)
        best = max(values)
        good = [option for option, value in zip(options, values, strict=True) if value == best]
        return good[stream.below(len(good))]

    def _natively(self, state: State, player: int, stream: Dice, options: list[int]) -> list[int] | None:
        """None where it is left to Python."""
        machine = self._thinking.machine(state, player, self.tried(len(options)))
        if machine is None:
            return None
        guesses = self._guesses_for(len(options))
        return machine.weigh(state, player, stream, options, guesses=guesses, steps=self.steps)

    def _values_of(self, state: State, player: int, stream: Dice, options: list[int]) -> list[int]:
        """How well the player stands after each option, in all guesses together."""
        values = [0] * len(options)
        samples = Samples(state, player)
        for _ in range(self._guesses_for(len(options))):
            try:
                guess = samples.draw(stream)
            except Fault:
                # Nothing was found that fits what the player knows.
                break
            for index, option in enumerate(options):
                values[index] += self._value_of(guess.clone(), option, player, stream)
        return values

    def tried(self, count: int) -> int:
        """How many options are taken in guesses, at the most, to choose among so many."""
        looked_at = min(count, self.most_options)
        return looked_at * self._guesses_for(looked_at) * (1 + self.steps) if count > 1 else 0

    def _guesses_for(self, options: int) -> int:
        return max(1, min(self.guesses, self.most_options // options))

    def _value_of(self, guess: State, option: int, player: int, stream: Dice) -> int:
        guess.log = None
        try:
            guess.apply(option)
            others_moved = False
            for _ in range(self.steps):
                if guess.over or (others_moved and guess.player == player):
                    break
                others_moved = others_moved or guess.player != player
                guess.apply(stream.below(guess.option_count))
        except Fault:
            # The guess led where the rules do not go: it says nothing about the option.
            return 0
        return worth(guess, player)


def worth(state: State, player: int) -> int:
    """How well the player stands: the lead over the best of the others, and whether the game is won."""
    value = leads(state)[player]
    if state.over and state.plan.program.winner is not None:
        value += WON if player in state.winners() else -WON
    return value
