"""Deals between plain zones, into Python: as a few lines where the pile has enough, else as a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.analysis.plain_zones import PlainZone
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.moves import note_of
from rulesdsl.engine.codegen.piece_places import KEPT, SELDOM
from rulesdsl.engine.codegen.places import known_instances, zone_instance
from rulesdsl.engine.core.layout import EMPTY

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

MOST_TO_EACH, MOST_IN_ALL = 16, 64
"""So many pieces to each zone, and to all of them, are written out."""


def emit_deal(self: Emitter, stmt: ir.Deal) -> None:
    number, source = self.expr(stmt.number), zone_instance(self, stmt.source)
    known = known_instances(self, stmt.you, stmt.players, stmt.to)
    note = note_of(self, stmt)
    if known is None:
        targets = _each_zone(self, stmt)
        self.put(f"P.deal(S, C, {number}, {source}, {targets}, {stmt.point}, {note})")
        return
    call = f"P.deal(S, C, {number}, {source}, {self.pool.constant(known)}, {stmt.point}, {note})"
    pile, goal = self.gen.plain_zone(stmt.source.zone), self.gen.plain_zone(stmt.to.zone)
    if pile is None or goal is None or not source.isdigit() or not number.isdigit():
        self.put(call)
    elif _can_be_written(self, pile, goal, int(number), known):
        _written_out(self, stmt, (int(source), int(number), known), call)
    else:
        self.put(call)


def _each_zone(self: Emitter, stmt: ir.Deal) -> str:
    """The zone of each who is dealt to, where that is only known then."""
    text = self.fresh()
    before = dict(self.env)
    members = self.expr(stmt.players)
    self.put(f"{text} = []")
    with self.block(f"for {self.bind(stmt.you)} in {members}:"):
        self.put(f"{text}.append({zone_instance(self, stmt.to)})")
    self.env = before
    return text


def _can_be_written(
    self: Emitter, pile: PlainZone, goal: PlainZone, number: int, targets: tuple[int, ...]
) -> bool:
    return (
        self.cells == "C"
        and pile.shape == "pile"
        and pile.name != goal.name
        and pile.tracked == goal.tracked
        and len(set(targets)) == len(targets)
        and 0 < number <= (1 if goal.shape == "slot" else MOST_TO_EACH)
        and 0 < number * len(targets) <= min(MOST_IN_ALL, pile.place.room)
    )


def _written_out(self: Emitter, stmt: ir.Deal, deal: tuple[int, int, tuple[int, ...]], call: str) -> None:
    source, number, targets = deal
    pile, goal = self.gen.plain_zone(stmt.source.zone), self.gen.plain_zone(stmt.to.zone)
    assert pile is not None
    assert goal is not None
    here = pile.place.address + (source - pile.place.first) * pile.place.size
    left, total = self.fresh(), number * len(targets)
    with self.block("if S.log is None:"):
        if pile.place.zone.renewed_from is not None:
            with self.block(f"if C[{here}] == 0:"):
                self.put(f"P.renew(S, C, {source}, {stmt.point}, {note_of(self, stmt)})")
    self.put(f"{left} = C[{here}]")
    places = [goal.place.address + (target - goal.place.first) * goal.place.size for target in targets]
    free = "".join(f" and {_is_free(goal, place, number)}" for place in places)
    with self.block(f"if {left} >= {total}{free} and S.log is None:"):
        top = self.atom(f"{here}+{left}")
        for index, (target, place) in enumerate(zip(targets, places, strict=True)):
            pieces = [f"C[{top}-{index + count * len(targets)}]" for count in range(number)]
            _laid_down(self, (pile, goal), target, place, pieces)
        self.put(f"C[{top}-{total - 1}:{top}+1] = {self.pool.constant((EMPTY,) * total)}")
        self.put(f"C[{here}] = {left}-{total}")
    with self.block("else:"):
        self.put(call + SELDOM)


def _is_free(goal: PlainZone, place: int, number: int) -> str:
    """Whether so many pieces can be laid down at their place in order, without others between them."""
    if goal.shape == "slot":
        return f"C[{place}] == {NOTHING}"
    if goal.shape == "set":
        return f"C[{place}] == 0"
    return f"C[{place}] <= {goal.place.room - number}"


def _laid_down(
    self: Emitter, zones: tuple[PlainZone, PlainZone], target: int, place: int, pieces: list[str]
) -> None:
    """As `QuickMoves._lay_down`, of pieces that lie where these texts say."""
    (pile, goal), number = zones, len(pieces)
    if goal.shape == "slot":
        self.put(f"C[{place}] = {pieces[0]}")
        first = str(place)
    elif goal.shape == "set":
        first = str(place + 1)
        _in_a_row(self, first, f"sorted([{', '.join(pieces)}])" if number > 1 else pieces[0], number)
        self.put(f"C[{place}] = {number}")
    else:
        first = self.atom(f"{place + 1}+C[{place}]")
        _in_a_row(self, first, f"[{', '.join(pieces)}]" if number > 1 else pieces[0], number)
        self.put(f"C[{place}] += {number}")
    piece, layout = self.fresh(), self.layout
    loop = f"for {piece} in C[{first}:{first}+{number}]:"
    with self.block(loop if goal.tracked else loop + KEPT):
        self.put(f"C[{layout.where}+{piece}] = {target}{KEPT}")
        if goal.tracked:
            up = goal.up[target - goal.place.first]
            if any(up & ~before for before in pile.sights()):
                self.put(f"C[{layout.known}+{piece}] |= {up}")
            if pile.may_be_down or goal.may_be_down:
                self.put(f"C[{layout.face}+{piece}] = 0")


def _in_a_row(self: Emitter, first: str, pieces: str, number: int) -> None:
    self.put(f"C[{first}] = {pieces}" if number == 1 else f"C[{first}:{first}+{number}] = {pieces}")
