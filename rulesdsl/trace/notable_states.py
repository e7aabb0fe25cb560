"""Which states are worth hearing of while a game goes on: amounts, not what the rules jot down."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.program_walk import everything_used, nodes_in


@frozen
class Numbers:
    """The states that hold numbers, as far as they are told. `amounts` are counted up or down, and belong to
    somebody or lead to a score; `values` are set at once to what they are.
    """

    amounts: frozenset[str]
    values: frozenset[str]
    turns: frozenset[str]
    """No numbers: these say whose turn it is, and so do the headings."""


def numbers_of(program: ir.Program) -> Numbers:
    flows = _flows(program)
    leading = _leading_to_scores(program)
    led_on = {read for name, states in flows.items() for read in states if read != name}
    amounts, values = set(), set()
    for state in program.states:
        if not isinstance(state.type, ir.IntDomain):
            continue
        inner = [domain for index, domain in enumerate(state.index) if index != state.owner_at]
        if any(isinstance(domain, ir.PieceDomain | ir.PieceNameDomain | ir.LinkDomain) for domain in inner):
            continue
        if state.name not in flows.get(state.name, ()):
            if not inner:
                values.add(state.name)
        elif state.owner_at is not None or state.name in led_on or inner or state.name in leading:
            amounts.add(state.name)
    states = frozenset(state_read.state for state_read in _reads(program, tuple(_turns(program))))
    return Numbers(frozenset(amounts), frozenset(values), states)


def _turns(program: ir.Program) -> Iterator[ir.Expr]:
    """What says whose turn it is, or with whom it begins."""
    for node in nodes_in(program.procs):
        match node:
            case ir.TurnOf(player=player):
                yield player
            case ir.TurnOfEach(first=first) | ir.EachPlayer(first=first) if first is not None:
                yield first
            case _:
                pass


def _flows(program: ir.Program) -> dict[str, set[str]]:
    """From what states the new value of each state is made."""
    result: dict[str, set[str]] = {}
    for root in (program.procs, program.rules):
        for node in nodes_in(root):
            if isinstance(node, ir.Assign):
                read = result.setdefault(node.state, set())
                read.update(state_read.state for state_read in _reads(program, node.value))
    return result


def _leading_to_scores(program: ir.Program) -> frozenset[str]:
    formulas = [score.now for score in program.scores]
    if program.winner is not None:
        formulas += program.winner.formulas
    roots = tuple(program.formulas[name].body for name in formulas if name in program.formulas)
    return frozenset(read.state for read in _reads(program, roots))


def _reads(program: ir.Program, root: object) -> Iterator[ir.StateRead]:
    """The states read, also by the formulas that are used."""
    used = everything_used(root, program.formulas, ir.StateRead)
    return (node for node in used if isinstance(node, ir.StateRead))
