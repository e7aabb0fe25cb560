"""Which decisions have possibilities that everybody at the table can work out."""

from __future__ import annotations

from rulesdsl.engine.analysis.dataflow import Dataflow
from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.program import (
    Alternative,
    Decide,
    Draw,
    Flip,
    LetExpr,
    Local,
    Move,
    OneParam,
    Over,
    PlayerDomain,
    Program,
    SetPart,
    SomeParam,
    Var,
    ZonesPieces,
)


def open_decisions(program: Program) -> frozenset[int]:
    """Their points. Of the others nobody but who decides may learn what was possible: whether something was
    the only choice, or whether nothing was possible at all, would tell what lies in a hand.
    """
    flow = Dataflow(program)
    hidden = _hidden(program)
    decides = [node for node in nodes_in((program.procs, program.rules)) if isinstance(node, Decide)]
    return frozenset(
        decide.point
        for decide in decides
        if not any(
            hidden & flow.reads(_conditions(one)) or _leans_on_what_was_before(one)
            for one in decide.alternatives
        )
    )


def open_rules(program: Program) -> frozenset[str]:
    """The standing rules of which everybody can see when they act. That another has acted is no news but by
    what it does.
    """
    flow = Dataflow(program)
    hidden = _hidden(program)
    return frozenset(
        rule.name
        for rule in program.rules
        if not hidden & flow.reads((rule.condition, tuple(domain for _, domain in rule.vars)))
    )


def _conditions(alternative: Alternative) -> tuple[object, ...]:
    return (alternative.params, alternative.checks)


def _hidden(program: Program) -> frozenset[tuple[str, str]]:
    """Zones and states of which somebody cannot see everything."""
    everywhere = (program.procs, program.rules)
    turned = any(isinstance(node, Flip) for node in nodes_in(everywhere))
    covered = {
        node.to.zone
        for node in nodes_in(everywhere)
        if isinstance(node, (Move, Draw)) and node.down is not None
    }
    zones = {
        ("zone", zone.name)
        for zone in program.zones
        if zone.seen.word != "all" or (zone.down_seen.word != "all" and (turned or zone.name in covered))
    }
    return frozenset(zones | {("state", state.name) for state in program.states if state.seen.word != "all"})


def _leans_on_what_was_before(alternative: Alternative) -> bool:
    """Whether the conditions read a value from earlier lines, which may come from something hidden."""
    own: set[Var] = set()
    read: set[Var] = set()
    for node in nodes_in(_conditions(alternative)):
        match node:
            case Local(var=var):
                read.add(var)
            case (
                LetExpr(var=var)
                | Over(var=var)
                | ZonesPieces(var=var)
                | OneParam(var=var)
                | SomeParam(var=var)
            ):
                own.add(var)
            case SetPart(var=var, result=result):
                own |= {var, result}
            case _:
                pass
    return any(not isinstance(var.type, PlayerDomain) for var in read - own)
