"""Whether there is room where pieces come to lie: slots and limits that may be reached by then."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Key, Position
from rulesdsl.check.whole.ranges import Range
from rulesdsl.check.whole.supply_run import SupplyRun
from rulesdsl.facts import Thing
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span


class Room:
    """Nothing is said where somebody has asked: a condition around the line that looks at the zone, or at a
    state which is changed together with it."""

    def __init__(self, run: SupplyRun) -> None:
        self.run = run

    def may_be_full(
        self,
        now: Position,
        to: ir.ZoneRef,
        keys: tuple[Key, ...],
        amount: Range,
        what: ir.Expr | None,
        span: Span,
    ) -> None:
        zone = self.run.instances.zones[to.zone]
        if not zone.limited or zone.old_to is not None or zone.extra_to is not None or self.run.patience < 0:
            return
        if self.run.reachable.pieces[zone.name].bit_count() <= zone.capacity or self._has_asked(to):
            return
        if self._judged_apart(to) or (what is not None and _owners_own(what, to, zone)):
            return
        if any(self._room_left(now, key) < amount.high for key in keys):
            self.run.full.setdefault(span, to)

    def _room_left(self, now: Position, key: Key) -> int:
        most = now.counts[key].high
        capacity = self.run.instances.zones[key[0]].capacity
        if key[0] in self.run.instances.together:
            # Of so many zones it is only known whether anything lies in any of them.
            return capacity if most == 0 else 0
        return capacity - most

    def _has_asked(self, to: ir.ZoneRef) -> bool:
        """Whether a condition since the zone was chosen looks at it, or at what goes with it."""
        chosen = [var.number for var in _variables(to.index)]
        since = max((self.run.bound_at.get(number, 0) for number in chosen), default=0)
        asked = [
            *self.run.guards[since:],
            *(self.run.come_from.get(number, frozenset()) for number in chosen),
        ]
        together = {place for places in self.run.changing for place in places if place[0] == "state"}
        wanted = {("room", to.zone), *together}
        return any(not wanted.isdisjoint(places) for places in asked)

    def comes_from(self, var: ir.Var, places: frozenset[Thing]) -> None:
        """A variable gets its value now, and this was looked at for it."""
        self.run.bound_at[var.number] = len(self.run.guards)
        self.run.come_from[var.number] = places

    def handed_on(self, var: ir.Var, value: ir.Expr) -> None:
        """A variable gets its value from others."""
        behind = [variable.number for variable in _variables((value,))]
        self.run.bound_at[var.number] = max(
            (self.run.bound_at.get(number, 0) for number in behind), default=0
        )
        self.run.come_from[var.number] = self.run.access.reads(value).union(
            *(self.run.come_from.get(number, frozenset()) for number in behind)
        )
        if behind and self.run.apart.issuperset(behind):
            self.run.apart.add(var.number)
        else:
            self.run.apart.discard(var.number)

    def _judged_apart(self, to: ir.ZoneRef) -> bool:
        """Whether it is the zone of a member of a loop, one pass of which has been looked at by itself."""
        return any(var.number in self.run.apart for var in _variables(to.index))

    def joined_with_losses(
        self, before: Position, first: Position | None, other: Position | None
    ) -> Position | None:
        """Behind two ways: what one of them has taken away is gone."""
        if first is None or other is None:
            return first or other
        both = first.joined(other)
        if self.run.hopeful:
            for key, count in before.counts.items():
                least = min(first.counts[key].high, other.counts[key].high)
                if least < count.high:
                    both.counts[key] = Range(min(both.counts[key].low, least), least)
        return both


def _variables(index: tuple[ir.Expr | None, ...]) -> Iterator[ir.Var]:
    return (node.var for node in nodes_in(index) if isinstance(node, ir.Local))


def _owners_own(what: ir.Expr, to: ir.ZoneRef, zone: ir.Zone) -> bool:
    """Whether it is the piece that each has one of, and the zone that each has one of."""
    return (
        isinstance(what, ir.Apply)
        and what.op is Op.ADD
        and len(zone.index) == 1
        and what.args[0] == to.index[0]
    )
