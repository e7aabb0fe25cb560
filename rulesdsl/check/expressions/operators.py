"""Expressions: what each kind of them comes to, arithmetic, conditions."""

from __future__ import annotations

from collections.abc import Callable

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    bounds,
    comparable,
    describe,
    is_number,
    optional,
    plain,
    seq,
    unified,
)
from rulesdsl.check.expressions.ambiguity import as_repeated
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    all_of,
    alone,
    any_of,
    arithmetic,
    constant,
    facts_of,
    if_else,
    known_list,
    negated,
    not_,
    number,
)
from rulesdsl.check.scope import Scope
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.gatherings import Gather
from rulesdsl.grids import DIRECTION
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_SIGNS = {"+": Op.ADD, "-": Op.SUB, "*": Op.MUL, "mod": Op.MOD}
_OF_MAPS = {"+": Op.MAP_ADD, "-": Op.MAP_SUB}
MOST_IN_RANGE = 100_000


class Operators(ExpressionModule):
    def expr(self, node: ast.Expr, scope: Scope, expected: ir.Domain | None = None) -> ir.Expr:
        value = self._expr(node, scope, expected)
        if not isinstance(node, (ast.Group, ast.Unary)):
            self.expressions.certainty.by_ranges(node, value, scope)
        return value

    def _expr(self, node: ast.Expr, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        match node:
            case ast.Call():
                # `step(c, d) is not none and …`: whatever was called, below it is known to be there.
                value = self.expressions.value(
                    self.expressions.meaning(node, scope), scope, node.span, expected
                )
                return self.expressions.names.narrowed(value, scope)
            case ast.NameRef() | ast.Your() | ast.Attribute():
                return self.expressions.value(
                    self.expressions.meaning(node, scope), scope, node.span, expected
                )
            case ast.Group(inner):
                return self.expr(inner, scope, expected)
            case ast.Number(value):
                if value > 2**31 - 1:
                    raise self.reporter.error(
                        "range-too-wide", node.span, f"{value} is too large", f"at most {2**31 - 1}"
                    )
                return number(value)
            case ast.Flag(value):
                return TRUE if value else FALSE
            case ast.NoneValue():
                return ir.Const(ir.NONE, ir.OptionalDomain(plain(expected) if expected is not None else FLAG))
            case ast.WrittenText(text):
                return self.expressions.texts.written(text, scope, node.span, expected)
            case ast.AnyText(most):
                return self.expressions.texts.any_text(most)
            case ast.IfElse(condition, then, otherwise):
                test = self.condition(condition, scope)
                yes = self.expr(then, scope.with_facts(facts_of(test, holds=True)), expected)
                no = self.expr(otherwise, scope.with_facts(facts_of(test, holds=False)), expected)
                return self.chosen(test, yes, no, node.span)
            case ast.Binary():
                expr = self._binary(node, scope, expected)
                self.expressions.certainty.plainly(node, expr, scope)
                return expr
            case ast.Divide(left, right, rounded):
                first, other = self._number(left, scope), self._number(right, scope)
                if bounds(other.type) == ir.IntDomain(0, 0):
                    self.reporter.error(
                        "out-of-range", right.span, "nothing can be divided by 0", "this is 0"
                    )
                    return number(0)
                return arithmetic(Op.DIV_UP if rounded == "up" else Op.DIV_DOWN, first, other, span=node.span)
            case ast.Unary("not", operand):
                return not_(self.condition(operand, scope))
            case ast.Unary(_, operand):
                return negated(self._number(operand, scope))
            case ast.Selection(binder):
                return self.expressions.selection(binder, scope)
            case ast.Listing(items):
                return self.expressions.lists.listing(items, scope, expected, node.span)
            case ast.Amounts():
                return self.expressions.amounts.listed(node, scope, expected)
            case ast.DependingValue():
                return self.expressions.cases.depending(node, scope, expected)

    def condition(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expr(node, scope, FLAG)
        self.expressions.certainty.flag_alone(node)
        if not isinstance(value.type, ir.FlagDomain):
            hint = None
            if isinstance(value.type, ir.OptionalDomain):
                asked = "yes" if isinstance(value.type.of, ir.FlagDomain) else "not none"
                hint = f"compare it: `… is {asked}`"
            elif is_number(value.type):
                hint = "compare it: `… > 0`"
            elif isinstance(value.type, ir.SeqDomain):
                hint = "ask something of it: `… is empty`, `… has x`, `some(x in …: …)`"
            self.reporter.mismatch(node.span, "a condition must be yes or no", value.type, hint=hint)
            return TRUE
        return value

    def chosen(self, test: ir.Expr, yes: ir.Expr, no: ir.Expr, span: Span) -> ir.Expr:
        """One of two values, brought to one type."""
        domain = unified(yes.type, no.type)
        if constant(yes) == ir.NONE and isinstance(yes.type, ir.OptionalDomain):
            domain = optional(no.type)
        elif constant(no) == ir.NONE and isinstance(no.type, ir.OptionalDomain):
            domain = optional(yes.type)
        if domain is None:
            raise self.reporter.mismatch(
                span,
                "the two outcomes are of different sorts",
                f"{describe(yes.type)}, or {describe(no.type)}",
            )
        return if_else(test, yes, no, domain)

    # ------------------------------------------------------------ binary operators

    def _binary(self, node: ast.Binary, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        match node.op:
            case "and":
                first = self.condition(node.left, scope)
                other = self.condition(node.right, scope.with_facts(facts_of(first, holds=True)))
                self.expressions.certainty.agree(first, other, node, scope)
                return all_of([first, other])
            case "or":
                first = self.condition(node.left, scope)
                other = self.condition(node.right, scope.with_facts(facts_of(first, holds=False)))
                self.expressions.certainty.either(first, other, node, scope)
                return any_of([first, other])
            case "+" | "-" | "*" | "mod":
                return self._sum(node, scope, expected)
            case "..":
                return self._range(node, scope)
            case "is in" | "is not in":
                expr = self.expressions.comparisons.is_member(node.left, node.right, scope, node.span)
                return expr if node.op == "is in" else not_(expr)
            case "has":
                return self.expressions.comparisons.is_member(node.right, node.left, scope, node.span)
            case "<" | "<=" | ">" | ">=":
                return self.expressions.comparisons.in_order(node, scope)
            case _:
                expr = self.expressions.comparisons.equal(node, scope)
                return expr if node.op in ("=", "is") else not_(expr)

    def _number(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expr(node, scope, ir.IntDomain(0, 0))
        return self.as_number(value, node.span)

    def as_number(self, value: ir.Expr, span: Span) -> ir.Expr:
        if not is_number(value.type):
            raise self.reporter.mismatch(span, "a number is expected here", value.type)
        return self.expressions.attributes.there(value, span, "arithmetic")

    def _sum(self, node: ast.Binary, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        first = self.expr(node.left, scope, expected)
        other = self.expr(node.right, scope, first.type if isinstance(first.type, ir.SeqDomain) else expected)
        self._not_a_step(node, first.type, other.type)
        seqs = isinstance(first.type, ir.SeqDomain), isinstance(other.type, ir.SeqDomain)
        if node.op in ("+", "-") and any(seqs):
            return self._joined(node, first, other)
        if (
            isinstance(first.type, ir.MapDomain)
            and isinstance(other.type, ir.MapDomain)
            and node.op in ("+", "-")
        ):
            if first.type.key != other.type.key:
                raise self.reporter.mismatch(
                    node.span, "these maps have different keys", describe(first.type)
                )
            inner = arithmetic(
                _SIGNS[node.op],
                ir.Local(ir.Var(0, "", first.type.value)),
                ir.Local(ir.Var(0, "", other.type.value)),
            )
            return ir.Apply(_OF_MAPS[node.op], (first, other), ir.MapDomain(first.type.key, inner.type))
        first, other = self.as_number(first, node.left.span), self.as_number(other, node.right.span)
        if node.op == "mod" and bounds(other.type).high <= 0:
            self.reporter.error(
                "out-of-range", node.right.span, "`mod` needs a positive number", describe(other.type)
            )
            return number(0)
        result = arithmetic(_SIGNS[node.op], first, other, span=node.span)
        limits = bounds(result.type)
        if max(abs(limits.low), abs(limits.high)) > 2**53:
            raise self.reporter.error(
                "range-too-wide", node.span, "this number could become too large", describe(result.type)
            )
        return result

    def _not_a_step(self, node: ast.Binary, left: ir.Domain, right: ir.Domain) -> None:
        """Who adds a direction or a number to a place means a step, or several."""
        many = isinstance(left, ir.SeqDomain)
        place = plain(ir.member_type(left))
        symbol = self.world.places_of(place)
        by = plain(right)
        towards = isinstance(by, ir.EnumDomain) and by.name == DIRECTION
        if symbol is None or not (towards or (is_number(by) and not many)):
            return
        start, way = node.left.span.text, node.right.span.text
        fix = None
        if symbol.shape == "ring":
            hint = f"`onward({start}, {way if node.op == '+' else f'-{way}'})` is the place so many further"
        elif towards:
            way = way if node.op == "+" else f"opposite({way})"
            written = f"list(x in {start}: step(x, {way}))" if many else f"step({start}, {way})"
            hint, fix = f"write `{written}`", replaced(node.span, written, certain=False)
        else:
            hint = f"a step is `step({start}, north)`; by numbers: `{symbol.name}(COLUMN, ROW)`"
        raise self.reporter.mismatch(
            node.span,
            "a step to another place is no sum",
            f"{describe(left)} {node.op} {describe(right)}",
            hint=hint,
            fix=fix,
        )

    def _joined(self, node: ast.Binary, left: ir.Expr, other: ir.Expr) -> ir.Expr:
        parts: list[ir.Expr] = []
        for part, span in ((left, node.left.span), (other, node.right.span)):
            if isinstance(part.type, ir.SeqDomain):
                parts.append(part)
            elif isinstance(part.type, (ir.MapDomain, ir.SeqOfSeqDomain)):
                raise self.reporter.mismatch(span, "a set or a thing is expected here", describe(part.type))
            else:
                parts.append(alone(part))
        first, second = parts[0].type, parts[1].type
        assert isinstance(first, ir.SeqDomain)
        assert isinstance(second, ir.SeqDomain)
        if not comparable(first.of, second.of) and first.bound and second.bound:
            raise self.reporter.mismatch(
                node.span,
                f"{describe(first)} and {describe(second)} cannot be put together",
                "different sorts",
            )
        conversions = self.expressions.conversions
        named = [isinstance(part.of, ir.PieceNameDomain) for part in (first, second)]
        if node.op == "-" and named == [False, True] and isinstance(first.of, ir.PieceDomain):
            self._says_how_many(node, other)
            return self._left(parts[0], lambda piece: (conversions.name_of(piece), parts[1]))
        if any(named):
            parts = [conversions.as_names(part) for part in parts]
        alike = conversions.coded_alike(parts[0], parts[1], node.span)
        if node.op == "-":
            if alike[0].type == parts[0].type:
                return ir.Apply(Op.WITHOUT, alike, parts[0].type)
            return self._left(parts[0], lambda member: conversions.coded_alike(member, parts[1], node.span))
        first, second = alike[0].type, alike[1].type
        assert isinstance(first, ir.SeqDomain)
        assert isinstance(second, ir.SeqDomain)
        of = unified(first.of, second.of) or first.of
        return ir.Apply(Op.JOIN, alike, seq(of, ordered=first.ordered, bound=first.bound + second.bound))

    def _says_how_many(self, node: ast.Binary, names: ir.Expr) -> None:
        """A name in braces is one piece, and which one is left out of several is not said."""
        if not isinstance(names, ir.ConstSeq):
            return
        listed = tuple(name for name in names.values if isinstance(name, int))
        if not self.expressions.conversions.unclear(listed):
            return
        whole, right = as_repeated(node.left.span), node.right
        items = right.items if isinstance(right, ast.Listing) else ()
        several = list(dict.fromkeys(as_repeated(item.span) for item in items)) or ["NAME"]
        all_of_them = " - ".join((whole, *several))
        one_less = f"{whole} - {{first(x in {whole} where x is {several[0]})}}"
        raise self.reporter.mismatch(
            right.span,
            "in braces a name is one piece, and several are called so: which one is left out?",
            "one of several",
            hint=f"`{all_of_them}` leaves out all that are called so, `{one_less}` one of them",
        )

    def _left(self, several: ir.Expr, compared_with: Callable[[ir.Expr], tuple[ir.Expr, ir.Expr]]) -> ir.Expr:
        """Those that are not among others: `compared_with` gives what of each is looked for, and in what."""
        domain = several.type
        assert isinstance(domain, ir.SeqDomain)
        var = self.expressions.output.vars.new("member", domain.of)
        stays = not_(ir.Apply(Op.IN, compared_with(ir.Local(var)), FLAG))
        return ir.Over(Gather.SELECT, var, several, stays, None, None, domain)

    def _range(self, node: ast.Binary, scope: Scope) -> ir.Expr:
        low, high = self._number(node.left, scope), self._number(node.right, scope)
        a, b = constant(low), constant(high)
        if a is not None and b is not None:
            self.declarations.amounts.runs_upward(a, b, (node.left, node.right), scope, node.span)
            if b - a > MOST_IN_RANGE:
                raise self.reporter.error(
                    "too-many-values",
                    node.span,
                    f"the range {a}..{b} has too many numbers",
                    f"at most {MOST_IN_RANGE:,}",
                )
            return known_list(range(a, b + 1), ir.IntDomain(a, max(a, b)))
        wide = ir.IntDomain(bounds(low.type).low, max(bounds(high.type).high, bounds(low.type).low))
        return ir.Apply(
            Op.RANGE, (low, high), seq(wide, ordered=True, bound=min(wide.high - wide.low + 1, MOST_IN_RANGE))
        )
