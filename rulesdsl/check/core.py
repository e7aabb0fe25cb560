"""What every part of the checker shares: the symbols, the tables being built, the report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from rulesdsl.check.meanings import DefineMeaning, KindMeaning, Meaning, RowMeaning
from rulesdsl.check.scope import Scope, VarSource
from rulesdsl.check.symbols import (
    DefineSymbol,
    ScoreSymbol,
    Symbol,
    ZoneSymbol,
)
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.program import (
    Const,
    Domain,
    Expr,
    FormulaDef,
    Graph,
    PieceKind,
    Proc,
    Stmt,
    Table,
    Var,
    Viewer,
    ZoneRef,
)
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast

DataReader = Callable[[ast.Text, Report], Source | None]
"""Reads a file named in a text, below the folder of the file in which the name stands."""

WIDEST_RANGE = 2**31 - 1
"""No number of a game may be larger."""

MOST_VALUES = 20_000
"""Values of one index or domain of choice; more are met with `too-many-values`."""


MOST_PIECES = 2_000
"""Pieces of a whole game; more are met with `too-many-values`."""

MOST_LINKS = 4_000
"""Links of one map; more are met with `too-many-values`."""


class Core(ABC):
    """One elaboration: a tree at one number of players and one setting of the options."""

    def __init__(
        self,
        tree: ast.GameFile,
        players: int,
        options: dict[str, int],
        read_data: DataReader,
        report: Report,
    ) -> None:
        self.tree = tree
        self.players = players
        self.options = options
        self.read_data = read_data
        self.report = report
        self.symbols: dict[str, Symbol] = {}
        self.values: dict[str, list[Const]] = {}
        self.value_spans: dict[str, Span] = {}
        self.enums: dict[str, tuple[str, ...]] = {}
        self.nodes: dict[str, tuple[str, ...]] = {}
        self.kinds: list[PieceKind] = []
        self.piece_names: list[str] = []
        self.piece_ids: list[str] = []
        self.piece_name_of: list[int] = []
        self.copies_of_name: list[int] = []
        self.tables: dict[str, Table] = {}
        self.graphs: dict[str, Graph] = {}
        self.formulas: dict[str, FormulaDef] = {}
        self.procs: dict[str, Proc] = {}
        self.vars = VarSource()
        self.points = 0
        self.never_empty_vars: set[Var] = set()
        self.used: set[str] = set()
        self.unread: set[str] = set()
        self.worked_out: list[tuple[DefineSymbol, DefineSymbol]] = []
        """Definitions in the order in which they were worked out, each with how it was before."""
        self.values_unread = False
        self.before_play = False
        """Whether what is read must be known before play: definitions of known values are worked out."""
        self.incomplete: set[str] = set()
        """Kinds of which not all rows could be read: what seems to be missing may be in one of those."""
        self.data_faults: dict[str, list[Span]] = {}
        """Where something is wrong in data, by file."""
        self.later = {
            decl.name.text: decl.name.span
            for decl in tree.declarations
            if isinstance(decl, (ast.ZoneDecl, ast.StateDecl))
        }

    # ------------------------------------------------------------ given by other parts

    renewals: dict[str, tuple[ZoneRef, Expr | None]]
    example_players: tuple[str, ...] = ()

    @abstractmethod
    def expr(self, node: ast.Expr, scope: Scope, expected: Domain | None = None) -> Expr: ...

    @abstractmethod
    def value(
        self, meaning: Meaning | Expr, scope: Scope, span: Span, expected: Domain | None = None
    ) -> Expr: ...

    @abstractmethod
    def attribute(self, of: Meaning | Expr, name: ast.Name, scope: Scope, span: Span) -> Meaning | Expr: ...

    @abstractmethod
    def call(
        self, of: ast.Expr, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | Expr: ...

    @abstractmethod
    def row_result(self, row: RowMeaning, name: str, span: Span) -> Expr: ...

    @abstractmethod
    def condition(self, node: ast.Expr, scope: Scope) -> Expr: ...

    @abstractmethod
    def coerced(self, expr: Expr, target: Domain, span: Span) -> Expr: ...

    @abstractmethod
    def chosen(self, test: Expr, yes: Expr, no: Expr, span: Span) -> Expr: ...

    @abstractmethod
    def same(self, one: Expr, other: Expr, node: ast.Binary) -> Expr: ...

    @abstractmethod
    def is_kind(self, one: Expr, kind: KindMeaning, span: Span) -> Expr: ...

    @abstractmethod
    def as_number(self, value: Expr, span: Span) -> Expr: ...

    @abstractmethod
    def empty_range(self, span: Span, low: int, high: int) -> None: ...

    @abstractmethod
    def sequence(self, node: ast.Expr, scope: Scope) -> Expr: ...

    @abstractmethod
    def binder(
        self, binder: ast.Binder, scope: Scope
    ) -> tuple[Var, Expr, Expr | None, Expr | None, Scope]: ...

    @abstractmethod
    def builtin(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> Expr: ...

    @abstractmethod
    def define_signature(self, symbol: DefineSymbol) -> None: ...

    @abstractmethod
    def define_value(self, meaning: DefineMeaning, span: Span, scope: Scope) -> Expr: ...

    @abstractmethod
    def circle(self, symbol: DefineSymbol, span: Span) -> None: ...

    @abstractmethod
    def score_value(self, symbol: ScoreSymbol, player: Expr) -> Expr: ...

    @abstractmethod
    def total_value(self, player: Expr) -> Expr: ...

    @abstractmethod
    def block(self, lines: Iterable[ast.Stmt], scope: Scope) -> tuple[Stmt, ...]: ...

    @abstractmethod
    def line(self, line: ast.Stmt, scope: Scope) -> tuple[Stmt, ...]: ...

    @abstractmethod
    def players_of(self, node: ast.Expr | None, scope: Scope) -> Expr: ...

    @abstractmethod
    def decision(self, line: ast.Stmt, scope: Scope) -> tuple[Stmt, ...]: ...

    @abstractmethod
    def call_routine(
        self, name: ast.Name, args: tuple[ast.Argument, ...], scope: Scope, cite: ast.Cite | None, span: Span
    ) -> tuple[Stmt, ...]: ...

    @abstractmethod
    def viewer(self, viewer: ast.Viewer, owner_at: int | None, scope: Scope) -> Viewer: ...

    @abstractmethod
    def zone_scope(self, symbol: ZoneSymbol) -> Scope: ...

    # ------------------------------------------------------------ reporting

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        label: str = "",
        *,
        because: tuple[tuple[Span, str], ...] = (),
        hint: str | None = None,
    ) -> None:
        self.report.add(
            Diagnostic(code, message, Label(span, label), tuple(Label(s, t) for s, t in because), hint)
        )

    def unknown(
        self,
        span: Span,
        name: str,
        what: str,
        known: Iterable[str],
        code: str = "unknown-name",
        *,
        foreign: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`foreign` has words that others use, and what they are called here."""
        candidates = list(known)
        meant = foreign.get(name)
        if meant:
            # What is called otherwise has a name; for what is said otherwise there is a sentence.
            hint: str | None = meant if " " in meant else f"did you mean `{meant}`?"
        else:
            hint = did_you_mean(name, candidates)
        if hint is None and 0 < len(candidates) <= 8:
            hint = "there is " + ", ".join(f"`{one}`" for one in candidates)
        self.error(code, span, f"there is no {what} `{name}`", "not declared", hint=hint)

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Something is tried: what is wrong with it is said where it stands. A definition in which something
        was found on the way is worked out again where it is heard, whatever it is used for there."""
        kept, self.report = self.report, Report()
        known = len(self.worked_out)
        try:
            yield
        finally:
            tried, self.report = self.report, kept
            if tried:
                for symbol, before in reversed(self.worked_out[known:]):
                    symbol.state, symbol.vars, symbol.result = before.state, before.vars, before.result
                del self.worked_out[known:]

    def new_point(self) -> int:
        self.points += 1
        return self.points
