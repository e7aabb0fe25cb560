"""The standing rules that zones keep by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.check.domains import FLAG, seq
from rulesdsl.check.folding import all_of, constant, number
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.check.tree_walk import rules_of
from rulesdsl.program import (
    Alternative,
    Apply,
    ConstSeq,
    Decide,
    Draw,
    Expr,
    IntDomain,
    Local,
    Move,
    ParamPlaces,
    Rule,
    SomeParam,
    Text,
    Var,
    ZoneCount,
    ZonePieces,
    ZoneRef,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.zones.checker import Zones

_WORDS = ("all", "owner", "others", "nobody")


class ZoneRules:
    def __init__(self, zones: Zones) -> None:
        self.output = zones.output
        self.reporter = zones.reporter
        self.declarations = zones.declarations
        self.expressions = zones.expressions
        self.statements = zones.statements

    def _rule_vars(self, symbol: ZoneSymbol) -> tuple[tuple[Var, Expr], ...]:
        pairs: list[tuple[Var, Expr]] = []
        for var in symbol.index:
            members = self.declarations.members(var.type)
            pairs.append((var, ConstSeq(members, seq(var.type, ordered=True, bound=len(members)))))
        return tuple(pairs)

    def kept_rule(self, symbol: ZoneSymbol, prop: ast.KeptProp, cite: ast.Cite | None, scope: Scope) -> Rule:
        many = self.expressions.as_number(self.expressions.expr(prop.number, scope), prop.number.span)
        source, source_symbol = self.statements.pieces.zone_source(prop.source, scope)
        self.from_another(symbol, source, prop.source.span, "would be filled from")
        self.statements.pieces.fits_zone(source_symbol.pieces, symbol, prop.source.span)
        symbol.filled = True
        here = ZoneRef(symbol.name, tuple(Local(var) for var in symbol.index), span=prop.span)
        count = ZoneCount(here, IntDomain(0, self.declarations.size_of(symbol.pieces)))
        condition = all_of([Apply("lt", (count, many), FLAG), self.statements.pieces.can_draw(source)])
        end = self.statements.pieces.end_of_zone(prop.end)
        draw = Draw(
            self.output.new_point(),
            number(1),
            True,
            source,
            here,
            None,
            None,
            True,
            end,
            rules_of(cite),
            prop.span,
        )
        return Rule(
            f"{symbol.name} kept", self._rule_vars(symbol), condition, (draw,), rules_of(cite), prop.span
        )

    def limit_rule(
        self,
        symbol: ZoneSymbol,
        most: Expr,
        to: ast.Expr,
        cite: ast.Cite | None,
        span: Span,
        scope: Scope,
    ) -> Rule:
        if symbol.owner_at is None:
            self.reporter.error(
                "missing-owner",
                span,
                f"`{symbol.name}` has no owner who could choose what goes",
                "it is not per Player",
                hint="`at most N, extra goes to ZONE`, or make it `per Player`",
            )
            raise UnknownName
        target, target_symbol = self.statements.pieces.zone_target(to, scope)
        self.from_another(symbol, target, to.span, "would give what is too much to")
        target_symbol.filled = True
        self.statements.pieces.fits_zone(symbol.pieces, target_symbol, to.span)

        here = ZoneRef(symbol.name, tuple(Local(var) for var in symbol.index), span=span)
        bound = self.declarations.size_of(symbol.pieces)
        count = ZoneCount(here, IntDomain(0, bound))
        you = symbol.index[symbol.owner_at]
        extra = self.output.vars.new("extra", seq(symbol.pieces, ordered=False, bound=bound))
        excess = Apply("sub", (count, most), IntDomain(0, bound))
        pieces = ZonePieces(here, seq(symbol.pieces, ordered=False, bound=bound))
        words = Text((f"Discard down to {self._limit_text(most)}",))
        param = SomeParam(extra, excess, excess, pieces, None, False, (), words, ParamPlaces(span, span))
        choice = Alternative("", Text(("discard",)), (param,), ((), ()), (), span)
        decide = Decide(
            self.output.new_point(), Local(you), (choice,), False, False, False, words, rules_of(cite), span
        )
        move = Move(Local(extra), target, "", None, None, rules_of(cite), span)
        return Rule(
            f"{symbol.name} limit",
            self._rule_vars(symbol),
            Apply("gt", (count, most), FLAG),
            (decide, move),
            rules_of(cite),
            span,
        )

    def from_another(self, symbol: ZoneSymbol, other: ZoneRef, span: Span, what: str) -> None:
        """What a zone gets from a zone, or gives to one, must be another one."""
        if other.zone == symbol.name and other.index == tuple(Local(var) for var in symbol.index):
            self.reporter.error(
                "circular-definition",
                span,
                f"`{symbol.name}` {what} itself",
                "the zone itself",
                because=((symbol.span, "declared here"),),
                hint="name another zone",
            )

    def _limit_text(self, most: Expr) -> str:
        known = constant(most)
        return str(known) if known is not None else "the limit"
