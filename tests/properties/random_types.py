"""Random cases that several values share, and numbers for declared types that they may leave (see
`random_games`).
"""

# ruff: noqa: ARG002 -- whatever is written is asked for in one way

from __future__ import annotations

from attrs import evolve

from tests.properties.random_expressions import Expressions
from tests.properties.random_words import (
    Given,
    Lines,
    Scope,
    Typed,
    declaration,
    expression,
    indented,
    line,
)


class Types(Expressions):
    # ------------------------------------------------------------------ numbers of declared types

    def given(self, kinds: list[str]) -> list[Given]:
        """Parameters, each of one of these kinds."""
        ends = [(0, 9), (-3, 12), (0, 6), (1, 6)]
        return [
            # What a map does not name in it is 0.
            Given(self.name("given"), kind, *self.dice.choice(ends[: 3 if kind == "amounts" else 4]))
            for kind in kinds
        ]

    def handed(self, param: Given, scope: Scope) -> str:
        """What is given for a parameter."""
        low, high = param.low, param.high
        match param.kind:
            case "number":
                return self.mostly_within(scope, low, high)
            case "perhaps":
                return (
                    f"(if {self.condition(scope, 0)} then none else {self.mostly_within(scope, low, high)})"
                )
            case "numbers":
                if self.chance(0.4):
                    return (
                        f"{{{self.mostly_within(scope, low, high)}, {self.mostly_within(scope, low, high)}}}"
                    )
                p = self.name("p")
                return f"list({p} in players: {self.mostly_within(scope.knowing((p, 'player')), low, high)})"
            case "amounts":
                known = scope.of("amounts")
                if known and self.chance(0.3):
                    return self.one(known)
                amounts = (f"{suit}: {self.mostly_within(scope, low, high)}" for suit in self.suits)
                return f"{{{', '.join(amounts)}}}"
            case kind:
                return self.write(kind, scope, 1)

    @declaration
    def typed_definition(self) -> Lines | None:
        name, per_player = self.name("def"), self.chance(0.3)
        kinds = ["number", "number", "perhaps", "numbers", "amounts", "suit"]
        params = self.given(self.dice.choices(kinds, k=self.dice.randint(0, 2)))
        known = tuple((param.name, param.kind) for param in params)
        scope = Scope(names=known, you=per_player, define=len(self.defines))
        head = f"define {name}"
        if params:
            head += f"({', '.join(f'{param.name}: {param.type}' for param in params)})"
        head += " per Player" if per_player else ""
        if not params or self.chance(0.4):
            low, high = self.dice.choice([(0, 9), (-3, 12), (0, 20)])
            lines = [f"{head}: {low}..{high} = {self.mostly_within(scope, low, high)}"]
            if self.chance(0.3):
                condition = self.condition(scope, 1)
                lines = [
                    f"{head}: {low}..{high} =",
                    f"  if {condition} then {self.mostly_within(scope, low, high)}",
                ]
                lines += [f"  otherwise {self.mostly_within(scope, low, high)}"]
        else:
            lines = [f"{head} = {self.number(scope, 1)}"]
        self.typed.append(Typed(name, tuple(params), per_player, len(self.defines)))
        self.made_from("\n".join(lines), name)
        return lines

    @expression("number")
    def asked_of_a_type(self, scope: Scope, depth: int) -> str | None:
        known = [one for one in self.typed if one.at < scope.define]
        if not known:
            return None
        asked = self.dice.choice(known)
        given = ", ".join(self.handed(param, scope) for param in asked.params)
        whose = "" if not asked.per_player else "your " if scope.you else f"{self.player(scope)}."
        return f"{whose}{asked.name}{f'({given})' if asked.params else ''}"

    @line
    def count_what_is_typed(self, scope: Scope, depth: int) -> Lines | None:
        asked = self.asked_of_a_type(scope, depth)
        return [f"add {asked} mod 3 to {self.counter(scope)}"] if asked else None

    @expression("number")
    def of_what_was_given(self, scope: Scope, depth: int) -> str | None:
        """Out of a parameter of a declared type."""
        x = self.name("x")
        told = [f"sum({many})" for many in scope.of("numbers")]
        told += [f"count({x} in {many} where {x} > {self.number(scope, 0)})" for many in scope.of("numbers")]
        told += [
            f"(if {some} is none then {self.number(scope, 0)} else {some})" for some in scope.of("perhaps")
        ]
        return self.one(told) if told else None

    # ------------------------------------------------------------------ cases that several values share

    def pairs(self) -> list[tuple[str, str]]:
        """Values that carry the same, with what they carry in braces; and what it is."""
        there = [("visit({0}), flee({0})", "place")] if self.board else []
        return [("heed({0}), spare({0})", "suit"), ("wait({0}), hold({0})", "number"), *there]

    def told_by(self, name: str, kind: str, scope: Scope, depth: int) -> str:
        """A number that reads a name."""
        inner = scope.knowing((name, kind))
        match kind:
            case "number":
                return self.one([name, f"({name} + {self.number(inner, depth)})"])
            case "suit":
                return f"count({self.several(scope)} where suit is {name})"
            case "player":
                return f"{name}.{self.one(self.counters)}"
            case _:
                return f"(if {name} is spot then {self.number(inner, depth)} else 1)"

    def done_with(self, name: str, kind: str, scope: Scope, depth: int) -> Lines:
        """A line that reads a name, and others that may."""
        known = scope.knowing((name, kind))
        first = f"add {self.told_by(name, kind, scope, depth)} mod 3 to {self.counter(scope)}"
        return [first, *(self.block(known, depth, 1) if self.chance(0.5) else [])]

    def ranges(self) -> tuple[str, list[tuple[str, str]]]:
        """What is told apart, and cases of it with names in braces."""
        if self.chance(0.5):
            subject = self.one(["either", "either", "perhaps"])
            numbers = self.one(["1..2 as {0}, 3 as {0}", "1, 3 as {0}", "3 as {0}, 1..2 as {0}"])
            suits = f"{self.suits[0]}, {self.suits[1]} as {{0}}"
            return subject, [(numbers, "number"), (suits, "suit"), ("Player as {0}", "player")]
        low = self.one(["0..1 as {0}, 4 as {0}", "0, 2 as {0}", "0 as {0}, 2..3 as {0}"])
        return "", [(low, "number"), ("5 as {0}, 6..9 as {0}", "number")]

    @expression("number")
    def of_values_that_share_a_case(self, scope: Scope, depth: int) -> str | None:
        if depth < 0:
            return None
        arms = [
            f"{patterns.format(name)} gives {self.told_by(name, kind, scope, depth - 1)}"
            for (patterns, kind), name in ((pair, self.name("kept")) for pair in self.pairs())
            if self.chance(0.8)
        ]
        of = self.write("errand", scope, depth - 1)
        return f"(depending on {of} {{{', '.join([*arms, f'otherwise {self.number(scope, depth - 1)}'])}}})"

    @expression("number")
    def of_ranges_that_share_a_case(self, scope: Scope, depth: int) -> str | None:
        if depth < 0:
            return None
        subject, cases = self.ranges()
        arms = [
            f"{patterns.format(name)} gives {self.told_by(name, kind, scope, depth - 1)}"
            for (patterns, kind), name in ((case, self.name("kept")) for case in cases)
            if self.chance(0.8)
        ]
        of = subject or f"({self.number(scope, depth - 1)} mod 11)"
        return f"(depending on {of} {{{', '.join([*arms, f'otherwise {self.number(scope, depth - 1)}'])}}})"

    @expression("suit")
    def suit_of_either_errand(self, scope: Scope, depth: int) -> str | None:
        if depth < 0:
            return None
        s, of = self.name("s"), self.write("errand", scope, depth - 1)
        return f"(depending on {of} {{heed({s}), spare({s}) gives {s}, otherwise {self.one(self.suits)}}})"

    @expression("errand")
    def turned_into_another(self, scope: Scope, depth: int) -> str | None:
        if depth < 1:
            return None
        s, n = self.name("s"), self.name("n")
        # More can be held than be waited.
        either = f"wait({n}), hold({n}) gives {self.one(['wait', 'hold'])}({n})"
        of = self.write("errand", scope, depth - 1)
        return f"(depending on {of} {{heed({s}), spare({s}) gives spare({s}), {either}, otherwise rest}})"

    @line
    def cases_shared_by_values(self, scope: Scope, depth: int) -> Lines | None:
        return self.told_apart(self.write("errand", scope, 1), self.pairs(), scope, depth)

    @line
    def cases_shared_by_ranges(self, scope: Scope, depth: int) -> Lines | None:
        subject, cases = self.ranges()
        return self.told_apart(subject or f"{self.number(scope, 1)} mod 11", cases, scope, depth)

    def told_apart(
        self, subject: str, cases: list[tuple[str, str]], scope: Scope, depth: int
    ) -> Lines | None:
        if depth < 0:
            return None
        lines = [f"depending on {subject}"]
        for patterns, kind in cases:
            if self.chance(0.7):
                name = self.name("kept")
                done = self.done_with(name, kind, scope, depth)
                lines += [f"  {patterns.format(name)}:", *indented(indented(done))]
        return [*lines, "  otherwise:", *indented(indented(self.block(scope, depth, 1)))]

    @declaration
    def routine_for_values(self) -> Lines | None:
        """One routine, written by what it is given."""
        name, given = self.name("routine"), self.name("given")
        scope = Scope(names=((given, "errand"),), you=self.chance(0.5), routine=len(self.routines))
        others = ["rest", f"fetch({self.name('kept')})"]
        others += [f"along({self.name('kept')})"] if self.board == "links" else []
        lines: Lines = []
        for patterns, kind in self.pairs():
            kept = self.name("kept")
            done = self.done_with(kept, kind, evolve(scope, decisions=False), 1)
            lines += [f"routine {name}({given}: Errand) for {patterns.format(kept)}", *indented(done), ""]
        block = indented(self.block(scope, 1, 2))
        self.routines.append((name, [Given(given, "errand")], scope.you))
        return [*lines, f"routine {name}({given}: Errand) for {', '.join(others)}", *block]
