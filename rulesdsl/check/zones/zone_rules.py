"""The standing rules that zones keep by themselves."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, seq
from rulesdsl.check.folding import all_of, known_list, number
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.check.zones.module import ZoneModule
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of


class ZoneRules(ZoneModule):
    def _rule_vars(self, symbol: ZoneSymbol) -> tuple[tuple[ir.Var, ir.Expr], ...]:
        return tuple((var, known_list(self.declarations.members(var.type), var.type)) for var in symbol.index)

    def kept_rule(
        self, symbol: ZoneSymbol, prop: ast.KeptProp, cite: ast.Cite | None, scope: Scope
    ) -> ir.Rule:
        many = self.expressions.as_number(self.expressions.expr(prop.number, scope), prop.number.span)
        source, source_symbol = self.statements.pieces.zone_source(prop.source, scope)
        self.from_another(symbol, source, prop.source.span, "would be filled from")
        self._not_renewed_from(symbol, source_symbol, prop.source.span)
        self.statements.pieces.fits_zone(source_symbol.pieces, symbol, prop.source.span)
        symbol.filled = True
        here = ir.ZoneRef(symbol.name, tuple(ir.Local(var) for var in symbol.index), span=prop.span)
        count = ir.ZoneCount(here, ir.IntDomain(0, self.declarations.size_of(symbol.pieces)))
        condition = all_of([ir.Apply(Op.LT, (count, many), FLAG), self.statements.pieces.can_draw(source)])
        end = self.statements.pieces.end_of_zone(prop.end)
        point, rules = self.output.new_point(), rules_of(cite)
        draw = ir.Draw(point, number(1), True, source, here, None, None, True, end, rules, prop.span)
        name = f"{symbol.name} kept"
        return ir.Rule(name, self._rule_vars(symbol), condition, (draw,), rules, prop.span)

    def limit_rule(
        self,
        symbol: ZoneSymbol,
        most: ir.Expr,
        to: ast.Expr,
        cite: ast.Cite | None,
        span: Span,
        scope: Scope,
    ) -> ir.Rule:
        if symbol.owner_at is None:
            raise self.reporter.error(
                "missing-owner",
                span,
                f"`{symbol.name}` has no owner who could choose what goes",
                "it is not per Player",
                hint="`at most N, extra goes to ZONE`, or make it `per Player`",
            )
        target, target_symbol = self.statements.pieces.zone_target(to, scope)
        self.from_another(symbol, target, to.span, "would give what is too much to")
        target_symbol.filled = True
        self.statements.pieces.fits_zone(symbol.pieces, target_symbol, to.span)

        here = ir.ZoneRef(symbol.name, tuple(ir.Local(var) for var in symbol.index), span=span)
        bound = self.declarations.size_of(symbol.pieces)
        count = ir.ZoneCount(here, ir.IntDomain(0, bound))
        you = symbol.index[symbol.owner_at]
        extra = self.output.vars.new("extra", seq(symbol.pieces, ordered=False, bound=bound))
        excess = ir.Apply(Op.SUB, (count, most), ir.IntDomain(0, bound))
        pieces = ir.ZonePieces(here, seq(symbol.pieces, ordered=False, bound=bound))
        words = ir.Text(("Discard down to ", most))
        param = ir.SomeParam(
            extra, excess, excess, pieces, None, False, (), words, ir.ParamPlaces(span, span)
        )
        choice = ir.Alternative("", ir.Text(("discard",)), (param,), ((), ()), (), span)
        point, rules = self.output.new_point(), rules_of(cite)
        decide = ir.Decide(
            point, ir.Local(you), (choice,), decline=False, prompt=words, rules=rules, span=span
        )
        move = ir.Move(ir.Local(extra), target, "", None, None, rules, span)
        too_many = ir.Apply(Op.GT, (count, most), FLAG)
        name = f"{symbol.name} limit"
        return ir.Rule(name, self._rule_vars(symbol), too_many, (decide, move), rules, span)

    def _not_renewed_from(self, symbol: ZoneSymbol, source: ZoneSymbol, span: Span) -> None:
        """Where a zone is filled up from what is renewed from it, nothing is gained and there is no end."""
        renewed_from, _ = self.world.renewals.get(source.name, (None, None))
        if renewed_from is not None and renewed_from.zone == symbol.name:
            self.reporter.error(
                "circular-definition",
                span,
                f"`{symbol.name}` would be filled from `{source.name}`, which is renewed from it",
                "what is put there comes from the zone itself",
                because=((renewed_from.span or source.span, f"`{source.name}` is renewed here"),),
                hint="let it be renewed from where pieces are laid off",
            )

    def from_another(self, symbol: ZoneSymbol, other: ir.ZoneRef, span: Span, what: str) -> None:
        """What a zone gets from a zone, or gives to one, must be another one."""
        if other.zone == symbol.name and other.index == tuple(ir.Local(var) for var in symbol.index):
            self.reporter.error(
                "circular-definition",
                span,
                f"`{symbol.name}` {what} itself",
                "the zone itself",
                because=((symbol.span, "declared here"),),
                hint="name another zone",
            )
