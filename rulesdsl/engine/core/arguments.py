"""What callers of the engine give: taken if it makes sense, else refused in words."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

Thing = TypeVar("Thing")

MOST_NAMED = 12
"""So many names are listed where one of them is meant."""


def shown(given: object) -> str:
    """What was given, in a few words however large it is."""
    if isinstance(given, int) and not isinstance(given, bool) and given.bit_length() > 200:
        # Python refuses to write out numbers of some thousand digits.
        return "a number of more than 60 digits"
    if given is None or isinstance(given, (bool, int, float, str, bytes, tuple, list, dict, set)):
        return reprlib.repr(given)
    return f"a thing of type {type(given).__name__}"


def whole_number(given: object, what: str, kind: str = "a whole number") -> int:
    """A number as Python counts with; TypeError for all that only looks like one."""
    if not isinstance(given, bool):
        try:
            return operator.index(given)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{what} is {kind}, not {shown(given)}")


def seat(given: object, players: int) -> int:
    """A player by number."""
    number = whole_number(given, "a player")
    if not 0 <= number < players:
        there = f"the players are 0 to {players - 1}" if players > 1 else "there is only player 0"
        raise IndexError(f"there is no player {shown(number)}; {there}")
    return number


def names_of_players(given: Iterable[str] | None, players: int) -> tuple[str, ...] | None:
    """A name for each player, or none for anybody."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"names are a name for each player, not {shown(given)}")
    names = tuple(given)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"the name of a player is a text, not {shown(name)}")
    if len(names) != players:
        raise ValueError(f"there are {players} players, and {len(names)} names for them")
    return names


def texts_by_name(given: object, what: str) -> dict[str, str]:
    """Texts, or numbers as they are written, each by a name."""
    if not isinstance(given, Mapping):
        raise TypeError(f'arguments are texts by their names, such as {{"card": "Ace"}}, not {shown(given)}')
    result = {}
    for name, value in given.items():
        number = isinstance(value, int) and not isinstance(value, bool)
        if not isinstance(name, str) or not (isinstance(value, str) or number):
            raise TypeError(f"{what} is a text by its name, not {shown(value)} by {shown(name)}")
        result[name] = str(value)
    return result


def named(given: object, kind: str, known: Mapping[str, Thing]) -> Thing:
    """The thing of this name; what may be meant where there is none."""
    if not isinstance(given, str):
        raise TypeError(f"the name of a {kind} is a text, not {shown(given)}")
    if given in known:
        return known[given]
    names = [name for name in known if name.isidentifier()]
    near = get_close_matches(given, names, 1)
    if near:
        raise ValueError(f"there is no {kind} {shown(given)}; did you mean {near[0]!r}?")
    if not names:
        raise ValueError(f"there is no {kind} {shown(given)}; this game has none")
    listed = ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
    raise ValueError(f"there is no {kind} {shown(given)}; there are {listed}")


def no_such_option(index: int, count: int, *, over: bool) -> IndexError:
    """What to raise where one of so many options is meant that there is not."""
    if over:
        return IndexError("the game is over: there is no option any more")
    if not count:
        return IndexError("no decision is waited for: there is no option")
    there = f"there are 0 to {count - 1}" if count > 1 else "there is only option 0"
    return IndexError(f"there is no option {shown(index)}; {there}")
