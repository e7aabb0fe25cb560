"""Conditions and loops over ranges: both ways, and any number of times."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Position
from rulesdsl.check.whole.ranges import NO, YES, Range
from rulesdsl.check.whole.supply_run import (
    MOST_PASSES,
    MOST_TRIES,
    PATIENCE,
    SMALL_KIND,
    Known,
)
from rulesdsl.facts import Thing

if TYPE_CHECKING:
    from rulesdsl.check.whole.supply import Supply


class Loops:
    def __init__(self, supply: Supply) -> None:
        self.supply = supply
        self.run = supply.run
        self.room = supply.room

    def _optional(self, act: Callable[[Position], Position | None], now: Position) -> Position | None:
        """Something that may or may not be done."""
        kept, self.run.certain = self.run.certain, False
        after = act(now.copy())
        self.run.certain = kept
        return self.room.joined_with_losses(now, now, after)

    def branch(self, line: ir.If, now: Position, known: Known) -> Position | None:
        test = self.run.truth(line.condition, known)
        kept_guards = len(self.run.guards)
        self.run.guards.append(self.run.access.reads(line.condition))
        ended = False
        try:
            if test in (YES, NO):
                return self.supply.block(line.then if test == YES else line.otherwise, now, known)
            kept, self.run.certain = self.run.certain, False
            before = now.copy()
            first = self.supply.block(line.then, now.copy(), known)
            other = self.supply.block(line.otherwise, now, known)
            # Where one branch ends the game or a phase, what follows is no longer certain.
            ended = first is None or other is None
            self.run.certain = kept and not ended
            return self.room.joined_with_losses(before, first, other)
        finally:
            if not ended:
                del self.run.guards[kept_guards:]

    def each(self, line: ir.For, now: Position, known: Known) -> Position | None:
        guarded = self.run.access.reads(line.domain)
        return self.over(line.domain, line.var, line.body, now, known, guarded)

    def over(
        self,
        domain: ir.Expr,
        var: ir.Var,
        body: tuple[ir.Stmt, ...],
        now: Position,
        known: Known,
        guarded: frozenset[Thing],
    ) -> Position | None:
        """A body for each member of a sequence."""
        self.room.comes_from(var, guarded)
        self.run.guards.append(guarded)
        try:
            self.run.evaluator.memo.clear()
            members = self.run.evaluator.sizes.members(domain, known.values)
            held = self.run.part(self.run.held(domain, known))
            after: Position | None = now
            if members is not None and (self.run.certain or len(members) < 2):
                for member in members:
                    if after is None:
                        return None
                    inner = known.bound(var, Range(member, member), held)
                    after = self.supply.block(body, after, inner)
                    if self.run.hopeful:
                        self.run.apart.add(var.number)
                return after
            count = self.run.value(domain, known)
            possible = self._possible(domain)
            if self.run.hopeful and (members or possible):
                # What each member has for itself is looked at in a pass of its own.
                for member in (members or possible or ())[:SMALL_KIND]:
                    self.supply.block(body, now.copy(), known.bound(var, Range(member, member), held))
                self.run.apart.add(var.number)
            if possible is not None and self.run.certain and count.low < len(possible):
                for member in possible:
                    inner = known.bound(var, Range(member, member), held)
                    after = self._optional(partial(self._body, body, inner), after or now)
                return after
            span = Range(min(members), max(members)) if members else None
            inner = known.bound(var, span, held)
            return self._times(count, lambda position, _at: self.supply.block(body, position, inner), now)
        finally:
            self.run.apart.discard(var.number)
            self.run.guards.pop()

    def _body(self, body: tuple[ir.Stmt, ...], known: Known, now: Position) -> Position | None:
        return self.supply.block(body, now, known)

    def _possible(self, domain: ir.Expr) -> tuple[int, ...] | None:
        """The members that a sequence may have, if they are few."""
        if not isinstance(domain.type, ir.SeqDomain):
            return None
        match domain, domain.type.of:
            case ir.ConstSeq(values=values), _ if len(values) <= SMALL_KIND:
                return tuple(value for value in values if isinstance(value, int))
            case _, ir.PlayerDomain():
                return tuple(range(self.run.program.players))
            case _, ir.EnumDomain(name) if len(self.run.program.enums[name]) <= SMALL_KIND:
                return tuple(range(len(self.run.program.enums[name])))
            case _:
                return None

    def _times(
        self, count: Range, act: Callable[[Position, int], Position | None], now: Position
    ) -> Position | None:
        """Something done a number of times."""
        exact = count.single
        if exact is not None and exact <= (MOST_PASSES if self.run.certain else 2):
            after: Position | None = now
            for index in range(1, exact + 1):
                if after is None:
                    return None
                after = act(after, index)
            return after
        if count.high <= 0:
            return now
        if count.low <= 0:
            return self.repeated(lambda position: act(position, 0), now)
        first = act(now, 0)
        return None if first is None else self.repeated(lambda position: act(position, 0), first)

    def repeated(self, act: Callable[[Position], Position | None], now: Position) -> Position:
        """Something done any number of times, perhaps never."""
        kept, self.run.certain = self.run.certain, False
        patience = PATIENCE if kept else 0
        for index in range(MOST_TRIES):
            after = act(now.copy())
            both = now if after is None else now.joined(after)
            if both.same(now):
                break
            now = both if index < patience else self.run.instances.widened(now, both)
        self.run.certain = kept
        return now

    def repeat(self, line: ir.Repeat, now: Position, known: Known) -> Position | None:
        count = self.run.value(line.number, known)

        def once(position: Position, index: int) -> Position | None:
            inner = known if line.var is None or index == 0 else known.bound(line.var, Range(index, index))
            return self.supply.block(line.body, position, inner)

        return self._times(count, once, now)

    def together(self, body: tuple[ir.Stmt, ...], now: Position, known: Known) -> Position | None:
        kept = self.run.before
        self.run.before = now.copy()
        self.run.quiet += 1
        after = self.supply.block(body, now, known)
        self.run.quiet -= 1
        self.run.before = kept
        return after

    def routine(self, line: ir.Do, now: Position, known: Known) -> Position | None:
        proc = self.run.program.procs.get(line.proc)
        if proc is None:
            return now
        inner = Known()
        if proc.you is not None and line.you is not None:
            inner = inner.bound(proc.you, self.run.value(line.you, known))
            self.room.handed_on(proc.you, line.you)
        for param, arg in zip(proc.params, line.args, strict=False):
            inner = inner.bound(param, self.run.value(arg, known), self.run.held(arg, known))
            self.room.handed_on(param, arg)
        self.run.changing.append(self.run.access.block_writes(proc.body))
        after = self.supply.block(proc.body, now, inner)
        self.run.changing.pop()
        return after
