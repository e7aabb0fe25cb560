"""Statements: what happens, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import PLAYER, UNREAD
from rulesdsl.check.expressions.cases import MOST_BRANCHES
from rulesdsl.check.expressions.lasting_facts import each_once
from rulesdsl.check.folding import TRUE, constant, facts_of, perhaps_elsewhere
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.check.statements.secret_blocks import parked_lines, shared_before_park
from rulesdsl.check.symbols import StateSymbol, ZoneSymbol
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of
from rulesdsl.syntax.blocks import bound_by


class StatementLines(StatementModule):
    def block(self, lines: Iterable[ast.Stmt], scope: Scope) -> ir.Lines:
        """Lines in order; names bound by one are in reach of those behind it."""
        done: list[ir.Stmt] = []
        ended: Span | None = None
        for line in lines:
            if ended is not None:
                self.reporter.error(
                    "unreachable-line",
                    line.span,
                    "this line is never reached",
                    "behind an end",
                    because=((ended, "everything ends here"),),
                )
                ended = None
            self.expressions.lasting_facts.forget(line, scope, behind=False)
            try:
                done.extend(self.line(line, scope))
            except UnknownName:
                self._bind_anyway(line, scope)
                continue
            self.expressions.lasting_facts.forget(line, scope, behind=True)
            if isinstance(line, ast.End):
                ended = line.span
        return tuple(done)

    def _bind_anyway(self, line: ast.Stmt, scope: Scope) -> None:
        """A line that could not be understood still binds its name, so that one slip is reported once."""
        self._read_inside(line, scope)
        name = bound_by(line)
        if name is not None:
            scope.bind(name.text, ir.Local(self.output.vars.new(name.text, UNREAD)), name.span).used = True

    def _read_inside(self, line: ast.Stmt, scope: Scope) -> None:
        """The blocks of a line whose head could not be understood."""
        inside = scope.inner()
        match line:
            case ast.If(then=then, otherwise=otherwise):
                self.body(then, inside)
                if isinstance(otherwise, ast.Block):
                    self.body(otherwise, inside)
                elif otherwise is not None:
                    self.block((otherwise,), inside)
            case ast.For(binder=ast.Binder(name=ast.Name() as name), body=body):
                self.output.vars.bound(name, UNREAD, inside)
                self.body(body, inside)
            case ast.Repeat(name=name, body=body):
                if name is not None:
                    self.output.vars.bound(name, UNREAD, inside)
                self.body(body, inside)
            case ast.EachPlayer(body=body) | ast.OnePlayer(body=body) | ast.AllPlayers(body=body):
                self.body(body, scope.inner(you=ir.Local(self.output.vars.new("you", PLAYER))))
            case ast.Together(body=body) | ast.MayBlock(body=body):
                self.body(body, inside)
            case ast.Depending(cases=cases):
                for case in cases:
                    self.body(case.body, inside)

    def body(self, block: ast.Block, scope: Scope) -> ir.Lines:
        return self.block(block.lines, scope.inner())

    def line(self, line: ast.Stmt, scope: Scope) -> ir.Lines:
        match line:
            case ast.PieceLine():
                return (self.statements.pieces.pieces_of(line, scope),)
            case ast.SetTo() | ast.AddTo() | ast.RemoveFrom():
                return self.statements.states.state_change(line, scope)
            case ast.Do():
                return self.statements.decisions.routines.call_routine(
                    line.name, line.args, scope, line.cite, line.span
                )
            case ast.Let(name, value_node):
                self.expressions.lists.not_shadowing(name, scope)
                value = self.expressions.expr(value_node, scope)
                if isinstance(value, ir.Const):
                    scope.bind(name.text, value, name.span)
                    return ()
                var = self.output.vars.new(name.text, value.type)
                if self.statements.turns.are_sorted(value):
                    self.output.sorted_vars.add(var)
                scope.bind(name.text, ir.Local(var), name.span)
                return (ir.Let(var, value, line.span),)
            case ast.If():
                return (self._if(line, scope),)
            case ast.For(binder, body):
                return self._for(binder, body, scope)
            case ast.Repeat(times, name, body):
                many = self.declarations.amounts.amount(times, scope, "these lines are never carried out")
                inside = scope.inner()
                counted: ir.Var | None = None
                if name is not None:
                    self.expressions.lists.not_shadowing(name, scope)
                    high = max(many.type.high, 1) if isinstance(many.type, ir.IntDomain) else 1
                    counted = self.output.vars.bound(name, ir.IntDomain(1, high), inside)
                return (ir.Repeat(many, counted, self.body(body, inside), times.span),)
            case ast.EachPlayer():
                return (self._each_player(line, scope),)
            case ast.OnePlayer(player, body):
                value = self.statements.turns.player_of(player, scope)
                var = self.output.vars.new("you", PLAYER)
                inside = scope.inner(you=ir.Local(var))
                return (ir.Let(var, value), *self.body(body, inside))
            case ast.AllPlayers():
                return (self._secret(line, scope),)
            case ast.Together(body):
                place = attrs.evolve(scope.place, decisions=False, why_not="a `together` block is one change")
                return (ir.Together(self.body(body, scope.inner(place=place))),)
            case ast.Depending():
                return self._depending_lines(line, scope)
            case ast.Say(text, to, cite):
                players = None if to is None else self.statements.turns.players_of(to, scope)
                return (ir.Say(self.statements.texts.text(text, scope), players, rules_of(cite), line.span),)
            case ast.Record(name, cite):
                return (self.statements.turns.record(name, cite, line.span),)
            case ast.End(name, cite):
                return (self.statements.turns.end(name, cite, line.span),)
            case ast.Nothing():
                return ()
            case ast.Phase():
                return (self.statements.turns.phase(line, scope),)
            case ast.Chance() | ast.Roll():
                return (self.statements.chance.chance_line(line, scope),)
            case ast.When():
                self.reporter.error(
                    "misplaced-declaration",
                    line.span,
                    '`when` stands at the head of an action, a standing rule or a `may "…"` block',
                    "not here",
                    hint="here a line `if …` with what depends on it below is meant",
                )
                return ()
            case ast.MayDo() | ast.MayBlock() | ast.May() | ast.Must() | ast.Choose():
                return self.statements.decisions.actions.decision(line, scope)
            case _:
                assert_never(line)

    def _for_none(self, node: ast.Expr | None) -> None:
        """`{}` where lines are carried out for each member of a list."""
        bare = node.inner if isinstance(node, ast.Group) else node
        if isinstance(bare, ast.Listing) and not bare.items:
            self.reporter.error(
                "unreachable-line",
                bare.span,
                "the lines below are never carried out: nothing is in this list",
                "empty",
                hint="say for whom, or take the lines away",
            )

    def _each_player(self, line: ast.EachPlayer, scope: Scope) -> ir.Stmt:
        self._for_none(line.players)
        players = self.statements.turns.players_of(line.players, scope)
        first = self.statements.turns.first_player(line.first, scope)
        if line.order is not None:
            players = self.statements.turns.in_order_of(players, line.order, scope)
        as_sorted = self.statements.turns.are_sorted(players)
        if as_sorted and line.first is not None:
            self.statements.turns.order_of_their_own(line.first.span, line.players)
        var = self.output.vars.new("you", PLAYER)
        inside = scope.inner(you=ir.Local(var))
        body = self.body(line.body, inside)
        return ir.EachPlayer(players, first, var, body, line.span, as_sorted=as_sorted)

    def _secret(self, line: ast.AllPlayers, scope: Scope) -> ir.Stmt:
        self.statements.turns.allow_time(line.span, "`all players in secret`", scope)
        if scope.place.secret:
            self.reporter.error(
                "decision-not-allowed-here",
                line.span,
                "`all players in secret` inside of another one",
                "everybody is deciding already",
                hint="take one of the two away, and leave its lines",
            )
        self._for_none(line.players)
        players = self.statements.turns.players_of(line.players, scope)
        var = self.output.vars.new("you", PLAYER)
        place = attrs.evolve(scope.place, secret=True, meanwhile=(line.body,))
        body = self.body(line.body, scope.inner(you=ir.Local(var), place=place))
        parked, shadow = parked_lines(body)
        self.check_secret(parked, var, line)
        return ir.Secret(players, var, parked, shadow)

    def check_secret(self, body: ir.Lines, you: ir.Var, line: ast.AllPlayers) -> None:
        """Lines before the last decision may change only what is the player's own."""
        for span in shared_before_park(body, you, self.zone_owners()):
            self.reporter.error(
                "shared-change-in-secret",
                span or line.span,
                "this changes what belongs to all, while others have still to decide",
                "before the last decision",
                because=((line.span, "all decide at once here"),),
                hint="move it behind the last decision of the block, or out of the block",
            )

    def zone_owners(self) -> dict[str, int | None]:
        owners: dict[str, int | None] = {}
        for name, symbol in self.world.symbols.items():
            if isinstance(symbol, (ZoneSymbol, StateSymbol)):
                owners[name] = symbol.owner_at
        return owners

    # ------------------------------------------------------------ control

    def _if(self, line: ast.If, scope: Scope, earlier: tuple[tuple[ir.Expr, ast.Expr], ...] = ()) -> ir.Stmt:
        if len(earlier) == MOST_BRANCHES:
            self.expressions.cases.too_many_cases(len(earlier) + 1, line.condition.span, MOST_BRANCHES)
        test = self.expressions.condition(line.condition, scope)
        self.expressions.certainty.after_others(earlier, test, line.condition, scope)
        then = self.body(line.then, scope.with_facts(facts_of(test, holds=True)))
        other_scope = scope.with_facts(facts_of(test, holds=False))
        otherwise: ir.Lines = ()
        match line.otherwise:
            case None:
                pass
            case ast.If() as chained:
                otherwise = (self._if(chained, other_scope, (*earlier, (test, line.condition))),)
            case ast.Block() as block:
                otherwise = self.body(block, other_scope)
        if then and isinstance(then[-1], ir.End) and line.otherwise is None:
            scope.learn(facts_of(test, holds=False))
        return ir.If(test, then, otherwise)

    def _for(self, binder: ast.Binder, body: ast.Block, scope: Scope) -> ir.Lines:
        self._for_none(binder.domain)
        var, domain, where, by, inside = self.expressions.binder(binder, scope)
        own = binder.name.text if binder.name is not None and each_once(domain) else ""
        inside.facts = self.expressions.lasting_facts.still_known(inside.facts, body.lines, own)
        if where is not None or by is not None:
            inner_var = self.output.vars.new(var.name, var.type)

            mapping: dict[ir.Var, ir.Expr] = {var: ir.Local(inner_var)}
            domain = ir.Over(
                Gather.SELECT,
                inner_var,
                domain,
                None if where is None else self.expressions.lists.substituted(where, mapping),
                None if by is None else self.expressions.lists.substituted(by, mapping),
                None,
                domain.type,
            )
        return (ir.For(var, domain, self.body(body, inside), binder.span),)

    def _depending_lines(self, line: ast.Depending, scope: Scope) -> ir.Lines:
        self.expressions.cases.few_enough(len(line.cases), line.span, MOST_BRANCHES)
        subject = self.expressions.expr(line.subject, scope)
        rest = next((case.span for case in line.cases if not case.patterns), None)
        if rest is not None:
            subject = perhaps_elsewhere(subject)
        before: list[ir.Stmt] = []
        held: ir.Expr = subject
        if not isinstance(subject, (ir.Const, ir.Local)) and not (
            isinstance(subject, ir.Apply) and subject.op is Op.AS and isinstance(subject.args[0], ir.Local)
        ):
            var = self.output.vars.new("subject", subject.type)
            before.append(ir.Let(var, subject))
            held = ir.Local(var)
        patterns: list[ast.Pattern | None] = []
        for case in line.cases:
            patterns.extend(case.patterns or (None,))
        coverage = self.expressions.case_coverage
        coverage.cases_cover(subject, patterns, line.span, scope, of=line.subject, rest=rest)
        branches: list[tuple[ir.Expr, ir.Lines]] = []
        for case in line.cases:
            inside = scope.inner()
            if not case.patterns:
                branches.append((TRUE, self.body(case.body, inside)))
                break
            test = self.expressions.cases.case(case.patterns, held, inside, case.body)
            inside = inside.with_facts(facts_of(test, holds=True))
            if isinstance(subject, ir.Const) and constant(test) == 0:
                self.body(case.body, inside)
                continue
            branches.append((test, self.body(case.body, inside)))
        result: ir.Lines = ()
        for test, lines in reversed(branches):
            result = lines if constant(test) == 1 else (ir.If(test, lines, result),)
        return (*before, *result)
