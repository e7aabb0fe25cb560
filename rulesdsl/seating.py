"""Who plays in which seat: bots by the names that they have on every command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.bot_names import PREFERENCES, PYTHON, SEARCH, SEARCHING, WRITTEN, UnknownBot, iterations
from rulesdsl.bots import KINDS as BY_NAME
from rulesdsl.bots import Bot, Chooser, Engine, FileBot, Greedy, MonteCarlo, OwnBot
from rulesdsl.bots.bot import BotChance
from rulesdsl.bots.monte_carlo import USUAL_ITERATIONS
from rulesdsl.checked_game import Game
from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.state import State
from rulesdsl.game_files import LARGEST_FILE
from rulesdsl.named_files import start_of
from rulesdsl.preferences import with_preferences
from rulesdsl.program_walk import asks_for_text
from rulesdsl.source import Source
from rulesdsl.texts import FreeText

__all__ = [
    "PREFERENCES",
    "PYTHON",
    "SEARCHING",
    "WRITTEN",
    "BotTexts",
    "Seating",
    "UnknownBot",
    "bot_of",
    "bot_texts",
    "file_of",
    "in_file",
    "is_program",
    "is_written",
    "play",
    "seated",
    "seated_bot",
    "trials_of",
]

BotTexts = tuple[tuple[str, str], ...]
"""For each bot that comes from a file its kind and the text of the file."""


MOST_TRIALS = 24
"""Of the greedy bot."""


@frozen
class Seating:
    """A program that is ready to be played, with its bots by their kinds."""

    program: ir.Program
    bots: Mapping[str, Bot]


def seated(
    game: Game,
    players: int,
    options: Mapping[str, str],
    kinds: Sequence[str],
    texts: BotTexts | None = None,
    engine: Engine | None = None,
) -> Seating:
    """The program for so many players, and the bots of these kinds; `texts` are read if they are not given.
    `engine`: who thinks for bots that can do so as machine code, too.

    UnknownBot, UnknownOption; FreeText of a game that only people can play; InvalidGame if a preference file
    errs, BadBot if a file with a bot does; OSError or SourceError if one cannot be read.
    """
    if kinds and asks_for_text(game.program(players, options)):
        raise FreeText
    bots: dict[str, Bot] = {kind: bot_of(kind, engine) for kind in kinds if not is_written(kind)}
    given = bot_texts(kinds) if texts is None else texts
    bots |= {kind: FileBot(kind, text) for kind, text in given if not kind.startswith(WRITTEN)}
    preferences = {kind: Source(file_of(kind), text) for kind, text in given if kind.startswith(WRITTEN)}
    if not preferences:
        return Seating(game.program(players, options), bots)
    program, written = with_preferences(game, players, options, tuple(preferences.values()))
    return Seating(program, {**bots, **dict(zip(preferences, written, strict=True))})


def play(state: State, bots: Sequence[str | Chooser | Bot], seed: int = 1) -> State:
    """Play a game to its end, with a bot for each seat: a name (`random`, `greedy`, `mcts:200`), a file
    (`highest.py`) or a function that is given a `Turn` and returns one of its options.

    It is the same game each time with the same seed, and that of `rulesdsl run` with the seed of the state.
    The state is changed, and returned.
    """
    players = state.plan.program.players
    if isinstance(bots, str) or len(bots) != players:
        raise ValueError(f"there are {players} seats: a bot is needed for each")
    if asks_for_text(state.plan.program):
        raise FreeText
    seated_bots = [seated_bot(name) for name in bots]
    chance, choice = BotChance(seed), 0
    while (player := state.player) is not None:
        choice += 1
        state.apply(seated_bots[player].choose(state, player, chance.stream(player, choice)))
    return state


def seated_bot(given: str | Chooser | Bot) -> Bot:
    """A bot by its name, its file or its function."""
    if isinstance(given, str):
        if given.startswith(WRITTEN):
            raise UnknownBot(f"`{given}` needs a program of its own, which `seated` makes")
        return FileBot(given, _text_of(given)) if is_written(given) else bot_of(given)
    if callable(given):
        return OwnBot(given)
    if not callable(getattr(given, "choose", None)):
        raise TypeError(f"a bot is a name, a file or a function of a turn, not {shown(given)}")
    return given


def bot_of(kind: str, engine: Engine | None = None) -> Bot:
    """A bot by its name, with its budget behind a colon where it has one: `mcts:200`. `engine`: who thinks
    for it, where machine code can.
    """
    budget = iterations(kind)
    if budget is not None:
        return MonteCarlo(budget, engine)
    match kind:
        case "greedy":
            return Greedy(engine=engine)
        case "mcts":
            return MonteCarlo(engine=engine)
        case _:
            return BY_NAME[kind]()


def trials_of(kind: str) -> int:
    """How often a bot of this kind plays on for a decision, where machine code can do it; 0 elsewhere."""
    if kind == "greedy":
        return MOST_TRIALS
    if is_written(kind) or kind.partition(":")[0] != SEARCH:
        return 0
    budget = iterations(kind)
    return USUAL_ITERATIONS if budget is None else budget


def is_written(kind: str) -> bool:
    """Whether somebody has written this bot, in a file."""
    return kind.startswith(WRITTEN) or kind.endswith(PYTHON)


def is_program(kind: str) -> bool:
    """Whether this bot is a program: whoever seats it lets it do all that they can do themselves."""
    return is_written(kind) and not kind.startswith(WRITTEN)


def file_of(kind: str) -> str:
    """The file in which a bot of this kind is written."""
    name = kind.removeprefix(WRITTEN)
    if not name:
        raise UnknownBot(f"`{kind}` names no file; it looks like `{WRITTEN}taste.prefer`")
    return name


def in_file(kind: str, name: str) -> str:
    """The same bot, written in a file of this name."""
    return f"{WRITTEN}{name}" if kind.startswith(WRITTEN) else name


def with_absolute_path(kind: str) -> str:
    """The same bot, named so that it is found from another folder, too."""
    return in_file(kind, str(Path(file_of(kind)).resolve())) if is_written(kind) else kind


def bot_texts(kinds: Sequence[str]) -> BotTexts:
    """The files that bots of these kinds are written in, read; OSError or SourceError if one cannot be."""
    return tuple((kind, _text_of(kind)) for kind in dict.fromkeys(kinds) if is_written(kind))


def _text_of(kind: str) -> str:
    name = file_of(kind)
    return Source.from_bytes(name, start_of(Path(name), LARGEST_FILE), limit=LARGEST_FILE).text
