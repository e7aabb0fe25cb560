"""Fitting: how a value becomes one of the type that is wanted."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NoReturn

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    UNREAD,
    comparable,
    describe,
    is_number,
    is_optional,
    joint,
    optional,
    plain,
    seq,
)
from rulesdsl.check.expressions.ambiguity import among_several, out_of_several, piece_of_name
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import arithmetic, coded, compared, constant, if_else, made_within, number
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import table_of_names
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

A_PIECE_OF_A_NAME = "take one of those in a zone: `first(x in ZONE where x is NAME)`"


class Conversions(ExpressionModule):
    def name_of(self, piece: ir.Expr) -> ir.Expr:
        """The name of a piece."""
        domain = plain(piece.type)
        assert isinstance(domain, ir.PieceDomain)
        names = ir.PieceNameDomain(domain.kinds)
        table = table_of_names(domain.kinds)
        if table not in self.world.tables:
            members = self.declarations.members(domain)
            low, high = (members[0], members[-1]) if members else (0, -1)
            values = tuple(self.world.piece_name_of[p] for p in range(low, high + 1))
            self.world.tables[table] = ir.Table(table, (domain,), values, names)
        result: ir.Domain = optional(names) if is_optional(piece.type) else names
        return ir.Lookup(table, (piece,), result)

    def as_names(self, pieces: ir.Expr, *, once: bool = False) -> ir.Expr:
        """The names of several pieces, as often as they are there or each once; what is no list of pieces
        stays.
        """
        domain = pieces.type
        if not isinstance(domain, ir.SeqDomain) or not isinstance(domain.of, ir.PieceDomain):
            return pieces
        var = self.expressions.output.vars.new("piece", domain.of)
        name = self.name_of(ir.Local(var))
        result = seq(name.type, ordered=not once, bound=domain.bound)
        return ir.Over(Gather.DISTINCT if once else Gather.LIST, var, pieces, None, None, name, result)

    def code_of(self, subject: ir.Expr) -> ir.Expr:
        """A value of an enumeration as its number."""
        index = constant(subject)
        domain = plain(subject.type)
        size = self.declarations.size_of(domain)
        return (
            number(index)
            if index is not None
            else ir.Apply(Op.AS, (subject,), ir.IntDomain(0, max(size - 1, 0)))
        )

    def code_within(self, value: ir.Expr, low: int, count: int) -> ir.Expr:
        """A value that is carried, as its number."""
        return (
            value
            if isinstance(value.type, ir.IntDomain)
            else coded(value, ir.IntDomain(low, low + count - 1))
        )

    def typed(self, node: ast.Expr, scope: Scope, target: ir.Domain) -> ir.Expr:
        """What is written, as a value of the target type."""
        return self.coerced(self.expressions.expr(node, scope, target), target, node.span)

    def coerced(self, expr: ir.Expr, target: ir.Domain, span: Span) -> ir.Expr:
        """The value as one of the target type; what does not fit is reported."""
        source = expr.type
        if UNREAD in (source, target):
            raise UnknownName
        if constant(expr) == ir.NONE and is_optional(source):
            if is_optional(target):
                return ir.Const(ir.NONE, target)
            raise self.reporter.mismatch(
                span, f"`none` is not {describe(target)}", "none is not possible here"
            )
        if is_optional(source) and not is_optional(target):
            if comparable(source, target):
                return self.coerced(
                    self.expressions.attributes.none_here(expr, span, "what stands here"), target, span
                )
            self._no_fit(source, target, span)
        inner, wanted = plain(source), plain(target)
        match inner, wanted:
            case ir.IntDomain(), ir.IntDomain():
                if inner.low > wanted.high or inner.high < wanted.low:
                    raise self.reporter.error(
                        "out-of-range",
                        span,
                        f"{describe(inner)} is outside of {wanted.low}..{wanted.high}",
                        "out of range",
                    )
                return expr
            case ir.TextDomain(), ir.TextDomain():
                if inner.most > wanted.most:
                    raise self.reporter.error(
                        "out-of-range",
                        span,
                        f"{describe(inner)} does not fit where there is room for {wanted.most}",
                        f"this is {describe(inner)}",
                        hint=f"`text of at most {inner.most} letters` there, or fewer here",
                    )
                return expr
            case ir.PieceNameDomain(), ir.PieceDomain():
                index = constant(expr)
                if index is not None and comparable(inner, wanted):
                    return self.piece_called(index, wanted, span)
                self._no_fit(source, target, span)
            case (
                (ir.PieceDomain(mine) | ir.PieceNameDomain(mine)),
                (ir.PieceDomain(theirs) | ir.PieceNameDomain(theirs)),
            ):
                if not set(mine) <= set(theirs):
                    if set(mine) & set(theirs):
                        other = " or ".join(name for name in mine if name not in theirs)
                        raise self.reporter.mismatch(
                            span,
                            f"{describe(wanted)} is expected, but this may be a {other}",
                            describe(source),
                            hint=f"test it first: `if … is {theirs[0]}` or `where … is {theirs[0]}`"
                            if isinstance(inner, ir.PieceDomain)
                            else "keep the name of any of these kinds there, or take it from fewer",
                        )
                    self._no_fit(source, target, span)
                return expr if isinstance(inner, type(wanted)) else self.name_of(expr)
            case _, ir.UnionDomain():
                if inner == wanted:
                    return expr
                return self._into_union(expr, wanted, target, span)
            case ir.SeqDomain(of=ir.PieceNameDomain()), ir.SeqDomain(of=ir.PieceDomain()):
                return self.coerced(self.as_pieces(expr, span), target, span)
            case ir.SeqDomain(), ir.SeqDomain():
                if inner.bound and _coded_otherwise(inner.of, wanted.of):
                    return self._members_as(expr, wanted.of, span)
                if inner.bound == 0 or self._fits(inner.of, wanted.of):
                    return expr
                if isinstance(wanted.of, ir.PieceNameDomain) and self._fits(_named(inner.of), wanted.of):
                    return self.as_names(expr, once=not wanted.ordered)
                self._no_fit(source, target, span)
            case ir.MapDomain(), ir.MapDomain():
                if inner.key == wanted.key:
                    return expr
                self._no_fit(source, target, span)
            case _, ir.SeqDomain() if not isinstance(inner, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)):
                first = self.coerced(expr, ir.OptionalDomain(wanted.of), span)
                return ir.Apply(Op.SEQ_OF, (first,), seq(wanted.of, ordered=True, bound=1))
            case _:
                if inner == wanted:
                    return expr
                self._no_fit(source, target, span)
        return expr

    def confined(self, value: ir.Expr, target: ir.Domain, span: Span) -> ir.Expr:
        """A value whose declared type is believed from here on: a number that leaves it is a fault there.

        Of what is stored, or looks something up, that is checked where it is done.
        """
        inner, wanted = plain(value.type), plain(target)
        match inner, wanted:
            case ir.IntDomain(), ir.IntDomain():
                if isinstance(value, ir.Const) or made_within(value, wanted.low, wanted.high):
                    return value
                domain = optional(wanted) if is_optional(value.type) else wanted
                limits = (number(wanted.low), number(wanted.high))
                return ir.Apply(Op.CONFINED, (value, *limits), domain, span=span)
            case ir.SeqDomain(of=ir.IntDomain() as of), ir.SeqDomain(of=ir.IntDomain() as into):
                if isinstance(value, ir.ConstSeq) or _is_within(of, into):
                    return value
                var = self.output.vars.new("member", of)
                each = self.confined(ir.Local(var), into, span)
                return ir.Over(Gather.LIST, var, value, None, None, each, attrs.evolve(inner, of=into))
            case ir.MapDomain(value=ir.IntDomain() as of), ir.MapDomain(value=ir.IntDomain() as into):
                if isinstance(value, ir.ConstSeq) or _is_within(of, into):
                    return value
                var = self.output.vars.new("amounts", inner)
                amounts = tuple(
                    self.confined(self.expressions.amounts.of_key(ir.Local(var), key), into, span)
                    for key in self.declarations.members(inner.key)
                )
                domain = attrs.evolve(inner, value=into)
                return ir.LetExpr(var, value, ir.Apply(Op.MAP_OF, amounts, domain), domain)
            case _:
                return value

    def unconfined(self, value: ir.Expr) -> ir.Expr:
        """What was confined: for a title, which says what would be handed on before it is."""
        match value:
            case ir.Apply(op=Op.CONFINED, args=(inner, *_)):
                return inner
            case ir.Over(value=ir.Apply(op=Op.CONFINED), domain=several):
                return several
            case ir.LetExpr(value=amounts, body=ir.Apply(op=Op.MAP_OF, args=(ir.Apply(op=Op.CONFINED), *_))):
                return amounts
            case _:
                return value

    def argument(self, node: ast.Expr, scope: Scope, target: ir.Domain) -> ir.Expr:
        """What is written, for a parameter of the target type."""
        return self.confined(self.typed(node, scope, target), target, node.span)

    def _fits(self, first: ir.Domain, other: ir.Domain) -> bool:
        match first, other:
            case (ir.PieceDomain(mine), ir.PieceDomain(theirs)) | (
                ir.PieceNameDomain(mine),
                ir.PieceNameDomain(theirs),
            ):
                return set(mine) <= set(theirs)
        return isinstance(first, ir.PieceDomain) == isinstance(other, ir.PieceDomain) and comparable(
            first, other
        )

    def several_and_one(self, node: ast.Binary, left: ir.Expr, right: ir.Expr) -> None:
        """Who compares them thinks of one thing; with several, or none, it is never so."""
        many, single = (left, right) if isinstance(left.type, ir.SeqDomain) else (right, left)
        if not isinstance(many.type, ir.SeqDomain) or many.type.bound < 2:
            return
        places = (node.left.span, node.right.span)
        self.reporter.error(
            "mixed-comparison",
            node.span,
            f"{describe(many.type)} is compared with {describe(single.type)}",
            "several and one",
            hint=among_several(*(places if many is left else places[::-1])),
        )

    def _no_fit(self, source: ir.Domain, target: ir.Domain, span: Span) -> ir.Expr:
        hint = out_of_several(source, span)
        if isinstance(plain(source), ir.PieceNameDomain) and comparable(plain(source), plain(target)):
            hint = piece_of_name(span)
        raise self.reporter.mismatch(span, f"{describe(target)} is expected here", source, hint=hint)

    def _into_union(self, expr: ir.Expr, wanted: ir.UnionDomain, target: ir.Domain, span: Span) -> ir.Expr:
        either = isinstance(plain(expr.type), ir.UnionDomain)
        if constant(expr) is None and (either or is_optional(expr.type)):
            var = self.expressions.output.vars.new("either", expr.type)
            made = self._each_into_union(ir.Local(var), wanted, target, span)
            return ir.LetExpr(var, expr, made, target)
        if either:
            return self._each_into_union(expr, wanted, target, span)
        for sort, _first, added in self.declarations.codes_of(wanted):
            if comparable(plain(expr.type), sort):
                value = expr if is_number(sort) else self.coerced(expr, sort, span)
                if constant(value) not in (None, *self.declarations.members(sort)):
                    break
                code = self._code_of(self.confined(value, sort, span))
                return coded(arithmetic(Op.ADD, code, number(added)), target)
        return self._no_fit(expr.type, target, span)

    def _each_into_union(
        self, expr: ir.Expr, wanted: ir.UnionDomain, target: ir.Domain, span: Span
    ) -> ir.Expr:
        """None stays none, and a value of several sorts is the same of its sort in the other order."""
        if is_optional(expr.type):
            there = ir.Apply(Op.AS, (expr,), plain(expr.type))
            made = self._each_into_union(there, wanted, target, span)
            return if_else(ir.Apply(Op.IS_NONE, (expr,), FLAG), ir.Const(ir.NONE, target), made, target)
        inner = plain(expr.type)
        if not isinstance(inner, ir.UnionDomain):
            return self._into_union(expr, wanted, target, span)
        if inner == wanted:
            return ir.Apply(Op.AS, (expr,), target)
        code = self.code_of(expr)
        parts: list[tuple[int, ir.Expr]] = []
        for sort, first, added in self.declarations.codes_of(inner):
            own = ir.Apply(Op.AS, (arithmetic(Op.ADD, code, number(-added)),), sort)
            parts.append((first, self._into_union(own, wanted, target, span)))
        result = parts[-1][1]
        for (_first, made), (end, _made) in reversed(list(pairwise(parts))):
            result = if_else(compared(Op.LT, code, number(end)), made, result, target)
        return result

    def coded_alike(self, first: ir.Expr, other: ir.Expr, span: Span) -> tuple[ir.Expr, ir.Expr]:
        """Two things, or lists of them, of which one may be in the other: so that the same has one code."""
        mine, theirs = (plain(ir.member_type(plain(value.type))) for value in (first, other))
        if not _coded_otherwise(mine, theirs) or not comparable(mine, theirs):
            return first, other
        both = joint(mine, theirs)
        return self._recoded(first, both, span), self._recoded(other, both, span)

    def _recoded(self, value: ir.Expr, both: ir.Domain, span: Span) -> ir.Expr:
        if isinstance(value.type, ir.SeqDomain):
            return self._members_as(value, both, span)
        target = optional(both) if is_optional(value.type) else both
        return value if value.type == target else self.coerced(value, target, span)

    def _members_as(self, several: ir.Expr, of: ir.Domain, span: Span) -> ir.Expr:
        """A list or set with each member as a value of another type."""
        domain = several.type
        assert isinstance(domain, ir.SeqDomain)
        wanted = attrs.evolve(domain, of=of)
        if domain.of == of:
            return several
        if isinstance(several, ir.ConstSeq):
            codes = list[int]()
            for value in several.values:
                assert isinstance(value, int)
                member = constant(self.coerced(ir.Const(value, domain.of), of, span))
                assert member is not None
                codes.append(member)
            return ir.ConstSeq(tuple(codes if domain.ordered else sorted(codes)), wanted)
        var = self.output.vars.new("member", domain.of)
        gather = Gather.LIST if domain.ordered else Gather.DISTINCT
        return ir.Over(gather, var, several, None, None, self.coerced(ir.Local(var), of, span), wanted)

    def _code_of(self, expr: ir.Expr) -> ir.Expr:
        return expr if is_number(expr.type) else self.code_of(expr)

    def piece_called(self, name: int, wanted: ir.PieceDomain, span: Span) -> ir.Expr:
        """The piece of a name, where there is only one."""
        return ir.Const(self.pieces_called((name,), span)[0], wanted)

    def as_pieces(self, names: ir.Expr, span: Span) -> ir.Expr:
        """The pieces of names, where it is clear which they are; what is no list of names stays."""
        domain = names.type
        if not isinstance(domain, ir.SeqDomain) or not isinstance(domain.of, ir.PieceNameDomain):
            return names
        if not isinstance(names, ir.ConstSeq):
            raise self.reporter.mismatch(
                span, "these are names of pieces: which pieces are meant?", domain, hint=A_PIECE_OF_A_NAME
            )
        pieces = self.pieces_called(tuple(name for name in names.values if isinstance(name, int)), span)
        kinds = tuple(kind.name for kind in self.world.kinds if any(piece in kind.pieces for piece in pieces))
        return ir.ConstSeq(pieces, attrs.evolve(domain, of=ir.PieceDomain(kinds)))

    def pieces_called(self, names: tuple[int, ...], span: Span) -> tuple[int, ...]:
        """One piece for each time that it is named. In the rules it must be clear which: all that are called
        so, each once. An example takes the first of them.
        """
        called = {name: [p for p, n in enumerate(self.world.piece_name_of) if n == name] for name in names}
        for name, times in Counter(names).items():
            there = len(called[name])
            if times != there and not (self.world.example_players and times < there):
                self._which_of_them(name, times, there, span)
        left = {name: iter(pieces) for name, pieces in called.items()}
        return tuple(next(left[name]) for name in names)

    def unclear(self, names: tuple[int, ...]) -> bool:
        """Whether there are more, or fewer, that are called so than are named."""
        return any(self.world.copies_of_name[name] != times for name, times in Counter(names).items())

    def _which_of_them(self, name: int, times: int, there: int, span: Span) -> NoReturn:
        label = self.world.piece_names[name]
        if there < times:
            are = "is 1 piece" if there == 1 else f"are {there} pieces"
            message, text, hint = f"there {are} called `{label}`, and {times} are named", "too many", None
        else:
            which = "which one is" if times == 1 else f"which {times} are"
            message = f"there are {there} pieces called `{label}`: {which} meant?"
            text = "a name, not a piece"
            hint = (
                A_PIECE_OF_A_NAME
                if times == 1
                else f"take some of those in a zone: `first((x in ZONE where x is NAME), {times})`"
            )
        raise self.reporter.mismatch(span, message, text, hint=hint)


def _is_within(first: ir.IntDomain, other: ir.IntDomain) -> bool:
    return other.low <= first.low and first.high <= other.high


def _coded_otherwise(first: ir.Domain, other: ir.Domain) -> bool:
    """Whether a value that is in both is another number in each."""
    return first != other and (isinstance(first, ir.UnionDomain) or isinstance(other, ir.UnionDomain))


def _named(domain: ir.Domain) -> ir.Domain:
    """What pieces are called; what is no piece stays."""
    return ir.PieceNameDomain(domain.kinds) if isinstance(domain, ir.PieceDomain) else domain
