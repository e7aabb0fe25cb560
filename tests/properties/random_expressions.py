"""Random expressions (see `random_games`)."""

# ruff: noqa: ARG002 -- whatever is written is asked for in one way

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.properties.random_words import CELLS, Scope, Words, expression


class Expressions(Words):
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

    def mostly_within(self, scope: Scope, low: int, high: int) -> str:
        """A number that mostly lies between these, though one cannot tell it from how it is written."""
        by_play = self.counter(scope) if self.chance(0.8) else self.number(scope, 0)
        just_wider = f"({by_play} mod {high - low + 2} + {low})"
        likely = [just_wider] * 6 + [str(self.dice.randint(low, high))]
        return self.one([*likely, f"min({by_play}, {high})", by_play])

    def map_of_suits(self, scope: Scope, depth: int) -> str:
        """A number for every suit."""
        known = scope.of("amounts")
        if known and self.chance(0.7):
            return self.one(known)
        if self.tallies and self.chance(0.2):
            return "stock"
        suits = self.dice.sample(self.suits, self.dice.randint(1, len(self.suits)))
        return "{" + ", ".join(f"{suit}: {self.number(scope, 0)}" for suit in suits) + "}"

    @expression("number")
    def of_a_map(self, scope: Scope, depth: int) -> str | None:
        known = scope.of("amounts")
        if not known:
            return None
        return self.one([f"sum({known[0]})", f"{known[0]}({self.write('suit', scope, 0)})"])

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
    def number_of_a_pass_or_none(self, scope: Scope, depth: int) -> str | None:
        if scope.flow:
            return None
        instead = self.number(scope, depth)
        return f"(if {self.first_phase} is none then {instead} else {self.first_phase})"

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
        # Two numbers that are known would be compared once and for all.
        first = self.counter(scope) if depth <= 0 and self.chance(0.5) else self.number(scope, depth)
        return f"{first} {how} {self.number(scope, depth)}"

    @expression("condition")
    def pass_or_none(self, scope: Scope, depth: int) -> str | None:
        if scope.flow:
            return None
        compared = self.one(["is", "<", ">=", "!="])
        return f"{self.first_phase} {compared} {self.one(['2', self.number(scope, depth)])}"

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
    def of_each(self, scope: Scope, depth: int) -> str | None:
        counter, what = self.one(self.counters), self.one(["some", "every"])
        return self.one(
            [
                f"{what}(players: {counter} > {self.number(scope, 0)})",
                f"players.{counter} has {self.number(scope, 0)}",
                f"{what}(list({self.pieces(scope, 0)} by rank: rank > {self.number(scope, 0)}))",
                f"highest(players by {counter}) has {self.player(scope)}",
            ]
        )

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
        return what.format(f"{self.several(scope)}.suit" if "has" in what else self.several(scope))

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

    @expression("condition")
    def a_word(self, scope: Scope, depth: int) -> str | None:
        letters = self.letters(scope, depth)
        return self.one(
            [
                f"{letters} is {self.one(['', 'not '])}in Motto",
                f"begins(Motto, {letters})",
                f"fits(Motto, {letters}, gap: {self.write('suit', scope, 0)})",
                f"following(Motto, {letters}) has {self.write('suit', scope, 0)}",
            ]
        )

    def letters(self, scope: Scope, depth: int) -> str:
        """Suits in a row."""
        if self.chance(0.4):
            return f"{{{self.write('suit', scope, 0)}, {self.write('suit', scope, 0)}}}"
        c = self.name("c")
        return f"list({c} in {self.pieces(scope, depth)} by {c}.rank: {c}.suit)"

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
        # It may be none, so that it is refused nearly everywhere.
        return f"next({self.player(scope, depth)}, players)" if self.chance(0.003) else None

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
    def without_a_name(self, scope: Scope, depth: int) -> str | None:
        what = self.one(["rank", "worth"])
        where = f"{what} {self.one(['<', '=', '>='])} {self.number(scope, 0)}"
        if self.chance(0.4):
            where = f"suit is {self.one(['', 'not '])}{self.one(self.suits)} or {where}"
        by = f" by {what}" if self.chance(0.3) else ""
        return f"({self.pieces(scope, 0)} where {where}{by})"

    @expression("pieces")
    def until_one(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        where = f" where {self.condition(inner, 0)}" if self.chance(0.3) else ""
        return f"until({c} in {self.pieces(scope, 0)}{where}: {self.condition(inner, depth)})"

    @expression("pieces")
    def coming_from(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        where = f" where {self.condition(inner, 0)}" if self.chance(0.3) else ""
        ways = f"({self.name('e')} in {self.pieces(inner, 0)} where {self.condition(inner, 0)})"
        begin = self.pieces(scope, 0)
        return f"reached({c} in {self.pieces(scope, 0)}{where}: {ways}, from: {begin})"

    @expression("pieces")
    def of_each_player(self, scope: Scope, depth: int) -> str | None:
        p = self.name("p")
        where = f" where {self.condition(scope.knowing((p, 'player')), depth)}" if self.chance(0.4) else ""
        several = [name for name in self.owned if self.shapes[name] != "slot"]
        return f"union({p} in players{where}: {p}.{self.one(several)})"

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

    @expression("errand")
    def plain_errand(self, scope: Scope, depth: int) -> str | None:
        known = scope.of("errand")
        number = self.mostly_within
        carrying: list[Callable[[], str]] = [
            lambda: f"{self.one(['heed', 'spare'])}({self.write('suit', scope, 0)})",
            lambda: f"wait({number(scope, 1, 3)})",
            lambda: f"hold({number(scope, 2, 5)})",
        ]
        if self.board:
            carrying.append(lambda: f"{self.one(['visit', 'flee'])}({self.write('place', scope, 0)})")
        if scope.of("piece"):
            carrying.append(lambda: f"fetch({self.one(scope.of('piece'))})")
        if self.board == "links":
            carrying.append(lambda: f"along(road({', '.join(self.roads[0])}))")
        return self.one([*known, "errand", "rest", self.dice.choice(carrying)()])

    @expression("number")
    def taken_apart(self, scope: Scope, depth: int) -> str | None:
        s, n, c = self.name("s"), self.name("n"), self.name("c")
        cases = [
            f"heed({s}) gives {self.number(scope.knowing((s, 'suit')), 0)}",
            f"wait({n}) gives {n}",
            f"fetch({c}) gives count(x in {self.zone(scope)} where x is {c})",
        ]
        if self.board:
            t = self.name("t")
            inner = scope.knowing((t, "place"))
            cases.append(
                f"visit({t}) gives (if {self.condition(inner, 0)} then 1 else {self.number(inner, 0)})"
            )
        told = ", ".join(case for case in cases if self.chance(0.7))
        of = self.write("errand", scope, 0)
        return f"(depending on {of} {{{told + ', ' if told else ''}otherwise {self.number(scope, 0)}}})"

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

    # ------------------------------------------------------------------ values of several sorts

    @expression("either")
    def one_of_its_sorts(self, scope: Scope, _depth: int) -> str | None:
        number = str(self.dice.randint(1, 3))
        return self.one(["either", number, self.player(scope, 0), self.write("suit", scope, 0)])

    def several_sorts(self, scope: Scope) -> str:
        """A list or a set of such values, or of one of their sorts."""
        alone = self.one([f"{{{self.write('suit', scope, 0)}}}", "Suit", "players", "{2, 3}"])
        mixed = self.one(["{either}", "{perhaps}", "union(p in players: {either})"])
        return self.one([alone, mixed, mixed, f"({mixed} {self.one(['+', '-'])} {mixed})"])

    @expression("condition")
    def is_of_a_sort(self, scope: Scope, _depth: int) -> str | None:
        which = self.one(["either", "perhaps"])
        return self.one(
            [
                f"{which} is in {self.one(['Suit', 'players', '1..2', self.several_sorts(scope)])}",
                f"{which} is {self.write('either', scope, 0)}",
                f"{self.several_sorts(scope)} has {self.write('either', scope, 0)}",
                f"{self.several_sorts(scope)} = {self.several_sorts(scope)}",
            ]
        )

    @expression("number")
    def how_many_of_a_sort(self, scope: Scope, depth: int) -> str | None:
        x = self.name("x")
        where = self.one([f"{x} is in Suit", f"{x} is perhaps", f"{x} is either"])
        others = self.one(["", f" {self.one(['+', '-'])} {self.several_sorts(scope)}"])
        return f"count({x} in {self.several_sorts(scope)}{others} where {where})"

    @expression("suit")
    def suit_among_sorts(self, scope: Scope, depth: int) -> str | None:
        s, which = self.name("s"), self.one(["either", "perhaps"])
        return f"(depending on {which} {{Suit as {s} gives {s}, otherwise {self.one(self.suits)}}})"

    # ------------------------------------------------------------------ options, tables, places

    @expression("number")
    def option(self, _scope: Scope, _depth: int) -> str | None:
        return self.one(self.options) if self.options else None

    @expression("number")
    def looked_up(self, scope: Scope, depth: int) -> str | None:
        if not self.table:
            return None
        return f"prize({self.write('suit', scope, 0)}, {self.one(['1', '2'])})"

    @expression("number")
    def hanging_together(self, scope: Scope, depth: int) -> str | None:
        c = self.name("c")
        inner = scope.knowing((c, "piece"))
        groups = f"groups({c} in {self.pieces(scope, 0)}: {self.pieces(inner, 0)})"
        if self.board:
            t = self.name("t")
            inner = scope.knowing((t, "place"))
            where = f" where {self.condition(inner, 0)}" if self.chance(0.5) else ""
            graph = "road" if self.board == "links" else "Spot"
            ways = self.one([f"neighbours({graph}, {t})", self.write("places", inner, 0)])
            members = self.write("places", scope, 0)
            groups = self.one([groups, f"groups({t} in {members}{where}: {ways})"])
        return f"count({groups})"

    @expression("number")
    def way(self, scope: Scope, depth: int) -> str | None:
        if not self.board:
            return None
        here, there = (self.write("place", scope, 0) for _ in range(2))
        if self.board == "links" and self.chance(0.5):
            return self.one(["longest_trail(road)", f"count(trail_lengths(road, from: {here}, to: {there}))"])
        graph = "road" if self.board == "links" else "Spot"
        return (
            f"count(within({graph}, {here}, {self.number(scope, 0)}))"
            if self.chance(0.5)
            else (f"count(regions({graph}, {self.write('places', scope, 0)}))")
        )

    @expression("number")
    def way_of_a_cost(self, scope: Scope, depth: int) -> str | None:
        if not self.board or self.board == "growing":
            return None
        here, there = (self.write("place", scope, 0) for _ in range(2))
        given = f"entering: {self.one(['hardness', f'passage({self.dice.randint(0, 9)})'])}"
        if self.board == "links":
            length = self.one(["length", "worn"])
            given = self.one([given, f"along: {length}", f"along: {length}, {given}"])
            if self.chance(0.2):
                return f"longest_trail(road, along: {length})"
        graph = "road" if self.board == "links" else "Spot"
        return self.one(
            [
                f"count(within({graph}, {here}, {self.number(scope, 0)}, {given}))",
                f"count(shortest_way({graph}, {here}, {there}, {given}))",
                f"sum(d in {{0}} where distance({graph}, {here}, {there}, {given}) is not none: 3)",
            ]
        )

    @expression("number")
    def way_to_take(self, scope: Scope, depth: int) -> str | None:
        if depth < 1:
            return None
        repeated = self.one(["", ", repeated: yes"])
        many, number = f"first({self.pieces(scope, 0)}, 4)", self.dice.randint(0, 3)
        return self.one(
            [
                f"count(way in combinations({many}, {number}{repeated}) where sum(way.rank) > 3)",
                f"sum(way in combinations(Suit, {number}{repeated}): count(distinct(way)))",
                f"count(union(way in combinations({many}, min({self.number(scope, 0)}, 2)): way))",
            ]
        )

    @expression("number")
    def cell_of_a_grid(self, scope: Scope, depth: int) -> str | None:
        if self.board not in CELLS:
            return None
        return f"{self.write('place', scope, 0)}.{self.one(['column', 'row'])}"

    @expression("number")
    def parts_of_places(self, scope: Scope, depth: int) -> str | None:
        if self.board != "growing":
            return None
        s = self.name("s")
        across = f"Side(step({s}.spot, {s}.way), opposite({s}.way))"
        here = f"Side({self.write('place', scope, 0)}, {self.one(['northeast', 'southwest'])})"
        there = f"{s} in Side where count(board({s}.spot)) {self.one(['=', '>'])} 0"
        return self.one(
            [
                f"count(groups({there}: {across}))",
                f"count(reached({there}: {{{across}, Side({s}.spot, southwest)}}, from: {here}))",
                f"distance(Spot, {self.write('place', scope, 0)}, {here}.spot)",
            ]
        )

    @expression("condition")
    def same_place(self, scope: Scope, depth: int) -> str | None:
        if not self.board:
            return None
        how = self.one(["is", "is not", "is in"])
        there = self.write("places" if how == "is in" else "place", scope, 0)
        return f"{self.write('place', scope, 0)} {how} {there}"

    @expression("place")
    def known_place(self, scope: Scope, _depth: int) -> str | None:
        known = scope.of("place")
        return self.one(known) if known and self.chance(0.7) else "spot"

    @expression("place")
    def onward(self, scope: Scope, _depth: int) -> str | None:
        match self.board:
            case "ring":
                return f"onward({self.write('place', scope, 0)}, {self.number(scope, 0)})"
            case "grid":
                return self.one(["Spot(2, 1)", "Spot(3, 2)"])
            case "growing":
                return "Spot(0, 0)"
            case _:
                return self.one(["north", "south"])

    @expression("places")
    def all_places(self, _scope: Scope, _depth: int) -> str | None:
        return "Spot"

    @expression("places")
    def near(self, scope: Scope, _depth: int) -> str | None:
        graph, here = "road" if self.board == "links" else "Spot", self.write("place", scope, 0)
        if self.board == "links" and self.chance(0.4):
            avoiding = self.one(["", ", avoiding: {south}"])
            return f"trail_ends(road, from: {here}, links: {self.one(['1..2', '2'])}{avoiding})"
        return f"neighbours({graph}, {here})"

    @expression("places")
    def covered_places(self, scope: Scope, depth: int) -> str | None:
        if self.board != "grid":
            return None
        there = self.write("place", scope, 0)
        kept = self.one([f"tile is {self.one(['bone', 'bend'])}", f"cells has {there}", "count(cells) = 3"])
        shape = f"{self.one(['bone', 'bend'])}.shape"
        if self.chance(0.5):
            shape = self.one([f"turned({shape}, {self.number(scope, 0)})", f"mirrored({shape})"])
        return self.one(
            [
                f"union(way in (Lie where {kept}): way.cells)",
                "first(Lie).cells",
                "last(Lie).cells",
                f"footprint({shape}, {there})",
                f"union(x in (Spot where column < count({shape})): footprint({shape}, x))",
            ]
        )

    @expression("places")
    def places_of_a_kind(self, scope: Scope, depth: int) -> str | None:
        if self.board not in CELLS:
            return None
        n = self.one(["1", "2", "3"])
        near = f"(Spot where {self.one(['column', 'row'])} {self.one(['<', '=', '>'])} {n})"
        here = self.write("place", scope, 0)
        lines = self.one([f"lines({near}, {self.one(['2', '3'])})", f"rays(Spot, {here})"])
        return self.one([near, f"union(line in {lines}: line)"])

    @expression("places")
    def places_where(self, scope: Scope, depth: int) -> str | None:
        t = self.name("t")
        return f"({t} in Spot where {self.condition(scope.knowing((t, 'place')), depth)})"

    @expression("direction")
    def direction(self, scope: Scope, depth: int) -> str | None:
        known = scope.of("direction")
        there = self.one([*known, "northeast", "southeast", "southwest"])
        if depth and self.chance(0.4):
            return f"opposite({there})"
        return f"turned({there}, {self.number(scope, 0)})" if depth and self.chance(0.4) else there

    @expression("places")
    def ends_of_a_link(self, scope: Scope, depth: int) -> str | None:
        if self.board != "links":
            return None
        if self.chance(0.5):
            a, b = self.dice.choice(self.roads)
            return f"{{road({b}, {a}).{self.one(['a', 'b'])}}}"
        ways = f"{{road({self.write('place', scope, 0)}, {self.write('place', scope, 0)})}}"
        return f"{ways}.{self.one(['a', 'b'])}"

    @expression("places")
    def steps(self, scope: Scope, depth: int) -> str | None:
        if self.board not in CELLS:
            return None
        here, ways = self.write("place", scope, 0), [self.write("direction", scope, 1) for _ in range(2)]
        return self.one(
            [f"ray({here}, {ways[0]})", f"{{step({here}, {ways[0]}), step({here}, {', '.join(ways)})}}"]
        )

    @expression("places")
    def straight_on(self, scope: Scope, depth: int) -> str | None:
        if self.board not in CELLS:
            return None
        d, t = self.name("d"), self.name("t")
        inner = scope.knowing((d, "direction"))
        ray = f"ray({self.write('place', scope, 0)}, {self.write('direction', inner, 1)})"
        until = f"until({t} in {ray}: {self.condition(inner.knowing((t, 'place')), 0)})"
        return f"union({d} in {self.one(['Direction', '{northeast, southwest}'])}: {until})"
