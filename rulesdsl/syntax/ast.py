"""The syntax tree: one frozen class per construct, in the order of the grammar.

Every node has a `span`. Names are plain strings; where a name is written in a place of its own
(and a diagnostic may point at it) it is a `Name` with a span. Citations are `Cite` nodes. Trees
compare equal when they say the same, wherever they stand: spans take no part in `==`.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from rulesdsl.source import Span


def _span() -> Span:
    return field(eq=False, repr=False, kw_only=True)  # type: ignore[no-any-return]


@frozen
class Name:
    text: str
    span: Span = _span()


@frozen
class Text:
    """A string literal, without its quotes."""

    value: str
    span: Span = _span()


@frozen
class Cite:
    rules: tuple[Name, ...]
    span: Span = _span()


# ---------------------------------------------------------------- file


@frozen
class GameFile:
    headings: tuple[Heading, ...]
    declarations: tuple[Declaration, ...]
    span: Span = _span()


@frozen
class VariantFile:
    title: Text
    base: Text
    cite: Cite | None
    changes: tuple[Change, ...]
    language: LanguageLine | None = None
    span: Span = _span()


@frozen
class TitleLine:
    title: Text
    cite: Cite | None
    span: Span = _span()


@frozen
class PlayersLine:
    least: int
    most: int
    cite: Cite | None
    span: Span = _span()


@frozen
class RulesLine:
    path: Text
    cite: Cite | None
    span: Span = _span()


@frozen
class OmitsLine:
    reason: Text
    cite: Cite | None
    span: Span = _span()


@frozen
class LimitLine:
    name: Name
    value: int
    cite: Cite | None
    span: Span = _span()


@frozen
class LanguageLine:
    version: int
    cite: Cite | None
    span: Span = _span()


Heading = TitleLine | PlayersLine | RulesLine | OmitsLine | LimitLine | LanguageLine

# ---------------------------------------------------------------- declarations


@frozen
class OptionDecl:
    name: Name
    type: Type
    default: Expr
    text: Text | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Definition:
    """What stands behind `=`: lets, then conditions tried in order, then the last value."""

    lets: tuple[Let, ...]
    cases: tuple[DefinitionCase, ...]
    last: Expr
    last_cite: Cite | None
    one_line: bool = field(eq=False)
    """How it is laid out, which is not what it says."""
    span: Span = _span()


@frozen
class DefinitionCase:
    condition: Expr
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class DefineDecl:
    name: Name
    params: tuple[Param, ...]
    per: tuple[Per, ...]
    result: Type | None
    body: Definition
    cite: Cite | None
    span: Span = _span()


@frozen
class Value:
    """One value of an enumeration, which may carry another."""

    name: Name
    carries: Type | None
    named: Text | None = None
    """What it is called in play; what it carries stands in braces there, as it is written."""
    span: Span = _span()


@frozen
class ValuesDecl:
    name: Name
    values: tuple[Value, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class Row:
    """A drawn row `| a | b |`: its cells with their places, blanks stripped."""

    cells: tuple[Text, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class CellPatch:
    """What a variant puts in place of one cell: of the row that has these texts in these columns."""

    where: tuple[tuple[str, str], ...]
    column: str
    cell: Text
    span: Span = _span()


@frozen
class RowGone:
    """A row that a variant takes away: the one that has these texts in these columns."""

    where: tuple[tuple[str, str], ...]
    span: Span = _span()


@frozen
class Csv:
    """`changes` are never written: they are what variants changed in the table, in order.

    Rows that are more have a cell for every column of the file.
    """

    path: Text
    key: Name | None
    changes: tuple[CellPatch | Row | RowGone, ...] = field(default=(), kw_only=True)
    span: Span = _span()


@frozen
class Field:
    name: Name
    per: tuple[Per, ...]
    type: Type
    column: Name | None
    computed: Definition | None
    cite: Cite | None
    span: Span = _span()


@frozen
class ValuesTableDecl:
    name: Name
    csv: Csv | None
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class UnionDecl:
    name: Name
    kinds: tuple[Name, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class FromCsv:
    csv: Csv
    span: Span = _span()


@frozen
class ForEach:
    binders: tuple[tuple[Name, Expr], ...]
    span: Span = _span()


@frozen
class OnePer:
    """`one per Player as watch`: one piece for each value of a kind."""

    kind: Name
    alias: Name
    span: Span = _span()


@frozen
class OnePerRow:
    """`one per sheet from "..."`: one piece for each different value of a column."""

    column: Name
    csv: Csv
    span: Span = _span()


Origin = FromCsv | ForEach | OnePer | OnePerRow


@frozen
class PiecesDecl:
    name: Name
    origin: Origin | None
    copies: Expr | None
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class PlacesDecl:
    name: Name
    csv: Csv | None
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class BoardWords:
    """What a board says of itself: `flat hexagons`, `wrapped rows`."""

    text: str
    span: Span = _span()


@frozen
class GridDecl:
    """Without rows it is a hexagon, and its columns are the cells of a side."""

    name: Name
    columns: Expr
    rows: Expr | None
    words: tuple[BoardWords, ...]
    fields: tuple[Field, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class RingDecl:
    name: Name
    size: Expr
    fields: tuple[Field, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class LinksDecl:
    name: Name
    of: Name
    csv: Csv | None
    key: Name | None
    """The column with the names of drawn links."""
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class Key:
    name: Name
    type: Type
    span: Span = _span()


@frozen
class Gives:
    name: Name
    per: tuple[Per, ...]
    type: Type
    beyond: int | None
    cite: Cite | None
    span: Span = _span()


@frozen
class TableDecl:
    name: Name
    keys: tuple[Key, ...]
    csv: Csv | None
    gives: tuple[Gives, ...]
    rows: tuple[Row, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class Per:
    """`per Player`, `per spot in Spot`, `per hour in 0..12`: `of` is a kind's name or a range."""

    name: Name | None
    of: NamedType | RangeType
    span: Span = _span()


@frozen
class ZoneDecl:
    name: Name
    per: tuple[Per, ...]
    shape: str
    of: Type
    props: tuple[Prop, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class StateDecl:
    name: Name
    per: tuple[Per, ...]
    type: Type
    starts: Expr | None
    seen: Viewer | None
    cite: Cite | None
    span: Span = _span()


@frozen
class MenuDecl:
    name: Name
    text: Text | None
    cite: Cite | None
    span: Span = _span()


@frozen
class ActionDecl:
    name: Name
    params: tuple[Param, ...]
    text: Text | None
    menus: tuple[Name, ...]
    body: tuple[Clause, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class RoutineDecl:
    name: Name
    params: tuple[Param, ...]
    cases: tuple[Pattern, ...]
    body: Block
    span: Span = _span()


@frozen
class AlwaysDecl:
    name: Name
    binder: Binder | None
    body: tuple[Stmt, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class FlowDecl:
    body: Block
    span: Span = _span()


@frozen
class ScoreDecl:
    name: Name
    each: Name | None
    body: Definition
    cite: Cite | None
    span: Span = _span()


@frozen
class NoteDecl:
    name: Name
    each: Name | None
    body: Definition
    cite: Cite | None
    span: Span = _span()


@frozen
class Rank:
    """`most total` (word and key), or `shared` (a word alone)."""

    word: Name
    key: Expr | None
    span: Span = _span()


@frozen
class WinnerDecl:
    """`nobody when …, otherwise` comes first: `lost` is that condition."""

    lost: Expr | None
    team: Name | None
    ranks: tuple[Rank, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class ExampleDecl:
    title: Text
    lines: tuple[ExampleLine, ...]
    cite: Cite | None
    span: Span = _span()


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
    | LinksDecl
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
class NamedType:
    """The name of a kind, or `none`."""

    name: str
    span: Span = _span()


@frozen
class RangeType:
    """Bounds are constants: numbers, or names of definitions without parameters."""

    low: Expr
    high: Expr
    span: Span = _span()


@frozen
class FlagType:
    """`yes or no`"""

    span: Span = _span()


@frozen
class NameOfType:
    kind: Name
    span: Span = _span()


@frozen
class MapType:
    value: Type
    key: Name
    span: Span = _span()


@frozen
class SetType:
    of: Type
    span: Span = _span()


@frozen
class ListType:
    of: Type
    span: Span = _span()


@frozen
class EitherType:
    """`A or B`; `T or none` has `NamedType("none")` as an alternative."""

    alternatives: tuple[Type, ...]
    span: Span = _span()


Type = NamedType | RangeType | FlagType | NameOfType | MapType | SetType | ListType | EitherType

# ---------------------------------------------------------------- zone properties


@frozen
class Viewer:
    """A word (`all`, `owner`, `others`, `nobody`) or a set of players."""

    word: Name | None
    players: Expr | None
    span: Span = _span()


class FramedProp:
    """A property of a zone that is written as its parts in one frame, the fields in braces."""

    __slots__ = ()
    written: ClassVar[str]


class MovingProp:
    """A property that moves pieces by itself."""

    __slots__ = ()


@frozen
class SeenProp(FramedProp):
    written: ClassVar[str] = "seen by {viewer}"
    viewer: Viewer
    span: Span = _span()


@frozen
class TopSeenProp(FramedProp):
    written: ClassVar[str] = "top seen by {viewer}"
    viewer: Viewer
    span: Span = _span()


@frozen
class DownSeenProp(FramedProp):
    written: ClassVar[str] = "face down seen by {viewer}"
    viewer: Viewer
    span: Span = _span()


@frozen
class AtMostProp(MovingProp):
    """`overflow` is None, "owner" (discards extra), "old" (one goes) or "extra" (goes)."""

    limit: Expr
    overflow: str | None
    to: Expr | None
    span: Span = _span()


@frozen
class TakesProp(FramedProp):
    written: ClassVar[str] = "takes {name} where {condition}"
    name: Name
    condition: Expr
    span: Span = _span()


@frozen
class StartsProp:
    content: Expr
    shuffled: bool
    span: Span = _span()


@frozen
class KeptProp(MovingProp):
    number: Expr
    source: Expr
    end: Name | None
    span: Span = _span()


@frozen
class RenewedProp(MovingProp):
    source: Expr
    condition: Expr | None
    span: Span = _span()


@frozen
class OneOptionProp:
    """Whether of equal pieces each is an option, or all together are one."""

    each: bool
    span: Span = _span()


@frozen
class CitedProp:
    """A line of properties that cites rules wraps each of them."""

    prop: PlainProp
    cite: Cite
    span: Span = _span()


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
class GivenParam:
    name: Name
    type: Type
    default: Expr | None
    span: Span = _span()


@frozen
class OneParam:
    name: Name
    domain: Expr
    where: Expr | None
    prefer: tuple[Expr, ...]
    called: Text | None
    """What each value is called when it is offered, with the value in it."""
    text: Text | None
    span: Span = _span()


@frozen
class Quantity:
    """`word` is any, some, exact, range or "up to"; the bounds are those that were written."""

    word: str
    low: Expr | None
    high: Expr | None
    span: Span = _span()


@frozen
class SomeParam:
    name: Name
    quantity: Quantity
    domain: Expr
    where: Expr | None
    needless: bool
    text: Text | None
    span: Span = _span()


Param = GivenParam | OneParam | SomeParam


@frozen
class When:
    condition: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class Cost:
    line: Stmt
    span: Span = _span()


# ---------------------------------------------------------------- statements


@frozen
class Block:
    lines: tuple[Stmt, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class Face:
    down: bool
    condition: Expr | None
    span: Span = _span()


class PlainLine:
    """A line that does one thing: it asks nobody, holds no other lines, and leads to the line behind it."""

    __slots__ = ()


class PieceLine:
    """A line about pieces."""

    __slots__ = ()


@frozen
class Move(PlainLine, PieceLine):
    what: Expr
    to: Expr
    end: Name | None
    face: Face | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Draw(PlainLine, PieceLine):
    number: Expr
    up_to: bool
    source: Expr
    to: Expr
    name: Name | None
    face: Face | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Do:
    name: Name
    args: tuple[Argument, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class SetTo(PlainLine):
    target: Expr
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class AddTo(PlainLine):
    value: Expr
    target: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class RemoveFrom(PlainLine):
    value: Expr
    target: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class MayDo:
    """One optional line."""

    line: Stmt
    span: Span = _span()


@frozen
class MayBlock:
    text: Text
    body: Block
    span: Span = _span()


@frozen
class CallOf:
    """An action or a menu, with what is given to it."""

    name: Name
    args: tuple[Argument, ...]
    span: Span = _span()


@frozen
class May:
    actions: tuple[CallOf, ...]
    repeatedly: bool
    as_one: bool
    """Whole moves are chosen among."""
    cite: Cite | None
    span: Span = _span()


@frozen
class Must:
    actions: tuple[CallOf, ...]
    repeatedly: bool
    if_possible: bool
    as_one: bool
    cite: Cite | None
    span: Span = _span()


@frozen
class Choose:
    param: Param
    optional: bool
    cite: Cite | None
    span: Span = _span()


@frozen
class Chance(PlainLine):
    """`choose x from S by chance`; `seen`: by `you`, another player, or `nobody`, instead of all."""

    param: Param
    seen: Name | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Roll(PlainLine):
    """`roll die from 1..6` (number None), or `roll 4 of 1..6 as dice`; `seen` as for Chance."""

    name: Name
    domain: Expr
    number: Expr | None
    seen: Name | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Deal(PlainLine, PieceLine):
    number: Expr
    source: Expr
    to: Name
    players: Expr | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Shuffle(PlainLine, PieceLine):
    zone: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class Flip(PlainLine, PieceLine):
    what: Expr
    face: Face
    cite: Cite | None
    span: Span = _span()


@frozen
class Show(PlainLine, PieceLine):
    what: Expr
    to: Expr | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Let(PlainLine):
    name: Name
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class If:
    condition: Expr
    then: Block
    otherwise: Block | If | None
    span: Span = _span()


@frozen
class For:
    binder: Binder
    body: Block
    span: Span = _span()


@frozen
class Repeat:
    number: Expr
    name: Name | None
    body: Block
    span: Span = _span()


@frozen
class EachPlayer:
    players: Expr | None
    first: Expr | None
    order: Expr | None
    """By what they are sorted: `you` is each of them in it."""
    body: Block
    span: Span = _span()


@frozen
class AllPlayers:
    players: Expr | None
    body: Block
    span: Span = _span()


@frozen
class OnePlayer:
    player: Expr
    body: Block
    span: Span = _span()


@frozen
class Together:
    body: Block
    span: Span = _span()


@frozen
class Case:
    """`patterns` is empty for `otherwise`."""

    patterns: tuple[Pattern, ...]
    body: Block
    one_line: bool
    span: Span = _span()


@frozen
class Depending:
    subject: Expr
    cases: tuple[Case, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class Say(PlainLine):
    text: Text
    to: Expr | None
    cite: Cite | None
    span: Span = _span()


@frozen
class Record(PlainLine):
    """`score round`"""

    name: Name
    cite: Cite | None
    span: Span = _span()


@frozen
class End:
    """`end NAME`: a phase, or `game`."""

    name: Name
    cite: Cite | None
    span: Span = _span()


@frozen
class Nothing(PlainLine):
    cite: Cite | None
    span: Span = _span()


@frozen
class Times:
    number: Expr
    at_most: bool
    span: Span = _span()


@frozen
class TurnOfEach:
    players: Expr | None
    first: Expr | None
    cite: Cite | None
    span: Span = _span()


@frozen
class TurnOf:
    player: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class Until:
    condition: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class Stops:
    condition: Expr
    cite: Cite | None
    span: Span = _span()


PhaseClause = TurnOfEach | TurnOf | Until | Stops


@frozen
class Phase:
    name: Name
    times: Times | None
    clauses: tuple[PhaseClause, ...]
    body: tuple[Stmt, ...]
    cite: Cite | None
    span: Span = _span()


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
class ExPlayers:
    names: tuple[Name, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class ExOption:
    name: Name
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class ExGiven:
    """`given PLACE = VALUE` (word "="), `given X is VALUE` ("is"), `given PIECE is in ZONE` ("is in")."""

    target: Expr
    word: str
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class ExPlay:
    player: Name
    action: Name
    args: tuple[Argument, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class ExCannot:
    player: Name
    action: Name
    args: tuple[Argument, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class ExChoose:
    player: Name
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class ExDecline:
    player: Name
    cite: Cite | None
    span: Span = _span()


@frozen
class ExChance:
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class ExNext:
    """Who has to decide next."""

    player: Name
    cite: Cite | None
    span: Span = _span()


@frozen
class ExOver:
    """Nobody has to decide any more."""

    cite: Cite | None
    span: Span = _span()


@frozen
class ExPlayFlow:
    """The flow is played: all of it (`where` is ""), `from` a phase on, or what comes `after` it."""

    where: str
    phase: Name | None
    cite: Cite | None
    span: Span = _span()


@frozen
class ExDo:
    """`do NAME(...)`, or `Anna does NAME(...)` with a player."""

    player: Name | None
    name: Name
    args: tuple[Argument, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class ExRecord:
    name: Name
    cite: Cite | None
    span: Span = _span()


@frozen
class ExExpect:
    condition: Expr
    cite: Cite | None
    span: Span = _span()


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
class AddChange:
    declaration: Declaration
    span: Span = _span()


@frozen
class ReplaceChange:
    declaration: Declaration
    span: Span = _span()


@frozen
class ReplaceLetChange:
    name: Name
    inside: Name
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class ReplacePhaseChange:
    phase: Phase
    span: Span = _span()


@frozen
class RemoveChange:
    """`remove SORT NAME`, an example by its title; or a row or value by its name: `remove KIND NAME`."""

    kind: Name
    name: Name | Text
    cite: Cite | None
    span: Span = _span()


@frozen
class RemoveRowChange:
    """`remove NAME(…)`: the row of a table that has these values."""

    table: Name
    args: tuple[Argument, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class SetChange:
    target: Expr
    value: Expr
    cite: Cite | None
    span: Span = _span()


@frozen
class SetPlayersChange:
    least: int
    most: int
    cite: Cite | None
    span: Span = _span()


@frozen
class ExtendChange:
    name: Name
    rows: tuple[Row, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class WithoutProp:
    """A property that a zone no longer has; `words` are those it begins with: `at most`."""

    words: str
    cite: Cite | None
    span: Span = _span()


@frozen
class WithoutClause:
    """A clause that a phase no longer has; `words` are those it begins with: `until`."""

    words: str
    cite: Cite | None
    span: Span = _span()


@frozen
class WithoutMenu:
    """A menu in which an action is no longer offered."""

    name: Name
    cite: Cite | None
    span: Span = _span()


@frozen
class WithoutLine:
    """A condition, a cost or a line that is gone; it is written as the base has it."""

    line: Clause
    span: Span = _span()


@frozen
class ZoneChange:
    name: Name
    props: tuple[Prop | WithoutProp, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class ActionChange:
    name: Name
    body: tuple[Clause | WithoutMenu | WithoutLine, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class PhaseChange:
    name: Name
    times: Times | None
    clauses: tuple[PhaseClause | WithoutClause | WithoutLine, ...]
    cite: Cite | None
    span: Span = _span()


@frozen
class NearChange:
    """`where` is before, after, start or end."""

    where: str
    name: Name
    body: Block
    span: Span = _span()


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
class IfElse(Computed):
    written: ClassVar[str] = "if {condition} then {then} else {otherwise}"
    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span = _span()


@frozen
class Binary(Computed):
    """`op` is or, and, +, -, *, mod, .., =, !=, <, <=, >, >=, is, is not, is in, is not in, has."""

    op: str
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Divide(Computed):
    left: Expr
    right: Expr
    rounded: str
    span: Span = _span()


@frozen
class Unary(Computed):
    """`op` is `not` or `-`."""

    op: str
    operand: Expr
    span: Span = _span()


@frozen
class Attribute:
    of: Expr
    name: Name
    span: Span = _span()


@frozen
class Argument:
    """One argument of a call: `name` for `name: value`; a binder may stand for the value."""

    name: Name | None
    value: Expr | Over
    span: Span = _span()


@frozen
class Over:
    """`x in S where C by K: VALUE` inside a call; `value` is None without a colon."""

    binder: Binder
    value: Expr | None
    span: Span = _span()


@frozen
class Call:
    of: Expr
    args: tuple[Argument, ...]
    span: Span = _span()


@frozen
class NameRef:
    name: str
    span: Span = _span()


@frozen
class Your:
    name: Name
    span: Span = _span()


@frozen
class Number(Computed):
    value: int
    span: Span = _span()


@frozen
class Flag(Computed):
    value: bool
    span: Span = _span()


@frozen
class NoneValue(Computed):
    span: Span = _span()


@frozen
class Group:
    """Brackets around an expression, kept for the formatter."""

    inner: Expr
    span: Span = _span()


@frozen
class Selection(Computed):
    """`(x in S where C by K)`"""

    written: ClassVar[str] = "({binder})"
    binder: Binder
    span: Span = _span()


@frozen
class Listing(Computed):
    """`{a, b}`"""

    items: tuple[Expr, ...]
    span: Span = _span()


@frozen
class DependingValue(Computed):
    subject: Expr
    arms: tuple[Arm, ...]
    span: Span = _span()


@frozen
class Arm:
    """`patterns` is empty for `otherwise`."""

    patterns: tuple[Pattern, ...]
    value: Expr
    span: Span = _span()


@frozen
class Pattern:
    """A value, range, kind, or `draw(n)`; `name` for `... as n`."""

    value: Expr
    name: Name | None
    span: Span = _span()


@frozen
class Binder:
    name: Name
    domain: Expr
    where: Expr | None
    by: Expr | None
    span: Span = _span()


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
    | Group
    | Selection
    | Listing
    | DependingValue
)
