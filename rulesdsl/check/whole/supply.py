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
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.check.whole.supply_choices import Choices
from rulesdsl.check.whole.supply_loops import Loops
from rulesdsl.check.whole.supply_moves import Moves
from rulesdsl.check.whole.supply_room import Room
from rulesdsl.check.whole.supply_run import (
    MOST_PASSES,
    MOST_TRIES,
    PATIENCE,
    Known,
    Shortage,
    SupplyRun,
    TooLong,
)
from rulesdsl.facts import Thing
from rulesdsl.source import Span
from rulesdsl.statement_facts import blocks_of


class Supply:
    def __init__(self, reachable: Reachable, patience: int, *, hopeful: bool = False) -> None:
        self.run = SupplyRun(reachable, patience, hopeful=hopeful)
        self.room = Room(self.run)
        self.moves = Moves(self.run, self.room)
        self.loops = Loops(self)
        self.choices = Choices(self)

    def carry_out(self) -> bool:
        """Carry out the flow; whether every line of it that can be reached was."""
        flow = self.run.program.procs.get("flow")
        if flow is None:
            return False
        try:
            now = self._rules(self.run.position, {("zone", zone.name) for zone in self.run.program.zones})
            self.block(flow.body, now, Known())
        except TooLong:
            return False
        return self.run.patience > 0

    def shortages(self, *, complete: bool) -> Iterator[tuple[Span, Shortage]]:
        """Where it is certain that something is missing: on a way that is always taken, or every time."""
        for span, visits in self.run.visits.items():
            if visits.shortage is not None and (
                visits.surely or (complete and visits.failures == visits.times)
            ):
                yield span, visits.shortage

    # ------------------------------------------------------------ lines

    def block(self, lines: tuple[ir.Stmt, ...], position: Position, known: Known) -> Position | None:
        """The position behind the lines, None where they always end something."""
        depth = len(self.run.guards)
        after = self._lines(lines, position, known)
        # A condition that ended something has been asked for all lines behind it.
        del self.run.guards[depth:]
        return after

    def _lines(self, lines: tuple[ir.Stmt, ...], position: Position, known: Known) -> Position | None:
        now: Position | None = position
        for line in lines:
            if now is None:
                return None
            if _only_tells(line):
                continue
            self.run.count_line()
            if not self.run.certain:
                self.run.patience -= 1
                if self.run.patience < 0:
                    return self.run.instances.anything(now)
            self.run.position = now
            now, known = self._line(line, now, known)
            if now is not None and not self.run.quiet:
                now = self._after_standing_rules(now)
        return now

    def _line(self, line: ir.Stmt, now: Position, known: Known) -> tuple[Position | None, Known]:
        match line:
            case ir.Let(var, value):
                self.room.handed_on(var, value)
                return now, known.bound(var, self.run.value(value, known), self.run.held(value, known))
            case ir.Move():
                return now, self.moves.move(line, now, known)
            case ir.Draw():
                return now, self.moves.draw(line, now, known)
            case ir.Deal():
                self.moves.deal(line, now, known)
                return now, known
            case ir.Assign(state=name) | ir.Include(state=name):
                self.run.changed.add(("state", name))
                return now, known
            case ir.Chance(var=var, domain=domain, number=many):
                count = None if many is None else self.run.value(many, known)
                self.room.comes_from(var, self.run.access.reads(domain))
                return now, known.bound(var, count, self.run.held(domain, known))
            case ir.If():
                return self.loops.branch(line, now, known), known
            case ir.For():
                return self.loops.each(line, now, known), known
            case ir.Repeat():
                return self.loops.repeat(line, now, known), known
            case (
                ir.EachPlayer(players=players, you=you, body=body)
                | ir.Secret(players=players, you=you, body=body)
            ):
                guarded = self.run.access.reads(players)
                return self.loops.over(players, you, body, now, known, guarded), known
            case ir.Together(body=body):
                return self.loops.together(body, now, known), known
            case ir.Do():
                return self.loops.routine(line, now, known), known
            case ir.Decide():
                return self.choices.decide(line, now, known)
            case ir.Phase():
                return self._phase(line, now, known), known
            case ir.End(phase=phase):
                self.run.ends[phase] = joined(self.run.ends.get(phase), now.copy())
                return None, known
            case ir.Shuffle() | ir.Flip() | ir.Show() | ir.Say() | ir.Record() | ir.Park():
                return now, known

    def _after_standing_rules(self, now: Position) -> Position | None:
        """Standing rules, and phases that stop, after a line."""
        changed, self.run.changed = self.run.changed, set()
        if not changed:
            return now
        after: Position | None = self._rules(now, changed)
        for name, condition, known, reads in reversed(self.run.stops):
            if after is None or reads.isdisjoint(changed):
                continue
            self.run.position = after
            test = self.run.truth(condition, known)
            if test != NO:
                self.run.ends[name] = joined(self.run.ends.get(name), after.copy())
                self.run.certain = False
            if test == YES:
                after = None
        return after

    # ------------------------------------------------------------ phases

    def _phase(self, line: ir.Phase, now: Position, known: Known) -> Position | None:
        outer_end, self.run.ends[line.name] = self.run.ends.get(line.name), None
        outer_counter = self.run.counters.get(line.name)
        depth = len(self.run.guards)
        if line.you is not None:
            self.room.comes_from(line.you, frozenset())
        if line.stops is not None:
            reads = self.run.access.reads(line.stops)
            self.run.guards.append(reads)
            if self.run.truth(line.stops, known) == YES:
                return now
            self.run.stops.append((line.name, line.stops, known, reads))
        if line.until is not None:
            self.run.guards.append(self.run.access.reads(line.until))
        kept = self.run.certain
        after = self._passes(line, now, known)
        del self.run.guards[depth:]
        if line.stops is not None:
            self.run.stops.pop()
        after = joined(after, self.run.ends.pop(line.name))
        # What comes behind is certain, unless more than this phase may have been left.
        self.run.certain = kept and not any(left is not None for left in self.run.ends.values())
        self.run.ends[line.name] = outer_end
        if outer_counter is None:
            self.run.counters.pop(line.name, None)
        else:
            self.run.counters[line.name] = outer_counter
        return after

    def _passes(self, line: ir.Phase, now: Position, known: Known) -> Position | None:
        times = YES if line.once else (None if line.times is None else self.run.value(line.times, known))
        exact = times.single if times is not None and not line.at_most else None
        if exact is not None and exact <= (MOST_PASSES if self.run.certain else 1):
            return self._counted_passes(line, exact, now, known)
        self.run.counters[line.name] = Range(1, max(1, times.high if times is not None else 2**31 - 1))
        self.run.endless += times is None
        result = self._passes_without_number(line, times, now, known)
        self.run.endless -= times is None
        return result

    def _passes_without_number(
        self, line: ir.Phase, times: Range | None, now: Position, known: Known
    ) -> Position | None:
        result: Position | None = None
        patience = PATIENCE if self.run.certain else 0
        for index in range(MOST_TRIES):
            test = NO if line.until is None else self._until(line.until, now, known)
            if test != NO or times is not None:
                result = joined(result, now.copy())
                self.run.certain = False
            if test == YES:
                break
            after = self._pass(line, index, now.copy(), known)
            self.run.certain = False
            if after is None:
                break
            both = now.joined(after)
            if both.same(now) and index > 0:
                break
            now = both if index < patience else self.run.instances.widened(now, both)
        else:
            result = joined(result, now)
        return result

    def _until(self, condition: ir.Expr, now: Position, known: Known) -> Range:
        self.run.position = now
        return self.run.truth(condition, known)

    def _counted_passes(self, line: ir.Phase, times: int, now: Position, known: Known) -> Position | None:
        result: Position | None = None
        after: Position | None = now
        for index in range(times):
            if after is None:
                return result
            self.run.counters[line.name] = Range(index + 1, index + 1)
            test = NO if line.until is None else self._until(line.until, after, known)
            if test != NO:
                result = joined(result, after.copy())
                self.run.certain = False
            if test == YES:
                return result
            after = self._pass(line, index, after, known)
        return joined(result, after)

    def _pass(self, line: ir.Phase, index: int, now: Position, known: Known) -> Position | None:
        self.run.position = now
        if line.turn is None or line.you is None:
            return self.block(line.body, now, known)
        seats = self._whose(line, index, known)
        return self.block(line.body, now, known.bound(line.you, seats))

    def _whose(self, line: ir.Phase, index: int, known: Known) -> Range:
        """The player of a pass, where it is known."""
        everyone = Range(0, self.run.program.players - 1)
        match line.turn:
            case ir.TurnOfEach(players=ir.ConstSeq(values=seats), first=first):
                known_seats = tuple(seat for seat in seats if isinstance(seat, int))
                start = 0
                if first is not None:
                    seat = self.run.value(first, known).single
                    if seat is None or seat not in known_seats:
                        return everyone
                    start = known_seats.index(seat)
                if not known_seats:
                    return everyone
                # Only the first pass is certain to be this player's: later ones stand for many.
                counter = self.run.counters.get(line.name)
                if index == 0 or (counter is not None and counter.single is not None):
                    seat = known_seats[(start + index) % len(known_seats)]
                    return Range(seat, seat)
                return everyone
            case ir.TurnOf(player):
                return self.run.value(player, known)
            case _:
                return everyone

    # ------------------------------------------------------------ standing rules

    def _rules(self, now: Position, changed: set[Thing]) -> Position:
        for _round in range(MOST_TRIES):
            acted = False
            for rule in self.run.program.rules:
                if self.run.access.rule_reads(rule).isdisjoint(changed):
                    continue
                before = now.copy()
                now = self._rule(rule, now)
                if not now.same(before):
                    acted = True
            changed = changed | self.run.changed
            self.run.changed = set()
            if not acted:
                break
        return now

    def _rule(self, rule: ir.Rule, now: Position) -> Position:
        self.run.count_line()
        self.run.quiet += 1
        self.run.guards.append(self.run.access.rule_reads(rule))
        self.run.position = now
        domains = [self.run.evaluator.sizes.members(domain, {}) for _var, domain in rule.vars]
        known_domains = [values for values in domains if values is not None]
        if len(known_domains) < len(domains):
            known = Known()
            now = self.loops.repeated(lambda position: self.block(rule.body, position, known), now)
        else:
            for combination in product(*known_domains):
                known = Known()
                for (var, _domain), member in zip(rule.vars, combination, strict=True):
                    known = known.bound(var, Range(member, member))
                now = self._acting(rule, now, known)
        self.run.guards.pop()
        self.run.quiet -= 1
        return now

    def _acting(self, rule: ir.Rule, now: Position, known: Known) -> Position:
        """A rule acts as long as its condition holds."""
        for _time in range(MOST_PASSES):
            self.run.position = now
            test = self.run.truth(rule.condition, known)
            if test == NO:
                return now
            if test == MAYBE:
                return self.loops.repeated(lambda position: self.block(rule.body, position, known), now)
            before = now.copy()
            after = self.block(rule.body, now, known)
            if after is None or after.same(before):
                return before
            now = after
        return now


def _only_tells(line: ir.Stmt) -> bool:
    """Whether a line moves nothing and changes nothing, whatever it goes through."""
    if isinstance(line, (ir.If, ir.For, ir.Repeat)):
        return all(map(_only_tells, chain.from_iterable(blocks_of(line))))
    return isinstance(line, (ir.Say, ir.Show))
