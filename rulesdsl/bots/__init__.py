"""Bots: who plays when nobody sits there. They know a game by `sample` and the options they are offered."""

from collections.abc import Callable, Mapping

from rulesdsl.bots.bot import Bot, Engine
from rulesdsl.bots.greedy import Greedy
from rulesdsl.bots.monte_carlo import MonteCarlo
from rulesdsl.bots.own_file import BadBot, FileBot
from rulesdsl.bots.random_choice import RandomChoice
from rulesdsl.bots.random_moves import RandomMoves
from rulesdsl.bots.turn import Chooser, OwnBot, Turn

KINDS: Mapping[str, Callable[[], Bot]] = {
    "random": RandomChoice,
    "random-moves": RandomMoves,
    "greedy": Greedy,
    "mcts": MonteCarlo,
}
"""Every kind of bot by its name."""

__all__ = [
    "KINDS",
    "BadBot",
    "Bot",
    "Chooser",
    "Engine",
    "FileBot",
    "Greedy",
    "MonteCarlo",
    "OwnBot",
    "RandomChoice",
    "RandomMoves",
    "Turn",
]
