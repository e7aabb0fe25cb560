"""Pieces on the move, into Python: between plain zones as a few lines of its own, else as a call.

The lines written here do what `handling.Pieces` does, for those cases where it is known while code is written
which zones take part and who sees what there. They are only gone through while nobody listens.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.analysis.plain_zones import PlainZone, may_lose_track
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.piece_places import INSTEAD, KEPT, SELDOM
from rulesdsl.engine.codegen.places import (
    is_one_zone,
    known_instances,
    zone_address,
    zone_instance,
    zone_instances,
)
from rulesdsl.engine.codegen.step_counting import count_passes
from rulesdsl.engine.core.domains import may_be_none
from rulesdsl.engine.core.layout import EMPTY
from rulesdsl.engine.core.notes import Note
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

FEW_CELLS = 8
"""So many cells of a zone go elsewhere as they are, whatever lies in it."""


# ---- what lines need


def note_of(self: Emitter, stmt: object) -> str:
    return self.pool.constant(Note(getattr(stmt, "rules", ()), getattr(stmt, "span", None)))


def pieces_text(self: Emitter, what: ir.Expr) -> str:
    """A list of pieces, each once: of a sequence, a piece or none."""
    if isinstance(what.type, ir.SeqDomain):
        return f"each_once({self.expr(what)})" if _may_repeat(what) else self.expr(what)
    if may_be_none(what.type):
        return f"some_of({self.expr(what)})"
    return f"({self.expr(what)},)"


# ---- lines


def emit_move(self: Emitter, stmt: ir.Move) -> None:
    note = note_of(self, stmt)
    if not stmt.to.zone:
        self.put(f"P.remove(S, C, {pieces_text(self, stmt.what)}, {note})")
        return
    if not isinstance(stmt.what.type, ir.SeqDomain) and stmt.whole is None:
        _move_one(self, stmt)
        return
    down = "0" if stmt.down is None else self.expr(stmt.down)
    to = zone_instance(self, stmt.to)
    whole = whole_zones(self, stmt.whole)
    what = pieces_text(self, stmt.what)
    sources = _all_of(self, stmt)
    if not sources:
        if stmt.whole is None and _loses_order(self, stmt):
            self.put(f"P.move_set(S, C, {what}, {to}, {stmt.end!r}, {down}, {note})")
        else:
            self.put(f"P.move(S, C, {what}, {to}, {stmt.end!r}, {down}, {whole}, {note})")
        return
    text, to = self.atom(what), self.atom(to)
    guard = _everything(self, stmt, sources, text, to)
    with self.block(guard):
        self.put(f"P.move(S, C, {text}, {to}, {stmt.end!r}, {down}, {whole}, {note}){SELDOM}")


def _loses_order(self: Emitter, stmt: ir.Move) -> bool:
    """Whether a set is laid down in a row or a pile that not everybody sees."""
    zone = self.layout.zones[stmt.to.zone].zone
    return (
        isinstance(stmt.what.type, ir.SeqDomain)
        and not stmt.what.type.ordered
        and zone.shape in ("row", "pile")
        and not self.layout.open_to_all(zone)
    )


def whole_zones(self: Emitter, ref: ir.ZoneRef | None) -> str:
    """Which instances go as a whole."""
    if ref is None:
        return "()"
    if is_one_zone(ref):
        return f"({zone_instance(self, ref)},)"
    _, instance, offsets = zone_instances(self, ref)
    first = self.atom(instance)
    return "(" + "".join(f"{first}+{offset}, " for offset in offsets) + ")"


def emit_draw(self: Emitter, stmt: ir.Draw) -> None:
    down = "0" if stmt.down is None else self.expr(stmt.down)
    number = self.expr(stmt.number)
    source, to = zone_instance(self, stmt.source), zone_instance(self, stmt.to)
    rest = f"{source}, {to}, {stmt.end!r}, {down}, {stmt.point}, {note_of(self, stmt)}"
    call = f"P.draw(S, C, {number}, {stmt.up_to}, {rest})"
    if stmt.var is None:
        self.put(call)
    elif stmt.single:
        self.give(stmt.var, f"the_only({call})")
    else:
        self.give(stmt.var, call)


# ---- one piece


def _move_one(self: Emitter, stmt: ir.Move) -> None:
    down = "0" if stmt.down is None else self.expr(stmt.down)
    piece, down = self.atom(self.expr(stmt.what)), self.atom(down)
    target = self.gen.plain_zone(stmt.to.zone)
    source = self.gen.likely_source(stmt.what)
    to = self.atom(zone_instance(self, stmt.to))
    rest = f"{piece}, {to}, {stmt.end!r}, {down}"
    otherwise = f"P.move_one(S, C, {rest}, {note_of(self, stmt)})"
    with self.block(f"if {piece} != {NOTHING}:") if may_be_none(stmt.what.type) else nullcontext():
        if target is None or source is None or target.tracked != source.tracked:
            with self.block(f"if S.log is not None or not quick_one(P, C, {rest}):"):
                self.put(otherwise)
            return
        start, goal = self.fresh(), self.atom(zone_address(self, stmt.to))
        lies_in = None if source.name == target.name else self.gen.just_chosen.zone(stmt)
        self.put(f"{start} = C[{self.layout.where}+{piece}]{KEPT if lies_in is not None else ''}")
        if lies_in is not None:
            self.put(f"{start} = {zone_instance(self, lies_in)}{INSTEAD}")
        first, count = source.place.first, source.place.count
        there = f"{start} == {first}" if count == 1 else f"{first} <= {start} < {first + count}"
        free = "" if target.shape != "slot" else f" and C[{goal}] == {NOTHING}"
        if target.shape != "slot" and not target.never_full:
            free = f" and C[{goal}] < {target.place.room}"
        # Who moves a piece from a place to that very place has it not confused with itself.
        elsewhere = f" and {start} != {to}" if source.place.first == target.place.first else ""
        with self.block(f"if {there}{elsewhere}{free} and S.log is None:"):
            _take_out(self, source, piece, start)
            _put_in(self, target, piece, goal, stmt.end)
            self.put(f"C[{self.layout.where}+{piece}] = {to}{KEPT}")
            _seen_going(self, source, target, piece, start, to, down)
        with self.block("else:"):
            self.put(otherwise if lies_in is None else otherwise + SELDOM)


def _take_out(self: Emitter, source: PlainZone, piece: str, start: str) -> None:
    place = source.place
    offset = place.address - place.first * place.size
    here = str(place.address) if place.count == 1 else self.atom(f"{start}*{place.size}{offset:+d}")
    if source.shape == "slot":
        self.put(f"C[{here}] = {NOTHING}")
        return
    last = self.atom(f"{here}+C[{here}]")
    with self.block(f"if C[{last}] != {piece}:"):
        text = self.atom(f"C.index({piece}, {here}+1)")
        self.put(f"C[{text}:{last}] = C[{text}+1:{last}+1]")
    self.put(f"C[{last}] = {EMPTY}; C[{here}] -= 1")


def _put_in(self: Emitter, target: PlainZone, piece: str, goal: str, end: str) -> None:
    if target.shape == "slot":
        self.put(f"C[{goal}] = {piece}")
        return
    after = self.atom(f"{goal}+1+C[{goal}]")
    if target.shape == "set":
        text = self.atom(f"bisect_left(C, {piece}, {goal}+1, {after})")
    elif end in {"left", "bottom"}:
        text = self.atom(f"{goal}+1")
    else:
        text = after
    if text != after:
        self.put(f"if {text} != {after}: C[{text}+1:{after}+1] = C[{text}:{after}]")
    self.put(f"C[{text}] = {piece}; C[{goal}] += 1")


def _seen_going(
    self: Emitter, source: PlainZone, target: PlainZone, piece: str, start: str, to: str, down: str
) -> None:
    """Who knows the piece now, and how it lies."""
    if not target.tracked:
        return
    layout = self.layout
    everybody = layout.everybody
    sights = _sights(target, down)
    known = f"C[{layout.known}+{piece}]"
    after = _sight(self, target, to, down)
    if sights == {everybody}:
        if source.sights() != {everybody}:
            self.put(f"{known} = {everybody}")
    elif not may_lose_track(everybody, source, sights):
        self.put(f"{known} |= {after}")
    else:
        face = f"C[{layout.face}+{piece}]" if source.may_be_down else "0"
        seen = self.atom(f"{_sight(self, source, start, face)} | {after}")
        self.put(f"{known} |= {seen}")
        with self.block(f"if {seen} != {everybody}:"):
            if source.up == source.down:
                _lose_track(self, source, piece, start, seen)
            else:
                self.put(f"P.lose_track(C, ({piece},), {start}, {everybody} ^ {seen})")
    if target.may_be_down or source.may_be_down:
        self.put(f"C[{layout.face}+{piece}] = {down if down.isdigit() else f'1 if {down} else 0'}")


def _lose_track(self: Emitter, source: PlainZone, piece: str, start: str, seen: str) -> None:
    """As `Knowledge.lose_track`, where all that is left in the set is seen alike, by some of those who
    see the piece.
    """
    place = source.place
    here = self.atom(f"{start}*{place.size}{place.address - place.first * place.size:+d}")
    left, name, known = self.fresh(), self.fresh(), self.layout.known
    self.put(f"{left} = C[{here}+1:{here}+1+C[{here}]]")
    with self.block(f"if {left}:"):
        self.put(f"{left}.append({piece})")
        self.put(f"for {name} in {left}: C[{known}+{name}] &= {seen}")
        self.put(f"P.mix(C, {left})")


def _sights(zone: PlainZone, down: str) -> set[int]:
    """Who may see a piece that is laid down so."""
    if down.isdigit():
        return {*(zone.down if down == "1" else zone.up)}
    return {*zone.up, *zone.down}


def _sight(self: Emitter, zone: PlainZone, instance: str, down: str) -> str:
    """Who sees a piece in this instance, as text."""
    up, covered = _mask(self, zone, zone.up, instance), _mask(self, zone, zone.down, instance)
    if down.isdigit() or up == covered:
        return covered if down == "1" else up
    return f"({covered} if {down} else {up})"


def _mask(self: Emitter, zone: PlainZone, masks: Sequence[int], instance: str) -> str:
    if len(set(masks)) == 1:
        return str(masks[0])
    return f"{self.pool.constant((0,) * zone.place.first + tuple(masks))}[{instance}]"


# ---- all that lies in some zones


def _all_of(self: Emitter, stmt: ir.Move) -> tuple[int, ...]:
    """The instances all of whose pieces go, if they are known and the move may be written out."""
    if self.cells != "C":
        return ()
    match stmt.what:
        case ir.ZonesPieces(var=var, owners=owners, zone=ref) if stmt.whole is None:
            known = known_instances(self, var, owners, ref) or ()
        case ir.ZonePieces(zone=ref) if stmt.whole in (None, ref):
            known = _instances_of(self, ref)
        case _:
            return ()
    source, target = self.gen.plain_zone(ref.zone), self.gen.plain_zone(stmt.to.zone)
    if source is None or target is None or source.name == target.name or not known:
        return ()
    if stmt.down is not None or target.shape == "slot" or source.tracked != target.tracked:
        return ()
    if target.shape != "set" and stmt.whole is not None:
        return ()
    followed = stmt.whole is not None or not may_lose_track(
        self.layout.everybody, source, _sights(target, "0")
    )
    return known if followed and len(set(known)) == len(known) else ()


def _instances_of(self: Emitter, ref: ir.ZoneRef) -> tuple[int, ...]:
    values: list[int] = []

    def note_down() -> str:
        _, first, offsets = zone_instances(self, ref)
        if first.isdigit():
            values.extend(int(first) + offset for offset in offsets)
        return first

    self.capture(note_down)
    return tuple(values)


def _everything(self: Emitter, stmt: ir.Move, sources: tuple[int, ...], text: str, to: str) -> str:
    """Lines for a move of all pieces there; gives the head of what to do otherwise."""
    layout = self.layout
    source = self.gen.plain_zone(layout.instances[sources[0]][0])
    target = self.gen.plain_zone(stmt.to.zone)
    assert source is not None
    assert target is not None
    goal = self.atom(zone_address(self, stmt.to))
    room = "" if target.never_full else f" and C[{goal}] + len({text}) <= {target.place.room}"
    with self.block(f"if S.log is None{room}:"):
        _empty(self, source, sources)
        _lay_down(self, target, text, goal, stmt.end)
        piece = self.fresh()
        with self.block(f"for {piece} in {text}:{'' if target.tracked else KEPT}"):
            self.put(f"C[{layout.where}+{piece}] = {to}{KEPT}")
            if target.tracked:
                if any(after & ~before for after in target.up for before in source.sights()):
                    self.put(f"C[{layout.known}+{piece}] |= {_mask(self, target, target.up, to)}")
                if source.may_be_down:
                    self.put(f"C[{layout.face}+{piece}] = 0")
    return "else:"


def _empty(self: Emitter, source: PlainZone, sources: tuple[int, ...]) -> None:
    size, start = source.place.size, source.place.address - source.place.first * source.place.size
    blank = (int(NOTHING),) if source.shape == "slot" else (0, *([EMPTY] * (size - 1)))
    run: list[int] = []
    for value in (*sorted(sources), -1):
        if run and value != run[-1] + 1:
            low, high = start + run[0] * size, start + (run[-1] + 1) * size
            self.put(f"C[{low}:{high}] = {self.pool.constant(blank * len(run))}")
            run = []
        run.append(value)


def _lay_down(self: Emitter, target: PlainZone, text: str, goal: str, end: str) -> None:
    last = f"{goal}+1+C[{goal}]"
    here = f"{last}+len({text})"
    if target.shape == "set":
        self.put(f"C[{goal}+1:{here}] = sorted(C[{goal}+1:{last}] + {text})")
    elif end in {"left", "bottom"}:
        self.put(f"C[{goal}+1:{here}] = {text}[::-1] + C[{goal}+1:{last}]")
    else:
        self.put(f"C[{last}:{here}] = {text}")
    self.put(f"C[{goal}] += len({text})")


# ---- zones that change places


def zones_change_places(self: Emitter, loop: ir.For) -> bool:
    """For each member one zone as a whole to another, all at once; whether it was that."""
    match loop.body:
        case (ir.Move(what=ir.ZonePieces(zone=what), whole=ir.ZoneRef() as whole, to=to, down=None) as move,):
            if what != whole or not to.zone or not is_one_zone(whole) or not is_one_zone(to):
                return False
        case _:
            return False
    sources = known_instances(self, loop.var, loop.domain, whole)
    targets = known_instances(self, loop.var, loop.domain, to)
    if sources and targets:
        count_passes(self, loop, str(len(sources)))
        pairs = tuple(zip(sources, targets, strict=True))
        call = f"P.move_zones(S, C, {self.pool.constant(pairs)}, {move.end!r}, {note_of(self, move)})"
        if _turned(self, whole.zone, sources, targets):
            with self.block("else:"):
                self.put(call + SELDOM)
        else:
            self.put(call)
        return True
    moves = self.fresh()
    self.put(f"{moves} = []")
    with self.block(f"for {self.bind(loop.var)} in {self.expr(loop.domain)}:"):
        self.put(f"{moves}.append(({zone_instance(self, whole)}, {zone_instance(self, to)}))")
    count_passes(self, loop, f"len({moves})")
    self.put(f"P.move_zones(S, C, {moves}, {move.end!r}, {note_of(self, move)})")
    return True


def _turned(self: Emitter, name: str, sources: tuple[int, ...], targets: tuple[int, ...]) -> bool:
    """Lines for sets of one zone of which each takes the place of another; whether there are any."""
    zone = self.gen.plain_zone(name)
    if zone is None or zone.shape != "set" or zone.may_be_down or len(set(sources)) < len(sources):
        return False
    if sorted(sources) != sorted(targets) or self.layout.instances[sources[0]][0] != name:
        return False
    place, layout = zone.place, self.layout
    comes_from = dict(zip(targets, sources, strict=True))
    with self.block("if S.log is None:"):
        start = place.address - place.first * place.size
        heads = [start + target * place.size for target in sorted(targets)]
        size = str(place.size)
        if place.size > FEW_CELLS:
            # Behind their last pieces all are alike.
            size = self.atom(f"max({', '.join(f'C[{head}]' for head in heads)}) + 1")
        parts = {
            target: f"C[{head}:{head}+{size}]" for target, head in zip(sorted(targets), heads, strict=True)
        }
        values = [parts[comes_from[target]] for target in parts]
        self.put(f"{', '.join(parts.values())} = {', '.join(values)}")
        for target in sorted(targets):
            here, piece = start + target * place.size, self.fresh()
            loop = f"for {piece} in C[{here + 1}:{here + 1}+C[{here}]]:"
            with self.block(loop if zone.tracked else loop + KEPT):
                self.put(f"C[{layout.where}+{piece}] = {target}{KEPT}")
                if zone.tracked and zone.up[target - place.first]:
                    self.put(f"C[{layout.known}+{piece}] |= {zone.up[target - place.first]}")
    return True


def _may_repeat(many: ir.Expr) -> bool:
    """Whether a thing may be in it twice, such as a piece that is listed both by itself and in a zone."""
    if isinstance(many.type, ir.SeqDomain) and not many.type.ordered:
        return False
    match many:
        case ir.ConstSeq(values=values):
            return len(set(values)) < len(values)
        case ir.ZonePieces():
            return False
        case ir.ZonesPieces(owners=owners):
            return _may_repeat(owners)
        case ir.Over(Gather.SELECT, domain=domain):
            return _may_repeat(domain)
        case ir.IfExpr(then=then, otherwise=otherwise):
            return _may_repeat(then) or _may_repeat(otherwise)
        case ir.Apply(Op.OTHERS):
            return False
        case ir.Apply(Op.COMBINATIONS):
            return True
        case ir.Apply(op, args) if len(op.entry.members_of) == 1:
            return _may_repeat(args[op.entry.members_of[0]])
        case ir.Apply(Op.SEQ_OF, args):
            return len(args) > 1
        case _:
            return True
