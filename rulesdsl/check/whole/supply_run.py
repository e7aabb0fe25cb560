"""One run of the flow, with ranges for the numbers of pieces: the position and what is known of it."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.positions import Held, Instances, Key, Position, counted
from rulesdsl.check.whole.range_evaluation import Evaluator
from rulesdsl.check.whole.ranges import MAYBE, NO, NOTHING, YES, Range, Values
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.facts import Thing, members_of
from rulesdsl.operations import Op
from rulesdsl.source import Span

MOST_LINES = 12_000
"""Lines carried out, and standing rules looked at, in one run of the flow. A longer one is given up: it
says nothing."""

MOST_PASSES = 60
"""Passes of a phase that are carried out one by one; of more, the first few and then any number."""

SMALL_KIND = 12
"""A loop over some members of so small a kind is carried out member by member."""

PATIENCE = 2
"""So often a loop is carried out as it is, before what still changes in it may change as far as it can."""

MOST_TRIES = 8

UNTOUCHED = object()
"""The mark of a zone that nothing has changed yet."""


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

    def bound(self, var: ir.Var, value: Range | None, held: Held | None = None) -> Known:
        values = self.values if value is None else {**self.values, var.number: value}
        places = self.held if held is None else {**self.held, var.number: held}
        return Known(values, places)


class SupplyRun:
    """One run of the flow of one program: the position, and what is known of it."""

    def __init__(self, reachable: Reachable, patience: int, *, hopeful: bool = False) -> None:
        """`patience`: so many lines that perhaps are never reached are carried out all the same. `hopeful`:
        what is perhaps taken away is taken away, and each member of a loop has what is its own."""
        self.patience = patience
        self.hopeful = hopeful
        self.program = program = reachable.program
        self.access = reachable.access
        self.reachable = reachable
        self.visits: dict[Span, Visits] = {}
        self.perhaps: dict[Span, str] = {}
        """Decisions that must be taken, and the zone in which there may be nothing to choose."""
        self.dry: dict[Span, str] = {}
        """Draws in a loop without limit, and the zone in which perhaps too few are left."""
        self.full: dict[Span, ir.ZoneRef] = {}
        """Where pieces come to lie, and the zone in which perhaps no room is left."""
        self.bound_at: dict[int, int] = {}
        """How many guards there were when a variable got its value."""
        self.come_from: dict[int, frozenset[Thing]] = {}
        """What was looked at to give a variable its value."""
        self.changing: list[frozenset[Thing]] = []
        """What the actions and routines under way change."""
        self.apart: set[int] = set()
        """Variables of loops of which a pass has been looked at by itself."""
        self.instances = Instances(program, reachable)
        self.position = self.instances.start()
        self.before: Position | None = None
        """Inside `together`: the position on which everything is worked out."""
        self.evaluator = Evaluator(program, self)
        self.certain = True
        self.there = 0
        self.least = 0
        self.endless = 0
        """How many loops without limit are under way."""
        self.lines = 0
        self.changed: set[Thing] = set()
        self.quiet = 0
        self.guards: list[frozenset[Thing]] = []
        self.ends: dict[str, Position | None] = {}
        self.stops: list[tuple[str, ir.Expr, Known, frozenset[Thing]]] = []
        self.counters: dict[str, Range] = {}

    def count_line(self) -> None:
        self.lines += 1
        if self.lines > MOST_LINES:
            raise TooLong

    def visit(self, span: Span | None, shortage: Shortage, *, failed: bool) -> None:
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

    # ------------------------------------------------------------ the position, for formulas

    def zone_count(self, ref: ir.ZoneRef, values: Values) -> Range:
        keys, sure = self.keys(ref, values)
        return counted(self.before or self.position, keys, sure=sure, single=None not in ref.index)

    def state(self, name: str) -> Range | None:
        return self.reachable.states.get(name)

    def counter(self, phase: str) -> Range | None:
        return self.counters.get(phase)

    def summed(self, what: ir.Expr, table: str) -> Range | None:
        return self.reachable.summed(what, table)

    def pieces_in(self, what: ir.Expr) -> int | None:
        # Too slow for every line that is carried out.
        _ = what
        return None

    def keys(self, ref: ir.ZoneRef, values: Values) -> tuple[tuple[Key, ...], bool]:
        known = tuple(None if expr is None else self.evaluator.value(expr, values) for expr in ref.index)
        return self.instances.keys(ref, known)

    def truth(self, expr: ir.Expr, known: Known) -> Range:
        self.evaluator.memo.clear()
        return self.evaluator.truth(expr, known.values)

    def value(self, expr: ir.Expr, known: Known) -> Range:
        self.evaluator.memo.clear()
        return self.evaluator.truth(expr, known.values)

    # ------------------------------------------------------------ where pieces lie

    def held(self, what: ir.Expr, known: Known) -> Held | None:
        """Where the pieces of a value lie."""
        match what:
            case ir.ZonePieces(zone=ref) | ir.SlotPiece(zone=ref):
                keys, sure = self.keys(ref, known.values)
                return self.aged(Held(keys, whole=sure))
            case ir.ZonesPieces(var, owners, zone):
                members = self.evaluator.sizes.members(owners, known.values)
                seats = range(self.program.players) if members is None else members
                keys = tuple(
                    key
                    for seat in seats
                    for key in self.keys(zone, {**known.values, var.number: Range(seat, seat)})[0]
                )
                return self.aged(Held(keys, whole=members is not None))
            case ir.Local(var):
                return known.held.get(var.number)
            case ir.Apply(op=Op.AS, args=(inner,)):
                return self.held(inner, known)
            case _ if len(kept := members_of(what)) == 1:
                return self.part(self.held(kept[0], known))
            case _:
                return None

    def part(self, held: Held | None) -> Held | None:
        return None if held is None else evolve(held, whole=False)

    def aged(self, held: Held) -> Held:
        if len(held.keys) != 1:
            return held
        return evolve(held, since=self.position.ages.get(held.keys[0], UNTOUCHED))

    def amount(self, what: ir.Expr, known: Known) -> Range:
        value = self.value(what, known)
        if isinstance(what.type, ir.SeqDomain):
            return value
        if value == NOTHING:
            return NO
        return MAYBE if value.none else YES
