"""Places that are combinations of others: a side for each tile and direction."""

from __future__ import annotations

from itertools import pairwise, product
from math import prod
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.csv_data import RowSource
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import describe, optional
from rulesdsl.check.growing import Combined, Growing
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import NodeSymbol
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.declarations.checker import Declarations


class CombinedPlaces(DeclarationModule):
    def __init__(self, declarations: Declarations) -> None:
        super().__init__(declarations)
        self._begun: list[str] = []
        self._done: set[str] = set()

    def build(self, decl: ast.CombinedDecl) -> None:
        """After those of which these are made, wherever they stand."""
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, NodeSymbol) or symbol.span != decl.name.span or symbol.name in self._done:
            return
        self._begun.append(symbol.name)
        try:
            self._build_before(decl)
            self._build(decl, symbol)
        except UnknownName:
            # One of them stands for all, so that nothing else is wrong with them.
            symbol.count, self.world.nodes[symbol.name] = 1, (symbol.name,)
            self.world.unread.add(symbol.name)
            raise
        finally:
            self._done.add(self._begun.pop())

    def _build_before(self, decl: ast.CombinedDecl) -> None:
        if not self.declarations.cells.named_apart([name for name, _ in decl.each.binders]):
            raise UnknownName
        others = self.world.tree.all(ast.CombinedDecl)
        for node, other in product([node for _, node in decl.each.binders], others):
            if other.name.text not in names_in(node):
                continue
            if other.name.text in self._begun:
                circle = [*self._begun[self._begun.index(other.name.text) :], other.name.text]
                links = [f"`{name}` of `{of}`" for name, of in pairwise(circle)]
                raise self.reporter.error(
                    "circular-definition",
                    node.span,
                    f"places are made in a circle: {', '.join(links)}",
                    "needs itself",
                    because=((other.name.span, "declared here"),),
                    hint="places are made of others that are there without them",
                )
            self.build(other)

    def _build(self, decl: ast.CombinedDecl, symbol: NodeSymbol) -> None:
        parts = [
            self._part(name, node, first=index == 0) for index, (name, node) in enumerate(decl.each.binders)
        ]
        many = prod(len(values) for _, values, _ in parts)
        spread = prod(self.declarations.size_of(domain) for domain, _, _ in parts)
        if not 0 < many <= spread <= MOST_VALUES:
            raise self.reporter.error(
                "too-many-values",
                decl.name.span,
                f"`{symbol.name}` would be {many:,} places",
                f"at most {MOST_VALUES:,}, at least one",
            )
        rows = list(product(*(values for _, values, _ in parts)))
        domains = tuple(domain for domain, _, _ in parts)
        self.world.nodes[symbol.name] = tuple(
            " ".join(
                self.declarations.cells.text_of(value, domain)
                for value, domain in zip(row, domains, strict=True)
            )
            for row in rows
        )
        symbol.shape, symbol.count = "combined", many
        self.world.row_sources[symbol.name] = RowSource(
            None, {name.text: domain for (name, _), domain in zip(decl.each.binders, domains, strict=True)}
        )
        for index, (name, _) in enumerate(decl.each.binders):
            values = tuple(row[index] for row in rows)
            self.declarations.attribute_tables.attribute_table(
                symbol, name.text, domains[index], values, name.span
            )
        numbers = {row: number for number, row in enumerate(rows)}
        every = product(*(self.declarations.members(domain) for domain in domains))
        table = f"{symbol.name} by {', '.join(name.text for name, _ in decl.each.binders)}"
        self.world.tables[table] = ir.Table(
            table, domains, tuple(numbers.get(key, ir.NONE) for key in every), optional(symbol.domain)
        )
        growing = parts[0][2]
        of_each = many // len(parts[0][1])
        self.world.combined[symbol.name] = Combined(symbol.domain, table, domains, growing, of_each)

    def _part(
        self, name: ast.Name, node: ast.Expr, *, first: bool
    ) -> tuple[ir.Domain, tuple[int, ...], Growing | None]:
        """What a name goes through: its type and the values, all that can ever be there."""
        growing = self.world.growing.get(node.name) if isinstance(node, ast.NameRef) else None
        if growing is not None:
            self.declarations.types.means_kind(node.span, growing.name)
            if not first:
                self.reporter.error(
                    "misplaced-declaration",
                    node.span,
                    f"`{growing.name}` grows, so it has to come first",
                    "not the first",
                    hint=f"`for each {name.text} in {growing.name}, …`",
                )
            return growing.domain, self.declarations.members(growing.domain), growing
        values = self.declarations.expressions.expr(node, Scope())
        if isinstance(values, ir.ConstSeq) and isinstance(values.type, ir.SeqDomain):
            known = tuple(value for value in values.values if isinstance(value, int))
            if values.type.of != ir.IntDomain(0, 0) or known:
                return values.type.of, tuple(dict.fromkeys(known)), None
        raise self.reporter.error(
            "not-a-set",
            node.span,
            "this must be a set that is known before play",
            f"this is {describe(values.type)}",
            hint="a kind of values such as `Direction`, a kind of places, a range `1..4`, or a list"
            " `{north, south}`",
        )
