"""What is played many times: a game, who sits where, from which seed."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rulesdsl.bots import KINDS, Bot, MonteCarlo
from rulesdsl.pipeline import Game, load
from rulesdsl.preferences import with_preferences
from rulesdsl.program import Program

WRITTEN = "prefer:"
"""Before the file of a bot that plays by written preferences."""


@frozen
class Setup:
    """Everything a worker needs to play: small, so that it can be sent to another process or machine."""

    path: str
    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    """The kind of bot in each seat; `prefer:FILE` plays by written preferences."""
    seed: int

    def load(self, cache_dir: Path | None = None) -> Table:
        game = load(self.path, variants=self.variants, cache_dir=cache_dir)
        options = dict(self.options)
        files = tuple(Path(kind.removeprefix(WRITTEN)) for kind in self.bots if kind.startswith(WRITTEN))
        if not files:
            return Table(game, game.program(self.players, options), tuple(bot_of(kind) for kind in self.bots))
        program, written = with_preferences(game, self.players, options, files)
        left = list(written)
        bots = tuple(left.pop(0) if kind.startswith(WRITTEN) else bot_of(kind) for kind in self.bots)
        return Table(game, program, bots)


@frozen
class Table:
    """A game that is ready to be played, with its bots."""

    game: Game
    program: Program
    bots: tuple[Bot, ...]


class UnknownBot(ValueError):
    """No bot of that name."""


def bot_of(kind: str) -> Bot:
    """A bot by its name, with its budget behind a colon where it has one: `mcts:200`."""
    if kind in KINDS:
        return KINDS[kind]()
    name, _, budget = kind.partition(":")
    if name == "mcts" and budget.isdecimal() and int(budget) > 0:
        return MonteCarlo.with_budget(int(budget))
    known = ", ".join(f"`{one}`" for one in KINDS)
    raise UnknownBot(f"there is no bot `{kind}`; there is {known}, `mcts:ITERATIONS` and `prefer:FILE`")
