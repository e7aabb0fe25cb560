"""Calls of functions over many things: how many, the sum, the highest, the first, a list of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.builtins import OF_ONE_OPERATION
from rulesdsl.check.domains import (
    FLAG,
    bounds,
    describe,
    is_number,
    is_optional,
    optional,
    plain,
    seq,
)
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import TRUE, arithmetic, how_many, number
from rulesdsl.check.meanings import KindMeaning, Meaning, StateMeaning, ZoneMeaning
from rulesdsl.check.scope import Scope
from rulesdsl.functions import Gives, Takes
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_FOLD: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}


class Aggregates(ExpressionModule):
    def count_of(self, meaning: Meaning | ir.Expr, scope: Scope, span: Span) -> ir.Expr | None:
        """How many there are of a zone, set, list or slot; None if that makes no sense."""
        if isinstance(meaning, ZoneMeaning) and meaning.owners is None:
            symbol = meaning.symbol
            symbol.read = True
            ref = self.expressions.zone_ref(meaning, span)
            most = (
                1
                if symbol.shape == "slot" and None not in ref.index
                else self.declarations.size_of(symbol.pieces)
            )
            return ir.ZoneCount(ref, ir.IntDomain(0, most))
        value = self.expressions.value(meaning, scope, span)
        match value.type:
            case ir.SeqDomain(bound=bound) | ir.SeqOfSeqDomain(bound=bound):
                if isinstance(value, ir.ConstSeq):
                    return number(len(value.values))
                return ir.Apply(Op.COUNT, (value,), ir.IntDomain(0, bound))
            case ir.OptionalDomain():
                return ir.IfExpr(
                    ir.Apply(Op.IS_NONE, (value,), FLAG), number(0), number(1), ir.IntDomain(0, 1)
                )
            case _ if self.expressions.shape_calls.is_shape(value.type):
                return self.expressions.shape_calls.size(value)
            case _:
                return None

    def over_values(self, name: str, over: ast.Over, scope: Scope) -> ir.Expr:
        if name in ("until", "list") and over.binder.by is not None:
            over = _of_those_in_order(over)
        var, domain, where, by, inside = self.expressions.binder(over.binder, scope)
        value = None if over.value is None else self.expressions.expr(over.value, inside)
        bound = domain.type.bound if isinstance(domain.type, (ir.SeqDomain, ir.SeqOfSeqDomain)) else 0
        item: ir.Domain = var.type if value is None else value.type
        span = over.value.span if over.value is not None else over.span
        self.expressions.texts.not_several(item, span)
        result: ir.Domain
        match name:
            case "count":
                if value is not None:
                    self.reporter.mismatch(span, "`count` counts; it takes no value", "drop `: …`")
                value, result = None, ir.IntDomain(0, bound)
            case "some" if value is None and where is not None:
                value, result = TRUE, FLAG
            case "some" | "every" | "until":
                if value is None or not isinstance(item, ir.FlagDomain):
                    until = "`until(x in S: CONDITION)`: up to and with the first that meets it"
                    raise self.reporter.mismatch(
                        span,
                        f"`{name}` needs a condition behind the colon",
                        item,
                        hint=until if name == "until" else f"`{name}(x in S: CONDITION)`",
                    )
                if name == "until" and not isinstance(domain.type, ir.SeqDomain):
                    raise self.reporter.mismatch(span, "`until` cuts one list", describe(domain.type))
                result = domain.type if name == "until" else FLAG
            case "union":
                if not isinstance(item, ir.SeqDomain):
                    raise self.reporter.mismatch(
                        span,
                        "`union` joins what are several things each",
                        item,
                        hint="of single things, each once: `distinct(x in S: V)`",
                    )
                most = min(bound * item.bound, self.declarations.size_of(item.of))
                result = seq(item.of, ordered=False, bound=most)
            case "sum":
                if is_optional(item):
                    raise self.reporter.error(
                        "may-be-none", span, "what is summed may be none", describe(item)
                    )
                if not is_number(item):
                    raise self.reporter.mismatch(span, "`sum` adds numbers", item)
                limits = bounds(item)
                result = ir.IntDomain(min(0, limits.low) * bound, max(0, limits.high) * bound)
            case "min" | "max":
                if not is_number(item):
                    raise self.reporter.mismatch(span, f"`{name}` compares numbers", item)
                sure = where is None and not is_optional(item) and self.never_empty(domain, scope)
                result = item if sure else optional(item)
            case "tally":
                result = ir.MapDomain(self._key(item, span), ir.IntDomain(0, bound))
            case _:
                if isinstance(item, (ir.SeqDomain, ir.MapDomain)):
                    raise self.reporter.mismatch(
                        span, f"`{name}` makes a list of single values", describe(item)
                    )
                if name == "ranked" and not is_number(item):
                    raise self.reporter.mismatch(span, "`ranked` sorts numbers", item)
                gather = Gather[name.upper()]
                listed = seq(plain(item), ordered=name != "distinct", bound=bound)
                return ir.Over(gather, var, domain, where, by, value, listed)
        return ir.Over(Gather[name.upper()], var, domain, where, None, value, result)

    def _key(self, item: ir.Domain, span: Span) -> ir.Domain:
        inner = plain(item)
        if isinstance(inner, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)):
            raise self.reporter.mismatch(span, "`tally` counts single values", describe(item))
        return inner

    def over_sequence(self, over: ast.Over, scope: Scope) -> ir.Expr:
        if over.value is not None:
            return self.over_values("list", over, scope)
        return self.expressions.expr(ast.Selection(over.binder, span=over.span), scope)

    def listed(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """The only argument of a function of many things: `x in S: V`, or a list, a set, a zone."""
        over = self.expressions.arguments.one_over(args)
        if over is not None:
            return self.over_sequence(over, scope)
        [node] = self.expressions.arguments.values_argument(name, args, 1, 1, span)
        return self.expressions.sequence(node, scope)

    def of_sequence(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        nodes = self.expressions.arguments.values_argument(
            name, args, 1, 99 if name in ("min", "max") else 1, span
        )
        if len(nodes) > 1:
            several = [self.expressions.expr(n, scope) for n in nodes]
            if any(is_optional(expr.type) and is_number(expr.type) for expr in several):
                return self._of_several(name, several, nodes, scope)
            numbers = [
                self.expressions.as_number(expr, n.span) for expr, n in zip(several, nodes, strict=True)
            ]
            result = numbers[0]
            for expr in numbers[1:]:
                result = arithmetic(Op[f"{name.upper()}2"], result, expr, span=span)
            return result
        meaning = self.expressions.meaning(nodes[0], scope)
        if name == "count":
            counted = self.count_of(meaning, scope, nodes[0].span)
            if counted is not None:
                return counted
        if isinstance(meaning, KindMeaning):
            values: ir.Expr = self.declarations.components.all_of_kind(meaning.domain, nodes[0].span)
        else:
            values = (
                self.expressions.sequence(nodes[0], scope)
                if not isinstance(meaning, StateMeaning)
                else self.expressions.value(meaning, scope, nodes[0].span)
            )
        folded = isinstance(values.type, ir.MapDomain) and name in _FOLD
        if not folded and not isinstance(values.type, (ir.SeqDomain, ir.SeqOfSeqDomain)):
            values = self.expressions.sequence(nodes[0], scope)
        if isinstance(values.type, ir.MapDomain):
            return self._of_map(name, values, values.type, nodes[0].span)
        return self.whole_list(name, values, scope, nodes[0].span)

    def _of_map(self, name: str, values: ir.Expr, of: ir.MapDomain, span: Span) -> ir.Expr:
        """The sum, the smallest, the greatest of what a map has."""
        if not is_number(of.value):
            raise self.reporter.mismatch(span, f"`{name}` takes numbers", of)
        if isinstance(values, ir.ConstSeq):
            return number(_FOLD[name]([v for v in values.values if isinstance(v, int)]))
        limits, size = bounds(of.value), self.declarations.size_of(of.key)
        result = of.value if name != "sum" else ir.IntDomain(limits.low * size, limits.high * size)
        return ir.Apply(Op[f"MAP_{name.upper()}"], (values,), result)

    def _of_several(self, name: str, values: list[ir.Expr], nodes: list[ast.Expr], scope: Scope) -> ir.Expr:
        """`max(0, max(S))`: what is none does not count; with one sure number there is a result."""
        for expr, node in zip(values, nodes, strict=True):
            if not is_number(expr.type):
                self.expressions.as_number(expr, node.span)
        limits = [bounds(value.type) for value in values]
        of = ir.IntDomain(min(limit.low for limit in limits), max(limit.high for limit in limits))
        together = ir.Apply(Op.SEQ_OF, tuple(values), seq(of, ordered=True, bound=len(values)))
        return self.whole_list(name, together, scope, nodes[0].span)

    def whole_list(self, name: str, values: ir.Expr, scope: Scope, span: Span) -> ir.Expr:
        if isinstance(values, ir.Apply) and values.op is Op.MAP_LIST:
            inner_map = values.args[0]
            if name in _FOLD and isinstance(inner_map.type, ir.MapDomain):
                return self._of_map(name, inner_map, inner_map.type, span)
        domain = values.type
        if isinstance(domain, ir.SeqOfSeqDomain):
            match name:
                case "count":
                    return ir.Apply(Op.COUNT, (values,), ir.IntDomain(0, domain.bound))
                case "the_only":
                    return self.expressions.picks.a_list_of(values, domain, "first", alone=True)
                case _:
                    raise self.reporter.mismatch(
                        span, f"`{name}` takes a list of single things", describe(domain)
                    )
        assert isinstance(domain, ir.SeqDomain)
        of, bound = domain.of, domain.bound
        match name:
            case "count":
                return ir.Apply(Op.COUNT, (values,), ir.IntDomain(0, bound))
            case "sum" | "min" | "max" | "ranked":
                self._need_numbers(name, domain, span)
                limits = bounds(of) if bound else ir.IntDomain(0, 0)
                if name == "sum":
                    total = ir.IntDomain(min(0, limits.low) * bound, max(0, limits.high) * bound)
                    if isinstance(values, ir.ConstSeq):
                        return number(sum(v for v in values.values if isinstance(v, int)))
                    return ir.Apply(Op.SUM, (values,), total)
                if name == "ranked":
                    return ir.Apply(Op.RANKED, (values,), seq(limits, ordered=True, bound=bound))
                if isinstance(values, ir.ConstSeq) and values.values:
                    flat = [v for v in values.values if isinstance(v, int)]
                    return number(_FOLD[name](flat))
                sure = self.never_empty(values, scope)
                return ir.Apply(Op[name.upper()], (values,), limits if sure else optional(limits))
            case "distinct":
                return ir.Apply(
                    Op.DISTINCT,
                    (values,),
                    seq(of, ordered=False, bound=min(bound, self.declarations.size_of(of))),
                )
            case "tally":
                return ir.Apply(Op.TALLY, (values,), ir.MapDomain(of, ir.IntDomain(0, bound)))
            case "the_only":
                return ir.Apply(Op.THE_ONLY, (values,), optional(of))
            case _:
                return self._of_operation(OF_ONE_OPERATION[name], values, domain, scope, span)

    def _of_operation(
        self, op: Op, values: ir.Expr, domain: ir.SeqDomain, scope: Scope, span: Span
    ) -> ir.Expr:
        function = op.entry.function
        assert function is not None
        if function.takes == (Takes.NUMBERS,):
            self._need_numbers(op.word, domain, span)
        match function.gives:
            case Gives.FLAG:
                return ir.Apply(op, (values,), FLAG)
            case Gives.MEMBER:
                sure = self.never_empty(values, scope)
                return ir.Apply(op, (values,), domain.of if sure else optional(domain.of))
            case _:
                raise AssertionError(f"{function.gives} is not made of many things")

    def _need_numbers(self, name: str, domain: ir.SeqDomain, span: Span) -> None:
        if not is_number(domain.of) and domain.bound:
            raise self.reporter.mismatch(span, f"`{name}` takes numbers", domain)

    def of_flags(self, name: str, args: tuple[ast.Argument, ...], scope: Scope) -> ir.Expr:
        """`some(players.won)`: what is yes or no of many things."""
        node = args[0].value
        assert not isinstance(node, ast.Over)
        flags = self.expressions.sequence(node, scope)
        if not isinstance(flags.type, ir.SeqDomain) or not isinstance(flags.type.of, ir.FlagDomain):
            raise self.reporter.mismatch(
                node.span,
                f"`{name}` asks something of each: yes or no",
                flags.type,
                hint=f"`{name}(x in S: CONDITION)`, or `{name}(S.ATTRIBUTE)` that is yes or no",
            )
        match flags:
            case ir.Over(op=Gather.LIST, by=None, value=value) if value is not None:
                return evolve(flags, op=Gather[name.upper()], type=FLAG)
            case _:
                var = self.output.vars.new("flag", FLAG)
                return ir.Over(Gather[name.upper()], var, flags, None, None, ir.Local(var), FLAG)

    def never_empty(self, values: ir.Expr, scope: Scope) -> bool:
        """Whether a sequence has a member whatever happens."""
        return self._fewest(values, scope) > 0

    def _fewest(self, values: ir.Expr, scope: Scope) -> int:
        """So many members a sequence has at least, whatever happens."""
        fewest = self._fewest_made(values, scope)
        if fewest == 0 and isinstance(values.type, ir.SeqDomain):
            return int(self.expressions.names.known_to_hold(how_many(values), scope))
        return fewest

    def _fewest_made(self, values: ir.Expr, scope: Scope) -> int:
        match values:
            case ir.ConstSeq(values=known):
                return len(known)
            case ir.Local(var=var):
                return int(var in self.output.never_empty_vars)
            case ir.Formula(name=name):
                formula = self.output.formulas.get(name)
                return 0 if formula is None else self._fewest(formula.body, Scope())
            case ir.IfExpr(then=then, otherwise=otherwise):
                return min(self._fewest(then, scope), self._fewest(otherwise, scope))
            case ir.LetExpr(body=body):
                return self._fewest(body, scope)
            case ir.Over(op=Gather.HIGHEST | Gather.LOWEST, where=None, by=by, domain=domain) if (
                by is not None
            ):
                return int(not is_optional(by.type) and self.never_empty(domain, scope))
            case ir.Over(
                op=Gather.SELECT | Gather.LIST | Gather.RANKED | Gather.DISTINCT as made,
                where=None,
                value=value,
                domain=domain,
            ) if value is None or not is_optional(value.type):
                there = self._fewest(domain, scope)
                return min(there, 1) if made is Gather.DISTINCT else there
            case ir.Apply(op=op, args=args):
                return self._fewest_of(op, values, args, scope)
            case ir.Composed() | ir.OfZones() | ir.StateRead() | ir.PlaceOf() | ir.Legal():
                return 0
            case ir.Const() | ir.Counter() | ir.AnyText():
                return 0
            case _:
                assert_never(values)

    def _fewest_of(self, op: Op, values: ir.Apply, args: tuple[ir.Expr, ...], scope: Scope) -> int:
        match op, args:
            case Op.SEQ_OF, _:
                return int(any(not is_optional(arg.type) for arg in args))
            case Op.JOIN, _:
                return max(self._fewest(arg, scope) for arg in args)
            case Op.WITHOUT, (several, others):
                return self._fewest_without(several, others, scope)
            case Op.RANGE, (low, high):
                return max(0, bounds(high.type).low - bounds(low.type).high + 1)
            case ((Op.FIRST_N | Op.LAST_N), (several, number_of_them)):
                return max(0, min(self._fewest(several, scope), bounds(number_of_them.type).low))
            case Op.COMBINATIONS, (several, number_of_them, again):
                taken, there = bounds(number_of_them.type), self._fewest(several, scope)
                return int(taken.low >= 0 and (taken.high <= there or (again == TRUE and there > 0)))
            case Op.OTHERS, _:
                return self.world.players - 1
            case Op.MAP_ATTR, (several, *_) if isinstance(values.graph, str):
                each = self.world.tables.get(values.graph)
                known = each is not None and not is_optional(each.type)
                return int(known and self.never_empty(several, scope))
            case ((Op.RANKED | Op.AS), (several, *_)):
                return self._fewest(several, scope)
            case Op.DISTINCT, (several,):
                return int(self.never_empty(several, scope))
            case _:
                return 0

    def _fewest_without(self, several: ir.Expr, others: ir.Expr, scope: Scope) -> int:
        """What stands several times in a list is gone at once."""
        there, gone = several.type, others.type
        if (
            not isinstance(there, ir.SeqDomain)
            or not isinstance(gone, ir.SeqDomain)
            or plain(there.of) != plain(gone.of)
        ):
            return 0
        if isinstance(several, ir.ConstSeq):
            different = len({*several.values})
        else:
            different = min(self._fewest(several, scope), 1 if there.ordered else there.bound)
        return max(0, different - gone.bound)


def _of_those_in_order(over: ast.Over) -> ast.Over:
    """What is gone through is put in order first."""
    binder = over.binder
    plain_binder = evolve(binder, domain=ast.Selection(binder, span=binder.span), where=None, by=None)
    return evolve(over, binder=plain_binder)
