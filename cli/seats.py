"""Who sits at the table: how many play, and who plays in which seat."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.bots import BadBot, Bot
from rulesdsl.bots.bot import BotChance
from rulesdsl.checked_game import Game, InvalidGame, UnknownOption
from rulesdsl.engine.labels.labels import names
from rulesdsl.engine.state import State
from rulesdsl.program_walk import asks_for_text
from rulesdsl.seating import UnknownBot, bot_of, is_written, seated
from rulesdsl.source import SourceError
from rulesdsl.texts import FreeText

from .exit_status import CannotDo
from .game_options import YOU, GameOptions
from .loading import leave_with, number_of_players, options_of, program_for

USUAL_BOT = "random"
# A seed that can be read aloud and typed again.
SEEDS = 1_000_000


@frozen
class Table:
    """Everybody's name, who plays for them (None is a person), and what is played."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    bots: tuple[Bot | None, ...]
    seed: int
    program: ir.Program

    def choose(self, state: State, choices: int) -> int:
        """What the bot whose decision it is chooses; `choices`: the number of this choice."""
        seat = state.player
        assert seat is not None
        bot = self.bots[seat]
        assert bot is not None, seat
        try:
            return bot.choose(state, seat, BotChance(self.seed).stream(seat, choices))
        except BadBot as bad:
            raise CannotDo(str(bad)) from None


def kinds_in_seats(
    game: Game, players: int, chosen: GameOptions, *, with_you: bool = False, usual: str = USUAL_BOT
) -> tuple[str, ...]:
    """Who plays in each seat; with you at the table, you sit in the first that nobody else was given."""
    bot, given = chosen.bot, dict[int, str]()
    for seat, kind in chosen.seats:
        if seat > players:
            raise CannotDo(f"there is no seat {seat}: {players} play {game.title}")
        if given.setdefault(seat, kind) != kind:
            raise CannotDo(f"seat {seat} is given to {given[seat]} and to {kind}")
    if not with_you and YOU in (bot, *given.values()):
        raise CannotDo("only bots play here; `rulesdsl play` is for you")
    if with_you and bot == YOU:
        raise CannotDo("--bot says who plays in the other seats; give yourself several with --seat 2=you")
    if with_you and YOU not in given.values():
        free = next((seat for seat in range(1, players + 1) if seat not in given), None)
        if free is None:
            raise CannotDo(
                "every seat has a bot; give yourself one with --seat 1=you, or watch with `rulesdsl run`"
            )
        given[free] = YOU
    return tuple(given.get(seat, bot or usual) for seat in range(1, players + 1))


def table(game: Game, chosen: GameOptions, *, with_you: bool = False) -> Table:
    """Everybody in their seats, and the program that they play."""
    players, bot = number_of_players(game, chosen.players), chosen.bot
    seed = secrets.randbelow(SEEDS) if chosen.seed is None else chosen.seed
    for_people = with_you and asks_for_text(program_for(game, players, chosen.options))
    usual = YOU if for_people else USUAL_BOT
    kinds = kinds_in_seats(game, players, chosen, with_you=with_you, usual=usual)
    with seating_in_words():
        if bot is not None and not is_written(bot):
            # A slip is one even where every seat has a bot of its own.
            bot_of(bot)
        bot_kinds = [kind for kind in kinds if not (with_you and kind == YOU)]
        seating = seated(game, players, options_of(chosen.options), bot_kinds)
    bots = tuple(seating.bots.get(kind) for kind in kinds)
    return Table(names(players), kinds, bots, seed, seating.program)


@contextmanager
def seating_in_words() -> Iterator[None]:
    """What can be wrong with bots, their preferences and the options of a game, as it is told."""
    try:
        yield
    except (UnknownBot, UnknownOption, BadBot) as unknown:
        raise CannotDo(str(unknown)) from None
    except FreeText as alone:
        raise CannotDo(f"{alone}; `rulesdsl play` and `rulesdsl serve` are for people") from None
    except InvalidGame as invalid:
        leave_with(invalid.report)
    except SourceError as error:
        raise CannotDo(f"the file of a bot cannot be read: {error}") from None


def player_called(wanted: str, table_names: Sequence[str]) -> int:
    """The seat of a player by name or number."""
    for seat, name in enumerate(table_names):
        if wanted.lower() == name.lower() or wanted == str(seat + 1):
            return seat
    raise click.BadParameter(f"there is no player {wanted}; there are {', '.join(table_names)}")
