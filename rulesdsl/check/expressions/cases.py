"""Cases: `depending on` and its patterns, with the names that they bind."""

from __future__ import annotations

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, UNREAD, describe, plain, unified
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    all_of,
    any_of,
    arithmetic,
    coded,
    compared,
    constant,
    facts_of,
    number,
    perhaps_elsewhere,
)
from rulesdsl.check.meanings import KindMeaning
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import LocalName, Scope, UnknownName
from rulesdsl.check.symbols import EnumSymbol
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
        coverage = self.expressions.case_coverage
        coverage.cases_cover(subject, patterns, node.span, scope, of=node.subject, rest=rest)
        for arm in node.arms:
            inside = scope.inner()
            test = self.case(arm.patterns, held, inside, arm.value) if arm.patterns else TRUE
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

    def case(
        self, patterns: tuple[ast.Pattern, ...], subject: ir.Expr, scope: Scope, body: ast.Node
    ) -> ir.Expr:
        """The condition of a case with one pattern or several. A name that `body` reads is bound by each of
        them, and is what the one says that fits; `as n` behind the last of several values is for them all.
        """
        whole = patterns[-1].name
        inner = [scope.inner() for _ in patterns]
        tests = [
            self.pattern(attrs.evolve(pattern, name=pattern.name or whole), subject, own)
            for pattern, own in zip(patterns, inner, strict=True)
        ]
        for pattern, own in zip(patterns, inner, strict=True):
            for behind in filter(None, (pattern.name, whole)):
                carried = own.names.get(behind.text)
                if carried is None:
                    own.bind(behind.text, self._held(pattern, subject, own), behind.span)
                elif pattern.name is behind and carried.span is not None and carried.span != behind.span:
                    message = f"`{behind.text}` is what is carried and the whole of it"
                    self.reporter.twice(behind.span, carried.span, message, "give one of them another name")
        read = names_in(body) if len(patterns) > 1 else frozenset()
        for name in dict.fromkeys(name for own in inner for name in own.names):
            if len(patterns) == 1 or name in read:
                known = [own.names.get(name) for own in inner]
                span = next(local.span for local in known if local is not None) or patterns[0].span
                several = subject if whole is not None and name == whole.text else None
                joint = self._joint(name, span, list(zip(patterns, tests, known, strict=True)), several)
                scope.bind(name, joint, span)
        return any_of(tests)

    def _joint(
        self,
        name: str,
        span: Span,
        cases: list[tuple[ast.Pattern, ir.Expr, LocalName | None]],
        whole: ir.Expr | None,
    ) -> ir.Expr:
        """What a name stands for that several patterns bind; `whole`: what it is where they are of different
        sorts.
        """
        joint: ir.Expr | None = None
        for pattern, test, local in reversed(cases):
            if local is None:
                self._not_bound(name, pattern, span)
            elif joint is None or constant(test) == 1:
                joint = local.expr
                continue
            elif constant(test) == 0:
                continue
            elif unified(local.expr.type, joint.type) is not None:
                joint = self.expressions.chosen(test, local.expr, joint, span)
                continue
            elif whole is not None:
                return whole
            else:
                self._of_different_sorts(name, local.span or span, local.expr.type, joint.type)
            return ir.Local(self.output.vars.new(name, UNREAD))
        assert joint is not None
        return joint

    def _held(self, pattern: ast.Pattern, subject: ir.Expr, scope: Scope) -> ir.Expr:
        """What is told apart, where it is this one value."""
        try:
            with self.reporter.speculatively():
                value = self.expressions.expr(pattern.value, scope, plain(subject.type))
        except UnknownName:
            # All that carry something, and no value of their own: `give as w`.
            return subject
        known = constant(value)
        if known is None:
            return subject
        # One of several sorts is counted otherwise among them than among its own.
        domain = value.type if isinstance(plain(subject.type), ir.UnionDomain) else subject.type
        return ir.Const(known, plain(domain))

    def _not_bound(self, name: str, pattern: ast.Pattern, bound: Span) -> None:
        self.reporter.error(
            "unknown-name",
            pattern.span,
            f"this case does not say what `{name}` is",
            "nothing is called so here",
            because=((bound, "it is named here"),),
            hint=f"say it in each that stand together, or write a case of its own for `{pattern.span.text}`",
        )

    def _of_different_sorts(self, name: str, span: Span, first: ir.Domain, other: ir.Domain) -> None:
        self.reporter.mismatch(
            span,
            f"`{name}` is of different sorts here",
            f"{describe(first)}, or {describe(other)}",
            hint="write a case for each",
        )

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
                    scope.bind(name.name, self._shifted(subject, offset, case_.carries), name.span)
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
            if isinstance(domain, ir.UnionDomain) and known is None:
                part = self.declarations.types.kind_domain(node.name)
                if part is not None:
                    if symbol is not None:
                        self.reporter.means(node.span, symbol.span)
                    return self._part_of_union(pattern, subject, domain, part, scope)
            if known is None and symbol is not None and isinstance(domain, ir.PieceDomain):
                kind = self.declarations.types.kind_domain(node.name)
                if isinstance(kind, ir.PieceDomain):
                    self.reporter.means(node.span, symbol.span)
                    return self.expressions.comparisons.is_kind(subject, KindMeaning(node.name, kind), span)
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
        value = self._one_value(node, scope, domain)
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
        is_none = constant(value) == ir.NONE and subject.type != domain
        if isinstance(domain, ir.UnionDomain) and not is_none:
            value = self.expressions.coerced(value, domain, span)
        return self.expressions.comparisons.same(subject, value, comparison)

    def _one_value(self, node: ast.Expr, scope: Scope, domain: ir.Domain) -> ir.Expr:
        """The value of a case; a name for what a value carries must mean nothing else here."""
        if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(domain, ir.EnumDomain):
            name = node.args[0].value
            other = self.world.symbols.get(name.name) if isinstance(name, ast.NameRef) else None
            if isinstance(name, ast.NameRef) and other is not None and name.name not in self.world.values:
                try:
                    with self.reporter.speculatively():
                        return self.expressions.expr(node, scope, domain)
                except UnknownName:
                    raise self.reporter.error(
                        "shadowed-name",
                        name.span,
                        f"`{name.name}` has a meaning here already",
                        "means something else",
                        because=((other.span, "declared here"),),
                        hint="choose another name for what is carried",
                    ) from None
        return self.expressions.expr(node, scope, domain)

    def _shifted(self, subject: ir.Expr, offset: int, domain: ir.Domain) -> ir.Expr:
        """What stands in a value: the code of it, counted from elsewhere."""
        code = self.expressions.conversions.code_of(subject)
        inside = coded(arithmetic(Op.ADD, code, number(offset)), domain)
        members = self.declarations.members(domain)
        # Where it is known that another case is taken, this one is about any value.
        never = constant(inside) not in (None, *members)
        return ir.Const(next(iter(members), 0), domain) if never else inside

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
        for sort, _first, added in self.declarations.codes_of(domain):
            parts: tuple[ir.Domain, ...] = (part,)
            if isinstance(sort, ir.PieceDomain) and isinstance(part, ir.PieceDomain):
                if not set(part.kinds) <= set(sort.kinds):
                    continue
                if part != sort:
                    # A kind of the sort that is none of the part may stand between.
                    parts = tuple(ir.PieceDomain((kind,)) for kind in part.kinds)
            elif sort != part and not (isinstance(sort, ir.IntDomain) and isinstance(part, ir.IntDomain)):
                continue
            if pattern.name is not None:
                scope.bind(pattern.name.text, self._shifted(subject, -added, part), pattern.name.span)
            spans = map(self.declarations.types.span_of, parts)
            return any_of(
                [
                    self._within(subject, number(low + added), number(low + added + size - 1))
                    for low, size in spans
                ]
            )
        raise self.reporter.mismatch(
            pattern.span, f"{describe(part)} is none of {describe(domain)}", "never holds"
        )
