"""Whether cases cover everything, and no case comes twice."""

from __future__ import annotations

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.domains import describe, is_optional, plain
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import constant
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.diagnostics.fixes import replaced, without_lines
from rulesdsl.diagnostics.model import Fix
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class CaseCoverage(ExpressionModule):
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
                if constant(self.expressions.cases.pattern(pattern, subject, scope.inner())) == 1:
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
        met: set[int] = set()
        taken: dict[int, int] = {}
        held: dict[int, set[int]] = {}
        unknown = False
        for value in values:
            known = ir.Const(value, subject.type)
            first_at: int | None = None
            perhaps = False
            for index, pattern in enumerate(patterns):
                test = 1 if pattern is None else self._quiet_pattern(pattern, known, scope)
                if test != 0:
                    met.add(index)
                if test is None:
                    # It may be taken there, or not: what stands below is not called idle for that.
                    unknown = perhaps = True
                    used.add(index)
                elif test == 1:
                    held.setdefault(index, set()).add(value)
                    if first_at is None:
                        first_at = index
                        used.add(index)
                    else:
                        taken.setdefault(index, first_at)
            if first_at is None and not perhaps:
                left.append(value)
        if isinstance(domain, ir.IntDomain) and of is not None:
            beyond = (pattern for index, pattern in enumerate(patterns) if index not in met)
            self._never_met([pattern for pattern in beyond if pattern is not None], of, domain, scope)
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

    def _never_met(self, cases: list[ast.Pattern], of: ast.Expr, domain: ir.IntDomain, scope: Scope) -> None:
        """Cases for numbers that there cannot be; the range may hang on an option, and so may the case."""
        settled = self.declarations.amounts.settled
        for case in cases if settled(of, scope) else ():
            if settled(case.value, scope):
                self.reporter.error(
                    "out-of-range",
                    case.value.span,
                    f"no {describe(domain).removeprefix('a ')} is in this case",
                    "never taken",
                    because=((of.span, f"this is {describe(domain)}"),),
                )

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
                test = self.expressions.cases.pattern(pattern, known, scope.inner())
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
            return self._value_text(*self.declarations.types.decoded(value, domain))
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
