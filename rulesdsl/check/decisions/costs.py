"""Costs: what must hold so that the cost lines of an action can be carried out, one after the other."""

from __future__ import annotations

from attrs import define

from rulesdsl import program as ir
from rulesdsl.check.decisions.cost_effects import ANYTHING, AfterCost, Gone, UnclearCost
from rulesdsl.check.decisions.module import DecisionModule
from rulesdsl.check.domains import FLAG, is_number, is_optional, plain, seq
from rulesdsl.check.folding import any_of, arithmetic, compared, constant, number, rebuilt
from rulesdsl.check.scope import Scope, UnknownName, zone_scope
from rulesdsl.check.symbols import StateSymbol, ZoneSymbol
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_MANY = ir.IntDomain(0, 2_000)


@define
class _Room:
    """How many pieces a zone takes, and where others go."""

    most: int
    overflow: str | None = None


class Costs(DecisionModule):
    def after_cost(self, params: list[ir.Param]) -> AfterCost:
        return AfterCost(
            self.world.symbols,
            self.output.formulas,
            self.output.vars,
            lambda symbol: self.declarations.size_of(symbol.pieces),
            self._takes_condition,
            {param.var: param.domain for param in params},
        )

    def cost_conditions(self, clause: ast.Cost, scope: Scope, so_far: AfterCost) -> list[ir.Condition]:
        """What must hold so that a cost can be paid, after those before it."""
        line = clause.line
        try:
            statements = self.statements.line(line, scope)
        except UnknownName:
            return []
        tests: list[ir.Expr] = []
        try:
            for statement in statements:
                tests.extend(self._paid(statement, so_far, line.span))
        except UnclearCost as unclear:
            so_far.everything = so_far.everything or line.span
            earlier = unclear.changed != line.span
            self.reporter.error(
                "unclear-cost",
                line.span,
                "whether this can be paid cannot be said before the action is taken",
                "it looks at what the cost has changed by then" if earlier else "",
                because=((unclear.changed, "changed here"),) if earlier else (),
                hint="ask with `when …` what must hold, and write this line without `cost`",
            )
        self.expressions.lasting_facts.forget(line, scope, behind=True)
        return [ir.Condition(test, line.span) for test in tests if constant(test) != 1]

    def _paid(self, stmt: ir.Stmt, so_far: AfterCost, span: Span) -> list[ir.Expr]:
        match stmt:
            case ir.Move():
                return self._move_paid(stmt, so_far, span)
            case ir.Draw():
                return self._draw_paid(stmt, so_far, span)
            case ir.Assign():
                return self._change_paid(stmt, so_far, span)
            case ir.Include(state=state):
                so_far.spoilt(state, span)
            case _:
                so_far.everything = so_far.everything or span
        return []

    # ---- counters

    def _change_paid(self, line: ir.Assign, so_far: AfterCost, span: Span) -> list[ir.Expr]:
        symbol = self.world.declared(StateSymbol, line.state)
        value = so_far.after(line.value)
        index = tuple(None if expr is None else so_far.after(expr) for expr in line.index)
        so_far.assigned(line.state, index, value, span)
        limits, inner = plain(symbol.type), plain(line.value.type)
        if not (
            isinstance(limits, ir.IntDomain) and is_number(value.type) and isinstance(inner, ir.IntDomain)
        ):
            return []
        tests: list[ir.Expr] = []
        if inner.low < limits.low:
            tests.append(compared(Op.GE, value, number(limits.low)))
        if inner.high > limits.high:
            tests.append(compared(Op.LE, value, number(limits.high)))
        if is_optional(symbol.type) and is_optional(value.type):
            none = ir.Apply(Op.IS_NONE, (value,), FLAG)
            return [any_of([none, test]) for test in tests]
        return tests

    # ---- pieces

    def _move_paid(self, line: ir.Move, so_far: AfterCost, span: Span) -> list[ir.Expr]:
        to = so_far.ref(line.to)
        tests: list[ir.Expr] = []
        if isinstance(line.what, ir.ZonePieces):
            there = so_far.after(ir.Apply(Op.NOT_EMPTY, (line.what,), FLAG))
            tests.append(there)
        pieces = so_far.after(line.what, ordered=False)
        if is_optional(pieces.type):
            tests.append(ir.Apply(Op.NOT_NONE, (pieces,), FLAG))
            pieces = ir.Apply(Op.AS, (pieces,), plain(pieces.type))
        tests.extend(self._all_taken(pieces, to, so_far, span))
        so_far.gone(Gone(pieces, None, None, to, span))
        tests.extend(self._has_room(to, so_far, span))
        return tests

    def _draw_paid(self, line: ir.Draw, so_far: AfterCost, span: Span) -> list[ir.Expr]:
        many, source, to = so_far.after(line.number), so_far.ref(line.source), so_far.ref(line.to)
        there, renewed = self._to_be_draw_paid(source, so_far)
        if renewed == to.zone and constant(many) != 1:
            raise UnclearCost(span)
        tests = [] if line.up_to else [compared(Op.GE, there, many)]
        drawn = arithmetic(Op.MIN2, many, there) if line.up_to else many
        shape = self.world.declared(ZoneSymbol, source.zone).shape
        pieces: ir.Expr | None = None
        if renewed is None and shape != "set" and source.zone not in so_far.touched:
            domain = seq(self.world.declared(ZoneSymbol, source.zone).pieces, ordered=True, bound=_MANY.high)
            pieces = ir.Apply(Op.FIRST_N, (ir.ZonePieces(source, domain), many), domain)
        if self._takes_condition(to.zone) is not None:
            if pieces is None:
                raise UnclearCost(span)
            tests.extend(self._all_taken(pieces, to, so_far, span))
        if renewed is not None:
            so_far.gone(Gone(None, drawn, source, to, span))
            tests.extend(self._has_room(to, so_far, span) if renewed != to.zone else [])
            if renewed == to.zone and self._room_of(to.zone) is not None:
                raise UnclearCost(span)
            so_far.spoilt(source.zone, span)
            so_far.spoilt(renewed, span)
        else:
            so_far.gone(Gone(pieces, drawn, source, to, span))
            tests.extend(self._has_room(to, so_far, span))
        if line.var is not None:
            so_far.drawn[line.var] = span
        return tests

    def _to_be_draw_paid(self, source: ir.ZoneRef, so_far: AfterCost) -> tuple[ir.Expr, str | None]:
        """How many there are to draw, after renewal if there is one, and the zone it comes from."""
        there = so_far.after(ir.ZoneCount(source, _MANY))
        renewal = self.world.renewals.get(source.zone)
        if renewal is None:
            return there, None
        places = dict(zip(self.world.declared(ZoneSymbol, source.zone).index, source.index, strict=True))

        def here(expr: ir.Expr) -> ir.Expr:
            if isinstance(expr, ir.Local):
                return places.get(expr.var) or expr
            return rebuilt(expr, here)

        ref, when = renewal
        more = so_far.after(here(ir.ZoneCount(ref, _MANY)))
        if when is not None:
            so_far.need_untouched(when)
            more = ir.IfExpr(here(when), more, number(0), _MANY)
        return arithmetic(Op.ADD, there, more), ref.zone

    def _all_taken(self, pieces: ir.Expr, to: ir.ZoneRef, so_far: AfterCost, span: Span) -> list[ir.Expr]:
        """That the zone takes each of them."""
        condition = self._takes_condition(to.zone)
        if condition is None:
            return []
        so_far.need_untouched(condition)
        index = tuple(expr for expr in to.index if expr is not None)
        if not isinstance(pieces.type, ir.SeqDomain):
            return [ir.Apply(Op.TAKES, (pieces, *index), FLAG, graph=to.zone)]
        looked_at = so_far.reads(condition)
        homes = so_far.homes(pieces)
        zones = {name for name in looked_at if isinstance(self.world.symbols.get(name), ZoneSymbol)}
        if ANYTHING in looked_at or (zones and (homes is None or zones & (homes | {to.zone}))):
            raise UnclearCost(span)
        it = self.output.vars.new("it", pieces.type.of)
        takes = ir.Apply(Op.TAKES, (ir.Local(it), *index), FLAG, graph=to.zone)
        refused = ir.IfExpr(takes, number(0), number(1), ir.IntDomain(0, 1))
        bound = ir.IntDomain(0, pieces.type.bound)
        return [compared(Op.EQ, ir.Over(Gather.SUM, it, pieces, None, None, refused, bound), number(0))]

    def _has_room(self, to: ir.ZoneRef, so_far: AfterCost, span: Span) -> list[ir.Expr]:
        """That the zone holds what is there after the last move."""
        room = self._room_of(to.zone)
        if room is None:
            return []
        if room.overflow is None:
            return [compared(Op.LE, so_far.count(to), number(room.most))]
        if self._room_of(room.overflow) is not None or self._takes_condition(room.overflow) is not None:
            raise UnclearCost(span)
        so_far.spoilt(to.zone, span)
        so_far.spoilt(room.overflow, span)
        return []

    # ---- zones, by what is written below them

    def _takes_condition(self, name: str) -> ir.Expr | None:
        symbol = self.world.declared(ZoneSymbol, name)
        for prop in symbol.decl.plain_props:
            if isinstance(prop, ast.TakesProp):
                inside = zone_scope(symbol).inner()
                inside.bind(
                    prop.name.text, ir.Local(self.output.vars.new(prop.name.text, symbol.pieces)), prop.span
                )
                try:
                    with self.reporter.speculatively():
                        return self.expressions.condition(prop.condition, inside)
                except UnknownName:
                    return None
        return None

    def _room_of(self, name: str) -> _Room | None:
        """None where whatever there is finds room."""
        symbol = self.world.declared(ZoneSymbol, name)
        most, overflow = (1 if symbol.shape == "slot" else None), None
        for prop in symbol.decl.plain_props:
            if isinstance(prop, ast.AtMostProp) and prop.overflow != "owner":
                scope = zone_scope(symbol)
                try:
                    with self.reporter.speculatively():
                        known = constant(self.expressions.expr(prop.limit, scope))
                        ref = (
                            None if prop.to is None else self.statements.pieces.zone_target(prop.to, scope)[0]
                        )
                except UnknownName:
                    continue
                if known is not None and known >= 0:
                    most = known if most is None else min(most, known)
                    overflow = None if ref is None else ref.zone
        if most is None or most >= self.declarations.size_of(symbol.pieces):
            return None
        return _Room(most, overflow)
