"""Events: what happened, with all that a trace needs. Players are numbers, sets of players are bit masks."""

from __future__ import annotations

from attrs import frozen

from rulesdsl import gatherings
from rulesdsl.grids import Offset
from rulesdsl.program import Domain
from rulesdsl.source import Span

Content = gatherings.Content

Grown = tuple[tuple[Offset, ...], ...]
"""Of each board that grows where its places lie."""

OUT_OF_PLAY = -1
"""The zone instance of a piece that lies nowhere."""


@frozen
class Value:
    """A value in a text, with the type that says how it is shown, and who may read it (a mask)."""

    value: Content
    type: Domain
    known_to: int = -1


Words = tuple[str | Value, ...]


@frozen
class Sight:
    """A piece as it lay when something happened: who could tell which one it is (a mask), the zone instance,
    and its place from the left of a row (else 0).
    """

    piece: int
    known: int
    zone: int
    place: int


@frozen(kw_only=True)
class Happening:
    """What all events have: the rule ids cited, the place in the text, and who may know of it (a mask).

    `sights` has the pieces that the event speaks of, but for those that never lie hidden. What is told of
    an event rests on these, not on how things stand when it is told. `grown` has the column and the row of
    each place of boards that grow, by the numbers that they had then.
    """

    rules: tuple[str, ...] = ()
    span: Span | None = None
    known_to: int = -1
    sights: tuple[Sight, ...] = ()
    grown: Grown = ()

    def sight(self, piece: int) -> Sight | None:
        return next((sight for sight in self.sights if sight.piece == piece), None)


@frozen(kw_only=True)
class PassBegun(Happening):
    """A pass of a phase begins; `player` is whose turn it is, or None. `depth` is how many phases
    are around it.
    """

    phase: str
    number: int
    player: int | None
    depth: int
    once: bool


@frozen(kw_only=True)
class PassEnded(Happening):
    phase: str
    number: int
    depth: int


@frozen
class WholeMove:
    """A whole move that was one of the options. `last`: no part of it is still to be told; `forced`: it was
    the only option.
    """

    code: int
    last: bool
    forced: bool


@frozen(kw_only=True)
class Chosen(Happening):
    """A player's choice of one option of a stage. `forced`: it was the only one and was taken by itself.

    `kind` as in `Option`. `stage` is "action" or the name of the parameter; `alternative` and `title` say
    what is done, once that is settled. A whole move that is one option is told part by part as well.
    `secret`: made in secret, so that others learn of it only by its effects.
    """

    player: int
    point: int
    stage: str
    alternative: str
    title: Words
    kind: str
    value: int
    type: Domain | None
    index: int
    offered: tuple[tuple[str, int], ...]
    """Kind and value of all options."""
    forced: bool
    secret: bool
    words: str = ""
    """What the game calls the value, where it has words of its own for it."""
    move: WholeMove | None = None
    """The whole move of which this is a part."""


@frozen(kw_only=True)
class Skipped(Happening):
    """A decision was passed over, because nothing was possible."""

    player: int
    point: int


@frozen(kw_only=True)
class Moved(Happening):
    """Pieces went, in this order, each from its zone instance to one. `how`: move, draw, deal, old, extra,
    renew.

    `seen` has for each piece the mask of those who can tell which one it was (before, after, or from memory).
    """

    pieces: tuple[int, ...]
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    down: bool
    seen: tuple[int, ...]
    how: str
    player: int | None = None


@frozen(kw_only=True)
class Shuffled(Happening):
    """The new order: from the top of a pile, from the left of a row. Nobody sees it who does not
    see the zone.
    """

    point: int
    zone: int
    order: tuple[int, ...]


@frozen(kw_only=True)
class Flipped(Happening):
    pieces: tuple[int, ...]
    down: bool
    seen: tuple[int, ...]


@frozen(kw_only=True)
class Shown(Happening):
    """`to`: those who are shown them (a mask). `secret`: shown in a secret block to some, so that nobody else
    ever hears of it.
    """

    pieces: tuple[int, ...]
    to: int
    secret: bool = False


@frozen(kw_only=True)
class StateSet(Happening):
    """`index` is whole; old and new are scalars, or sequences for a state of set type. `seen`: who sees the
    state (a mask).
    """

    state: str
    index: tuple[int, ...]
    old: Content
    new: Content
    seen: int = -1


@frozen(kw_only=True)
class Said(Happening):
    words: Words
    to: int


@frozen(kw_only=True)
class Chanced(Happening):
    """What chance gave: one member, or several in order. `seen` by all (-1), or by some players for good."""

    point: int
    what: str
    values: tuple[int, ...]
    single: bool
    type: Domain
    seen: int = -1


@frozen(kw_only=True)
class RuleFired(Happening):
    rule: str
    bindings: tuple[tuple[str, Value], ...]


@frozen(kw_only=True)
class Recorded(Happening):
    """Scores written down: row, column (from 0) and the value of every player."""

    phase: str
    rows: tuple[tuple[str, int, tuple[int, ...]], ...]


@frozen(kw_only=True)
class Ended(Happening):
    """`end PHASE` or a `stops` condition; "" is the game."""

    phase: str


@frozen(kw_only=True)
class Unveiled(Happening):
    """In a secret block all have decided: what these players (a mask) did so far is no longer held back."""

    players: int


@frozen(kw_only=True)
class GameOver(Happening):
    winners: tuple[int, ...]


Event = (
    PassBegun
    | PassEnded
    | Chosen
    | Skipped
    | Moved
    | Shuffled
    | Flipped
    | Shown
    | StateSet
    | Said
    | Chanced
    | RuleFired
    | Recorded
    | Ended
    | Unveiled
    | GameOver
)
