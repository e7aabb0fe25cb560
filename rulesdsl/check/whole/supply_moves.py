"""Pieces moved, drawn and dealt, as far as their numbers go."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Held, Key, Position, counted
from rulesdsl.check.whole.ranges import NO, NOTHING, YES, Range
from rulesdsl.check.whole.supply_room import Room
from rulesdsl.check.whole.supply_run import (
    UNTOUCHED,
    Known,
    Shortage,
    SupplyRun,
)
from rulesdsl.operations import Op
from rulesdsl.source import Span


class Moves:
    def __init__(self, run: SupplyRun, room: Room) -> None:
        self.run = run
        self.room = room

    def move(self, line: ir.Move, now: Position, known: Known) -> Known:
        amount = self.run.amount(line.what, known)
        held = self.run.held(line.what, known)
        target, sure = self.run.keys(line.to, known.values)
        if amount.high == 0:
            return known
        if held is None:
            for zone in self.run.access.zones_of(line.what):
                self._take(now, Held(self.run.instances.by_zone[zone]), amount)
        else:
            self._take(now, held, amount)
        if line.span is not None:
            self.room.may_be_full(now, line.to, target, amount, line.what, line.span)
        self._put(now, target, amount, sure=sure, span=line.span)
        match line.what:
            case ir.Local(var) | ir.Apply(op=Op.AS, args=(ir.Local(var),)):
                return known.bound(var, None, self.run.aged(Held(target)))
            case _:
                return known

    def _take(self, now: Position, held: Held, amount: Range) -> None:
        before = self.run.before
        if len(held.keys) > 1 and not held.whole:
            self.run.instances.blurred.update(key[0] for key in held.keys)
        for key in held.keys:
            count = now.counts[key]
            self.run.changed.add(("zone", key[0]))
            if held.whole and key[0] not in self.run.instances.together:
                gone = count if before is None else before.counts[key]
                now.change(key, Range(max(0, count.low - gone.low), max(0, count.high - gone.high)))
                continue
            sure = len(held.keys) == 1 and held.since is now.ages.get(key, UNTOUCHED)
            high = max(0, count.high - amount.low) if sure else count.high
            now.change(key, Range(max(0, count.low - amount.high), max(high, 0)))

    def _put(
        self, now: Position, keys: tuple[Key, ...], amount: Range, *, sure: bool, span: Span | None
    ) -> None:
        flag = sure and len(keys) == 1
        if not flag:
            self.run.instances.blurred.update(key[0] for key in keys)
        for key in keys:
            zone = self.run.instances.zones[key[0]]
            before = now.counts[key]
            coming = amount if flag else Range(0, amount.high)
            low, high = before.low + coming.low, before.high + coming.high
            self.run.changed.add(("zone", key[0]))
            most = self.run.instances.most(key)
            if zone.limited and key[0] not in self.run.instances.together:
                self._overflow(now, key, low, high, span)
            now.change(key, Range(min(low, most), min(high, most)))

    def _overflow(self, now: Position, key: Key, low: int, high: int, span: Span | None) -> None:
        zone = self.run.instances.zones[key[0]]
        beyond = zone.old_to or zone.extra_to
        if beyond is None:
            self.run.visit(span, Shortage("overflow", key[0], low, zone.capacity), failed=low > zone.capacity)
            return
        more = Range(max(0, low - zone.capacity), max(0, high - zone.capacity))
        if more.high:
            values = {var.number: Range(index, index) for var, index in zip(zone.index, key[1], strict=True)}
            keys, sure = self.run.keys(beyond, values)
            self._put(now, keys, more, sure=sure, span=None)

    def draw(self, line: ir.Draw, now: Position, known: Known) -> Known:
        many = self.run.value(line.number, known)
        drawn = self._drawn(now, line.source, many, known, up_to=line.up_to)
        there = self.run.there
        if not line.up_to:
            shortage = Shortage("draw", line.source.zone, many.low, there)
            self.run.visit(line.span, shortage, failed=there < many.low)
            self._may_run_dry(line, many)
        keys, sure = self.run.keys(line.to, known.values)
        if line.span is not None:
            self.room.may_be_full(now, line.to, keys, drawn, None, line.span)
        self._put(now, keys, drawn, sure=sure, span=line.span)
        if line.var is None:
            return known
        value = None
        if not line.single:
            value = drawn
        elif drawn.high == 0:
            value = NOTHING
        return known.bound(line.var, value, self.run.aged(Held(keys)))

    def _may_run_dry(self, line: ir.Draw, many: Range) -> None:
        """A draw that comes again and again, and nothing fills the pile or asks how much is left."""
        source = line.source.zone
        zone = self.run.instances.zones[source]
        if not self.run.endless or self.run.least >= many.high or line.span is None:
            return
        if zone.renewed_from is not None or source in self.run.instances.blurred:
            return
        if (
            any(("zone", source) in guard for guard in self.run.guards)
            or self._left_over(source) >= many.high
        ):
            return
        self.run.dry.setdefault(line.span, source)

    def _left_over(self, name: str) -> int:
        """So many pieces must lie in a zone, because all other places together hold no more than the rest."""
        kinds = self.run.instances.zones[name].pieces.kinds
        count = sum(kind.count for kind in self.run.program.piece_kinds if kind.name in kinds)
        for zone in self.run.program.zones:
            if zone.name != name and not set(kinds).isdisjoint(zone.pieces.kinds):
                most = 1 if zone.shape == "slot" else zone.capacity if zone.limited else count
                count -= most * max(1, len(zone.starts))
        return count

    def _drawn(self, now: Position, source: ir.ZoneRef, many: Range, known: Known, *, up_to: bool) -> Range:
        """Take pieces from a zone that may be renewed; `_there` is how many there were at most."""
        keys, sure = self.run.keys(source, known.values)
        here = counted(now, keys, sure=sure, single=None not in source.index)
        zone = self.run.instances.zones[source.zone]
        renewed = zone.renewed_from
        stock = NO
        stock_keys: tuple[Key, ...] = ()
        when = NO
        if renewed is not None and len(keys) != 1:
            self.run.there = self.run.reachable.pieces[source.zone].bit_count()
            self.run.least = 0
            self.run.instances.blurred.update((source.zone, renewed.zone))
            for key in (*keys, *self.run.instances.by_zone[renewed.zone]):
                self.run.changed.add(("zone", key[0]))
                now.change(key, Range(0, self.run.instances.most(key)))
            return Range(0 if up_to else many.low, many.high)
        if renewed is not None:
            values = {
                var.number: Range(index, index) for var, index in zip(zone.index, keys[0][1], strict=True)
            }
            stock_keys, stock_sure = self.run.keys(renewed, values)
            stock = counted(now, stock_keys, sure=stock_sure)
            when = YES if zone.renewed_when is None else self.run.truth(zone.renewed_when, Known(values))
        more = stock if when != NO else NO
        self.run.there = here.high + more.high
        least = self.run.least = here.low + (stock.low if when == YES else 0)
        drawn = (
            Range(min(many.low, least), min(many.high, self.run.there))
            if up_to
            else Range(min(many.low, self.run.there), min(many.high, self.run.there))
        )
        for key in keys:
            self.run.changed.add(("zone", key[0]))
            count = now.counts[key]
            if len(keys) > 1 or not sure:
                self.run.instances.blurred.add(key[0])
                now.change(key, Range(max(0, count.low - drawn.high), count.high))
            elif here.low >= drawn.high or more.high == 0:
                now.change(key, Range(max(0, count.low - drawn.high), max(0, count.high - drawn.low)))
            else:
                self._renew(now, key, stock_keys, here, stock, when, drawn)
        return drawn

    def _renew(
        self,
        now: Position,
        key: Key,
        stock_keys: tuple[Key, ...],
        here: Range,
        stock: Range,
        when: Range,
        drawn: Range,
    ) -> None:
        """The source may run dry and be filled anew."""
        surely = when == YES and here.high < drawn.low
        for stock_key in stock_keys:
            self.run.changed.add(("zone", stock_key[0]))
            count = now.counts[stock_key]
            now.change(stock_key, NO if surely else Range(0, count.high))
        if surely:
            low = max(0, here.low + stock.low - drawn.high)
            now.change(key, Range(low, max(0, here.high + stock.high - drawn.low)))
        else:
            now.change(key, Range(0, min(here.high + stock.high, self.run.instances.most(key))))

    def deal(self, line: ir.Deal, now: Position, known: Known) -> None:
        many = self.run.value(line.number, known)
        seats = self.run.evaluator.sizes.members(line.players, known.values)
        players = self.run.value(line.players, known)
        whole = Range(many.low * players.low, many.high * players.high)
        drawn = self._drawn(now, line.source, whole, known, up_to=False)
        there = self.run.there
        shortage = Shortage("deal", line.source.zone, whole.low, there, many.low)
        self.run.visit(line.span, shortage, failed=there < whole.low)
        for seat in seats if seats is not None else range(self.run.program.players):
            keys, sure = self.run.keys(line.to, {**known.values, line.you.number: Range(seat, seat)})
            fair = drawn.low >= whole.low and seats is not None
            share = Range(many.low if fair else 0, many.high)
            if line.span is not None:
                self.room.may_be_full(now, line.to, keys, share, None, line.span)
            self._put(now, keys, share, sure=sure, span=line.span)
