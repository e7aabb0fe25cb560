"""Sequences of decisions counted at work: the same numbers as in Python, from any position on."""

from __future__ import annotations

from rulesdsl.engine.state import State
from rulesdsl.native import sequences
from rulesdsl.native.machine import Machine
from rulesdsl.native.unit import TOLD_SIZE, told_at

CODES = 2**16
"""Of all decisions on the way so many options can be open."""
PARTS = 16
"""So many parts a decision has on the way, on average; where there are more, the machine stops."""
POSITIONS = 2**18
"""Of so many it is kept what was counted."""


class NativeCounter:
    """Stopped where a rule breaks on the way, or it takes more room than there is."""

    def __init__(self, machine: Machine, depth: int) -> None:
        """`depth`: how many decisions are made at most."""
        self._machine = machine
        self._at = told_at(machine.plan)
        frames = PARTS * (depth + 1)
        size = sequences.FRAME + machine.plan.size
        shared = [0] * sequences.TOLD_OF_SEQUENCES
        shared[sequences.ROOM], shared[sequences.FRAMES_AT] = frames, machine.call("reserve", frames * size)
        shared[sequences.CODES_ROOM], shared[sequences.CODES_AT] = CODES, machine.call("reserve", CODES)
        shared[sequences.SLOTS] = POSITIONS
        shared[sequences.SLOTS_AT] = machine.call("reserve", POSITIONS * sequences.KEPT)
        machine.write(self._at, shared)
        machine.call("clear_table", TOLD_SIZE << 32 | self._at)

    def counted(self, state: State, depth: int) -> tuple[int, int]:
        """How many sequences of so many decisions begin here, and after how many of them the game is over."""
        self._machine.cells = state.cells
        shared = TOLD_SIZE << 32 | self._at
        self._machine.call("count_from", shared, depth)
        while self._machine.call("count", shared, self._machine.at_once):
            pass
        counted, over = self._machine.numbers(self._at + 8 * sequences.SEQUENCES, 2)
        return counted, over
