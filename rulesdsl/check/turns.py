"""Turns and phases: who acts, how often lines are carried out, and what ends them."""

from __future__ import annotations

from contextlib import suppress

import attrs

from rulesdsl.check.chance_lines import ChanceLines
from rulesdsl.check.domains import PLAYER, bounds, is_optional, seq
from rulesdsl.check.folding import constant, number
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import PhaseSymbol, ScoreSymbol
from rulesdsl.check.tree_walk import nodes_in, rules_of
from rulesdsl.program import (
    Apply,
    ConstSeq,
    End,
    Expr,
    Local,
    Phase,
    PlayerDomain,
    Record,
    Stmt,
    TurnOf,
    TurnOfEach,
    Var,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_PASSES = 1_000_000
"""Passes of a phase of which nobody says how many there are."""


class Turns(ChanceLines):
    # ------------------------------------------------------------ who acts

    def player_of(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.player_or_none(node, scope)
        return self.none_here(value, node.span, "a turn") if is_optional(value.type) else value

    def players_of(self, node: ast.Expr | None, scope: Scope) -> Expr:
        if node is None:
            return ConstSeq(tuple(range(self.players)), seq(PLAYER, ordered=True, bound=self.players))
        value = self.expr(node, scope)
        if isinstance(value.type, PlayerDomain):
            return Apply("seq_of", (value,), seq(PLAYER, ordered=True, bound=1))
        return self.several_players(value, node.span)

    def first_player(self, node: ast.Expr | None, scope: Scope) -> Expr | None:
        return None if node is None else self.player_or_none(node, scope)

    # ------------------------------------------------------------ phases

    def declare_phases(self) -> None:
        for node in nodes_in(self.tree.declarations):
            if not isinstance(node, ast.Phase):
                continue
            most = MOST_PASSES
            if node.times is not None:
                # Zones and later phases are not known yet: what is wrong is said where the phase is read.
                with suppress(UnknownName), self.unheard():
                    value = constant(self.expr(node.times.number, Scope()))
                    most = value if value is not None and value > 0 else MOST_PASSES
            if self.declare(PhaseSymbol(node.name.text, node.name.span, most, True)):
                self.phase_nodes[node.name.text] = node

    def allow_time(self, span: Span, what: str, scope: Scope) -> None:
        """What takes more than a moment cannot be part of one change."""
        if not scope.place.decisions:
            self.error(
                "decision-not-allowed-here",
                span,
                f"{what} cannot be played here",
                scope.place.why_not or "no decision",
            )

    def phase(self, line: ast.Phase, scope: Scope) -> Phase:
        symbol = self.symbols.get(line.name.text)
        if not isinstance(symbol, PhaseSymbol):
            # Its name belongs to something else, which has been reported.
            raise UnknownName
        self.allow_time(line.name.span, "a phase", scope)
        times: Expr | None = None
        if line.times is not None:
            # Where the number cannot be understood, the lines of the phase still can.
            times = number(1)
            with suppress(UnknownName):
                times = self.amount(line.times.number, scope, "this phase is never played")
                symbol.most = max(bounds(times.type).high, 1)
        you: Var | None = None
        turn: TurnOfEach | TurnOf | None = None
        until: Expr | None = None
        stops: Expr | None = None
        place = attrs.evolve(scope.place, phases=(*scope.place.phases, line.name.text))
        inside = scope.inner(place=place)
        seen: dict[type, Span] = {}
        for clause in line.clauses:
            kind = ast.TurnOf if isinstance(clause, ast.TurnOfEach) else type(clause)
            if kind in seen:
                self.error(
                    "duplicate-name",
                    clause.span,
                    "this clause stands twice",
                    "the second",
                    because=((seen[kind], "the first"),),
                )
            seen[kind] = clause.span
            try:
                match clause:
                    case ast.TurnOfEach(players, first):
                        turn = TurnOfEach(self.players_of(players, inside), self.first_player(first, inside))
                    case ast.TurnOf(player):
                        turn = TurnOf(self.player_of(player, inside))
                    case ast.Until(condition):
                        until = self.condition(condition, inside)
                    case ast.Stops(condition):
                        stops = self.condition(condition, inside)
            except UnknownName:
                continue
        if turn is not None or ast.TurnOf in seen:
            you = self.vars.new("you", PLAYER)
            inside = inside.inner(you=Local(you))
        body = self.block(line.body, inside)
        once = times is None and turn is None and until is None and stops is None
        at_most = line.times is not None and line.times.at_most
        return Phase(
            line.name.text,
            times,
            at_most,
            turn,
            you,
            until,
            stops,
            once,
            body,
            rules_of(line.cite),
            line.span,
        )

    def record(self, name: ast.Name, cite: ast.Cite | None, span: Span) -> Stmt:
        each = {s.each for s in self.symbols.values() if isinstance(s, ScoreSymbol) and s.each is not None}
        if name.text not in each:
            if any(not isinstance(self.symbols.get(one), PhaseSymbol) for one in each):
                raise UnknownName
            self.unknown(name.span, name.text, "score row counted `each`", sorted(each), "unknown-phase")
            raise UnknownName
        self.recorded.add(name.text)
        return Record(name.text, rules_of(cite), span)

    recorded: set[str]

    def end(self, name: ast.Name, cite: ast.Cite | None, span: Span) -> Stmt:
        if name.text == "game":
            return End("", rules_of(cite), span)
        symbol = self.symbols.get(name.text)
        if not isinstance(symbol, PhaseSymbol):
            known = ["game", *(n for n, s in self.symbols.items() if isinstance(s, PhaseSymbol))]
            self.unknown(name.span, name.text, "phase", known, "unknown-phase")
            raise UnknownName
        self.used.add(name.text)
        self.ended.add(name.text)
        return End(name.text, rules_of(cite), span)

    ended: set[str]
    phase_nodes: dict[str, ast.Phase]
