"""A compiled module at work: wasmtime, which is imported here alone."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import wasmtime
from attrs import frozen

from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.plan import Plan
from rulesdsl.native import loops
from rulesdsl.native.compiler import compiled
from rulesdsl.native.unit import CELLS_AT, TOLD_SIZE, told_at

MOST_AT_ONCE = 20_000
"""So many decisions are made in one call, a few hundredths of a second: then whoever waits can be heard."""
CHOOSERS_STREAM = 1
"""The stream of the dice by which options are chosen, as in `Dice(seed)`."""


class Stopped(Exception):
    """The machine has stopped: the step is to be done in Python, which says why."""


@frozen
class Played:
    """What came of a game that was played at random."""

    seed: int
    length: int
    """How many decisions were made."""
    over: bool
    winners: tuple[int, ...]
    totals: tuple[int, ...]


class Machine:
    """One store with one memory: a game at a time."""

    def __init__(self, plan: Plan, module: bytes | None = None) -> None:
        self.plan = plan
        if module is None:
            module, self.gaps = compiled(plan)
        self._store = wasmtime.Store(wasmtime.Engine())
        made = wasmtime.Module(self._store.engine, module)
        self._exports = wasmtime.Instance(self._store, made, []).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory

    def call(self, name: str, *values: int) -> int:
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        try:
            given = function(self._store, *values)
        except wasmtime.Trap as trap:
            raise Stopped(str(trap)) from None
        return given if isinstance(given, int) else 0

    # ---- one game, decision by decision

    def begin(self, seed: int) -> None:
        """A new game, at its first decision."""
        self.call("begin", seed)

    def choose(self, option: int) -> None:
        """An option by its place, and on to the next decision."""
        self.call("choose", option)

    def options(self) -> list[int]:
        """The codes of the open decision."""
        handle = self.call("options")
        return self._numbers(handle & 0xFFFF_FFFF, handle >> 32 & 0xFFFF_FFFF)

    @property
    def cells(self) -> list[int]:
        cells = self._numbers(CELLS_AT, self.plan.size)
        cells[DICE] &= 2**64 - 1
        return cells

    @cells.setter
    def cells(self, cells: Sequence[int]) -> None:
        """Another position; what was open is asked anew."""
        self.call("forget")
        signed = [*cells]
        signed[DICE] -= 2**64 if signed[DICE] >> 63 else 0
        self._write(CELLS_AT, signed)

    def winners(self) -> tuple[int, ...]:
        mask = self.call("winning")
        return tuple(player for player in range(self.plan.program.players) if mask >> player & 1)

    def total(self, player: int) -> int:
        return self.call("total", player)

    # ---- many games

    def play(self, seeds: Sequence[int]) -> list[Played]:
        """Whole games at random, each option as likely, as `start(program, seed)` with `Dice(seed)`.

        Stopped if a fault ends one of them, or something is not native.
        """
        size = 3 + self.plan.program.players
        room = (TOLD_SIZE - loops.HEAD) // size
        result: list[Played] = []
        for first in range(0, len(seeds), room):
            some = seeds[first : first + room]
            head = [0] * loops.HEAD
            head[loops.CHANCE_STEP] = 2 * CHOOSERS_STREAM + 1
            head[loops.GAMES] = len(some)
            rows = [number for seed in some for number in (seed, *([0] * (size - 1)))]
            at = told_at(self.plan)
            self._write(at, [*head, *rows])
            while self.call("play", TOLD_SIZE << 32 | at, MOST_AT_ONCE):
                pass
            told = self._numbers(at + 8 * loops.HEAD, len(some) * size)
            for place, seed in enumerate(some):
                length, over, mask, *totals = told[place * size : (place + 1) * size]
                winners = tuple(player for player in range(len(totals)) if mask >> player & 1)
                result.append(Played(seed, length, bool(over), winners, tuple(totals)))
        return result

    # ---- memory

    def _numbers(self, address: int, count: int) -> list[int]:
        data = self._memory.read(self._store, address, address + 8 * count)
        return list(struct.unpack(f"<{count}q", data))

    def _write(self, address: int, numbers: Sequence[int]) -> None:
        self._memory.write(self._store, bytearray(struct.pack(f"<{len(numbers)}q", *numbers)), address)
