"""Which formulas depend on what somebody may not see.

How many pieces lie in a zone is seen by all; which they are, only by those who see the zone. So there
are two ways to depend on a hidden piece: to have hold of it (it can be chosen, counted and moved
blindly) and to know something of it (its attributes, or that it is this one).
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field, frozen

from rulesdsl.check.whole.access import Access
from rulesdsl.program import (
    Apply,
    Chance,
    Const,
    ConstSeq,
    Deal,
    Draw,
    Expr,
    Flip,
    Formula,
    IfExpr,
    LetExpr,
    Local,
    Lookup,
    Move,
    Over,
    PlaceOf,
    Program,
    SetPart,
    Show,
    SlotPiece,
    StateRead,
    Var,
    Viewer,
    Zone,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
)
from rulesdsl.program_walk import everything
from rulesdsl.source import Span


@frozen
class Hidden:
    """What a zone or state holds, or chance has given: `seen` says by whom, `owner` whose it is where that is
    known."""

    name: str
    sort: str
    seen: str
    owner: Expr | None
    span: Span | None = field(default=None, eq=False)
    through: str = field(default="", eq=False)
    """The definition by which it is looked at."""
    made: Span | None = field(default=None, eq=False)
    """The line in which chance gave it."""
    also: frozenset[Expr] = frozenset()
    """Other players to whom it has been shown."""


@frozen
class Taint:
    """`held`: hidden pieces a value has hold of; `told`: what is known by it of hidden things."""

    held: frozenset[Hidden] = frozenset()
    told: frozenset[Hidden] = frozenset()

    def joined(self, other: Taint) -> Taint:
        if not (other.held or other.told):
            return self
        return Taint(self.held | other.held, self.told | other.told)

    @property
    def all(self) -> frozenset[Hidden]:
        return self.held | self.told


CLEAN = Taint()


@frozen
class Known:
    """What is known of variables (how hidden their values are, which players they stand for), and of the
    place where lines stand."""

    taints: dict[int, Taint] = field(factory=dict)
    names: dict[int, Expr] = field(factory=dict)
    shown: frozenset[str] = frozenset()
    """The zones whose pieces have been shown, and into which nothing has come since; likewise states."""

    shown_to: frozenset[tuple[str, Expr]] = frozenset()
    """The same of what has been shown to one player alone."""

    acting: Expr | None = None
    """Whose routine or action it is."""

    decider: Expr | None = None
    """Who has decided that these lines are carried out."""

    def bound(self, var: Var, taint: Taint, name: Expr | None = None) -> Known:
        names = self.names if name is None else {**self.names, var.number: name}
        return evolve(self, taints={**self.taints, var.number: taint}, names=names)

    def inside(self, acting: Expr | None, decider: Expr | None) -> Known:
        """What is known in a routine before anything is handed over."""
        return Known(shown=self.shown, shown_to=self.shown_to, acting=acting, decider=decider)

    @property
    def key(self) -> tuple[object, ...]:
        return (
            tuple(self.taints.items()),
            tuple(self.names.items()),
            self.shown,
            self.shown_to,
            self.acting,
            self.decider,
        )


_COUNTS = frozenset(
    {"count", "empty", "not_empty", "is_none", "not_none", "position", "position_right", "face_down"}
)
_KEEPS = frozenset({"as", "first", "last", "first_n", "last_n", "the_only", "distinct", "join", "seq_of"})
_MEMBERS = frozenset({"select", "highest", "lowest", "first", "last", "runs"})
_EACH_ALONE = frozenset({"some", "every", "count", "select", "first", "last"})
"""What looks at one member after the other, and compares none with another."""


@define
class Secrets:
    program: Program
    access: Access
    zones: dict[str, Zone] = field(init=False)
    states: dict[str, tuple[Viewer, int | None]] = field(init=False)
    ever_shown: frozenset[str] = field(init=False)
    """The zones whose pieces are shown at some time."""

    _hidden_chance: bool = field(default=False, init=False)
    """Whether chance gives something that not all see."""
    _viewers: dict[str, Viewer] = field(factory=dict)
    _formulas: dict[tuple[object, ...], Taint] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.zones = {zone.name: zone for zone in self.program.zones}
        self.states = {state.name: (state.seen, state.owner_at) for state in self.program.states}
        shown: set[str] = set()
        face_up: set[str] = set()
        comes: set[str] = set()
        for line in everything((tuple(self.program.procs.values()), self.program.rules)):
            match line:
                case Show() if self.to_all(line):
                    shown |= self.zones_shown(line)
                case Move(to=to, down=down) | Draw(to=to, down=down):
                    comes.add(to.zone)
                    if not (isinstance(down, Const) and down.value == 1):
                        face_up.add(to.zone)
                case Deal(to=to):
                    face_up.add(to.zone)
                case Flip(what=what):
                    face_up |= self.access.zones_of(what)
                case Chance(seen=seen):
                    self._hidden_chance |= seen.word != "all"
                case _:
                    pass
        self.ever_shown = frozenset(shown)
        for zone in self.program.zones:
            # Whether all pieces lie face down there, all the time.
            down_only = zone.name in comes - face_up and not any(zone.starts)
            self._viewers[zone.name] = zone.down_seen if down_only else zone.seen

    @property
    def any(self) -> bool:
        """Whether anything is hidden from anybody."""
        viewers = [*self._viewers.values(), *(seen for seen, _owner in self.states.values())]
        return self._hidden_chance or any(viewer.word in ("owner", "others", "nobody") for viewer in viewers)

    def given(self, line: Chance, known: Known) -> frozenset[Hidden]:
        """What chance gives, where not all see it."""
        match line.seen:
            case Viewer(word="nobody"):
                owner, seen = None, "nobody"
            case Viewer(players=Apply(op="seq_of", args=(player,))):
                owner, seen = self.who(player, known), "owner"
            case _:
                return frozenset()
        return frozenset({Hidden(line.what, "chance", seen, owner, made=line.span)})

    def to_all(self, line: Show) -> bool:
        """Whether something is shown to everybody."""
        match line.to:
            case None:
                return True
            case ConstSeq(values=players):
                return set(players) == set(range(self.program.players))
            case _:
                return False

    def zones_shown(self, line: Show) -> frozenset[str]:
        """The zones of which everything is shown."""
        return self.access.zones_of(line.what) if _unsifted(line.what) else frozenset()

    def open_zone(self, name: str) -> bool:
        """Whether all see what lies there."""
        return self._viewers[name].word == "all"

    # ------------------------------------------------------------ hidden things

    def who(self, player: Expr, known: Known) -> Expr:
        """The player a formula stands for: the same one always by the same name."""
        match player:
            case Local(var):
                return known.names.get(var.number, player)
            case Apply(op="as", args=(inner,)):
                return self.who(inner, known)
            case _:
                return player

    def _zone(self, ref: ZoneRef, known: Known, *, top: bool = False) -> frozenset[Hidden]:
        zone = self.zones[ref.zone]
        viewer = self._viewers[ref.zone]
        if top and zone.top_seen is not None:
            viewer = zone.top_seen
        if ref.zone in known.shown:
            return frozenset()
        index = ref.index[zone.owner_at] if zone.owner_at is not None else None
        hidden = self._hidden(
            ref.zone, "zone", viewer, None if index is None else self.who(index, known), ref.span
        )
        also = frozenset(player for name, player in known.shown_to if name == ref.zone)
        return frozenset(evolve(one, also=also) for one in hidden) if also else hidden

    def _hidden(
        self, name: str, sort: str, viewer: Viewer, owner: Expr | None, span: Span | None
    ) -> frozenset[Hidden]:
        if viewer.word not in ("owner", "others", "nobody"):
            return frozenset()
        return frozenset({Hidden(name, sort, viewer.word, owner, span)})

    # ------------------------------------------------------------ formulas

    def taint(self, expr: Expr, known: Known) -> Taint:
        match expr:
            case Local(var):
                return known.taints.get(var.number, CLEAN)
            case ZonePieces(zone=ref) | SlotPiece(zone=ref):
                return Taint(self._zone(ref, known), self._indices(ref, known))
            case ZonesPieces(owners=owners, zone=ref):
                return Taint(_of_several(self._zone(ref, known)), self.taint(owners, known).all)
            case StateRead(state=name, index=index):
                return Taint(told=self.all_of(index, known) | self._state(expr, name, known))
            case PlaceOf(zone=name, piece=piece):
                place = (
                    frozenset[Hidden]()
                    if name in known.shown
                    else self._hidden(name, "zone", self._viewers[name], None, None)
                )
                return Taint(told=self.taint(piece, known).all | place)
            case Lookup(keys=keys):
                return Taint(told=self.all_of(keys, known))
            case Apply():
                return self._apply(expr, known)
            case IfExpr(condition, then, otherwise):
                both = self.taint(then, known).joined(self.taint(otherwise, known))
                return Taint(both.held, both.told | self.taint(condition, known).all)
            case LetExpr(var, value, body):
                return self.taint(body, known.bound(var, self.taint(value, known), self._name(value, known)))
            case Over():
                return self._over(expr, known)
            case Formula():
                return self._formula(expr, known)
            case _:
                return CLEAN

    def all_of(self, exprs: Iterable[Expr | None], known: Known) -> frozenset[Hidden]:
        """All that is hidden and that some formulas depend on."""
        return frozenset(hidden for one in exprs if one is not None for hidden in self.taint(one, known).all)

    def _name(self, value: Expr, known: Known) -> Expr | None:
        return self.who(value, known) if isinstance(value, (Local, Const)) else None

    def _indices(self, ref: ZoneRef, known: Known) -> frozenset[Hidden]:
        return self.all_of(ref.index, known)

    def _state(self, expr: StateRead, name: str, known: Known) -> frozenset[Hidden]:
        if name not in self.states or name in known.shown:
            return frozenset()
        seen, owner_at = self.states[name]
        owner = None
        if owner_at is not None and owner_at < len(expr.index):
            owner = self.who(expr.index[owner_at], known)
        return self._hidden(name, "state", seen, owner, expr.span)

    def _apply(self, expr: Apply, known: Known) -> Taint:
        op, args = expr.op, expr.args
        if op == "first" or (op == "first_n" and isinstance(args[1], Const) and args[1].value == 1):
            match args[0]:
                case ZonePieces(zone=ref) if self.zones[ref.zone].shape == "pile":
                    return Taint(self._zone(ref, known, top=True), self._indices(ref, known))
        parts = [self.taint(arg, known) for arg in args]
        told = frozenset(hidden for part in parts for hidden in part.told)
        held = frozenset(hidden for part in parts for hidden in part.held)
        if op in _COUNTS:
            return Taint(told=told)
        if op in _KEEPS:
            return Taint(held, told)
        if op == "without":
            return Taint(parts[0].held, told | (parts[1].held - parts[0].held))
        return Taint(told=told | held)

    def _over(self, expr: Over, known: Known) -> Taint:
        domain = self.taint(expr.domain, known)
        inner = known.bound(expr.var, domain)
        told = domain.told
        if expr.where is not None:
            told |= self.taint(expr.where, inner).all
        if expr.by is not None:
            told |= _of_several(self.taint(expr.by, inner).all, expr.var)
        if expr.op in _MEMBERS and expr.value is None:
            return Taint(domain.held, told)
        if expr.op == "count":
            return Taint(told=told)
        value = self.taint(expr.value, inner) if expr.value is not None else domain
        if expr.op in _EACH_ALONE:
            return Taint(told=told | value.all)
        if expr.op in ("list", "distinct"):
            return Taint(_of_several(value.held, expr.var), told | _of_several(value.told, expr.var))
        return Taint(told=told | _of_several(value.all, expr.var))

    def of_part(self, part: SetPart, members: frozenset[Hidden], known: Known) -> Taint:
        """What a sum, count or the like of a chosen set tells of its members."""
        if part.value is None:
            return CLEAN if part.op in ("count", "distinct") else Taint(told=members)
        value = self.taint(part.value, known.bound(part.var, Taint(held=members)))
        return Taint(told=_of_several(value.all, part.var))

    def _formula(self, expr: Formula, known: Known) -> Taint:
        definition = self.program.formulas.get(expr.name)
        if definition is None:
            return CLEAN
        args = tuple((self.taint(arg, known), self.who(arg, known)) for arg in expr.args)
        key = expr.name, known.shown, known.shown_to, args
        found = self._formulas.get(key)
        if found is None:
            inner = Known(shown=known.shown, shown_to=known.shown_to)
            for var, (taint, name) in zip(definition.params, args, strict=False):
                inner = inner.bound(var, taint, name)
            result = self.taint(definition.body, inner)
            found = self._formulas[key] = Taint(
                _through(result.held, expr.name), _through(result.told, expr.name)
            )
        return found


def _through(hidden: frozenset[Hidden], name: str) -> frozenset[Hidden]:
    return frozenset(one if one.through else evolve(one, through=name) for one in hidden)


def _of_several(hidden: frozenset[Hidden], var: Var | None = None) -> frozenset[Hidden]:
    """The things of several players (those that `var` stands for) together: none of them sees them all."""
    return frozenset(
        evolve(one, owner=None) if one.owner is not None and var in (None, _var(one.owner)) else one
        for one in hidden
    )


def _var(owner: Expr) -> Var | None:
    return owner.var if isinstance(owner, Local) else None


def _unsifted(what: Expr) -> bool:
    """Whether pieces are shown as they lie, not chosen by what they are."""
    match what:
        case ZonePieces() | ZonesPieces() | SlotPiece():
            return True
        case Apply(op="first" | "last" | "first_n" | "last_n" | "as", args=args):
            return _unsifted(args[0])
        case _:
            return False


def may_see(hidden: Hidden, viewer: Expr | None) -> bool:
    """Whether a player (None: everybody) sees something."""
    if viewer is not None and viewer in hidden.also:
        return True
    match hidden.seen:
        case "owner":
            return viewer is not None and hidden.owner == viewer
        case "others":
            return viewer is not None and hidden.owner is not None and hidden.owner != viewer
        case _:
            return False
