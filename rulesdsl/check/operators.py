"""Expressions: operators, conditions, lists, cases, and how a value is fitted to a type."""

from __future__ import annotations

import attrs

from rulesdsl.check.calls import Calls
from rulesdsl.check.domains import (
    FLAG,
    PLAYER,
    bounds,
    comparable,
    describe,
    is_number,
    is_optional,
    optional,
    plain,
    seq,
    unified,
)
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    all_of,
    any_of,
    arithmetic,
    compared,
    constant,
    facts_of,
    if_else,
    negated,
    not_,
    number,
    number_facts,
)
from rulesdsl.check.meanings import CaseMeaning, KindMeaning, Several
from rulesdsl.check.paths import UnknownName
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import EnumSymbol
from rulesdsl.program import (
    NONE,
    Apply,
    Const,
    ConstSeq,
    Domain,
    EnumDomain,
    Expr,
    FlagDomain,
    IntDomain,
    Local,
    LetExpr,
    Lookup,
    MapDomain,
    OptionalDomain,
    Over,
    PieceDomain,
    PieceNameDomain,
    SeqDomain,
    SeqOfSeqDomain,
    UnionDomain,
    Var,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_ORDERED = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SIGNS = {"+": "add", "-": "sub", "*": "mul", "mod": "mod"}
MOST_IN_RANGE = 100_000


class Operators(Calls):
    hush = False
    """Inside examples a condition that is always true is no mistake."""

    def expr(self, node: ast.Expr, scope: Scope, expected: Domain | None = None) -> Expr:
        match node:
            case ast.NameRef() | ast.Your() | ast.Attribute() | ast.Call():
                return self.value(self.meaning(node, scope), scope, node.span, expected)
            case ast.Group(inner):
                return self.expr(inner, scope, expected)
            case ast.Number(value):
                if value > 2**31 - 1:
                    self.error("out-of-range", node.span, f"{value} is too large", f"at most {2**31 - 1}")
                    return number(0)
                return number(value)
            case ast.Flag(value):
                return TRUE if value else FALSE
            case ast.NoneValue():
                return Const(NONE, OptionalDomain(plain(expected) if expected is not None else FLAG))
            case ast.IfElse(condition, then, otherwise):
                test = self.condition(condition, scope)
                yes = self.expr(then, scope.with_facts(facts_of(test, holds=True)), expected)
                no = self.expr(otherwise, scope.with_facts(facts_of(test, holds=False)), expected)
                return self.chosen(test, yes, no, node.span)
            case ast.Binary():
                return self._binary(node, scope, expected)
            case ast.Divide(left, right, rounded):
                one, other = self._number(left, scope), self._number(right, scope)
                if bounds(other.type) == IntDomain(0, 0):
                    self.error("out-of-range", right.span, "nothing can be divided by 0", "this is 0")
                    return number(0)
                return arithmetic("div_up" if rounded == "up" else "div_down", one, other, node.span)
            case ast.Unary("not", operand):
                return not_(self.condition(operand, scope))
            case ast.Unary(_, operand):
                return negated(self._number(operand, scope))
            case ast.Selection(binder):
                return self.selection(binder, scope, node.span)
            case ast.Listing(items):
                return self._listing(items, scope, expected, node.span)
            case ast.DependingValue():
                return self._depending(node, scope, expected)

    def condition(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.expr(node, scope, FLAG)
        if not isinstance(value.type, FlagDomain):
            hint = None
            if isinstance(value.type, OptionalDomain):
                hint = "compare it: `… is not none`, or `… is yes`"
            elif isinstance(value.type, SeqDomain):
                hint = "ask something of it: `… is empty`, `… has x`, `some(x in …: …)`"
            self.error(
                "type-mismatch",
                node.span,
                "a condition must be yes or no",
                f"this is {describe(value.type)}",
                hint=hint,
            )
            return TRUE
        return value

    def chosen(self, test: Expr, yes: Expr, no: Expr, span: Span) -> Expr:
        """One of two values, brought to one type."""
        domain = unified(yes.type, no.type)
        if constant(yes) == NONE and isinstance(yes.type, OptionalDomain):
            domain = optional(no.type)
        elif constant(no) == NONE and isinstance(no.type, OptionalDomain):
            domain = optional(yes.type)
        if domain is None:
            self.error(
                "type-mismatch",
                span,
                "the two outcomes are of different sorts",
                f"{describe(yes.type)}, or {describe(no.type)}",
            )
            raise UnknownName
        return if_else(test, yes, no, domain)

    # ------------------------------------------------------------ binary operators

    def _binary(self, node: ast.Binary, scope: Scope, expected: Domain | None) -> Expr:
        match node.op:
            case "and":
                one = self.condition(node.left, scope)
                other = self.condition(node.right, scope.with_facts(facts_of(one, holds=True)))
                return all_of([one, other])
            case "or":
                one = self.condition(node.left, scope)
                other = self.condition(node.right, scope.with_facts(facts_of(one, holds=False)))
                return any_of([one, other])
            case "+" | "-" | "*" | "mod":
                return self._sum(node, scope, expected)
            case "..":
                return self._range(node, scope)
            case "is in" | "is not in":
                found = self._member(node.left, node.right, scope, node.span)
                return found if node.op == "is in" else not_(found)
            case "has":
                return self._member(node.right, node.left, scope, node.span)
            case "<" | "<=" | ">" | ">=":
                return self._ordered(node, scope)
            case _:
                found = self._equal(node, scope)
                return found if node.op in ("=", "is") else not_(found)

    def _number(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.expr(node, scope, IntDomain(0, 0))
        return self.as_number(value, node.span)

    def as_number(self, value: Expr, span: Span) -> Expr:
        if not is_number(value.type):
            self.error("type-mismatch", span, "a number is expected here", f"this is {describe(value.type)}")
            raise UnknownName
        return self.none_here(value, span, "arithmetic") if is_optional(value.type) else value

    def _sum(self, node: ast.Binary, scope: Scope, expected: Domain | None) -> Expr:
        one = self.expr(node.left, scope, expected)
        other = self.expr(node.right, scope, one.type if isinstance(one.type, SeqDomain) else expected)
        seqs = isinstance(one.type, SeqDomain), isinstance(other.type, SeqDomain)
        if node.op in ("+", "-") and any(seqs):
            return self._joined(node, one, other)
        if isinstance(one.type, MapDomain) and isinstance(other.type, MapDomain) and node.op in ("+", "-"):
            if one.type.key != other.type.key:
                self.error("type-mismatch", node.span, "these maps have different keys", describe(one.type))
                raise UnknownName
            inner = arithmetic(
                _SIGNS[node.op], Local(Var(0, "", one.type.value)), Local(Var(0, "", other.type.value))
            )
            return Apply(f"map_{_SIGNS[node.op]}", (one, other), MapDomain(one.type.key, inner.type))
        one, other = self.as_number(one, node.left.span), self.as_number(other, node.right.span)
        if node.op == "mod" and bounds(other.type).high <= 0:
            self.error("out-of-range", node.right.span, "`mod` needs a positive number", describe(other.type))
            return number(0)
        result = arithmetic(_SIGNS[node.op], one, other, node.span)
        limits = bounds(result.type)
        if max(abs(limits.low), abs(limits.high)) > 2**53:
            self.error("range-too-wide", node.span, "this number could become too large", describe(result.type))
            raise UnknownName
        return result

    def _joined(self, node: ast.Binary, one: Expr, other: Expr) -> Expr:
        parts: list[Expr] = []
        for part, span in ((one, node.left.span), (other, node.right.span)):
            if isinstance(part.type, SeqDomain):
                parts.append(part)
            elif isinstance(part.type, (MapDomain, SeqOfSeqDomain)):
                self.error("type-mismatch", span, "a set or a thing is expected here", describe(part.type))
                raise UnknownName
            else:
                parts.append(Apply("seq_of", (part,), seq(part.type, ordered=True, bound=1)))
        first, second = parts[0].type, parts[1].type
        assert isinstance(first, SeqDomain)
        assert isinstance(second, SeqDomain)
        if not comparable(first.of, second.of) and first.bound and second.bound:
            self.error(
                "type-mismatch",
                node.span,
                f"{describe(first)} and {describe(second)} cannot be put together",
                "different sorts",
            )
            raise UnknownName
        if node.op == "-":
            second_seq = self._names_to_pieces(parts[0], parts[1])
            return Apply("without", (parts[0], second_seq), first)
        of = unified(first.of, second.of) or first.of
        return Apply("join", (parts[0], parts[1]), seq(of, ordered=first.ordered, bound=first.bound + second.bound))

    def _names_to_pieces(self, many: Expr, less: Expr) -> Expr:
        _ = many
        return less

    def _range(self, node: ast.Binary, scope: Scope) -> Expr:
        low, high = self._number(node.left, scope), self._number(node.right, scope)
        a, b = constant(low), constant(high)
        if a is not None and b is not None:
            if b - a > MOST_IN_RANGE:
                self.error("too-many-values", node.span, f"the range {a}..{b} has too many numbers", "")
                raise UnknownName
            values = tuple(range(a, b + 1))
            return ConstSeq(values, seq(IntDomain(a, max(a, b)), ordered=True, bound=len(values)))
        wide = IntDomain(bounds(low.type).low, max(bounds(high.type).high, bounds(low.type).low))
        return Apply("range", (low, high), seq(wide, ordered=True, bound=min(wide.high - wide.low + 1, MOST_IN_RANGE)))

    def _member(self, item: ast.Expr, many: ast.Expr, scope: Scope, span: Span) -> Expr:
        """`x is in S`, `S has x`."""
        whole = self.expr(many, scope)
        if isinstance(whole.type, (OptionalDomain, PieceDomain)) and isinstance(plain(whole.type), PieceDomain):
            whole = Apply("seq_of", (whole,), seq(plain(whole.type), ordered=True, bound=1))
        if not isinstance(whole.type, SeqDomain):
            self.error(
                "not-a-set",
                many.span,
                "this is asked for what is in it, but it is no set",
                f"it is {describe(whole.type)}",
            )
            raise UnknownName
        of = whole.type.of
        target: Domain = PieceNameDomain(of.kinds) if isinstance(of, PieceDomain) and _is_name(item) else of
        value = self.expr(item, scope, target)
        if isinstance(of, PieceDomain) and isinstance(plain(value.type), PieceNameDomain):
            if not comparable(plain(value.type), of):
                self._never_in(span, value, whole)
            return Apply("in_names", (value, whole), FLAG)
        if not comparable(value.type, of) and whole.type.bound:
            self._never_in(span, value, whole)
            return FALSE
        if isinstance(of, UnionDomain) and not isinstance(plain(value.type), UnionDomain):
            value = self.coerced(value, of, item.span)
        at = constant(value)
        if at is not None and isinstance(whole, ConstSeq):
            return TRUE if at in whole.values else FALSE
        return Apply("in", (value, whole), FLAG)

    def _never_in(self, span: Span, value: Expr, whole: Expr) -> None:
        self.error(
            "type-mismatch",
            span,
            f"{describe(value.type)} is never in {describe(whole.type)}",
            "of different sorts",
        )

    def _ordered(self, node: ast.Binary, scope: Scope) -> Expr:
        one = self.expr(node.left, scope, IntDomain(0, 0))
        other = self.expr(node.right, scope, one.type)
        op = _ORDERED[node.op]
        match plain(one.type), plain(other.type):
            case IntDomain(), IntDomain():
                self.certain(op, one, other, node.span)
                return compared(op, one, other)
            case SeqDomain(), SeqDomain():
                return Apply(f"seq_{op}", (one, other), FLAG)
            case MapDomain(), MapDomain() if op in ("le", "ge"):
                if plain(one.type).key != plain(other.type).key:  # type: ignore[union-attr]
                    break_hint = "maps are compared key by key"
                    self.error("mixed-comparison", node.span, "these maps have different keys", "", hint=break_hint)
                    raise UnknownName
                return Apply(f"map_{op}", (one, other), FLAG)
            case _:
                self.error(
                    "mixed-comparison",
                    node.span,
                    f"`{node.op}` compares numbers, not {describe(one.type)} with {describe(other.type)}",
                    "cannot be ordered",
                )
                raise UnknownName

    def certain(self, op: str, one: Expr, other: Expr, span: Span) -> None:
        """A comparison that the ranges already decide is worth a word."""
        if self.hush or (isinstance(one, Const) and isinstance(other, Const)):
            return
        decided = number_facts(op, one, other)
        if decided is not None:
            self.error(
                f"always-{'true' if decided == 'always' else 'false'}",
                span,
                f"this condition {'always' if decided == 'always' else 'never'} holds",
                f"{describe(one.type)} against {describe(other.type)}",
            )

    def _equal(self, node: ast.Binary, scope: Scope) -> Expr:
        """`=`, `is`, and their opposites, as an equality."""
        if isinstance(node.right, ast.NameRef) and node.right.name == "empty" and scope.find("empty") is None:
            return self._empty(node.left, scope)
        left = self.meaning(node.left, scope)
        if isinstance(left, Several):
            other = self.expr(node.right, scope)
            one = self.value(left, scope, node.left.span, other.type)
            return self._same(one, other, node)
        one = self.value(left, scope, node.left.span)
        right: object = None
        if isinstance(node.right, (ast.NameRef, ast.Call)):
            right = self.meaning(node.right, scope)
        if isinstance(right, KindMeaning) and isinstance(plain(one.type), PieceDomain):
            return self._is_kind(one, right, node.span)
        if isinstance(right, CaseMeaning) and isinstance(plain(one.type), EnumDomain):
            case_ = right.case
            low, high = number(case_.first), number(case_.first + case_.count - 1)
            return Apply("union_in", (one, low, high), FLAG)
        other = self.expr(node.right, scope, one.type)
        return self._same(one, other, node)

    def _empty(self, of: ast.Expr, scope: Scope) -> Expr:
        meaning = self.meaning(of, scope)
        count = self.count_of(meaning, scope, of.span)
        if count is None:
            self.error("not-a-set", of.span, "only a zone or a set can be empty", "neither")
            return FALSE
        return compared("eq", count, number(0)) if constant(count) is not None else Apply("eq", (count, number(0)), FLAG)

    def _is_kind(self, one: Expr, kind: KindMeaning, span: Span) -> Expr:
        mine = plain(one.type)
        assert isinstance(mine, PieceDomain)
        wanted = kind.domain
        assert isinstance(wanted, PieceDomain)
        common = tuple(name for name in mine.kinds if name in wanted.kinds)
        if not common:
            self.error("always-false", span, f"{describe(mine)} is never {describe(wanted)}", "never holds")
            return FALSE
        if set(mine.kinds) <= set(wanted.kinds) and not is_optional(one.type):
            return TRUE
        numbers = tuple(at for at, k in enumerate(self.kinds) if k.name in wanted.kinds)
        domain = seq(PieceDomain(common), ordered=True, bound=len(numbers))
        return Apply("is_kind", (one, ConstSeq(numbers, domain)), FLAG)

    def name_of(self, piece: Expr) -> Expr:
        """The name of a piece."""
        domain = plain(piece.type)
        assert isinstance(domain, PieceDomain)
        names = PieceNameDomain(domain.kinds)
        if len(domain.kinds) == 1:
            table = f"#name.{domain.kinds[0]}"
        else:
            table = f"#name.{'|'.join(domain.kinds)}"
            if table not in self.tables:
                from rulesdsl.program import Table

                members = self.members(domain)
                low, high = (members[0], members[-1]) if members else (0, -1)
                values = tuple(self.piece_name_of[p] for p in range(low, high + 1))
                self.tables[table] = Table(table, (domain,), values, names)
        result: Domain = optional(names) if is_optional(piece.type) else names
        return Lookup(table, (piece,), result)

    def _same(self, one: Expr, other: Expr, node: ast.Binary) -> Expr:
        a, b = plain(one.type), plain(other.type)
        if NONE in (constant(one), constant(other)) and is_optional(one.type if constant(other) == NONE else other.type):
            return compared("eq", one, other)
        if constant(other) == NONE or constant(one) == NONE:
            value = one if constant(other) == NONE else other
            self.error(
                "always-false", node.span, f"{describe(value.type)} is never none", "this cannot be none"
            )
            return FALSE
        match a, b:
            case PieceDomain(), PieceNameDomain():
                one = self.name_of(one)
            case PieceNameDomain(), PieceDomain():
                other = self.name_of(other)
            case (SeqDomain(), SeqDomain()):
                assert isinstance(a, SeqDomain)
                assert isinstance(b, SeqDomain)
                if not comparable(a.of, b.of) and a.bound and b.bound:
                    self._mixed(node, one, other)
                if isinstance(a.of, PieceNameDomain) != isinstance(b.of, PieceNameDomain):
                    return Apply("same_names", (one, other), FLAG)
                return Apply("seq_eq", (one, other), FLAG)
            case (SeqDomain(), _) | (_, SeqDomain()):
                many, single = (one, other) if isinstance(a, SeqDomain) else (other, one)
                if isinstance(plain(single.type), (MapDomain, SeqOfSeqDomain)):
                    self._mixed(node, one, other)
                wrapped = Apply("seq_of", (single,), seq(single.type, ordered=True, bound=1))
                many_of = many.type
                assert isinstance(many_of, SeqDomain)
                if isinstance(many_of.of, PieceDomain) and isinstance(plain(single.type), PieceNameDomain):
                    return Apply("same_names", (many, wrapped), FLAG)
                if not comparable(many_of.of, plain(single.type)):
                    self._mixed(node, one, other)
                return Apply("seq_eq", (many, wrapped), FLAG)
            case MapDomain(), MapDomain():
                if a.key != b.key:  # type: ignore[union-attr]
                    self._mixed(node, one, other)
                return Apply("map_eq", (one, other), FLAG)
            case UnionDomain(), _ if not isinstance(b, UnionDomain):
                if not comparable(a, b):
                    self._mixed(node, one, other)
                other = self.coerced(other, a, node.right.span)
            case _, UnionDomain() if not isinstance(a, UnionDomain):
                if not comparable(a, b):
                    self._mixed(node, one, other)
                one = self.coerced(one, b, node.left.span)
            case _:
                if not comparable(a, b):
                    self._mixed(node, one, other)
        if is_number(one.type) and is_number(other.type):
            self.certain("eq", one, other, node.span)
        return compared("eq", one, other)

    def _mixed(self, node: ast.Binary, one: Expr, other: Expr) -> None:
        self.error(
            "mixed-comparison",
            node.span,
            f"{describe(one.type)} is never the same as {describe(other.type)}",
            "of different sorts",
        )
        raise UnknownName

    # ------------------------------------------------------------ lists and selections

    def selection(self, binder: ast.Binder, scope: Scope, span: Span) -> Expr:
        var, domain, where, by, inner = self.binder(binder, scope)
        _ = span, inner
        of = var.type
        if where is not None:
            for known, narrow in facts_of(where, holds=True):
                if known == Local(var):
                    of = narrow.of if isinstance(narrow, SeqDomain) else narrow
        assert isinstance(domain.type, SeqDomain)
        if where is None and by is None:
            return domain
        if isinstance(domain, ConstSeq) and where is not None and by is None:
            kept = self._constant_selection(var, domain, where)
            if kept is not None:
                return attrs.evolve(kept, type=seq(of, ordered=domain.type.ordered, bound=len(kept.values)))
        ordered = domain.type.ordered or by is not None
        return Over("select", var, domain, where, by, None, seq(of, ordered=ordered, bound=domain.type.bound))

    def _constant_selection(self, var: Var, domain: ConstSeq, where: Expr) -> ConstSeq | None:
        kept: list[int] = []
        for value in domain.values:
            if not isinstance(value, int):
                return None
            result = constant(self.substituted(where, {var: Const(value, var.type)}))
            if result is None:
                return None
            if result:
                kept.append(value)
        return ConstSeq(tuple(kept), domain.type)

    def substituted(self, expr: Expr, values: dict[Var, Expr]) -> Expr:
        """The expression with variables replaced, folded as far as constants go."""
        from rulesdsl.check.folding import rebuilt

        match expr:
            case Local(var):
                return values.get(var, expr)
            case Apply(op, args, domain):
                new = tuple(self.substituted(one, values) for one in args)
                return self.refolded(op, new, attrs.evolve(expr, args=new, type=domain))
            case Lookup(table, keys):
                new = tuple(self.substituted(one, values) for one in keys)
                at = constant(new[0]) if len(new) == 1 else None
                data = self.tables.get(table)
                if at is not None and data is not None and at != NONE:
                    members = self.members(plain(data.keys[0]))
                    low = 0 if isinstance(plain(data.keys[0]), PieceNameDomain) else members[0]
                    known = data.values[at - low]
                    return Const(known, expr.type) if isinstance(known, int) else ConstSeq(known, expr.type)
                return attrs.evolve(expr, keys=new)
            case _:
                return rebuilt(expr, lambda one: self.substituted(one, values))

    def refolded(self, op: str, args: tuple[Expr, ...], expr: Apply) -> Expr:
        match op:
            case "and":
                return all_of(list(args))
            case "or":
                return any_of(list(args))
            case "not":
                return not_(args[0])
            case "as":
                return args[0] if isinstance(args[0], (Const, ConstSeq)) else expr
            case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
                return compared(op, *args)
            case "is_none" | "not_none":
                at = constant(args[0])
                return expr if at is None else (TRUE if (at == NONE) == (op == "is_none") else FALSE)
            case "in":
                at = constant(args[0])
                if at is not None and isinstance(args[1], ConstSeq):
                    return TRUE if at in args[1].values else FALSE
                return expr
            case "add" | "sub" | "mul" | "mod" | "div_up" | "div_down" | "difference" | "min2" | "max2":
                if len(args) == 2 and all(constant(one) is not None for one in args):
                    return arithmetic(op, args[0], args[1], expr.span)
                return expr
            case _:
                return expr

    def binder(self, binder: ast.Binder, scope: Scope) -> tuple[Var, Expr, Expr | None, Expr | None, Scope]:
        """`x in S where C by K`: variable, domain, conditions, and the scope of what follows."""
        domain = self.sequence(binder.domain, scope)
        of: Domain
        match domain.type:
            case SeqDomain(of=inner):
                of = inner
            case SeqOfSeqDomain(of=inner_seq):
                of = inner_seq
            case _:
                raise TypeError(domain.type)
        self.not_shadowing(binder.name, scope)
        var = self.vars.new(binder.name.text, of)
        inside = scope.inner()
        local = inside.bind(binder.name.text, Local(var), binder.name.span)
        where = None
        if binder.where is not None:
            where = self.condition(binder.where, inside)
            inside = inside.with_facts(facts_of(where, holds=True))
        by = None
        if binder.by is not None:
            by = self.expr(binder.by, inside)
        local.used = local.used or False
        return var, domain, where, by, inside

    def sequence(self, node: ast.Expr, scope: Scope) -> Expr:
        """A set or list, from whatever is one: a zone, a kind, a list, one piece or none."""
        value = self.expr(node, scope)
        domain = value.type
        if isinstance(domain, (SeqDomain, SeqOfSeqDomain)):
            return value
        if isinstance(plain(domain), PieceDomain) or isinstance(domain, OptionalDomain):
            return Apply("seq_of", (value,), seq(plain(domain), ordered=True, bound=1))
        if isinstance(domain, MapDomain):
            of = domain.value
            return Apply("map_list", (value,), seq(of, ordered=True, bound=self.size_of(domain.key)))
        self.error(
            "not-a-set",
            node.span,
            "a set of things is expected here",
            f"this is {describe(domain)}",
            hint="for one thing alone write it in braces: `{x}`",
        )
        raise UnknownName

    def not_shadowing(self, name: ast.Name, scope: Scope) -> None:
        local = scope.find(name.text)
        symbol = self.symbols.get(name.text)
        first = local.span if local is not None else (symbol.span if symbol is not None else None)
        if local is None and symbol is None:
            return
        self.error(
            "shadowed-name",
            name.span,
            f"`{name.text}` has a meaning here already",
            "a second meaning",
            because=((first, "the first"),) if first is not None else (),
            hint="choose another name",
        )

    def _listing(
        self, items: tuple[ast.Expr, ...], scope: Scope, expected: Domain | None, span: Span
    ) -> Expr:
        target = plain(expected) if expected is not None else None
        of_expected = target.of if isinstance(target, SeqDomain) else target
        parts = [self.expr(item, scope, of_expected) for item in items]
        if not parts:
            of = of_expected if of_expected is not None else PLAYER
            return ConstSeq((), SeqDomain(of, ordered=False, bound=0))
        flat: list[Expr] = []
        domain: Domain | None = None
        for part in parts:
            if isinstance(part.type, SeqDomain):
                domain = part.type.of if domain is None else unified(domain, part.type.of)
            else:
                domain = plain(part.type) if domain is None else unified(domain, plain(part.type))
            if domain is None or isinstance(part.type, (MapDomain, SeqOfSeqDomain)):
                self.error("type-mismatch", span, "the members of a list must be of one sort", "they are not")
                raise UnknownName
            flat.append(part)
        assert domain is not None
        if all(isinstance(part, Const) for part in flat):
            values = tuple(part.value for part in flat if isinstance(part, Const) and part.value != NONE)
            return ConstSeq(values, seq(domain, ordered=True, bound=len(values)))
        if any(isinstance(part.type, SeqDomain) for part in flat):
            whole: Expr | None = None
            for part in flat:
                one = part if isinstance(part.type, SeqDomain) else Apply(
                    "seq_of", (part,), seq(part.type, ordered=True, bound=1)
                )
                if whole is None:
                    whole = one
                else:
                    assert isinstance(whole.type, SeqDomain)
                    assert isinstance(one.type, SeqDomain)
                    bound = whole.type.bound + one.type.bound
                    whole = Apply("join", (whole, one), seq(domain, ordered=True, bound=bound))
            assert whole is not None
            return whole
        return Apply("seq_of", tuple(flat), seq(domain, ordered=True, bound=len(flat)))

    # ------------------------------------------------------------ cases

    def _depending(self, node: ast.DependingValue, scope: Scope, expected: Domain | None) -> Expr:
        subject = self.expr(node.subject, scope)
        var: Var | None = None
        held: Expr = subject
        if not isinstance(subject, (Const, Local)):
            var = self.vars.new("subject", subject.type)
            held = Local(var)
        arms: list[tuple[Expr, Expr]] = []
        last: Expr | None = None
        self.cases_cover(subject, [arm.pattern for arm in node.arms], node.span, scope)
        for arm in node.arms:
            inside = scope.inner()
            test = TRUE if arm.pattern is None else self.pattern(arm.pattern, held, inside)
            inside = inside.with_facts(facts_of(test, holds=True))
            if constant(test) == 0:
                continue
            value = self.expr(arm.value, inside, expected)
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
            result = self.chosen(test, value, result, node.span)
        return LetExpr(var, subject, result, result.type) if var is not None else result

    def pattern(self, pattern: ast.Pattern, subject: Expr, scope: Scope) -> Expr:
        """The condition of a case; names it binds are bound in the scope."""
        domain = plain(subject.type)
        node = pattern.value
        span = pattern.span
        if isinstance(node, ast.Call) and isinstance(node.of, ast.NameRef) and isinstance(domain, EnumDomain):
            enum = self.symbols[domain.name]
            assert isinstance(enum, EnumSymbol)
            case_ = enum.cases.get(node.of.name)
            if case_ is not None and case_.carries is not None and len(node.args) == 1:
                name = node.args[0].value
                low, high = number(case_.first), number(case_.first + case_.count - 1)
                if isinstance(name, ast.NameRef) and name.name not in self.values and name.name not in self.symbols:
                    offset = case_.low - case_.first
                    carried: Expr = arithmetic("add", self._code(subject), number(offset))
                    carried = Apply("as", (carried,), case_.carries) if constant(carried) is None else Const(
                        constant(carried) or 0, case_.carries
                    )
                    scope.bind(name.name, carried, name.span)
                    return self._within(subject, low, high)
        if isinstance(node, ast.NameRef):
            known = scope.find(node.name)
            symbol = self.symbols.get(node.name)
            if known is None and isinstance(domain, EnumDomain):
                enum = self.symbols[domain.name]
                assert isinstance(enum, EnumSymbol)
                if node.name in enum.cases:
                    self.used.add(node.name)
                    case_ = enum.cases[node.name]
                    return self._within(subject, number(case_.first), number(case_.first + case_.count - 1))
            if isinstance(domain, UnionDomain) and known is None and symbol is not None:
                part = self.kind_domain(node.name)
                if part is not None:
                    return self._part_of_union(pattern, subject, domain, part, scope)
            if known is None and symbol is not None and isinstance(domain, PieceDomain):
                kind = self.kind_domain(node.name)
                if isinstance(kind, PieceDomain):
                    return self._is_kind(subject, KindMeaning(node.name, kind, node.span), span)
        if isinstance(node, ast.Binary) and node.op == "..":
            low_value, high_value = self.whole(node.left), self.whole(node.right)
            if low_value is None or high_value is None:
                raise UnknownName
            if isinstance(domain, UnionDomain):
                return self._part_of_union(pattern, subject, domain, IntDomain(low_value, high_value), scope)
            if not isinstance(domain, IntDomain):
                self.error("type-mismatch", span, "a range fits a number only", describe(subject.type))
                raise UnknownName
            if pattern.name is not None:
                scope.bind(pattern.name.text, Apply("as", (subject,), IntDomain(low_value, high_value)), pattern.name.span)
            return all_of([compared("ge", subject, number(low_value)), compared("le", subject, number(high_value))])
        value = self.expr(node, scope, domain)
        if isinstance(value.type, SeqDomain):
            self.error("type-mismatch", span, "a case is one value, a range or a kind", describe(value.type))
            raise UnknownName
        comparison = ast.Binary("is", node, node, span=span)
        if isinstance(domain, UnionDomain):
            value = self.coerced(value, domain, span)
        return self._same(subject, value, comparison)

    def _code(self, subject: Expr) -> Expr:
        """A value of an enumeration as its number."""
        at = constant(subject)
        domain = plain(subject.type)
        size = self.size_of(domain)
        return number(at) if at is not None else Apply("as", (subject,), IntDomain(0, max(size - 1, 0)))

    def _within(self, subject: Expr, low: Const, high: Const) -> Expr:
        at = constant(subject)
        if at is not None:
            return TRUE if low.value <= at <= high.value else FALSE
        if low.value == high.value:
            return compared("eq", subject, Const(low.value, plain(subject.type)))
        return Apply("union_in", (subject, low, high), FLAG)

    def _part_of_union(
        self, pattern: ast.Pattern, subject: Expr, domain: UnionDomain, part: Domain, scope: Scope
    ) -> Expr:
        offset = 0
        for one in domain.alternatives:
            if one == part or (isinstance(one, IntDomain) and isinstance(part, IntDomain)):
                low = offset
                if isinstance(one, IntDomain) and isinstance(part, IntDomain):
                    low = offset + part.low - one.low
                    size = part.high - part.low + 1
                else:
                    size = self.size_of(one)
                if pattern.name is not None:
                    first = self.members(part)[0]
                    inner = arithmetic("add", self._code(subject), number(first - low))
                    bound = Apply("as", (inner,), part) if constant(inner) is None else Const(constant(inner) or 0, part)
                    scope.bind(pattern.name.text, bound, pattern.name.span)
                return self._within(subject, number(low), number(low + size - 1))
            offset += self.size_of(one)
        self.error(
            "type-mismatch", pattern.span, f"{describe(part)} is none of {describe(domain)}", "never holds"
        )
        raise UnknownName

    def cases_cover(
        self, subject: Expr, patterns: list[ast.Pattern | None], span: Span, scope: Scope
    ) -> None:
        """Every value of the subject must be in a case, and no case may come twice."""
        if None in patterns:
            return
        domain = plain(subject.type)
        if constant(subject) is not None:
            for pattern in patterns:
                assert pattern is not None
                if constant(self.pattern(pattern, subject, scope.inner())) == 1:
                    return
            if isinstance(domain, IntDomain) and domain.low == domain.high == self.players:
                self.error(
                    "player-count-not-covered",
                    span,
                    f"there is no case for {self.players} players",
                    "not covered",
                    hint=f"add `{self.players} gives …`, or `otherwise …`",
                )
                raise UnknownName
            missing_one = self._value_text(constant(subject) or 0, domain)
            self._uncovered(span, [missing_one])
            raise UnknownName
        values: list[int]
        if self.size_of(domain) > 2_000:
            self._uncovered(span, [])
            return
        values = list(self.members(domain)) if not isinstance(domain, PieceDomain) else []
        if isinstance(domain, PieceDomain):
            first: dict[int, int] = {}
            for piece in self.members(domain):
                first.setdefault(self.piece_name_of[piece], piece)
            values = list(first.values())
        if is_optional(subject.type):
            values.append(NONE)
        left: list[int] = []
        for value in values:
            known = Const(value, subject.type)
            for pattern in patterns:
                assert pattern is not None
                test = self._quiet_pattern(pattern, known, scope)
                if test is None or test == 1:
                    break
            else:
                left.append(value)
        if left:
            self._uncovered(span, [self._value_text(one, domain) for one in left])

    def _quiet_pattern(self, pattern: ast.Pattern, known: Const, scope: Scope) -> int | None:
        """Whether a known value is of the case; None if that cannot be told here."""
        test = self.pattern(pattern, known, scope.inner())
        if isinstance(test, Apply) and test.op == "is_kind":
            assert isinstance(test.args[1], ConstSeq)
            kind = next(
                at for at, one in enumerate(self.kinds) if one.first <= known.value < one.first + one.count
            ) if known.value != NONE else -1
            return 1 if kind in test.args[1].values else 0
        folded = self.substituted(test, {})
        return constant(folded)

    def _value_text(self, value: int, domain: Domain) -> str:
        if value == NONE:
            return "none"
        if isinstance(domain, PieceDomain):
            return self.piece_ids[self.piece_name_of[value]] or self.piece_names[self.piece_name_of[value]]
        if isinstance(domain, UnionDomain):
            return f"value {value + 1}"
        return self._text_of(value, domain)

    def _uncovered(self, span: Span, missing: list[str]) -> None:
        shown = ", ".join(f"`{one}`" for one in missing[:5]) + (" and others" if len(missing) > 5 else "")
        self.error(
            "incomplete-cases",
            span,
            f"no case for {shown}" if missing else "these cases do not cover everything",
            "not all values are covered",
            hint="add the missing cases, or `otherwise`",
        )

    # ------------------------------------------------------------ fitting

    def coerced(self, expr: Expr, target: Domain, span: Span) -> Expr:
        """The value as one of the target type; what does not fit is reported."""
        source = expr.type
        if constant(expr) == NONE and is_optional(source):
            if is_optional(target):
                return Const(NONE, target)
            self.error("type-mismatch", span, f"`none` is not {describe(target)}", "none is not possible here")
            raise UnknownName
        if is_optional(source) and not is_optional(target):
            if comparable(source, target):
                return self.coerced(self.none_here(expr, span, "this"), target, span)
            self._no_fit(source, target, span)
        inner, wanted = plain(source), plain(target)
        match inner, wanted:
            case IntDomain(), IntDomain():
                if inner.low > wanted.high or inner.high < wanted.low:
                    self.error(
                        "out-of-range",
                        span,
                        f"{describe(inner)} is outside of {wanted.low}..{wanted.high}",
                        "out of range",
                    )
                    raise UnknownName
                return expr
            case PieceNameDomain(), PieceDomain():
                at = constant(expr)
                if at is not None and comparable(inner, wanted):
                    return self.piece_called(at, wanted, span)
                self._no_fit(source, target, span)
            case PieceDomain(mine), PieceDomain(theirs):
                if not set(mine) <= set(theirs):
                    if set(mine) & set(theirs):
                        other = " or ".join(one for one in mine if one not in theirs)
                        self.error(
                            "type-mismatch",
                            span,
                            f"{describe(wanted)} is expected, but this may be a {other}",
                            describe(source),
                            hint=f"test it first: `if … is {theirs[0]}` or `where … is {theirs[0]}`",
                        )
                        raise UnknownName
                    self._no_fit(source, target, span)
                return expr
            case PieceDomain(), PieceNameDomain():
                return self.name_of(expr) if comparable(inner, wanted) else self._no_fit(source, target, span)
            case _, UnionDomain():
                if inner == wanted:
                    return expr
                return self._into_union(expr, wanted, target, span)
            case SeqDomain(), SeqDomain():
                if inner.bound == 0 or self._fits(inner.of, wanted.of):
                    return expr
                self._no_fit(source, target, span)
            case MapDomain(), MapDomain():
                if inner.key == wanted.key:
                    return expr
                self._no_fit(source, target, span)
            case _, SeqDomain() if not isinstance(inner, (SeqDomain, MapDomain, SeqOfSeqDomain)):
                one = self.coerced(expr, OptionalDomain(wanted.of), span)
                return Apply("seq_of", (one,), seq(wanted.of, ordered=True, bound=1))
            case _:
                if inner == wanted or (isinstance(inner, PieceNameDomain) and comparable(inner, wanted)):
                    return expr
                self._no_fit(source, target, span)
        return expr

    def _fits(self, one: Domain, other: Domain) -> bool:
        if isinstance(one, PieceDomain) and isinstance(other, PieceDomain):
            return set(one.kinds) <= set(other.kinds)
        return comparable(one, other)

    def _no_fit(self, source: Domain, target: Domain, span: Span) -> Expr:
        self.error(
            "type-mismatch", span, f"{describe(target)} is expected here", f"this is {describe(source)}"
        )
        raise UnknownName

    def _into_union(self, expr: Expr, wanted: UnionDomain, target: Domain, span: Span) -> Expr:
        offset = 0
        for one in wanted.alternatives:
            if comparable(plain(expr.type), one):
                first = self.members(one)[0]
                at = constant(expr)
                if at is not None:
                    if at not in self.members(one):
                        break
                    return Const(offset + at - first, target)
                shifted = arithmetic("add", self._code_of(expr), number(offset - first))
                return Apply("as", (shifted,), target)
            offset += self.size_of(one)
        return self._no_fit(expr.type, target, span)

    def _code_of(self, expr: Expr) -> Expr:
        return expr if is_number(expr.type) else self._code(expr)

    def piece_called(self, name: int, wanted: PieceDomain, span: Span) -> Expr:
        """The piece of a name, where there is only one."""
        pieces = [p for p, n in enumerate(self.piece_name_of) if n == name]
        if len(pieces) == 1 or (pieces and self.example_players):
            return Const(pieces[0], wanted)
        self.error(
            "type-mismatch",
            span,
            f"there are {len(pieces)} pieces called `{self.piece_names[name]}`: which one is meant?",
            "a name, not a piece",
        )
        raise UnknownName


def _is_name(node: ast.Expr) -> bool:
    return isinstance(node, ast.NameRef)
