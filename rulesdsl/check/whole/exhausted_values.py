"""A position in which all values of a domain are used up, as far as a condition on each of them goes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.range_evaluation import Evaluator
from rulesdsl.check.whole.ranges import NO, NOTHING, Range, Values
from rulesdsl.check.whole.reachable import Reachable, Supposed
from rulesdsl.program_walk import lines_in
from rulesdsl.statement_facts import statements_in

MOST_VALUES = 40
"""Values of a state, or numbers of pieces, that are tried one by one."""


@define
class World(Supposed):
    """What can be, if one state has only these values, or a zone holds only so many pieces."""

    state_name: str | None
    zone_name: str | None
    values: Range

    def zone_count(self, ref: ir.ZoneRef, values: Values) -> Range:
        zone_count = self.reachable.zone_count(ref, values)
        if ref.zone != self.zone_name:
            return zone_count
        return Range(self.values.low, zone_count.high) if None in ref.index else self.values

    def state(self, name: str) -> Range | None:
        return self.values if name == self.state_name else self.reachable.state(name)


@frozen
class Used:
    """All values of a domain are used up: `evaluator` knows what is true then."""

    name: str
    """The state or zone that says so."""

    choice: str
    """What is chosen, by the name of the parameter."""

    members: int
    room: int
    """So often something can be chosen."""

    evaluator: Evaluator


def supposed_used(param: ir.Param, reachable: Reachable) -> Iterator[Used]:
    """The ways in which all that a parameter is chosen from can be used up for good."""
    if not isinstance(param, ir.OneParam) or param.where is None:
        return
    members = _members(param.domain, reachable)
    if members < 1:
        return
    reads = reachable.access.reads(param.where)
    program = reachable.program
    for state in program.states:
        if ("state", state.name) in reads and param.var.type in state.index:
            world = _of_state(state, param.where, reachable)
            if world is not None and not _freed_state(state, world.values, reachable):
                others = _others(state.index, param.var.type, reachable)
                evaluator = Evaluator(program, world)
                yield Used(state.name, param.var.name, members, members * others, evaluator)
    for zone in program.zones:
        index = tuple(var.type for var in zone.index)
        if ("zone", zone.name) in reads and param.var.type in index:
            zone_world = _of_zone(zone, param.where, reachable)
            if zone_world is not None and not _left(zone, reachable):
                others = _others(index, param.var.type, reachable)
                needed = zone_world.values.low * members
                if reachable.pieces[zone.name].bit_count() >= needed:
                    evaluator = Evaluator(program, zone_world)
                    yield Used(zone.name, param.var.name, members, needed * others, evaluator)


def _members(domain: ir.Expr, reachable: Reachable) -> int:
    if isinstance(domain, ir.ConstSeq):
        return len(domain.values)
    return len(reachable.evaluator.sizes.members(domain, {}) or ())


def _others(index: tuple[ir.Domain, ...], mine: ir.Domain, reachable: Reachable) -> int:
    product = 1
    for position, domain in enumerate(index):
        if position != index.index(mine):
            product *= ir.index_span(reachable.program, domain)[1]
    return product


# ---------------------------------------------------------------- what makes the condition fail


def _of_state(state: ir.State, where: ir.Expr, reachable: Reachable) -> World | None:
    if isinstance(state.type, (ir.MapDomain, ir.SeqDomain)):
        return None
    result = reachable.states[state.name]
    if not result.empty and result.high - result.low >= MOST_VALUES:
        return None
    values = [Range(value, value) for value in range(result.low, result.high + 1)]
    worlds = [
        World(reachable, state.name, None, item) for item in ([NOTHING] if result.none else []) + values
    ]
    return _failing(worlds, where, reachable)


def _of_zone(zone: ir.Zone, where: ir.Expr, reachable: Reachable) -> World | None:
    most = 1 if zone.shape == "slot" else zone.capacity if zone.limited else MOST_VALUES
    if most >= MOST_VALUES:
        return None
    worlds = [World(reachable, None, zone.name, Range(count, count)) for count in range(most + 1)]
    world = _failing(worlds, where, reachable)
    return world if world is not None and world.values.low > 0 else None


def _failing(worlds: list[World], where: ir.Expr, reachable: Reachable) -> World | None:
    """The values with which the condition never holds, if with others it can."""
    program = reachable.program
    failing = [world for world in worlds if Evaluator(program, world).truth(where) == NO]
    if not failing or len(failing) == len(worlds):
        return None
    first = failing[0]
    values = first.values
    for world in failing[1:]:
        values = values.joined(world.values)
    both = World(reachable, first.state_name, first.zone_name, values)
    return both if Evaluator(program, both).truth(where) == NO else None


# ---------------------------------------------------------------- what makes room again


def _freed_state(state: ir.State, used: Range, reachable: Reachable) -> bool:
    """Whether something sets a state so that it can be chosen again, or nothing ever uses it up."""
    program = reachable.program
    changes = [
        line
        for line in lines_in((tuple(program.procs.values()), program.rules))
        if isinstance(line, (ir.Assign, ir.Include)) and line.state == state.name
    ]
    if not changes:
        return True
    return not all(
        isinstance(line, ir.Assign) and _inside(reachable.evaluator.truth(line.value), used)
        for line in changes
    )


def _inside(first: Range, other: Range) -> bool:
    if first.none and not other.none:
        return False
    return first.empty or (other.low <= first.low and first.high <= other.high)


def _left(zone: ir.Zone, reachable: Reachable) -> bool:
    """Whether pieces can leave a zone."""
    program = reachable.program
    if zone.old_to is not None:
        return True
    return any(
        any(zone.name in reachable.access.zones_of(what) for what in line.takes)
        or any(source.zone == zone.name for source in line.draws_from)
        for line in statements_in((tuple(program.procs.values()), program.rules))
    )
