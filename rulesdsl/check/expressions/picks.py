"""Calls that pick out of many: the first, the highest, runs, one of several lists, ways to take some."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, bounds, describe, optional, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import FALSE, TRUE, compared, facts_of, number
from rulesdsl.check.scope import Scope
from rulesdsl.gatherings import Gather
from rulesdsl.operations import MOST_WAYS, Op, ways_to_take
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Picks(ExpressionModule):
    def by_key(self, name: str, over: ast.Over | None, scope: Scope, span: Span) -> ir.Expr:
        if over is None or over.binder.by is None or over.value is not None:
            lacking = "what it goes by is missing" if over is not None else "not so"
            raise self.expressions.arguments.wrongly_written(name, span, lacking)
        var, domain, where, by, _inside = self.expressions.binder(over.binder, scope)
        assert by is not None
        if isinstance(domain.type, ir.SeqOfSeqDomain):
            if name == "runs":
                raise self.reporter.mismatch(span, "`runs` cuts one list", describe(domain.type))
            return ir.Over(Gather[name.upper()], var, domain, where, by, None, domain.type)
        assert isinstance(domain.type, ir.SeqDomain)
        bound = domain.type.bound
        if name == "runs":
            return ir.Over(
                Gather.RUNS,
                var,
                domain,
                where,
                by,
                None,
                ir.SeqOfSeqDomain(seq(domain.type.of, ordered=True, bound=bound), bound),
            )
        of = narrowed(var, where)
        return ir.Over(Gather[name.upper()], var, domain, where, by, None, seq(of, ordered=True, bound=bound))

    def first_over(self, name: str, over: ast.Over, scope: Scope) -> ir.Expr:
        if over.value is not None:
            values = self.expressions.aggregates.over_values("list", over, scope)
            assert isinstance(values.type, ir.SeqDomain)
            return ir.Apply(Op.LAST if name == "last" else Op.FIRST, (values,), optional(values.type.of))
        var, domain, where, by, _inside = self.expressions.binder(over.binder, scope)
        if isinstance(domain.type, ir.SeqOfSeqDomain):
            found_lists = ir.Over(Gather.SELECT, var, domain, where, by, None, domain.type)
            return self.a_list_of(found_lists, domain.type, name)
        of = narrowed(var, where)
        result: ir.Domain = (
            of if where is None and self.expressions.aggregates.never_empty(domain, scope) else optional(of)
        )
        return ir.Over(Gather.LAST if name == "last" else Gather.FIRST, var, domain, where, by, None, result)

    def first_of(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        nodes = self.expressions.arguments.values_argument(name, args, 1, 2, span)
        values = self.expressions.sequence(nodes[0], scope)
        op, some_op = (Op.LAST, Op.LAST_N) if name == "last" else (Op.FIRST, Op.FIRST_N)
        if isinstance(values.type, ir.SeqOfSeqDomain):
            if len(nodes) == 1:
                return self.a_list_of(values, values.type, name)
            number_of = self.expressions.as_number(self.expressions.expr(nodes[1], scope), nodes[1].span)
            most = min(values.type.bound, max(bounds(number_of.type).high, 0))
            return ir.Apply(some_op, (values, number_of), ir.SeqOfSeqDomain(values.type.of, most))
        if not isinstance(values.type, ir.SeqDomain):
            raise self.reporter.error(
                "not-a-set", nodes[0].span, "several things are expected here", describe(values.type)
            )
        if len(nodes) == 1:
            if isinstance(values, ir.ConstSeq) and values.values and isinstance(values.values[0], int):
                index = -1 if op is Op.LAST else 0
                value = values.values[index]
                assert isinstance(value, int)
                return ir.Const(value, values.type.of)
            return ir.Apply(
                op,
                (values,),
                values.type.of
                if self.expressions.aggregates.never_empty(values, scope)
                else optional(values.type.of),
            )
        many = self.expressions.as_number(self.expressions.expr(nodes[1], scope), nodes[1].span)
        bound = min(values.type.bound, max(bounds(many.type).high, 0))
        return ir.Apply(some_op, (values, many), seq(values.type.of, ordered=True, bound=bound))

    def a_list_of(
        self, values: ir.Expr, lists: ir.SeqOfSeqDomain, name: str, *, alone: bool = False
    ) -> ir.Expr:
        """One of several lists; an empty one if there is none, or others beside what is to be alone."""
        var = self.output.vars.new("lists", lists)
        some = ir.Local(var)
        count = ir.Apply(Op.COUNT, (some,), ir.IntDomain(0, lists.bound))
        expr = compared(Op.EQ, count, number(1)) if alone else ir.Apply(Op.NOT_EMPTY, (some,), FLAG)
        apply = ir.Apply(Op.LAST if name == "last" else Op.FIRST, (some,), lists.of)
        return ir.LetExpr(var, values, ir.IfExpr(expr, apply, ir.ConstSeq((), lists.of), lists.of), lists.of)

    def combinations(self, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """Every way to take some of many, as lists."""
        named = self.expressions.arguments.named_argument("combinations", args, ("of", "number", "repeated"))
        if "of" not in named or "number" not in named:
            given = f"{len(named)} given"
            raise self.expressions.arguments.wrongly_written("combinations", span, given)
        many = self.expressions.sequence(named["of"], scope)
        if not isinstance(many.type, ir.SeqDomain):
            raise self.reporter.mismatch(
                named["of"].span, "single things are taken from one list", describe(many.type)
            )
        taken = self.expressions.as_number(
            self.expressions.expr(named["number"], scope), named["number"].span
        )
        repeated: ir.Expr = FALSE
        if "repeated" in named:
            repeated = self.expressions.expr(named["repeated"], scope, FLAG)
            if repeated not in (TRUE, FALSE):
                raise self.reporter.mismatch(
                    named["repeated"].span,
                    "whether one may be taken several times is known before play",
                    repeated.type,
                    hint="`repeated: yes`, or leave it out",
                )
        most = max(0, bounds(taken.type).high)
        ways = ways_to_take(many.type.bound, most, repeated=repeated == TRUE)
        domain = ir.SeqOfSeqDomain(seq(many.type.of, ordered=True, bound=most), min(ways, MOST_WAYS))
        return ir.Apply(Op.COMBINATIONS, (many, taken, repeated), domain, span=span)


def narrowed(var: ir.Var, where: ir.Expr | None) -> ir.Domain:
    """What a member is, as far as the condition says it."""
    of = var.type
    for known, narrow in () if where is None else facts_of(where, holds=True):
        if known == ir.Local(var):
            of = ir.member_type(narrow)
    return of
