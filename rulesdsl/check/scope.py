"""Scopes: which local names are in reach, who acts, and what conditions have shown."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.source import Span
from rulesdsl.syntax import ast


@define
class LocalName:
    """A name bound in the text; `expr` is what it stands for."""

    name: str
    expr: ir.Expr
    span: Span | None
    used: bool = False


@frozen
class Place:
    """Where a line stands: what may be said there."""

    phases: frozenset[str] = frozenset()
    """Those that are surely going on: their numbers have a value."""
    decisions: bool = True
    why_not: str = ""
    secret: bool = False
    meanwhile: tuple[ast.Block, ...] = ()
    """Lines that others may have carried out once a decision has been made here."""
    routine: str | None = None
    in_flow: bool = False
    only_compared: bool = False
    """Whether what is named here is only compared, and need not be there."""


Fact = tuple[ir.Expr, ir.Domain]
"""An expression, and the type that it is known to have."""


@define
class Scope:
    """Local names, the acting player, facts shown by conditions, and the place of the line."""

    you: ir.Expr | None = None
    place: Place = field(factory=Place)
    names: dict[str, LocalName] = field(factory=dict)
    parent: Scope | None = None
    facts: tuple[Fact, ...] = ()
    """What conditions have shown, until a line can change it (see `LastingFacts`)."""
    thing: ir.Expr | None = None
    """What a selection without a name goes through: its names need no dot in front."""

    def inner(
        self, *, you: ir.Expr | None = None, place: Place | None = None, thing: ir.Expr | None = None
    ) -> Scope:
        return Scope(
            you=you if you is not None else self.you,
            place=place or self.place,
            parent=self,
            facts=self.facts,
            thing=thing,
        )

    def with_facts(self, facts: tuple[Fact, ...]) -> Scope:
        scope = self.inner()
        scope.learn(facts)
        return scope

    def learn(self, facts: tuple[Fact, ...]) -> None:
        self.facts = (*facts, *self.facts)

    def find(self, name: str) -> LocalName | None:
        scope: Scope | None = self
        while scope is not None:
            local_name = scope.names.get(name)
            if local_name is not None:
                return local_name
            scope = scope.parent
        return None

    def things(self) -> Iterator[ir.Expr]:
        """What is gone through without a name, the innermost first."""
        scope: Scope | None = self
        while scope is not None:
            if scope.thing is not None:
                yield scope.thing
            scope = scope.parent

    def bind(self, name: str, expr: ir.Expr, span: Span | None) -> LocalName:
        local = LocalName(name, expr, span)
        self.names[name] = local
        return local

    def visible(self) -> list[str]:
        names: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            names.extend(scope.names)
            scope = scope.parent
        return names


@define
class VarSource:
    """Gives every local variable of a program its number."""

    count: int = 0

    def new(self, name: str, domain: ir.Domain) -> ir.Var:
        self.count += 1
        return ir.Var(self.count, name, domain)

    def bound(self, name: ast.Name, domain: ir.Domain, scope: Scope) -> ir.Var:
        """A new one, which has its name in a scope."""
        var = self.new(name.text, domain)
        scope.bind(name.text, ir.Local(var), name.span)
        return var


class UnknownName(Exception):
    """What stands there could not be understood; the reason has been reported."""


def zone_scope(symbol: ZoneSymbol) -> Scope:
    you = ir.Local(symbol.index[symbol.owner_at]) if symbol.owner_at is not None else None
    scope = Scope(you=you, place=Place(decisions=False, why_not="a zone's property only looks"))
    for name, var, span in zip(symbol.index_names, symbol.index, symbol.index_spans, strict=True):
        if name is not None:
            scope.bind(name, ir.Local(var), span).used = True
    return scope
