"""Decisions, as far as the numbers of pieces go: what may be chosen, and what then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Position, joined
from rulesdsl.check.whole.ranges import MAYBE, NO, YES, Range
from rulesdsl.check.whole.supply_run import (
    Known,
    Shortage,
)

if TYPE_CHECKING:
    from rulesdsl.check.whole.supply import Supply


class Choices:
    def __init__(self, supply: Supply) -> None:
        self.supply = supply
        self.run = supply.run
        self.room = supply.room
        self.loops = supply.loops

    def decide(self, line: ir.Decide, now: Position, known: Known) -> tuple[Position | None, Known]:
        known = self._declined(line, known)
        ways = [(alternative, *self._legal(alternative, now, known)) for alternative in line.alternatives]
        open_ways = [way for way in ways if way[1] != NO]
        must = not line.decline and not line.if_possible
        if must:
            lacking = self._lacking(line, ways, known)
            self.run.visit(line.span, Shortage("nothing", lacking, 1, 0), failed=not open_ways)
        if not open_ways:
            return now, known
        kept, self.run.certain = self.run.certain, self.run.certain and must and len(open_ways) == 1

        def act(position: Position) -> Position | None:
            return self._taken(open_ways, position)

        after: Position | None
        if line.repeatedly:
            self.run.endless += 1
            after = self.loops.repeated(act, now)
            self.run.endless -= 1
        else:
            taken = act(now.copy())
            stays = line.decline or (line.if_possible and not any(way[1] == YES for way in open_ways))
            after = joined(now, taken) if stays else taken
        self.run.certain = kept if after is not None else False
        if len(open_ways) == 1:
            single = open_ways[0][2]
            known = Known({**known.values, **single.values}, {**known.held, **single.held})
            if line.decline:
                known = self._declined(line, known)
        return after, known

    def _declined(self, line: ir.Decide, known: Known) -> Known:
        """Variables of a decision mean nothing certain behind it, if it may be declined."""
        if not line.decline:
            return known
        numbers = {param.var.number for alternative in line.alternatives for param in alternative.params}
        values = {number: value for number, value in known.values.items() if number not in numbers}
        return Known(values, known.held)

    def _taken(self, ways: list[tuple[ir.Alternative, Range, Known]], now: Position) -> Position | None:
        after: Position | None = None
        for alternative, _legal, inner in ways:
            self.run.guards.append(
                self.run.access.reads(alternative.params) | self.run.access.reads(alternative.checks)
            )
            self.run.changing.append(self.run.access.block_writes(alternative.body))
            after = joined(after, self.supply.block(alternative.body, now.copy(), inner))
            self.run.changing.pop()
            self.run.guards.pop()
        return after

    def _legal(self, alternative: ir.Alternative, now: Position, known: Known) -> tuple[Range, Known]:
        """Whether an alternative can be taken, and what is known then."""
        self.run.position = now
        tests = [self.run.truth(check.test, known) for check in alternative.checks[0]]
        for index, param in enumerate(alternative.params):
            there = self.run.value(param.domain, known)
            held = self.run.part(self.run.held(param.domain, known))
            self.room.comes_from(param.var, self.run.access.reads(param))
            match param:
                case ir.OneParam(var):
                    tests.append(NO if there.high == 0 else (YES if there.low > 0 else MAYBE))
                    known = known.bound(var, None, held)
                case ir.SomeParam(var, low, high):
                    least, most = self.run.value(low, known), self.run.value(high, known)
                    tests.append(
                        NO if there.high < least.low else (YES if there.low >= least.high else MAYBE)
                    )
                    known = known.bound(
                        var, Range(least.low, max(least.low, min(most.high, there.high))), held
                    )
            if param.where is not None:
                tests.append(self.run.truth(param.where, known))
            tests.extend(self.run.truth(check.test, known) for check in alternative.checks[index + 1])
        if NO in tests:
            return NO, known
        return (YES if all(test == YES for test in tests) else MAYBE), known

    def _lacking(self, line: ir.Decide, ways: list[tuple[ir.Alternative, Range, Known]], known: Known) -> str:
        """The zone that a decision chooses from, if it is perhaps empty and nothing guards against that."""
        text = ""
        for alternative, legal, _inner in ways:
            empty = self._empty_zone(alternative, known)
            if legal == NO:
                text = text or empty
                continue
            guards = [*self.run.guards, self.run.access.reads(alternative.checks)]
            if legal == YES or not empty or any(("zone", empty) in guard for guard in guards):
                return text
            text = empty
        if not text or all(legal == NO for _alternative, legal, _inner in ways):
            return text
        if line.span is not None:
            self.run.perhaps.setdefault(line.span, text)
        return text

    def _empty_zone(self, alternative: ir.Alternative, known: Known) -> str:
        for param in alternative.params:
            match param.domain:
                case ir.ZonePieces(zone=ref) if ref.zone not in self.run.instances.blurred:
                    if self.run.value(param.domain, known).low == 0:
                        return ref.zone
        return ""
