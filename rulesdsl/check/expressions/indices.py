"""Indices and what stands in brackets: zones, states, definitions, tables, kinds."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulesdsl import program as ir
from rulesdsl.builtins import BUILTINS
from rulesdsl.check.declarations.lookups import flat_place
from rulesdsl.check.domains import FLAG, UNREAD, describe, optional
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import TRUE, all_of, arithmetic, coded, constant, known_list, literal, number
from rulesdsl.check.meanings import (
    BuiltinMeaning,
    CaseMeaning,
    DefineMeaning,
    KindMeaning,
    Meaning,
    RowMeaning,
    StateMeaning,
    TableMeaning,
    ZoneMeaning,
)
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    EnumSymbol,
    NodeSymbol,
    PieceSymbol,
    StateSymbol,
    Symbol,
    ZoneSymbol,
)
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_A_FUNCTION_OF_THIS_NAME = "call that otherwise, to use the function"


class Indices(ExpressionModule):
    def call(
        self, of: ast.Expr, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | ir.Expr:
        meaning = self.expressions.names.called(of, scope)
        match meaning:
            case BuiltinMeaning(name):
                return self.expressions.calls.builtin(name, args, scope, span)
            case KindMeaning():
                return self._constructed(meaning, args, scope, span)
            case CaseMeaning(symbol, case):
                assert case.carries is not None
                (fitting,) = self._expected_args(args, [case.carries], scope, span, case.name)
                carried = self.expressions.conversions.confined(fitting, case.carries, args[0].span)
                code = self.expressions.conversions.code_within(carried, case.low, case.count)
                return coded(arithmetic(Op.ADD, code, number(case.first - case.low)), symbol.domain)
            case ir.ConstSeq(type=ir.SeqDomain(of=ir.LinkDomain(name))) if isinstance(of, ast.NameRef) and (
                of.name == name
            ):
                return self.expressions.graph_calls.link(name, args, scope, span)
            case ZoneMeaning():
                return self._index_zone(meaning, args, scope, span)
            case StateMeaning():
                return self._index_state(meaning, args, scope, span)
            case DefineMeaning():
                return self._call_define(meaning, args, scope, span)
            case TableMeaning():
                return self._table_row(meaning, args, scope, span)
            case _:
                value = self.expressions.value(meaning, scope, of.span)
                if isinstance(value.type, ir.MapDomain):
                    return self._at_key(value, args, scope, span)
                raise self.reporter.mismatch(
                    of.span, "this takes nothing in brackets", f"it is {describe(value.type)}"
                )

    def _at_key(self, value: ir.Expr, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """The value of a map for a key."""
        assert isinstance(value.type, ir.MapDomain)
        self._without_names(args)
        if len(args) != 1:
            raise self.expressions.arguments.wrong_number("this map", 1, len(args), span)
        node = self.expressions.arguments.plain_argument(args[0])
        key = self.expressions.coerced(self.expressions.expr(node, scope), value.type.key, args[0].span)
        index = constant(key)
        if index is not None:
            known = self.expressions.amounts.of_key(value, index)
            if not (isinstance(known, ir.Apply) and known.op is Op.MAP_AT):
                return known
        return self.expressions.names.narrowed(
            ir.Apply(Op.MAP_AT, (value, key), value.type.value, span=span), scope
        )

    def _expected_args(
        self, args: tuple[ast.Argument, ...], domains: list[ir.Domain], scope: Scope, span: Span, what: str
    ) -> list[ir.Expr]:
        if UNREAD in domains:
            raise UnknownName
        if len(args) != len(domains):
            hint = None if not domains else "it takes " + ", ".join(describe(item) for item in domains)
            if what in BUILTINS:
                hint = _A_FUNCTION_OF_THIS_NAME
            raise self.expressions.arguments.wrong_number(what, len(domains), len(args), span, hint=hint)
        values = []
        for arg, domain in zip(args, domains, strict=True):
            node = self.expressions.arguments.plain_argument(arg)
            values.append(self.expressions.typed(node, scope, domain))
        return values

    def _open_indices(
        self, meaning: ZoneMeaning | StateMeaning, args: tuple[ast.Argument, ...], span: Span
    ) -> list[int]:
        """Which indices are still to be given: the owner must be known, and no more given than there are."""
        symbol = meaning.symbol
        self._without_names(args)
        open_at = [index for index, expr in enumerate(meaning.index) if expr is None]
        if symbol.owner_at in open_at and meaning.owners is None:
            raise self.missing_owner(symbol, span)
        if len(args) > len(open_at):
            cell = self._one_cell(symbol, open_at, args)
            raise self.expressions.arguments.wrong_number(
                symbol.name,
                len(open_at),
                len(args),
                span,
                declared=symbol.span,
                hint=(_A_FUNCTION_OF_THIS_NAME if symbol.name in BUILTINS else None)
                if cell is None
                else f"write `{cell}`",
                fix=None if cell is None else replaced(span, cell),
            )
        return open_at

    def _without_names(self, args: tuple[ast.Argument, ...]) -> None:
        """What says which zone, state or value is meant stands in the order of its declaration."""
        for arg in args:
            if arg.name is not None:
                raise self.reporter.error(
                    "unknown-argument",
                    arg.name.span,
                    f"what is meant has no names in its brackets: `{arg.name.text}`",
                    "by its place, not by a name",
                    hint="leave the name out; several stand in the order in which they are declared",
                )

    def _one_cell(
        self, symbol: ZoneSymbol | StateSymbol, open_at: list[int], args: tuple[ast.Argument, ...]
    ) -> str | None:
        """A column and a row are one cell."""
        if len(open_at) != 1 or len(args) != 2:
            return None
        node = symbol.index[open_at[0]]
        domain = node.type if isinstance(node, ir.Var) else node
        board = self.world.places_of(domain)
        if board is None or board.shape != "grid":
            return None
        cell = ", ".join(arg.span.text for arg in args)
        return f"{symbol.name}({board.name}({cell}))"

    def _index_zone(
        self, meaning: ZoneMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> ZoneMeaning:
        symbol = meaning.symbol
        open_at = self._open_indices(meaning, args, span)
        domains = [symbol.index[index].type for index in open_at[: len(args)]]
        for index, value in zip(
            open_at, self._expected_args(args, domains, scope, span, symbol.name), strict=False
        ):
            meaning = meaning.with_index(index, value)
        return attrs.evolve(meaning, span=span)

    def _index_state(
        self, meaning: StateMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | ir.Expr:
        symbol = meaning.symbol
        open_at = self._open_indices(meaning, args, span)
        domains = [symbol.index[position] for position in open_at[: len(args)]]
        index = list(meaning.index)
        for position, value in zip(
            open_at, self._expected_args(args, domains, scope, span, symbol.name), strict=False
        ):
            index[position] = value
        return attrs.evolve(meaning, index=tuple(index), span=span)

    def missing_owner(self, symbol: Symbol, span: Span) -> UnknownName:
        name = symbol.name
        if name in BUILTINS and span.source.text.startswith(f"{name}(", span.start):
            return self.reporter.error(
                "missing-owner",
                span,
                f"`{name}` is not the function of the language here: this game calls something else so",
                f"every player has `{name}` of their own",
                because=((symbol.span, "called like the function"),),
                hint=_A_FUNCTION_OF_THIS_NAME,
            )
        return self.reporter.error(
            "missing-owner",
            span,
            f"every player has `{name}` of their own: whose is meant?",
            "say whose",
            because=((symbol.span, "per Player"),),
            hint=f"`your {name}` for whoever acts, `p.{name}` for a player p,"
            f" `players.{name}` for all of them",
        )

    def _call_define(
        self, meaning: DefineMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | ir.Expr:
        symbol = meaning.symbol
        if symbol.per_player and meaning.you is None:
            raise self.missing_owner(symbol, span)
        self.expressions.definitions.define_signature(symbol)
        domains = [var.type for var in symbol.vars if var.name != "you"]
        named = {
            v.name: self.expressions.definitions.named_at(symbol, v) for v in symbol.vars if v.name != "you"
        }
        by_position = self.ordered_args(args, named, symbol.name)
        key_args = by_position[len(domains) :]
        values = self._expected_args(by_position[: len(domains)], domains, scope, span, symbol.name)
        if symbol.state == "open":
            raise self.expressions.paths.circle(symbol, span)
        values = [
            self.expressions.conversions.confined(value, domain, arg.span)
            for value, domain, arg in zip(values, domains, by_position, strict=False)
        ]
        done = attrs.evolve(meaning, args=tuple(values), span=span)
        if key_args:
            whole = self.expressions.definitions.define_value(done, span, scope)
            if not isinstance(whole.type, ir.MapDomain) or len(key_args) > 1 or done.owners is not None:
                self._expected_args(by_position, domains, scope, span, symbol.name)
            return self._at_key(whole, key_args, scope, span)
        return (
            done if done.owners is not None else self.expressions.definitions.define_value(done, span, scope)
        )

    def ordered_args(
        self, args: tuple[ast.Argument, ...], declared: Mapping[str, Span | None], what: str
    ) -> tuple[ast.Argument, ...]:
        """In the order of what takes them: `declared` has their names, and where each is declared."""
        if all(arg.name is None for arg in args):
            return args

        def unknown(arg: ast.Argument, name: str) -> UnknownName:
            span = arg.span if arg.name is None else arg.name.span
            called = f"argument of `{what}` called"
            return self.reporter.unknown(span, name, called, declared, code="unknown-argument")

        given = self.expressions.arguments.by_name(args, declared, unknown)
        return tuple(given[name] for name in declared if name in given)

    def _table_row(
        self, meaning: TableMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | ir.Expr:
        symbol = meaning.symbol
        keys: dict[str, Span | None] = {key.name.text: key.name.span for key in symbol.decl.keys}
        ordered = self.ordered_args(args, keys, symbol.name)
        values = self._expected_args(ordered, [domain for _, domain in symbol.keys], scope, span, symbol.name)
        row = RowMeaning(symbol, tuple(values))
        if len(symbol.results) == 1:
            return self.row_result(row, next(iter(symbol.results)), span)
        return row

    def row_result(self, row: RowMeaning, name: str, span: Span) -> ir.Expr:
        domain = row.symbol.results.get(name)
        if domain is None:
            raise self.reporter.unknown(
                span,
                name,
                f"result of `{row.symbol.name}` called",
                row.symbol.results,
                code="unknown-attribute",
            )
        given = next(gives for gives in row.symbol.decl.gives if gives.name.text == name)
        if span.text == name:
            self.reporter.means(span, given.name.span)
        table = self.world.tables[f"{row.symbol.name}.{name}"]
        known = [value for key in row.keys if (value := constant(key)) is not None]
        if len(known) == len(row.keys):
            spans = [self.declarations.types.span_of(key) for _, key in row.symbol.keys]
            flat = flat_place(known, spans)
            if 0 <= flat < len(table.values):
                return literal(table.values[flat], domain)
        return ir.Lookup(table.name, row.keys, domain, span=span)

    def _constructed(
        self, kind: KindMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> ir.Expr:
        """`Cell(2, 1)`, `Card(suit: hearts, rank: 2)`: the one with these attributes."""
        symbol = self.world.symbols[kind.name]
        match symbol:
            case NodeSymbol(shape="grid" | "growing"):
                order: tuple[str, ...] = ("column", "row")
            case NodeSymbol(shape="ring"):
                order = ("number",)
            case PieceSymbol():
                order = symbol.order or tuple(symbol.attrs)
            case NodeSymbol() | EnumSymbol():
                order = tuple(symbol.attrs)
            case _:
                raise self.reporter.mismatch(span, f"`{kind.name}` cannot be made here", "name a single kind")
        if symbol.name in self.world.growing:
            return self.expressions.made_places.at(self.world.growing[symbol.name], args, scope, span)
        combined = self.world.combined.get(symbol.name)
        if combined is not None and len(args) == len(combined.parts):
            declared = {part: symbol.attrs[part].span for part in order[: len(combined.parts)]}
            ordered = self.ordered_args(args, declared, symbol.name)
            return self.expressions.made_places.combination(combined, ordered, scope, span)

        def unknown(arg: ast.Argument, name: str) -> UnknownName:
            what = f"attribute of {kind.name} called"
            name = name or str(args.index(arg) + 1)
            return self.reporter.unknown(arg.span, name, what, symbol.attrs, "unknown-argument")

        wanted: dict[str, int] = {}
        attributes = {name: attr.span for name, attr in symbol.attrs.items()}
        given = self.expressions.arguments.by_name(args, attributes, unknown, order)
        for name, arg in given.items():
            if isinstance(arg.value, ast.Over):
                raise unknown(arg, name)
            value = constant(self.expressions.typed(arg.value, scope, symbol.attrs[name].type))
            if value is None:
                return self._found(symbol, given, scope)
            wanted[symbol.attrs[name].table] = value
        if isinstance(symbol, PieceSymbol):
            names = []
            pieces = self.declarations.members(symbol.domain)
            for name_number in symbol.names:
                rows = [index for index, p in enumerate(pieces) if self.world.piece_name_of[p] == name_number]
                if rows and all(self.world.tables[t].values[rows[0]] == v for t, v in wanted.items()):
                    names.append(name_number)
            if names:
                return ir.Const(names[0], symbol.name_domain)
        else:
            for row in range(len(self.declarations.members(kind.domain))):
                if all(self.world.tables[t].values[row] == v for t, v in wanted.items()):
                    return ir.Const(row, kind.domain)
        raise self.reporter.error(
            "unknown-name", span, f"there is no such {kind.name}", "nothing has these attributes"
        )

    def _found(
        self,
        symbol: PieceSymbol | NodeSymbol | EnumSymbol,
        given: Mapping[str, ast.Argument],
        scope: Scope,
    ) -> ir.Expr:
        """The same with values that are only known in play: the first that fits, or none."""
        domain = symbol.domain
        var = self.output.vars.new("it", domain)
        tests: list[ir.Expr] = []
        for name, arg in given.items():
            attr = symbol.attrs[name]
            value = self.expressions.typed(self.expressions.arguments.plain_argument(arg), scope, attr.type)
            tests.append(ir.Apply(Op.EQ, (ir.Lookup(attr.table, (ir.Local(var),), attr.type), value), FLAG))

        everything = known_list(self.declarations.members(domain), domain)
        return ir.Over(
            Gather.FIRST, var, everything, all_of(tests) if tests else TRUE, None, None, optional(domain)
        )
