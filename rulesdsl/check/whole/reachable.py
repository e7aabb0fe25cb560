"""What a whole game can bring about: which pieces can get into a zone, which values a state can have.

Nothing is known of the order in which lines are carried out, so all that is found holds at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.range_evaluation import Evaluator
from rulesdsl.check.whole.ranges import NO_VALUES, NOTHING, Range, Values
from rulesdsl.facts import kinds_of
from rulesdsl.operations import Op
from rulesdsl.statement_facts import statements_in

ROUNDS = 4
"""So often the values of states are worked out anew; one that still grows then can be anything."""


@define
class Reachable:
    """What may be, in any position of any play."""

    program: ir.Program
    access: Access
    pieces: dict[str, int] = field(factory=dict)
    """For each zone the pieces that can ever lie in one of that name, as a set of bits."""
    states: dict[str, Range] = field(factory=dict)
    evaluator: Evaluator = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.evaluator = Evaluator(self.program, self)
        self._find_pieces()
        self._find_states()

    # ------------------------------------------------------------ the position, for formulas

    def zone_count(self, ref: ir.ZoneRef, values: Values) -> Range:
        _ = values
        most = self.pieces[ref.zone].bit_count()
        zone = self.access.zones[ref.zone]
        if zone.limited and None not in ref.index:
            most = min(most, zone.capacity)
        return Range(0, most)

    def state(self, name: str) -> Range | None:
        return self.states.get(name)

    def counter(self, phase: str) -> Range | None:
        _ = phase
        return None

    def summed(self, what: ir.Expr, table: str) -> Range | None:
        """The sums of an attribute over pieces that can be there."""
        result = self.program.tables.get(table)
        mask = self.mask_of(what)
        if result is None or mask is None or not isinstance(result.keys[0], ir.PieceDomain):
            return None
        first = ir.index_span(self.program, result.keys[0])[0]
        low = high = 0
        for index, value in enumerate(result.values):
            if isinstance(value, int) and value != ir.NONE and mask >> (first + index) & 1:
                low += min(0, value)
                high += max(0, value)
        return Range(low, high)

    def pieces_in(self, what: ir.Expr) -> int | None:
        return self.mask_of(what)

    def mask_of(self, what: ir.Expr) -> int | None:
        """The pieces that can be in a value."""
        sources = self.access.sources(what)
        kinds = self.kind_mask(kinds_of(what.type))
        if sources is None:
            return kinds or None
        mask = 0
        for zone in sources:
            mask |= self.pieces[zone]
        return mask & kinds

    def kind_mask(self, kinds: tuple[str, ...]) -> int:
        mask = 0
        for kind in self.program.piece_kinds:
            if kind.name in kinds:
                mask |= ((1 << kind.count) - 1) << kind.first
        return mask

    def settled(self) -> Evaluator:
        """What can be when the standing rules have come to rest."""
        limits = {
            name: Range(0, min(most, self.zone_count(ir.ZoneRef(name, ()), NO_VALUES).high))
            for name, most in _limits_kept(self.program).items()
        }
        return Evaluator(self.program, Supposed(self, zones=limits))

    # ------------------------------------------------------------ pieces

    def _find_pieces(self) -> None:
        for zone in self.program.zones:
            mask = 0
            for content in zone.starts:
                for piece in content:
                    mask |= 1 << piece
            self.pieces[zone.name] = mask
        ways = list(self._ways())
        again = True
        while again:
            again = False
            for sources, kinds, target in ways:
                coming = kinds
                if sources is not None:
                    coming = 0
                    for zone_name in sources:
                        coming |= self.pieces[zone_name]
                    coming &= kinds
                if coming & ~self.pieces[target]:
                    self.pieces[target] |= coming
                    again = True

    def _ways(self) -> Iterator[tuple[frozenset[str] | None, int, str]]:
        """From which zones (None: any) pieces of which kinds get where."""
        for zone in self.program.zones:
            own = self.kind_mask(zone.pieces.kinds)
            for ref in (zone.old_to, zone.extra_to):
                if ref is not None:
                    yield frozenset({zone.name}), own, ref.zone
            if zone.renewed_from is not None:
                yield frozenset({zone.renewed_from.zone}), own, zone.name
        for line in statements_in((tuple(self.program.procs.values()), self.program.rules)):
            for to, _down in line.to:
                for what in line.takes:
                    kinds = self.kind_mask(kinds_of(what.type))
                    yield self.access.sources(what), kinds & self._taken(to.zone), to.zone
                for source in line.draws_from:
                    yield frozenset({source.zone}), self._taken(to.zone), to.zone

    def _taken(self, zone: str) -> int:
        return self.kind_mask(self.access.zones[zone].pieces.kinds)

    # ------------------------------------------------------------ states

    def _find_states(self) -> None:
        changes = self.access.state_changes
        known = {state.name: state for state in self.program.states}
        for state in known.values():
            self.states[state.name] = self.start(state)
        # From then on each time around at least one more of them can be anything.
        for around in range(ROUNDS + len(known) + 1):
            self.evaluator.memo.clear()
            before = dict(self.states)
            for change in changes:
                state = known[change.state]
                self.states[state.name] = (
                    before[state.name].joined(self._changed(change, state)).joined(self.states[state.name])
                )
            if self.states == before:
                break
            if around >= ROUNDS:
                for name, result in self.states.items():
                    if result != before[name]:
                        self.states[name] = self.evaluator.sizes.of_type(known[name].type)
        self.evaluator.memo.clear()

    def start(self, state: ir.State) -> Range:
        if isinstance(state.starts, tuple):
            return Range(len(state.starts), len(state.starts))
        return NOTHING if state.starts == ir.NONE else Range(state.starts, state.starts)

    def _changed(self, change: ir.Assign | ir.Include, state: ir.State) -> Range:
        truth = self.evaluator.truth(change.value)
        limits = self.evaluator.sizes.of_type(state.type)
        if isinstance(change, ir.Include):
            return Range(0, limits.high)
        if isinstance(state.type, ir.MapDomain):
            return limits
        if isinstance(state.type, (ir.IntDomain, ir.OptionalDomain, ir.SeqDomain)):
            low, high = max(truth.low, limits.low), min(truth.high, limits.high)
            return Range(low, high, truth.none)
        return truth


@define
class Supposed:
    """What may be if each of these zones holds so many pieces, and these states have no other values; of all
    others, what may be at any time."""

    reachable: Reachable
    zones: Mapping[str, Range] = field(factory=dict)
    states: Mapping[str, Range] = field(factory=dict)

    def zone_count(self, ref: ir.ZoneRef, values: Values) -> Range:
        zone_count = self.reachable.zone_count(ref, values)
        supposed = self.zones.get(ref.zone)
        if supposed is None:
            return zone_count
        return Range(supposed.low, zone_count.high) if None in ref.index else supposed

    def state(self, name: str) -> Range | None:
        return self.states.get(name) or self.reachable.state(name)

    def counter(self, phase: str) -> Range | None:
        return self.reachable.counter(phase)

    def summed(self, what: ir.Expr, table: str) -> Range | None:
        return self.reachable.summed(what, table)

    def pieces_in(self, what: ir.Expr) -> int | None:
        return self.reachable.pieces_in(what)


def _limits_kept(program: ir.Program) -> dict[str, int]:
    """How many pieces a zone holds at most when the rules rest: a rule acts as long as there are more."""
    result: dict[str, int] = {}
    for rule in program.rules:
        match rule.condition:
            case ir.Apply(op=Op.GT, args=(ir.ZoneCount(zone=ref), ir.Const(most))):
                own = tuple(ir.Local(var) for var, _domain in rule.vars)
                everywhere = all(
                    isinstance(domain, ir.ConstSeq)
                    and len(domain.values) == ir.index_span(program, var.type)[1]
                    for var, domain in rule.vars
                )
                if ref.index == own and everywhere:
                    result[ref.zone] = min(most, result.get(ref.zone, most))
    return result
