"""What is hidden from somebody, what a value tells of it, and what is known at a place in the lines.

How many pieces lie in a zone is seen by all; which they are, only by those who see the zone. So there
are two ways to depend on a hidden piece: to have hold of it (it can be chosen, counted and moved
blindly) and to know something of it (its attributes, or that it is this one).
"""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from attrs import evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.operations import Op
from rulesdsl.source import Span

Index = tuple[ir.Expr | None, ...]
"""Which of the zones or states of one name: None stands for all values of an index."""


@frozen
class Hidden:
    """What a zone or state holds, or chance has given: `seen` says by whom, `owner` whose it is where that is
    known."""

    name: str
    sort: str
    seen: str
    owner: ir.Expr | None
    span: Span | None = field(default=None, eq=False)
    through: str = field(default="", eq=False)
    """The definition by which it is looked at."""
    made: Span | None = field(default=None, eq=False)
    """The line in which chance gave it."""
    also: frozenset[ir.Expr] = field(default=frozenset(), eq=False)
    """Other players to whom it has been shown, or who are among those who see it."""
    index: Index = ()
    part: str = ""
    """`first` or `last`: only that piece of it; `#7`: only what this variable holds of it."""
    face: str = ""
    """`up` or `down`: only those of its pieces that lie so."""
    stale: bool = False
    """Something has gone or come since: what is shown there now does not tell what was there."""
    member: str = ""
    """`each`: only what each member of a set tells of itself, which is known where the members are; `#7`: of
    the member for which this variable stands; `order`: only which members come before which."""

    def __hash__(self) -> int:
        # That of words is another one in every run, and what is told first is told.
        words = f"{self.name} {self.sort} {self.seen} {self.part} {self.face} {self.member}"
        return crc32(words.encode())


@frozen
class Taint:
    """`held`: hidden pieces a value has hold of; `disclosed`: what is known by it of hidden things."""

    held: frozenset[Hidden] = frozenset()
    disclosed: frozenset[Hidden] = frozenset()

    def joined(self, other: Taint) -> Taint:
        if not (other.held or other.disclosed):
            return self
        return Taint(self.held | other.held, self.disclosed | other.disclosed)

    @property
    def all(self) -> frozenset[Hidden]:
        return self.held | self.disclosed

    def mapped(self, change: Callable[[frozenset[Hidden]], frozenset[Hidden]]) -> Taint:
        return Taint(change(self.held), change(self.disclosed)) if self.held or self.disclosed else self


CLEAN = Taint()


def as_member(hidden: frozenset[Hidden], old: str, new: str) -> frozenset[Hidden]:
    """What is known of each member as `old`, as `new`."""
    return frozenset(evolve(item, member=new) if item.member == old else item for item in hidden)


def held_by(var: ir.Var, hidden: frozenset[Hidden]) -> frozenset[Hidden]:
    """What a variable holds: of a zone only these pieces, not all that lie there."""
    return frozenset(
        evolve(item, part=item.part or f"#{var.number}") if item.sort == "zone" else item for item in hidden
    )


def renamed(hidden: Hidden, old: ir.Var, new: ir.Var) -> Hidden:
    index = tuple(ir.Local(new) if expr == ir.Local(old) else expr for expr in hidden.index)
    owner = ir.Local(new) if hidden.owner == ir.Local(old) else hidden.owner
    return evolve(hidden, owner=owner, index=index)


def through_definition(hidden: frozenset[Hidden], name: str) -> frozenset[Hidden]:
    return frozenset(item if item.through else evolve(item, through=name) for item in hidden)


def of_several(hidden: frozenset[Hidden], var: ir.Var) -> frozenset[Hidden]:
    """The things of several players (those that `var` stands for) together: none of them sees them all."""
    return frozenset(
        evolve(
            item,
            owner=None if item.owner == ir.Local(var) else item.owner,
            index=tuple(None if key == ir.Local(var) else key for key in item.index),
        )
        for item in hidden
    )


@frozen
class Shown:
    """Pieces or a state that have been shown, and that nothing has come to or gone from unseen since.

    `part`: only the piece at this end; `face`: only those that lie so; `to`: one player, None: everybody.
    """

    name: str
    index: Index
    part: str = ""
    face: str = ""
    to: ir.Expr | None = None

    def covers(self, hidden: Hidden) -> bool:
        return (
            self.name == hidden.name
            and not hidden.stale
            and self.part in ("", hidden.part)
            and self.face in ("", hidden.face)
            and (
                not self.index
                or (
                    len(self.index) == len(hidden.index)
                    and all(
                        mine in (None, other) for mine, other in zip(self.index, hidden.index, strict=True)
                    )
                )
            )
        )


@frozen
class Known:
    """What is known of variables (how hidden their values are, which players they stand for), and of the
    place where lines stand."""

    taints: dict[int, Taint] = field(factory=dict)
    names: dict[int, ir.Expr] = field(factory=dict)
    shown: frozenset[Shown] = frozenset()

    members: frozenset[tuple[ir.Expr, ir.Expr]] = frozenset()
    """Players, and the sets that they are among."""

    apart: frozenset[tuple[ir.Expr, ir.Expr]] = frozenset()
    """Players who are certainly not the same."""

    acting: ir.Expr | None = None
    """Whose routine or action it is."""

    decider: ir.Expr | None = None
    """Who has decided that these lines are carried out."""

    chosen: frozenset[tuple[str, ir.Expr]] = frozenset()
    """Of variables that hold what a player has chosen: what it is of them (`Hidden.part`), and who has."""

    in_secret: bool = False
    """Whether all decide in secret."""

    open_choices: frozenset[str] = frozenset()
    """What is chosen out of hidden pieces and laid open (`chosen_out`): nobody need see by what."""

    def bound(self, var: ir.Var, taint: Taint, name: ir.Expr | None = None) -> Known:
        """With a value for a variable; what was known of the one before is no longer."""
        names = self.names if name is None else {**self.names, var.number: name}
        old = ir.Local(var)
        return evolve(
            self,
            taints={**self.taints, var.number: taint},
            names=names,
            shown=frozenset(shown for shown in self.shown if shown.to != old and old not in shown.index),
            members=frozenset(member for member in self.members if member[0] != old),
            apart=frozenset(pair for pair in self.apart if old not in pair),
            chosen=frozenset(
                (part, who) for part, who in self.chosen if part != f"#{var.number}" and who != old
            ),
        )

    def narrowed(self, var: ir.Var, taint: Taint) -> Known:
        """With more known of the same value."""
        return evolve(self, taints={**self.taints, var.number: taint})

    def inside(self, acting: ir.Expr | None, decider: ir.Expr | None) -> Known:
        """What is known in a routine before anything is handed over."""
        return evolve(self, taints={}, names={}, acting=acting, decider=decider, open_choices=frozenset())

    @property
    def key(self) -> tuple[object, ...]:
        return (
            tuple(self.taints.items()),
            tuple(self.names.items()),
            self.shown,
            self.members,
            self.apart,
            self.acting,
            self.decider,
            self.chosen,
            self.in_secret,
        )

    def seen_as(self, hidden: Hidden) -> frozenset[Hidden]:
        """Nothing if it has been shown to all; with those to whom it has been shown else."""
        also = set(hidden.also)
        for shown in self.shown:
            if shown.covers(hidden):
                if shown.to is None:
                    return frozenset()
                also.add(shown.to)
        return frozenset({hidden if also == hidden.also else evolve(hidden, also=frozenset(also))})

    def left(self, hidden: frozenset[Hidden]) -> frozenset[Hidden]:
        """Without what has been shown to all."""
        if not self.shown or not hidden:
            return hidden
        return frozenset(left for item in hidden for left in self.seen_as(item))


def may_see(hidden: Hidden, viewer: ir.Expr | None) -> bool:
    """Whether a player (None: everybody; `others` of a player: all of these) sees something."""
    if viewer is None:
        return False
    if viewer in hidden.also:
        return True
    match viewer:
        case ir.Apply(op=Op.OTHERS, args=(player,)):
            return hidden.seen == "others" and hidden.owner == player
    match hidden.seen:
        case "owner":
            return hidden.owner == viewer
        case "others":
            return hidden.owner is not None and _are_two(hidden.owner, viewer)
        case _:
            return False


def _are_two(left: ir.Expr, other: ir.Expr) -> bool:
    """Whether two players are two by what they are called. (Two names may be those of the same player.)"""
    match left, other:
        case ir.Const(value=first), ir.Const(value=second):
            return first != second
        case (ir.Apply(op=Op.LEFT | Op.RIGHT, args=(of,)), who) | (
            who,
            ir.Apply(op=Op.LEFT | Op.RIGHT, args=(of,)),
        ):
            return of == who
        case _:
            return False


def announced(hidden: Hidden, known: Known) -> bool:
    """Whether one player sees it, who tells the others: whoever acts, or each for himself or herself."""
    owner = hidden.owner
    return hidden.seen == "owner" and (
        isinstance(owner, (ir.Local, ir.Const)) or (owner is not None and owner == known.acting)
    )


def lies_open_with(held: frozenset[Hidden], hidden: Hidden, known: Known) -> bool:
    """Whether it is known where what was chosen by it out of these lies open: what each of them tells of
    itself, and what the rest tells one player, who says that there are no others.
    """
    itself = hidden.member in ("each", "order") or (hidden.part.startswith("#") and hidden in held)
    return itself or (announced(hidden, known) and evolve(hidden, member="") in held)
