"""What random games are put together from (see `random_games`): what is in reach, how things are picked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

Lines = list[str]


@frozen
class Scope:
    """What is in reach of a line or an expression."""

    names: tuple[tuple[str, str], ...] = ()
    """Local names with what they are: number, player, piece, pieces, suit, place, errand, direction; an
    amount for each suit (amounts), numbers in a list, a number or none (perhaps).
    """
    you: bool = False
    decisions: bool = True
    together: bool = False
    secret: bool = False
    phases: tuple[str, ...] = ()
    flow: bool = False
    """Whether it stands in the flow, where the numbers of other phases cannot be read."""
    routine: int = 99
    """Only routines before this one can be called."""
    define: int = 99
    rule: bool = False

    def of(self, kind: str) -> list[str]:
        return [name for name, what in self.names if what == kind]

    def knowing(self, *names: tuple[str, str]) -> Scope:
        return evolve(self, names=(*self.names, *names))


@frozen
class Given:
    """What a parameter is: its name, what it is in a scope, the ends of the numbers in it."""

    name: str
    kind: str
    low: int = 0
    high: int = 9

    @property
    def type(self) -> str:
        numbers = f"{self.low}..{self.high}"
        return {
            "number": numbers,
            "perhaps": f"{numbers} or none",
            "numbers": f"list of {numbers}",
            "amounts": f"{numbers} per Suit",
            "player": "Player",
            "suit": "Suit",
            "errand": "Errand",
        }[self.kind]


@frozen
class Typed:
    """A definition of which types are declared; `at`: how many others were there before."""

    name: str
    params: tuple[Given, ...]
    per_player: bool
    at: int


Expression = Callable[[Any, Scope, int], str | None]
Statement = Callable[[Any, Scope, int], Lines | None]
Declaration = Callable[[Any], Lines | None]

EXPRESSIONS: dict[str, list[Expression]] = {}
STATEMENTS: list[Statement] = []
DECLARATIONS: list[Declaration] = []


def expression(kind: str) -> Callable[[Expression], Expression]:
    def mark(write: Expression) -> Expression:
        EXPRESSIONS.setdefault(kind, []).append(write)
        return write

    return mark


def line(write: Statement) -> Statement:
    STATEMENTS.append(write)
    return write


def declaration(write: Declaration) -> Declaration:
    DECLARATIONS.append(write)
    return write


def indented(lines: Sequence[str]) -> Lines:
    return [f"  {one}" for one in lines]


SHARED = {
    "set_other",
    "set_of_several_sorts",
    "block_a_place",
    "amounts",
    "move",
    "draw",
    "draw_named",
    "deal",
    "shuffle",
    "flip",
    "roll",
    "by_chance",
    "each_player",
    "one_player",
    "call",
    "decide",
    "may_do",
}
"""Lines that mostly change what belongs to all, which is refused where others decide in secret."""

_SELDOM_CHANGED = re.compile(r"\b(?:storm|marked|champion|out|weather|spot|either|perhaps)\b")
"""States that few lines change."""

ON_CELLS = {"straight_lines", "straight_on", "one_step", "steps"}
"""Where these are due, there are cells to write them of."""

OF_TEXTS = {"written", "begun", "write_a_text"}
"""Where these are due, there are texts."""

CELLS = ("grid", "growing")
"""Boards of cells."""
TOWNS = ("north", "south", "east", "west")
ROADS = (("north", "south"), ("south", "east"), ("east", "west"), ("west", "north"), ("north", "east"))


class Words:
    """Picks names, zones and states; everything is picked by the seed."""

    viewers: Sequence[str] = ("all", "all", "all", "owner", "nobody")

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.seed = seed
        self._names = 0
        pick = self.dice
        rows = [(kind, way) for kind, ways in EXPRESSIONS.items() for way in ways]
        number = seed % (len(rows) + len(STATEMENTS))
        self._due_expression = rows[number] if number < len(rows) else None
        self._due_line = STATEMENTS[number - len(rows)] if number >= len(rows) else None
        """What is written as soon as it can be, so that so many seeds have everything."""
        due = (rows[number][1] if number < len(rows) else STATEMENTS[number - len(rows)]).__name__
        self.large = seed % 5 == 0
        """Four of five games are small, as most of what can go wrong takes few lines."""
        self.fewest, self.most = pick.choice([(2, 2), (2, 3), (3, 3)])
        self.suits = ["ash", "elm", "oak"][: pick.randint(2, 3)]
        self.ranks = pick.randint(2, 4)
        self.common = ["deck", *(["market"] if pick.random() < 0.7 else []), "waste"]
        self.shapes = {"deck": pick.choice(["pile", "set", "row"]), "market": pick.choice(["row", "set"])}
        self.shapes |= {"waste": pick.choice(["pile", "set"]), "hand": pick.choice(["set", "set", "row"])}
        self.shapes |= {"table": pick.choice(["row", "slot", "set"])}
        self.owned = ["hand", *(["table"] if pick.random() < 0.7 else [])]
        self.options = ["goal"] if pick.random() < 0.3 else []
        self.lowest = 1 if pick.random() < 0.2 else 2
        """The least value of an option: the rules are looked at anew with each."""
        self.board = pick.choice(["", "", "grid", "ring", "links"])
        """What joins the places, if there are any."""
        if due in ON_CELLS:
            self.board = "grid"
        # Thrown aside, so that all else stays as it is.
        if self.board == "grid" and random.Random(pick.getstate()[1][1]).random() < 0.5:
            self.board = "growing"
        self.roads = [(a, b) for a, b in ROADS if pick.random() < 0.8] or [ROADS[0]]
        self.table = pick.random() < 0.3
        self.attic = pick.random() < 0.3
        """Whether there is a second kind of pieces, and a zone for both."""
        self.menus = ["plan"] if pick.random() < 0.2 else []
        self.counters = ["coins", "fame"][: pick.randint(1, 2)]
        self.totals = ["pot", "turns"][: pick.randint(1, 2)]
        self.tallies = ["stock"] if pick.random() < 0.4 else []
        if (self.board and pick.random() < 0.7) or self.board == "growing":
            self.common.append("board")
            self.shapes["board"] = pick.choice(["slot", "set"])
        self.seen = {name: self.one(["all", "all", "nobody"]) for name in self.common if name != "board"}
        self.seen |= {name: self.one(self.viewers) for name in self.owned}
        self.seen |= {self.counters[0]: "owner" if self.chance(0.3) else "all"}
        if "owner" not in self.viewers:
            self.seen = dict.fromkeys(self.seen, "all")
        """Who sees which zone or state, of those that not all may see."""
        self.secret = {name for name, seen in self.seen.items() if seen == "nobody"}
        """Names of what nobody sees, and of what is made from it."""
        self.own = {name for name, seen in self.seen.items() if seen == "owner"}
        """Names of what its owner sees."""
        self.texts = self.chance(0.2) or due in OF_TEXTS
        """Whether players write texts."""
        self.defines: list[tuple[str, str, bool]] = []
        self.typed: list[Typed] = []
        """Those with types that are declared."""
        self.routines: list[tuple[str, list[Given], bool]] = []
        """What they are called, what they are given, and whether somebody must act."""
        self.actions: list[str] = []
        self.listed: list[str] = []
        """Those of which whole moves can be one choice."""
        self.rows: list[tuple[str, str]] = []
        self.all_phases: list[str] = []
        self.first_phase = self.name("phase")
        """Its number may be none wherever it is not known to be going on."""

    # ------------------------------------------------------------------ secrets

    def tells_secrets(self, text: str) -> bool:
        """Whether it reads what somebody who acts may not see."""
        return any(
            name in self.secret or (name in self.own and not whose)
            for whose, name in re.findall(r"(your |\byou\.)?\b([a-z]+\d*)\b", text)
        )

    def made_from(self, text: str, name: str) -> None:
        """Who reads this name, reads what stands in the text."""
        if self.tells_secrets(text):
            self.secret.add(name)
        elif any(own in text for own in self.own):
            self.own.add(name)

    def public(self, write: Callable[[], str], *, ends: bool = False) -> str:
        """A text for what all see, which is refused where it tells secrets: mostly one that does not.

        `ends` are conditions that must be able to come true: mostly of what many lines change.
        """
        due = self._due_expression
        for _ in range(8):
            text = write()
            if not (self.tells_secrets(text) or (ends and _SELDOM_CHANGED.search(text))):
                return text
            self._due_expression = due
        return write()

    def ending(self, phase: str, write: Callable[[], str]) -> str:
        """A condition that ends a phase: mostly it comes true after some passes, if by nothing else."""
        text = self.public(write, ends=True)
        return f"({text} or {phase} > 1)" if self.chance(0.7) else text

    # ------------------------------------------------------------------ help

    def name(self, word: str) -> str:
        self._names += 1
        return f"{word}{self._names}"

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def one(self, things: Sequence[str]) -> str:
        return self.dice.choice(list(things))

    def one_of(self, blocks: Sequence[Lines]) -> Lines:
        return self.dice.choice(list(blocks))

    def write(self, kind: str, scope: Scope, depth: int) -> str:
        """An expression of this kind."""
        ways = EXPRESSIONS[kind]
        due = self._due_expression
        if due is not None and due[0] == kind and depth >= 0:
            self._due_expression = None
            text = due[1](self, scope, max(depth, 1))
            if text is not None:
                return text
            self._due_expression = due
        for _ in range(30):
            way = ways[0] if depth <= 0 and (depth < -3 or self.chance(0.7)) else self.dice.choice(ways)
            text = way(self, scope, depth - 1)
            if text is not None:
                return text
        # Few of the ways go on such a board, and none of them was picked; the first always goes.
        text = ways[0](self, scope, depth - 1)
        if text is not None:
            return text
        raise AssertionError(f"nothing to write for {kind}")

    def number(self, scope: Scope, depth: int) -> str:
        return self.write("number", scope, depth)

    def condition(self, scope: Scope, depth: int = 2) -> str:
        return self.write("condition", scope, depth)

    def player(self, scope: Scope, depth: int = 1) -> str:
        return self.write("player", scope, depth)

    def plain_zone(self) -> str:
        """A zone of which there is one."""
        return self.one([name for name in self.common if name != "board"])

    def whole_zones(self) -> list[str]:
        """Zones of which there is one and in which several can lie."""
        return [name for name in self.common if name != "board" and self.shapes[name] != "slot"]

    def several(self, scope: Scope) -> str:
        """Pieces of which there may be several: no slot."""
        slots = "|".join(name for name, shape in self.shapes.items() if shape == "slot")
        for _ in range(9):
            text = self.pieces(scope, 0)
            if not slots or not re.fullmatch(rf"\(*(your |.*\.)?({slots})(\(.*\))?\)*", text):
                return text
        return "deck"

    def pieces(self, scope: Scope, depth: int = 1) -> str:
        return self.write("pieces", scope, depth)

    def block(self, scope: Scope, depth: int, most: int = 3) -> Lines:
        lines: Lines = []
        for _ in range(self.dice.randint(1, most if self.large else min(most, 2))):
            for _try in range(20):
                due, self._due_line = self._due_line, None
                way = due or self.line_for(scope)
                written = way(self, scope, depth - 1)
                if written is not None:
                    lines += written
                    break
                self._due_line = due
        return lines or ["nothing"]

    def line_for(self, scope: Scope) -> Statement:
        """A line to be written; where others decide in secret, seldom what is refused there."""
        while True:
            way = self.dice.choice(STATEMENTS)
            if not (scope.secret and way.__name__ in SHARED and self.chance(0.98)):
                return way

    def zone(self, scope: Scope) -> str:
        """One zone."""
        if self.chance(0.5):
            name = self.one(self.common)
            return name if name != "board" else f"board({self.write('place', scope, 1)})"
        zone = self.one(self.owned)
        if scope.you and self.chance(0.7):
            return f"your {zone}"
        return f"{self.player(scope)}.{zone}"

    def counter(self, scope: Scope) -> str:
        """A number that can be changed."""
        if scope.secret and self.chance(0.98):
            return f"your {self.one(self.counters)}"
        if self.tallies and self.chance(0.2):
            return f"{self.one(self.tallies)}({self.write('suit', scope, 1)})"
        if self.chance(0.3):
            return self.one(self.totals)
        if scope.you and self.chance(0.7):
            return f"your {self.one(self.counters)}"
        return f"{self.player(scope)}.{self.one(self.counters)}"
