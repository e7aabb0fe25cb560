"""Random games as text, to be checked and played.

`Writer(seed).game()` writes a game that uses as much of the language as fits; a seed always gives the same
game. Lines are written by type and by what is in reach, so that most are right; `valid_game` takes out those
which the checker refuses, until it refuses none.

To add a construct: write a method of `Writer` and mark it as what it is. `@expression(KIND)` is for numbers,
conditions, players, pieces (one or many) and suits, and gives the text; `@line` is for statements and gives
lines, those of a block indented; `@declaration` is for what stands at the top of the file. Each is told the
`Scope` (which names are in reach, whether somebody acts, whether a decision is allowed) and how deep it may
go. Where it cannot say anything it gives None. Nothing else has to be changed: what is marked is used.

Secrets: zones and states are `seen by` any of the words at random (`Writer.viewers`); with `viewers` set to
("all",) a game has none.
"""

# ruff: noqa: ARG002 -- whatever is written is asked for in one way

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.model import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file

Lines = list[str]


@frozen
class Scope:
    """What is in reach of a line or an expression."""

    names: tuple[tuple[str, str], ...] = ()
    """Local names with what they are: number, player, piece, pieces, suit."""
    you: bool = False
    decisions: bool = True
    together: bool = False
    secret: bool = False
    phases: tuple[str, ...] = ()
    routine: int = 99
    """Only routines before this one can be called."""
    define: int = 99
    rule: bool = False

    def of(self, kind: str) -> list[str]:
        return [name for name, what in self.names if what == kind]

    def knowing(self, *names: tuple[str, str]) -> Scope:
        return evolve(self, names=(*self.names, *names))


Expression = Callable[["Writer", Scope, int], str | None]
Statement = Callable[["Writer", Scope, int], Lines | None]
Declaration = Callable[["Writer"], Lines | None]

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


class Writer:
    viewers: Sequence[str] = ("all", "all", "all", "owner", "nobody")

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.seed = seed
        self._names = 0
        pick = self.dice
        self.suits = ["ash", "elm", "oak"][: pick.randint(2, 3)]
        self.ranks = pick.randint(2, 4)
        self.maybe = pick.random() < 0.5
        self.common = ["deck", *(["market"] if pick.random() < 0.7 else []), "waste"]
        self.shapes = {"deck": pick.choice(["pile", "set", "row"]), "market": pick.choice(["row", "set"])}
        self.shapes |= {"waste": pick.choice(["pile", "set"]), "hand": pick.choice(["set", "set", "row"])}
        self.shapes |= {"table": pick.choice(["row", "slot", "set"])}
        self.owned = ["hand", *(["table"] if pick.random() < 0.7 else [])]
        self.options = ["goal"] if pick.random() < 0.3 else []
        self.counters = ["coins", "fame"][: pick.randint(1, 2)]
        self.totals = ["pot", "turns"][: pick.randint(1, 2)]
        self.tallies = ["stock"] if pick.random() < 0.4 else []
        self.defines: list[tuple[str, str, bool]] = []
        self.routines: list[tuple[str, list[str]]] = []
        self.actions: list[str] = []
        self.rows: list[tuple[str, str]] = []
        self.all_phases: list[str] = []

    # ------------------------------------------------------------------ help

    def name(self, word: str) -> str:
        self._names += 1
        return f"{word}{self._names}"

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def one(self, things: Sequence[str]) -> str:
        return self.dice.choice(list(things))

    def write(self, kind: str, scope: Scope, depth: int) -> str:
        """An expression of this kind."""
        ways = EXPRESSIONS[kind]
        for _ in range(30):
            way = ways[0] if depth <= 0 and self.chance(0.7) else self.dice.choice(ways)
            text = way(self, scope, depth - 1)
            if text is not None:
                return text
        raise AssertionError(f"nothing to write for {kind}")

    def number(self, scope: Scope, depth: int) -> str:
        return self.write("number", scope, depth)

    def condition(self, scope: Scope, depth: int = 2) -> str:
        return self.write("condition", scope, depth)

    def player(self, scope: Scope, depth: int = 1) -> str:
        return self.write("player", scope, depth)

    def pieces(self, scope: Scope, depth: int = 1) -> str:
        return self.write("pieces", scope, depth)

    def block(self, scope: Scope, depth: int, most: int = 3) -> Lines:
        lines: Lines = []
        for _ in range(self.dice.randint(1, most)):
            for _try in range(20):
                written = self.dice.choice(STATEMENTS)(self, scope, depth - 1)
                if written is not None:
                    lines += written
                    break
        return lines or ["nothing"]

    def zone(self, scope: Scope) -> str:
        """One zone."""
        if self.chance(0.5):
            return self.one(self.common)
        zone = self.one(self.owned)
        if scope.you and self.chance(0.7):
            return f"your {zone}"
        return f"{self.player(scope)}.{zone}"

    def counter(self, scope: Scope) -> str:
        """A number that can be changed."""
        if self.tallies and self.chance(0.2):
            return f"{self.one(self.tallies)}({self.write('suit', scope, 1)})"
        if self.chance(0.3):
            return self.one(self.totals)
        if scope.you and self.chance(0.7):
            return f"your {self.one(self.counters)}"
        return f"{self.player(scope)}.{self.one(self.counters)}"

    # ------------------------------------------------------------------ numbers

    @expression("number")
    def literal(self, _scope: Scope, _depth: int) -> str | None:
        return str(self.dice.randint(0, 4))

    @expression("number")
    def counted_state(self, scope: Scope, depth: int) -> str | None:
        return self.counter(scope)

    @expression("number")
    def local_number(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("number")
        return self.one(known) if known else None

    @expression("number")
    def how_many(self, scope: Scope, depth: int) -> str | None:
        return f"count({self.pieces(scope, depth)})"

    @expression("number")
    def sum_of_ranks(self, scope: Scope, depth: int) -> str | None:
        return f"sum({self.pieces(scope, 0)}.{self.one(['rank', 'worth'])})"

    @expression("number")
    def rank_of(self, scope: Scope, depth: int) -> str | None:
        known = scope.of("piece")
        return f"{self.one(known)}.{self.one(['rank', 'worth'])}" if known else None

    @expression("number")
    def arithmetic(self, scope: Scope, depth: int) -> str | None:
        a, b = self.number(scope, depth), self.number(scope, depth)
        return f"({a} {self.one(['+', '-', '*'])} {b})"

    @expression("number")
    def division(self, scope: Scope, depth: int) -> str | None:
        by, way = self.dice.randint(1, 4), self.one(["up", "down"])
        if self.chance(0.4):
            return f"({self.number(scope, depth)} mod {by})"
        return f"({self.number(scope, depth)} / {by} rounded {way})"

    @expression("number")
    def extreme(self, scope: Scope, depth: int) -> str | None:
        what = self.one(["min", "max", "difference"])
        return f"{what}({self.number(scope, depth)}, {self.number(scope, depth)})"

    @expression("number")
    def either_number(self, scope: Scope, depth: int) -> str | None:
        yes, no = self.number(scope, depth), self.number(scope, depth)
        return f"(if {self.condition(scope, depth)} then {yes} else {no})"

    @expression("number")
    def number_by_suit(self, scope: Scope, depth: int) -> str | None:
        first = self.suits[0]
        return (
            f"(depending on {self.write('suit', scope, depth)}"
            f" {{{first} gives {self.number(scope, depth)}, otherwise {self.number(scope, depth)}}})"
        )

    @expression("number")
    def over_players(self, scope: Scope, depth: int) -> str | None:
        p = self.name("p")
        inner = scope.knowing((p, "player"))
        where = f" where {self.condition(inner, depth)}" if self.chance(0.4) else ""
        return f"sum({p} in players{where}: {self.number(inner, depth)})"

    @expression("number")
    def over_pieces(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        where = f" where {self.condition(inner, depth)}" if self.chance(0.5) else ""
        what = self.one(["sum", "count"])
        value = f": {self.number(inner, depth)}" if what == "sum" else ""
        return f"{what}({c} in {self.pieces(scope, depth)}{where}{value})"

    @expression("number")
    def asked_definition(self, scope: Scope, _depth: int) -> str | None:
        known = [one for one in self.defines[: scope.define] if one[1] == "number"]
        return self._definition(known, scope)

    @expression("number")
    def number_of_the_pass(self, scope: Scope, _depth: int) -> str | None:
        return self.one(scope.phases) if scope.phases else None

    @expression("number")
    def length_of_a_run(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        return f"count(runs({c} in {self.pieces(scope, 0)} by {self.number(inner, 0)}))"

    @expression("number")
    def tallied(self, scope: Scope, depth: int) -> str | None:
        return f"max(tally({self.pieces(scope, 0)}.suit))"

    def _definition(self, known: Sequence[tuple[str, str, bool]], scope: Scope) -> str | None:
        if not known:
            return None
        name, _kind, per_player = self.dice.choice(list(known))
        if not per_player:
            return name
        return f"your {name}" if scope.you and self.chance(0.7) else f"{self.player(scope)}.{name}"

    # ------------------------------------------------------------------ conditions

    @expression("condition")
    def compared(self, scope: Scope, depth: int) -> str | None:
        how = self.one(["=", "!=", "<", "<=", ">", ">="])
        return f"{self.number(scope, depth)} {how} {self.number(scope, depth)}"

    @expression("condition")
    def connected(self, scope: Scope, depth: int) -> str | None:
        link = self.one(["and", "or"])
        return f"({self.condition(scope, depth)} {link} {self.condition(scope, depth)})"

    @expression("condition")
    def negated(self, scope: Scope, depth: int) -> str | None:
        return f"not ({self.condition(scope, depth)})"

    @expression("condition")
    def emptiness(self, scope: Scope, depth: int) -> str | None:
        return f"{self.pieces(scope, 0)} is {self.one(['', 'not '])}empty"

    @expression("condition")
    def flag(self, scope: Scope, _depth: int) -> str | None:
        return "storm"

    @expression("condition")
    def same_player(self, scope: Scope, depth: int) -> str | None:
        return f"{self.player(scope)} is {self.one(['', 'not '])}{self.player(scope)}"

    @expression("condition")
    def among_players(self, scope: Scope, depth: int) -> str | None:
        return f"{self.player(scope)} is {self.one(['', 'not '])}in {self.one(['out', 'players'])}"

    @expression("condition")
    def favourite(self, scope: Scope, depth: int) -> str | None:
        return self.one(["champion is none", "champion is not none", "marked is none", "marked is not none"])

    @expression("condition")
    def some_piece(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        what = self.one(["some", "every"])
        return f"{what}({c} in {self.pieces(scope, 0)}: {self.condition(scope.knowing((c, 'piece')), depth)})"

    @expression("condition")
    def some_player(self, scope: Scope, depth: int) -> str | None:
        p = self.name("p")
        what = self.one(["some", "every"])
        return f"{what}({p} in players: {self.condition(scope.knowing((p, 'player')), depth)})"

    @expression("condition")
    def turned(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("piece")
        return f"face_down({self.one(known)})" if known else None

    @expression("condition")
    def of_suit(self, scope: Scope, depth: int) -> str | None:
        return f"{self.write('suit', scope, 0)} is {self.one(['', 'not '])}{self.one(self.suits)}"

    @expression("condition")
    def all_the_same(self, scope: Scope, depth: int) -> str | None:
        what = self.one(["same({}.suit)", "consecutive({}.rank)", "{} has " + self.one(self.suits)])
        return what.format(self.pieces(scope, 0) if "has" not in what else f"{self.pieces(scope, 0)}.suit")

    @expression("condition")
    def lies_in(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("piece")
        return f"{self.one(known)} is {self.one(['', 'not '])}in {self.zone(scope)}" if known else None

    @expression("condition")
    def chosen_set(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("pieces")
        if not known:
            return None
        chosen = self.one(known)
        what = self.one([f"sum({chosen}.rank)", f"count({chosen})"])
        return f"{what} {self.one(['<=', '>=', '='])} {self.dice.randint(1, 6)}"

    @expression("condition")
    def asked_condition(self, scope: Scope, _depth: int) -> str | None:
        return self._definition([one for one in self.defines[: scope.define] if one[1] == "condition"], scope)

    # ------------------------------------------------------------------ players, pieces, suits

    @expression("player")
    def first_player(self, scope: Scope, _depth: int) -> str | None:
        if scope.you and self.chance(0.6):
            return "you"
        known = scope.of("player")
        return self.one(known) if known else "first(players)"

    @expression("player")
    def leader(self, _scope: Scope, _depth: int) -> str | None:
        return self.one(["leader", "first(players)", "last(players)"])

    @expression("player")
    def neighbour(self, scope: Scope, depth: int) -> str | None:
        return f"{self.one(['left', 'right'])}({self.player(scope, depth)})"

    @expression("player")
    def next_of(self, scope: Scope, depth: int) -> str | None:
        return f"next({self.player(scope, depth)}, players)"

    @expression("pieces")
    def lying(self, scope: Scope, _depth: int) -> str | None:
        return self.zone(scope)

    @expression("pieces")
    def of_all(self, _scope: Scope, _depth: int) -> str | None:
        return f"players.{self.one(self.owned)}"

    @expression("pieces")
    def of_others(self, scope: Scope, _depth: int) -> str | None:
        return f"others.{self.one(self.owned)}" if scope.you else None

    @expression("pieces")
    def named(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("pieces")
        return self.one(known) if known else None

    @expression("pieces")
    def selected(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        where = f" where {self.condition(inner, depth)}" if self.chance(0.7) else ""
        by = f" by {self.number(inner, 0)}" if self.chance(0.3) or not where else ""
        return f"({c} in {self.pieces(scope, 0)}{where}{by})"

    @expression("pieces")
    def best(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        what = self.one(["highest", "lowest"])
        return f"{what}({c} in {self.pieces(scope, 0)} by {self.number(scope.knowing((c, 'piece')), 0)})"

    @expression("pieces")
    def first_few(self, scope: Scope, _depth: int) -> str | None:
        return f"{self.one(['first', 'last'])}({self.zone(scope)}, {self.dice.randint(1, 3)})"

    @expression("pieces")
    def joined(self, scope: Scope, depth: int) -> str | None:
        return f"({self.pieces(scope, 0)} {self.one(['+', '-'])} {self.pieces(scope, 0)})"

    @expression("piece")
    def first_piece(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("piece")
        if known and self.chance(0.7):
            return self.one(known)
        return f"{self.one(['first', 'last', 'the_only'])}({self.zone(scope)})"

    @expression("piece")
    def found_piece(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        where, by = self.condition(inner, 0), self.number(inner, 0)
        return f"first({c} in {self.pieces(scope, 0)} where {where} by {by})"

    @expression("suit")
    def plain_suit(self, _scope: Scope, _depth: int) -> str | None:
        return self.one(["weather", *self.suits])

    @expression("suit")
    def suit_of(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("piece")
        return f"{self.one(known)}.suit" if known else None

    @expression("suit")
    def local_suit(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("suit")
        return self.one(known) if known else None

    # ------------------------------------------------------------------ effects

    @line
    def change_number(self, scope: Scope, depth: int) -> Lines | None:
        counter = self.counter(scope)
        match self.dice.randint(0, 4):
            case 0:
                return [f"add {self.number(scope, 1)} to {counter}"]
            case 1:
                return [f"remove {self.number(scope, 1)} from {counter}"]
            case 2:
                return [f"add {self.dice.randint(1, 2)} to {counter}"]
            case _:
                return [f"set {counter} to {self.number(scope, depth)} mod 7"]

    @line
    def set_other(self, scope: Scope, depth: int) -> Lines | None:
        match self.dice.randint(0, 6):
            case 0:
                return [f"set storm to {self.one(['yes', 'no'])}"]
            case 1:
                return [f"set storm to {self.condition(scope)}"]
            case 2:
                return [f"set leader to {self.player(scope)}"]
            case 3:
                return [f"set weather to {self.write('suit', scope, 1)}"]
            case 4:
                return [f"set champion to {self.one(['none', self.player(scope)])}"]
            case 5:
                return [f"set marked to {self.one(['none', self.write('piece', scope, 1)])}"]
            case _:
                how = self.one(["add {} to out", "remove {} from out"])
                return [how.format(self.player(scope))]

    @line
    def move(self, scope: Scope, depth: int) -> Lines | None:
        to = self.zone(scope)
        end = f" at {self.one(['left', 'right', 'top', 'bottom'])}" if self.chance(0.2) else ""
        face = self.one(["", "", "", " face down", " face up", f" face down if {self.condition(scope, 1)}"])
        what = self.one([self.pieces(scope, 1), self.write("piece", scope, 1)])
        return [f"move {what} to {to}{end}{face}"]

    @line
    def draw(self, scope: Scope, depth: int) -> Lines | None:
        up_to = self.one(["up to ", "up to ", ""])
        count = self.one(["1", "1", "2", self.number(scope, 0)])
        face = self.one(["", "", " face down"])
        return [f"draw {up_to}{count} from {self.zone(scope)} to {self.zone(scope)}{face}"]

    @line
    def draw_named(self, scope: Scope, depth: int) -> Lines | None:
        name = self.name("drawn")
        inner = scope.knowing((name, "piece"))
        return [
            f"draw up to 1 from {self.one(self.common)} to {self.zone(scope)} as {name}",
            f"if {name} is not none",
            *indented(self.block(inner, depth, 2)),
        ]

    @line
    def deal(self, scope: Scope, _depth: int) -> Lines | None:
        among = self.one(
            ["", "", f" of (p in players where {self.condition(scope.knowing(('p', 'player')), 1)})"]
        )
        return [
            f"deal {self.dice.randint(1, 2)} from {self.one(self.common)} to {self.one(self.owned)}{among}"
        ]

    @line
    def shuffle(self, _scope: Scope, _depth: int) -> Lines | None:
        return [f"shuffle {self.one(self.common)}"]

    @line
    def flip(self, scope: Scope, _depth: int) -> Lines | None:
        return [f"flip {self.pieces(scope, 1)} face {self.one(['up', 'down'])}"]

    @line
    def show(self, scope: Scope, _depth: int) -> Lines | None:
        to = self.one(["", f" to {self.player(scope)}"])
        return [f"show {self.zone(scope)}{to}"]

    @line
    def say(self, scope: Scope, depth: int) -> Lines | None:
        value = self.one([self.number(scope, 1), self.player(scope), self.write("suit", scope, 1)])
        to = self.one(["", "", f" to {self.player(scope)}"])
        return [f'say "It is {{{value}}}"{to}']

    @line
    def roll(self, scope: Scope, depth: int) -> Lines | None:
        if self.chance(0.3):
            name = self.name("dice")
            return [f"roll {self.dice.randint(1, 3)} of 1..4 as {name}", f"set pot to sum({name}) mod 7"]
        name = self.name("die")
        return [f"roll {name} from 1..4", *self.block(scope.knowing((name, "number")), depth, 2)]

    @line
    def by_chance(self, scope: Scope, depth: int) -> Lines | None:
        name = self.name("lot")
        if self.chance(0.5):
            return [f"choose {name} from players by chance", f"set leader to {name}"]
        return [
            f"if {(there := self.zone(scope))} is not empty",
            f"  choose {name} from {there} by chance",
            *indented(self.block(scope.knowing((name, "piece")), depth, 2)),
        ]

    # ------------------------------------------------------------------ blocks

    @line
    def let(self, scope: Scope, depth: int) -> Lines | None:
        kind = self.one(["number", "piece", "pieces", "player", "suit"])
        name = self.name("kept")
        text = self.write(kind, scope, 1)
        return [f"let {name} = {text}", *self.block(scope.knowing((name, kind)), depth, 2)]

    @line
    def if_(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        lines = [f"if {self.condition(scope)}", *indented(self.block(scope, depth))]
        if self.chance(0.2):
            lines += [f"else if {self.condition(scope)}", *indented(self.block(scope, depth))]
        if self.chance(0.4):
            lines += ["else", *indented(self.block(scope, depth))]
        return lines

    @line
    def for_(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        name = self.name("x")
        domain, kind = self.dice.choice(
            [
                ("players", "player"),
                (self.pieces(scope, 1), "piece"),
                ("Suit", "suit"),
                ("1..3", "number"),
                (f"distinct({self.pieces(scope, 0)}.rank)", "number"),
            ]
        )
        inner = scope.knowing((name, kind))
        where = f" where {self.condition(inner, 1)}" if self.chance(0.3) else ""
        return [f"for {name} in {domain}{where}", *indented(self.block(inner, depth))]

    @line
    def repeat(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        times = self.one(["2", "3", self.number(scope, 0)])
        if self.chance(0.5):
            name = self.name("i")
            inner = scope.knowing((name, "number"))
            return [f"repeat {times} times as {name}", *indented(self.block(inner, depth))]
        return [f"repeat {times} times", *indented(self.block(scope, depth))]

    @line
    def each_player(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        p = self.name("p")
        who = self.one(
            ["", "", f" of ({p} in players where {self.condition(scope.knowing((p, 'player')), 1)})"]
        )
        first = self.one(["", "", f" from {self.player(scope)}"])
        return [f"each player{who} in turn{first}", *indented(self.block(evolve(scope, you=True), depth))]

    @line
    def one_player(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        return [f"player {self.player(scope)}", *indented(self.block(evolve(scope, you=True), depth))]

    @line
    def in_secret(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0 or scope.secret:
            return None
        inner = evolve(scope, you=True, secret=True)
        return ["all players in secret", *indented(self.block(inner, depth))]

    @line
    def together(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        inner = evolve(scope, together=True, decisions=self.chance(0.1))
        return ["together", *indented(self.block(inner, depth))]

    @line
    def depending(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        return [
            f"depending on {self.write('suit', scope, 1)}",
            f"  {self.suits[0]}:",
            *indented(indented(self.block(scope, depth, 2))),
            "  otherwise:",
            *indented(indented(self.block(scope, depth, 2))),
        ]

    @line
    def call(self, scope: Scope, depth: int) -> Lines | None:
        known = self.routines[: scope.routine]
        if not known:
            return None
        name, params = self.dice.choice(known)
        args = ", ".join(self.write(kind, scope, 1) for kind in params)
        return [f"do {name}({args})" if args else f"do {name}"]

    @line
    def phase(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0 or (scope.together and not self.chance(0.1)):
            return None
        name = self.name("phase")
        inner = evolve(scope, phases=(*scope.phases, name))
        head: Lines = []
        if turn := self.chance(0.4):
            p = self.name("p")
            where = self.condition(scope.knowing((p, "player")), 1)
            head.append(
                self.one(
                    [
                        "turn of each player",
                        f"turn of each player from {self.player(scope)}",
                        f"turn of each player of ({p} in players where {where})",
                        "turn of leader",
                    ]
                )
            )
        if self.chance(0.3):
            head.append(f"until {self.condition(inner, 1)}")
        if self.chance(0.35):
            head.append(f"stops the moment {self.condition(inner, 2)}")
        if turn:
            inner = evolve(inner, you=True)
        up_to = "up to " if self.chance(0.3) else ""
        times = f" {up_to}{self.dice.randint(1, 3)} times" if head or self.chance(0.7) else ""
        self.all_phases.append(name)
        body = self.block(inner, depth)
        if self.chance(0.1):
            body += [f"if {self.condition(inner, 1)}", f"  end {self.one([name, *scope.phases, 'game'])}"]
        return [f"phase {name}{times}", *indented([*head, *body])]

    @line
    def record(self, _scope: Scope, _depth: int) -> Lines | None:
        return None

    # ------------------------------------------------------------------ decisions

    @line
    def decide(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions or not self.actions:
            return None
        offered = " or ".join(dict.fromkeys(self.dice.choices(self.actions, k=self.dice.randint(1, 2))))
        way = self.one(
            ["may {}", "may {} repeatedly", "must {} if possible", "must {} repeatedly if possible"]
        )
        return [way.format(offered)]

    @line
    def choose(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions:
            return None
        param, name, kind = self.parameter(scope)
        inner = scope.knowing((name, kind))
        if self.chance(0.4) and kind != "pieces":
            return [
                f"may choose {param}",
                f"if {name} is not none",
                *indented(self.block(inner, depth, 2)),
            ]
        return [f"choose {param}", *self.block(inner, depth, 2)]

    @line
    def may_block(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions:
            return None
        when = [f"when {self.condition(scope)}"] if self.chance(0.4) else []
        cost = [f"cost remove 1 from your {self.counters[0]}"] if self.chance(0.3) else []
        return ['may "Do it?"', *indented([*when, *cost, *self.block(scope, depth, 2)])]

    def parameter(self, scope: Scope) -> tuple[str, str, str]:
        """One thing, or some, to choose: its text, its name and what it is."""
        name = self.name("chosen")
        kind = self.one(["number", "player", "piece", "piece", "pieces", "suit"])
        inner = scope.knowing((name, kind))
        where = f" where {self.condition(inner, 1)}" if self.chance(0.3) else ""
        prompt = f' "Which {kind}?"'
        if kind == "pieces":
            many = self.one(["any", "some", "2", "up to 2", "1..2"])
            needless = ", nothing needless" if where and self.chance(0.2) else ""
            return f"{many} of {self.pieces(scope, 0)} as {name}{where}{needless}{prompt}", name, kind
        domain = {
            "number": self.one(["1..3", "0..2"]),
            "player": "others" if scope.you else "players",
            "piece": self.pieces(scope, 0),
            "suit": "Suit",
        }[kind]
        prefer = f" prefer {self.condition(inner, 1)}" if self.chance(0.1) else ""
        return f"{name} from {domain}{where}{prefer}{prompt}", name, kind

    # ------------------------------------------------------------------ declarations

    def kinds(self) -> Lines:
        copies = f" copies {self.dice.randint(2, 3)}" if self.chance(0.5) else ""
        return [
            f"values Suit: {', '.join(self.suits)}",
            f"pieces Card for each suit in Suit, rank in 1..{self.ranks}{copies}",
            f"  worth: 0..20 = {self.one(['rank', '2 * rank', 'if suit is ash then rank else 1'])}",
        ]

    def zones(self) -> Lines:
        lines: Lines = []
        for name in self.common:
            seen = self.one(["all", "all", "nobody"]) if "nobody" in self.viewers else "all"
            lines.append(f"zone {name}: {self.shapes[name]} of Card, seen by {seen}")
            if name == "deck":
                lines[-1] += (
                    ", starts with Card shuffled" if self.shapes[name] != "set" else ", starts with Card"
                )
            lines += self.properties(name, None)
        for name in self.owned:
            seen = self.one(self.viewers)
            lines.append(f"zone {name} per Player: {self.shapes[name]} of Card, seen by {seen}")
            lines += self.properties(name, name)
        return lines

    def properties(self, name: str, owned: str | None) -> Lines:
        found: Lines = []
        shape = self.shapes[name]
        if self.chance(0.2) and "nobody" in self.viewers:
            found.append(f"face down seen by {self.one(['nobody', 'owner' if owned else 'nobody'])}")
        if shape == "pile" and self.chance(0.3):
            found.append(f"top seen by {self.one(['all', 'all'])}")
        if name == "deck":
            if shape == "pile" and self.chance(0.4):
                found.append("renewed from waste")
            return indented(found)
        if owned and shape != "slot" and self.chance(0.4):
            found.append(f"at most {self.dice.randint(2, 4)}, owner discards extra to waste")
        elif shape == "slot" and self.chance(0.6):
            found.append("at most 1, old one goes to waste")
        elif shape == "row" and self.chance(0.5):
            found.append(
                self.one(
                    [
                        "kept at 2 from deck",
                        "at most 3, old one goes to waste",
                        "at most 3, extra goes to waste",
                    ]
                )
            )
        if self.chance(0.15):
            found.append(f"takes c where {self.condition(Scope(names=(('c', 'piece'),), define=0), 1)}")
        return indented(found)

    def states(self) -> Lines:
        lines = [
            f"state {name} per Player: 0..40, starts {self.dice.randint(0, 5)}" for name in self.counters
        ]
        if self.chance(0.3) and "owner" in self.viewers:
            lines[0] += ", seen by owner"
        lines += [f"state {name}: -20..60" for name in self.totals]
        lines += [f"state {name} per Suit: 0..20, starts 2" for name in self.tallies]
        return [
            *lines,
            "state storm: yes or no",
            "state leader: Player, starts first(players)",
            "state champion: Player or none",
            "state marked: Card or none",
            f"state weather: Suit, starts {self.suits[0]}",
            "state out: set of Player",
        ]

    @declaration
    def define(self) -> Lines | None:
        kind = self.one(["number", "condition"])
        per_player = self.chance(0.6)
        scope = Scope(you=per_player, define=len(self.defines))
        name = self.name("def")
        head = f"define {name}{' per Player' if per_player else ''} ="
        if kind == "number" and self.chance(0.3):
            lines = [
                head,
                f"  if {self.condition(scope)} then {self.number(scope, 1)}",
                f"  otherwise {self.number(scope, 1)}",
            ]
        else:
            lines = [f"{head} {self.write(kind, scope, 2)}"]
        self.defines.append((name, kind, per_player))
        return lines

    @declaration
    def routine(self) -> Lines | None:
        name = self.name("routine")
        kinds = self.dice.choices(["number", "player", "suit"], k=self.dice.randint(0, 2))
        types = {"number": "0..9", "player": "Player", "suit": "Suit"}
        params = [(self.name("given"), kind) for kind in kinds]
        head = ", ".join(f"{param}: {types[kind]}" for param, kind in params)
        scope = Scope(names=tuple(params), you=self.chance(0.5), routine=len(self.routines))
        body = self.block(scope, 2)
        self.routines.append((name, kinds))
        return [f"routine {name}({head})" if params else f"routine {name}", *indented(body)]

    @declaration
    def action(self) -> Lines | None:
        name = self.name("act")
        scope = Scope(you=True, routine=len(self.routines))
        params: list[str] = []
        for _ in range(self.dice.choice([0, 1, 1, 2])):
            text, param, kind = self.parameter(scope)
            params.append(text)
            scope = scope.knowing((param, kind))
        given = f"({', '.join(params)})" if params else ""
        whens = [f"when {self.condition(scope)}" for _ in range(self.dice.choice([0, 1, 1, 2]))]
        costs: Lines = []
        if self.chance(0.4):
            costs.append(f"cost remove {self.dice.randint(1, 2)} from your {self.one(self.counters)}")
        if (chosen := [*scope.of("piece"), *scope.of("pieces")]) and self.chance(0.5):
            costs.append(f"cost move {self.one(chosen)} to {self.zone(scope)}")
        body = self.block(scope, 2)
        self.actions.append(name)
        return [f'action {name}{given} "Do {name}"', *indented([*whens, *costs, *body])]

    @declaration
    def always(self) -> Lines | None:
        name = self.name("rule")
        scope = Scope(rule=True)
        head = f"always {name}"
        if self.chance(0.5):
            x, kind, domain = self.dice.choice(
                [("p", "player", "players"), ("c", "piece", self.pieces(scope, 0)), ("s", "suit", "Suit")]
            )
            scope = scope.knowing((x, kind))
            head += f" for {x} in {domain}"
        counter = self.one(self.totals)
        least = self.dice.randint(2, 9)
        when = self.one([f"{counter} >= {least}", f"{self.condition(scope)} and {counter} > 0"])
        reset = f"set {counter} to {self.one(['0', '-1'])}"
        return [head, f"  when {when}", *indented(self.block(scope, 1, 2)), f"  {reset}"]

    def flow(self) -> Lines:
        scope = Scope()
        lines: Lines = [f"deal {self.dice.randint(1, 2)} from deck to hand"] if self.chance(0.7) else []
        for _ in range(self.dice.randint(1, 2)):
            name = self.name("phase")
            rounds = evolve(scope, phases=(name,), you=True)
            ends = self.condition(scope)
            head = self.dice.choice(
                [
                    [f"phase {name} {self.dice.randint(2, 4)} times", "  turn of each player"],
                    [
                        f"phase {name} up to 4 times",
                        "  turn of each player",
                        f"  until {ends}",
                    ],
                ]
            )
            if self.chance(0.3):
                head.append(f"  stops the moment {self.condition(scope)}")
            score = [f"score {name}"] if self.chance(0.3) and len(self.rows) < 2 else []
            if score:
                self.rows.append((self.name("row"), name))
            lines += [*head, *indented([*self.block(rounds, 3, 4), *score])]
            self.all_phases.append(name)
        lines += self.block(scope, 2, 2)
        return ["flow", *indented(lines)]

    def scores(self) -> Lines:
        scope = Scope(you=True)
        lines = [f"score {row} each {phase} = {self.number(scope, 1)}" for row, phase in self.rows]
        lines += [f"score points = {self.number(scope, 2)}"]
        if self.chance(0.3):
            lines.append(f"note aside = {self.number(scope, 1)}")
        order = self.one(["most", "least"])
        first = self.one(["", f"nobody when {self.condition(Scope())}, otherwise "])
        return [*lines, f"winner {first}{order} total, then shared"]

    def examples(self) -> Lines:
        lines: Lines = []
        for at in range(self.dice.choice([0, 1, 2])):
            lines += [f'example "case {at}"', "  players Anna, Ben"]
            if self.chance(0.5):
                lines.append(f"  given Anna.{self.counters[0]} = {self.dice.randint(0, 9)}")
            steps = [
                *(f"  do {name}" for name, kinds in self.routines if not kinds),
                *(f"  Anna does {name}" for name in self.all_phases),
                *(f"  Anna plays {name}" for name in self.actions),
                "  play",
            ]
            lines += self.dice.choices(steps, k=self.dice.randint(1, 2))
            lines.append(f"  expect {self.condition(Scope(names=(('Anna', 'player'),)))}")
        return lines

    def game(self) -> str:
        """The text of a game."""
        declared: list[Lines] = []
        for _ in range(self.dice.randint(3, 9)):
            written = self.dice.choice(DECLARATIONS)(self)
            if written is not None:
                declared.append(written)
        flow = self.flow()
        players = self.one(["2..2", "2..3", "3..3"])
        parts = [
            [
                f'game "Random {self.seed}"',
                f"players {players}",
                "limit steps 3000",
            ],
            self.kinds(),
            self.zones(),
            self.states(),
            *declared,
            flow,
            self.scores(),
            self.examples(),
        ]
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


MANY = 100_000
"""So many games are tried with `--long`."""

MOST_TRIES = 25
"""So often lines are taken out of a game before it is given up."""


def valid_game(text: str, folder: Path) -> tuple[Game, str] | None:
    """The game without the lines that the checker refuses, each with the block below it."""
    path = folder / "random.game"
    for _ in range(MOST_TRIES):
        path.write_text(text, encoding="utf-8")
        report = Report()
        game = check_file(path, Files(), report)
        if game is not None and not report.has_errors:
            return game, text
        text = _without(text, {error.span.line for error in report.errors})
    return None


def _without(text: str, wrong: set[int]) -> str:
    """The text without these lines (counted from 1) and what is indented below them."""
    kept: Lines = []
    below: int | None = None
    for at, one in enumerate(text.split("\n"), 1):
        depth = len(one) - len(one.lstrip())
        if below is not None and one.strip() and depth <= below:
            below = None
        if below is not None:
            continue
        if at in wrong and one.strip():
            below = depth
            continue
        kept.append(one)
    return "\n".join(kept)


def random_games(seeds: Iterator[int], folder: Path) -> Iterator[tuple[int, Game, str]]:
    """Those of the games of these seeds that can be made valid."""
    for seed in seeds:
        made = valid_game(Writer(seed).game(), folder)
        if made is not None:
            yield seed, *made
