"""A position in which all values of a domain are used up, as far as a condition on each of them goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from math import prod

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.range_evaluation import Evaluator
from rulesdsl.check.whole.ranges import NO, NOTHING, Range
from rulesdsl.check.whole.reachable import Reachable, Supposed
from rulesdsl.statement_facts import statements_in

MOST_VALUES = 40
"""Values of a state, or numbers of pieces, that are tried one by one."""


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
    for state in reachable.program.states:
        if ("state", state.name) in reads and param.var.type in state.index:
            used = _of_state(state, param.where, reachable)
            if used is not None and not _freed_state(state, used[0], reachable):
                others = _others(state.index, param.var.type, reachable)
                yield Used(state.name, param.var.name, members, members * others, used[1])
    for zone in reachable.program.zones:
        index = tuple(var.type for var in zone.index)
        if ("zone", zone.name) in reads and param.var.type in index:
            used = _of_zone(zone, param.where, reachable)
            if used is not None and not _left(zone, reachable):
                others = _others(index, param.var.type, reachable)
                needed = used[0].low * members
                if reachable.pieces[zone.name].bit_count() >= needed:
                    yield Used(zone.name, param.var.name, members, needed * others, used[1])


def _members(domain: ir.Expr, reachable: Reachable) -> int:
    if isinstance(domain, ir.ConstSeq):
        return len(domain.values)
    return len(reachable.evaluator.sizes.members(domain, {}) or ())


def _others(index: tuple[ir.Domain, ...], mine: ir.Domain, reachable: Reachable) -> int:
    others = [domain for position, domain in enumerate(index) if position != index.index(mine)]
    return prod(ir.index_span(reachable.program, domain)[1] for domain in others)


# ---------------------------------------------------------------- what makes the condition fail


Failing = tuple[Range, Evaluator]
"""Values with which a condition never holds, and what is true then."""


def _of_state(state: ir.State, where: ir.Expr, reachable: Reachable) -> Failing | None:
    if isinstance(state.type, (ir.MapDomain, ir.SeqDomain)):
        return None
    result = reachable.states[state.name]
    if not result.empty and result.high - result.low >= MOST_VALUES:
        return None
    values = [Range(value, value) for value in range(result.low, result.high + 1)]
    return _failing(
        ([NOTHING] if result.none else []) + values,
        where,
        lambda supposed: Evaluator(reachable.program, Supposed(reachable, states={state.name: supposed})),
    )


def _of_zone(zone: ir.Zone, where: ir.Expr, reachable: Reachable) -> Failing | None:
    most = 1 if zone.shape == "slot" else zone.capacity if zone.limited else MOST_VALUES
    if most >= MOST_VALUES:
        return None
    used = _failing(
        [Range(count, count) for count in range(most + 1)],
        where,
        lambda supposed: Evaluator(reachable.program, Supposed(reachable, zones={zone.name: supposed})),
    )
    return used if used is not None and used[0].low > 0 else None


def _failing(values: list[Range], where: ir.Expr, suppose: Callable[[Range], Evaluator]) -> Failing | None:
    """The values with which the condition never holds, if with others it can."""
    failing = [value for value in values if suppose(value).truth(where) == NO]
    if not failing or len(failing) == len(values):
        return None
    together = reduce(Range.joined, failing)
    evaluator = suppose(together)
    return (together, evaluator) if evaluator.truth(where) == NO else None


# ---------------------------------------------------------------- what makes room again


def _freed_state(state: ir.State, used: Range, reachable: Reachable) -> bool:
    """Whether something sets a state so that it can be chosen again, or nothing ever uses it up."""
    changes = [line for line in reachable.access.state_changes if line.state == state.name]
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
