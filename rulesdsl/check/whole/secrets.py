"""Which formulas depend on what somebody may not see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import assert_never

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.hidden import (
    CLEAN,
    Hidden,
    Index,
    Known,
    Shown,
    Taint,
    as_member,
    lies_open_with,
    of_several,
    renamed,
    through_definition,
)
from rulesdsl.check.whole.narrowing import as_one_of, index_of, name_of, narrowed, who
from rulesdsl.check.whole.visibility import Visibility
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op, Order
from rulesdsl.program_walk import operands
from rulesdsl.source import Span

_ENDS = {Op.FIRST: "first", Op.FIRST_N: "first", Op.LAST: "last", Op.LAST_N: "last"}


@define
class Secrets:
    program: ir.Program
    access: Access
    zones: dict[str, ir.Zone] = field(init=False)
    states: dict[str, ir.State] = field(init=False)
    _formulas: dict[tuple[object, ...], Taint] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.zones = self.access.zones
        self.states = {state.name: state for state in self.program.states}

    @cached_property
    def visibility(self) -> Visibility:
        return Visibility(self.program, self.access)

    @property
    def any(self) -> bool:
        """Whether anything is hidden from anybody."""
        viewers = [state.seen for state in self.states.values()]
        viewers += (line.seen for line in self.access.parts(ir.Chance))
        if self.zones:
            viewers += (side.viewer for sides in self.visibility.sides.values() for side in sides)
        return any(viewer.word != "all" for viewer in viewers)

    def given(self, line: ir.Chance, known: Known) -> frozenset[Hidden]:
        """What chance gives, where not all see it."""
        match line.seen:
            case ir.Viewer(word="nobody"):
                owner, seen = None, "nobody"
            case ir.Viewer(players=ir.Apply(op=Op.SEQ_OF, args=(player,))):
                owner, seen = who(player, known), "owner"
            case _:
                return frozenset()
        return frozenset({Hidden(line.what, "chance", seen, owner, made=line.span)})

    def to_all(self, line: ir.Show) -> bool:
        """Whether something is shown to everybody."""
        return line.to is None or self.is_everybody(line.to)

    def listeners(self, to: ir.Expr | None, known: Known) -> tuple[ir.Expr | None, ...]:
        """To whom something is said or shown: each player who is named, or a set as a whole; None is
        everybody.
        """
        match to:
            case None:
                return (None,)
            case ir.Apply(op=Op.SEQ_OF, args=players):
                return tuple(who(player, known) for player in players)
            case _:
                return (None if self.is_everybody(to) else who(to, known),)

    def is_everybody(self, players: ir.Expr) -> bool:
        return isinstance(players, ir.ConstSeq) and set(players.values) == set(range(self.program.players))

    # ------------------------------------------------------------ hidden things

    def pieces_of(self, ref: ir.ZoneRef, known: Known, part: str = "") -> frozenset[Hidden]:
        """What is hidden in zones; `part`: of the piece at this end."""
        zone = self.zones[ref.zone]
        index = index_of(ref.index, known)
        hiddens: set[Hidden] = set()
        for side in self.visibility.sides[ref.zone]:
            viewer = side.viewer
            if part == "first" and zone.top_seen is not None:
                viewer = zone.top_seen if viewer.word != "all" else viewer
            hidden = self._hidden(ref.zone, "zone", viewer, index, zone.owner_at, ref.span, known)
            if hidden is not None:
                hiddens |= known.seen_as(evolve(hidden, part=part, face=side.face))
        return frozenset(hiddens)

    def _hidden(
        self,
        name: str,
        sort: str,
        viewer: ir.Viewer,
        index: Index,
        owner_at: int | None,
        span: Span | None,
        known: Known,
    ) -> Hidden | None:
        if viewer.word == "all":
            return None
        owner = index[owner_at] if owner_at is not None and owner_at < len(index) else None
        also: frozenset[ir.Expr] = frozenset()
        if viewer.players is not None:
            also = frozenset(expr for expr, among in known.members if among == viewer.players)
        if viewer.word == "others" and owner is not None:
            also = frozenset(first for first, other in known.apart if other == owner)
        return Hidden(name, sort, viewer.word, owner, span, also=also, index=index)

    # ------------------------------------------------------------ formulas

    def taint(self, expr: ir.Expr, known: Known) -> Taint:
        match expr:
            case ir.Local(var):
                return known.taints.get(var.number, CLEAN).mapped(known.left)
            case ir.ZonePieces(zone=ref) | ir.SlotPiece(zone=ref):
                return Taint(self.pieces_of(ref, known), self.all_of(ref.index, known))
            case ir.ZoneCount(zone=ref):
                return Taint(disclosed=self.all_of(ref.index, known))
            case ir.ZonesPieces(var=var, owners=owners, zone=ref):
                inner = as_one_of(var, owners, known.bound(var, CLEAN))
                disclosed = self.taint(owners, known).all | self.all_of(ref.index, inner)
                return Taint(of_several(self.pieces_of(ref, inner), var), disclosed)
            case ir.StateRead():
                return Taint(disclosed=self._keys(expr, known) | self._state(expr, known))
            case ir.PlaceOf(zone=name, piece=piece):
                taint = self.taint(piece, known)
                # Where a piece lies all see, if they can follow it; which one it is they need not know.
                return Taint(
                    disclosed=taint.disclosed | (frozenset() if self._lies_in(piece, name) else taint.held)
                )
            case ir.Apply():
                return self._apply(expr, known)
            case ir.IfExpr(condition, then, otherwise):
                both = self.taint(then, narrowed(condition, known)).joined(self.taint(otherwise, known))
                return Taint(both.held, both.disclosed | self.taint(condition, known).all)
            case ir.LetExpr(var, value, body):
                return self.taint(body, known.bound(var, self.taint(value, known), name_of(value, known)))
            case ir.Over():
                return self._over(expr, known)
            case ir.Formula():
                return self._formula(expr, known)
            case ir.Composed():
                return Taint(disclosed=self.all_of(operands(expr), known))
            case ir.Const() | ir.ConstSeq() | ir.Counter() | ir.Legal() | ir.AnyText():
                return CLEAN
            case _:
                assert_never(expr)

    def all_of(self, exprs: Iterable[ir.Expr | None], known: Known) -> frozenset[Hidden]:
        """All that is hidden and that some formulas depend on."""
        return frozenset(
            hidden for expr in exprs if expr is not None for hidden in self.taint(expr, known).all
        )

    def disclosed_by_keys(self, index: Iterable[ir.Expr | None], known: Known) -> frozenset[Hidden]:
        """What it tells where a state is set: of a piece that one does not know only the place is seen."""
        disclosed: set[Hidden] = set()
        for key in index:
            if key is not None:
                taint = self.taint(key, known)
                disclosed |= taint.disclosed
                disclosed |= {
                    hidden
                    for hidden in taint.held
                    if not isinstance(key.type, ir.PieceDomain) or hidden.sort != "zone" or hidden.stale
                }
        return frozenset(disclosed)

    def _keys(self, expr: ir.StateRead, known: Known) -> frozenset[Hidden]:
        """What the index of a state tells. What lies on a piece in a row or a slot is seen where it lies."""
        hiddens: set[Hidden] = set()
        for item in expr.index:
            taint = self.taint(item, known)
            hiddens |= taint.disclosed
            if not isinstance(item.type, ir.PieceDomain) or not self._in_place(taint.held):
                hiddens |= taint.held
        return frozenset(hiddens)

    def _in_place(self, held: frozenset[Hidden]) -> bool:
        return all(
            hidden.sort == "zone" and not hidden.stale and self.zones[hidden.name].shape in ("row", "slot")
            for hidden in held
        )

    def _lies_in(self, piece: ir.Expr, name: str) -> bool:
        """Whether it is known that a piece was just taken from a zone of this name."""
        return self.access.sources(piece) == frozenset({name})

    def _state(self, expr: ir.StateRead, known: Known) -> frozenset[Hidden]:
        if expr.state not in self.states:
            return frozenset()
        state = self.states[expr.state]
        missing = (None,) * (len(state.index) - len(expr.index))
        index = (*index_of(expr.index, known), *missing)
        hidden = self._hidden(state.name, "state", state.seen, index, state.owner_at, expr.span, known)
        return frozenset() if hidden is None else known.seen_as(hidden)

    def _apply(self, expr: ir.Apply, known: Known) -> Taint:
        op, args = expr.op, expr.args
        if op in (Op.FIRST, Op.LAST) or (
            op in (Op.FIRST_N, Op.LAST_N) and isinstance(args[1], ir.Const) and args[1].value == 1
        ):
            match args[0]:
                case ir.ZonePieces(zone=ref) if self.zones[ref.zone].shape in ("pile", "row"):
                    held = self.pieces_of(ref, known, _ENDS[op])
                    return Taint(held, self.all_of(ref.index, known))
        if op is Op.AND:
            return self._and(args, known)
        parts = [self.taint(arg, known) for arg in args]
        disclosed = frozenset(hidden for part in parts for hidden in part.disclosed)
        held = frozenset(hidden for part in parts for hidden in part.held)
        gives_members = op.entry.members_of and not op.entry.picks
        if not gives_members and op is not Op.WITHOUT:
            disclosed = as_member(disclosed, "each", "")
        if op.entry.counts:
            return Taint(disclosed=frozenset(hidden for hidden in disclosed if hidden.member != "order"))
        if op.entry.order is Order.READ:
            disclosed |= _order_of(args[0], parts[0])
        if gives_members:
            return Taint(held, disclosed)
        if op is Op.WITHOUT:
            there = parts[0].held
            others = (item for item in parts[1].held if not {item, evolve(item, part="")} & there)
            return Taint(there, disclosed.union(others))
        if op is Op.TAKES and expr.graph is not None:
            return Taint(disclosed=disclosed | self._takes(expr.graph, args, parts, known))
        if op is Op.WINNERS and self.program.winner is not None:
            calls = (self.program.formulas[name] for name in self.program.winner.formulas)
            disclosed |= frozenset(item for call in calls for item in self.taint(call.body, known).all)
        return Taint(disclosed=disclosed | held)

    def _and(self, args: tuple[ir.Expr, ...], known: Known) -> Taint:
        hiddens: frozenset[Hidden] = frozenset()
        for arg in args:
            hiddens |= self.taint(arg, known).all
            known = narrowed(arg, known)
        return Taint(disclosed=hiddens)

    def _takes(
        self, name: str, args: tuple[ir.Expr, ...], parts: list[Taint], known: Known
    ) -> frozenset[Hidden]:
        zone = self.zones[name]
        if zone.takes is None:
            return frozenset()
        var, condition = zone.takes
        inner = known.bound(var, parts[0])
        for index, arg, part in zip(zone.index, args[1:], parts[1:], strict=True):
            inner = inner.bound(index, part, name_of(arg, known))
        return (
            frozenset(hidden for part in parts[1:] for hidden in part.all) | self.taint(condition, inner).all
        )

    def disclosed_by_members(self, domain: ir.Expr, var: ir.Var, known: Known) -> frozenset[Hidden]:
        """What is told of hidden things by being one of a set that `var` goes through: of members that are
        chosen each by what is his or her own, that one sees it.
        """
        disclosed = self.taint(domain, known).disclosed
        while isinstance(domain, ir.Over) and domain.op is Gather.SELECT and domain.value is None:
            own = domain.var
            disclosed = frozenset(renamed(hidden, own, var) for hidden in disclosed)
            domain = domain.domain
        return disclosed

    def _over(self, expr: ir.Over, known: Known) -> Taint:
        whole = self.taint(expr.domain, known)
        member = f"#{expr.var.number}"
        inner = known.bound(expr.var, Taint(as_member(whole.held, "", member), whole.disclosed))
        taint = self._gathered(expr, whole, as_one_of(expr.var, expr.domain, inner))
        if known.open_choices and chosen_out(expr) in known.open_choices:
            return self._open(Taint(whole.held, as_member(taint.disclosed, member, "each")), known)
        # Of one that is not among what comes out, it tells something as of any other piece.
        each = "each" if expr.op.entry.members else ""
        disclosed = as_member(as_member(taint.disclosed, "each", each), member, each)
        return Taint(as_member(taint.held, member, ""), disclosed)

    def _open(self, chosen: Taint, known: Known) -> Taint:
        """What is known of pieces that were chosen so and lie open."""
        disclosed = (hidden for hidden in chosen.disclosed if not lies_open_with(chosen.held, hidden, known))
        return Taint(disclosed=frozenset(disclosed))

    def _gathered(self, expr: ir.Over, domain: Taint, inner: Known) -> Taint:
        disclosed = domain.disclosed
        if expr.where is not None:
            disclosed |= self.taint(expr.where, inner).all
            inner = narrowed(expr.where, inner)
            domain = Taint(inner.taints[expr.var.number].held, domain.disclosed)
        if expr.by is not None:
            disclosed |= of_several(self.taint(expr.by, inner).all, expr.var)
        if expr.op.entry.order is Order.READ and expr.by is None:
            disclosed |= _order_of(expr.domain, domain)
        if expr.op.entry.members:
            if expr.value is not None:
                disclosed |= of_several(self.taint(expr.value, inner).all, expr.var)
            return Taint(domain.held, disclosed)
        if expr.op is Gather.COUNT:
            return Taint(disclosed=disclosed)
        value = self.taint(expr.value, inner) if expr.value is not None else domain
        if expr.op.entry.each_alone:
            return Taint(disclosed=disclosed | value.all)
        if expr.op in (Gather.REACHED, Gather.GROUPS):
            return Taint(domain.held, disclosed | of_several(value.all, expr.var))
        if expr.op in (Gather.LIST, Gather.DISTINCT, Gather.UNION):
            return Taint(of_several(value.held, expr.var), disclosed | of_several(value.disclosed, expr.var))
        return Taint(disclosed=disclosed | of_several(value.all, expr.var))

    def of_part(self, part: ir.SetPart, members: frozenset[Hidden], known: Known) -> Taint:
        """What a sum, count or the like of a chosen set tells of its members."""
        if part.value is None:
            return CLEAN if part.op in (Gather.COUNT, Gather.DISTINCT) else Taint(disclosed=members)
        value = self.taint(part.value, known.bound(part.var, Taint(held=members)))
        return Taint(disclosed=of_several(value.all, part.var))

    def _formula(self, expr: ir.Formula, known: Known) -> Taint:
        definition = self.program.formulas.get(expr.name)
        if definition is None:
            return CLEAN
        args = tuple((self.taint(arg, known), who(arg, known)) for arg in expr.args)
        key = expr.name, known.shown, known.members, known.apart, args
        finder = self._formulas.get(key)
        if finder is None:
            inner = Known(shown=known.shown, members=known.members, apart=known.apart)
            for var, (taint, name) in zip(definition.params, args, strict=False):
                inner = inner.bound(var, taint, name)
            result = self.taint(definition.body, inner)
            finder = self._formulas[key] = Taint(
                through_definition(result.held, expr.name), through_definition(result.disclosed, expr.name)
            )
        if known.open_choices and chosen_out(expr) in known.open_choices:
            return self._open(finder, known)
        return finder

    # ------------------------------------------------------------ what has been shown

    def shown_by(self, line: ir.Show, known: Known) -> frozenset[Shown]:
        """The zones of which everything is shown, or the piece at one end."""
        to: ir.Expr | None = None
        if not self.to_all(line):
            match line.to:
                case ir.Apply(op=Op.SEQ_OF, args=(player,)):
                    to = who(player, known)
                case _:
                    return frozenset()
        shown = self.unsifted(line.what, known)
        return frozenset() if shown is None else frozenset({evolve(shown, to=to)})

    def unsifted(self, what: ir.Expr, known: Known) -> Shown | None:
        """Which zone it is, if pieces are taken as they lie, not chosen by what they are."""
        match what:
            case ir.ZonePieces(zone=ref) | ir.SlotPiece(zone=ref):
                return Shown(ref.zone, index_of(ref.index, known))
            case ir.ZonesPieces(var=var, owners=owners, zone=ref) if self.is_everybody(owners):
                index = index_of(ref.index, known)
                return Shown(ref.zone, tuple(None if expr == ir.Local(var) else expr for expr in index))
            case ir.Apply(
                op=Op.FIRST | Op.LAST | Op.FIRST_N | Op.LAST_N as op, args=(ir.ZonePieces(zone=ref), *_)
            ):
                return Shown(ref.zone, index_of(ref.index, known), part=_ENDS[op])
            case ir.Apply(op=Op.AS, args=(inner,)):
                return self.unsifted(inner, known)
            case _:
                return None

    def content(self, to: ir.ZoneRef, known: Known, face: str = "") -> Taint:
        """What is held by a piece that has come there, face up or down."""
        pieces = ir.ZonePieces(to, ir.SeqDomain(ir.PieceDomain(()), ordered=True, bound=0))
        taint = self.taint(pieces, known)
        return Taint(
            frozenset(hidden for hidden in taint.held if face in ("", hidden.face) or not hidden.face)
        )


def chosen_out(expr: ir.Expr) -> str | None:
    """Of what is chosen out of pieces, or asks whether there are such or how many: which these are. It is the
    same text for the same ones, whatever one of them is called in it.
    """
    match expr:
        case (
            ir.Over(op=Gather.SELECT | Gather.COUNT, var=var, domain=domain, where=test, value=None, by=None)
            | ir.Over(op=Gather.SOME, var=var, domain=domain, where=None, value=test)
        ):
            return f"{domain} where {test}".replace(repr(var), "it")
        case ir.Formula():
            return repr(expr)
        case _:
            return None


def _order_of(members: ir.Expr, taint: Taint) -> frozenset[Hidden]:
    """What it tells which piece of a set comes before another: they come in the order of the file."""
    match members.type:
        case ir.SeqDomain(of=ir.PieceDomain(), ordered=False):
            return frozenset(evolve(hidden, member="order") for hidden in taint.held)
        case _:
            return frozenset()
