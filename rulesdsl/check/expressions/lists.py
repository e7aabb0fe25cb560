"""Lists, selections and binders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import attrs

from rulesdsl import program as ir
from rulesdsl.check.declarations.effort import Effort
from rulesdsl.check.domains import (
    PLAYER,
    describe,
    is_number,
    plain,
    seq,
    unified,
)
from rulesdsl.check.expressions.ahead import Ahead, Scalar
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.expressions.picks import narrowed
from rulesdsl.check.folding import (
    FALSE,
    RANGED,
    TRUE,
    all_of,
    alone,
    any_of,
    arithmetic,
    compared,
    constant,
    facts_of,
    if_else,
    joined,
    known_list,
    literal,
    not_,
    number,
    rebuilt,
)
from rulesdsl.check.meanings import KindMeaning
from rulesdsl.check.scope import Scope
from rulesdsl.gatherings import Gather
from rulesdsl.operations import COMPARISONS, Impossible, Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.expressions.checker import Expressions


class Lists(ExpressionModule):
    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.known_ahead: Ahead | None = None
        self._lows: dict[ir.Domain, int] = {}

    @contextmanager
    def ahead(self, effort: Effort) -> Iterator[Callable[[ir.Expr], ir.Expr]]:
        """A function that works out what can be worked out before play; `TooLong` if that is too much."""
        outside, self.known_ahead = self.known_ahead, Ahead(self, effort)
        try:
            yield lambda expr: self.substituted(expr, {})
        finally:
            self.known_ahead = outside

    def selection(self, binder: ast.Binder, scope: Scope) -> ir.Expr:
        var, domain, where, by, _inside = self.binder(binder, scope)
        if where is None and by is None:
            return domain
        if isinstance(domain.type, ir.SeqOfSeqDomain):
            return ir.Over(Gather.SELECT, var, domain, where, by, None, domain.type)
        of = narrowed(var, where)
        assert isinstance(domain.type, ir.SeqDomain)
        if isinstance(domain, ir.ConstSeq) and where is not None and by is None:
            kept = self._constant_selection(var, domain, where)
            if kept is not None:
                return attrs.evolve(kept, type=seq(of, ordered=domain.type.ordered, bound=len(kept.values)))
        ordered = domain.type.ordered or by is not None
        return ir.Over(
            Gather.SELECT, var, domain, where, by, None, seq(of, ordered=ordered, bound=domain.type.bound)
        )

    def _constant_selection(self, var: ir.Var, domain: ir.ConstSeq, where: ir.Expr) -> ir.ConstSeq | None:
        kept: list[int] = []
        for value in domain.values:
            if not isinstance(value, int):
                return None
            result = constant(self.substituted(where, {var: ir.Const(value, var.type)}))
            if result is None:
                return None
            if result:
                kept.append(value)
        return ir.ConstSeq(tuple(kept), domain.type)

    def substituted(self, expr: ir.Expr, values: dict[ir.Var, ir.Expr]) -> ir.Expr:
        """The expression with variables replaced, folded as far as constants go."""
        match expr:
            case ir.Local(var):
                return values.get(var, expr)
            case ir.Apply(op=Op.MAP_ATTR, args=(of,), graph=str() as table) if self.known_ahead is not None:
                many = self.substituted(of, values)
                each = self._attributes(many, table) if isinstance(many, ir.ConstSeq) else None
                return attrs.evolve(expr, args=(many,)) if each is None else ir.ConstSeq(each, expr.type)
            case ir.Apply(op, args, domain):
                new = tuple(self.substituted(arg, values) for arg in args)
                return self.refolded(op, new, attrs.evolve(expr, args=new, type=domain))
            case ir.Over() if self.known_ahead is not None:
                return self.known_ahead.gathered(expr, values)
            case ir.LetExpr(var, value, body) if self.known_ahead is not None:
                let = self.substituted(value, values)
                if isinstance(let, ir.Const | ir.ConstSeq):
                    return self.substituted(body, values | {var: let})
                return rebuilt(expr, lambda item: self.substituted(item, values))
            case ir.IfExpr(condition, then, otherwise, domain):
                parts = [self.substituted(part, values) for part in (condition, then, otherwise)]
                return if_else(parts[0], parts[1], parts[2], domain)
            case ir.Lookup(table, keys):
                new = tuple(self.substituted(key, values) for key in keys)
                known = self.in_row(table, constant(new[0])) if len(new) == 1 else None
                return attrs.evolve(expr, keys=new) if known is None else literal(known, expr.type)
            case _:
                return rebuilt(expr, lambda item: self.substituted(item, values))

    def _attributes(self, many: ir.ConstSeq, table: str) -> tuple[int, ...] | None:
        """The attribute of each of them, none left out; None if one is not known."""
        assert self.known_ahead is not None
        self.known_ahead.effort.spend(len(many.values))
        attributes = [self.in_row(table, member) for member in many.values if isinstance(member, int)]
        if None in attributes:
            return None
        return tuple(value for value in attributes if isinstance(value, int) and value != ir.NONE)

    def in_row(self, table: str, key: int | None) -> Scalar | None:
        """What a table has for a key; None if that is not known, or is no row of it: what another condition
        shuts out, such as a rank of a piece of another kind."""
        data = self.world.tables.get(table)
        if data is None or key is None or key == ir.NONE:
            return None
        row = key - self._lowest(plain(data.keys[0]))
        return data.values[row] if 0 <= row < len(data.values) else None

    def _lowest(self, domain: ir.Domain) -> int:
        """The value that stands in the first row of a table by this key."""
        if isinstance(domain, ir.PieceNameDomain):
            return 0
        if domain not in self._lows:
            members = self.declarations.members(domain)
            if not members:
                return 0
            self._lows[domain] = members[0]
        return self._lows[domain]

    def refolded(self, op: Op, args: tuple[ir.Expr, ...], expr: ir.Apply) -> ir.Expr:
        match op:
            case Op.AND:
                return all_of(list(args))
            case Op.OR:
                return any_of(list(args))
            case Op.NOT:
                return not_(args[0])
            case Op.AS:
                return args[0] if isinstance(args[0], (ir.Const, ir.ConstSeq)) else expr
            case _ if op in COMPARISONS:
                return compared(op, *args)
            case Op.IS_KIND:
                piece, kinds = constant(args[0]), args[1]
                if piece is None or not isinstance(kinds, ir.ConstSeq):
                    return expr
                chosen = [self.world.kinds[kind] for kind in kinds.values if isinstance(kind, int)]
                return TRUE if any(0 <= piece - kind.first < kind.count for kind in chosen) else FALSE
            case Op.IS_NONE | Op.NOT_NONE:
                index = constant(args[0])
                return (
                    expr if index is None else (TRUE if (index == ir.NONE) == (op is Op.IS_NONE) else FALSE)
                )
            case _ if op in RANGED:
                known = all(constant(arg) is not None for arg in args)
                return arithmetic(op, *args, span=expr.span) if known else expr
            case _:
                return _worked_out(op, args, expr)

    def binder(
        self, binder: ast.Binder, scope: Scope
    ) -> tuple[ir.Var, ir.Expr, ir.Expr | None, ir.Expr | None, Scope]:
        """`x in S where C by K`: variable, domain, conditions, and the scope of what follows."""
        domain = self.sequence(binder.domain, scope)
        if self.known_ahead is not None and isinstance(domain, ir.ConstSeq):
            self.known_ahead.effort.spend(len(domain.values))
        of: ir.Domain
        match domain.type:
            case ir.SeqDomain(of=inner):
                of = inner
            case ir.SeqOfSeqDomain(of=inner_seq):
                of = inner_seq
            case _:
                raise TypeError(domain.type)
        if binder.name is None:
            var = self.output.vars.new("it", of)
            inside = scope.inner(thing=ir.Local(var))
        else:
            self.not_shadowing(binder.name, scope)
            var = self.output.vars.new(binder.name.text, of)
            inside = scope.inner()
            inside.bind(binder.name.text, ir.Local(var), binder.name.span)
        inside.learn(self.expressions.piece_locations.lies_in(ir.Local(var), domain))
        where = None
        if binder.where is not None:
            where = self.expressions.condition(binder.where, inside)
            inside = inside.with_facts(facts_of(where, holds=True))
        by = None
        if binder.by is not None:
            by = self.expressions.expr(binder.by, inside)
        return var, domain, where, by, inside

    def _values_of(self, value: ir.Expr, domain: ir.MapDomain) -> ir.Expr:
        """The values of a map as a list. What lies between its keys is none of them: names of other kinds."""
        keys = self.declarations.members(domain.key)
        listed = seq(domain.value, ordered=True, bound=len(keys))
        if len(keys) == self.declarations.types.span_of(domain.key)[1]:
            return ir.Apply(Op.MAP_LIST, (value,), listed)
        whole, key = self.output.vars.new("map", domain), self.output.vars.new("key", domain.key)
        of_key = ir.Apply(Op.MAP_AT, (ir.Local(whole), ir.Local(key)), domain.value)
        each = ir.Over(Gather.LIST, key, known_list(keys, domain.key), None, None, of_key, listed)
        return ir.LetExpr(whole, value, each, listed)

    def sequence(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """A set or list, from whatever is one: a zone, a kind, a list, one piece or none."""
        value = self.expressions.expr(node, scope)
        domain = value.type
        if isinstance(domain, (ir.SeqDomain, ir.SeqOfSeqDomain)):
            return value
        if isinstance(plain(domain), ir.PieceDomain) or isinstance(domain, ir.OptionalDomain):
            return alone(value)
        if isinstance(domain, ir.MapDomain):
            return self._values_of(value, domain)
        raise self.reporter.error(
            "not-a-set",
            node.span,
            "a set of things is expected here",
            f"this is {describe(domain)}",
            hint="for one thing alone write it in braces: `{x}`",
        )

    def not_shadowing(self, name: ast.Name, scope: Scope) -> None:
        local = scope.find(name.text)
        symbol = self.world.symbols.get(name.text)
        first = local.span if local is not None else (symbol.span if symbol is not None else None)
        if local is None and symbol is None:
            return
        self.reporter.error(
            "shadowed-name",
            name.span,
            f"`{name.text}` has a meaning here already",
            "a second meaning",
            because=((first, "the first"),) if first is not None else (),
            hint="choose another name",
        )

    def _member(self, item: ast.Expr, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        """What stands in braces: the name of a piece, or of a kind whose pieces have one name, is that name
        once, and not all that are called so.
        """
        if isinstance(item, ast.NameRef):
            if isinstance(expected, ir.PieceDomain):
                return self.expressions.expr(item, scope, ir.PieceNameDomain(expected.kinds))
            meaning = self.expressions.meaning(item, scope)
            if isinstance(meaning, KindMeaning):
                name = self.expressions.paths.lone_name(meaning.name)
                if name is not None:
                    return name
        return self.expressions.expr(item, scope, expected)

    def _of_one_sort(self, parts: list[ir.Expr], span: Span) -> list[ir.Expr]:
        """Names and pieces in one list: pieces, where it is clear which ones are called so, else names."""
        conversions = self.expressions.conversions
        names = [
            part.value
            for part in parts
            if isinstance(part, ir.Const) and isinstance(part.type, ir.PieceNameDomain)
        ]
        if len(names) < sum(_is_of_names(part) for part in parts) or conversions.unclear(tuple(names)):
            return [
                conversions.name_of(part)
                if isinstance(plain(part.type), ir.PieceDomain)
                else conversions.as_names(part)
                for part in parts
            ]
        return [
            conversions.coerced(part, ir.PieceDomain(part.type.kinds), span)
            if isinstance(part.type, ir.PieceNameDomain)
            else part
            for part in parts
        ]

    def listing(
        self, items: tuple[ast.Expr, ...], scope: Scope, expected: ir.Domain | None, span: Span
    ) -> ir.Expr:
        target = plain(expected) if expected is not None else None
        if not items and isinstance(target, ir.MapDomain) and is_number(target.value):
            _low, size = self.declarations.types.span_of(target.key)
            return self.expressions.amounts.of_values(target.key, [number(0)] * size)
        of_expected = target.of if isinstance(target, ir.SeqDomain) else target
        parts = [self._member(item, scope, of_expected) for item in items]
        if _mixes_names_and_pieces(parts):
            parts = self._of_one_sort(parts, span)
        if not parts:
            return ir.ConstSeq((), ir.SeqDomain(of_expected or PLAYER, ordered=False, bound=0))
        domain: ir.Domain | None = None
        for part in parts:
            of = plain(ir.member_type(part.type))
            domain = of if domain is None else unified(domain, of)
            if domain is None or isinstance(part.type, (ir.MapDomain, ir.SeqOfSeqDomain)):
                raise self.reporter.mismatch(
                    span, "the members of a list must be of one sort", "they are not"
                )
        assert domain is not None
        self.expressions.texts.not_several(domain, span)
        known = [part.value for part in parts if isinstance(part, ir.Const)]
        if len(known) == len(parts):
            return known_list((value for value in known if value != ir.NONE), domain)
        if any(isinstance(part.type, ir.SeqDomain) for part in parts):
            whole, *others = (part if isinstance(part.type, ir.SeqDomain) else alone(part) for part in parts)
            for other in others:
                whole = joined(whole, other, domain)
            return whole
        return ir.Apply(Op.SEQ_OF, tuple(parts), seq(domain, ordered=True, bound=len(parts)))


def _is_of_names(part: ir.Expr) -> bool:
    return isinstance(plain(ir.member_type(part.type)), ir.PieceNameDomain)


def _mixes_names_and_pieces(parts: list[ir.Expr]) -> bool:
    return any(_is_of_names(part) for part in parts) and any(
        isinstance(plain(ir.member_type(part.type)), ir.PieceDomain) for part in parts
    )


def _worked_out(op: Op, args: tuple[ir.Expr, ...], expr: ir.Apply) -> ir.Expr:
    """Its value, where all that it is made of is known and it reads nothing else."""
    values = [
        arg.value if isinstance(arg, ir.Const) else arg.values
        for arg in args
        if isinstance(arg, ir.Const | ir.ConstSeq)
    ]
    if op.entry.meaning is None or len(values) < len(args) or ir.NONE in values:
        return expr
    with suppress(Impossible):
        value = op.entry.meaning(*values)
        if isinstance(value, int):
            return ir.Const(int(value), expr.type)
        if isinstance(value, tuple) and isinstance(expr.type, ir.SeqDomain):
            return ir.ConstSeq(value, expr.type)
    return expr
