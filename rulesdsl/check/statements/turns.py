"""Turns and phases: who acts, how often lines are carried out, and what ends them."""

from __future__ import annotations

from contextlib import suppress

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, PLAYER, bounds, seq
from rulesdsl.check.folding import alone, constant, free_vars, known_list, number
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.check.symbols import PhaseSymbol, ScoreSymbol
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of

MOST_PASSES = 1_000_000
"""Passes of a phase of which nobody says how many there are."""


_NO_PHASES = {
    "turn": "a turn is over when its lines are done, and needs no `end`",
    "round": "a round that ends is a phase: `end` is followed by its name",
    "phase": "`end` is followed by the name of the phase",
}
"""What somebody ends who has no phase of that name."""


class Turns(StatementModule):
    # ------------------------------------------------------------ who acts

    def player_of(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expressions.arguments.player_or_none(node, scope)
        return self.expressions.attributes.there(value, node.span, "a turn")

    def players_of(self, node: ast.Expr | None, scope: Scope) -> ir.Expr:
        if node is None:
            return known_list(range(self.world.players), PLAYER)
        value = self.expressions.expr(node, scope)
        if isinstance(value.type, ir.PlayerDomain):
            return alone(value)
        return self.expressions.arguments.several_players(value, node.span)

    def are_sorted(self, value: ir.Expr) -> bool:
        """Whether these are in an order that somebody has put them in, with `by`."""
        match value:
            case ir.Over(op=Gather.SELECT | Gather.LIST, domain=domain, by=by):
                return by is not None or self.are_sorted(domain)
            case ir.Apply(op=Op.FIRST_N | Op.LAST_N, args=(several, *_)):
                return self.are_sorted(several)
            case ir.IfExpr(then=then, otherwise=otherwise):
                return self.are_sorted(then) or self.are_sorted(otherwise)
            case ir.LetExpr(body=body):
                return self.are_sorted(body)
            case ir.Formula(name=name):
                return name in self.output.formulas and self.are_sorted(self.output.formulas[name].body)
            case ir.Local(var):
                return var in self.output.sorted_vars
            case _:
                return False

    def in_order_of(self, players: ir.Expr, key: ast.Expr, scope: Scope) -> ir.Expr:
        """The players sorted by a key, the least first; in it each of them is `you`."""
        var = self.output.vars.new("you", PLAYER)
        by = self.expressions.expr(key, scope.inner(you=ir.Local(var)))
        if not self.expressions.definitions.depends_on(by, var):
            self.reporter.error(
                "rank-decides-nothing",
                key.span,
                "this is the same for all players, so that the order is that of the seats",
                "does not say `your …`",
                hint="say what of each player it is: `your points`",
            )
        several = seq(PLAYER, ordered=True, bound=self.world.players)
        return ir.Over(Gather.SELECT, var, players, None, by, None, several)

    def order_of_their_own(self, span: Span, players: ast.Expr | None) -> None:
        because = () if players is None else ((players.span, "sorted"),)
        self.reporter.error(
            "misplaced-declaration",
            span,
            "players who are sorted come in that order, not clockwise from one of them",
            "an order of its own",
            because=because,
            hint="leave `from …` away, or the `by …` of the players",
        )

    def first_player(self, node: ast.Expr | None, scope: Scope) -> ir.Expr | None:
        return None if node is None else self.expressions.arguments.player_or_none(node, scope)

    # ------------------------------------------------------------ phases

    def declare_phases(self) -> None:
        for node in instances_in(self.world.tree.declarations, ast.Phase):
            most = MOST_PASSES
            if node.times is not None:
                # Zones and later phases are not known yet: what is wrong is said where the phase is read.
                with suppress(UnknownName), self.reporter.speculatively():
                    value = constant(self.expressions.expr(node.times.number, Scope()))
                    most = value if value is not None and value > 0 else MOST_PASSES
            if self.declarations.declare(PhaseSymbol(node.name.text, node.name.span, most)):
                self.world.phase_nodes[node.name.text] = node

    def allow_time(self, span: Span, what: str, scope: Scope) -> None:
        """What takes more than a moment cannot be part of one change."""
        if not scope.place.decisions:
            self.reporter.error(
                "decision-not-allowed-here",
                span,
                f"{what} cannot be played here",
                scope.place.why_not or "no decision",
            )

    def phase(self, line: ast.Phase, scope: Scope) -> ir.Phase:
        symbol = self.world.symbols.get(line.name.text)
        if not isinstance(symbol, PhaseSymbol):
            # Its name belongs to something else, which has been reported.
            raise UnknownName
        self.allow_time(line.name.span, "a phase", scope)
        times: ir.Expr | None = None
        if line.times is not None:
            # Where the number cannot be understood, the lines of the phase still can.
            times = number(1)
            with suppress(UnknownName):
                times = self.declarations.amounts.amount(
                    line.times.number, scope, "this phase is never played"
                )
                symbol.most = max(bounds(times.type).high, 1)
        you: ir.Var | None = None
        turn: ir.TurnOfEach | ir.TurnOf | None = None
        until: ir.Expr | None = None
        stops: ir.Expr | None = None
        place = attrs.evolve(scope.place, phases=scope.place.phases | {line.name.text})
        inside = scope.inner(place=place)
        seen: dict[type, Span] = {}
        for clause in line.clauses:
            kind = ast.TurnOf if isinstance(clause, ast.TurnOfEach) else type(clause)
            if kind in seen:
                self.reporter.twice(clause.span, seen[kind], "this clause stands twice")
            seen[kind] = clause.span
            try:
                match clause:
                    case ast.TurnOfEach(players, first):
                        turn = self._turn_of_each(clause, players, first, inside)
                    case ast.TurnOf(player):
                        turn = ir.TurnOf(self.expressions.arguments.player_or_none(player, inside))
                    case ast.Until(condition):
                        until = self._of_some_player(condition, turn, inside)
                    case ast.Stops(condition):
                        stops = self._of_some_player(condition, turn, inside)
            except UnknownName:
                continue
        if turn is not None or ast.TurnOf in seen:
            you = self.output.vars.new("you", PLAYER)
            inside = inside.inner(you=ir.Local(you))
        body = self.statements.block(line.body, inside)
        once = times is None and turn is None and until is None and stops is None
        at_most = line.times is not None and line.times.at_most
        name, rules = line.name.text, rules_of(line.cite)
        return ir.Phase(name, times, at_most, turn, you, until, stops, once, body, rules, line.span)

    def _of_some_player(
        self, condition: ast.Expr, turn: ir.TurnOfEach | ir.TurnOf | None, scope: Scope
    ) -> ir.Expr:
        """What ends a phase: said of `you` in nobody's turn, it holds as soon as it does for one player."""
        if scope.you is not None:
            return self.expressions.condition(condition, scope)
        you = self.output.vars.new("you", PLAYER)
        test = self.expressions.condition(condition, scope.inner(you=ir.Local(you)))
        if you not in free_vars(test):
            return test
        players = turn.players if isinstance(turn, ir.TurnOfEach) else self.players_of(None, scope)
        return ir.Over(Gather.SOME, you, players, None, None, test, FLAG)

    def _turn_of_each(
        self, clause: ast.TurnOfEach, players: ast.Expr | None, first: ast.Expr | None, scope: Scope
    ) -> ir.TurnOfEach:
        several = self.players_of(players, scope)
        if self.are_sorted(several):
            self.reporter.error(
                "misplaced-declaration",
                clause.span if players is None else players.span,
                "turns go clockwise, however the players are sorted",
                "an order of its own",
                hint="`each player of … in turn` goes through them as they are sorted",
            )
        return ir.TurnOfEach(several, self.first_player(first, scope))

    def record(self, name: ast.Name, cite: ast.Cite | None, span: Span) -> ir.Stmt:
        each = {s.each for s in self.world.all(ScoreSymbol) if s.each is not None}
        phases = {word for word in each if isinstance(self.world.symbols.get(word), PhaseSymbol)}
        if name.text not in phases:
            if phases != each:
                # Said where the score rows stand.
                raise UnknownName
            raise self.reporter.unknown(
                name.span, name.text, "score row counted `each`", sorted(each), "unknown-phase"
            )
        self.usage.recorded.add(name.text)
        self.reporter.means(name.span, self.world.symbols[name.text].span)
        return ir.Record(name.text, rules_of(cite), span)

    def end(self, name: ast.Name, cite: ast.Cite | None, span: Span) -> ir.Stmt:
        if name.text == "game":
            return ir.End("", rules_of(cite), span)
        symbol = self.world.symbols.get(name.text)
        if not isinstance(symbol, PhaseSymbol):
            known = ["game", *(s.name for s in self.world.all(PhaseSymbol))]
            raise self.reporter.unknown(
                name.span, name.text, "phase", known, "unknown-phase", foreign=_NO_PHASES
            )
        self.usage.used.add(name.text)
        self.usage.ended.add(name.text)
        self.reporter.means(name.span, symbol.span)
        return ir.End(name.text, rules_of(cite), span)
