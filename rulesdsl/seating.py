"""Who plays in which seat: bots by the names that they have on every command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rulesdsl.bots import KINDS as BY_NAME
from rulesdsl.bots import Bot, MonteCarlo
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.game_files import LARGEST_FILE
from rulesdsl.preferences import with_preferences
from rulesdsl.program import Program
from rulesdsl.source import Source

SEARCHING = "mcts:"
"""Before the number of iterations of a bot that searches."""
WRITTEN = "prefer:"
"""Before the file of a bot that plays by written preferences."""
PREFERENCES = ".prefer"
"""How such files usually end."""
KINDS = tuple(BY_NAME)
"""Every kind of bot that needs nothing more than its name."""
WAYS = (*KINDS, f"{SEARCHING}N", f"{WRITTEN}FILE")
"""Every way to name a bot."""
MOST_DIGITS = 9

PreferenceTexts = tuple[tuple[str, str], ...]
"""The text of each preference file that a bot plays by, after the name of the file."""


class UnknownBot(ValueError):
    """No bot of that name, or a name with something missing."""


@frozen
class Seating:
    """A program that is ready to be played, with its bots by their kinds."""

    program: Program
    bots: Mapping[str, Bot]


def seated(
    game: Game,
    players: int,
    options: Mapping[str, str],
    kinds: Sequence[str],
    texts: PreferenceTexts | None = None,
) -> Seating:
    """The program for so many players, and the bots of these kinds; `texts` are read if they are not given.

    UnknownBot, UnknownOption; InvalidGame if a preference file errs, OSError or SourceError if it cannot be
    read.
    """
    by_name = {kind: bot_of(kind) for kind in kinds if not is_written(kind)}
    given = preference_texts(kinds) if texts is None else texts
    if not given:
        return Seating(game.program(players, options), by_name)
    sources = [Source(name, text) for name, text in given]
    program, written = with_preferences(game, players, options, sources)
    by_file = {f"{WRITTEN}{source.name}": bot for source, bot in zip(sources, written, strict=True)}
    return Seating(program, {**by_name, **by_file})


def bot_of(kind: str) -> Bot:
    """A bot by its name, with its budget behind a colon where it has one: `mcts:200`."""
    if kind in BY_NAME:
        return BY_NAME[kind]()
    if kind.startswith(SEARCHING):
        budget = kind.removeprefix(SEARCHING)
        if budget.isascii() and budget.isdecimal() and len(budget) <= MOST_DIGITS and int(budget) > 0:
            return MonteCarlo(int(budget))
        raise UnknownBot(f"`{kind}` says no number of iterations; one looks like `{SEARCHING}200`")
    nearest = suggest(kind, KINDS)
    meant = f" (did you mean `{nearest}`?)" if nearest else ""
    raise UnknownBot(f"there is no bot `{kind}`{meant}; there are {', '.join(WAYS[:-1])} and {WAYS[-1]}")


def is_written(kind: str) -> bool:
    return kind.startswith(WRITTEN)


def preference_file(kind: str) -> str:
    """The file that a bot of this kind plays by."""
    name = kind.removeprefix(WRITTEN)
    if not name:
        raise UnknownBot(f"`{kind}` names no file; it looks like `{WRITTEN}taste.prefer`")
    return name


def preference_texts(kinds: Sequence[str]) -> PreferenceTexts:
    """The files that bots of these kinds play by, read; OSError or SourceError if one cannot be."""
    files = dict.fromkeys(preference_file(kind) for kind in kinds if is_written(kind))
    return tuple((name, _read(Path(name), name)) for name in files)


def _read(path: Path, name: str) -> str:
    # One byte more than is taken tells that there is more.
    with path.open("rb") as file:
        return Source.from_bytes(name, file.read(LARGEST_FILE + 1), limit=LARGEST_FILE).text
