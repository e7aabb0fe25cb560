"""Positions as they are met again: what of a state makes a difference for how the game goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import DICE, STEPS
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.positions.equal_positions import Form
from rulesdsl.engine.state import State
from rulesdsl.environments.node import Node, Tree
from rulesdsl.program_walk import nodes_in

Position: TypeAlias = Form
"""A position in its canonical form: equal for positions that go on alike, cheap to hash."""

Progress: TypeAlias = Callable[[int], None]
"""Is told how many have been met, now and then."""

MOST_POSITIONS = 1_000_000
"""So many are kept at most, unless a greater limit is given."""

TOLD_EACH = 1_000


class TooManyPositions(ValueError):
    """A game has more positions than may be kept."""


def position_of(state: State) -> Position:
    """The canonical form: without the dice, how many steps were made, and passes that nobody counts."""
    plan = state.plan
    essence = plan.essences.of(state._cells)  # noqa: SLF001 -- only read
    essence[DICE] = essence[STEPS] = 0
    for address in _uncounted(plan):
        if essence[address] != ir.NONE:
            essence[address] = 1
    return plan.essences.form(essence)


@lru_cache(maxsize=64)
def _uncounted(plan: Plan) -> tuple[int, ...]:
    """Where the numbers of those passes stand that no line reads."""
    counted: set[str] = set()
    program = plan.program
    for node in nodes_in((program.procs, program.rules, program.formulas, program.zones)):
        match node:
            case ir.Counter(phase=name):
                counted.add(name)
            case ir.Phase(name=name, times=times) if times is not None:
                counted.add(name)
            case _:
                pass
    return tuple(address for name, address in plan.layout.phases.items() if name not in counted)


def count_positions(
    tree: Tree, *, limit: int = MOST_POSITIONS, progress: Progress | None = None
) -> tuple[int, int]:
    """How many different positions a game without secrets has at decisions and at its end, and how many of
    them are ends.
    """
    met: set[Position] = set()
    over = 0
    waiting: deque[Node] = deque([tree.root])
    while waiting:
        node = waiting.pop()
        for position in node.positions:
            key = position_of(position.state)
            if key in met:
                continue
            met.add(key)
            if len(met) > limit:
                raise TooManyPositions(f"{tree.program.title} has more than {limit:,} positions")
            if progress is not None and len(met) % TOLD_EACH == 0:
                progress(len(met))
            if position.over:
                over += 1
            else:
                waiting += position.children
    return len(met), over
