"""Who sits at the table: how many play, and who plays in which seat."""

from collections.abc import Callable, Sequence

import click
from attrs import frozen

from rulesdsl.bots import KINDS, Bot
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels import names
from rulesdsl.engine.state import State
from rulesdsl.pipeline import Game

from .exit_status import CannotDo

YOU = "you"
USUAL_BOT = "random"
# Far apart from each other, and from the seed of the rules.
STREAM, SEAT = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9
WORD = 2**64


@frozen
class Table:
    """Everybody's name, and who plays for them: None is a person."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    bots: tuple[Bot | None, ...]
    seed: int

    def choose(self, state: State, choices: int) -> int:
        """What the bot whose decision it is chooses. Its chance comes from the seed, its seat and how many
        choices there were before, so that a saved game goes on like one that was never interrupted."""
        seat = state.player
        assert seat is not None
        bot = self.bots[seat]
        assert bot is not None, seat
        stream = Dice((self.seed + STREAM * (choices + 1) + SEAT * (seat + 1)) % WORD)
        return bot.choose(state, seat, stream)


def number_of_players(game: Game, wanted: int | None) -> int:
    least, most = game.players[0], game.players[-1]
    if wanted is None:
        return least
    if wanted not in game.players:
        fit = f"{least} to {most} can" if least != most else f"exactly {least} can"
        raise CannotDo(f"{wanted} cannot play {game.title}; {fit}")
    return wanted


def table(
    game: Game,
    players: int,
    seed: int,
    bot: str | None,
    seats: Sequence[tuple[int, str]],
    *,
    with_you: bool = False,
) -> Table:
    """Who plays where; with you at the table, you sit in the first seat that nobody else was given."""
    given: dict[int, str] = {}
    for seat, kind in seats:
        if seat > players:
            raise CannotDo(f"there is no seat {seat}: {players} play {game.title}")
        if given.setdefault(seat, kind) != kind:
            raise CannotDo(f"seat {seat} is given to {given[seat]} and to {kind}")
    if not with_you and YOU in given.values():
        raise CannotDo("only bots play here; `rulesdsl play` is for you")
    if with_you and YOU not in given.values():
        free = next((seat for seat in range(1, players + 1) if seat not in given), None)
        if free is None:
            raise CannotDo(
                "every seat has a bot; give yourself one with --seat 1=you, or watch with `rulesdsl run`"
            )
        given[free] = YOU
    kinds = tuple(given.get(seat, bot or USUAL_BOT) for seat in range(1, players + 1))
    if bot is not None:
        _known(bot)
    bots = tuple(None if kind == YOU and with_you else _known(kind)() for kind in kinds)
    return Table(names(players), kinds, bots, seed)


def _known(kind: str) -> Callable[[], Bot]:
    if kind not in KINDS:
        nearest = suggest(kind, KINDS)
        meant = f" (did you mean `{nearest}`?)" if nearest else ""
        raise CannotDo(f"there is no bot `{kind}`{meant}; there are {', '.join(KINDS)}")
    return KINDS[kind]


def player_called(wanted: str, table_names: Sequence[str]) -> int:
    """The seat of a player by name or number."""
    for seat, name in enumerate(table_names):
        if wanted.lower() == name.lower() or wanted == str(seat + 1):
            return seat
    raise click.BadParameter(f"there is no player {wanted}; there are {', '.join(table_names)}")
