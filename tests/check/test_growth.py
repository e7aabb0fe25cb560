"""Whatever there is very much of in a file, each takes the same work to check, or it is refused in words."""

import gc
from collections.abc import Callable
from cProfile import Profile
from functools import partial
from pathlib import Path

import pytest

from bench.many_lines import KINDS, check
from rulesdsl import program as ir
from rulesdsl.diagnostics import MOST_ERRORS, Report
from rulesdsl.pipeline import load
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game

FEW, MANY = 60, 240
GROWTH_AT_MOST = 1.5
"""How many more calls one line may take among many than among few."""
CALLS_ALLOWED = 1
"""What is never looked at again takes next to none: a row of a table, once it is read."""
REFUSED = {
    "piece",
    "attribute",
    "unknown name",
    "misspelt name",
    "wrong type",
    "name given twice",
    "wrong line",
}
REFUSED |= {"wrong head", "option", "phase", "phase of turns", "cost"}
REFUSED |= {"definition of the one before", "definition of the one behind"}
"""Games that have so many of them are not valid."""
PLAYED = [kind for kind in KINDS if kind not in REFUSED and kind != "standing rule after each line"]


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, and generators gone on with: the same on every machine."""
    counted = Profile(builtins=False)
    # What other tests left is put away beforehand: that calls functions, too.
    gc.collect()
    gc.disable()
    try:
        counted.runcall(work)
    finally:
        gc.enable()
    return sum(entry.callcount for entry in counted.getstats())


def playable(text: str, folder: Path) -> ir.Program:
    path = folder / "many.game"
    path.write_text(text, encoding="utf-8")
    return load(path).program(2)


def play_and_tell(program: ir.Program) -> None:
    """From the checked game to the last line of its trace."""
    for _line in tell_game(program, Header.of(program, file="many.game", seed=1), lambda _state: 0):
        pass


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_among_many_takes_no_more_work_than_among_few(kind: str, tmp_path: Path) -> None:
    check(KINDS[kind](2), tmp_path)
    none, few, many = (calls(partial(check, KINDS[kind](size), tmp_path)) for size in (1, FEW, MANY))
    assert (many - none) / MANY <= GROWTH_AT_MOST * (few - none) / FEW


@pytest.mark.parametrize("kind", PLAYED)
def test_a_line_among_many_takes_no_more_work_to_be_played_and_told(kind: str, tmp_path: Path) -> None:
    play_and_tell(playable(KINDS[kind](4), tmp_path))
    none, few, many = (
        calls(partial(play_and_tell, playable(KINDS[kind](size), tmp_path))) for size in (4, FEW, MANY)
    )
    assert (many - none) / MANY <= GROWTH_AT_MOST * (few - none) / FEW + CALLS_ALLOWED


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("choose", "there are 1,001 lines at which somebody is asked; at most 750 can be looked at"),
        ("may", "there are 1,001 lines at which somebody is asked; at most 750 can be looked at"),
        ("definition", "there are 1,001 definitions; at most 750 can be looked at"),
        ("option", "there are 1,001 options; at most 50 can be looked at"),
        ("phase", "there are 1,001 phases; at most 250 can be looked at"),
        ("standing rule", "there are 1,001 standing rules; at most 500 can be looked at"),
        ("zone that is filled up", "there are 1,001 standing rules; at most 500 can be looked at"),
        ("cost", "there are 1,001 cost lines in one action; at most 20 can be looked at"),
    ],
)
def test_what_is_too_much_is_refused_in_words(kind: str, words: str, tmp_path: Path) -> None:
    [found] = check(KINDS[kind](1_001), tmp_path).errors
    assert words in found.message


@pytest.mark.parametrize("kind", ["definition of the one before", "definition of the one behind"])
def test_what_is_too_deep_is_refused_in_words(kind: str, tmp_path: Path) -> None:
    [found] = check(KINDS[kind](700), tmp_path).errors
    assert found.code == "too-deep"
    # Those that stand behind are looked into from the first, as far as Python's stack lets one.
    too_far = "too deep to be looked at" in found.message and kind == "definition of the one behind"
    assert too_far or "is built on others more than 200 levels deep" in found.message


def test_what_is_too_much_for_several_numbers_of_players_is_refused_in_words(tmp_path: Path) -> None:
    text = KINDS["definition that counts pieces"](700)
    assert not check(text, tmp_path).has_errors
    [found] = check(text.replace("players 2..2", "players 2..8"), tmp_path).errors
    assert "parts, which are looked at for each of 7 numbers of players" in found.message


DEALT = """
game "Dealt"
players 2..6
option many: yes or no, normally no
pieces Card for each x in 1..9
zone deck: pile of Card, starts with Card shuffled
zone hand per Player: set of Card
{others}
state counter: 0..9
flow
  if many and player_count = {players}
    deal 9 from deck to hand
{lines}
score points = counter
winner most total, then shared
"""


def dealt(players: int, options: int, lines: int) -> str:
    others = "".join(f"option o{n}: yes or no, normally no\n" for n in range(options))
    used = "".join(f"  if o{n}\n    add 1 to counter\n" for n in range(options))
    return DEALT.format(players=players, others=others, lines=used + "  add 1 to counter\n" * lines)


@pytest.mark.parametrize(("players", "options", "lines"), [(4, 1, 1), (6, 40, 100), (2, 40, 100)])
def test_other_settings_are_looked_at(players: int, options: int, lines: int, tmp_path: Path) -> None:
    """In a longer game with many options with the fewest and the most players only."""
    [found] = check(dealt(players, options, lines), tmp_path).errors
    assert found.code == "deck-too-small"
    assert "(with `many` yes)" in found.message


def test_too_many_settings_of_a_long_game_are_refused_in_words(tmp_path: Path) -> None:
    [found] = check(dealt(4, 40, 1_000), tmp_path).errors
    assert "it would have to be looked at 41 times" in found.message


@pytest.mark.parametrize("kind", ["unknown name", "misspelt name", "wrong type", "name given twice"])
def test_after_very_many_errors_no_more_are_looked_for(kind: str, tmp_path: Path) -> None:
    found: Report = check(KINDS[kind](400), tmp_path)
    assert len(found.errors) == MOST_ERRORS + 1
    assert found.unfinished


def test_very_many_rows_are_added_up(tmp_path: Path) -> None:
    assert not check(KINDS["score"](1_500), tmp_path).has_errors
