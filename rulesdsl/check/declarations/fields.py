"""Attributes of values, places and pieces, from data or worked out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from rulesdsl import program as ir
from rulesdsl.check.csv_data import CellValue, RowSource
from rulesdsl.check.declarations.effort import MOST_MEMBERS, Effort, TooLong
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import (
    UNREAD,
    comparable,
    describe,
    is_number,
    is_optional,
    optional,
    plain,
    unified,
)
from rulesdsl.check.folding import constant, literal
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    Attr,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
)
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.declarations.checker import Declarations


Declared = (
    ast.ValuesTableDecl | ast.PiecesDecl | ast.PlacesDecl | ast.GridDecl | ast.RingDecl | ast.CombinedDecl
)
Owner = EnumSymbol | PieceSymbol | NodeSymbol
Scopes = dict[int, tuple[Scope, int]]
"""What the formulas of each row can name so far, and how many attributes that are."""


class Fields(DeclarationModule):
    def __init__(self, declarations: Declarations) -> None:
        super().__init__(declarations)
        self._being_built: set[Span] = set()
        self._only_tried: set[Span] = set()
        """Attributes that were asked for where something was tried: what they name is not noted for good."""

    def build_fields(self, decl: Declared) -> None:
        """Those that nothing has asked for yet."""
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, Owner) or symbol.span != decl.name.span:
            return
        scopes: Scopes = {}
        for number, field in enumerate(decl.fields):
            there = symbol.attrs.get(field.name.text)
            if there is None or field.name.span in self._only_tried:
                self._build(symbol, decl, number, scopes)
            elif there.span != field.name.span:
                self.declarations.cells.declared_twice(field.name.span, field.name.text, there.span)
        for field in decl.fields:
            symbol.attrs[field.name.text] = symbol.attrs.pop(field.name.text)

    def _asked(self, symbol: Owner, name: str) -> Attr | None:
        """An attribute, read or worked out as soon as it is asked for, if all that it needs is there."""
        if name in symbol.attrs:
            return symbol.attrs[name]
        decl, number = self._declared(symbol, name)
        if decl is None or not self._is_there(symbol):
            return None
        field = decl.fields[number]
        if field.name.span in self._being_built:
            return None
        if not self.declarations.kinds.are_there((field.type, *(per.of for per in field.per))):
            return None
        if field.computed is not None:
            named = names_in(field.computed)
            for above in decl.fields[:number]:
                if above.name.text in named:
                    self._asked(symbol, above.name.text)
        self._build(symbol, decl, number, {})
        attr = symbol.attrs[name]
        if self.reporter.tries:
            self._only_tried.add(field.name.span)
            if attr.type == UNREAD:
                del symbol.attrs[name]
        return attr

    def asked_too_early(self, kinds: tuple[str, ...], name: str) -> tuple[Span, str] | None:
        """Where an attribute that was not found is declared, and why it is not known yet."""
        for symbol in (self.world.symbols[kind] for kind in kinds):
            decl, number = self._declared(symbol, name) if isinstance(symbol, Owner) else (None, 0)
            if decl is not None:
                span = decl.fields[number].name.span
                return span, "needs itself" if span in self._being_built else "needs what comes after this"
        return None

    def names(self, symbol: Owner | LinkSymbol) -> list[str]:
        """Of all its attributes, those too that nothing has asked for yet."""
        decl = self._declarations.get(symbol.span)
        return [*symbol.attrs, *(field.name.text for field in (() if decl is None else decl.fields))]

    @cached_property
    def _declarations(self) -> dict[Span, Declared]:
        return {decl.name.span: decl for decl in self.world.tree.declarations if isinstance(decl, Declared)}

    def _declared(self, symbol: Owner, name: str) -> tuple[Declared | None, int]:
        decl = self._declarations.get(symbol.span)
        fields = () if decl is None else decl.fields
        number = next((n for n, field in enumerate(fields) if field.name.text == name), None)
        return (None, 0) if number is None else (decl, number)

    def _is_there(self, symbol: Owner) -> bool:
        """Whether it is known which values, pieces or places there are."""
        match symbol:
            case EnumSymbol():
                return bool(self.world.enums[symbol.name])
            case NodeSymbol():
                return bool(self.world.nodes[symbol.name])
            case PieceSymbol():
                return self.declarations.pieces.are_counted(symbol.domain)

    def _build(self, symbol: Owner, decl: Declared, number: int, scopes: Scopes) -> None:
        field = decl.fields[number]
        self._being_built.add(field.name.span)
        try:
            domain, values = self._read(symbol, decl, number, scopes)
        except UnknownName:
            domain, values = UNREAD, []
        finally:
            self._being_built.discard(field.name.span)
        if domain == UNREAD:
            symbol.attrs[field.name.text] = Attr(field.name.text, UNREAD, "", field.name.span)
            return
        if values is None:
            rows = self.declarations.attribute_tables.row_count(symbol)
            values = [self.declarations.cells.lowest(domain)] * rows
        attr = Attr(field.name.text, domain, f"{symbol.name}.{field.name.text}", field.name.span)
        symbol.attrs[field.name.text] = attr
        self.declarations.attribute_tables.store(symbol, attr, values)

    def _read(
        self, symbol: Owner, decl: Declared, number: int, scopes: Scopes
    ) -> tuple[ir.Domain, list[CellValue] | None]:
        field = decl.fields[number]
        rows = self.world.row_sources.get(symbol.name)
        domain = self.declarations.types.known_type(field.type)
        key: ir.Domain | None = None
        if field.per:
            key = self.declarations.types.index_type(field.per[0].of)
            domain = ir.MapDomain(key, domain)
        if UNREAD in (domain, key, domain.value if isinstance(domain, ir.MapDomain) else None):
            return UNREAD, None
        drawn_up = isinstance(decl, (ast.GridDecl, ast.RingDecl, ast.CombinedDecl))
        if rows is None and field.computed is None and not drawn_up:
            # Its data could not be read, which has been reported.
            return UNREAD, None
        if field.computed is not None:
            return domain, self._computed(symbol, decl, number, domain, scopes)
        return domain, self._field_values(symbol, field, domain, key, rows)

    def _field_values(
        self,
        symbol: Owner,
        field: ast.Field,
        domain: ir.Domain,
        key: ir.Domain | None,
        rows: RowSource | None,
    ) -> list[CellValue] | None:
        if rows is None or rows.data is None:
            self.reporter.error(
                "data-column-missing",
                field.name.span,
                f"nothing says what `{field.name.text}` is",
                "no data here",
                hint="give it a formula: `points: 0..13 = if … then … else …`",
            )
            return None
        name = field.column if field.column is not None and key is None else field.name
        values = self.declarations.cells.values_of(rows.data, name, domain, key)
        # A row that has no good name is none of the kind's; what is wrong in it is said all the same.
        return None if values is None else values[: self.declarations.attribute_tables.row_count(symbol)]

    def _computed(
        self, symbol: Owner, decl: Declared, number: int, domain: ir.Domain, scopes: Scopes
    ) -> list[CellValue] | None:
        field = decl.fields[number]
        assert field.computed is not None
        tables = self.declarations.attribute_tables
        # By the object that the attribute was given: there may be many, and each asks again.
        own = {id(other.name.span) for other in decl.fields}
        known = [attr for attr in symbol.attrs.values() if id(attr.span) not in own]
        known += [
            symbol.attrs[above.name.text] for above in decl.fields[:number] if above.name.text in symbol.attrs
        ]
        below = decl.fields[number + 1 :]
        values: list[CellValue] = []
        effort = Effort()
        with self.reporter.of_each() as of_one:
            for row in range(tables.row_count(symbol)):
                # What was bound for the attribute before this one is so still.
                scope, bound = scopes.get(row, (Scope(), 0))
                scopes[row] = scope, len(known)
                for attr in known[bound:]:
                    if attr.type != UNREAD:
                        value = literal(tables.rows(symbol, attr)[row], attr.type)
                        scope.bind(attr.name, value, attr.span).used = True
                outside, self.world.attributes_below = self.world.attributes_below, below
                try:
                    with of_one():
                        expr = self.worked_out(field.computed, scope.inner(), domain, effort)
                finally:
                    self.world.attributes_below = outside
                if expr is None:
                    self.too_long(f"`{field.name.text}`", field.computed.span)
                    return None
                result = self._as_declared(expr, field, domain)
                if result is None:
                    return None
                values.append(result)
        return values

    def _as_declared(self, expr: ir.Expr, field: ast.Field, domain: ir.Domain) -> CellValue | None:
        """What was worked out as a value of the attribute's type; None where it is none."""
        assert field.computed is not None
        if not isinstance(expr, ir.Const | ir.ConstSeq):
            self._not_known(expr, field)
            return None
        wanted, span = plain(domain), field.computed.span
        its_type = ((field.type.span, "its type"),)
        if constant(expr) == ir.NONE and not isinstance(wanted, ir.SeqDomain):
            if is_optional(domain):
                return ir.NONE
            self.reporter.mismatch(
                span,
                f"`{field.name.text}` would be none, but says it is {describe(domain)}",
                "none here",
                because=its_type,
                hint="add `or none` to the type, or say what it is then",
            )
            return None
        there = expr.values if isinstance(expr, ir.ConstSeq) else (constant(expr),)
        members = ir.member_type(wanted)
        if isinstance(members, ir.IntDomain) and is_number(ir.member_type(plain(expr.type))):
            low, high = members.low, members.high
            beyond = [n for n in there if isinstance(n, int) and n != ir.NONE and not low <= n <= high]
            if beyond:
                what = "would have" if isinstance(expr, ir.ConstSeq) else "would be"
                self.reporter.error(
                    "out-of-range",
                    span,
                    f"`{field.name.text}` {what} {beyond[0]}",
                    f"outside of {low}..{high}",
                    because=((field.type.span, "its range"),),
                )
                return None
        coerced = self.declarations.expressions.coerced
        if isinstance(wanted, ir.SeqDomain) and isinstance(expr, ir.Const):
            fitted = coerced(expr, optional(wanted.of), span)
            if isinstance(fitted, ir.Const):
                return () if fitted.value == ir.NONE else (fitted.value,)
        else:
            fitted = coerced(_not_none(expr), domain, span)
            if isinstance(fitted, ir.ConstSeq) and isinstance(wanted, ir.SeqDomain):
                return self._in_sequence(fitted, wanted)
            if isinstance(fitted, ir.Const):
                return fitted.value
        self._not_known(fitted, field)
        return None

    def _not_known(self, expr: ir.Expr, field: ast.Field) -> None:
        assert field.computed is not None
        asked = next((part for part in nodes_in(expr) if isinstance(part, ir.Formula)), None)
        self.reporter.mismatch(
            field.computed.span,
            f"`{field.name.text}` must be known before play",
            expr.type,
            hint="it may use the other attributes, constants, options and definitions of these"
            if asked is None
            else f"`{asked.name}` reads what changes in play",
        )

    def too_long(self, what: str, span: Span) -> None:
        self.reporter.error(
            "too-much-work",
            span,
            f"to work out {what} more than {MOST_MEMBERS:,} things are gone through",
            "too many before play",
            hint="write it as a `define`, which is worked out when it is asked for",
        )

    def worked_out(
        self, computed: ast.Definition, scope: Scope, domain: ir.Domain | None, effort: Effort
    ) -> ir.Expr | None:
        """The value of an attribute for one row, as far as it is known; None if that takes too long."""
        expressions = self.declarations.expressions
        outside, self.world.before_play = self.world.before_play, True
        try:
            effort.spend(len(computed.lets) + len(computed.cases))
            with expressions.lists.ahead(effort) as known:
                for let in computed.lets:
                    value = known(expressions.expr(let.value, scope))
                    expressions.lists.not_shadowing(let.name, scope)
                    scope.bind(let.name.text, value, let.name.span)
                body = computed.last
                for case in reversed(computed.cases):
                    body = ast.IfElse(case.condition, case.value, body, span=case.span)
                return known(expressions.expr(body, scope, domain))
        except TooLong:
            return None
        finally:
            self.world.before_play = outside

    def _in_sequence(self, expr: ir.ConstSeq, domain: ir.SeqDomain) -> CellValue:
        there = tuple(value for value in expr.values if isinstance(value, int))
        return there if domain.ordered else tuple(sorted(set(there)))

    def attribute_of(self, domain: ir.Domain, name: str) -> Attr | None:
        """The attribute of a value, piece, name, place or link; for several kinds one table for all."""
        attr = self._attribute_of(domain, name)
        if attr is not None and attr.type == UNREAD:
            raise UnknownName
        return attr

    def _attribute_of(self, domain: ir.Domain, name: str) -> Attr | None:
        inner = plain(domain)
        match inner:
            case ir.EnumDomain(kind) | ir.NodeDomain(kind):
                symbol = self.world.symbols[kind]
                return self._asked(symbol, name) if isinstance(symbol, EnumSymbol | NodeSymbol) else None
            case ir.PieceDomain(kinds) | ir.PieceNameDomain(kinds):
                return self._piece_attribute(inner, kinds, name)
            case _:
                if isinstance(inner, ir.LinkDomain):
                    link = self.world.symbols[inner.name]
                    return link.attrs.get(name) if isinstance(link, LinkSymbol) else None
                return None

    def declared_at(self, domain: ir.Domain, name: str) -> tuple[Span, ...]:
        """Where the kinds of a type say that they have this attribute."""
        return tuple(symbol.attrs[name].span for symbol in self._owners(domain) if name in symbol.attrs)

    def fitting(self, domain: ir.Domain, wanted: ir.Domain) -> list[str]:
        """The attributes of a type that could be meant where something of another is wanted."""
        names = dict.fromkeys(name for symbol in self._owners(domain) for name in symbol.attrs)
        attributes = ((name, self._attribute_of(domain, name)) for name in names)
        return [
            name
            for name, attribute in attributes
            if attribute is not None and comparable(plain(attribute.type), plain(wanted))
        ]

    def _owners(self, domain: ir.Domain) -> Iterator[Owner | LinkSymbol]:
        """The kinds of a type that can have attributes."""
        match plain(domain):
            case ir.EnumDomain(kind) | ir.NodeDomain(kind) | ir.LinkDomain(kind):
                kinds: tuple[str, ...] = (kind,)
            case ir.PieceDomain(several) | ir.PieceNameDomain(several):
                kinds = several
            case ir.IntDomain() | ir.FlagDomain() | ir.PlayerDomain() | ir.OptionalDomain():
                return
            case ir.UnionDomain() | ir.SeqDomain() | ir.MapDomain() | ir.SeqOfSeqDomain() | ir.TextDomain():
                return
            case _:
                assert_never(plain(domain))
        for symbol in (self.world.symbols[kind] for kind in kinds):
            if isinstance(symbol, (EnumSymbol, NodeSymbol, PieceSymbol, LinkSymbol)):
                yield symbol

    def _piece_attribute(self, domain: ir.Domain, kinds: tuple[str, ...], name: str) -> Attr | None:
        attributes: dict[str, Attr] = {}
        for kind in kinds:
            symbol = self.world.symbols[kind]
            attr = self._asked(symbol, name) if isinstance(symbol, PieceSymbol) else None
            if attr is not None:
                attributes[kind] = attr
        if not attributes:
            return None
        if any(attr.type == UNREAD for attr in attributes.values()):
            raise UnknownName
        if len(kinds) == 1 and isinstance(domain, ir.PieceDomain):
            return attributes[kinds[0]]
        result = self._joined_type(list(attributes.values()))
        if result is None:
            return None
        if len(attributes) < len(kinds) and not isinstance(result, (ir.SeqDomain, ir.MapDomain)):
            result = optional(result)
        by_name = isinstance(domain, ir.PieceNameDomain)
        table = f"{'!' if by_name else ''}{'|'.join(kinds)}.{name}"
        if table not in self.world.tables:
            missing = self.declarations.cells.lowest(result)
            pieces = [k for k in self.world.kinds if k.name in kinds]
            value_of: dict[int, CellValue] = {}
            for part in pieces:
                if part.name not in attributes or attributes[part.name].table not in self.world.tables:
                    continue
                values = self.world.tables[attributes[part.name].table].values
                for index in range(part.count):
                    piece = part.first + index
                    value_of[self.world.piece_name_of[piece] if by_name else piece] = values[index]
            if by_name:
                values_all = [
                    value_of.get(position, missing) for position in range(len(self.world.piece_names))
                ]
            else:
                low = min((k.first for k in pieces), default=0)
                high = max((k.first + k.count for k in pieces), default=0)
                values_all = [value_of.get(piece, missing) for piece in range(low, high)]
            self.world.tables[table] = ir.Table(table, (domain,), tuple(values_all), result)  # type: ignore[arg-type]
        first = next(iter(attributes.values()))
        return Attr(name, result, table, first.span)

    def _joined_type(self, attrs: list[Attr]) -> ir.Domain | None:
        result: ir.Domain | None = attrs[0].type
        for attr in attrs[1:]:
            result = unified(result, attr.type) if result is not None else None
        return result


def _not_none(expr: ir.Expr) -> ir.Expr:
    """What is known is known not to be none."""
    return ir.Const(expr.value, plain(expr.type)) if isinstance(expr, ir.Const) else expr
