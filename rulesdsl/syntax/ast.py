"""The syntax tree: one frozen class per construct, in the order of the grammar.

Every node has a `span`. Names are plain strings; where a name is written in a place of its own
(and a diagnostic may point at it) it is a `Name` with a span. Citations are `Cite` nodes. Trees
compare equal when they say the same, wherever they stand: spans take no part in `==`.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from attrs import evolve, field, frozen

from rulesdsl.source import Span

Part = TypeVar("Part")


@frozen
class Node:
    """A construct, with its place in the text."""

    span: Span = field(eq=False, repr=False, kw_only=True)


@frozen
class Name(Node):
    text: str


@frozen
class Text(Node):
    """A string literal, without its quotes."""

    value: str


@frozen
class Cite(Node):
    rules: tuple[Name, ...]


def rules_of(cite: Cite | None) -> tuple[str, ...]:
    """The ids of the rules that a line cites."""
    return tuple(name.text for name in cite.rules) if cite is not None else ()


# ---------------------------------------------------------------- file


@frozen
class GameFile(Node):
    headings: tuple[Heading, ...]
    declarations: tuple[Declaration, ...]

    def all(self, kind: type[Part]) -> tuple[Part, ...]:
        """The lines of the head, or the declarations, of one class."""
        return tuple(item for item in (*self.headings, *self.declarations) if isinstance(item, kind))

    def first(self, kind: type[Part]) -> Part | None:
        return next(iter(self.all(kind)), None)

    def with_declaration(self, old: Declaration, new: Declaration) -> GameFile:
        """The same with one declaration in the place of another."""
        declarations = tuple(new if item is old else item for item in self.declarations)
        return evolve(self, declarations=declarations)


@frozen
class VariantFile(Node):
    title: Text
    base: Text
    cite: Cite | None
    changes: tuple[Change, ...]
    language: LanguageLine | None = None


@frozen
class TitleLine(Node):
    title: Text
    cite: Cite | None


@frozen
class PlayersLine(Node):
    least: int
    most: int
    cite: Cite | None


@frozen
class RulesLine(Node):
    path: Text
    cite: Cite | None


@frozen
class OmitsLine(Node):
    reason: Text
    cite: Cite | None


@frozen
class LimitLine(Node):
    name: Name
    value: int
    cite: Cite | None


@frozen
class LanguageLine(Node):
    version: int
    cite: Cite | None


Heading = TitleLine | PlayersLine | RulesLine | OmitsLine | LimitLine | LanguageLine

# ---------------------------------------------------------------- declarations


@frozen
class OptionDecl(Node):
    name: Name
    type: Type
    default: Expr
    text: Text | None
    cite: Cite | None


@frozen
class Definition(Node):
    """What stands behind `=`: lets, then conditions tried in order, then the last value."""

    lets: tuple[Let, ...]
    cases: tuple[DefinitionCase, ...]
    last: Expr
    last_cite: Cite | None
    one_line: bool = field(eq=False)
    """How it is laid out, which is not what it says."""


@frozen
class DefinitionCase(Node):
    condition: Expr
    value: Expr
    cite: Cite | None


@frozen
class DefineDecl(Node):
    name: Name
    params: tuple[Param, ...]
    per: tuple[Per, ...]
    result: Type | None
    body: Definition
    cite: Cite | None


@frozen
class Value(Node):
    """One value of an enumeration, which may carry another."""

    name: Name
    carries: Type | None
    named: Text | None = None
    """What it is called in play; what it carries stands in braces there, as it is written."""


@frozen
class ValuesDecl(Node):
    name: Name
    values: tuple[Value, ...]
    cite: Cite | None


@frozen
class Row(Node):
    """A drawn row `| a | b |`: its cells with their places, blanks stripped."""

    cells: tuple[Text, ...]
    cite: Cite | None


@frozen
class CellPatch(Node):
    """What a variant puts in place of one cell: of the row that has these texts in these columns."""

    where: tuple[tuple[str, str], ...]
    column: str
    cell: Text


@frozen
class RowGone(Node):
    """A row that a variant takes away: the one that has these texts in these columns."""

    where: tuple[tuple[str, str], ...]


@frozen
class Csv(Node):
    """`changes` are never written: they are what variants changed in the table, in order.

    Rows that are more have a cell for every column of the file.
    """

    path: Text
    key: Name | None
    changes: tuple[CellPatch | Row | RowGone, ...] = field(default=(), kw_only=True)


@frozen
class Field(Node):
    name: Name
    per: tuple[Per, ...]
    type: Type
    column: Name | None
    computed: Definition | None
    cite: Cite | None


@frozen
class ValuesTableDecl(Node):
    name: Name
    csv: Csv | None
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None


@frozen
class UnionDecl(Node):
    name: Name
    kinds: tuple[Name, ...]
    cite: Cite | None


@frozen
class FromCsv(Node):
    csv: Csv


@frozen
class ForEach(Node):
    binders: tuple[tuple[Name, Expr], ...]


@frozen
class OnePer(Node):
    """`one per Player as watch`: one piece for each value of a kind."""

    kind: Name
    alias: Name


@frozen
class OnePerRow(Node):
    """`one per sheet from "..."`: one piece for each different value of a column."""

    column: Name
    csv: Csv


Origin = FromCsv | ForEach | OnePer | OnePerRow


@frozen
class PiecesDecl(Node):
    name: Name
    origin: Origin | None
    copies: Expr | None
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None


@frozen
class PlacesDecl(Node):
    name: Name
    csv: Csv | None
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None


@frozen
class BoardWords(Node):
    """What a board says of itself: `flat hexagons`, `wrapped rows`."""

    text: str


@frozen
class GridDecl(Node):
    """Without rows it is a hexagon, and its columns are the cells of a side."""

    name: Name
    columns: Expr
    rows: Expr | None
    words: tuple[BoardWords, ...]
    fields: tuple[Field, ...]
    cite: Cite | None


@frozen
class RingDecl(Node):
    name: Name
    size: Expr
    fields: tuple[Field, ...]
    cite: Cite | None


@frozen
class CombinedDecl(Node):
    """`places Side for each tile in Tile, way in Direction`: a place for every combination."""

    name: Name
    each: ForEach
    fields: tuple[Field, ...]
    cite: Cite | None


@frozen
class GrowingDecl(Node):
    """A board without edges: beside every place with something of `around` there are places."""

    name: Name
    around: Name
    most: Expr
    words: tuple[BoardWords, ...]
    cite: Cite | None


AnyPlacesDecl = PlacesDecl | GridDecl | RingDecl | CombinedDecl | GrowingDecl


@frozen
class LinksDecl(Node):
    name: Name
    of: Name
    csv: Csv | None
    key: Name | None
    """The column with the names of drawn links."""
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None


@frozen
class Key(Node):
    name: Name
    type: Type


@frozen
class Gives(Node):
    name: Name
    per: tuple[Per, ...]
    type: Type
    beyond: int | None
    cite: Cite | None


@frozen
class TableDecl(Node):
    name: Name
    keys: tuple[Key, ...]
    csv: Csv | None
    gives: tuple[Gives, ...]
    rows: tuple[Row, ...]
    cite: Cite | None


@frozen
class PlacementsDecl(Node):
    """The ways in which things of a kind can lie on a board, each called `alias` in its placements."""

    name: Name
    kind: Name
    alias: Name
    board: Name
    words: tuple[PlacingWords, ...]
    cite: Cite | None


@frozen
class PlacingWords(Node):
    """What may be done with shapes before they are laid: `turned`, `mirrored`."""

    text: str


@frozen
class WordsDecl(Node):
    """The words in a file, made of the values of a kind."""

    name: Name
    of: Name
    path: Text
    cite: Cite | None


@frozen
class Per(Node):
    """`per Player`, `per spot in Spot`, `per hour in 0..12`: `of` is a kind's name or a range."""

    name: Name | None
    of: NamedType | RangeType


@frozen
class ZoneDecl(Node):
    name: Name
    per: tuple[Per, ...]
    shape: str
    of: Type
    props: tuple[Prop, ...]
    cite: Cite | None

    @property
    def plain_props(self) -> tuple[PlainProp, ...]:
        """Its properties, without the rules that they cite."""
        return tuple(prop.prop if isinstance(prop, CitedProp) else prop for prop in self.props)


@frozen
class StateDecl(Node):
    name: Name
    per: tuple[Per, ...]
    type: Type
    starts: Expr | None
    seen: Viewer | None
    cite: Cite | None


@frozen
class MenuDecl(Node):
    name: Name
    text: Text | None
    cite: Cite | None


@frozen
class ActionDecl(Node):
    name: Name
    params: tuple[Param, ...]
    text: Text | None
    menus: tuple[Name, ...]
    body: tuple[Clause, ...]
    cite: Cite | None


@frozen
class RoutineDecl(Node):
    """`deep`: how many times at most it is carried out within itself, the first time counted; `too_deep`:
    what is done instead where it would be deeper.
    """

    name: Name
    params: tuple[Param, ...]
    deep: Expr | None
    too_deep: Move | Draw | Do | SetTo | AddTo | RemoveFrom | None
    cases: tuple[Pattern, ...]
    body: Block


@frozen
class AlwaysDecl(Node):
    name: Name
    binder: Binder | None
    body: tuple[Stmt, ...]
    cite: Cite | None


@frozen
class FlowDecl(Node):
    body: Block


@frozen
class ScoreDecl(Node):
    name: Name
    each: Name | None
    body: Definition
    cite: Cite | None


@frozen
class NoteDecl(Node):
    name: Name
    each: Name | None
    body: Definition
    cite: Cite | None


@frozen
class Rank(Node):
    """`most total` (word and key), or `shared` (a word alone)."""

    word: Name
    key: Expr | None


@frozen
class WinnerDecl(Node):
    """`nobody when …, otherwise` comes first: `lost` is that condition."""

    lost: Expr | None
    team: Name | None
    ranks: tuple[Rank, ...]
    cite: Cite | None


@frozen
class ExampleDecl(Node):
    title: Text
    lines: tuple[ExampleLine, ...]
    cite: Cite | None


Declaration = (
    OptionDecl
    | DefineDecl
    | ValuesDecl
    | ValuesTableDecl
    | UnionDecl
    | PiecesDecl
    | PlacesDecl
    | GridDecl
    | RingDecl
    | CombinedDecl
    | GrowingDecl
    | LinksDecl
    | PlacementsDecl
    | WordsDecl
    | TableDecl
    | ZoneDecl
    | StateDecl
    | MenuDecl
    | ActionDecl
    | RoutineDecl
    | AlwaysDecl
    | FlowDecl
    | ScoreDecl
    | NoteDecl
    | WinnerDecl
    | ExampleDecl
)

# ---------------------------------------------------------------- types


@frozen
class NamedType(Node):
    """The name of a kind, or `none`."""

    name: str


@frozen
class RangeType(Node):
    """Bounds are constants: numbers, or names of definitions without parameters."""

    low: Expr
    high: Expr


@frozen
class FlagType(Node):
    """`yes or no`"""


@frozen
class NameOfType(Node):
    kind: Name


@frozen
class TextType(Node):
    """`text of at most 40 letters`"""

    most: Expr


@frozen
class MapType(Node):
    value: Type
    key: Name


@frozen
class SetType(Node):
    of: Type


@frozen
class ListType(Node):
    of: Type


@frozen
class EitherType(Node):
    """`A or B`; `T or none` has `NamedType("none")` as an alternative."""

    alternatives: tuple[Type, ...]


Type = NamedType | RangeType | FlagType | NameOfType | TextType | MapType | SetType | ListType | EitherType

# ---------------------------------------------------------------- zone properties


@frozen
class Viewer(Node):
    """A word (`all`, `owner`, `others`, `nobody`) or a set of players."""

    word: Name | None
    players: Expr | None


class FramedProp:
    """A property of a zone that is written as its parts in one frame, the fields in braces."""

    __slots__ = ()
    written: ClassVar[str]


class MovingProp:
    """A property that moves pieces by itself."""

    __slots__ = ()


@frozen
class SeenProp(Node, FramedProp):
    words: ClassVar[str] = "seen by"
    written: ClassVar[str] = "seen by {viewer}"
    viewer: Viewer


@frozen
class TopSeenProp(Node, FramedProp):
    words: ClassVar[str] = "top seen by"
    written: ClassVar[str] = "top seen by {viewer}"
    viewer: Viewer


@frozen
class DownSeenProp(Node, FramedProp):
    words: ClassVar[str] = "face down seen by"
    written: ClassVar[str] = "face down seen by {viewer}"
    viewer: Viewer


@frozen
class AtMostProp(Node, MovingProp):
    """`overflow` is None, "owner" (discards extra), "old" (one goes) or "extra" (goes)."""

    words: ClassVar[str] = "at most"
    limit: Expr
    overflow: str | None
    to: Expr | None


@frozen
class TakesProp(Node, FramedProp):
    words: ClassVar[str] = "takes"
    written: ClassVar[str] = "takes {name} where {condition}"
    name: Name
    condition: Expr


@frozen
class StartsProp(Node):
    words: ClassVar[str] = "starts with"
    content: Expr
    shuffled: bool


@frozen
class KeptProp(Node, MovingProp):
    words: ClassVar[str] = "kept at"
    number: Expr
    source: Expr
    end: Name | None


@frozen
class RenewedProp(Node, MovingProp):
    words: ClassVar[str] = "renewed from"
    source: Expr
    condition: Expr | None


@frozen
class OneOptionProp(Node):
    """Whether of equal pieces each is an option, or all together are one."""

    words: ClassVar[str] = "one option"
    each: bool


@frozen
class CitedProp(Node):
    """A line of properties that cites rules wraps each of them."""

    prop: PlainProp
    cite: Cite


PlainProp = (
    SeenProp
    | TopSeenProp
    | DownSeenProp
    | AtMostProp
    | TakesProp
    | StartsProp
    | KeptProp
    | RenewedProp
    | OneOptionProp
)
Prop = PlainProp | CitedProp

# ---------------------------------------------------------------- parameters and clauses


@frozen
class GivenParam(Node):
    name: Name
    type: Type
    default: Expr | None


@frozen
class OneParam(Node):
    name: Name
    domain: Expr
    where: Expr | None
    prefer: tuple[Expr, ...]
    called: Text | None
    """What each value is called when it is offered, with the value in it."""
    text: Text | None


@frozen
class Quantity(Node):
    """`word` is any, some, exact, range or "up to"; the bounds are those that were written."""

    word: str
    low: Expr | None
    high: Expr | None


@frozen
class SomeParam(Node):
    name: Name
    quantity: Quantity
    domain: Expr
    where: Expr | None
    needless: bool
    text: Text | None


@frozen
class AmountsParam(Node):
    """`give per kind in Good from 0..stock(kind)`: a number for each, chosen one after the other."""

    name: Name
    per: Per
    domain: Expr
    where: Expr | None
    """A condition on all of them together."""
    text: Text | None


Param = GivenParam | OneParam | SomeParam | AmountsParam


class BlockLine:
    """A line that heads one block, its `body`."""

    __slots__ = ()


class LoneLine:
    """Another line that holds no block: it asks, calls, or ends something."""

    __slots__ = ()


@frozen
class When(Node, LoneLine):
    condition: Expr
    cite: Cite | None


@frozen
class Cost(Node):
    line: Stmt


# ---------------------------------------------------------------- statements


@frozen
class Block(Node):
    lines: tuple[Stmt, ...]
    cite: Cite | None


@frozen
class Face(Node):
    down: bool
    condition: Expr | None


class PlainLine:
    """A line that does one thing: it asks nobody, holds no other lines, and leads to the line behind it."""

    __slots__ = ()


class PieceLine:
    """A line about pieces."""

    __slots__ = ()


@frozen
class Move(Node, PlainLine, PieceLine):
    what: Expr
    to: Expr
    end: Name | None
    face: Face | None
    cite: Cite | None


@frozen
class Draw(Node, PlainLine, PieceLine):
    number: Expr
    up_to: bool
    source: Expr
    to: Expr
    name: Name | None
    face: Face | None
    cite: Cite | None


@frozen
class Do(Node, LoneLine):
    name: Name
    args: tuple[Argument, ...]
    cite: Cite | None


@frozen
class SetTo(Node, PlainLine):
    target: Expr
    value: Expr
    cite: Cite | None


@frozen
class AddTo(Node, PlainLine):
    value: Expr
    target: Expr
    cite: Cite | None


@frozen
class RemoveFrom(Node, PlainLine):
    value: Expr
    target: Expr
    cite: Cite | None


@frozen
class MayDo(Node, LoneLine):
    """One optional line."""

    line: Stmt


@frozen
class MayBlock(Node, BlockLine):
    text: Text
    body: Block


@frozen
class CallOf(Node):
    """An action or a menu, with what is given to it."""

    name: Name
    args: tuple[Argument, ...]


@frozen
class May(Node, LoneLine):
    actions: tuple[CallOf, ...]
    repeatedly: bool
    as_one: bool
    """Whole moves are chosen among."""
    cite: Cite | None


@frozen
class Must(Node, LoneLine):
    actions: tuple[CallOf, ...]
    repeatedly: bool
    if_possible: bool
    as_one: bool
    cite: Cite | None


@frozen
class Choose(Node, LoneLine):
    param: Param
    optional: bool
    cite: Cite | None


@frozen
class Chance(Node, PlainLine):
    """`choose x from S by chance`; `seen`: by `you`, another player, or `nobody`, instead of all."""

    param: Param
    seen: Name | None
    cite: Cite | None


@frozen
class Roll(Node, PlainLine):
    """`roll die from 1..6` (number None), or `roll 4 of 1..6 as dice`; `seen` as for Chance."""

    name: Name
    domain: Expr
    number: Expr | None
    seen: Name | None
    cite: Cite | None


@frozen
class Deal(Node, PlainLine, PieceLine):
    number: Expr
    source: Expr
    to: Name
    players: Expr | None
    cite: Cite | None


@frozen
class Shuffle(Node, PlainLine, PieceLine):
    zone: Expr
    cite: Cite | None


@frozen
class Flip(Node, PlainLine, PieceLine):
    what: Expr
    face: Face
    cite: Cite | None


@frozen
class Show(Node, PlainLine, PieceLine):
    what: Expr
    to: Expr | None
    cite: Cite | None


@frozen
class Let(Node, PlainLine):
    name: Name
    value: Expr
    cite: Cite | None


@frozen
class If(Node):
    condition: Expr
    then: Block
    otherwise: Block | If | None


@frozen
class For(Node, BlockLine):
    binder: Binder
    body: Block


@frozen
class Repeat(Node, BlockLine):
    number: Expr
    name: Name | None
    body: Block


@frozen
class EachPlayer(Node, BlockLine):
    players: Expr | None
    first: Expr | None
    order: Expr | None
    """By what they are sorted: `you` is each of them in it."""
    body: Block


@frozen
class AllPlayers(Node, BlockLine):
    players: Expr | None
    body: Block


@frozen
class OnePlayer(Node, BlockLine):
    player: Expr
    body: Block


@frozen
class Together(Node, BlockLine):
    body: Block


@frozen
class Case(Node):
    """`patterns` is empty for `otherwise`."""

    patterns: tuple[Pattern, ...]
    body: Block
    one_line: bool


@frozen
class Depending(Node):
    subject: Expr
    cases: tuple[Case, ...]
    cite: Cite | None


@frozen
class Say(Node, PlainLine):
    text: Text
    to: Expr | None
    cite: Cite | None


@frozen
class Record(Node, PlainLine):
    """`score round`"""

    name: Name
    cite: Cite | None


@frozen
class End(Node, LoneLine):
    """`end NAME`: a phase, or `game`."""

    name: Name
    cite: Cite | None


@frozen
class Nothing(Node, PlainLine):
    cite: Cite | None


@frozen
class Times(Node):
    number: Expr
    at_most: bool


@frozen
class TurnOfEach(Node):
    players: Expr | None
    first: Expr | None
    cite: Cite | None


@frozen
class TurnOf(Node):
    player: Expr
    cite: Cite | None


@frozen
class Until(Node):
    condition: Expr
    cite: Cite | None


@frozen
class Stops(Node):
    condition: Expr
    cite: Cite | None


PhaseClause = TurnOfEach | TurnOf | Until | Stops


@frozen
class Phase(Node):
    name: Name
    times: Times | None
    clauses: tuple[PhaseClause, ...]
    body: tuple[Stmt, ...]
    cite: Cite | None


Stmt = (
    Move
    | Draw
    | Do
    | SetTo
    | AddTo
    | RemoveFrom
    | MayDo
    | MayBlock
    | May
    | Must
    | Choose
    | Chance
    | Roll
    | Deal
    | Shuffle
    | Flip
    | Show
    | Let
    | If
    | For
    | Repeat
    | EachPlayer
    | AllPlayers
    | OnePlayer
    | Together
    | Depending
    | Say
    | Record
    | End
    | Nothing
    | Phase
    | When  # at the head of actions, rules and `may "..."` blocks only; the checker says so elsewhere
)
Clause = Stmt | Cost

# ---------------------------------------------------------------- examples


@frozen
class ExPlayers(Node):
    names: tuple[Name, ...]
    cite: Cite | None


@frozen
class ExOption(Node):
    name: Name
    value: Expr
    cite: Cite | None


@frozen
class ExGiven(Node):
    """`given PLACE = VALUE` (word "="), `given X is VALUE` ("is"), `given PIECE is in ZONE` ("is in")."""

    target: Expr
    word: str
    value: Expr
    cite: Cite | None


@frozen
class ExPlay(Node):
    player: Name
    action: Name
    args: tuple[Argument, ...]
    cite: Cite | None


@frozen
class ExCannot(Node):
    player: Name
    action: Name
    args: tuple[Argument, ...]
    cite: Cite | None


@frozen
class ExChoose(Node):
    player: Name
    value: Expr
    cite: Cite | None


@frozen
class ExDecline(Node):
    player: Name
    cite: Cite | None


@frozen
class ExChance(Node):
    value: Expr
    cite: Cite | None


@frozen
class ExNext(Node):
    """Who has to decide next."""

    player: Name
    cite: Cite | None


@frozen
class ExOver(Node):
    """Nobody has to decide any more."""

    cite: Cite | None


@frozen
class ExPlayFlow(Node):
    """The flow is played: all of it (`where` is ""), `from` a phase on, or what comes `after` it."""

    where: str
    phase: Name | None
    cite: Cite | None


@frozen
class ExDo(Node):
    """`do NAME(...)`, or `Anna does NAME(...)` with a player."""

    player: Name | None
    name: Name
    args: tuple[Argument, ...]
    cite: Cite | None


@frozen
class ExRecord(Node):
    name: Name
    cite: Cite | None


@frozen
class ExExpect(Node):
    condition: Expr
    cite: Cite | None


ExampleLine = (
    ExPlayers
    | ExOption
    | ExGiven
    | ExPlay
    | ExCannot
    | ExChoose
    | ExDecline
    | ExChance
    | ExNext
    | ExOver
    | ExPlayFlow
    | ExDo
    | ExRecord
    | ExExpect
)

# ---------------------------------------------------------------- changes of a variant


@frozen
class AddChange(Node):
    declaration: Declaration


@frozen
class ReplaceChange(Node):
    declaration: Declaration


@frozen
class ReplaceLetChange(Node):
    name: Name
    inside: Name
    value: Expr
    cite: Cite | None


@frozen
class ReplacePhaseChange(Node):
    phase: Phase


@frozen
class RemoveChange(Node):
    """`remove SORT NAME`, an example by its title; or a row or value by its name: `remove KIND NAME`."""

    kind: Name
    name: Name | Text
    cite: Cite | None


@frozen
class RemoveRowChange(Node):
    """`remove NAME(…)`: the row of a table that has these values."""

    table: Name
    args: tuple[Argument, ...]
    cite: Cite | None


@frozen
class SetChange(Node):
    target: Expr
    value: Expr
    cite: Cite | None


@frozen
class SetPlayersChange(Node):
    least: int
    most: int
    cite: Cite | None


@frozen
class ExtendChange(Node):
    name: Name
    rows: tuple[Row, ...]
    cite: Cite | None


@frozen
class WithoutProp(Node):
    """A property that a zone no longer has; `words` are those it begins with: `at most`."""

    words: str
    cite: Cite | None


@frozen
class WithoutClause(Node):
    """A clause that a phase no longer has; `words` are those it begins with: `until`."""

    words: str
    cite: Cite | None


@frozen
class WithoutMenu(Node):
    """A menu in which an action is no longer offered."""

    name: Name
    cite: Cite | None


@frozen
class WithoutLine(Node):
    """A condition, a cost or a line that is gone; it is written as the base has it."""

    line: Clause


@frozen
class ZoneChange(Node):
    name: Name
    props: tuple[Prop | WithoutProp, ...]
    cite: Cite | None


@frozen
class ActionChange(Node):
    name: Name
    body: tuple[Clause | WithoutMenu | WithoutLine, ...]
    cite: Cite | None


@frozen
class PhaseChange(Node):
    name: Name
    times: Times | None
    clauses: tuple[PhaseClause | WithoutClause | WithoutLine, ...]
    cite: Cite | None


@frozen
class NearChange(Node):
    """`where` is before, after, start or end."""

    where: str
    name: Name
    body: Block


Change = (
    AddChange
    | ReplaceChange
    | ReplaceLetChange
    | ReplacePhaseChange
    | RemoveChange
    | RemoveRowChange
    | SetChange
    | SetPlayersChange
    | ExtendChange
    | ZoneChange
    | ActionChange
    | PhaseChange
    | NearChange
)

# ---------------------------------------------------------------- expressions


class Computed:
    """An expression that is worked out: it is no name of the file, and nothing that such a name leads to."""

    __slots__ = ()
    written: ClassVar[str] = ""
    """How it is written, with its fields in braces; empty where that depends on them."""


@frozen
class IfElse(Node, Computed):
    written: ClassVar[str] = "if {condition} then {then} else {otherwise}"
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class Binary(Node, Computed):
    """`op` is or, and, +, -, *, mod, .., =, !=, <, <=, >, >=, is, is not, is in, is not in, has."""

    op: str
    left: Expr
    right: Expr


@frozen
class Divide(Node, Computed):
    left: Expr
    right: Expr
    rounded: str


@frozen
class Unary(Node, Computed):
    """`op` is `not` or `-`."""

    op: str
    operand: Expr


@frozen
class Attribute(Node):
    of: Expr
    name: Name


@frozen
class Argument(Node):
    """One argument of a call: `name` for `name: value`; a binder may stand for the value."""

    name: Name | None
    value: Expr | Over


@frozen
class Over(Node):
    """`x in S where C by K: VALUE` inside a call; `value` is None without a colon."""

    binder: Binder
    value: Expr | None


@frozen
class Call(Node):
    of: Expr
    args: tuple[Argument, ...]


@frozen
class NameRef(Node):
    name: str


@frozen
class Your(Node):
    name: Name


@frozen
class Number(Node, Computed):
    value: int


@frozen
class Flag(Node, Computed):
    value: bool


@frozen
class NoneValue(Node, Computed):
    """`none`"""


@frozen
class WrittenText(Node, Computed):
    """`"heron"`, as a player might have written it."""

    text: Text


@frozen
class AnyText(Node, Computed):
    """`text of at most 40 letters`: what a player may write."""

    most: Expr


@frozen
class Group(Node):
    """Brackets around an expression, kept for the formatter."""

    inner: Expr


@frozen
class Selection(Node, Computed):
    """`(x in S where C by K)`"""

    written: ClassVar[str] = "({binder})"
    binder: Binder


@frozen
class Listing(Node, Computed):
    """`{a, b}`"""

    items: tuple[Expr, ...]


@frozen
class Amount(Node):
    key: Expr
    value: Expr


@frozen
class Amounts(Node, Computed):
    """`{wood: 2, grain: 1}`: a number for each of a kind; none of those that are not named."""

    amounts: tuple[Amount, ...]


@frozen
class DependingValue(Node, Computed):
    subject: Expr
    arms: tuple[Arm, ...]


@frozen
class Arm(Node):
    """`patterns` is empty for `otherwise`."""

    patterns: tuple[Pattern, ...]
    value: Expr


@frozen
class Pattern(Node):
    """A value, range, kind, or `draw(n)`; `name` for `... as n`."""

    value: Expr
    name: Name | None


@frozen
class Binder(Node):
    """`x in S where C by K`, or without a name `S where C by K`."""

    name: Name | None
    domain: Expr
    where: Expr | None
    by: Expr | None


Expr = (
    IfElse
    | Binary
    | Divide
    | Unary
    | Attribute
    | Call
    | NameRef
    | Your
    | Number
    | Flag
    | NoneValue
    | WrittenText
    | AnyText
    | Group
    | Selection
    | Listing
    | Amounts
    | DependingValue
)
