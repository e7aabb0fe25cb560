"""What is played many times: a game, who sits where, from which seed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from rulesdsl.bots import KINDS, Bot, MonteCarlo
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.engine.plan import plan_of
from rulesdsl.pipeline import LARGEST_FILE, Game, load
from rulesdsl.preferences import with_preferences
from rulesdsl.program import Program
from rulesdsl.simulate.idle_rules import Citations
from rulesdsl.source import Source

WRITTEN = "prefer:"
"""Before the file of a bot that plays by written preferences."""


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
    """The kind of bot in each seat; `prefer:FILE` plays by written preferences."""
    preferences: tuple[tuple[str, str], ...]
    """The text of each preference file that a bot plays by."""
    rotate: bool
    """Whether everybody moves on by one seat after each game."""
    seed: int

    def load(self, cache_dir: Path | None = None) -> Table:
        game = load(self.path, variants=self.variants, cache_dir=cache_dir)
        if game.fingerprint != self.rules:
            raise OtherRules(f"the rules at {self.path} are not those that are to be played")
        return self.table(game)

    def table(self, game: Game) -> Table:
        """InvalidGame if a preference file errs."""
        options = dict(self.options)
        if not self.preferences:
            bots = {kind: bot_of(kind) for kind in self.bots}
            return Table(game, game.program(self.players, options), bots)
        sources = [Source(name, text) for name, text in self.preferences]
        program, written = with_preferences(game, self.players, options, sources)
        by_file = {f"{WRITTEN}{source.name}": bot for source, bot in zip(sources, written, strict=True)}
        return Table(game, program, {kind: by_file.get(kind) or bot_of(kind) for kind in self.bots})

    def kind_at(self, seat: int, number: int) -> str:
        """Which kind of bot has this seat in a game."""
        return self.bots[(seat + number) % self.players if self.rotate else seat]


@frozen
class Table:
    """A game that is ready to be played, with its bots by their kinds."""

    game: Game
    program: Program
    bots: Mapping[str, Bot]
    alternatives: Mapping[int, tuple[str, ...]] = field(init=False)
    """The names of the actions at each point of decision; empty for what has none."""

    citations: Citations = field(init=False)

    @citations.default
    def _citations(self) -> Citations:
        return Citations.of(self.game)

    @alternatives.default
    def _names(self) -> Mapping[int, tuple[str, ...]]:
        sites = plan_of(self.program).sites
        return {site.decide.point: tuple(one.alternative.name for one in site.alternatives) for site in sites}


class UnknownBot(ValueError):
    """No bot of that name."""


def bot_of(kind: str) -> Bot:
    """A bot by its name, with its budget behind a colon where it has one: `mcts:200`."""
    if kind in KINDS:
        return KINDS[kind]()
    name, _, budget = kind.partition(":")
    if name == "mcts" and budget.isascii() and budget.isdecimal() and int(budget) > 0:
        return MonteCarlo(int(budget))
    hint = did_you_mean(kind, KINDS)
    known = ", ".join(f"`{one}`" for one in KINDS)
    raise UnknownBot(
        f"there is no bot `{kind}`{f'; {hint}' if hint else ''}; there is {known},"
        f" `mcts:ITERATIONS` and `{WRITTEN}FILE`"
    )


def preference_texts(kinds: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The files that bots of these kinds play by, read; OSError or SourceError if one cannot be."""
    files = dict.fromkeys(kind.removeprefix(WRITTEN) for kind in kinds if kind.startswith(WRITTEN))
    return tuple(
        (file, Source.from_bytes(file, Path(file).read_bytes(), limit=LARGEST_FILE).text) for file in files
    )
