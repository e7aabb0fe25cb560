"""The numbers of pieces followed through the flow: decks too small, zones too full, nothing to choose from.

The flow is carried out once for each number of players, with ranges for the pieces in each zone. What
nobody can know before play (a choice, chance, a condition) goes both ways. Only what then still is
certain is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Position, joined
from rulesdsl.check.whole.ranges import MAYBE, NO, YES, Range
from rulesdsl.check.whole.supply_choices import Choices
from rulesdsl.check.whole.supply_run import (
    MOST_LINES,
    MOST_PASSES,
    MOST_TRIES,
    PATIENCE,
    Known,
    Shortage,
    TooLong,
    Visits,
)
from rulesdsl.facts import Thing
from rulesdsl.source import Span
from rulesdsl.statement_facts import blocks_of


class Supply(Choices):
    def run(self) -> bool:
        """Carry out the flow; whether every line of it that can be reached was."""
        flow = self.program.procs.get("flow")
        if flow is None:
            return False
        now = self._rules(self.position, {("zone", zone.name) for zone in self.program.zones})
        try:
            self._block(flow.body, now, Known())
        except TooLong:
            return False
        return self.patience > 0

    def shortages(self, *, complete: bool) -> Iterator[tuple[Span, Shortage]]:
        """Where it is certain that something is missing: on a way that is always taken, or every time."""
        for span, visits in self.visits.items():
            if visits.shortage is not None and (
                visits.surely or (complete and visits.failures == visits.times)
            ):
                yield span, visits.shortage

    # ------------------------------------------------------------ lines

    def _block(self, lines: tuple[ir.Stmt, ...], position: Position, known: Known) -> Position | None:
        """The position behind the lines, None where they always end something."""
        depth = len(self.guards)
        after = self._lines(lines, position, known)
        # A condition that ended something has been asked for all lines behind it.
        del self.guards[depth:]
        return after

    def _lines(self, lines: tuple[ir.Stmt, ...], position: Position, known: Known) -> Position | None:
        now: Position | None = position
        for line in lines:
            if now is None:
                return None
            if _only_tells(line):
                continue
            self.lines += 1
            if self.lines > MOST_LINES:
                raise TooLong
            if not self.certain:
                self.patience -= 1
                if self.patience < 0:
                    return self.instances.anything(now)
            self.position = now
            now, known = self._line(line, now, known)
            if now is not None and not self.quiet:
                now = self._after_standing_rules(now)
        return now

    def _line(self, line: ir.Stmt, now: Position, known: Known) -> tuple[Position | None, Known]:
        match line:
            case ir.Let(var, value):
                self._handed_on(var, value)
                return now, known.bound(var, self._value(value, known), self._held(value, known))
            case ir.Move():
                return now, self._move(line, now, known)
            case ir.Draw():
                return now, self._draw(line, now, known)
            case ir.Deal():
                self._deal(line, now, known)
                return now, known
            case ir.Assign(state=name) | ir.Include(state=name):
                self.changed.add(("state", name))
                return now, known
            case ir.Chance(var=var, domain=domain, number=many):
                count = None if many is None else self._value(many, known)
                self._comes_from(var, self.access.reads(domain))
                return now, known.bound(var, count, self._held(domain, known))
            case ir.If():
                return self._if(line, now, known), known
            case ir.For():
                return self._for(line, now, known), known
            case ir.Repeat():
                return self._repeat(line, now, known), known
            case (
                ir.EachPlayer(players=players, you=you, body=body)
                | ir.Secret(players=players, you=you, body=body)
            ):
                guarded = self.access.reads(players)
                return self._over(players, you, body, now, known, guarded), known
            case ir.Together(body=body):
                return self._together(body, now, known), known
            case ir.Do():
                return self._do(line, now, known), known
            case ir.Decide():
                return self._decide(line, now, known)
            case ir.Phase():
                return self._phase(line, now, known), known
            case ir.End(phase=phase):
                self.ends[phase] = joined(self.ends.get(phase), now.copy())
                return None, known
            case ir.Shuffle() | ir.Flip() | ir.Show() | ir.Say() | ir.Record() | ir.Park():
                return now, known

    def _after_standing_rules(self, now: Position) -> Position | None:
        """Standing rules, and phases that stop, after a line."""
        changed, self.changed = self.changed, set()
        if not changed:
            return now
        after: Position | None = self._rules(now, changed)
        for name, condition, known, reads in reversed(self.stops):
            if after is None or reads.isdisjoint(changed):
                continue
            self.position = after
            test = self._truth(condition, known)
            if test != NO:
                self.ends[name] = joined(self.ends.get(name), after.copy())
                self.certain = False
            if test == YES:
                after = None
        return after

    # ------------------------------------------------------------ phases

    def _phase(self, line: ir.Phase, now: Position, known: Known) -> Position | None:
        outer_end, self.ends[line.name] = self.ends.get(line.name), None
        outer_counter = self.counters.get(line.name)
        depth = len(self.guards)
        if line.you is not None:
            self._comes_from(line.you, frozenset())
        if line.stops is not None:
            reads = self.access.reads(line.stops)
            self.guards.append(reads)
            if self._truth(line.stops, known) == YES:
                return now
            self.stops.append((line.name, line.stops, known, reads))
        if line.until is not None:
            self.guards.append(self.access.reads(line.until))
        kept = self.certain
        after = self._passes(line, now, known)
        del self.guards[depth:]
        if line.stops is not None:
            self.stops.pop()
        after = joined(after, self.ends.pop(line.name))
        # What comes behind is certain, unless more than this phase may have been left.
        self.certain = kept and not any(left is not None for left in self.ends.values())
        self.ends[line.name] = outer_end
        if outer_counter is None:
            self.counters.pop(line.name, None)
        else:
            self.counters[line.name] = outer_counter
        return after

    def _passes(self, line: ir.Phase, now: Position, known: Known) -> Position | None:
        times = YES if line.once else (None if line.times is None else self._value(line.times, known))
        exact = times.single if times is not None and not line.at_most else None
        if exact is not None and exact <= (MOST_PASSES if self.certain else 1):
            return self._counted_passes(line, exact, now, known)
        self.counters[line.name] = Range(1, max(1, times.high if times is not None else 2**31 - 1))
        self.endless += times is None
        result = self._passes_without_number(line, times, now, known)
        self.endless -= times is None
        return result

    def _passes_without_number(
        self, line: ir.Phase, times: Range | None, now: Position, known: Known
    ) -> Position | None:
        result: Position | None = None
        patience = PATIENCE if self.certain else 0
        for index in range(MOST_TRIES):
            test = NO if line.until is None else self._until(line.until, now, known)
            if test != NO or times is not None:
                result = joined(result, now.copy())
                self.certain = False
            if test == YES:
                break
            after = self._pass(line, index, now.copy(), known)
            self.certain = False
            if after is None:
                break
            both = now.joined(after)
            if both.same(now) and index > 0:
                break
            now = both if index < patience else self.instances.widened(now, both)
        else:
            result = joined(result, now)
        return result

    def _until(self, condition: ir.Expr, now: Position, known: Known) -> Range:
        self.position = now
        return self._truth(condition, known)

    def _counted_passes(self, line: ir.Phase, times: int, now: Position, known: Known) -> Position | None:
        result: Position | None = None
        after: Position | None = now
        for index in range(times):
            if after is None:
                return result
            self.counters[line.name] = Range(index + 1, index + 1)
            test = NO if line.until is None else self._until(line.until, after, known)
            if test != NO:
                result = joined(result, after.copy())
                self.certain = False
            if test == YES:
                return result
            after = self._pass(line, index, after, known)
        return joined(result, after)

    def _pass(self, line: ir.Phase, index: int, now: Position, known: Known) -> Position | None:
        self.position = now
        if line.turn is None or line.you is None:
            return self._block(line.body, now, known)
        seats = self._whose(line, index, known)
        return self._block(line.body, now, known.bound(line.you, seats))

    def _whose(self, line: ir.Phase, index: int, known: Known) -> Range:
        """The player of a pass, where it is known."""
        everyone = Range(0, self.program.players - 1)
        match line.turn:
            case ir.TurnOfEach(players=ir.ConstSeq(values=seats), first=first):
                known_seats = tuple(seat for seat in seats if isinstance(seat, int))
                start = 0
                if first is not None:
                    seat = self._value(first, known).single
                    if seat is None or seat not in known_seats:
                        return everyone
                    start = known_seats.index(seat)
                if not known_seats:
                    return everyone
                # Only the first pass is certain to be this player's: later ones stand for many.
                counter = self.counters.get(line.name)
                if index == 0 or (counter is not None and counter.single is not None):
                    seat = known_seats[(start + index) % len(known_seats)]
                    return Range(seat, seat)
                return everyone
            case ir.TurnOf(player):
                return self._value(player, known)
            case _:
                return everyone

    # ------------------------------------------------------------ standing rules

    def _rules(self, now: Position, changed: set[Thing]) -> Position:
        for _round in range(MOST_TRIES):
            acted = False
            for rule in self.program.rules:
                if self.access.rule_reads(rule).isdisjoint(changed):
                    continue
                before = now.copy()
                now = self._rule(rule, now)
                if not now.same(before):
                    acted = True
            changed = changed | self.changed
            self.changed = set()
            if not acted:
                break
        return now

    def _rule(self, rule: ir.Rule, now: Position) -> Position:
        self.quiet += 1
        self.guards.append(self.access.rule_reads(rule))
        self.position = now
        domains = [self.evaluator.members(domain, {}) for _var, domain in rule.vars]
        known_domains = [values for values in domains if values is not None]
        if len(known_domains) < len(domains):
            known = Known()
            now = self._repeated(lambda position: self._block(rule.body, position, known), now)
        else:
            for combination in product(*known_domains):
                known = Known()
                for (var, _domain), member in zip(rule.vars, combination, strict=True):
                    known = known.bound(var, Range(member, member))
                now = self._acting(rule, now, known)
        self.guards.pop()
        self.quiet -= 1
        return now

    def _acting(self, rule: ir.Rule, now: Position, known: Known) -> Position:
        """A rule acts as long as its condition holds."""
        for _time in range(MOST_PASSES):
            self.position = now
            test = self._truth(rule.condition, known)
            if test == NO:
                return now
            if test == MAYBE:
                return self._repeated(lambda position: self._block(rule.body, position, known), now)
            before = now.copy()
            after = self._block(rule.body, now, known)
            if after is None or after.same(before):
                return before
            now = after
        return now


__all__ = ["Known", "Shortage", "Supply", "TooLong", "Visits"]


def _only_tells(line: ir.Stmt) -> bool:
    """Whether a line moves nothing and changes nothing, whatever it goes through."""
    if isinstance(line, (ir.If, ir.For, ir.Repeat)):
        return all(map(_only_tells, chain.from_iterable(blocks_of(line))))
    return isinstance(line, (ir.Say, ir.Show))
