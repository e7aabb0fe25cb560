"""Calls of the functions of the language: what each takes, and what it gives."""

from __future__ import annotations

from collections.abc import Callable

from rulesdsl.builtins import BUILTINS
from rulesdsl.check.domains import (
    FLAG,
    PLAYER,
    bounds,
    describe,
    is_number,
    is_optional,
    optional,
    plain,
    seq,
)
from rulesdsl.check.folding import TRUE, arithmetic, facts_of, how_many, number
from rulesdsl.check.graph_calls import GraphCalls
from rulesdsl.check.meanings import KindMeaning, Meaning, StateMeaning, ZoneMeaning
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import NodeSymbol
from rulesdsl.program import (
    Apply,
    Const,
    ConstSeq,
    Domain,
    Expr,
    FlagDomain,
    Formula,
    IfExpr,
    IntDomain,
    Local,
    MapDomain,
    NodeDomain,
    OptionalDomain,
    Over,
    SeqDomain,
    SeqOfSeqDomain,
    ZoneCount,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_FOLD: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}


class Calls(GraphCalls):
    def count_of(self, meaning: Meaning | Expr, scope: Scope, span: Span) -> Expr | None:
        """How many there are of a zone, set, list or slot; None if that makes no sense."""
        if isinstance(meaning, ZoneMeaning) and meaning.owners is None:
            symbol = meaning.symbol
            symbol.read = True
            ref = self.zone_ref(meaning, span)
            most = 1 if symbol.shape == "slot" and None not in ref.index else self.size_of(symbol.pieces)
            return ZoneCount(ref, IntDomain(0, most))
        value = self.value(meaning, scope, span)
        match value.type:
            case SeqDomain(bound=bound) | SeqOfSeqDomain(bound=bound):
                if isinstance(value, ConstSeq):
                    return number(len(value.values))
                return Apply("count", (value,), IntDomain(0, bound))
            case OptionalDomain():
                return IfExpr(Apply("is_none", (value,), FLAG), number(0), number(1), IntDomain(0, 1))
            case _:
                return None

    # ------------------------------------------------------------ arguments

    # ------------------------------------------------------------ functions

    def builtin(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> Expr:
        over = self._one_over(args)
        match name:
            case (
                "count" | "sum" | "min" | "max" | "distinct" | "ranked" | "tally" | "list" | "some" | "every"
            ):
                if over is not None:
                    return self._over_values(name, over, scope)
                if name in ("list", "some", "every"):
                    self._values(name, args, 99, 99, span)
                return self._of_sequence(name, args, scope, span)
            case "highest" | "lowest" | "runs":
                return self._by_key(name, over, scope, span)
            case "first" | "last" | "top":
                if over is not None:
                    return self._first_over(name, over, scope, span)
                return self._first(name, args, scope, span)
            case "the_only" | "same" | "consecutive":
                if over is not None:
                    values = self._over_sequence(over, scope)
                else:
                    values = self.sequence(self._values(name, args, 1, 1, span)[0], scope)
                return self._whole(name, values, scope, args[0].span)
            case "position":
                found = self._named(name, args, ("piece", "from"))
                piece = self._piece(found["piece"], scope)
                side = found.get("from")
                right = isinstance(side, ast.NameRef) and side.name in ("right", "bottom")
                bound = max(self.size_of(plain(piece.type)), 1)
                op = "position_right" if right else "position"
                result: Domain = IntDomain(1, bound)
                if is_optional(piece.type):
                    result = optional(result)
                return Apply(op, (piece,), result, span=span)
            case "face_down":
                piece = self._piece(self._values(name, args, 1, 1, span)[0], scope)
                return Apply("face_down", (piece,), FLAG)
            case "takes":
                nodes = self._values(name, args, 2, 2, span)
                return self._takes(nodes, scope, span)
            case "left" | "right":
                return Apply(name, (self._player(self._values(name, args, 1, 1, span)[0], scope),), PLAYER)
            case "next":
                nodes = self._values(name, args, 2, 2, span)
                player = self._player(nodes[0], scope)
                players = self._players(nodes[1], scope)
                return Apply("next", (player, players), optional(PLAYER))
            case "difference":
                nodes = self._values(name, args, 2, 2, span)
                one, other = (self.as_number(self.expr(n, scope), n.span) for n in nodes)
                return arithmetic("difference", one, other, span)
            case "lines":
                return self._lines(args, scope, span)
            case "onward":
                nodes = self._values(name, args, 2, 2, span)
                node = self._not_none(nodes[0], scope)
                steps = self.as_number(self.expr(nodes[1], scope), nodes[1].span)
                domain = plain(node.type)
                symbol = self.symbols.get(domain.name) if isinstance(domain, NodeDomain) else None
                if not isinstance(symbol, NodeSymbol) or symbol.shape != "ring":
                    self.error(
                        "type-mismatch", nodes[0].span, "a place of a ring is expected", describe(node.type)
                    )
                    raise UnknownName
                return Apply("onward", (node, steps), domain, graph=symbol.name)
            case _:
                return self._graph(name, args, scope, span)

    # ------------------------------------------------------------ over many things

    def _over_values(self, name: str, over: ast.Over, scope: Scope) -> Expr:
        var, domain, where, by, inside = self.binder(over.binder, scope)
        value = None if over.value is None else self.expr(over.value, inside)
        bound = domain.type.bound if isinstance(domain.type, (SeqDomain, SeqOfSeqDomain)) else 0
        item: Domain = var.type if value is None else value.type
        at = over.value.span if over.value is not None else over.span
        match name:
            case "count":
                if value is not None:
                    self.error("type-mismatch", at, "`count` counts; it takes no value", "drop `: …`")
                return Over("count", var, domain, where, None, None, IntDomain(0, bound))
            case "some" | "every":
                if value is None and where is not None and name == "some":
                    return Over("some", var, domain, where, None, TRUE, FLAG)
                if value is None or not isinstance(item, FlagDomain):
                    self.error(
                        "type-mismatch",
                        at,
                        f"`{name}` needs a condition behind the colon",
                        f"this is {describe(item)}",
                        hint=f"`{name}(x in S: CONDITION)`",
                    )
                    raise UnknownName
                return Over(name, var, domain, where, None, value, FLAG)
            case "sum":
                if is_optional(item):
                    self.error("may-be-none", at, "what is summed may be none", describe(item))
                    raise UnknownName
                if not is_number(item):
                    self.error("type-mismatch", at, "`sum` adds numbers", f"this is {describe(item)}")
                    raise UnknownName
                limits = bounds(item)
                total = IntDomain(min(0, limits.low) * bound, max(0, limits.high) * bound)
                return Over("sum", var, domain, where, None, value, total)
            case "min" | "max":
                if not is_number(item):
                    self.error("type-mismatch", at, f"`{name}` compares numbers", f"this is {describe(item)}")
                    raise UnknownName
                sure = where is None and not is_optional(item) and self.never_empty(domain, scope)
                return Over(name, var, domain, where, None, value, item if sure else optional(item))
            case "tally":
                return Over(
                    "tally",
                    var,
                    domain,
                    where,
                    None,
                    value,
                    MapDomain(self._key(item, at), IntDomain(0, bound)),
                )
            case _:
                if isinstance(item, (SeqDomain, MapDomain)):
                    self.error("type-mismatch", at, f"`{name}` makes a list of single values", describe(item))
                    raise UnknownName
                if name == "ranked" and not is_number(item):
                    self.error("type-mismatch", at, "`ranked` sorts numbers", f"this is {describe(item)}")
                    raise UnknownName
                ordered = name != "distinct"
                return Over(
                    name, var, domain, where, by, value, seq(plain(item), ordered=ordered, bound=bound)
                )

    def _key(self, item: Domain, at: Span) -> Domain:
        inner = plain(item)
        if isinstance(inner, (SeqDomain, MapDomain, SeqOfSeqDomain)):
            self.error("type-mismatch", at, "`tally` counts single values", describe(item))
            raise UnknownName
        return inner

    def _over_sequence(self, over: ast.Over, scope: Scope) -> Expr:
        if over.value is not None:
            return self._over_values("list", over, scope)
        return self.expr(ast.Selection(over.binder, span=over.span), scope)

    def _of_sequence(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> Expr:
        nodes = self._values(name, args, 1, 99 if name in ("min", "max") else 1, span)
        if len(nodes) > 1:
            several = [self.expr(n, scope) for n in nodes]
            if any(is_optional(one.type) and is_number(one.type) for one in several):
                return self._of_several(name, several, nodes, scope)
            numbers = [self.as_number(one, n.span) for one, n in zip(several, nodes, strict=True)]
            result = numbers[0]
            for one in numbers[1:]:
                result = arithmetic(f"{name}2", result, one, span)
            return result
        meaning = self.meaning(nodes[0], scope)
        if name == "count":
            counted = self.count_of(meaning, scope, nodes[0].span)
            if counted is not None:
                return counted
        if isinstance(meaning, KindMeaning):
            values: Expr = self.all_of_kind(meaning.domain)
        else:
            values = (
                self.sequence(nodes[0], scope)
                if not isinstance(meaning, StateMeaning)
                else self.value(meaning, scope, nodes[0].span)
            )
        folded = isinstance(values.type, MapDomain) and name in ("sum", "min", "max")
        if not folded and not isinstance(values.type, (SeqDomain, SeqOfSeqDomain)):
            values = self.sequence(nodes[0], scope)
        if isinstance(values.type, MapDomain):
            if not is_number(values.type.value):
                span = nodes[0].span
                self.error(
                    "type-mismatch", span, f"`{name}` takes numbers", f"this is {describe(values.type)}"
                )
                raise UnknownName
            inner = values.type.value
            size = self.size_of(values.type.key)
            limits = bounds(inner)
            if isinstance(values, ConstSeq):
                flat = [v for v in values.values if isinstance(v, int)]
                return number(_FOLD[name](flat))
            domain: Domain = inner if name != "sum" else IntDomain(limits.low * size, limits.high * size)
            return Apply(f"map_{name}", (values,), domain)
        return self._whole(name, values, scope, nodes[0].span)

    def _of_several(self, name: str, values: list[Expr], nodes: list[ast.Expr], scope: Scope) -> Expr:
        """`max(0, max(S))`: what is none does not count; with one sure number there is a result."""
        for one, node in zip(values, nodes, strict=True):
            if not is_number(one.type):
                self.as_number(one, node.span)
        limits = [bounds(one.type) for one in values]
        of = IntDomain(min(one.low for one in limits), max(one.high for one in limits))
        together = Apply("seq_of", tuple(values), seq(of, ordered=True, bound=len(values)))
        return self._whole(name, together, scope, nodes[0].span)

    def _whole(self, name: str, values: Expr, scope: Scope, span: Span) -> Expr:
        if isinstance(values, Apply) and values.op == "map_list":
            inner_map = values.args[0]
            if name in ("sum", "min", "max") and isinstance(inner_map.type, MapDomain):
                limits = bounds(inner_map.type.value)
                size = self.size_of(inner_map.type.key)
                of_map = (
                    inner_map.type.value
                    if name != "sum"
                    else IntDomain(limits.low * size, limits.high * size)
                )
                return Apply(f"map_{name}", (inner_map,), of_map)
        domain = values.type
        if isinstance(domain, SeqOfSeqDomain):
            if name == "count":
                return Apply("count", (values,), IntDomain(0, domain.bound))
            self.error("type-mismatch", span, f"`{name}` takes a list of single things", describe(domain))
            raise UnknownName
        assert isinstance(domain, SeqDomain)
        of, bound = domain.of, domain.bound
        match name:
            case "count":
                return Apply("count", (values,), IntDomain(0, bound))
            case "sum" | "min" | "max" | "ranked" | "consecutive":
                if not is_number(of) and bound:
                    self.error(
                        "type-mismatch", span, f"`{name}` takes numbers", f"this is {describe(domain)}"
                    )
                    raise UnknownName
                limits = bounds(of) if bound else IntDomain(0, 0)
                if name == "sum":
                    total = IntDomain(min(0, limits.low) * bound, max(0, limits.high) * bound)
                    if isinstance(values, ConstSeq):
                        return number(sum(v for v in values.values if isinstance(v, int)))
                    return Apply("sum", (values,), total)
                if name == "ranked":
                    return Apply("ranked", (values,), seq(limits, ordered=True, bound=bound))
                if name == "consecutive":
                    return Apply("consecutive", (values,), FLAG)
                if isinstance(values, ConstSeq) and values.values:
                    flat = [v for v in values.values if isinstance(v, int)]
                    return number(_FOLD[name](flat))
                sure = self.never_empty(values, scope)
                return Apply(name, (values,), limits if sure else optional(limits))
            case "distinct":
                return Apply(
                    "distinct", (values,), seq(of, ordered=False, bound=min(bound, self.size_of(of)))
                )
            case "tally":
                return Apply("tally", (values,), MapDomain(of, IntDomain(0, bound)))
            case "the_only":
                return Apply("the_only", (values,), optional(of))
            case "same":
                return Apply("same", (values,), FLAG)
            case _:
                raise ValueError(name)

    def _by_key(self, name: str, over: ast.Over | None, scope: Scope, span: Span) -> Expr:
        if over is None or over.binder.by is None or over.value is not None:
            self.error(
                "wrong-argument-count",
                span,
                f"`{name}` is written `{BUILTINS[name].forms[0]}`",
                "what it goes by is missing" if over is not None else "not so",
            )
            raise UnknownName
        var, domain, where, by, _inside = self.binder(over.binder, scope)
        assert isinstance(domain.type, SeqDomain)
        assert by is not None
        bound = domain.type.bound
        if name == "runs":
            return Over(
                "runs",
                var,
                domain,
                where,
                by,
                None,
                SeqOfSeqDomain(seq(domain.type.of, ordered=True, bound=bound), bound),
            )
        of: Domain = var.type
        if where is not None:
            for known, narrow in facts_of(where, holds=True):
                if known == Local(var) and isinstance(narrow, SeqDomain):
                    of = narrow.of
        return Over(name, var, domain, where, by, None, seq(of, ordered=True, bound=bound))

    def _first_over(self, name: str, over: ast.Over, scope: Scope, span: Span) -> Expr:
        if over.value is not None:
            values = self._over_values("list", over, scope)
            assert isinstance(values.type, SeqDomain)
            return Apply("first" if name == "top" else name, (values,), optional(values.type.of))
        var, domain, where, by, _inside = self.binder(over.binder, scope)
        if isinstance(domain.type, SeqOfSeqDomain):
            self.error("type-mismatch", span, f"`{name}` takes single things", describe(domain.type))
            raise UnknownName
        of: Domain = var.type
        if where is not None:
            for known, narrow in facts_of(where, holds=True):
                if known == Local(var):
                    of = narrow.of if isinstance(narrow, SeqDomain) else narrow
        found: Domain = of if where is None and self.never_empty(domain, scope) else optional(of)
        return Over("first" if name == "top" else name, var, domain, where, by, None, found)

    def _first(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> Expr:
        nodes = self._values(name, args, 1, 2, span)
        values = self.sequence(nodes[0], scope)
        if not isinstance(values.type, SeqDomain):
            self.error("not-a-set", nodes[0].span, "single things are expected here", describe(values.type))
            raise UnknownName
        op = "last" if name == "last" else "first"
        if len(nodes) == 1:
            if isinstance(values, ConstSeq) and values.values and isinstance(values.values[0], int):
                at = -1 if op == "last" else 0
                value = values.values[at]
                assert isinstance(value, int)
                return Const(value, values.type.of)
            return Apply(
                op, (values,), values.type.of if self.never_empty(values, scope) else optional(values.type.of)
            )
        many = self.as_number(self.expr(nodes[1], scope), nodes[1].span)
        bound = min(values.type.bound, max(bounds(many.type).high, 0))
        return Apply(f"{op}_n", (values, many), seq(values.type.of, ordered=True, bound=bound))

    # ------------------------------------------------------------ zones and places

    def never_empty(self, values: Expr, scope: Scope) -> bool:
        """Whether a sequence has a member whatever happens."""
        if isinstance(values.type, SeqDomain) and self.known_to_hold(how_many(values), scope):
            return True
        match values:
            case ConstSeq(values=known):
                return bool(known)
            case Local(var=var):
                return var in self.never_empty_vars
            case Formula(name=name):
                formula = self.formulas.get(name)
                return formula is not None and self.never_empty(formula.body, Scope())
            case Over(op="highest" | "lowest", where=None, by=by, domain=domain) if by is not None:
                return not is_optional(by.type) and self.never_empty(domain, scope)
            case Over(op="select" | "list" | "ranked" | "distinct", where=None, value=value, domain=domain):
                return (value is None or not is_optional(value.type)) and self.never_empty(domain, scope)
            case Apply(op="seq_of", args=args):
                return any(not is_optional(one.type) for one in args)
            case Apply(op="join", args=args):
                return any(self.never_empty(one, scope) for one in args)
            case Apply(op="others"):
                return self.players > 1
            case Apply(op="map_attr", args=args, graph=str() as table):
                each = self.tables.get(table)
                return each is not None and not is_optional(each.type) and self.never_empty(args[0], scope)
            case Apply(op="ranked" | "distinct" | "as", args=args):
                return self.never_empty(args[0], scope)
            case _:
                return False
