"""The operations of a program: one table with all that is to be known of each.

An operation is an entry of `Op`. Both towers read it there: the engine its meaning and code, and both what it
reads besides its arguments and what it makes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

from attrs import frozen

from rulesdsl import texts
from rulesdsl.functions import Area, Function, Gives, Takes

NONE = -(2**31)
"""The integer that stands for none. No range may contain it."""


OUT_OF_TYPE = "a number {}..{} is expected here"
IN_NO_ROW = "the piece lies in no row or pile, so that it has no position there"


class Reads(Enum):
    """What an operation reads besides its arguments."""

    NOTHING = auto()
    PLACES = auto()
    """where its pieces lie"""
    FACES = auto()
    """which way they lie"""
    WINNER = auto()
    """the formulas of the winner"""
    TAKES = auto()
    """the condition of a zone"""


class Order(Enum):
    """What is made of the order in which the members of a sequence come."""

    IGNORED = auto()
    KEPT = auto()
    READ = auto()


Bounds = tuple[int, int]
"""The least and the greatest number that something can be."""

Ranging = Callable[..., Bounds]
"""How far a value ranges, by the bounds of its parts."""

BY_HAND = "by hand"
"""The code depends on more than the arguments: `engine/codegen/operations.py` has a function for it."""

ALL = tuple(range(99))


@frozen(eq=False)
class Operation:
    """`doc`: what it gives; `a`, `b`, `c` are its arguments.

    `meaning`: the same as a function of values; None where it needs more than its arguments, which
    `engine/evaluation` has. `code`: an expression of Python, with {0}, {1} or {all} for its arguments,
    {none} and {players}; without it the meaning is called. `twice`: the arguments that stand in it more
    than once. `costly`: takes long, so that it is not worked out ahead. `walks`: how many steps it takes
    at each place of a map that it goes over.
    """

    doc: str
    meaning: Callable[..., Any] | None = None
    code: str = ""
    twice: tuple[int, ...] = ()
    reads: Reads = Reads.NOTHING
    members_of: tuple[int, ...] = ()
    """The arguments whose members its value consists of."""
    picks: bool = False
    """Which of the members it gives, or in which order, depends on what they are."""
    order: Order = Order.IGNORED
    counts: bool = False
    """It tells how many there are, whether or where; of what they are nothing."""
    costly: bool = False
    walks: int = 0
    on_links: int = 0
    """How many arguments it has on a graph, the links counted, which come first and can be left out."""
    ranges: Ranging | None = None
    """Of an operation on numbers how far its value ranges, by the bounds of its arguments; of one that gives
    yes or no also where an argument is NONE, which then bounds it on both sides."""
    function: Function | None = None
    """How it is written in a game, where that is one function of the language."""


def _of_each(choose: Callable[..., int]) -> Callable[..., Bounds]:
    return lambda *bounds: (choose(low for low, _ in bounds), choose(high for _, high in bounds))


def _products(a: Bounds, b: Bounds) -> Bounds:
    values = [first * other for first in a for other in b]
    return min(values), max(values)


def _less(a: Bounds, b: Bounds) -> Bounds:
    """NONE, which is below all numbers, is not less."""
    return int(a[0] > NONE and a[1] < b[0]), int(a[0] < b[1] and a[1] > NONE)


def _at_most(a: Bounds, b: Bounds) -> Bounds:
    return int(a[0] > NONE and a[1] <= b[0]), int(a[0] <= b[1] and a[1] > NONE)


def _equal(a: Bounds, b: Bounds) -> Bounds:
    return int(a[0] == a[1] == b[0] == b[1]), int(a[0] <= b[1] and b[0] <= a[1])


def _unequal(a: Bounds, b: Bounds) -> Bounds:
    low, high = _equal(a, b)
    return 1 - high, 1 - low


def _quotients(a: Bounds, b: Bounds, *, up: bool) -> Bounds:
    divisors = [divisor for divisor in (*b, 1, -1) if divisor != 0 and b[0] <= divisor <= b[1]]
    values = [_quotient(number, divisor, up=up) for number in a for divisor in divisors] or [0]
    return min(values), max(values)


def _quotient(a: int, b: int, *, up: bool) -> int:
    if b == 0:
        raise Impossible("division by 0")
    return -(-a // b) if up else a // b


def _remainder(a: int, b: int) -> int:
    if b <= 0:
        raise Impossible(f"a remainder of {b}")
    return a % b


def _confined(a: int, low: int, high: int) -> int:
    if a != NONE and not low <= a <= high:
        raise Impossible(OUT_OF_TYPE.format(low, high))
    return a


class Impossible(Exception):
    """An operation without a result: division by zero and the like."""


def _at_most_everywhere(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return int(all(first <= other for first, other in zip(a, b, strict=True)))


def _by_key(a: tuple[int, ...], b: tuple[int, ...], sign: int) -> tuple[int, ...]:
    return tuple(first + sign * other for first, other in zip(a, b, strict=True))


def _consecutive(numbers: tuple[int, ...]) -> int:
    low = min(numbers, default=0)
    return int(bool(numbers) and sorted(numbers) == list(range(low, low + len(numbers))))


MOST_WAYS = 50_000
"""So many ways to take some of many are gone through at most."""


def ways_to_take(number: int, taken: int, *, repeated: bool) -> int:
    """How many there are at most, of so many or fewer."""
    if repeated:
        return comb(number + taken - 1, taken) if number else 1
    return comb(number, min(taken, number // 2))


def _combinations(a: tuple[int, ...], number: int, *, again: bool) -> tuple[tuple[int, ...], ...]:
    if number < 0:
        return ()
    return tuple(combinations_with_replacement(a, number) if again else combinations(a, number))


def _without(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    gone = set(b)
    return tuple(value for value in a if value not in gone)


def _same_text(a: int, b: int) -> int:
    return int(a == b) if NONE in (a, b) else texts.same_text(a, b)


class Entries(Enum):
    """Members of a table, each with its entry and a word for it."""

    def __init__(self, entry: Any) -> None:  # noqa: ANN401 - each table says of what its entries are
        self.entry = entry
        self.word = self.name.lower()

    # Programs are known by what they read like, and are sent to other processes.
    def __repr__(self) -> str:
        return repr(self.word)

    def __str__(self) -> str:
        return self.word

    # Each is there once; by their names they would be looked up in Python.
    __hash__ = object.__hash__

    def __reduce_ex__(self, _protocol: object) -> tuple[object, ...]:
        return getattr, (type(self), self.name)


class Op(Entries):
    """The operations of `Apply`. None of their arguments is NONE, unless it says what is given then."""

    entry: Operation

    # ---- numbers
    ADD = Operation(
        "a + b", lambda a, b: a + b, "({0} + {1})", ranges=lambda a, b: (a[0] + b[0], a[1] + b[1])
    )
    SUB = Operation(
        "a - b", lambda a, b: a - b, "({0} - {1})", ranges=lambda a, b: (a[0] - b[1], a[1] - b[0])
    )
    MUL = Operation("a * b", lambda a, b: a * b, "({0} * {1})", ranges=_products)
    NEG = Operation("-a", lambda a: -a, "(-{0})")
    MOD = Operation(
        "a modulo b, between 0 and b - 1; a fault if b is not positive",
        _remainder,
        BY_HAND,
        ranges=lambda _a, b: (0, max(b[1] - 1, 0)),
    )
    DIV_UP = Operation(
        "a / b rounded up; a fault if b is 0",
        lambda a, b: _quotient(a, b, up=True),
        BY_HAND,
        ranges=lambda a, b: _quotients(a, b, up=True),
    )
    DIV_DOWN = Operation(
        "a / b rounded down (floor); a fault if b is 0",
        lambda a, b: _quotient(a, b, up=False),
        BY_HAND,
        ranges=lambda a, b: _quotients(a, b, up=False),
    )
    DIFFERENCE = Operation(
        "the absolute value of a - b",
        lambda a, b: abs(a - b),
        "abs({0} - {1})",
        ranges=lambda a, b: (max(a[0] - b[1], b[0] - a[1], 0), max(a[1] - b[0], b[1] - a[0], 0)),
        function=Function(
            Area.NUMBERS,
            ("difference(a, b)",),
            "a - b without its sign",
            (Takes.NUMBER, Takes.NUMBER),
            Gives.NUMBER,
        ),
    )
    MIN2 = Operation("the smaller of two or more numbers", min, BY_HAND, ranges=_of_each(min))
    MAX2 = Operation("the greater of two or more numbers", max, BY_HAND, ranges=_of_each(max))

    # ---- comparing scalars; lt, le, gt, ge are no if either is NONE; eq and ne compare NONE like a value
    EQ = Operation("a = b", lambda a, b: int(a == b), "({0} == {1})", ranges=_equal)
    NE = Operation("a != b", lambda a, b: int(a != b), "({0} != {1})", ranges=_unequal)
    LT = Operation("a < b", lambda a, b: int(NONE < a < b), BY_HAND, ranges=_less)
    LE = Operation("a <= b", lambda a, b: int(NONE < a <= b), BY_HAND, ranges=_at_most)
    GT = Operation("a > b", lambda a, b: int(a > b > NONE), BY_HAND, ranges=lambda a, b: _less(b, a))
    GE = Operation("a >= b", lambda a, b: int(a >= b > NONE), BY_HAND, ranges=lambda a, b: _at_most(b, a))
    IS_NONE = Operation("a is NONE", lambda a: int(a == NONE), "({0} == {none})", counts=True)
    NOT_NONE = Operation("a is not NONE", lambda a: int(a != NONE), "({0} != {none})", counts=True)
    AS = Operation(
        "a itself: a condition has shown that its type is narrower",
        lambda a: a,
        "{0}",
        members_of=(0,),
        order=Order.KEPT,
    )
    CONFINED = Operation(
        "a itself, or NONE: its type is b..c from here on, and what leaves that is a fault",
        _confined,
        BY_HAND,
    )
    IS_KIND = Operation(
        "the piece (or NONE) is of one of the kinds in the constant sequence of kind numbers", None, BY_HAND
    )
    UNION_IN = Operation(
        "the union code lies in b..c (an alternative's range of codes)",
        lambda a, low, high: int(low <= a <= high),
        "({1} <= {0} <= {2})",
    )

    # ---- comparing sequences and maps
    SEQ_EQ = Operation(
        "the same values: as lists in order, as sets without order (by the argument types)",
        None,
        BY_HAND,
        order=Order.READ,
    )
    SEQ_NE = Operation("not seq_eq", None, BY_HAND, order=Order.READ)
    SEQ_LT = Operation(
        "item by item, the first difference decides, a missing item is less",
        lambda a, b: int(a < b),
        "(list({0}) < list({1}))",
        order=Order.READ,
    )
    SEQ_LE = Operation("see seq_lt", lambda a, b: int(a <= b), "(list({0}) <= list({1}))", order=Order.READ)
    SEQ_GT = Operation("see seq_lt", lambda a, b: int(a > b), "(list({0}) > list({1}))", order=Order.READ)
    SEQ_GE = Operation("see seq_lt", lambda a, b: int(a >= b), "(list({0}) >= list({1}))", order=Order.READ)
    MAP_EQ = Operation("equal at every key", lambda a, b: int(a == b), "same_list({0}, {1})")
    MAP_NE = Operation("not map_eq", lambda a, b: int(a != b), "(not same_list({0}, {1}))")
    MAP_LE = Operation("at most, at every key", _at_most_everywhere, "map_le({0}, {1})")
    MAP_GE = Operation("at least, at every key", lambda a, b: _at_most_everywhere(b, a), "map_le({1}, {0})")
    MAP_ADD = Operation("by key", lambda a, b: _by_key(a, b, 1), "map_add({0}, {1})")
    MAP_SUB = Operation("by key", lambda a, b: _by_key(a, b, -1), "map_sub({0}, {1})")
    MAP_OF = Operation("the map of the arguments, in key order", lambda *values: values, "[{all}]")
    MAP_AT = Operation("the value of map a at key b", None, BY_HAND)
    MAP_SUM = Operation("the sum of all values", sum, "sum({0})")
    MAP_MIN = Operation("the smallest value", lambda a: min(a, default=NONE), "min({0})")
    MAP_MAX = Operation("the greatest value", lambda a: max(a, default=NONE), "max({0})")
    MAP_LIST = Operation("the values as a list in key order", tuple, "list({0})")

    # ---- logic; arguments after the first are only worked out where needed
    AND = Operation("all of the arguments", lambda *values: int(all(values)), BY_HAND)
    OR = Operation("one of the arguments", lambda *values: int(any(values)), BY_HAND)
    NOT = Operation("not a", lambda a: int(not a), BY_HAND)

    # ---- sequences
    RANGE = Operation(
        "the list a, a + 1, ..., b (empty if b < a)",
        lambda a, b: tuple(range(a, b + 1)),
        "range({0}, {1} + 1)",
    )
    SEQ_OF = Operation(
        "the sequence of the arguments; NONE left out",
        lambda *values: tuple(value for value in values if value != NONE),
        "some_of({all})",
        members_of=ALL,
        order=Order.KEPT,
    )
    JOIN = Operation(
        "a then b; for a set without repetition, ascending", None, BY_HAND, members_of=ALL, order=Order.KEPT
    )
    WITHOUT = Operation(
        "those of a that are not in b (all occurrences)",
        _without,
        "without({0}, {1})",
        members_of=(0,),
        picks=True,
        order=Order.KEPT,
    )
    IN = Operation("the value a is in the sequence b", lambda a, b: int(a in b), "({0} in {1})")
    IN_NAMES = Operation("the piece name a is the name of a piece in the sequence b", None, BY_HAND)
    COUNT = Operation("how many", len, "len({0})", counts=True)
    EMPTY = Operation("none there", lambda a: int(not a), "(not {0})", counts=True)
    NOT_EMPTY = Operation("at least one there", lambda a: int(bool(a)), "(len({0}) > 0)", counts=True)
    SUM = Operation("the sum of a sequence of numbers", sum, "sum({0})")
    MIN = Operation(
        "the smallest of a sequence, NONE if empty",
        lambda a: min(a, default=NONE),
        "least({0})",
        members_of=(0,),
        picks=True,
    )
    MAX = Operation(
        "the greatest of a sequence, NONE if empty",
        lambda a: max(a, default=NONE),
        "max({0}, default={none})",
        members_of=(0,),
        picks=True,
    )
    DISTINCT = Operation(
        "each value once, ascending",
        lambda a: tuple(sorted(set(a))),
        "sorted(set({0}))",
        members_of=(0,),
    )
    RANKED = Operation(
        "from the greatest down",
        lambda a: tuple(sorted(a, reverse=True)),
        "sorted({0}, reverse=True)",
        members_of=(0,),
        picks=True,
    )
    FIRST = Operation(
        "the first, NONE if empty",
        lambda a: a[0] if a else NONE,
        "({0}[0] if {0} else {none})",
        twice=(0,),
        members_of=(0,),
        order=Order.READ,
    )
    LAST = Operation(
        "the last, NONE if empty",
        lambda a: a[-1] if a else NONE,
        "({0}[-1] if {0} else {none})",
        twice=(0,),
        members_of=(0,),
        order=Order.READ,
    )
    FIRST_N = Operation(
        "the first b of a (fewer if there are fewer)",
        lambda a, n: a[: max(n, 0)],
        "{0}[:max(0, {1})]",
        members_of=(0,),
        order=Order.READ,
    )
    LAST_N = Operation(
        "the last b of a",
        lambda a, n: a[max(len(a) - max(n, 0), 0) :],
        "last_n({0}, {1})",
        members_of=(0,),
        order=Order.READ,
    )
    THE_ONLY = Operation(
        "the only one, NONE unless there is exactly one",
        lambda a: a[0] if len(a) == 1 else NONE,
        "the_only({0})",
        members_of=(0,),
    )
    COMBINATIONS = Operation(
        "the ways to take b of a, as sequences in the order of a; c: whether one may be taken several times",
        lambda a, number, again: _combinations(a, number, again=bool(again)),
        "combinations({0}, {1}, {2})",
        members_of=(0,),
        order=Order.KEPT,
    )
    TALLY = Operation(
        "a map from the members of the key domain (Apply.type.key) to how often they occur",
        None,
        BY_HAND,
    )
    SAME = Operation(
        "all equal (yes for none)",
        lambda a: int(len(set(a)) <= 1),
        "same({0})",
        function=Function(Area.MANY, ("same(S)",), "yes if all are equal", (Takes.MANY,), Gives.FLAG),
    )
    CONSECUTIVE = Operation(
        "numbers that form a run a, a+1, ... when sorted, none twice (no for none)",
        _consecutive,
        "consecutive({0})",
        function=Function(
            Area.MANY,
            ("consecutive(S)",),
            "yes if the numbers form a run, each once",
            (Takes.NUMBERS,),
            Gives.FLAG,
        ),
    )
    MAP_ATTR = Operation(
        "the lookup table named in `graph` at each member of the sequence, NONE left out",
        None,
        BY_HAND,
        order=Order.KEPT,
    )
    SAME_NAMES = Operation(
        "two sequences of pieces (or names) with the same names, counted, without order", None, BY_HAND
    )

    # ---- where pieces lie
    POSITION = Operation(
        "the place of the piece in its zone from 1 at the left (row) or top (pile); elsewhere NONE where the"
        " type has it, or a fault",
        None,
        BY_HAND,
        reads=Reads.PLACES,
        counts=True,
    )
    POSITION_RIGHT = Operation(
        "the same from the right or bottom", None, BY_HAND, reads=Reads.PLACES, counts=True
    )
    FACE_DOWN = Operation(
        "the piece lies face down (no for NONE)",
        None,
        BY_HAND,
        reads=Reads.FACES,
        counts=True,
        function=Function(
            Area.ZONES, ("face_down(piece)",), "whether the piece lies face down", (Takes.PIECE,), Gives.FLAG
        ),
    )
    TAKES = Operation(
        "args: piece, then the zone's indices; `graph` names the zone: its `takes` condition",
        None,
        BY_HAND,
        reads=Reads.TAKES,
    )

    # ---- players
    PLAYERS = Operation("all players from the first seat", None, BY_HAND)
    OTHERS = Operation("all but a, clockwise from a", None, BY_HAND)
    LEFT = Operation(
        "the next player clockwise",
        None,
        "(({0} + 1) % {players})",
        function=Function(
            Area.PLAYERS, ("left(p)",), "the next player clockwise", (Takes.PLAYER,), Gives.PLAYER
        ),
    )
    RIGHT = Operation(
        "the next player anticlockwise",
        None,
        "(({0} - 1) % {players})",
        function=Function(
            Area.PLAYERS, ("right(p)",), "the next player the other way round", (Takes.PLAYER,), Gives.PLAYER
        ),
    )
    NEXT = Operation(
        "the first player of b clockwise after a (a itself last), NONE if b is empty",
        None,
        "next_of({0}, {1}, {players})",
        members_of=(1,),
        picks=True,
        function=Function(
            Area.PLAYERS,
            ("next(p, S)",),
            "the first of S clockwise after p; none if S is empty",
            (Takes.PLAYER, Takes.PLAYERS),
            Gives.PLAYER_OR_NONE,
        ),
    )
    WINNERS = Operation(
        "the winning players as things stand (Program.winner)", None, BY_HAND, reads=Reads.WINNER
    )

    # ---- grids, rings, graphs: `graph` names it; links as a sequence of link numbers, all by default
    ONWARD = Operation("the node b further on the ring", None, BY_HAND)
    STEP = Operation(
        "the node one step from a (may be NONE) in direction b, NONE off the board", None, BY_HAND
    )
    RAY = Operation("the nodes straight on from a in direction b, nearest first", None, BY_HAND)
    NEIGHBOURS = Operation(
        "graph links(a): nodes joined to b, ascending; on a grid the cells beside, above, below",
        None,
        BY_HAND,
        on_links=2,
        function=Function(
            Area.PLACES,
            ("neighbours(road, a)", "neighbours(Cell, a)"),
            "what is one link from a",
            (Takes.LINKS, Takes.PLACE),
            Gives.PLACES,
            ("links", "of"),
        ),
    )
    DISTANCE = Operation(
        "fewest links from b to c within links a, NONE if not joined. d has a number for each link, e one for"
        " each node that is entered, -1 where that cannot be; with either the sum of these counts, not the"
        " links. So for all that follow and take them",
        None,
        BY_HAND,
        walks=1,
        on_links=5,
        function=Function(
            Area.PLACES,
            ("distance(road, a, b)", "distance(road, a, b, along: W, entering: E)"),
            "the fewest links from a to b, or the smallest sum of W of the links and E of the places entered;"
            " none if not joined",
            (Takes.LINKS, Takes.PLACE, Takes.PLACE, Takes.ALONG, Takes.ENTERING),
            Gives.LENGTH_OR_NONE,
            ("links", "from", "to", "along", "entering"),
            optional=("along", "entering"),
        ),
    )
    WITHIN = Operation(
        "nodes at most c links from b",
        None,
        BY_HAND,
        walks=1,
        on_links=5,
        function=Function(
            Area.PLACES,
            ("within(road, a, n)", "within(road, a, n, along: W, entering: E)"),
            "what is at most n links (or a sum of n) from a, a among them",
            (Takes.LINKS, Takes.PLACE, Takes.NUMBER, Takes.ALONG, Takes.ENTERING),
            Gives.PLACES,
            ("links", "of", "distance", "along", "entering"),
            optional=("along", "entering"),
        ),
    )
    SHORTEST_WAY = Operation(
        "the nodes from b to c, both among them, on a way of the least length and then the fewest links, each"
        " as early among the nodes as can be; none if not joined",
        None,
        BY_HAND,
        costly=True,
        walks=7,
        on_links=5,
        function=Function(
            Area.PLACES,
            ("shortest_way(road, a, b)", "shortest_way(road, a, b, along: W, entering: E)"),
            "the places from a to b by a shortest way, in order, a and b among them; nothing if not joined",
            (Takes.LINKS, Takes.PLACE, Takes.PLACE, Takes.ALONG, Takes.ENTERING),
            Gives.PLACES_IN_ORDER,
            ("links", "from", "to", "along", "entering"),
            optional=("along", "entering"),
        ),
    )
    CONNECTED = Operation(
        "b and c are joined",
        None,
        BY_HAND,
        walks=1,
        on_links=3,
        function=Function(
            Area.PLACES,
            ("connected(road, a, b)",),
            "whether links lead from a to b",
            (Takes.LINKS, Takes.PLACE, Takes.PLACE),
            Gives.FLAG,
            ("links", "from", "to"),
        ),
    )
    RAYS = Operation(
        "on a grid: the nodes straight on from b, nearest first, as a sequence for each direction: column up,"
        " column down, row up, row down, both up, both down, column up and row down, column down and row up;"
        " of hexagons all but the fifth and sixth",
        None,
        BY_HAND,
        on_links=2,
        function=Function(
            Area.PLACES,
            ("rays(Cell, a)",),
            "the cells of a grid straight on from a to the edge, nearest first, in each direction",
            (Takes.GRID, Takes.PLACE),
            Gives.RAYS,
            ("links", "of"),
        ),
    )
    REGIONS = Operation(
        "the connected groups among the nodes b, as sequences",
        None,
        BY_HAND,
        costly=True,
        walks=1,
        on_links=2,
        function=Function(
            Area.PLACES,
            ("regions(road, S)",),
            "S in groups that hang together",
            (Takes.LINKS, Takes.PLACES),
            Gives.GROUPS_OF_PLACES,
            ("links", "of"),
        ),
    )
    TRAIL_ENDS = Operation(
        "args: links, from, numbers (seq), avoiding: nodes reached by a way of exactly n links for"
        " some n of numbers, no link twice, entering no node of avoiding; ascending",
        None,
        BY_HAND,
        costly=True,
        walks=7,
        on_links=4,
        function=Function(
            Area.PLACES,
            ("trail_ends(road, from: a, links: N, avoiding: S)",),
            "where a way of exactly N links ends that uses no link twice and enters nothing in S",
            (Takes.LINKS, Takes.PLACE, Takes.LENGTHS, Takes.PLACES),
            Gives.PLACES,
            ("links_of", "from", "links", "avoiding"),
            optional=("avoiding",),
        ),
    )
    TRAIL_LENGTHS = Operation(
        "args: links, from, to, avoiding: all n for which such a way exists, ascending",
        None,
        BY_HAND,
        costly=True,
        walks=7,
        on_links=4,
        function=Function(
            Area.PLACES,
            ("trail_lengths(road, from: a, to: b, avoiding: S)",),
            "the lengths of all such ways from a to b",
            (Takes.LINKS, Takes.PLACE, Takes.PLACE, Takes.PLACES),
            Gives.LENGTHS,
            ("links_of", "from", "to", "avoiding"),
            optional=("avoiding",),
        ),
    )
    LONGEST_TRAIL = Operation(
        "the most links of a way that uses no link twice; b as above",
        None,
        BY_HAND,
        costly=True,
        walks=7,
        on_links=2,
        function=Function(
            Area.PLACES,
            ("longest_trail(road)", "longest_trail(road, along: W)"),
            "the most links (or the greatest sum of W) of a way that uses no link twice",
            (Takes.LINKS, Takes.ALONG),
            Gives.LENGTH,
            ("links", "along"),
            optional=("along",),
        ),
    )

    # ---- lists of words: `graph` names it; a word is a sequence of letters
    IN_WORDS = Operation("the letters a are a word of the list", None, BY_HAND, order=Order.READ)
    BEGINS = Operation(
        "the letters a are a word of the list or the beginning of one",
        None,
        BY_HAND,
        order=Order.READ,
        function=Function(
            Area.WORDS,
            ("begins(English, W)",),
            "whether a word of the list begins with the letters W, or is W",
            (Takes.WORDS, Takes.LETTERS),
            Gives.FLAG,
            ("words", "letters"),
        ),
    )
    FOLLOWING = Operation(
        "the letters with which words of the list go on behind a; ascending",
        None,
        BY_HAND,
        order=Order.READ,
        function=Function(
            Area.WORDS,
            ("following(English, W)",),
            "the letters with which a word of the list goes on behind W",
            (Takes.WORDS, Takes.LETTERS),
            Gives.SOME_LETTERS,
            ("words", "letters"),
        ),
    )
    FITS = Operation(
        "some word of the list has these letters, but for those that are b",
        None,
        BY_HAND,
        order=Order.READ,
        function=Function(
            Area.WORDS,
            ("fits(English, W, gap: L)",),
            "whether a word of the list has the letters W, where L stands for any letter",
            (Takes.WORDS, Takes.LETTERS, Takes.LETTER),
            Gives.FLAG,
            ("words", "letters", "gap"),
        ),
    )

    # ---- texts that players write; each is one number (see `texts`)
    SAME_TEXT = Operation(
        "a and b are the same but for spaces and great letters; either may be NONE", _same_text
    )
    BEGINS_WITH = Operation("the text a begins with the text b", texts.begins_with)
    CALLED = Operation("the text b[a]", lambda a, b: b[a], "{1}[{0}]")
    SPELLED = Operation(
        "the letters of the text a, each by its place among the texts b; -1 for what is none of them",
        texts.spelled,
        order=Order.READ,
    )


COMPARISONS = frozenset({Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE})
"""Of two scalars."""

MIRRORED: Mapping[Op, Op] = {
    Op.EQ: Op.EQ,
    Op.NE: Op.NE,
    Op.LT: Op.GT,
    Op.LE: Op.GE,
    Op.GT: Op.LT,
    Op.GE: Op.LE,
    Op.MAP_EQ: Op.MAP_EQ,
    Op.MAP_LE: Op.MAP_GE,
    Op.MAP_GE: Op.MAP_LE,
}
"""Comparisons seen from the other side."""

OPPOSITE: Mapping[Op, Op] = {
    first: other
    for pair in (
        (Op.EQ, Op.NE),
        (Op.LT, Op.GE),
        (Op.LE, Op.GT),
        (Op.IS_NONE, Op.NOT_NONE),
        (Op.EMPTY, Op.NOT_EMPTY),
    )
    for first, other in (pair, pair[::-1])
}
"""What holds if a condition does not: of less and more, only where neither is NONE."""
