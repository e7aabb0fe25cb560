"""Attributes: `.x` of a piece, a place, a player, or many of them."""

from __future__ import annotations

import re

import attrs

from rulesdsl import program as ir
from rulesdsl.builtins import BUILTINS
from rulesdsl.check.domains import PLAYER, describe, is_optional, optional, plain, seq
from rulesdsl.check.expressions.ambiguity import as_repeated
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import constant, everything_in, if_there, literal
from rulesdsl.check.meanings import (
    DefineMeaning,
    KindMeaning,
    Meaning,
    Owners,
    RowMeaning,
    StateMeaning,
    ZoneMeaning,
)
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    NOUNS,
    DefineSymbol,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
    ScoreSymbol,
    StateSymbol,
    TableSymbol,
    ZoneSymbol,
)
from rulesdsl.diagnostics.fixes import as_meant, replaced
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.common_mistakes import FOREIGN_NAMES


class Attributes(ExpressionModule):
    def attribute(self, of: Meaning | ir.Expr, name: ast.Name, scope: Scope, span: Span) -> Meaning | ir.Expr:
        if isinstance(of, RowMeaning):
            return self.expressions.indices.row_result(of, name.text, name.span)
        if isinstance(of, KindMeaning) and isinstance(of.domain, ir.PieceDomain):
            of = self.declarations.components.all_of_kind(of.domain, span)
        value = self.expressions.value(of, scope, span)
        domain = plain(value.type)
        if isinstance(domain, ir.PlayerDomain):
            return self._of_player(value, name, scope, span)
        if isinstance(domain, ir.SeqDomain):
            if isinstance(domain.of, ir.PlayerDomain):
                return self._of_players(value, domain, name, scope, span)
            return self._of_many(value, domain, name)
        attr = self.declarations.fields.attribute_of(domain, name.text)
        if attr is not None:
            self._means(domain, name)
            result: ir.Domain = attr.type
            if is_optional(value.type) and not isinstance(result, (ir.MapDomain, ir.SeqDomain)):
                result = optional(result)
            elif is_optional(value.type):
                self.none_here(value, span, f"`.{name.text}`")
            growing = self.world.growing_of(domain)
            if growing is not None:
                return self.expressions.made_places.attribute(growing, value, name.text)
            known = self.expressions.lists.in_row(attr.table, constant(value))
            if known is not None:
                return literal(known, result)
            return self.expressions.names.narrowed(ir.Lookup(attr.table, (value,), result, span=span), scope)
        place = self.place_attribute(domain, name.text)
        if place is not None:
            zone, at_index, index_type = place
            zone.read = True
            self.reporter.means(name.span, zone.index_spans[at_index])
            taken: ir.Domain = optional(index_type)
            if not is_optional(value.type) and self._only_home(domain, zone):
                taken = index_type
            return self.expressions.names.narrowed(ir.PlaceOf(zone.name, at_index, value, taken), scope)
        raise self._no_attribute(domain, name)

    def _means(self, domain: ir.Domain, name: ast.Name) -> None:
        """An attribute is declared in every kind that has it."""
        for declared in self.declarations.fields.declared_at(domain, name.text):
            self.reporter.means(name.span, declared)

    def place_attribute(self, domain: ir.Domain, name: str) -> tuple[ZoneSymbol, int, ir.Domain] | None:
        if not isinstance(domain, ir.PieceDomain):
            return None
        for symbol in self.world.all(ZoneSymbol):
            if set(symbol.pieces.kinds) & set(domain.kinds):
                for index, index_name in enumerate(symbol.index_names):
                    if index_name == name:
                        return symbol, index, symbol.index[index].type
        return None

    def _only_home(self, domain: ir.Domain, zone: ZoneSymbol) -> bool:
        """Whether pieces like this can lie in no other zone."""
        assert isinstance(domain, ir.PieceDomain)
        return all(
            other is zone or not set(other.pieces.kinds) & set(domain.kinds)
            for other in self.world.all(ZoneSymbol)
        )

    def _no_attribute(self, domain: ir.Domain, name: ast.Name) -> UnknownName:
        known: list[str] = []
        kinds: tuple[str, ...] = ()
        match domain:
            case ir.PlayerDomain():
                known = self.player_names()
            case ir.PieceDomain(kinds) | ir.PieceNameDomain(kinds):
                for kind in kinds:
                    symbol = self.world.symbols[kind]
                    if isinstance(symbol, PieceSymbol):
                        known.extend(self.declarations.fields.names(symbol))
            case _:
                name_of = getattr(domain, "name", None)
                owner = self.world.symbols.get(name_of) if isinstance(name_of, str) else None
                if isinstance(owner, (EnumSymbol, NodeSymbol, LinkSymbol)):
                    known, kinds = self.declarations.fields.names(owner), (owner.name,)
        early = self.declarations.fields.asked_too_early(kinds, name.text)
        if early is not None:
            declared, why = early
            return self.reporter.error(
                "circular-definition",
                name.span,
                f"`{name.text}` is not known here",
                why,
                because=((declared, "declared here"),),
            )
        message = f"{describe(domain)} has no `{name.text}`"
        column = self._column_of(kinds, name.text)
        if column is not None:
            return self.reporter.error(
                "unknown-attribute",
                name.span,
                message,
                "not declared",
                because=((column, "a column that nothing reads"),),
                hint=f"declare it as an attribute: `{name.text}: TYPE`",
            )
        only_result = isinstance(domain, ir.IntDomain) and any(
            list(table.results) == [name.text] for table in self.world.all(TableSymbol)
        )
        hint = self._called_with(domain, name.text)
        hint = hint or did_you_mean(name.text, known) or self._index_without_a_name(domain, name.text)
        fix = as_meant(name.span, name.text, known)
        if only_result:
            hint = f"leave `.{name.text}` out: a table that gives one thing gives it at once"
            fix = replaced(attrs.evolve(name.span, start=name.span.start - 1), "")
        function = FOREIGN_NAMES.get(name.text, name.text)
        if hint is None and name.text in ("name", "title", "owner"):
            hint = _OF_A_PIECE[name.text] if kinds else None
        if hint is None and function in BUILTINS:
            hint = f"write `{function}(…)`, with what stands before the dot in the brackets"
        if hint is None and self.expressions.shape_calls.is_shape(domain):
            hint = "which cells it covers is `footprint(shape, cell)`, and how many these are `count(shape)`"
        if hint is None and known:
            hint = "there is " + ", ".join(f"`{fromkey}`" for fromkey in dict.fromkeys(known))
        return self.reporter.error(
            "unknown-attribute", name.span, message, "unknown here", hint=hint, fix=fix
        )

    def _called_with(self, domain: ir.Domain, wanted: str) -> str | None:
        """A zone or a state that each of these has, which is no attribute."""
        match self.world.symbols.get(wanted):
            case StateSymbol(index=(of,)) | ZoneSymbol(index=(ir.Var(type=of),)) if of == domain:
                return f"write `{wanted}(…)`, with what stands before the dot in the brackets"
            case _:
                return None

    def _index_without_a_name(self, domain: ir.Domain, wanted: str) -> str | None:
        """A zone for these pieces whose index would be this attribute, if it had a name."""
        if not isinstance(domain, ir.PieceDomain):
            return None
        for zone in self.world.all(ZoneSymbol):
            if set(domain.kinds).isdisjoint(zone.pieces.kinds):
                continue
            for per in zone.decl.per:
                kind = per.of.span.text
                if per.name is None and wanted in (kind.lower(), zone.name):
                    named = f"`zone {zone.name} per {kind.lower()} in {kind}`"
                    return f"give the index of the zone a name, {named}: then a piece that lies there has it"
        return None

    def _column_of(self, kinds: tuple[str, ...], name: str) -> Span | None:
        """Where the table of a kind has a column of this name."""
        for kind in kinds:
            rows = self.world.row_sources.get(kind)
            index = rows.data.column(name) if rows is not None and rows.data is not None else None
            if rows is not None and rows.data is not None and index is not None:
                return rows.data.columns[index].span
        return None

    def player_names(self) -> list[str]:
        names = ["total"]
        for name, symbol in self.world.symbols.items():
            match symbol:
                case ZoneSymbol(owner_at=int()) | StateSymbol(owner_at=int()) | ScoreSymbol():
                    names.append(name)
                case DefineSymbol(per_player=True):
                    names.append(name)
                case PieceSymbol(alias=str() as alias, per="Player"):
                    names.append(alias)
        return names

    def _of_player(self, player: ir.Expr, name: ast.Name, scope: Scope, span: Span) -> Meaning | ir.Expr:
        if is_optional(player.type):
            sure = ir.Apply(Op.AS, (player,), PLAYER)
            of_player = self._of_player(sure, name, scope, span)
            if isinstance(of_player, ZoneMeaning) and (
                of_player.symbol.shape != "slot" or None in of_player.index
            ):
                self.none_here(player, span, f"`.{name.text}`")
                return of_player
            value = self.expressions.value(of_player, scope, span)
            if isinstance(value.type, (ir.SeqDomain, ir.MapDomain)):
                self.none_here(player, span, f"`.{name.text}`")
                return value
            return if_there(player, value)
        symbol = self.world.symbols.get(name.text)
        if name.text in self.world.unread:
            raise UnknownName
        if symbol is not None:
            self.reporter.means(name.span, symbol.span)
        match symbol:
            case ZoneSymbol(owner_at=int() as position):
                self.usage.used.add(name.text)
                meaning = ZoneMeaning(symbol, (None,) * len(symbol.index), 0, span=span)
                return attrs.evolve(meaning.with_index(position, player), given=0)
            case StateSymbol(owner_at=int() as position):
                self.usage.used.add(name.text)
                index = tuple(player if i == position else None for i in range(len(symbol.index)))
                return StateMeaning(symbol, index, span=span)
            case DefineSymbol(per_player=True):
                self.usage.used.add(name.text)
                return DefineMeaning(symbol, player, span=span)
            case ScoreSymbol():
                self.usage.used.add(name.text)
                return self.expressions.definitions.score_value(symbol, player)
            case ZoneSymbol() | StateSymbol() | DefineSymbol():
                noun = NOUNS[type(symbol)]
                self.reporter.error(
                    "unknown-attribute",
                    name.span,
                    f"the {noun} `{name.text}` is not per player",
                    "of nobody in particular",
                    because=((symbol.span, "declared here"),),
                    hint=f"write `{name.text}`",
                    fix=replaced(span, name.text),
                )
                return self.expressions.names.name(name.text, name.span, scope)
        if name.text == "total":
            return self.expressions.definitions.total_value(player)
        for kind in self.world.all(PieceSymbol):
            if kind.alias == name.text and kind.per == "Player":
                self.reporter.means(name.span, kind.attrs["owner"].span)
                members = self.declarations.members(kind.domain)
                at_const = constant(player)
                if at_const is not None:
                    return ir.Const(members[at_const], kind.domain)
                return ir.Apply(
                    Op.ADD, (player, ir.Const(members[0], ir.IntDomain(0, members[0]))), kind.domain
                )
        raise self._no_attribute(PLAYER, name)

    def _of_players(
        self, players: ir.Expr, domain: ir.SeqDomain, name: ast.Name, scope: Scope, span: Span
    ) -> Meaning | ir.Expr:
        var = self.output.vars.new("p", PLAYER)
        item = self._of_player(ir.Local(var), name, scope, span)
        owners = Owners(var, players)
        match item:
            case ZoneMeaning() | StateMeaning() | DefineMeaning():
                return attrs.evolve(item, owners=owners)
            case _:
                value = self.expressions.value(item, scope, span)
                return self.list_over(var, players, value, domain.bound)

    def list_over(self, var: object, domain: ir.Expr, value: ir.Expr, bound: int) -> ir.Expr:
        assert isinstance(var, ir.Var)
        if isinstance(value.type, (ir.SeqDomain, ir.MapDomain)):
            raise TypeError(value.type)
        return ir.Over(
            Gather.LIST, var, domain, None, None, value, seq(plain(value.type), ordered=True, bound=bound)
        )

    def _of_many(self, value: ir.Expr, domain: ir.SeqDomain, name: ast.Name) -> ir.Expr:
        attr = self.declarations.fields.attribute_of(domain.of, name.text)
        if attr is not None:
            self._means(domain.of, name)
            if isinstance(attr.type, (ir.SeqDomain, ir.MapDomain)):
                raise self.reporter.mismatch(
                    name.span,
                    f"`.{name.text}` of many things would be a list of {describe(attr.type)}",
                    "take one at a time",
                    hint=f"for example `sum(c in …: count(c.{name.text}))`",
                )
            growing = self.world.growing_of(domain.of)
            if growing is not None:
                var = self.output.vars.new("c", domain.of)
                return self.list_over(var, value, growing.attribute(name.text, ir.Local(var)), domain.bound)
            result = seq(plain(attr.type), ordered=True, bound=domain.bound)
            return ir.Apply(Op.MAP_ATTR, (value,), result, graph=attr.table)
        place = self.place_attribute(domain.of, name.text)
        if place is not None:
            zone, index, index_type = place
            zone.read = True
            self.reporter.means(name.span, zone.index_spans[index])
            var = self.output.vars.new("c", domain.of)
            return self.list_over(
                var, value, ir.PlaceOf(zone.name, index, ir.Local(var), optional(index_type)), domain.bound
            )
        raise self._no_attribute(domain.of, name)

    def there(self, value: ir.Expr, span: Span, where: str = "what stands here") -> ir.Expr:
        """A value that is not none."""
        return self.none_here(value, span, where) if is_optional(value.type) else value

    def none_here(self, value: ir.Expr, span: Span, where: str) -> ir.Expr:
        self.reporter.error(
            "may-be-none",
            span,
            f"this may be none, and {where} needs a value",
            describe(value.type),
            hint=_test_first(value, span, where),
        )
        return ir.Apply(Op.AS, (value,), plain(value.type))


_OF_A_PIECE = {
    "name": "in a text `{card}` alone is what it is called",
    "title": "in a text `{card}` alone is what it is called",
    "owner": "ask the zone: `your hand has card`, or `first(p in players where p.hand has card)`",
}
_ONE_OF = re.compile(r"(?:first|last|top|min|max)\(([\w. ]+)\)(?:\.\w+)?")


def _test_first(value: ir.Expr, span: Span, where: str) -> str:
    """How to make sure of a value: one of many is there if there are any."""
    counters = [expr.phase for expr in everything_in(value) if isinstance(expr, ir.Counter)]
    if counters:
        return (
            f"the number of `{counters[0]}` exists only while that phase is going on: read it in there,"
            f" or say what there is without it, `if {counters[0]} is none then 1 else {counters[0]}`"
        )
    of_many = any(
        isinstance(expr, ir.Apply) and expr.op in (Op.FIRST, Op.LAST, Op.MIN, Op.MAX)
        for expr in everything_in(value)
    )
    # Of `leader.shed` it is `leader` that may be none.
    text = as_repeated(span).removesuffix(where.strip("`"))
    taken_from = _ONE_OF.fullmatch(text)
    if of_many:
        there = f"{taken_from[1]} is not empty" if taken_from is not None else "… is not empty"
    else:
        there = f"{text} is not none"
    return f"test it first: `if {there}` (or `where {there}`, or `{there} and …`)"
