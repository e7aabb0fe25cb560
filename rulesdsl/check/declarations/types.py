"""Types: how they are written, and how many values each has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import FLAG, PLAYER, UNREAD, comparable, describe, plain, seq
from rulesdsl.check.folding import constant
from rulesdsl.check.limits import WIDEST_RANGE
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    NOUNS,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
    UnionSymbol,
)
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.common_mistakes import FOREIGN_TYPES, YES_OR_NO
from rulesdsl.texts import MOST_LETTERS

# What `yes or no` is called elsewhere: one mistake, not two.
_FLAGS = (("true", "false"), ("false", "true"))
# What has no number among others.
_NOT_TOLD_APART = (ir.TextDomain, ir.SeqDomain, ir.SeqOfSeqDomain, ir.MapDomain)


class Types(DeclarationModule):
    def size_of(self, domain: ir.Domain) -> int:
        match domain:
            case ir.IntDomain(low, high):
                return high - low + 1
            case ir.FlagDomain():
                return 2
            case ir.EnumDomain(name):
                return len(self.world.enums[name])
            case ir.PlayerDomain():
                return self.world.players
            case ir.PieceDomain(kinds):
                return sum(kind.count for kind in self.world.kinds if kind.name in kinds)
            case ir.PieceNameDomain():
                return len(self.members(domain))
            case ir.NodeDomain(name):
                return len(self.world.nodes[name])
            case ir.LinkDomain(name):
                return len(self.world.graphs[name].links) if name in self.world.graphs else 0
            case ir.OptionalDomain(of):
                return self.size_of(of) + 1
            case ir.UnionDomain(alternatives):
                return sum(self.span_of(alternative)[1] for alternative in alternatives)
            case ir.SeqDomain(bound=bound):
                return bound
            case ir.MapDomain() | ir.SeqOfSeqDomain() | ir.TextDomain():
                return 1
            case _:
                assert_never(domain)

    def members(self, domain: ir.Domain) -> tuple[int, ...]:
        """All values of a domain that can be an index, in order."""
        match domain:
            case ir.IntDomain(low, high):
                return tuple(range(low, high + 1))
            case ir.PieceDomain(kinds):
                return tuple(
                    piece for kind in self.world.kinds if kind.name in kinds for piece in kind.pieces
                )
            case ir.PieceNameDomain(kinds):
                return tuple(
                    name
                    for symbol in self.world.all(PieceSymbol)
                    if symbol.name in kinds
                    for name in symbol.names
                )
            case ir.UnionDomain():
                return tuple(
                    value + added
                    for sort, _first, added in self.codes_of(domain)
                    for value in self.members(sort)
                )
            case _:
                return tuple(range(self.size_of(domain)))

    def span_of(self, domain: ir.Domain) -> tuple[int, int]:
        """The lowest value and how many there are up to the highest, as `program.index_span` has it: pieces
        of other kinds may be numbered in between.
        """
        match domain:
            case ir.IntDomain(low=low):
                return low, self.size_of(domain)
            case ir.PieceDomain() | ir.PieceNameDomain():
                members = self.members(domain)
                return (min(members), max(members) - min(members) + 1) if members else (0, 0)
            case _:
                return 0, self.size_of(domain)

    def codes_of(self, union: ir.UnionDomain) -> Iterator[tuple[ir.Domain, int, int]]:
        """Each sort of value, the first of its codes, and what is to be added to a value to get its code."""
        first = 0
        for sort in union.alternatives:
            low, size = self.span_of(sort)
            yield sort, first, first - low
            first += size

    def decoded(self, code: int, union: ir.UnionDomain) -> tuple[int, ir.Domain]:
        """What a code stands for, and of which sort it is."""
        return next(
            (code - added, sort)
            for sort, first, added in reversed(list(self.codes_of(union)))
            if first <= code
        )

    def kind_domain(self, name: str) -> ir.Domain | None:
        if name == "Player":
            return PLAYER
        match self.world.symbols.get(name):
            case EnumSymbol(domain=domain) | NodeSymbol(domain=domain):
                return domain
            case PieceSymbol(domain=domain) | UnionSymbol(domain=domain):
                return domain
            case LinkSymbol():
                return ir.LinkDomain(name)
            case _:
                return None

    def kind_names(self) -> list[str]:
        kinds = (EnumSymbol, NodeSymbol, PieceSymbol, UnionSymbol, LinkSymbol)
        return ["Player", *(name for name, symbol in self.world.symbols.items() if isinstance(symbol, kinds))]

    def type_of(self, node: ast.Type) -> ir.Domain:
        """A type as written; what cannot be understood is reported, and is `UNREAD`."""
        match node:
            case ast.NamedType("none"):
                self.reporter.mismatch(node.span, "`none` alone is no type", "name a type before `or none`")
                return UNREAD
            case ast.NamedType(name):
                domain = self.kind_domain(name)
                if domain is None:
                    self.not_a_type(node.span, name)
                    return UNREAD
                self.usage.used.add(name)
                self.means_kind(node.span, name)
                return domain
            case ast.FlagType():
                return FLAG
            case ast.RangeType(low, high):
                bottom, top = self.whole(low), self.whole(high)
                if bottom is None or top is None:
                    return UNREAD
                if top < bottom:
                    self.declarations.amounts.empty_range(node.span, bottom, top)
                    return UNREAD
                return ir.IntDomain(bottom, top)
            case ast.NameOfType(kind):
                domain = self.kind_domain(kind.text)
                if not isinstance(domain, ir.PieceDomain):
                    self.reporter.unknown(kind.span, kind.text, "kind of pieces", self.kind_names())
                    return UNREAD
                self.means_kind(kind.span, kind.text)
                return ir.PieceNameDomain(domain.kinds)
            case ast.TextType(most):
                return self.text_of(most)
            case ast.MapType(value, key):
                domain = self.kind_domain(key.text)
                if domain is None:
                    self.not_a_type(key.span, key.text)
                    return UNREAD
                self.means_kind(key.span, key.text)
                of_key = self._member(value)
                if self.has_gaps(domain, key.span) or of_key == UNREAD:
                    return UNREAD
                return ir.MapDomain(domain, of_key)
            case ast.SetType(of):
                inner = self._member(of)
                return UNREAD if inner == UNREAD else seq(inner, ordered=False, bound=self.size_of(inner))
            case ast.ListType(of):
                inner = self._member(of)
                if inner == UNREAD:
                    return UNREAD
                return seq(inner, ordered=True, bound=max(64, self.size_of(inner)))
            case ast.EitherType(alternatives):
                with_none = [alternative for alternative in alternatives if not _is_none(alternative)]
                if tuple(item.span.text.lower() for item in with_none) in _FLAGS:
                    first, second = (item.span for item in with_none)
                    self.not_a_type(Span.join(first, second), first.text)
                    return UNREAD
                domains = tuple(self.type_of(item) for item in with_none)
                if not domains:
                    self.reporter.mismatch(
                        node.span, "`none` alone is no type", "name a type before `or none`"
                    )
                    return UNREAD
                if UNREAD in domains:
                    return UNREAD
                if len(domains) > 1:
                    for item, domain in zip(with_none, domains, strict=True):
                        if isinstance(plain(domain), _NOT_TOLD_APART):
                            self._stands_alone(item, domain)
                            return UNREAD
                    if self._one_sort_twice(with_none, domains):
                        return UNREAD
                inner = domains[0] if len(domains) == 1 else ir.UnionDomain(domains)
                return ir.OptionalDomain(inner) if len(with_none) < len(alternatives) else inner

    def _one_sort_twice(self, nodes: Sequence[ast.Type], domains: Sequence[ir.Domain]) -> bool:
        """Whether a value could be of two of the sorts, and so would have two codes."""
        for (node, domain), (other_node, other) in combinations(zip(nodes, domains, strict=True), 2):
            if comparable(domain, other):
                self.reporter.mismatch(
                    other_node.span,
                    f"{describe(other)} stands here twice"
                    if domain == other
                    else f"{describe(other)} is of the same sort as {describe(domain)}",
                    "the same sort again",
                    because=((node.span, "once here"),),
                    hint=f"write `{min(domain.low, other.low)}..{max(domain.high, other.high)}`, and test it"
                    " where others are not allowed"
                    if isinstance(domain, ir.IntDomain) and isinstance(other, ir.IntDomain)
                    else None,
                )
                return True
        return False

    def _stands_alone(self, node: ast.Type, domain: ir.Domain) -> None:
        words = describe(domain)
        if isinstance(domain, ir.TextDomain):
            words = "a text"
        hint = "keep them apart, in two states or two parameters"
        if isinstance(domain, ir.SeqDomain):
            hint += f"; there is no {'list' if domain.ordered else 'set'} whose members are of several sorts"
        self.reporter.mismatch(
            node.span,
            f"{words} stands alone: it is not told from something else",
            f"{words} or something else",
            hint=hint,
        )

    def index_type(self, node: ast.Type) -> ir.Domain:
        """The type of what something is kept for each of."""
        domain = self.type_of(node)
        return UNREAD if self.has_gaps(domain, node.span) else domain

    def has_gaps(
        self, domain: ir.Domain, span: Span, message: str = "nothing can be kept for each of these"
    ) -> bool:
        """Whether other pieces are numbered between the first and the last of these, which is said then: what
        is kept for each stands in a row.
        """
        members = self.members(domain) if isinstance(domain, ir.PieceDomain | ir.PieceNameDomain) else ()
        if not members or members == tuple(range(members[0], members[0] + len(members))):
            return False
        self.reporter.mismatch(
            span,
            message,
            "other pieces are numbered between these",
            hint="kinds that one name stands for are numbered side by side, as far as all such names allow: "
            "take each kind by itself, or do without one of the names",
        )
        return True

    def known_type(self, node: ast.Type) -> ir.Domain:
        """The type of what is known before play, and so is no text that somebody has to write."""
        domain = self.type_of(node)
        if isinstance(plain(domain), ir.TextDomain):
            self.reporter.mismatch(
                node.span,
                "a text is written while the game is played, and this is known before",
                "nobody writes it",
                hint='a state can hold one, a parameter can be one; a name is given by `named "…"`',
            )
            return UNREAD
        return domain

    def text_of(self, most: ast.Expr) -> ir.Domain:
        """`text of at most N letters`."""
        letters = self.whole(most)
        if letters is None:
            return UNREAD
        if not 1 <= letters <= MOST_LETTERS:
            self.reporter.error(
                "out-of-range",
                most.span,
                f"a text has 1 to {MOST_LETTERS} letters",
                f"this is {letters}",
            )
            return UNREAD
        return ir.TextDomain(letters)

    def _member(self, node: ast.Type) -> ir.Domain:
        """A type of which there are several in a set, a list or a map."""
        domain = self.type_of(node)
        if isinstance(plain(domain), ir.TextDomain):
            self.reporter.mismatch(
                node.span,
                "texts are kept one by one: all that could be written are no set",
                "several texts",
                hint=f"give each its number: `state NAME per n in 1..10: {node.span.text} or none`",
            )
            return UNREAD
        return domain

    def means_kind(self, span: Span, name: str) -> None:
        """A kind is named here."""
        symbol = self.world.symbols.get(name)
        if symbol is not None:
            self.reporter.means(span, symbol.span)

    def not_a_type(self, span: Span, name: str) -> None:
        symbol = self.world.symbols.get(name)
        if symbol is not None:
            self.reporter.mismatch(
                span,
                f"`{name}` is a {NOUNS[type(symbol)]}, not a type",
                "a type is expected here",
                because=((symbol.span, "declared here"),),
                hint="a type is `yes or no`, a range such as `0..12`, or the name of a kind",
            )
            return
        known = self.kind_names()
        if name in FOREIGN_TYPES and did_you_mean(name, known) is None:
            hint = FOREIGN_TYPES[name]
            fix = replaced(span, "yes or no") if hint == YES_OR_NO else None
            self.reporter.error(
                "unknown-name", span, f"there is no kind `{name}`", "not declared", hint=hint, fix=fix
            )
            return
        self.reporter.unknown(span, name, "kind", known)

    def whole(self, node: ast.Expr) -> int | None:
        """A number that is known before play."""
        try:
            expr = self.declarations.expressions.expr(node, Scope(), ir.IntDomain(0, 0))
        except UnknownName:
            return None
        value = constant(expr)
        if value is None or not isinstance(expr.type, ir.IntDomain):
            self.reporter.mismatch(
                node.span,
                "this must be a number that is known before play",
                expr.type,
                hint="a number, or a definition without parameters that gives one",
            )
            return None
        if abs(value) > WIDEST_RANGE:
            self.reporter.error(
                "range-too-wide", node.span, f"{value} is too large", f"at most {WIDEST_RANGE}"
            )
            return None
        return value


def _is_none(node: ast.Type) -> bool:
    return isinstance(node, ast.NamedType) and node.name == "none"
