"""Comparisons: whether two values are the same, which comes first, whether one is in the other."""

from __future__ import annotations

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    comparable,
    describe,
    is_optional,
    plain,
    seq,
)
from rulesdsl.check.expressions.ambiguity import as_repeated, number_out_of_several
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    alone,
    compared,
    constant,
    not_,
    number,
    perhaps_elsewhere,
)
from rulesdsl.check.meanings import CaseMeaning, KindMeaning, Several
from rulesdsl.check.scope import Scope
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_ORDERED = {
    "<": (Op.LT, Op.SEQ_LT),
    "<=": (Op.LE, Op.SEQ_LE),
    ">": (Op.GT, Op.SEQ_GT),
    ">=": (Op.GE, Op.SEQ_GE),
}
"""Of numbers, and of lists."""
_OF_MAPS = {"<=": Op.MAP_LE, ">=": Op.MAP_GE}


class Comparisons(ExpressionModule):
    def is_member(self, item: ast.Expr, many: ast.Expr, scope: Scope, span: Span) -> ir.Expr:
        """`x is in S`, `S has x`."""
        words = self.expressions.word_calls.named(many, scope)
        if words is not None:
            return self.expressions.word_calls.is_word(item, words, scope)
        whole = self.expressions.expr(many, scope)
        if isinstance(whole.type, (ir.OptionalDomain, ir.PieceDomain)) and isinstance(
            plain(whole.type), ir.PieceDomain
        ):
            whole = alone(whole)
        if not isinstance(whole.type, ir.SeqDomain):
            raise self.reporter.error(
                "not-a-set",
                many.span,
                "this is asked for what is in it, but it is no set",
                f"it is {describe(whole.type)}",
            )
        of = whole.type.of
        target: ir.Domain = (
            ir.PieceNameDomain(of.kinds) if isinstance(of, ir.PieceDomain) and _is_name(item) else of
        )
        value = perhaps_elsewhere(self.expressions.expr(item, scope, target))
        if isinstance(of, ir.PieceDomain) and isinstance(plain(value.type), ir.PieceNameDomain):
            if not comparable(plain(value.type), of):
                self._never_in(span, value, whole)
            return ir.Apply(Op.IN_NAMES, (value, whole), FLAG)
        if not comparable(value.type, of) and whole.type.bound:
            self._never_in(span, value, whole)
            return FALSE
        value, whole = self.expressions.conversions.coded_alike(value, whole, span)
        if isinstance(of, ir.PieceNameDomain) and isinstance(plain(value.type), ir.PieceDomain):
            value = self.expressions.conversions.name_of(value)
        index = constant(value)
        if index is not None and isinstance(whole, ir.ConstSeq):
            return TRUE if index in whole.values else FALSE
        return ir.Apply(Op.IN, (value, whole), FLAG)

    def _never_in(self, span: Span, value: ir.Expr, whole: ir.Expr) -> None:
        self.reporter.mismatch(
            span, f"{describe(value.type)} is never in {describe(whole.type)}", "of different sorts"
        )

    def in_order(self, node: ast.Binary, scope: Scope) -> ir.Expr:
        first = self.expressions.expr(node.left, scope, ir.IntDomain(0, 0))
        other = self.expressions.expr(node.right, scope, first.type)
        first, other = perhaps_elsewhere(first), perhaps_elsewhere(other)
        op, of_lists = _ORDERED[node.op]
        match plain(first.type), plain(other.type):
            case ir.IntDomain(), ir.IntDomain():
                return compared(op, first, other)
            case ir.SeqDomain(), ir.SeqDomain():
                return ir.Apply(of_lists, (first, other), FLAG)
            case ir.MapDomain(key=key), ir.MapDomain(key=other_key) if node.op in _OF_MAPS:
                if key != other_key:
                    raise self.reporter.error(
                        "mixed-comparison",
                        node.span,
                        "these maps have different keys",
                        f"{describe(key)}, and {describe(other_key)}",
                        hint="maps are compared key by key",
                    )
                return ir.Apply(_OF_MAPS[node.op], (first, other), FLAG)
            case _:
                raise self.reporter.error(
                    "mixed-comparison",
                    node.span,
                    f"`{node.op}` compares numbers, not {describe(first.type)} with {describe(other.type)}",
                    "cannot be ordered",
                    hint=number_out_of_several(first.type, node.left.span)
                    or number_out_of_several(other.type, node.right.span),
                )

    def equal(self, node: ast.Binary, scope: Scope) -> ir.Expr:
        """`=`, `is`, and their opposites, as an equality."""
        if isinstance(node.right, ast.NameRef) and node.right.name == "empty" and scope.find("empty") is None:
            return self._empty(node.left, scope)
        if _is_list(node.left) and not _is_list(node.right):
            # What is listed is read as things of the other side, on whichever side it stands.
            other = self.expressions.expr(node.right, scope)
            return self.same(self.expressions.expr(node.left, scope, other.type), other, node)
        left = self.expressions.meaning(node.left, scope)
        if isinstance(left, Several):
            other = self.expressions.expr(node.right, scope)
            first = self.expressions.value(left, scope, node.left.span, other.type)
            return self.same(first, other, node)
        first = self.expressions.value(left, scope, node.left.span)
        right: object = None
        if isinstance(node.right, (ast.NameRef, ast.Call)):
            right = self.expressions.meaning(node.right, scope)
        if isinstance(right, KindMeaning) and isinstance(plain(first.type), ir.PieceDomain):
            return self.is_kind(first, right, node.span)
        if isinstance(right, CaseMeaning) and isinstance(plain(first.type), ir.EnumDomain):
            case_ = right.case
            low, high = number(case_.first), number(case_.first + case_.count - 1)
            return ir.Apply(Op.UNION_IN, (first, low, high), FLAG)
        other = self.expressions.expr(node.right, scope, first.type)
        if isinstance(left, KindMeaning):
            self._one_or_all(left, other, node.right.span, node.span)
        if isinstance(right, KindMeaning):
            self._one_or_all(right, first, node.left.span, node.span)
        return self.same(first, other, node)

    def _one_or_all(self, kind: KindMeaning, pieces: ir.Expr, place: Span, span: Span) -> None:
        """In the rules, the kind alone would be all of its pieces, and in an example it is one of them."""
        name = self.expressions.paths.lone_name(kind.name)
        if self.world.example_players or name is None or self.world.copies_of_name[name.value] < 2:
            return
        if not isinstance(pieces.type, ir.SeqDomain) or not isinstance(pieces.type.of, ir.PieceDomain):
            return
        zone, it = as_repeated(place), kind.name
        raise self.reporter.error(
            "mixed-comparison",
            span,
            f"`{it}` could be one of these pieces or all of them",
            "several and one",
            hint=f"`{zone} = {{{it}}}` is one alone;"
            f" `count(x in {zone} where x is {it})` says how many there are",
        )

    def _empty(self, of: ast.Expr, scope: Scope) -> ir.Expr:
        meaning = self.expressions.meaning(of, scope)
        if isinstance(meaning, ir.Over) and isinstance(meaning.type, ir.SeqOfSeqDomain) and meaning.where:
            # Lists of which none has to be kept: the first that there is answers the question.
            return not_(attrs.evolve(meaning, op=Gather.SOME, where=None, value=meaning.where, type=FLAG))
        count = self.expressions.aggregates.count_of(meaning, scope, of.span)
        if count is None:
            self.reporter.error("not-a-set", of.span, "only a zone or a set can be empty", "neither")
            return FALSE
        return (
            compared(Op.EQ, count, number(0))
            if constant(count) is not None
            else ir.Apply(Op.EQ, (count, number(0)), FLAG)
        )

    def is_kind(self, expr: ir.Expr, kind: KindMeaning, span: Span) -> ir.Expr:
        mine = plain(expr.type)
        assert isinstance(mine, ir.PieceDomain)
        wanted = kind.domain
        assert isinstance(wanted, ir.PieceDomain)
        common = tuple(name for name in mine.kinds if name in wanted.kinds)
        if not common:
            self.reporter.error(
                "always-false", span, f"{describe(mine)} is never {describe(wanted)}", "never holds"
            )
            return FALSE
        if set(mine.kinds) <= set(wanted.kinds) and not is_optional(expr.type):
            return TRUE
        numbers = tuple(index for index, k in enumerate(self.world.kinds) if k.name in wanted.kinds)
        domain = seq(ir.PieceDomain(common), ordered=True, bound=len(numbers))
        return ir.Apply(Op.IS_KIND, (expr, ir.ConstSeq(numbers, domain)), FLAG)

    def same(self, first: ir.Expr, other: ir.Expr, node: ast.Binary) -> ir.Expr:
        first, other = perhaps_elsewhere(first), perhaps_elsewhere(other)
        a, b = plain(first.type), plain(other.type)
        if ir.NONE in (constant(first), constant(other)) and is_optional(
            first.type if constant(other) == ir.NONE else other.type
        ):
            return compared(Op.EQ, first, other)
        if constant(other) == ir.NONE or constant(first) == ir.NONE:
            value = first if constant(other) == ir.NONE else other
            self.expressions.certainty.never_none(value, node)
            return FALSE
        first, other = self.expressions.conversions.coded_alike(first, other, node.span)
        match a, b:
            case ir.TextDomain(), ir.TextDomain():
                return self.expressions.texts.same(first, other)
            case ir.PieceDomain(), ir.PieceNameDomain():
                first = self.expressions.conversions.name_of(first)
            case ir.PieceNameDomain(), ir.PieceDomain():
                other = self.expressions.conversions.name_of(other)
            case (ir.SeqDomain(), ir.SeqDomain()):
                assert isinstance(a, ir.SeqDomain)
                assert isinstance(b, ir.SeqDomain)
                if not comparable(a.of, b.of) and a.bound and b.bound:
                    self._mixed(node, first, other)
                if isinstance(a.of, ir.PieceNameDomain) != isinstance(b.of, ir.PieceNameDomain):
                    return ir.Apply(Op.SAME_NAMES, (first, other), FLAG)
                both_listed = _is_list(node.left) and _is_list(node.right)
                if both_listed and isinstance(first, (ir.Apply, ir.ConstSeq)):
                    # Whoever lists both sides means the same things, in whatever order.
                    first = attrs.evolve(first, type=attrs.evolve(a, ordered=False))
                return ir.Apply(Op.SEQ_EQ, (first, other), FLAG)
            case (ir.SeqDomain(), _) | (_, ir.SeqDomain()):
                many, single = (first, other) if isinstance(a, ir.SeqDomain) else (other, first)
                if not self.world.example_players:
                    self.expressions.conversions.several_and_one(node, first, other)
                if isinstance(plain(single.type), (ir.MapDomain, ir.SeqOfSeqDomain)):
                    self._mixed(node, first, other)
                wrapped = alone(single)
                many_of = many.type
                assert isinstance(many_of, ir.SeqDomain)
                if isinstance(many_of.of, ir.PieceDomain) and isinstance(
                    plain(single.type), ir.PieceNameDomain
                ):
                    return ir.Apply(Op.SAME_NAMES, (many, wrapped), FLAG)
                if not comparable(many_of.of, plain(single.type)):
                    self._mixed(node, first, other)
                return ir.Apply(Op.SEQ_EQ, (many, wrapped), FLAG)
            case ir.MapDomain(), ir.MapDomain():
                if a.key != b.key:
                    self._mixed(node, first, other)
                return ir.Apply(Op.MAP_EQ, (first, other), FLAG)
            case _:
                if not comparable(a, b):
                    self._mixed(node, first, other)
        return compared(Op.EQ, first, other)

    def _mixed(self, node: ast.Binary, first: ir.Expr, other: ir.Expr) -> None:
        # Who compares a piece with a value means the attribute that has such values: `card is red`.
        fitting = self.declarations.fields.fitting
        meant = [
            *((node.left.span, name) for name in fitting(first.type, other.type)),
            *((node.right.span, name) for name in fitting(other.type, first.type)),
        ]
        raise self.reporter.error(
            "mixed-comparison",
            node.span,
            f"{describe(first.type)} is never the same as {describe(other.type)}",
            "of different sorts",
            hint=f"write {' or '.join(f'`{as_repeated(place)}.{name}`' for place, name in meant)}"
            if meant
            else None,
            fix=replaced(meant[0][0], f"{meant[0][0].text}.{meant[0][1]}", certain=False)
            if len(meant) == 1
            else None,
        )


def _is_list(node: ast.Expr) -> bool:
    return isinstance(node.inner if isinstance(node, ast.Group) else node, ast.Listing)


def _is_name(node: ast.Expr) -> bool:
    return isinstance(node, ast.NameRef)
