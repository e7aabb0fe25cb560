"""Conditions and loops over ranges: both ways, and any number of times."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Position
from rulesdsl.check.whole.ranges import NO, YES, Range
from rulesdsl.check.whole.supply_moves import Moves
from rulesdsl.check.whole.supply_run import (
    MOST_PASSES,
    MOST_TRIES,
    PATIENCE,
    SMALL_KIND,
    Known,
)
from rulesdsl.facts import Thing


class Loops(Moves):
    def _optional(self, act: Callable[[Position], Position | None], now: Position) -> Position | None:
        """Something that may or may not be done."""
        kept, self.certain = self.certain, False
        after = act(now.copy())
        self.certain = kept
        return self._joined_with_losses(now, now, after)

    def _if(self, line: ir.If, now: Position, known: Known) -> Position | None:
        test = self._truth(line.condition, known)
        kept_guards = len(self.guards)
        self.guards.append(self.access.reads(line.condition))
        ended = False
        try:
            if test in (YES, NO):
                return self._block(line.then if test == YES else line.otherwise, now, known)
            kept, self.certain = self.certain, False
            before = now.copy()
            first = self._block(line.then, now.copy(), known)
            other = self._block(line.otherwise, now, known)
            # Where one branch ends the game or a phase, what follows is no longer certain.
            ended = first is None or other is None
            self.certain = kept and not ended
            return self._joined_with_losses(before, first, other)
        finally:
            if not ended:
                del self.guards[kept_guards:]

    def _for(self, line: ir.For, now: Position, known: Known) -> Position | None:
        guarded = self.access.reads(line.domain)
        return self._over(line.domain, line.var, line.body, now, known, guarded)

    def _over(
        self,
        domain: ir.Expr,
        var: ir.Var,
        body: tuple[ir.Stmt, ...],
        now: Position,
        known: Known,
        guarded: frozenset[Thing],
    ) -> Position | None:
        """A body for each member of a sequence."""
        self._comes_from(var, guarded)
        self.guards.append(guarded)
        try:
            self.evaluator.memo.clear()
            members = self.evaluator.members(domain, known.values)
            held = self._part(self._held(domain, known))
            after: Position | None = now
            if members is not None and (self.certain or len(members) < 2):
                for member in members:
                    if after is None:
                        return None
                    inner = known.bound(var, Range(member, member), held)
                    after = self._block(body, after, inner)
                    if self.hopeful:
                        self.apart.add(var.number)
                return after
            count = self._value(domain, known)
            possible = self._possible(domain)
            if self.hopeful and (members or possible):
                # What each member has for itself is looked at in a pass of its own.
                for member in (members or possible or ())[:SMALL_KIND]:
                    self._block(body, now.copy(), known.bound(var, Range(member, member), held))
                self.apart.add(var.number)
            if possible is not None and self.certain and count.low < len(possible):
                for member in possible:
                    inner = known.bound(var, Range(member, member), held)
                    after = self._optional(partial(self._body, body, inner), after or now)
                return after
            span = Range(min(members), max(members)) if members else None
            inner = known.bound(var, span, held)
            return self._times(count, lambda position, _at: self._block(body, position, inner), now)
        finally:
            self.apart.discard(var.number)
            self.guards.pop()

    def _body(self, body: tuple[ir.Stmt, ...], known: Known, now: Position) -> Position | None:
        return self._block(body, now, known)

    def _possible(self, domain: ir.Expr) -> tuple[int, ...] | None:
        """The members that a sequence may have, if they are few."""
        if not isinstance(domain.type, ir.SeqDomain):
            return None
        match domain, domain.type.of:
            case ir.ConstSeq(values=values), _ if len(values) <= SMALL_KIND:
                return tuple(value for value in values if isinstance(value, int))
            case _, ir.PlayerDomain():
                return tuple(range(self.program.players))
            case _, ir.EnumDomain(name) if len(self.program.enums[name]) <= SMALL_KIND:
                return tuple(range(len(self.program.enums[name])))
            case _:
                return None

    def _times(
        self, count: Range, act: Callable[[Position, int], Position | None], now: Position
    ) -> Position | None:
        """Something done a number of times."""
        exact = count.single
        if exact is not None and exact <= (MOST_PASSES if self.certain else 2):
            after: Position | None = now
            for index in range(1, exact + 1):
                if after is None:
                    return None
                after = act(after, index)
            return after
        if count.high <= 0:
            return now
        if count.low <= 0:
            return self._repeated(lambda position: act(position, 0), now)
        first = act(now, 0)
        return None if first is None else self._repeated(lambda position: act(position, 0), first)

    def _repeated(self, act: Callable[[Position], Position | None], now: Position) -> Position:
        """Something done any number of times, perhaps never."""
        kept, self.certain = self.certain, False
        patience = PATIENCE if kept else 0
        for index in range(MOST_TRIES):
            after = act(now.copy())
            both = now if after is None else now.joined(after)
            if both.same(now):
                break
            now = both if index < patience else self.instances.widened(now, both)
        self.certain = kept
        return now

    def _repeat(self, line: ir.Repeat, now: Position, known: Known) -> Position | None:
        count = self._value(line.number, known)

        def once(position: Position, index: int) -> Position | None:
            inner = known if line.var is None or index == 0 else known.bound(line.var, Range(index, index))
            return self._block(line.body, position, inner)

        return self._times(count, once, now)

    def _together(self, body: tuple[ir.Stmt, ...], now: Position, known: Known) -> Position | None:
        kept = self.before
        self.before = now.copy()
        self.quiet += 1
        after = self._block(body, now, known)
        self.quiet -= 1
        self.before = kept
        return after

    def _do(self, line: ir.Do, now: Position, known: Known) -> Position | None:
        proc = self.program.procs.get(line.proc)
        if proc is None:
            return now
        inner = Known()
        if proc.you is not None and line.you is not None:
            inner = inner.bound(proc.you, self._value(line.you, known))
            self._handed_on(proc.you, line.you)
        for param, arg in zip(proc.params, line.args, strict=False):
            inner = inner.bound(param, self._value(arg, known), self._held(arg, known))
            self._handed_on(param, arg)
        self.changing.append(self.access.block_writes(proc.body))
        after = self._block(proc.body, now, inner)
        self.changing.pop()
        return after
