"""Symbols: what the names declared in a file stand for."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.grids import Grid
from rulesdsl.source import Span
from rulesdsl.syntax import ast


@define
class OptionSymbol:
    name: str
    span: Span
    decl: ast.OptionDecl
    value: int
    type: ir.Domain


@define
class DefineSymbol:
    """A definition (or the present value of a score row): elaborated when first used."""

    name: str
    span: Span
    per_player: bool
    params: tuple[ast.Param, ...]
    per: tuple[ast.Per, ...]
    declared: ast.Type | None
    body: ast.Definition
    formula: str
    state: str = "new"
    """new, open (being worked out) or done"""
    result: object = None
    vars: tuple[ir.Var, ...] = ()


@frozen
class Attr:
    """An attribute of a kind: its type and the table that holds it."""

    name: str
    type: ir.Domain
    table: str
    span: Span


@define
class EnumSymbol:
    name: str
    span: Span
    domain: ir.EnumDomain
    cases: dict[str, EnumCase] = field(factory=dict)
    labels: list[str] = field(factory=list)
    attrs: dict[str, Attr] = field(factory=dict)
    of_the_language: bool = False
    """Whether no line of the game declares it."""


@frozen
class EnumCase:
    """A value `name`, or `name(x)` for x in a range of codes."""

    name: str
    first: int
    carries: ir.Domain | None
    low: int
    count: int
    span: Span


@define
class PieceSymbol:
    """A kind of piece. `names` are the global numbers of its name rows, `ids` those by identifier."""

    name: str
    span: Span
    domain: ir.PieceDomain
    ids: dict[str, int] = field(factory=dict)
    names: list[int] = field(factory=list)
    attrs: dict[str, Attr] = field(factory=dict)
    order: tuple[str, ...] = ()
    """The attributes that tell one row from another, for `Card(hearts, 12)`."""
    alias: str | None = None
    per: str | None = None
    key: str | None = None
    key_span: Span | None = None
    """The column by which its rows are called, and where that is said."""

    @property
    def name_domain(self) -> ir.PieceNameDomain:
        return ir.PieceNameDomain(self.domain.kinds)


def table_of_names(kinds: Sequence[str]) -> str:
    """The table that says how each piece of these kinds is called; none that a file declares has blanks."""
    return f"name of {' or '.join(kinds)}"


@define
class UnionSymbol:
    name: str
    span: Span
    domain: ir.PieceDomain
    kinds: tuple[str, ...]


@define
class NodeSymbol:
    name: str
    span: Span
    domain: ir.NodeDomain
    ids: dict[str, int] = field(factory=dict)
    attrs: dict[str, Attr] = field(factory=dict)
    shape: str = "links"
    board: Grid | None = None
    count: int = 0


@define
class LinkSymbol:
    name: str
    span: Span
    of: ir.Domain
    attrs: dict[str, Attr] = field(factory=dict)
    ids: dict[str, int] = field(factory=dict)
    count: int = 0

    @property
    def domain(self) -> ir.LinkDomain:
        return ir.LinkDomain(self.name)


@define
class WordsSymbol:
    name: str
    span: Span
    of: ir.EnumDomain | None = None
    """None: the list could not be read."""


@define
class TableSymbol:
    name: str
    span: Span
    decl: ast.TableDecl
    keys: tuple[tuple[str, ir.Domain], ...]
    results: dict[str, ir.Domain] = field(factory=dict)


@define
class ZoneSymbol:
    name: str
    span: Span
    decl: ast.ZoneDecl
    index: tuple[ir.Var, ...]
    index_names: tuple[str | None, ...]
    owner_at: int | None
    shape: str
    pieces: ir.PieceDomain
    read: bool = False
    filled: bool = False

    @property
    def index_spans(self) -> tuple[Span | None, ...]:
        """Where the indices have their names."""
        return tuple(None if per.name is None else per.name.span for per in self.decl.per)


@define
class StateSymbol:
    name: str
    span: Span
    decl: ast.StateDecl
    index: tuple[ir.Domain, ...]
    owner_at: int | None
    type: ir.Domain
    read: bool = False


@define
class ScoreSymbol:
    name: str
    span: Span
    decl: ast.ScoreDecl | ast.NoteDecl
    each: str | None


@define
class PhaseSymbol:
    """A phase; its counter has a value inside it."""

    name: str
    span: Span
    most: int


Symbol = (
    OptionSymbol
    | DefineSymbol
    | EnumSymbol
    | PieceSymbol
    | UnionSymbol
    | NodeSymbol
    | LinkSymbol
    | WordsSymbol
    | TableSymbol
    | ZoneSymbol
    | StateSymbol
    | ScoreSymbol
    | PhaseSymbol
)

NOUNS: dict[type, str] = {
    OptionSymbol: "option",
    DefineSymbol: "definition",
    EnumSymbol: "kind of values",
    PieceSymbol: "kind of pieces",
    UnionSymbol: "kind of pieces",
    NodeSymbol: "kind of places",
    LinkSymbol: "set of links",
    WordsSymbol: "list of words",
    TableSymbol: "table",
    ZoneSymbol: "zone",
    StateSymbol: "state",
    ScoreSymbol: "score row",
    PhaseSymbol: "phase",
}
