"""What every part of the checker shares: the symbols, the tables being built, the report, types."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from rulesdsl.check.domains import FLAG, PLAYER, UNREAD, describe, seq
from rulesdsl.check.folding import constant
from rulesdsl.check.meanings import DefineMeaning, KindMeaning, Meaning, RowMeaning
from rulesdsl.check.scope import Scope, UnknownName, VarSource
from rulesdsl.check.symbols import (
    NOUNS,
    DefineSymbol,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
    ScoreSymbol,
    Symbol,
    UnionSymbol,
)
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.program import (
    Const,
    Domain,
    EnumDomain,
    Expr,
    FlagDomain,
    FormulaDef,
    Graph,
    IntDomain,
    LinkDomain,
    MapDomain,
    NodeDomain,
    OptionalDomain,
    PieceDomain,
    PieceKind,
    PieceNameDomain,
    PlayerDomain,
    Proc,
    SeqDomain,
    Stmt,
    Table,
    UnionDomain,
    Var,
    Viewer,
    ZoneRef,
)
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.slips import FOREIGN_TYPES

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

    # ------------------------------------------------------------ types

    def size_of(self, domain: Domain) -> int:
        match domain:
            case IntDomain(low, high):
                return high - low + 1
            case FlagDomain():
                return 2
            case EnumDomain(name):
                return len(self.enums[name])
            case PlayerDomain():
                return self.players
            case PieceDomain(kinds):
                return sum(kind.count for kind in self.kinds if kind.name in kinds)
            case PieceNameDomain():
                return len(self.piece_names)
            case NodeDomain(name):
                return len(self.nodes[name])
            case LinkDomain(name):
                return len(self.graphs[name].links) if name in self.graphs else 0
            case OptionalDomain(of):
                return self.size_of(of) + 1
            case UnionDomain(alternatives):
                return sum(self.size_of(one) for one in alternatives)
            case SeqDomain(bound=bound):
                return bound
            case _:
                return 1

    def members(self, domain: Domain) -> tuple[int, ...]:
        """All values of a domain that can be an index, in order."""
        match domain:
            case IntDomain(low, high):
                return tuple(range(low, high + 1))
            case PieceDomain(kinds):
                return tuple(
                    piece
                    for kind in self.kinds
                    if kind.name in kinds
                    for piece in range(kind.first, kind.first + kind.count)
                )
            case PieceNameDomain(kinds):
                return tuple(
                    name
                    for symbol in self.symbols.values()
                    if isinstance(symbol, PieceSymbol) and symbol.name in kinds
                    for name in symbol.names
                )
            case _:
                return tuple(range(self.size_of(domain)))

    def kind_domain(self, name: str) -> Domain | None:
        if name == "Player":
            return PLAYER
        match self.symbols.get(name):
            case EnumSymbol(domain=domain) | NodeSymbol(domain=domain):
                return domain
            case PieceSymbol(domain=domain) | UnionSymbol(domain=domain):
                return domain
            case LinkSymbol():
                return LinkDomain(name)
            case _:
                return None

    def kind_names(self) -> list[str]:
        kinds = (EnumSymbol, NodeSymbol, PieceSymbol, UnionSymbol, LinkSymbol)
        return ["Player", *(name for name, one in self.symbols.items() if isinstance(one, kinds))]

    def type_of(self, node: ast.Type) -> Domain:
        """A type as written; what cannot be understood is reported, and is `UNREAD`."""
        match node:
            case ast.NamedType("none"):
                self.error(
                    "type-mismatch", node.span, "`none` alone is no type", "name a type before `or none`"
                )
                return UNREAD
            case ast.NamedType(name):
                domain = self.kind_domain(name)
                if domain is None:
                    self.not_a_type(node.span, name)
                    return UNREAD
                self.used.add(name)
                return domain
            case ast.FlagType():
                return FLAG
            case ast.RangeType(low, high):
                bottom, top = self.whole(low), self.whole(high)
                if bottom is None or top is None:
                    return UNREAD
                if top < bottom:
                    self.empty_range(node.span, bottom, top)
                    return UNREAD
                return IntDomain(bottom, top)
            case ast.NameOfType(kind):
                domain = self.kind_domain(kind.text)
                if not isinstance(domain, PieceDomain):
                    self.unknown(kind.span, kind.text, "kind of pieces", self.kind_names())
                    return UNREAD
                return PieceNameDomain(domain.kinds)
            case ast.MapType(value, key):
                domain = self.kind_domain(key.text)
                if domain is None:
                    self.not_a_type(key.span, key.text)
                    return UNREAD
                of_key = self.type_of(value)
                return UNREAD if of_key == UNREAD else MapDomain(domain, of_key)
            case ast.SetType(of):
                inner = self.type_of(of)
                return UNREAD if inner == UNREAD else seq(inner, ordered=False, bound=self.size_of(inner))
            case ast.ListType(of):
                inner = self.type_of(of)
                if inner == UNREAD:
                    return UNREAD
                return seq(inner, ordered=True, bound=max(64, self.size_of(inner)))
            case ast.EitherType(alternatives):
                with_none = [one for one in alternatives if not _is_none(one)]
                if tuple(one.span.text.lower() for one in with_none) in _FLAGS:
                    with_none = with_none[:1]
                domains = tuple(self.type_of(one) for one in with_none)
                if not domains:
                    self.error(
                        "type-mismatch", node.span, "`none` alone is no type", "name a type before `or none`"
                    )
                    return UNREAD
                if UNREAD in domains:
                    return UNREAD
                inner = domains[0] if len(domains) == 1 else UnionDomain(domains)
                return OptionalDomain(inner) if len(with_none) < len(alternatives) else inner

    def not_a_type(self, span: Span, name: str) -> None:
        symbol = self.symbols.get(name)
        if symbol is not None:
            self.error(
                "type-mismatch",
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
            self.error("unknown-name", span, f"there is no kind `{name}`", "not declared", hint=hint)
            return
        self.unknown(span, name, "kind", known)

    def whole(self, node: ast.Expr) -> int | None:
        """A number that is known before play."""
        try:
            expr = self.expr(node, Scope(), IntDomain(0, 0))
        except UnknownName:
            return None
        value = constant(expr)
        if value is None or not isinstance(expr.type, IntDomain):
            self.error(
                "type-mismatch",
                node.span,
                "this must be a number that is known before play",
                f"this is {describe(expr.type)}",
                hint="a number, or a definition without parameters that gives one",
            )
            return None
        if abs(value) > WIDEST_RANGE:
            self.error("range-too-wide", node.span, f"{value} is too large", f"at most {WIDEST_RANGE}")
            return None
        return value


# What `yes or no` is called elsewhere: one mistake, not two.
_FLAGS = (("true", "false"), ("false", "true"))


def _is_none(node: ast.Type) -> bool:
    return isinstance(node, ast.NamedType) and node.name == "none"
