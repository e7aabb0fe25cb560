"""Meanings: what a path such as `p.pack(top)` stands for before it is read as a value."""

from __future__ import annotations

from attrs import evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.symbols import (
    DefineSymbol,
    EnumCase,
    EnumSymbol,
    ScoreSymbol,
    StateSymbol,
    TableSymbol,
    ZoneSymbol,
)
from rulesdsl.source import Span


@frozen
class Owners:
    """Several players at once: `var` runs over `players`."""

    var: ir.Var
    players: ir.Expr


@frozen
class ZoneMeaning:
    """A zone; an index that is None is not given (all of them)."""

    symbol: ZoneSymbol
    index: tuple[ir.Expr | None, ...]
    given: int
    owners: Owners | None = None
    span: Span | None = field(default=None, eq=False)

    def with_index(self, position: int, value: ir.Expr) -> ZoneMeaning:
        index = tuple(value if i == position else expr for i, expr in enumerate(self.index))
        return evolve(self, index=index, given=self.given + 1)


@frozen
class StateMeaning:
    symbol: StateSymbol
    index: tuple[ir.Expr | None, ...]
    owners: Owners | None = None
    span: Span | None = field(default=None, eq=False)


@frozen
class DefineMeaning:
    """A definition or score row, with its player if that has been said."""

    symbol: DefineSymbol
    you: ir.Expr | None
    args: tuple[ir.Expr, ...] = ()
    owners: Owners | None = None
    span: Span | None = field(default=None, eq=False)


@frozen
class ScoreMeaning:
    symbol: ScoreSymbol


@frozen
class TableMeaning:
    symbol: TableSymbol


@frozen
class RowMeaning:
    """A row of a table with several results."""

    symbol: TableSymbol
    keys: tuple[ir.Expr, ...]


@frozen
class KindMeaning:
    """The name of a kind."""

    name: str
    domain: ir.Domain


@frozen
class CaseMeaning:
    """A value that carries another, before it is said which."""

    symbol: EnumSymbol
    case: EnumCase


@frozen
class Several:
    """A name that is a value of several kinds; what it meets decides."""

    name: str
    values: tuple[ir.Const, ...]
    span: Span


@frozen
class BuiltinMeaning:
    name: str


Meaning = (
    ZoneMeaning
    | StateMeaning
    | DefineMeaning
    | ScoreMeaning
    | TableMeaning
    | RowMeaning
    | KindMeaning
    | CaseMeaning
    | Several
    | BuiltinMeaning
)
