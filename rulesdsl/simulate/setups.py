"""What is played many times: a game, who sits where, from which seed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from rulesdsl import program as ir
from rulesdsl.bots import Bot, Engine
from rulesdsl.checked_game import Game
from rulesdsl.engine.plan import plan_of
from rulesdsl.pipeline import load
from rulesdsl.seating import BotTexts, seated, trials_of
from rulesdsl.simulate.idle_rules import Citations
from rulesdsl.simulate.sheets import Sheet

FAR_APART = 0x9E3779B97F4A7C15
WORD = 2**64
PLAYED_BY_MACHINES = "random"
"""The bot whose choices machine code throws."""


class OtherRules(Exception):
    """The rules that lie at the path are not those that were to be played."""


@frozen
class Setup:
    """Everything a worker needs to play: small, so that it can be sent to another process or machine."""

    path: str
    """Absolute, as those of the variants."""
    variants: tuple[str, ...]
    rules: str
    """The fingerprint of the game at these paths: a worker that finds another there refuses to play."""
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    """The kind of bot in each seat."""
    bot_texts: BotTexts
    """Of those that are written in a file the text: a worker may stand where the file does not lie."""
    rotate: bool
    """Whether everybody moves on by one seat after each game."""
    seed: int
    program: str = ""
    """What tells the program that is played from others, whatever its text looks like."""
    details: bool = False
    """Whether somebody listens to all that happens, for what only that tells."""

    def seed_of(self, number: int) -> int:
        """The seed of a game: the same for its twin under another rule."""
        return (self.seed + FAR_APART * (number + 1)) % WORD

    def load(self, cache_dir: Path | None = None, engine: Engine | None = None) -> Table:
        game = load(self.path, variants=self.variants, cache_dir=cache_dir)
        if game.fingerprint != self.rules:
            raise OtherRules(f"the rules at {self.path} are not those that are to be played")
        return self.table(game, engine)

    def table(self, game: Game, engine: Engine | None = None) -> Table:
        """InvalidGame or BadBot if the file of a bot errs."""
        seating = seated(game, self.players, dict(self.options), self.bots, self.bot_texts, engine)
        return Table(game, seating.program, seating.bots)

    def kind_at(self, seat: int, number: int) -> str:
        """Which kind of bot has this seat in a game."""
        return self.bots[(seat + number) % self.players if self.rotate else seat]


@frozen
class Table:
    """A game that is ready to be played, with its bots by their kinds."""

    game: Game
    program: ir.Program
    bots: Mapping[str, Bot]
    alternatives: Mapping[int, tuple[str, ...]] = field(init=False)
    """The names of the actions at each point of decision; empty for what has none."""

    citations: Citations = field(init=False)
    sheet: Sheet = field(init=False)

    @citations.default
    def _citations(self) -> Citations:
        return Citations.of(self.game)

    @sheet.default
    def _sheet(self) -> Sheet:
        return Sheet(plan_of(self.program))

    @alternatives.default
    def _names(self) -> Mapping[int, tuple[str, ...]]:
        sites = plan_of(self.program).sites
        return {
            site.decide.point: tuple(alternative.alternative.name for alternative in site.alternatives)
            for site in sites
        }


def left_to_python(setup: Setup) -> str:
    """Why games are played by the engine in Python; nothing if the machine can play them."""
    if setup.details:
        return "details are told to who listens"
    others = set(setup.bots) - {PLAYED_BY_MACHINES}
    if any(map(trials_of, others)):
        return "machine code thinks for greedy and mcts, whose games are led by Python"
    return f"bots other than {PLAYED_BY_MACHINES} choose in Python" if others else ""
