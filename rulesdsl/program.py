"""The program: what an engine runs. Plain frozen data, explicit and printable.

A program is made for one game, one number of players and one setting of its options, so that every
size, table and constant in it is known. Every value is an integer: players, values of enumerations,
places, links and pieces are counted from 0, flags are 0 and 1, `NONE` stands for none. Sequences
(sets and lists) are sequences of such integers, maps are tuples with one integer for each key.

Expressions have no effect and always end. Statements change the state. Where a player decides there
is a `Decide`, where chance decides a `Chance`, `Shuffle` or `Draw` from a set, each with its number
(`point`). Nothing here knows the text of the file but the spans, which serve faults and traces.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping
from enum import Enum, auto
from hashlib import sha256
from weakref import WeakValueDictionary

from attrs import astuple, field, fields, frozen

from rulesdsl import operations, word_lists
from rulesdsl.gatherings import Gather
from rulesdsl.grids import Grid
from rulesdsl.operations import Op, Ranging
from rulesdsl.source import Span

NONE = operations.NONE
"""The integer that stands for none. No range may contain it."""

# ---------------------------------------------------------------- domains: the values of a type


@frozen
class IntDomain:
    low: int
    high: int


@frozen
class FlagDomain:
    pass


@frozen
class EnumDomain:
    """A value of `Program.enums[name]`, by its place in the list."""

    name: str


@frozen
class PlayerDomain:
    pass


@frozen
class PieceDomain:
    """A piece of one of these kinds, by its number among all pieces."""

    kinds: tuple[str, ...]


@frozen
class PieceNameDomain:
    """What a piece is called, by its place in `Program.piece_names`."""

    kinds: tuple[str, ...]


@frozen
class NodeDomain:
    """A place of `Program.nodes[name]`."""

    name: str


@frozen
class LinkDomain:
    """A link of `Program.graphs[name]`."""

    name: str


@frozen
class TextDomain:
    """What a player may write, of at most so many letters; `texts` says which number it is."""

    most: int


@frozen
class OptionalDomain:
    """A value of `of`, or NONE."""

    of: Domain


@frozen
class UnionDomain:
    """One of several: the code is the value's ordinal in its alternative plus the sizes of those before."""

    alternatives: tuple[Domain, ...]


@frozen
class SeqDomain:
    """Values of `of`, at most `bound` of them. A sequence that is not ordered stands for a set."""

    of: Domain
    ordered: bool
    bound: int


@frozen
class MapDomain:
    """One `value` for each member of `key`, in the key's order."""

    key: Domain
    value: Domain


@frozen
class SeqOfSeqDomain:
    """Several sequences (lines of a grid, runs of a row, regions of a map)."""

    of: SeqDomain
    bound: int


Domain = (
    IntDomain
    | FlagDomain
    | EnumDomain
    | PlayerDomain
    | PieceDomain
    | PieceNameDomain
    | NodeDomain
    | LinkDomain
    | TextDomain
    | OptionalDomain
    | UnionDomain
    | SeqDomain
    | MapDomain
    | SeqOfSeqDomain
)

# ---------------------------------------------------------------- variables


@frozen
class Var:
    """A local variable. `number` is unique in the program; without recursion each can have one place."""

    number: int
    name: str
    type: Domain


# ---------------------------------------------------------------- expressions


class Composed:
    """An expression of which only its parts decide: it looks at nothing but them. So what it reads, what
    hidden things it depends on, what `why` says of it and how many members it can have follow from them,
    wherever no more is known of its class.
    """

    __slots__ = ()

    @property
    def ranges(self) -> Ranging | None:
        """How far its value ranges, by the bounds of its parts; None if that says nothing but its type."""
        return None


@frozen
class OfZones:
    """What is asked of the zones that it names."""

    zone: ZoneRef

    @property
    def span(self) -> Span | None:
        return self.zone.span


@frozen
class PiecesThere(OfZones):
    """Pieces, by the zones in which they lie."""


@frozen
class Const:
    value: int
    type: Domain


@frozen
class ConstSeq:
    """A constant sequence, map (as a tuple in key order) or sequence of sequences."""

    values: tuple[int, ...] | tuple[tuple[int, ...], ...]
    type: Domain


@frozen
class Local:
    var: Var

    @property
    def type(self) -> Domain:
        return self.var.type


@frozen
class StateRead:
    """A state by name and indices (values of the index domains, not ordinals).

    A state of set type is read as a sequence in ascending order. With fewer indices than the state
    has, the rest is read as a map (one index left) in key order.
    """

    state: str
    index: tuple[Expr, ...]
    type: Domain
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Counter:
    """The number of the present pass of a phase, from 1; NONE outside of it."""

    phase: str
    type: Domain


@frozen
class ZoneRef:
    """One zone, or several: an index that is None stands for every value of that index."""

    zone: str
    index: tuple[Expr | None, ...]
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class ZonePieces(PiecesThere):
    """The pieces there: of several zones one after the other; a pile from its top, a row from the left,
    a set and a slot in ascending order."""

    type: Domain


@frozen
class ZonesPieces(PiecesThere):
    """The pieces of the same zone of several owners (`others.hand`), owner after owner.

    `zone.index[owner_at]` is the Local `var`, which runs over `owners`.
    """

    var: Var
    owners: Expr
    zone: ZoneRef
    type: Domain


@frozen
class SlotPiece(PiecesThere):
    """The piece in a slot, or NONE."""

    type: Domain


@frozen
class ZoneCount(OfZones):
    """How many pieces lie there."""

    type: Domain


@frozen
class PlaceOf:
    """The index (number `at`) of the zone named `zone` in which the piece lies, NONE if it lies elsewhere."""

    zone: str
    at: int
    piece: Expr
    type: Domain


@frozen
class Lookup(Composed):
    """`Program.tables[table]` at these keys. NONE among the keys gives NONE."""

    table: str
    keys: tuple[Expr, ...]
    type: Domain
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Apply(Composed):
    """An operation on its arguments. `graph` names a graph or grid where the operation needs one."""

    op: Op
    args: tuple[Expr, ...]
    type: Domain
    graph: str | None = None
    span: Span | None = field(default=None, eq=False, repr=False)

    @property
    def ranges(self) -> Ranging | None:
        return self.op.entry.ranges


@frozen
class AnyText:
    """All texts that could be written: what a parameter is chosen from that is entered. Never listed."""

    type: SeqDomain


@frozen
class IfExpr(Composed):
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Domain


@frozen
class LetExpr(Composed):
    var: Var
    value: Expr
    body: Expr
    type: Domain


@frozen
class Over(Composed):
    """For `var` in `domain` (in its order) where `where`: what is made of their `value`, in order of `by`.

    Without `value` the variable itself is meant.
    """

    op: Gather
    var: Var
    domain: Expr
    where: Expr | None
    by: Expr | None
    value: Expr | None
    type: Domain


@frozen
class Formula:
    """A definition or score called with its arguments; `you` first where it is per player."""

    name: str
    args: tuple[Expr, ...]
    type: Domain


@frozen
class Legal:
    """Whether the alternative is legal for this player now (used by examples)."""

    you: Expr
    alternative: Alternative
    type: Domain


Expr = (
    Const
    | ConstSeq
    | Local
    | StateRead
    | Counter
    | ZonePieces
    | ZonesPieces
    | SlotPiece
    | ZoneCount
    | PlaceOf
    | Lookup
    | Apply
    | AnyText
    | IfExpr
    | LetExpr
    | Over
    | Formula
    | Legal
)

# ---------------------------------------------------------------- decisions


@frozen
class ParamPlaces:
    """Where the parts of a parameter are written: all of it, what it is chosen from, its conditions."""

    whole: Span
    domain: Span
    where: Span | None = None
    prefer: tuple[Span, ...] = ()


@frozen
class OneParam:
    """The player chooses one member of `domain` that meets `where`; of these, where one meets the first of
    `prefer`, only such (and so on for the next). Conditions may read earlier parameters and this one."""

    var: Var
    domain: Expr
    where: Expr | None
    prefer: tuple[Expr, ...]
    prompt: Text | None
    called: Text | None = None
    """What each value is called when it is offered; None: as values of its type are."""
    places: ParamPlaces | None = field(default=None, eq=False, repr=False)

    @property
    def is_written(self) -> bool:
        """Whether the player writes a text."""
        return isinstance(self.domain, AnyText)


@frozen
class SomeParam:
    """The player chooses between `low` and `high` members of `domain` (a sequence without repetition).

    `where` is a condition on the whole. In `parts` every use of the chosen set in `where` and in the
    alternative's checks is listed, if all of them are sums, counts and the like of the set (see SetPart):
    then completability is decided by counting, without enumeration. `parts` is None otherwise.
    """

    var: Var
    low: Expr
    high: Expr
    domain: Expr
    where: Expr | None
    needless: bool
    parts: tuple[SetPart, ...] | None
    prompt: Text | None
    places: ParamPlaces | None = field(default=None, eq=False, repr=False)


@frozen
class SetPart:
    """One use of a chosen set: a summary of it by `op` over `value` of the member `var` (None: the member
    itself). In conditions it stands as the Local of `result`."""

    op: Gather
    var: Var
    value: Expr | None
    result: Var


Param = OneParam | SomeParam


@frozen
class Condition:
    """A condition on the parameters up to a point, with its place for `why`. `wanted`: no rule, but the value
    that an example names for a parameter."""

    test: Expr
    span: Span | None = field(default=None, eq=False, repr=False)
    wanted: bool = False


@frozen
class Alternative:
    """One thing a player may do: legal exactly if some choice of all `params` meets every check.

    `checks[0]` are the conditions that need no parameter, `checks[i]` those that can be tested as soon
    as the first i parameters are known. The values chosen are in the variables when `body` is run.
    """

    name: str
    title: Text
    params: tuple[Param, ...]
    checks: tuple[tuple[Condition, ...], ...]
    body: tuple[Stmt, ...]
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Decide:
    """`you` picks one legal alternative and its parameters (see Alternative).

    `decline`: may also do nothing (then the variables of the parameters are NONE, sets empty).
    `if_possible`: with no legal alternative the line is passed over; otherwise that is a fault, unless
    `decline`. `repeatedly`: the decision comes again after the body, until declined or nothing is legal.
    `whole`: every choice of an alternative and of all its parameters is one option; there are no sets then.
    """

    point: int
    you: Expr
    alternatives: tuple[Alternative, ...]
    decline: bool
    if_possible: bool = False
    repeatedly: bool = False
    prompt: Text | None = None
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)
    whole: bool = False

    @property
    def is_question(self) -> bool:
        """A block with a title, which has no name: yes or no comes before what is chosen in it."""
        [first, *others] = self.alternatives
        return self.decline and not others and not first.name and bool(first.title.parts)


# ---------------------------------------------------------------- text


@frozen
class Text:
    """Words with values in them, each shown by its type; who may not see a piece reads "a card"."""

    parts: tuple[str | Expr, ...]


# ---------------------------------------------------------------- statements


@frozen
class Let:
    var: Var
    value: Expr
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Move:
    """Pieces (a sequence, a piece or NONE) to a zone; `end` is "", left, right, top or bottom.

    `down` says whether they lie face down there. `whole` names the zone if all its pieces go, so that
    everybody can follow them.
    """

    what: Expr
    to: ZoneRef
    end: str
    down: Expr | None
    whole: ZoneRef | None
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Draw:
    """`number` times one piece from the source (renewed first if it can be): a pile's top, a row's left end,
    at random from a set (a chance point). Without `up_to` a missing piece is a fault.

    `var` takes the piece drawn (`single`; NONE if there was none), or the sequence of them.
    """

    point: int
    number: Expr
    up_to: bool
    source: ZoneRef
    to: ZoneRef
    down: Expr | None
    var: Var | None
    single: bool
    end: str = ""
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Deal:
    """`number` rounds of one piece each to the zone of every player of `players` in order. `to` has the Local
    `you` as its owner."""

    point: int
    number: Expr
    source: ZoneRef
    players: Expr
    you: Var
    to: ZoneRef
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Shuffle:
    point: int
    zone: ZoneRef
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Flip:
    """Pieces (a sequence, a piece or NONE) are turned where they lie."""

    what: Expr
    down: Expr
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Show:
    """The pieces are shown to these players (None: all), who know them from then on."""

    what: Expr
    to: Expr | None
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Assign:
    """A state (indices as in StateRead) gets a value; out of its range is a fault. With an index left out
    the value is one for all. A set state gets a sequence."""

    state: str
    index: tuple[Expr | None, ...]
    value: Expr
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Include:
    """Members (a sequence) are added to, or with `out` taken from, a state of set type."""

    state: str
    index: tuple[Expr | None, ...]
    value: Expr
    out: bool
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Chance:
    """`var` becomes one member of `domain`, every one equally likely; with `number` a list of that many,
    `again` saying whether a member may come twice (dice) or not. `seen`: who learns of it: all, nobody, or a
    sequence of one player."""

    point: int
    var: Var
    domain: Expr
    number: Expr | None
    again: bool
    what: str
    seen: Viewer = field(factory=lambda: Viewer("all"))
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class For:
    """The domain is fixed on entry."""

    var: Var
    domain: Expr
    body: tuple[Stmt, ...]
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Repeat:
    """The number is fixed on entry; `var`, if any, counts from 1."""

    number: Expr
    var: Var | None
    body: tuple[Stmt, ...]
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class EachPlayer:
    """One after the other, clockwise from `first` (or the first seat), or in the order in which `players`
    come (`as_sorted`); the players are fixed on entry."""

    players: Expr
    first: Expr | None
    you: Var
    body: tuple[Stmt, ...]
    span: Span | None = field(default=None, eq=False, repr=False)
    as_sorted: bool = False


@frozen
class Secret:
    """All of `players` at once. The body is run for each in seat order up to its `Park` (or its end), then on
    from there for each in seat order; variables set in the body have a place for each player. No rule is
    looked at before the end. With `shadow`, lines before a Park change what is the player's own: the others
    go on seeing the position at the start until all are parked."""

    players: Expr
    you: Var
    body: tuple[Stmt, ...]
    shadow: bool


@frozen
class Park:
    """Here a player's decisions in a Secret are over."""


@frozen
class Together:
    """Every expression is worked out on the position before, then all is done as one change. No decisions."""

    body: tuple[Stmt, ...]


@frozen
class Do:
    """A routine or action body by name; `you` is its player (None where nobody acts)."""

    proc: str
    you: Expr | None
    args: tuple[Expr, ...]
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Say:
    text: Text
    to: Expr | None
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Record:
    """The score rows that belong to this phase are written down for every player."""

    phase: str
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class End:
    """Leave the phase at once; "" is the game."""

    phase: str
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class TurnOfEach:
    """Every pass belongs to the next player of `players` (looked at each time), the first to `first`."""

    players: Expr
    first: Expr | None


@frozen
class TurnOf:
    player: Expr


@frozen
class Phase:
    """Passes of `body`. `times` passes (or at most so many); without times, turn, until and stops: one pass.

    `until` is looked at before each pass, `stops` on entry and after every line, wherever it stands,
    while the phase goes on. `you` is the player of the pass where there is a `turn`.
    """

    name: str
    times: Expr | None
    at_most: bool
    turn: TurnOfEach | TurnOf | None
    you: Var | None
    until: Expr | None
    stops: Expr | None
    once: bool
    body: tuple[Stmt, ...]
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


Stmt = (
    Let
    | Move
    | Draw
    | Deal
    | Shuffle
    | Flip
    | Show
    | Assign
    | Include
    | Chance
    | If
    | For
    | Repeat
    | EachPlayer
    | Secret
    | Park
    | Together
    | Do
    | Say
    | Record
    | End
    | Phase
    | Decide
)
Lines = tuple[Stmt, ...]

# ---------------------------------------------------------------- the parts of a program


@frozen
class PieceKind:
    name: str
    first: int
    count: int
    names: tuple[int, ...] = ()
    """Also of such as there are no copies of."""

    @property
    def pieces(self) -> range:
        return range(self.first, self.first + self.count)


@frozen
class Table:
    """Values by keys: `values[flat]` with flat = sum of (key - low) * stride (the last key has stride 1).

    A value is an integer or, by `type`, a tuple: a map in key order, or a sequence. Beyond the last row
    (`beyond` not None, one key) `beyond` is added for each further key.
    """

    name: str
    keys: tuple[Domain, ...]
    values: tuple[int, ...] | tuple[tuple[int, ...], ...]
    type: Domain
    beyond: int | None = None


@frozen
class WordList:
    """Words, each a sequence of values of `of`."""

    name: str
    of: EnumDomain
    count: int
    longest: int
    packed: str = field(repr=False)
    """See `word_lists`."""

    @packed.validator
    def _is_a_graph(self, _attribute: object, text: str) -> None:
        try:
            word_lists.unpacked(text)
        except zlib.error as error:
            raise ValueError(str(error)) from error

    @property
    def graph(self) -> tuple[int, ...]:
        return word_lists.unpacked(self.packed)


@frozen
class Viewer:
    """`all`, `owner`, `others`, `nobody`, or `some` with a set of players (which may read the index Vars)."""

    word: str
    players: Expr | None = None


@frozen
class Zone:
    name: str
    shape: str
    index: tuple[Var, ...]
    owner_at: int | None
    pieces: PieceDomain
    capacity: int
    limited: bool
    seen: Viewer
    top_seen: Viewer | None
    down_seen: Viewer
    takes: tuple[Var, Expr] | None
    old_to: ZoneRef | None
    extra_to: ZoneRef | None
    renewed_from: ZoneRef | None
    renewed_when: Expr | None
    starts: tuple[tuple[int, ...], ...]
    """The pieces in each instance at the start, instances in index order."""
    shuffled: bool
    places_matter: bool
    """Whether equal pieces in it are options of their own: the rules read their places, or it says so."""
    span: Span | None = field(default=None, eq=False, repr=False)

    @property
    def sight_changes(self) -> bool:
        """Whether the position says who sees what lies there: it can come into sight where it lies."""
        viewers = (self.seen, self.top_seen, self.down_seen)
        return any(viewer is not None and viewer.players is not None for viewer in viewers)


@frozen
class State:
    """`starts`: one value for each index combination (a sequence for set states)."""

    name: str
    index: tuple[Domain, ...]
    owner_at: int | None
    type: Domain
    starts: int | tuple[int, ...]
    seen: Viewer
    lies_on_pieces: bool = False
    """Whether it can be set of a piece that somebody does not know: then it lies on the piece, and who does
    not know the piece sees it by its place. What is set of pieces that all know goes by their names.
    """
    span: Span | None = field(default=None, eq=False, repr=False)

    @property
    def of_the_language(self) -> bool:
        """Whether no line of the file sets it, such as where the places of a board that grows lie."""
        return is_of_the_language(self.name)


def is_of_the_language(state: str) -> bool:
    """By its name: what a file declares has no dot in it."""
    return "." in state


@frozen
class FormulaDef:
    name: str
    per_player: bool
    params: tuple[Var, ...]
    """`you` first where it is per player."""
    body: Expr
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Score:
    """`each` is the phase whose `score` statement writes it down, None for a row counted at the end.

    `now` is the formula of its present value; `columns` is how many times it can be written down (1: only the
    sum is kept). A note is on the sheet but not in the total.
    """

    name: str
    each: str | None
    now: str
    columns: int
    counted: bool
    rules: tuple[str, ...] = ()


@frozen
class RankKey:
    most: bool
    formula: str
    word: str


@frozen
class Winner:
    """`lost` is the formula of a condition: where it holds, nobody wins."""

    keys: tuple[RankKey, ...]
    shared: bool
    team: str | None
    lost: str | None = None

    @property
    def formulas(self) -> tuple[str, ...]:
        """Everything that is worked out to know who wins."""
        others = (formula for formula in (self.team, self.lost) if formula is not None)
        return (*(key.formula for key in self.keys), *others)


@frozen
class Rule:
    """A standing rule: for the first binding that meets the condition the body is run as one change."""

    name: str
    vars: tuple[tuple[Var, Expr], ...]
    condition: Expr
    body: tuple[Stmt, ...]
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Proc:
    """The body of an action, a routine, a step of an example, or the flow (named "flow")."""

    name: str
    kind: str
    you: Var | None
    params: tuple[Var, ...]
    body: tuple[Stmt, ...]
    rules: tuple[str, ...] = ()
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Graph:
    """Nodes are the values of `of` (its ordinals); a grid or ring has a shape instead of a list of links."""

    name: str
    of: Domain
    node_count: int
    links: tuple[tuple[int, int], ...]
    shape: str
    """links, grid or ring"""
    board: Grid | None = None
    ways: tuple[tuple[int, int], ...] = ()
    """For each direction of the game how it changes column and row; (0, 0) if the board has none such."""
    link_names: tuple[str, ...] = ()
    """What the links are called, if they have names."""

    @property
    def columns(self) -> int:
        return self.node_count if self.board is None else self.board.columns

    @property
    def rows(self) -> int:
        return 1 if self.board is None else self.board.rows


Candidates = tuple[tuple[str, Domain], ...]
"""What an example names, as formulas with their types: the first whose type fits what is asked for counts."""


@frozen
class AnswerStep:
    """The next decision, which must be this player's, is answered by the value of a formula; without answers
    it is declined."""

    player: int
    answers: Candidates
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class PlayStep:
    """A player takes an action. Where a decision is open, it is the answer to it; where none is, `proc`, of
    kind "step", asks for this action alone (None: it must be the answer to a decision) if `alone` is legal:
    that action, with what the line says of its parameters."""

    player: int
    wanted: Alternative
    """The action with what the line says of its parameters as further checks."""
    given: tuple[tuple[int, bool], ...]
    """Which arguments of the action are given where it is offered, and whether the line says what they are;
    what it does not say is a variable."""
    proc: str | None
    alone: Alternative | None
    text: str
    around: str | None = None
    """A proc that begins the phases which are going on wherever the action is offered."""
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class CannotStep:
    """A player cannot take an action, with what the line says of its parameters."""

    player: int
    wanted: Alternative
    given: tuple[tuple[int, bool], ...]
    """See `PlayStep`."""
    legal: str
    """A formula: whether it is possible."""
    text: str
    around: str | None = None
    """A proc that begins the phases which are going on wherever the action is offered."""
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class RunStep:
    """Carry out a proc of kind "step"."""

    proc: str
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)
    to_the_end: bool = False
    """Whether the game is over when the proc is at its end."""
    whole: bool = False
    """Whether it is meant to be played whole: a routine, or a pass of a phase."""
    aside: bool = False
    """Whether it asks nobody anything, so that a decision that is open stays open."""


@frozen
class ChanceStep:
    """The next chance gives this value."""

    answer: Candidates
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class NextStep:
    """This player is the next to decide; None: nobody, the game is over."""

    player: int | None
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


class Joined(Enum):
    """How the parts of a condition make one; ALONE has none."""

    ALONE = auto()
    AND = auto()
    OR = auto()
    NOT = auto()
    IF = auto()


@frozen
class Expected:
    """A condition. `left`, `right`: formulas of the two sides of a comparison, to show what was got, or of
    the set that is to have something; `equal`: they are to be the same. `parts`: what it is made of, `joined`
    in this way; those of `if` are the condition and what then and else must hold.
    """

    formula: str
    text: str
    joined: Joined
    parts: tuple[Expected, ...]
    left: str | None = None
    right: str | None = None
    equal: bool = False


@frozen
class ExpectStep:
    """Conditions, all of which must hold, in this order."""

    parts: tuple[Expected, ...]
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class GivenStep:
    """A step that sets the position: no rule is looked at."""

    proc: str
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


Step = RunStep | PlayStep | AnswerStep | ChanceStep | NextStep | CannotStep | ExpectStep | GivenStep


@frozen
class Example:
    title: str
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    rules: tuple[str, ...]
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen(repr=False)
class Program:
    title: str
    players: int
    options: tuple[tuple[str, int], ...]
    step_limit: int
    fingerprint: str
    """A hash of the files: the game, its variants, its tables. Players and options stand beside it."""

    enums: Mapping[str, tuple[str, ...]]
    """The labels of each enumeration, in order."""
    nodes: Mapping[str, tuple[str, ...]]
    piece_kinds: tuple[PieceKind, ...]
    piece_names: tuple[str, ...]
    """The label of each name; several pieces may share a name."""
    piece_name_ids: tuple[str, ...]
    """The identifier of each name as written in the file."""
    piece_name_of: tuple[int, ...]
    """For each piece the number of its name."""
    graphs: Mapping[str, Graph]
    tables: Mapping[str, Table]
    zones: tuple[Zone, ...]
    states: tuple[State, ...]
    formulas: Mapping[str, FormulaDef]
    scores: tuple[Score, ...]
    winner: Winner | None
    rules: tuple[Rule, ...]
    procs: Mapping[str, Proc]
    phases: tuple[str, ...]
    action_names: tuple[str, ...]
    points: int
    """How many numbered decision and chance points there are."""
    unions: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """The names of several kinds of pieces together."""
    words: Mapping[str, WordList] = field(factory=dict)
    examples: tuple[Example, ...] = ()
    """Filled only in a program made for running examples (they have procs and formulas of their own)."""
    option_words: Mapping[str, str] = field(factory=dict)
    """The options as they are set, in the words in which they can be given."""
    _packed: list[bytes] = field(factory=list, init=False, eq=False, repr=False)
    """The pickle of all that stands above, once it was asked for."""

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for programs made from the same files, for as many players, with the same options."""
        shown = tuple(example.title for example in self.examples)
        return (self.fingerprint, self.title, self.players, self.options, shown)

    @property
    def mark(self) -> str:
        """The same for programs that play alike, however their text is laid out or commented."""
        parts = [
            repr(getattr(self, field.name))
            for field in fields(type(self))
            if field.init and field.name != "fingerprint"
        ]
        return sha256("\n".join(parts).encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        return f"<Program of {self.title} for {self.players}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Small, and packed once; what is unpacked from the same bytes is one program, made ready once."""
        if not self._packed:
            given = astuple(self, recurse=False, filter=lambda field, _value: field.init)
            self._packed.append(zlib.compress(pickle.dumps(given, pickle.HIGHEST_PROTOCOL)))
            _UNPACKED[self._packed[0]] = self
        return _unpacked, (self._packed[0],)


_UNPACKED: WeakValueDictionary[bytes, Program] = WeakValueDictionary()


def _unpacked(packed: bytes) -> Program:
    program = _UNPACKED.get(packed)
    if program is None:
        program = Program(*pickle.loads(zlib.decompress(packed)))  # noqa: S301 -- inside a pickle that is read
        # What goes back is what came, so that it is known there.
        program._packed.append(packed)  # noqa: SLF001 -- its own
        _UNPACKED[packed] = program
    return program


def without_none(domain: Domain) -> Domain:
    """A type without `or none`."""
    return domain.of if isinstance(domain, OptionalDomain) else domain


def member_type(domain: Domain) -> Domain:
    """Of a sequence the type of its members; all else has the type itself."""
    return domain.of if isinstance(domain, SeqDomain) else domain


def index_span(program: Program, domain: Domain) -> tuple[int, int]:
    """Lowest value and number of values of a domain that can be an index: ordinal = value - lowest."""
    match domain:
        case IntDomain(low, high):
            return low, high - low + 1
        case FlagDomain():
            return 0, 2
        case EnumDomain(name):
            return 0, len(program.enums[name])
        case PlayerDomain():
            return 0, program.players
        case PieceDomain(kinds):
            chosen = [kind for kind in program.piece_kinds if kind.name in kinds]
            low = min((kind.first for kind in chosen), default=0)
            return low, max((kind.first + kind.count for kind in chosen), default=0) - low
        case PieceNameDomain(kinds):
            names = [name for kind in program.piece_kinds if kind.name in kinds for name in kind.names]
            return min(names, default=0), max(names, default=-1) - min(names, default=0) + 1
        case NodeDomain(name):
            return 0, len(program.nodes[name])
        case LinkDomain(name):
            return 0, len(program.graphs[name].links)
        case UnionDomain(alternatives):
            return 0, sum(index_span(program, alternative)[1] for alternative in alternatives)
        case _:
            raise TypeError(domain)
