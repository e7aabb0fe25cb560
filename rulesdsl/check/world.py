"""What is shared while one tree is checked: what there is, what has been used of it, what becomes of it."""

from __future__ import annotations

from typing import Protocol, TypeVar

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.check.csv_data import RowSource
from rulesdsl.check.growing import Combined, Growing
from rulesdsl.check.phases_around import PhasesAround, phases_around
from rulesdsl.check.scope import VarSource
from rulesdsl.check.symbols import DefineSymbol, EnumSymbol, NodeSymbol, Symbol
from rulesdsl.diagnostics.model import Report
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast

Kind = TypeVar("Kind", bound=Symbol)


class DataReader(Protocol):
    """Reads a file named in a text, below the folder of the file in which the name stands."""

    def __call__(self, text: ast.Text, report: Report, ending: str = ..., /) -> Source | None: ...


@define(eq=False)
class World:
    """What there is in a game, at one number of players and one setting of the options. Written while the
    declarations are read; formulas and lines only read it."""

    tree: ast.GameFile
    players: int
    options: dict[str, int]
    read_data: DataReader

    symbols: dict[str, Symbol] = field(factory=dict)
    values: dict[str, list[ir.Const]] = field(factory=dict)
    value_spans: dict[str, list[Span]] = field(factory=dict)
    """Where values of a name are declared: several kinds may have one."""
    cases: dict[str, EnumSymbol] = field(factory=dict)
    """What words are of that are no values by themselves: those that carry something, and directions."""
    enums: dict[str, tuple[str, ...]] = field(factory=dict)
    nodes: dict[str, tuple[str, ...]] = field(factory=dict)
    kinds: list[ir.PieceKind] = field(factory=list)
    piece_names: list[str] = field(factory=list)
    piece_ids: list[str] = field(factory=list)
    piece_name_of: list[int] = field(factory=list)
    copies_of_name: list[int] = field(factory=list)
    row_sources: dict[str, RowSource] = field(factory=dict)
    tables: dict[str, ir.Table] = field(factory=dict)
    graphs: dict[str, ir.Graph] = field(factory=dict)
    words: dict[str, ir.WordList] = field(factory=dict)
    growing: dict[str, Growing] = field(factory=dict)
    """The kinds of places that grow."""
    combined: dict[str, Combined] = field(factory=dict)
    """Those that are made of others."""

    actions: dict[str, ast.ActionDecl] = field(factory=dict)
    menus: dict[str, ast.MenuDecl] = field(factory=dict)
    routines: dict[str, list[ast.RoutineDecl]] = field(factory=dict)
    score_rows: dict[str, DefineSymbol] = field(factory=dict)
    phase_nodes: dict[str, ast.Phase] = field(factory=dict)
    renewals: dict[str, tuple[ir.ZoneRef, ir.Expr | None]] = field(factory=dict)
    """Of each zone that is renewed: from where, and when."""
    later: dict[str, Span] = field(factory=dict)
    """Zones and states by name, known by their heads before they are declared."""
    attributes_below: tuple[ast.Field, ...] = ()
    """Those that are declared below the attribute that is being worked out."""
    example_players: tuple[str, ...] = ()
    """Who plays in the example that is being read."""
    example_seats: tuple[Span, ...] = ()
    """Where they are named."""

    told_apart: dict[str, bool] = field(factory=dict)
    """Of zones that say so: whether equal pieces in them are different."""
    before_play: bool = False
    """Whether what is read must be known before play: definitions of known values are worked out."""

    unread: set[str] = field(factory=set)
    """Names of what could not be understood: what is said of them is taken as right."""
    values_unread: bool = False
    incomplete: set[str] = field(factory=set)
    """Kinds of which not all rows could be read: what seems to be missing may be in one of those."""
    data_faults: dict[str, list[Span]] = field(factory=dict)
    """Where something is wrong in data, by file."""

    def all(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """What is declared of one class."""
        return tuple(symbol for symbol in self.symbols.values() if isinstance(symbol, kind))

    def declared(self, kind: type[Kind], name: str) -> Kind:
        """What is declared by this name, which is known to be of this class."""
        symbol = self.symbols[name]
        assert isinstance(symbol, kind)
        return symbol

    def places_of(self, domain: ir.Domain | None) -> NodeSymbol | None:
        """The kind of places that a type is, if it is one."""
        return self.declared(NodeSymbol, domain.name) if isinstance(domain, ir.NodeDomain) else None

    def growing_of(self, domain: ir.Domain) -> Growing | None:
        """The board that grows of which these are the places."""
        return self.growing.get(domain.name) if isinstance(domain, ir.NodeDomain) else None

    @property
    def phases_around(self) -> PhasesAround:
        return phases_around(self.tree)

    def __attrs_post_init__(self) -> None:
        self.later = {
            decl.name.text: decl.name.span
            for decl in self.tree.declarations
            if isinstance(decl, (ast.ZoneDecl, ast.StateDecl))
        }


@define(eq=False)
class Usage:
    """What of the world some line has used: what nothing uses is reported in the end."""

    used: set[str] = field(factory=set)
    offered: set[str] = field(factory=set)
    used_menus: set[str] = field(factory=set)
    called: set[str] = field(factory=set)
    called_by_nobody: list[tuple[str, Span]] = field(factory=list)
    """Routines called where nobody acts."""
    recorded: set[str] = field(factory=set)
    ended: set[str] = field(factory=set)


@define(eq=False)
class Output:
    """What the program will be made of."""

    formulas: dict[str, ir.FormulaDef] = field(factory=dict)
    procs: dict[str, ir.Proc] = field(factory=dict)
    vars: VarSource = field(factory=VarSource)
    never_empty_vars: set[ir.Var] = field(factory=set)
    sorted_vars: set[ir.Var] = field(factory=set)
    """Variables that hold players in a sorted order."""
    points: int = 0

    def new_point(self) -> int:
        """The number of one more place where somebody, or chance, decides."""
        self.points += 1
        return self.points
