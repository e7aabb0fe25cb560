"""Python and the machine side by side: the same seeds, the same options, all cells at every decision."""

import struct
from collections.abc import Callable, Sequence
from functools import partial

from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.native.machine import Machine, Stopped

ANEW = 5
"""After so many decisions the position is put in anew."""


class Different(AssertionError):
    """The two do not come to the same."""


def compared(machine: Machine, plan: Plan, seed: int, most: int) -> int:
    """One game at random, up to so many decisions; how many there were."""
    try:
        state = start(plan, seed)
    except Fault:
        faults_too(machine, partial(machine.begin, seed))
        return 0
    machine.begin(seed)
    chance = Dice(seed)
    for made in range(most):
        compare_cells(machine, state.cells, seed, made)
        if state.player is None:
            same_end(machine, plan, seed)
            return made
        if made % ANEW == 0:
            # A position that is put in: what is open is worked out again.
            machine.cells = machine.cells
            machine.options()
            compare_cells(machine, state.cells, seed, made)
        codes = [int(code) for code in state.open_codes()]
        if codes != machine.options():
            raise Different(f"seed {seed}, decision {made}: {codes} and {machine.options()}")
        option = chance.below(len(codes))
        try:
            state.apply(option)
        except Fault:
            faults_too(machine, partial(machine.choose, option))
            return made
        machine.choose(option)
    return most


def compare_cells(machine: Machine, cells: Sequence[int], seed: int, made: int) -> None:
    """As bytes, which is quick; number by number only where they differ."""
    signed = [*cells]
    signed[DICE] -= 2**64 if signed[DICE] >> 63 else 0
    if struct.pack(f"<{len(signed)}q", *signed) != machine.cell_bytes():
        pairs = zip(cells, machine.cells, strict=True)
        differing = [(place, mine, its) for place, (mine, its) in enumerate(pairs) if mine != its]
        raise Different(f"seed {seed}, decision {made}: cells {differing[:8]}")


def faults_too(machine: Machine, step: Callable[[], object]) -> None:
    before = machine.cells
    try:
        step()
    except Stopped:
        machine.cells = before
        return
    raise Different("a fault in Python, and none in the machine")


def same_end(machine: Machine, plan: Plan, seed: int) -> None:
    """Winners and totals, also as they are told of a whole game; or that they cannot be counted."""
    state = start(plan, seed)
    chance = Dice(seed)
    length = 0
    while state.player is not None:
        state.apply(chance.below(state.option_count))
        length += 1
    try:
        totals = tuple(state.total(player) for player in range(plan.program.players))
        ended = (length, state.over, state.winners(), totals)
    except Fault:
        faults_too(machine, partial(machine.play, [seed]))
        return
    (played,) = machine.play([seed])
    told = (played.length, played.over, played.winners, played.totals)
    if told != ended:
        raise Different(f"seed {seed}: {told} and {ended}")
