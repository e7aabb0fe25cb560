"""Random expressions of the operations that are seldom met (see `random_games`)."""

# ruff: noqa: ARG002 -- whatever is written is asked for in one way

from __future__ import annotations

from tests.properties.random_types import Types
from tests.properties.random_words import CELLS, Scope, expression


class Operations(Types):
    def each_piece(self, scope: Scope) -> tuple[str, Scope]:
        """A head that goes through pieces, and what is in reach behind it."""
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        where = f" where {self.condition(inner, 0)}" if self.chance(0.4) else ""
        return f"{c} in {self.pieces(scope, 0)}{where}", inner

    # ------------------------------------------------------------------ numbers

    @expression("number")
    def less_than_nothing(self, scope: Scope, depth: int) -> str | None:
        return f"(4 + -({self.number(scope, depth)}))"

    @expression("number")
    def greatest_of_many(self, scope: Scope, depth: int) -> str | None:
        # Behind `else` it is known of a zone that there is something in it, of much else it is not.
        what = self.one(["min", "max"])
        many = self.several(scope) if self.chance(0.15) else self.one([*self.whole_zones(), "your hand"])
        if many == "your hand" and not scope.you:
            many = "deck"
        return f"(if {many} is empty then {self.number(scope, 0)} else {what}({many}.rank))"

    @expression("number")
    def greatest_of_each(self, scope: Scope, depth: int) -> str | None:
        p = self.name("p")
        inner = scope.knowing((p, "player"))
        return f"{self.one(['min', 'max'])}({p} in players: {self.number(inner, depth)})"

    @expression("number")
    def greatest_if_any(self, scope: Scope, depth: int) -> str | None:
        each, inner = self.each_piece(scope)
        return f"{self.one(['min', 'max'])}(3, {self.one(['min', 'max'])}({each}: {self.number(inner, 0)}))"

    @expression("number")
    def in_rank(self, scope: Scope, depth: int) -> str | None:
        each, inner = self.each_piece(scope)
        ranked = self.one([f"ranked({self.several(scope)}.rank)", f"ranked({each}: {self.number(inner, 0)})"])
        return f"sum(first({ranked}, {self.dice.randint(1, 3)}))"

    @expression("number")
    def different_values(self, scope: Scope, depth: int) -> str | None:
        each, inner = self.each_piece(scope)
        value = self.one([self.number(inner, 0), self.write("suit", inner, 0)])
        return f"count(distinct({each}: {value}))"

    @expression("number")
    def tallied_for_each(self, scope: Scope, depth: int) -> str | None:
        each, inner = self.each_piece(scope)
        tally = f"tally({each}: {self.write('suit', inner, 0)})"
        return self.one([f"{self.one(['min', 'max', 'sum'])}({tally})", f"{tally}({self.one(self.suits)})"])

    @expression("number")
    def sums_by_key(self, scope: Scope, depth: int) -> str | None:
        a, b = self.map_of_suits(scope, depth), self.map_of_suits(scope, depth)
        n = self.name("n")
        added = f"({a} {self.one(['+', '-'])} {b})"
        return self.one(
            [
                f"{self.one(['sum', 'min', 'max'])}({added})",
                f"count({n} in {added} where {n} > 1)",
                f"first({added})" if self.chance(0.2) else f"sum({added})",
            ]
        )

    @expression("number")
    def numbers_between(self, scope: Scope, depth: int) -> str | None:
        n = self.name("n")
        inner = scope.knowing((n, "number"))
        ends = f"{self.one(['1', self.counter(scope)])}..{self.dice.randint(40, 44)}"
        return f"count({n} in {ends} where {self.condition(inner, 0)})"

    @expression("number")
    def things_of_a_kind(self, scope: Scope, depth: int) -> str | None:
        if not self.attic:
            return None
        t = self.name("t")
        inner = scope.knowing((t, "piece"))
        return self.one(
            [
                f"count({t} in attic where {t} is {self.one(['', 'not '])}{self.one(['Card', 'Chip'])})",
                f"sum({t} in attic where {t} is Card: {self.number(inner, 0)})",
                f"sum({t} in attic: if {t} is Chip then {t}.weight else 1)",
            ]
        )

    @expression("number")
    def number_of_a_place(self, scope: Scope, depth: int) -> str | None:
        if "board" not in self.common:
            return None
        c = self.name("c")
        return f"count({c} in board where {c}.here is {self.write('place', scope, 0)})"

    # ------------------------------------------------------------------ conditions

    @expression("condition")
    def lists_in_order(self, scope: Scope, depth: int) -> str | None:
        how = self.one(["<", "<=", ">", ">=", "=", "!="])
        first, other = (self.row_of_numbers(scope) for _ in range(2))
        return f"{first} {how} {other}"

    def row_of_numbers(self, scope: Scope) -> str:
        each, inner = self.each_piece(scope)
        p = self.name("p")
        of_players = f"list({p} in players: {p}.{self.one(self.counters)})"
        return self.one([f"list({each}: {self.number(inner, 0)})", of_players])

    @expression("condition")
    def same_things(self, scope: Scope, depth: int) -> str | None:
        how = self.one(["=", "!="])
        first, other = self.several(scope), self.several(scope)
        return self.one(
            [
                f"({first}) {how} ({other})",
                f"distinct({first}.suit) {how} distinct({other}.suit)",
                f"out {how} {{{self.player(scope)}}}",
            ]
        )

    def card(self) -> str:
        return f"Card({self.one(self.suits)}, {self.dice.randint(1, self.ranks)})"

    @expression("condition")
    def by_name(self, scope: Scope, depth: int) -> str | None:
        many = self.several(scope)
        others = "attic has gold" if self.attic else f"{many} has {self.card()}"
        return self.one(
            [
                f"{many} has {self.card()}",
                f"{self.card()} is {self.one(['', 'not '])}in {many}",
                f"{many} {self.one(['=', '!='])} {{{self.card()}, {self.card()}}}",
                f"{self.write('piece', scope, 0)} is {self.card()}",
                others,
            ]
        )

    @expression("condition")
    def amounts_compared(self, scope: Scope, depth: int) -> str | None:
        how = self.one(["=", "!=", "<=", ">="])
        return f"{self.map_of_suits(scope, depth)} {how} {self.map_of_suits(scope, depth)}"

    @expression("condition")
    def where_it_lies(self, scope: Scope, depth: int) -> str | None:
        rows = [name for name in self.common if self.shapes[name] in ("row", "pile")]
        c = self.name("c")
        ends = self.one([f"{c}", f"{c}, from: right"])
        many = self.one(rows) if rows else self.pieces(scope, 0)
        how = self.one(["<", "=", ">"])
        return f"some({c} in {many}: position({ends}) {how} {self.number(scope, 0)})"

    @expression("condition")
    def written(self, scope: Scope, depth: int) -> str | None:
        if not self.texts:
            return None
        answer = f"{self.player(scope)}.answer"
        return self.one(
            [
                f"saying {self.one(['=', '!='])} {answer}",
                f'saying {self.one(["=", "!="])} "ash elm"',
                f"saying is {self.one(['', 'not '])}in Motto",
                f"{answer} is not none",
            ]
        )

    @expression("condition")
    def begun(self, scope: Scope, depth: int) -> str | None:
        if not self.texts:
            return None
        first = self.one(["weather", self.write("suit", scope, 0), '"e"'])
        return f"begins_with(saying, {first})"

    @expression("condition")
    def all_alike(self, scope: Scope, depth: int) -> str | None:
        each, inner = self.each_piece(scope)
        return f"same({each}: {self.one([self.write('suit', inner, 0), self.number(inner, 0)])})"

    @expression("condition")
    def some_flags(self, scope: Scope, depth: int) -> str | None:
        return f"takes({self.zone(scope)}, {self.write('piece', scope, 0)})"

    @expression("condition")
    def joined_places(self, scope: Scope, depth: int) -> str | None:
        if not self.board:
            return None
        graph = "road" if self.board == "links" else "Spot"
        if self.board == "links" and self.chance(0.4):
            way = self.name("l")
            graph = f"({way} in road where worn({way}) < {self.dice.randint(1, 3)})"
        here, there = (self.write("place", scope, 0) for _ in range(2))
        return f"connected({graph}, {here}, {there})"

    @expression("condition")
    def one_step(self, scope: Scope, depth: int) -> str | None:
        if self.board not in CELLS:
            return None
        step = f"step({self.write('place', scope, 0)}, {self.write('direction', scope, 0)})"
        return f"{step} is {self.one(['none', 'not none', self.write('place', scope, 0)])}"

    # ------------------------------------------------------------------ players, pieces, places

    @expression("piece")
    def last_piece(self, scope: Scope, depth: int) -> str | None:
        each, inner = self.each_piece(scope)
        return f"last({each} by {self.number(inner, 0)})"

    @expression("places")
    def straight_lines(self, scope: Scope, depth: int) -> str | None:
        if self.board not in CELLS:
            return None
        line = self.name("line")
        kept = f" where count({line}) > {self.dice.randint(0, 2)}" if self.chance(0.5) else ""
        return f"union({line} in rays(Spot, {self.write('place', scope, 0)}){kept}: {line})"

    @expression("places")
    def ends_of_trails(self, scope: Scope, depth: int) -> str | None:
        if self.board != "links":
            return None
        avoiding = self.one(["", f", avoiding: {self.write('places', scope, 0)}"])
        links = self.one(["1..2", "2", "1..3"])
        return f"trail_ends(road, from: {self.write('place', scope, 0)}, links: {links}{avoiding})"
