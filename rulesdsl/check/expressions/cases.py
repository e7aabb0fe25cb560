"""Cases: `depending on`, its patterns, and whether they cover everything."""

from __future__ import annotations

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    describe,
    is_optional,
    plain,
)
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    all_of,
    any_of,
    arithmetic,
    compared,
    constant,
    facts_of,
    number,
    perhaps_elsewhere,
)
from rulesdsl.check.meanings import KindMeaning
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import EnumSymbol
from rulesdsl.diagnostics.fixes import replaced, without_lines
from rulesdsl.diagnostics.model import Fix
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_CASES = 150
"""So many values are told apart in one place."""
MOST_BRANCHES = 50
"""So many blocks of lines are."""


class Cases(ExpressionModule):
    def few_enough(self, cases: int, span: Span, most: int = MOST_CASES) -> None:
        """Gives the place up where there are more cases than are told apart."""
        if cases > most:
            raise self.too_many_cases(cases, span, most)

    def too_many_cases(self, cases: int, span: Span, most: int) -> UnknownName:
        return self.reporter.error(
            "too-many-values",
            span,
            f"there are {cases:,} cases here",
            f"at most {most} are told apart in one place",
            hint="write them as a `table`, or as an attribute of what they tell apart",
        )

    def depending(self, node: ast.DependingValue, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        self.few_enough(len(node.arms), node.span)
        subject = self.expressions.expr(node.subject, scope)
        var: ir.Var | None = None
        rest = next((arm.span for arm in node.arms if not arm.patterns), None)
        if rest is not None:
            subject = perhaps_elsewhere(subject)
        held: ir.Expr = subject
        if not isinstance(subject, (ir.Const, ir.Local)):
            var = self.output.vars.new("subject", subject.type)
            held = ir.Local(var)
        arms: list[tuple[ir.Expr, ir.Expr]] = []
        last: ir.Expr | None = None
        patterns = [item for arm in node.arms for item in arm.patterns or (None,)]
        self.cases_cover(subject, patterns, node.span, scope, of=node.subject, rest=rest)
        for arm in node.arms:
            inside = scope.inner()
            tests = [self.pattern(pattern, held, inside) for pattern in arm.patterns]
            test = any_of(tests) if tests else TRUE
            inside = inside.with_facts(facts_of(test, holds=True))
            if constant(test) == 0:
                continue
            value = self.expressions.expr(arm.value, inside, expected)
            if constant(test) == 1:
                last = value
                break
            arms.append((test, value))
        if last is None:
            if not arms:
                raise UnknownName
            last = arms.pop()[1]
        result = last
        for test, value in reversed(arms):
            result = self.expressions.chosen(test, value, result, node.span)
        return ir.LetExpr(var, subject, result, result.type) if var is not None else result

    def pattern(self, pattern: ast.Pattern, subject: ir.Expr, scope: Scope) -> ir.Expr:
        """The condition of a case; names it binds are bound in the scope."""
        domain = plain(subject.type)
        node = pattern.value
        span = pattern.span
        if (
            isinstance(node, ast.Call)
            and isinstance(node.of, ast.NameRef)
            and isinstance(domain, ir.EnumDomain)
        ):
            enum = self.world.declared(EnumSymbol, domain.name)
            case_ = enum.cases.get(node.of.name)
            if case_ is not None and case_.carries is not None and len(node.args) == 1:
                self.reporter.means(node.of.span, case_.span)
                name = node.args[0].value
                low, high = number(case_.first), number(case_.first + case_.count - 1)
                if (
                    isinstance(name, ast.NameRef)
                    and name.name not in self.world.values
                    and name.name not in self.world.symbols
                ):
                    offset = case_.low - case_.first
                    carried: ir.Expr = arithmetic(
                        Op.ADD, self.expressions.conversions.code_of(subject), number(offset)
                    )
                    carried = (
                        ir.Apply(Op.AS, (carried,), case_.carries)
                        if constant(carried) is None
                        else ir.Const(constant(carried) or 0, case_.carries)
                    )
                    scope.bind(name.name, carried, name.span)
                    return self._within(subject, low, high)
        if isinstance(node, ast.NameRef):
            known = scope.find(node.name)
            symbol = self.world.symbols.get(node.name)
            if known is None and isinstance(domain, ir.EnumDomain):
                enum = self.world.declared(EnumSymbol, domain.name)
                if node.name in enum.cases:
                    self.usage.used.add(node.name)
                    case_ = enum.cases[node.name]
                    self.reporter.means(node.span, case_.span)
                    return self._within(subject, number(case_.first), number(case_.first + case_.count - 1))
            if isinstance(domain, ir.UnionDomain) and known is None and symbol is not None:
                part = self.declarations.types.kind_domain(node.name)
                if part is not None:
                    self.reporter.means(node.span, symbol.span)
                    return self._part_of_union(pattern, subject, domain, part, scope)
            if known is None and symbol is not None and isinstance(domain, ir.PieceDomain):
                kind = self.declarations.types.kind_domain(node.name)
                if isinstance(kind, ir.PieceDomain):
                    self.reporter.means(node.span, symbol.span)
                    return self.expressions.comparisons.is_kind(
                        subject, KindMeaning(node.name, kind, node.span), span
                    )
        if isinstance(node, ast.Binary) and node.op == "..":
            low_value, high_value = (
                self.declarations.types.whole(node.left),
                self.declarations.types.whole(node.right),
            )
            if low_value is None or high_value is None:
                raise UnknownName
            if not self.declarations.amounts.runs_upward(
                low_value, high_value, (node.left, node.right), scope, span
            ):
                raise UnknownName
            if isinstance(domain, ir.UnionDomain):
                return self._part_of_union(
                    pattern, subject, domain, ir.IntDomain(low_value, high_value), scope
                )
            if not isinstance(domain, ir.IntDomain):
                raise self.reporter.mismatch(span, "a range fits a number only", describe(subject.type))
            if pattern.name is not None:
                scope.bind(
                    pattern.name.text,
                    ir.Apply(Op.AS, (subject,), ir.IntDomain(low_value, high_value)),
                    pattern.name.span,
                )
            return all_of(
                [compared(Op.GE, subject, number(low_value)), compared(Op.LE, subject, number(high_value))]
            )
        value = self.expressions.expr(node, scope, domain)
        if isinstance(value.type, ir.SeqDomain):
            raise self.reporter.mismatch(span, "a case is one value, a range or a kind", describe(value.type))
        if isinstance(node, ast.Call) and isinstance(value.type, ir.EnumDomain) and constant(value) is None:
            raise self.reporter.mismatch(
                span,
                f"what `{node.of.span.text}` carries must be known before play",
                "not known yet",
                hint="to give what it carries a name, take one that means nothing else here",
            )
        comparison = ast.Binary("is", node, node, span=span)
        if isinstance(domain, ir.UnionDomain):
            value = self.expressions.coerced(value, domain, span)
        return self.expressions.comparisons.same(subject, value, comparison)

    def _within(self, subject: ir.Expr, low: ir.Const, high: ir.Const) -> ir.Expr:
        index = constant(subject)
        if index is not None:
            return TRUE if low.value <= index <= high.value else FALSE
        if low.value == high.value:
            return compared(Op.EQ, subject, ir.Const(low.value, plain(subject.type)))
        return ir.Apply(Op.UNION_IN, (subject, low, high), FLAG)

    def _part_of_union(
        self, pattern: ast.Pattern, subject: ir.Expr, domain: ir.UnionDomain, part: ir.Domain, scope: Scope
    ) -> ir.Expr:
        offset = 0
        for alternative in domain.alternatives:
            if alternative == part or (
                isinstance(alternative, ir.IntDomain) and isinstance(part, ir.IntDomain)
            ):
                low = offset
                if isinstance(alternative, ir.IntDomain) and isinstance(part, ir.IntDomain):
                    low = offset + part.low - alternative.low
                    size = part.high - part.low + 1
                else:
                    size = self.declarations.size_of(alternative)
                if pattern.name is not None:
                    first = self.declarations.members(part)[0]
                    inner = arithmetic(
                        Op.ADD, self.expressions.conversions.code_of(subject), number(first - low)
                    )
                    bound = (
                        ir.Apply(Op.AS, (inner,), part)
                        if constant(inner) is None
                        else ir.Const(constant(inner) or 0, part)
                    )
                    scope.bind(pattern.name.text, bound, pattern.name.span)
                return self._within(subject, number(low), number(low + size - 1))
            offset += self.declarations.size_of(alternative)
        raise self.reporter.mismatch(
            pattern.span, f"{describe(part)} is none of {describe(domain)}", "never holds"
        )

    def cases_cover(
        self,
        subject: ir.Expr,
        patterns: list[ast.Pattern | None],
        span: Span,
        scope: Scope,
        *,
        of: ast.Expr | None = None,
        rest: Span | None = None,
    ) -> None:
        """Every value of the subject must be in a case, and no case may come twice. `of` is the subject as it
        is written, and `rest` where `otherwise` stands."""
        domain = plain(subject.type)
        if constant(subject) is not None:
            if None in patterns:
                return
            for pattern in patterns:
                assert pattern is not None
                if constant(self.pattern(pattern, subject, scope.inner())) == 1:
                    return
            if isinstance(domain, ir.IntDomain) and domain.low == domain.high == self.world.players:
                raise self.reporter.error(
                    "player-count-not-covered",
                    span,
                    f"there is no case for {self.world.players} players",
                    "not covered",
                    hint=f"add `{self.world.players} gives …`, or `otherwise …`",
                )
            missing_one = self._value_text(constant(subject) or 0, domain)
            raise self._uncovered(span, [missing_one])
        values: list[int]
        if self.declarations.size_of(domain) > 2_000:
            if None not in patterns:
                self._uncovered(span, [])
            return
        values = list(self.declarations.members(domain)) if not isinstance(domain, ir.PieceDomain) else []
        if isinstance(domain, ir.PieceDomain):
            first: dict[int, int] = {}
            for piece in self.declarations.members(domain):
                first.setdefault(self.world.piece_name_of[piece], piece)
            values = list(first.values())
        if is_optional(subject.type):
            values.append(ir.NONE)
        left: list[int] = []
        used: set[int] = set()
        taken: dict[int, int] = {}
        held: dict[int, set[int]] = {}
        unknown = False
        for value in values:
            known = ir.Const(value, subject.type)
            first_at: int | None = None
            for index, pattern in enumerate(patterns):
                test = 1 if pattern is None else self._quiet_pattern(pattern, known, scope)
                unknown = unknown or test is None
                if test is None or test == 1:
                    held.setdefault(index, set()).add(value)
                    if first_at is None:
                        first_at = index
                        used.add(index)
                    else:
                        taken.setdefault(index, first_at)
            if first_at is None:
                left.append(value)
        for index, earlier in taken.items():
            late, before = patterns[index], patterns[earlier]
            if index not in used and late is not None and before is not None:
                self.reporter.error(
                    "repeated-case",
                    late.span,
                    "everything in this case is in an earlier one",
                    "never taken",
                    because=((before.span, "taken here"),),
                    hint="take it away, or move it up",
                )
        if left:
            self._uncovered(span, [self._value_text(item, domain) for item in left])
        if not unknown:
            ranges = {
                position: held[position]
                for position in sorted(used)
                if position in held and _is_range(patterns[position])
            }
            self._crossing(patterns, ranges, domain, scope)
            everything = patterns.index(None) if None in patterns else None
            if rest is not None and values and everything is not None and everything not in used:
                self._nothing_left(rest, of, domain, scope)

    def _crossing(
        self,
        patterns: list[ast.Pattern | None],
        ranges: dict[int, set[int]],
        domain: ir.Domain,
        scope: Scope,
    ) -> None:
        """A case may be an exception from a wider one below it; two that cross are a slip."""
        for index, values in ranges.items():
            for earlier, before in ranges.items():
                late, first = patterns[index], patterns[earlier]
                both = values & before
                if earlier >= index or not both or before <= values or late is None or first is None:
                    continue
                if not (
                    self.declarations.amounts.settled(late.value, scope)
                    and self.declarations.amounts.settled(first.value, scope)
                ):
                    continue
                shown = ", ".join(f"`{self._value_text(value, domain)}`" for value in sorted(both)[:3])
                self.reporter.error(
                    "repeated-case",
                    late.span,
                    f"{shown}{' and others' if len(both) > 3 else ''} "
                    f"{'is' if len(both) == 1 else 'are'} in an earlier case as well",
                    "overlaps",
                    because=((first.span, "taken here"),),
                    hint="let one begin where the other ends",
                )
                break

    def _nothing_left(self, rest: Span, of: ast.Expr | None, domain: ir.Domain, scope: Scope) -> None:
        """`otherwise` where the cases take everything; the range of a number may hang on an option."""
        if isinstance(domain, ir.IntDomain) and (
            of is None or not self.declarations.amounts.settled(of, scope)
        ):
            return
        self.reporter.error(
            "unreachable-line",
            rest,
            "nothing is left for `otherwise`: the cases above take everything",
            "never taken",
            hint="take it away",
            fix=_without_case(rest),
        )

    def _quiet_pattern(self, pattern: ast.Pattern, known: ir.Const, scope: Scope) -> int | None:
        """Whether a known value is of the case; None if that cannot be told here."""
        try:
            with self.reporter.speculatively():
                test = self.pattern(pattern, known, scope.inner())
        except UnknownName:
            return None
        if isinstance(test, ir.Apply) and test.op is Op.IS_KIND:
            assert isinstance(test.args[1], ir.ConstSeq)
            kind = (
                next(
                    index
                    for index, piece_kind in enumerate(self.world.kinds)
                    if known.value in piece_kind.pieces
                )
                if known.value != ir.NONE
                else -1
            )
            return 1 if kind in test.args[1].values else 0
        folded = self.expressions.lists.substituted(test, {})
        return constant(folded)

    def _value_text(self, value: int, domain: ir.Domain) -> str:
        if value == ir.NONE:
            return "none"
        if isinstance(domain, ir.PieceDomain):
            return (
                self.world.piece_ids[self.world.piece_name_of[value]]
                or self.world.piece_names[self.world.piece_name_of[value]]
            )
        if isinstance(domain, ir.UnionDomain):
            return f"value {value + 1}"
        return self.declarations.cells.text_of(value, domain)

    def _uncovered(self, span: Span, missing: list[str]) -> UnknownName:
        shown = ", ".join(f"`{name}`" for name in missing[:5]) + (" and others" if len(missing) > 5 else "")
        return self.reporter.error(
            "incomplete-cases",
            span,
            f"no case for {shown}" if missing else "these cases do not cover everything",
            "not all values are covered",
            hint="add the missing cases, or `otherwise`",
        )


def _without_case(case: Span) -> Fix | None:
    """The case is gone: from a list in braces with the comma before it, else with its lines."""
    before = case.source.text[: case.start].rstrip()
    if before.endswith(","):
        return replaced(evolve(case, start=len(before) - 1), "")
    return without_lines(case, certain=True)


def _is_range(pattern: ast.Pattern | None) -> bool:
    return pattern is not None and isinstance(pattern.value, ast.Binary) and pattern.value.op == ".."
