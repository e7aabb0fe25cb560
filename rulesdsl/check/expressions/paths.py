"""Paths: names, `your x`, attributes and indices, from the text to what they stand for."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import comparable, describe, described_alone, optional, plain, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.labels import in_brackets
from rulesdsl.check.meanings import (
    BuiltinMeaning,
    CaseMeaning,
    DefineMeaning,
    KindMeaning,
    Meaning,
    RowMeaning,
    ScoreMeaning,
    Several,
    StateMeaning,
    TableMeaning,
    ZoneMeaning,
)
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    DefineSymbol,
    EnumCase,
    NodeSymbol,
    PieceSymbol,
)
from rulesdsl.source import Span


class Paths(ExpressionModule):
    # ------------------------------------------------------------ values

    def value(
        self, meaning: Meaning | ir.Expr, scope: Scope, span: Span, expected: ir.Domain | None = None
    ) -> ir.Expr:
        """What a path stands for, read as a value."""
        match meaning:
            case ZoneMeaning():
                return self._zone_value(meaning, scope, span)
            case StateMeaning():
                return self._state_value(meaning, scope, span)
            case DefineMeaning():
                return self._define_meaning_value(meaning, span, scope)
            case ScoreMeaning(symbol):
                raise self.expressions.indices.missing_owner(symbol, span)
            case KindMeaning(_, domain):
                if self._asks_for_one(expected):
                    expr = self.lone_name(meaning.name)
                    if expr is not None:
                        return expr
                return self.declarations.components.all_of_kind(domain, span)
            case Several(name, values):
                return self._decided(meaning, expected, name, values)
            case CaseMeaning(_, case):
                raise self.reporter.error(
                    "wrong-argument-count",
                    span,
                    f"`{case.name}` carries a value",
                    "which?",
                    because=((case.span, "declared here"),),
                    hint=f"for example `{case.name}({self._first_carried(case)})`",
                )
            case TableMeaning(symbol):
                keys = ", ".join(name for name, _ in symbol.keys)
                raise self.reporter.error(
                    "wrong-argument-count", span, f"the table `{symbol.name}` needs its keys", f"`({keys})`"
                )
            case RowMeaning(symbol):
                results = ", ".join(f"`.{name}`" for name in symbol.results)
                raise self.reporter.mismatch(
                    span, f"a row of `{symbol.name}` has several results", f"say which: {results}"
                )
            case BuiltinMeaning(name):
                raise self.reporter.error(
                    "wrong-argument-count", span, f"`{name}` needs brackets", f"`{name}(…)`"
                )
            case _:
                return meaning

    def _first_carried(self, case: EnumCase) -> str:
        """The first of what a value may carry, as one writes it; dots where it has no name."""
        if isinstance(case.carries, ir.IntDomain):
            return str(case.low)
        for name, values in self.world.values.items():
            if any(value.value == case.low and value.type == case.carries for value in values):
                return name
        for places in self.world.all(NodeSymbol):
            for name, place in places.ids.items():
                if place == case.low and places.domain == case.carries:
                    return name
        return "…"

    def _asks_for_one(self, expected: ir.Domain | None) -> bool:
        """Whether a kind stands for a piece of its name; in examples it does where pieces are compared."""
        wanted = None if expected is None else plain(expected)
        if self.world.example_players and isinstance(wanted, ir.SeqDomain):
            return isinstance(wanted.of, (ir.PieceDomain, ir.PieceNameDomain))
        return isinstance(wanted, ir.PieceNameDomain)

    def lone_name(self, kind: str) -> ir.Const | None:
        """The name of the pieces of a kind, where they all have the same."""
        symbol = self.world.symbols.get(kind)
        if isinstance(symbol, PieceSymbol) and len(symbol.names) == 1:
            return ir.Const(symbol.names[0], symbol.name_domain)
        return None

    def _decided(
        self, meaning: Several, expected: ir.Domain | None, name: str, values: tuple[ir.Const, ...]
    ) -> ir.Expr:
        if expected is not None:
            target = plain(expected)
            if isinstance(target, (ir.SeqDomain,)):
                target = target.of
            fitting = [value for value in values if comparable(value.type, target)]
            if len(fitting) == 1:
                return fitting[0]
        kinds = " or ".join(describe(value.type) for value in values)
        raise self.reporter.error(
            "unknown-name",
            meaning.span,
            f"`{name}` could be {kinds}",
            "which is meant?",
            hint="the names of values may be shared only where it is clear from the other side"
            " which is meant",
        )

    def zone_ref(self, meaning: ZoneMeaning, span: Span) -> ir.ZoneRef:
        symbol = meaning.symbol
        if symbol.owner_at is not None and meaning.index[symbol.owner_at] is None:
            raise self.expressions.indices.missing_owner(symbol, span)
        return ir.ZoneRef(symbol.name, meaning.index, span=span)

    def _zone_value(self, meaning: ZoneMeaning, scope: Scope, span: Span) -> ir.Expr:
        symbol = meaning.symbol
        symbol.read = True
        ref = self.zone_ref(meaning, span)
        bound = self.declarations.size_of(symbol.pieces)
        if meaning.owners is not None:
            domain = seq(symbol.pieces, ordered=True, bound=bound)
            return ir.ZonesPieces(meaning.owners.var, meaning.owners.players, ref, domain)
        if symbol.shape == "slot" and None not in ref.index:
            return self.expressions.names.narrowed(ir.SlotPiece(ref, optional(symbol.pieces)), scope)
        ordered = symbol.shape in ("row", "pile")
        return ir.ZonePieces(ref, seq(symbol.pieces, ordered=ordered, bound=bound))

    def _state_value(self, meaning: StateMeaning, scope: Scope, span: Span) -> ir.Expr:
        symbol = meaning.symbol
        symbol.read = True
        open_at = [position for position, expr in enumerate(meaning.index) if expr is None]
        if open_at:
            if open_at == [symbol.owner_at]:
                raise self.expressions.indices.missing_owner(symbol, span)
            if len(open_at) > 1 or open_at[0] != len(meaning.index) - 1:
                raise self.reporter.error(
                    "missing-index",
                    span,
                    f"`{symbol.name}` has a value for each index: which is meant?",
                    f"{len(open_at)} indices are missing" if len(open_at) > 1 else "an index is missing",
                    because=((symbol.span, "declared here"),),
                )
            self.expressions.texts.not_several(symbol.type, span)
            key = symbol.index[open_at[0]]
            domain: ir.Domain = ir.MapDomain(key, symbol.type)
            index = tuple(expr for expr in meaning.index if expr is not None)
            read: ir.Expr = ir.StateRead(symbol.name, index, domain, span=span)
        else:
            index = tuple(expr for expr in meaning.index if expr is not None)
            read = self.expressions.names.narrowed(
                ir.StateRead(symbol.name, index, symbol.type, span=span), scope
            )
        if meaning.owners is not None:
            if isinstance(read.type, ir.MapDomain):
                raise self.reporter.error(
                    "missing-index",
                    span,
                    f"`{symbol.name}` has a value for each {described_alone(read.type.key)}: which is meant?",
                    "an index is missing",
                    because=((symbol.span, "declared here"),),
                )
            if isinstance(read.type, ir.SeqDomain):
                raise self.reporter.mismatch(
                    span,
                    f"each of these players has several `{symbol.name}`, which make no one list",
                    "several of each player",
                    because=((symbol.span, "declared here"),),
                    hint=f"go through the players one by one: `for p in …` and then `p.{symbol.name}`",
                )
            self.expressions.texts.not_several(read.type, span)
            return self.expressions.attributes.list_over(
                meaning.owners.var, meaning.owners.players, read, self.world.players
            )
        return read

    def _define_meaning_value(self, meaning: DefineMeaning, span: Span, scope: Scope) -> ir.Expr:
        symbol = meaning.symbol
        if symbol.per_player and meaning.you is None:
            raise self.expressions.indices.missing_owner(symbol, span)
        self.expressions.definitions.define_signature(symbol)
        takes = len(symbol.vars) - (1 if symbol.per_player else 0)
        if takes != len(meaning.args):
            raise self.reporter.error(
                "wrong-argument-count",
                span,
                f"`{symbol.name}` takes {in_brackets(takes)}",
                f"{len(meaning.args)} given",
                because=((symbol.span, "declared here"),),
            )
        return self.expressions.definitions.define_value(meaning, span, scope)

    def circle(self, symbol: DefineSymbol, span: Span) -> UnknownName:
        return self.reporter.error(
            "circular-definition",
            span,
            f"`{symbol.name}` is defined by itself",
            "used here while it is being worked out",
            because=((symbol.span, "declared here"),),
            hint="a definition may not lead back to itself; what changes over time is a state",
        )

    def formula(self, name: str) -> ir.FormulaDef | None:
        return self.output.formulas.get(name)
