"""What a function of the language is: how it is written, what it takes and gives."""

from __future__ import annotations

from enum import Enum, auto

from attrs import frozen


class Takes(Enum):
    """What an argument of a function must be."""

    NUMBER = auto()
    NUMBERS = auto()
    """many numbers, or `x in S: V`"""
    MANY = auto()
    """many things, or `x in S: V`"""
    PIECE = auto()
    PLAYER = auto()
    PLAYERS = auto()
    LINKS = auto()
    """what leads from place to place"""
    GRID = auto()
    PLACE = auto()
    PLACES = auto()
    LENGTHS = auto()
    """a number of links, or several"""
    ALONG = auto()
    """how much each link counts"""
    ENTERING = auto()
    """how much it costs to enter each place"""
    WORDS = auto()
    """a list of words"""
    LETTERS = auto()
    """letters in a row"""
    LETTER = auto()


class Gives(Enum):
    """Of which type the value of a function is."""

    FLAG = auto()
    NUMBER = auto()
    """as far as the numbers range that it is made of"""
    MEMBER = auto()
    """one of many, none if there is none"""
    PLAYER = auto()
    PLAYER_OR_NONE = auto()
    PLACES = auto()
    PLACES_IN_ORDER = auto()
    GROUPS_OF_PLACES = auto()
    RAYS = auto()
    LENGTH = auto()
    """a number of links"""
    LENGTH_OR_NONE = auto()
    LENGTHS = auto()
    SOME_LETTERS = auto()


class Area(Enum):
    """The headings of the reference, in its order."""

    MANY = "Many things"
    ZONES = "Pieces in zones"
    PLAYERS = "Players"
    NUMBERS = "Numbers"
    PLACES = "Places and links"
    WORDS = "Words"
    TEXTS = "Texts"


@frozen(eq=False)
class Function:
    """A function of the language. `forms`: how it is written; `doc`: one line of the reference.

    `takes` and `gives` are its type where it is one operation on its arguments, given by `names`, too,
    or, if they are `optional`, left out.
    """

    area: Area
    forms: tuple[str, ...]
    doc: str
    takes: tuple[Takes, ...] = ()
    gives: Gives | None = None
    names: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
