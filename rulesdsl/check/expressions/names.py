"""Names: what a name or `your x` stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.builtins import BUILTINS
from rulesdsl.check.domains import PLAYER, UNREAD, is_optional, optional, plain, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import known_list
from rulesdsl.check.meanings import (
    BuiltinMeaning,
    CaseMeaning,
    DefineMeaning,
    KindMeaning,
    Meaning,
    ScoreMeaning,
    Several,
    StateMeaning,
    TableMeaning,
    ZoneMeaning,
)
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    DefineSymbol,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    OptionSymbol,
    PhaseSymbol,
    PieceSymbol,
    ScoreSymbol,
    StateSymbol,
    TableSymbol,
    UnionSymbol,
    WordsSymbol,
    ZoneSymbol,
)
from rulesdsl.functions import Area
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.common_mistakes import FOREIGN_FUNCTIONS, FOREIGN_NAMES

_NEEDED = {Area.PLACES: NodeSymbol, Area.WORDS: WordsSymbol}
"""What a game must have for functions to be of use."""


_LIKE_A_CELL = re.compile(r"[a-z]{1,2}[0-9]{1,2}")


class Names(ExpressionModule):
    def meaning(self, node: ast.Expr, scope: Scope) -> Meaning | ir.Expr:
        match node:
            case ast.NameRef(name):
                of_thing = self.expressions.things.meaning(name, node.span, scope)
                return self.name(name, node.span, scope) if of_thing is None else of_thing
            case ast.Your(name):
                if scope.you is None:
                    raise self.reporter.error(
                        "outside-a-turn",
                        node.span,
                        f"`your {name.text}`: nobody acts here",
                        "whose?",
                        hint=self._whose_hint(name.text),
                    )
                return self.expressions.attribute(scope.you, name, scope, node.span)
            case ast.Attribute(of, name):
                return self.expressions.attribute(self.meaning(of, scope), name, scope, node.span)
            case ast.Call(of, args):
                return self.expressions.indices.call(of, args, scope, node.span)
            case ast.Group(inner):
                return self.meaning(inner, scope)
            case ast.Computed():
                return self.expressions.expr(node, scope)
            case _:
                assert_never(node)

    def called(self, node: ast.Expr, scope: Scope) -> Meaning | ir.Expr:
        """What stands before brackets: a thing has a name there only where nothing else has it."""
        if isinstance(node, ast.NameRef) and self._is_known(node.name, scope):
            return self.name(node.name, node.span, scope)
        return self.meaning(node, scope)

    def _is_known(self, name: str, scope: Scope) -> bool:
        return (
            scope.find(name) is not None
            or name in self.world.symbols
            or name in self.world.values
            or name in BUILTINS
        )

    def _whose_hint(self, name: str) -> str:
        symbol = self.world.symbols.get(name)
        whose = f"say whose: `p.{name}` for a player p, `players.{name}` for all of them"
        if isinstance(symbol, (DefineSymbol, ScoreSymbol)):
            return "a definition that says `your` is `per Player`: `define … per Player = …`"
        return f"{whose}; or, in a definition, write `per Player` behind its name"

    def name(self, name: str, span: Span, scope: Scope) -> Meaning | ir.Expr:
        local = scope.find(name)
        if local is not None:
            local.used = True
            self.reporter.means(span, local.span)
            if local.expr.type == UNREAD:
                raise UnknownName
            if local.span is not None:
                self.reporter.local_types.setdefault(local.span, local.expr.type)
            return self.narrowed(local.expr, scope)
        if name in self.world.example_players:
            seat = self.world.example_players.index(name)
            self.reporter.means(span, self.world.example_seats[seat])
            return ir.Const(seat, PLAYER)
        symbol = self.world.symbols.get(name)
        if name in self.world.unread:
            self.usage.used.add(name)
            raise UnknownName
        if symbol is not None:
            self.usage.used.add(name)
            self.reporter.means(span, symbol.span)
            return self._symbol(symbol, span, scope)
        values = self.world.values.get(name)
        if values is not None:
            self.usage.used.add(name)
            for declared in self.world.value_spans[name]:
                self.reporter.means(span, declared)
            return values[0] if len(values) == 1 else Several(name, tuple(values), span)
        enum = self.world.cases.get(name)
        if enum is not None:
            if enum.of_the_language:
                return ir.Const(enum.cases[name].first, enum.domain)
            self.reporter.means(span, enum.cases[name].span)
            return CaseMeaning(enum, enum.cases[name])
        match name:
            case "you":
                if scope.you is None:
                    raise self.reporter.error(
                        "outside-a-turn",
                        span,
                        "nobody acts here, so there is no `you`",
                        "who?",
                        hint="lines of a turn, an action or a `per Player` definition have one",
                    )
                return scope.you
            case "players":
                return known_list(range(self.world.players), PLAYER)
            case "player_count":
                return ir.Const(self.world.players, ir.IntDomain(self.world.players, self.world.players))
            case "others":
                if scope.you is None:
                    raise self.reporter.error(
                        "outside-a-turn", span, "nobody acts here, so there are no `others`", "whose others?"
                    )
                return ir.Apply(
                    Op.OTHERS, (scope.you,), seq(PLAYER, ordered=True, bound=self.world.players - 1)
                )
            case "winners":
                return ir.Apply(Op.WINNERS, (), seq(PLAYER, ordered=False, bound=self.world.players))
            case _ if name in BUILTINS:
                return BuiltinMeaning(name)
            case _ if cells := self._cells_called(name):
                return cells[0] if len(cells) == 1 else Several(name, cells, span)
            case _:
                if self.world.values_unread:
                    raise UnknownName
                if name in self.world.later:
                    raise self.reporter.mismatch(
                        span,
                        "this must be known before play",
                        "not known yet",
                        because=((self.world.later[name], "declared here"),),
                        hint="a number, an option, or a definition made of such",
                    )
                below = next((f.name for f in self.world.attributes_below if f.name.text == name), None)
                if below is not None:
                    raise self.reporter.error(
                        "unknown-name",
                        span,
                        f"the attribute `{name}` stands below this one",
                        "not known yet",
                        because=((below.span, "declared here"),),
                        hint="move its line up: an attribute is made of those above it",
                    )
                known = [
                    *scope.visible(),
                    *self.world.symbols,
                    *self.world.values,
                    *self._functions(),
                    "you",
                    "players",
                    "others",
                ]
                is_called = span.source.text[span.end : span.end + 1] == "("
                foreign = FOREIGN_NAMES | (FOREIGN_FUNCTIONS if is_called else {})
                raise self.reporter.unknown(
                    span, name, "name", known, foreign=foreign | self._of_no_cell(name)
                )

    def _of_no_cell(self, name: str) -> dict[str, str]:
        """What is said of a name that could be that of a cell, and is none."""
        boards = [board for board in self.world.all(NodeSymbol) if board.board is not None and board.ids]
        if not boards or not _LIKE_A_CELL.fullmatch(name):
            return {}
        cells = [(board.name, list(board.ids)) for board in boards]
        spans = ", ".join(f"those of {kind} go from `{ids[0]}` to `{ids[-1]}`" for kind, ids in cells)
        return {name: f"no cell is called so: {spans}, row by row"}

    def _functions(self) -> Iterator[str]:
        """The functions of the language; those of places and of words only where there are some."""
        there = {type(symbol) for symbol in self.world.symbols.values()}
        return (
            name
            for name, function in BUILTINS.items()
            if function.area not in _NEEDED or _NEEDED[function.area] in there
        )

    def _cells_called(self, name: str) -> tuple[ir.Const, ...]:
        """The cells of boards that are printed so: `a1`."""
        boards = self.world.all(NodeSymbol)
        return tuple(
            ir.Const(board.ids[name], board.domain)
            for board in boards
            if board.board is not None and name in board.ids
        )

    def _symbol(self, symbol: object, span: Span, scope: Scope) -> Meaning | ir.Expr:
        match symbol:
            case OptionSymbol():
                return ir.Const(symbol.value, symbol.type)
            case DefineSymbol():
                return DefineMeaning(symbol, None, span=span)
            case ScoreSymbol():
                return ScoreMeaning(symbol)
            case ZoneSymbol():
                return ZoneMeaning(symbol, (None,) * len(symbol.index), 0, span=span)
            case StateSymbol():
                return StateMeaning(symbol, (None,) * len(symbol.index), span=span)
            case TableSymbol():
                return TableMeaning(symbol)
            case LinkSymbol():
                return known_list(range(symbol.count), symbol.domain)
            case EnumSymbol(domain=domain) | NodeSymbol(domain=domain):
                return KindMeaning(symbol.name, domain)
            case PieceSymbol(domain=pieces) | UnionSymbol(domain=pieces):
                return KindMeaning(symbol.name, pieces)
            case WordsSymbol():
                raise self.reporter.mismatch(
                    span,
                    f"`{symbol.name}` is a list of words, and no value by itself",
                    "what of it?",
                    because=((symbol.span, "the words"),),
                    hint=f"ask it: `W is in {symbol.name}`, `begins({symbol.name}, W)`",
                )
            case PhaseSymbol():
                passes = ir.IntDomain(1, symbol.most)
                if symbol.name in scope.place.phases:
                    return ir.Counter(symbol.name, passes)
                if scope.place.in_flow:
                    self.reporter.error(
                        "unknown-name",
                        span,
                        f"`{symbol.name}` counts the passes of a phase and has a value only inside it",
                        "outside of the phase",
                        because=((symbol.span, "the phase"),),
                    )
                    return ir.Counter(symbol.name, passes)
                return self.narrowed(ir.Counter(symbol.name, optional(passes)), scope)
            case _:
                raise TypeError(symbol)

    def narrowed(self, expr: ir.Expr, scope: Scope) -> ir.Expr:
        """The expression with the type that conditions have shown it to have."""
        if not isinstance(plain(expr.type), ir.PieceDomain) and not is_optional(expr.type):
            return expr
        result: ir.Domain | None = None
        if isinstance(expr, ir.SlotPiece) and self.known_to_hold(ir.ZoneCount(expr.zone, expr.type), scope):
            result = plain(expr.type)
        for known, domain in scope.facts:
            if known == expr:
                if isinstance(domain, ir.SeqDomain) and isinstance(domain.of, ir.PieceDomain):
                    domain = domain.of
                if result is None or (
                    isinstance(result, ir.PieceDomain) and isinstance(domain, ir.PieceDomain)
                ):
                    if isinstance(result, ir.PieceDomain) and isinstance(domain, ir.PieceDomain):
                        kinds = tuple(k for k in result.kinds if k in domain.kinds)
                        result = ir.PieceDomain(kinds or result.kinds)
                    else:
                        result = domain
        if result is None or result == expr.type:
            return expr
        return ir.Apply(Op.AS, (expr,), result)

    def known_to_hold(self, count: ir.Expr, scope: Scope) -> bool:
        """Whether conditions have shown that something is there to be counted."""
        for known, domain in scope.facts:
            if isinstance(count, ir.ZoneCount) and isinstance(known, ir.ZoneCount):
                same = known.zone == count.zone
            else:
                same = known == count
            if same and isinstance(domain, ir.IntDomain):
                return True
        return False
