"""Random games tried one after the other: most are valid, and none may end in a bug report."""

from __future__ import annotations

import gc
import multiprocessing
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from rulesdsl.checked_game import Game
from tests.properties.random_games import Writer, valid_game

MANY = 100_000
"""So many games are tried with `--long`."""

Play = Callable[[Game, int], object]
"""Plays a game in whatever way it is to be tried, by a seed."""


def problems_of(
    seeds: Iterable[int], folder: Path, play: Play
) -> Iterator[tuple[int, bool, Exception | None]]:
    """For each seed whether its game can be made valid, and what went wrong with it, noted with its text.

    What a game leaves behind is cleared away after a few.
    """
    gc.collect()
    gc.disable()
    try:
        for number, seed in enumerate(seeds, 1):
            yield seed, *_tried(seed, folder, play)
            if number % FEW_LEFT_BEHIND == 0:
                gc.collect(2 if number % MANY_LEFT_BEHIND == 0 else 1)
    finally:
        gc.enable()


def _tried(seed: int, folder: Path, play: Play) -> tuple[bool, Exception | None]:
    text, made = "", None
    try:
        text = Writer(seed).game()
        made = valid_game(text, folder)
        if made is not None:
            game, text = made
            play(game, seed)
    except Exception as problem:  # noqa: BLE001 - all of them are told
        problem.add_note(f"the random game of seed {seed}:\n{text}")
        return made is not None, problem
    return made is not None, None


class FoundApart(Exception):
    """What went wrong with a game in a process of its own."""


def problems_apart(
    seeds: Sequence[int], folder: Path, play: Play
) -> Iterator[tuple[int, bool, Exception | None]]:
    """The same, but for the first few in processes that end as they are: to take apart what games leave
    behind takes a tenth of the time of all of it."""
    yield from problems_of(seeds[:FEW_LEFT_BEHIND], folder, play)
    forks = multiprocessing.get_context("fork")
    for first in range(FEW_LEFT_BEHIND, len(seeds), MANY_APART):
        some = seeds[first : first + MANY_APART]
        reader, writer = forks.Pipe(duplex=False)
        process = forks.Process(target=_tell_problems, args=(writer, some, folder, play))
        process.start()
        writer.close()
        left = list(some)
        try:
            while left:
                valid, text = reader.recv()
                yield left.pop(0), valid, None if text is None else FoundApart(text)
        except EOFError:
            yield left[0], False, FoundApart(f"the process ended with the random game of seed {left[0]}")
        finally:
            process.kill()
            process.join()


def _tell_problems(writer: Connection, seeds: Sequence[int], folder: Path, play: Play) -> None:
    gc.disable()
    for seed in seeds:
        valid, problem = _tried(seed, folder, play)
        writer.send((valid, None if problem is None else "".join(traceback.format_exception(problem))))


FEW_LEFT_BEHIND, MANY_LEFT_BEHIND = 10, 500
"""After so many games what the last ones left behind is cleared away; after so many, what is older too."""
MANY_APART = 100
"""So many games leave behind what they do in one process."""


def try_games(seeds: Sequence[int], folder: Path, play: Play, *, apart: bool = False) -> None:
    """Plays the games of these seeds; all that went wrong is told at the end. Most of them are valid.

    `apart`: nothing of what is played need be known here.
    """
    tried = list((problems_apart if apart else problems_of)(seeds, folder, play))
    problems = [problem for _seed, _valid, problem in tried if problem is not None]
    if problems:
        raise ExceptionGroup("random games that end in a bug report or differ", problems)
    assert sum(valid for _seed, valid, _problem in tried) >= len(seeds) // 2
