"""The numbers of pieces followed through the flow: decks too small, zones too full, nothing to choose from.

The flow is carried out once for each number of players, with ranges for the pieces in each zone. What
nobody can know before play (a choice, chance, a condition) goes both ways. Only what then still is
certain is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from attrs import define, evolve, field, frozen

from rulesdsl.check.whole.access import Access, Place, touches
from rulesdsl.check.whole.positions import Held, Instances, Key, Position, counted, joined
from rulesdsl.check.whole.ranges import MAYBE, NO, NOTHING, YES, Evaluator, Range, Values
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.program import (
    Alternative,
    Apply,
    Assign,
    Chance,
    ConstSeq,
    Deal,
    Decide,
    Do,
    Draw,
    EachPlayer,
    End,
    EnumDomain,
    Expr,
    Flip,
    For,
    If,
    Include,
    Let,
    Local,
    Move,
    OneParam,
    OptionalDomain,
    Over,
    Park,
    Phase,
    PieceDomain,
    PlayerDomain,
    Program,
    Record,
    Repeat,
    Rule,
    Say,
    Secret,
    SeqDomain,
    Show,
    Shuffle,
    SlotPiece,
    SomeParam,
    Stmt,
    Together,
    TurnOf,
    TurnOfEach,
    Var,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
)
from rulesdsl.source import Span

MOST_LINES = 12_000
"""Lines carried out in one run of the flow; a longer one is given up, and says nothing."""

MOST_PASSES = 60
"""Passes of a phase that are carried out one by one; of more, the first few and then any number."""

SMALL_KIND = 12
"""A loop over some members of so small a kind is carried out member by member."""

PATIENCE = 2
"""So often a loop is carried out as it is, before what still changes in it may change as far as it can."""

MOST_TRIES = 8

UNTOUCHED = object()
"""The mark of a zone that nothing has changed yet."""

_KEEPS_PIECES = frozenset({"as", "first", "last", "first_n", "last_n", "the_only", "distinct", "without"})


class TooLong(Exception):
    """The run has reached its limit."""


@frozen
class Shortage:
    """What failed at a line: `sort` is "deal", "draw", "overflow", "nothing" or "perhaps"."""

    sort: str
    zone: str
    wanted: int
    there: int
    each: int = 0


@define
class Visits:
    times: int = 0
    failures: int = 0
    surely: bool = False
    shortage: Shortage | None = None


@frozen
class Known:
    """What is known of variables: their values, and where the pieces lie that they stand for."""

    values: Values = field(factory=dict)
    held: dict[int, Held] = field(factory=dict)

    def bound(self, var: Var, value: Range | None, held: Held | None = None) -> Known:
        values = self.values if value is None else {**self.values, var.number: value}
        places = self.held if held is None else {**self.held, var.number: held}
        return Known(values, places)


class Supply:
    """One run of the flow of one program."""

    def __init__(self, program: Program, access: Access, reachable: Reachable, patience: int) -> None:
        """`patience`: so many lines are carried out that perhaps are never reached, before all is possible."""
        self.patience = patience
        self.program = program
        self.access = access
        self.reachable = reachable
        self.visits: dict[Span, Visits] = {}
        self.perhaps: dict[Span, str] = {}
        """Decisions that must be taken, and the zone in which there may be nothing to choose."""
        self.instances = Instances(program, reachable)
        self.position = self.instances.start()
        self.before: Position | None = None
        """Inside `together`: the position on which everything is worked out."""
        self.evaluator = Evaluator(program, self)
        self.certain = True
        self._there = 0
        self.lines = 0
        self.changed: set[Place] = set()
        self.quiet = 0
        self.guards: list[frozenset[Place]] = []
        self.ends: dict[str, Position | None] = {}
        self.stops: list[tuple[str, Expr, Known, frozenset[Place]]] = []
        self.counters: dict[str, Range] = {}

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

    # ------------------------------------------------------------ the position, for formulas

    def zone_count(self, ref: ZoneRef, values: Values) -> Range:
        keys, sure = self._keys(ref, values)
        return counted(self.before or self.position, keys, sure=sure, single=None not in ref.index)

    def state(self, name: str) -> Range | None:
        return self.reachable.states.get(name)

    def counter(self, phase: str) -> Range | None:
        return self.counters.get(phase)

    def summed(self, what: Expr, table: str) -> Range | None:
        return self.reachable.summed(what, table)

    def _keys(self, ref: ZoneRef, values: Values) -> tuple[tuple[Key, ...], bool]:
        known = tuple(None if one is None else self.evaluator.value(one, values) for one in ref.index)
        return self.instances.keys(ref, known)

    def _truth(self, expr: Expr, known: Known) -> Range:
        self.evaluator.memo.clear()
        return self.evaluator.truth(expr, known.values)

    def _value(self, expr: Expr, known: Known) -> Range:
        self.evaluator.memo.clear()
        return self.evaluator.truth(expr, known.values)

    # ------------------------------------------------------------ lines

    def _block(self, lines: tuple[Stmt, ...], position: Position, known: Known) -> Position | None:
        """The position behind the lines, None where they always end something."""
        now: Position | None = position
        for line in lines:
            if now is None:
                return None
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
                now = self._settled(now)
        return now

    def _line(self, line: Stmt, now: Position, known: Known) -> tuple[Position | None, Known]:
        match line:
            case Let(var, value):
                return now, known.bound(var, self._value(value, known), self._held(value, known))
            case Move():
                return now, self._move(line, now, known)
            case Draw():
                return now, self._draw(line, now, known)
            case Deal():
                self._deal(line, now, known)
                return now, known
            case Assign(state=name) | Include(state=name):
                self.changed.add(("state", name))
                return now, known
            case Chance(var=var, domain=domain, number=many):
                count = None if many is None else self._value(many, known)
                return now, known.bound(var, count, self._held(domain, known))
            case If():
                return self._if(line, now, known), known
            case For():
                return self._for(line, now, known), known
            case Repeat():
                return self._repeat(line, now, known), known
            case EachPlayer(players=players, you=you, body=body) | Secret(players=players, you=you, body=body):
                guarded = self.access.reads(players)
                return self._over(players, you, body, now, known, guarded), known
            case Together(body=body):
                return self._together(body, now, known), known
            case Do():
                return self._do(line, now, known), known
            case Decide():
                return self._decide(line, now, known)
            case Phase():
                return self._phase(line, now, known), known
            case End(phase=phase):
                self.ends[phase] = joined(self.ends.get(phase), now.copy())
                return None, known
            case Shuffle() | Flip() | Show() | Say() | Record() | Park():
                return now, known

    def _settled(self, now: Position) -> Position | None:
        """Standing rules, and phases that stop, after a line."""
        changed, self.changed = self.changed, set()
        if not changed:
            return now
        after: Position | None = self._rules(now, changed)
        for name, condition, known, reads in reversed(self.stops):
            if after is None or not touches(reads, changed):
                continue
            self.position = after
            test = self._truth(condition, known)
            if test != NO:
                self.ends[name] = joined(self.ends.get(name), after.copy())
                self.certain = False
            if test == YES:
                after = None
        return after

    # ------------------------------------------------------------ pieces

    def _held(self, what: Expr, known: Known) -> Held | None:
        """Where the pieces of a value lie."""
        match what:
            case ZonePieces(zone=ref) | SlotPiece(zone=ref):
                keys, sure = self._keys(ref, known.values)
                return self._aged(Held(keys, whole=sure))
            case ZonesPieces(var, owners, zone):
                members = self.evaluator.members(owners, known.values)
                seats = range(self.program.players) if members is None else members
                keys = tuple(
                    key
                    for seat in seats
                    for key in self._keys(zone, {**known.values, var.number: Range(seat, seat)})[0]
                )
                return self._aged(Held(keys, whole=members is not None))
            case Local(var):
                return known.held.get(var.number)
            case Apply(op="as", args=(inner,)):
                return self._held(inner, known)
            case Over(domain=inner, value=None):
                return self._part(self._held(inner, known))
            case Apply(op=op, args=args) if op in _KEEPS_PIECES:
                return self._part(self._held(args[0], known))
            case _:
                return None

    def _part(self, held: Held | None) -> Held | None:
        return None if held is None else evolve(held, whole=False)

    def _aged(self, held: Held) -> Held:
        if len(held.keys) != 1:
            return held
        return evolve(held, since=self.position.ages.get(held.keys[0], UNTOUCHED))

    def _amount(self, what: Expr, known: Known) -> Range:
        found = self._value(what, known)
        if isinstance(what.type, SeqDomain):
            return found
        if found == NOTHING:
            return NO
        return MAYBE if found.none else YES

    def _move(self, line: Move, now: Position, known: Known) -> Known:
        amount = self._amount(line.what, known)
        held = self._held(line.what, known)
        target, sure = self._keys(line.to, known.values)
        if amount.high == 0:
            return known
        if held is None:
            for zone in self.access.zones_of(line.what):
                self._take(now, Held(self.instances.by_zone[zone]), amount)
        else:
            self._take(now, held, amount)
        self._put(now, target, amount, sure=sure, span=line.span)
        match line.what:
            case Local(var) | Apply(op="as", args=(Local(var),)):
                return known.bound(var, None, self._aged(Held(target)))
            case _:
                return known

    def _take(self, now: Position, held: Held, amount: Range) -> None:
        before = self.before
        if len(held.keys) > 1 and not held.whole:
            self.instances.blurred.update(key[0] for key in held.keys)
        for key in held.keys:
            count = now.counts[key]
            self.changed.add(("zone", key[0]))
            if held.whole and key[0] not in self.instances.together:
                gone = count if before is None else before.counts[key]
                now.change(key, Range(max(0, count.low - gone.low), max(0, count.high - gone.high)))
                continue
            sure = len(held.keys) == 1 and held.since is now.ages.get(key, UNTOUCHED)
            high = max(0, count.high - amount.low) if sure else count.high
            now.change(key, Range(max(0, count.low - amount.high), max(high, 0)))

    def _put(self, now: Position, keys: tuple[Key, ...], amount: Range, *, sure: bool, span: Span | None) -> None:
        one = sure and len(keys) == 1
        if not one:
            self.instances.blurred.update(key[0] for key in keys)
        for key in keys:
            zone = self.instances.zones[key[0]]
            before = now.counts[key]
            coming = amount if one else Range(0, amount.high)
            low, high = before.low + coming.low, before.high + coming.high
            self.changed.add(("zone", key[0]))
            most = self.instances.most(key)
            if zone.limited and key[0] not in self.instances.together:
                self._overflow(now, key, low, high, span)
            now.change(key, Range(min(low, most), min(high, most)))

    def _overflow(self, now: Position, key: Key, low: int, high: int, span: Span | None) -> None:
        zone = self.instances.zones[key[0]]
        beyond = zone.old_to or zone.extra_to
        if beyond is None:
            self._visit(span, Shortage("overflow", key[0], low, zone.capacity), low > zone.capacity)
            return
        more = Range(max(0, low - zone.capacity), max(0, high - zone.capacity))
        if more.high:
            values = {var.number: Range(at, at) for var, at in zip(zone.index, key[1], strict=True)}
            keys, sure = self._keys(beyond, values)
            self._put(now, keys, more, sure=sure, span=None)

    def _visit(self, span: Span | None, shortage: Shortage, failed: bool) -> None:
        if span is None:
            return
        visits = self.visits.setdefault(span, Visits())
        visits.times += 1
        if failed:
            visits.failures += 1
            if self.certain and not visits.surely:
                visits.surely, visits.shortage = True, shortage
            elif visits.shortage is None:
                visits.shortage = shortage

    def _draw(self, line: Draw, now: Position, known: Known) -> Known:
        many = self._value(line.number, known)
        drawn = self._drawn(now, line.source, many, known, up_to=line.up_to)
        there = self._there
        if not line.up_to:
            shortage = Shortage("draw", line.source.zone, many.low, there)
            self._visit(line.span, shortage, there < many.low)
        keys, sure = self._keys(line.to, known.values)
        self._put(now, keys, drawn, sure=sure, span=line.span)
        if line.var is None:
            return known
        value = None
        if not line.single:
            value = drawn
        elif drawn.high == 0:
            value = NOTHING
        return known.bound(line.var, value, self._aged(Held(keys)))

    def _drawn(self, now: Position, source: ZoneRef, many: Range, known: Known, *, up_to: bool) -> Range:
        """Take pieces from a zone that may be renewed; `_there` is how many there were at most."""
        keys, sure = self._keys(source, known.values)
        here = counted(now, keys, sure=sure, single=None not in source.index)
        zone = self.instances.zones[source.zone]
        renewed = zone.renewed_from
        stock = NO
        stock_keys: tuple[Key, ...] = ()
        when = NO
        if renewed is not None and len(keys) != 1:
            self._there = self.reachable.pieces[source.zone].bit_count()
            self.instances.blurred.update((source.zone, renewed.zone))
            for key in (*keys, *self.instances.by_zone[renewed.zone]):
                self.changed.add(("zone", key[0]))
                now.change(key, Range(0, self.instances.most(key)))
            return Range(0 if up_to else many.low, many.high)
        if renewed is not None:
            values = {var.number: Range(at, at) for var, at in zip(zone.index, keys[0][1], strict=True)}
            stock_keys, stock_sure = self._keys(renewed, values)
            stock = counted(now, stock_keys, sure=stock_sure)
            when = YES if zone.renewed_when is None else self._truth(zone.renewed_when, Known(values))
        more = stock if when != NO else NO
        self._there = here.high + more.high
        least = here.low + (stock.low if when == YES else 0)
        drawn = Range(min(many.low, least), min(many.high, self._there)) if up_to else Range(
            min(many.low, self._there), min(many.high, self._there)
        )
        for key in keys:
            self.changed.add(("zone", key[0]))
            count = now.counts[key]
            if len(keys) > 1 or not sure:
                self.instances.blurred.add(key[0])
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
            self.changed.add(("zone", stock_key[0]))
            count = now.counts[stock_key]
            now.change(stock_key, NO if surely else Range(0, count.high))
        if surely:
            low = max(0, here.low + stock.low - drawn.high)
            now.change(key, Range(low, max(0, here.high + stock.high - drawn.low)))
        else:
            now.change(key, Range(0, min(here.high + stock.high, self.instances.most(key))))

    def _deal(self, line: Deal, now: Position, known: Known) -> None:
        many = self._value(line.number, known)
        seats = self.evaluator.members(line.players, known.values)
        players = self._value(line.players, known)
        whole = Range(many.low * players.low, many.high * players.high)
        drawn = self._drawn(now, line.source, whole, known, up_to=False)
        there = self._there
        shortage = Shortage("deal", line.source.zone, whole.low, there, many.low)
        self._visit(line.span, shortage, there < whole.low)
        for seat in seats if seats is not None else range(self.program.players):
            keys, sure = self._keys(line.to, {**known.values, line.you.number: Range(seat, seat)})
            fair = drawn.low >= whole.low and seats is not None
            share = Range(many.low if fair else 0, many.high)
            self._put(now, keys, share, sure=sure, span=line.span)

    # ------------------------------------------------------------ branches and loops

    def _perhaps(self, act: Callable[[Position], Position | None], now: Position) -> Position | None:
        """Something that may or may not be done."""
        kept, self.certain = self.certain, False
        after = act(now.copy())
        self.certain = kept
        return joined(now, after)

    def _if(self, line: If, now: Position, known: Known) -> Position | None:
        test = self._truth(line.condition, known)
        self.guards.append(self.access.reads(line.condition))
        try:
            if test in (YES, NO):
                return self._block(line.then if test == YES else line.otherwise, now, known)
            kept, self.certain = self.certain, False
            one = self._block(line.then, now.copy(), known)
            other = self._block(line.otherwise, now, known)
            # Where one branch ends the game or a phase, what follows is no longer certain.
            self.certain = kept and one is not None and other is not None
            return joined(one, other)
        finally:
            self.guards.pop()

    def _for(self, line: For, now: Position, known: Known) -> Position | None:
        guarded = self.access.reads(line.domain)
        return self._over(line.domain, line.var, line.body, now, known, guarded)

    def _over(
        self,
        domain: Expr,
        var: Var,
        body: tuple[Stmt, ...],
        now: Position,
        known: Known,
        guarded: frozenset[Place],
    ) -> Position | None:
        """A body for each member of a sequence."""
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
                return after
            count = self._value(domain, known)
            possible = self._possible(domain)
            if possible is not None and self.certain and count.low < len(possible):
                for member in possible:
                    inner = known.bound(var, Range(member, member), held)
                    after = self._perhaps(lambda one, inner=inner: self._block(body, one, inner), after or now)
                return after
            span = Range(min(members), max(members)) if members else None
            inner = known.bound(var, span, held)
            return self._times(count, lambda one, _at: self._block(body, one, inner), now)
        finally:
            self.guards.pop()

    def _possible(self, domain: Expr) -> tuple[int, ...] | None:
        """The members that a sequence may have, if they are few."""
        if not isinstance(domain.type, SeqDomain):
            return None
        match domain, domain.type.of:
            case ConstSeq(values=values), _ if len(values) <= SMALL_KIND:
                return tuple(value for value in values if isinstance(value, int))
            case _, PlayerDomain():
                return tuple(range(self.program.players))
            case _, EnumDomain(name) if len(self.program.enums[name]) <= SMALL_KIND:
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
            for at in range(1, exact + 1):
                if after is None:
                    return None
                after = act(after, at)
            return after
        if count.high <= 0:
            return now
        if count.low <= 0:
            return self._repeated(lambda one: act(one, 0), now)
        first = act(now, 0)
        return None if first is None else self._repeated(lambda one: act(one, 0), first)

    def _repeated(self, act: Callable[[Position], Position | None], now: Position) -> Position:
        """Something done any number of times, perhaps never."""
        kept, self.certain = self.certain, False
        patience = PATIENCE if kept else 0
        for at in range(MOST_TRIES):
            after = act(now.copy())
            both = now if after is None else now.joined(after)
            if both.same(now):
                break
            now = both if at < patience else self.instances.widened(now, both)
        self.certain = kept
        return now

    def _repeat(self, line: Repeat, now: Position, known: Known) -> Position | None:
        count = self._value(line.number, known)

        def once(one: Position, at: int) -> Position | None:
            inner = known if line.var is None or at == 0 else known.bound(line.var, Range(at, at))
            return self._block(line.body, one, inner)

        return self._times(count, once, now)

    def _together(self, body: tuple[Stmt, ...], now: Position, known: Known) -> Position | None:
        kept = self.before
        self.before = now.copy()
        self.quiet += 1
        after = self._block(body, now, known)
        self.quiet -= 1
        self.before = kept
        return after

    def _do(self, line: Do, now: Position, known: Known) -> Position | None:
        proc = self.program.procs.get(line.proc)
        if proc is None:
            return now
        inner = Known()
        if proc.you is not None and line.you is not None:
            inner = inner.bound(proc.you, self._value(line.you, known))
        for param, arg in zip(proc.params, line.args, strict=False):
            inner = inner.bound(param, self._value(arg, known), self._held(arg, known))
        return self._block(proc.body, now, inner)

    # ------------------------------------------------------------ decisions

    def _decide(self, line: Decide, now: Position, known: Known) -> tuple[Position | None, Known]:
        known = self._declined(line, known)
        ways = [(one, *self._legal(one, now, known)) for one in line.alternatives]
        open_ways = [way for way in ways if way[1] != NO]
        must = not line.decline and not line.if_possible
        if must:
            lacking = self._lacking(line, ways, known)
            self._visit(line.span, Shortage("nothing", lacking, 1, 0), not open_ways)
        if not open_ways:
            return now, known
        kept, self.certain = self.certain, self.certain and must and len(open_ways) == 1
        act = lambda one: self._taken(open_ways, one)  # noqa: E731
        after: Position | None
        if line.repeatedly:
            after = self._repeated(act, now)
        else:
            taken = act(now.copy())
            stays = line.decline or (line.if_possible and not any(way[1] == YES for way in open_ways))
            after = joined(now, taken) if stays else taken
        self.certain = kept if after is not None else False
        if len(open_ways) == 1:
            single = open_ways[0][2]
            known = Known({**known.values, **single.values}, {**known.held, **single.held})
            if line.decline:
                known = self._declined(line, known)
        return after, known

    def _declined(self, line: Decide, known: Known) -> Known:
        """Variables of a decision mean nothing certain behind it, if it may be declined."""
        if not line.decline:
            return known
        numbers = {param.var.number for one in line.alternatives for param in one.params}
        values = {number: value for number, value in known.values.items() if number not in numbers}
        return Known(values, known.held)

    def _taken(self, ways: list[tuple[Alternative, Range, Known]], now: Position) -> Position | None:
        after: Position | None = None
        for alternative, _legal, inner in ways:
            self.guards.append(self.access.reads(alternative.params) | self.access.reads(alternative.checks))
            after = joined(after, self._block(alternative.body, now.copy(), inner))
            self.guards.pop()
        return after

    def _legal(self, one: Alternative, now: Position, known: Known) -> tuple[Range, Known]:
        """Whether an alternative can be taken, and what is known then."""
        self.position = now
        tests = [self._truth(check.test, known) for check in one.checks[0]]
        for at, param in enumerate(one.params):
            there = self._value(param.domain, known)
            held = self._part(self._held(param.domain, known))
            match param:
                case OneParam(var):
                    tests.append(NO if there.high == 0 else (YES if there.low > 0 else MAYBE))
                    known = known.bound(var, None, held)
                case SomeParam(var, low, high):
                    least, most = self._value(low, known), self._value(high, known)
                    tests.append(NO if there.high < least.low else (YES if there.low >= least.high else MAYBE))
                    known = known.bound(var, Range(least.low, max(least.low, min(most.high, there.high))), held)
            if param.where is not None:
                tests.append(self._truth(param.where, known))
            tests.extend(self._truth(check.test, known) for check in one.checks[at + 1])
        if NO in tests:
            return NO, known
        return (YES if all(test == YES for test in tests) else MAYBE), known

    def _lacking(self, line: Decide, ways: list[tuple[Alternative, Range, Known]], known: Known) -> str:
        """The zone that a decision chooses from and that is perhaps empty, though nothing guards against it."""
        found = ""
        for alternative, legal, _inner in ways:
            empty = self._empty_zone(alternative, known)
            if legal == NO:
                found = found or empty
                continue
            guards = [*self.guards, self.access.reads(alternative.checks)]
            if legal == YES or not empty or any(("zone", empty) in guard for guard in guards):
                return found
            found = empty
        if not found or all(legal == NO for _alternative, legal, _inner in ways):
            return found
        if line.span is not None:
            self.perhaps.setdefault(line.span, found)
        return found

    def _empty_zone(self, alternative: Alternative, known: Known) -> str:
        for param in alternative.params:
            match param.domain:
                case ZonePieces(zone=ref) if ref.zone not in self.instances.blurred:
                    if self._value(param.domain, known).low == 0:
                        return ref.zone
                case _:
                    pass
        return ""

    # ------------------------------------------------------------ phases

    def _phase(self, line: Phase, now: Position, known: Known) -> Position | None:
        outer_end, self.ends[line.name] = self.ends.get(line.name), None
        outer_counter = self.counters.get(line.name)
        depth = len(self.guards)
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

    def _passes(self, line: Phase, now: Position, known: Known) -> Position | None:
        times = YES if line.once else (None if line.times is None else self._value(line.times, known))
        exact = times.single if times is not None and not line.at_most else None
        if exact is not None and exact <= (MOST_PASSES if self.certain else 1):
            return self._counted_passes(line, exact, now, known)
        self.counters[line.name] = Range(1, max(1, times.high if times is not None else 2**31 - 1))
        result: Position | None = None
        patience = PATIENCE if self.certain else 0
        for at in range(MOST_TRIES):
            test = NO if line.until is None else self._until(line.until, now, known)
            if test != NO or times is not None:
                result = joined(result, now.copy())
                self.certain = False
            if test == YES:
                break
            after = self._pass(line, at, now.copy(), known)
            self.certain = False
            if after is None:
                break
            both = now.joined(after)
            if both.same(now) and at > 0:
                break
            now = both if at < patience else self.instances.widened(now, both)
        else:
            result = joined(result, now)
        return result

    def _until(self, condition: Expr, now: Position, known: Known) -> Range:
        self.position = now
        return self._truth(condition, known)

    def _counted_passes(self, line: Phase, times: int, now: Position, known: Known) -> Position | None:
        result: Position | None = None
        after: Position | None = now
        for at in range(times):
            if after is None:
                return result
            self.counters[line.name] = Range(at + 1, at + 1)
            test = NO if line.until is None else self._until(line.until, after, known)
            if test != NO:
                result = joined(result, after.copy())
                self.certain = False
            if test == YES:
                return result
            after = self._pass(line, at, after, known)
        return joined(result, after)

    def _pass(self, line: Phase, at: int, now: Position, known: Known) -> Position | None:
        self.position = now
        if line.turn is None or line.you is None:
            return self._block(line.body, now, known)
        seats = self._whose(line, at, known)
        return self._block(line.body, now, known.bound(line.you, seats))

    def _whose(self, line: Phase, at: int, known: Known) -> Range:
        """The player of a pass, where it is known."""
        everyone = Range(0, self.program.players - 1)
        match line.turn:
            case TurnOfEach(players=ConstSeq(values=seats), first=first):
                known_seats = tuple(seat for seat in seats if isinstance(seat, int))
                start = 0
                if first is not None:
                    seat = self._value(first, known).single
                    if seat is None or seat not in known_seats:
                        return everyone
                    start = known_seats.index(seat)
                # Only the first pass is certain to be this player's: later ones stand for many.
                counter = self.counters.get(line.name)
                if at == 0 or (counter is not None and counter.single is not None):
                    seat = known_seats[(start + at) % len(known_seats)]
                    return Range(seat, seat)
                return everyone
            case TurnOf(player):
                return self._value(player, known)
            case _:
                return everyone

    # ------------------------------------------------------------ standing rules

    def _rules(self, now: Position, changed: set[Place]) -> Position:
        for _round in range(MOST_TRIES):
            acted = False
            for rule in self.program.rules:
                if not touches(self.access.rule_reads(rule), changed):
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

    def _rule(self, rule: Rule, now: Position) -> Position:
        self.quiet += 1
        self.guards.append(self.access.rule_reads(rule))
        self.position = now
        domains = [self.evaluator.members(domain, {}) for _var, domain in rule.vars]
        known_domains = [one for one in domains if one is not None]
        if len(known_domains) < len(domains):
            known = Known()
            now = self._repeated(lambda one: self._block(rule.body, one, known), now)
        else:
            for combination in product(*known_domains):
                known = Known()
                for (var, _domain), member in zip(rule.vars, combination, strict=True):
                    known = known.bound(var, Range(member, member))
                now = self._acting(rule, now, known)
        self.guards.pop()
        self.quiet -= 1
        return now

    def _acting(self, rule: Rule, now: Position, known: Known) -> Position:
        """A rule acts as long as its condition holds."""
        for _time in range(MOST_PASSES):
            self.position = now
            test = self._truth(rule.condition, known)
            if test == NO:
                return now
            if test == MAYBE:
                return self._repeated(lambda one: self._block(rule.body, one, known), now)
            before = now.copy()
            after = self._block(rule.body, now, known)
            if after is None or after.same(before):
                return before
            now = after
        return now


__all__ = ["Known", "OptionalDomain", "PieceDomain", "Shortage", "Supply", "TooLong", "Visits"]
