"""A compiled module at work: wasmtime, which is imported here alone."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import wasmtime
from attrs import frozen

from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.plan import Plan
from rulesdsl.native import loops, module_cache
from rulesdsl.native.batches import Encoding
from rulesdsl.native.compiler import Part, compiled
from rulesdsl.native.unit import CELLS_AT, TOLD_SIZE
from rulesdsl.native.wasm import as_i64

LEAST_AT_ONCE, MOST_AT_ONCE = 5_000, 30_000
WORK_AT_ONCE = 750_000
"""So many decisions are made in one call, more where few cells are looked at: a few hundredths of a second,
then whoever waits can be heard."""
CHOOSERS_STREAM = 1
"""The stream of the dice by which options are chosen, as in `Dice(seed)`."""


_was_forked = False
"""Threads that compile are gone in a process that is forked off, which would wait for them for ever."""


def _forked() -> None:
    global _was_forked  # noqa: PLW0603 -- of the process as a whole
    _was_forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


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


@frozen
class Block:
    """What is told of some games: so many numbers (64 bits, the lowest byte first) of each."""

    data: bytes
    size: int
    stopped: frozenset[int]
    """The places of those that are for Python."""

    @property
    def games(self) -> int:
        return len(self.data) // (8 * self.size)


class Module:
    """A part of what a plan comes to, with a memory of its own. It is made when it is first called."""

    def __init__(
        self, plan: Plan, part: Part, cache_dir: Path | None = None, encoding: Encoding | None = None
    ) -> None:
        """`cache_dir`: where the compiled module is kept for the next start. `encoding`: what the numbers of
        actions stand for, of games side by side.
        """
        self.plan = plan
        self.part = part
        self._cache_dir = cache_dir
        self._encoding = encoding

    @cached_property
    def _made(self) -> tuple[wasmtime.Module, list[tuple[str, str]]]:
        return _module(self.plan, self.part, self._store.engine, self._cache_dir, self._encoding)

    @cached_property
    def gaps(self) -> list[tuple[str, str]]:
        """What is not native."""
        return self._made[1]

    @cached_property
    def _store(self) -> wasmtime.Store:
        config = wasmtime.Config()
        config.parallel_compilation = not _was_forked
        return wasmtime.Store(wasmtime.Engine(config))

    @cached_property
    def _exports(self) -> Mapping[str, object]:
        return wasmtime.Instance(self._store, self._made[0], []).exports(self._store)

    @cached_property
    def _memory(self) -> wasmtime.Memory:
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        return memory

    @cached_property
    def told_at(self) -> int:
        """Where it lies what is told by and to whoever calls."""
        address = self._exports["told"]
        assert isinstance(address, wasmtime.Global)
        return int(address.value(self._store))

    def call(self, name: str, *values: int) -> int:
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        try:
            given = function(self._store, *values)
        except wasmtime.Trap as trap:
            raise Stopped(str(trap)) from None
        return given if isinstance(given, int) else 0

    @property
    def at_once(self) -> int:
        """So many decisions are made in one call."""
        return min(MOST_AT_ONCE, max(LEAST_AT_ONCE, WORK_AT_ONCE // self.plan.size))

    # ---- memory

    @property
    def memory_size(self) -> int:
        """How many bytes there are."""
        return self._memory.data_len(self._store)

    def buffer(self, address: int, size: int) -> memoryview:
        """So many bytes of the memory themselves."""
        memory = self._memory.get_buffer_ptr(self._store, size, address)
        # Whoever holds the bytes holds the memory.
        memory.machine = self  # type: ignore[attr-defined]
        return memoryview(memory).cast("B")

    def numbers(self, address: int, count: int) -> list[int]:
        data = self._memory.read(self._store, address, address + 8 * count)
        return list(struct.unpack(f"<{count}q", data))

    def write(self, address: int, numbers: Sequence[int]) -> None:
        self._memory.write(self._store, bytearray(struct.pack(f"<{len(numbers)}q", *numbers)), address)


class Machine(Module):
    """One game at a time, decision by decision; and whole games, which have modules of their own."""

    def __init__(self, plan: Plan, cache_dir: Path | None = None) -> None:
        super().__init__(plan, Part.STEPS, cache_dir)
        self._of_games: dict[Part, Module] = {}

    def for_games(self, *, whole: bool = False) -> Module:
        """By what whole games are played. `whole`: of which all cells are told."""
        part = Part.CELLS if whole else Part.OUTCOMES
        if part not in self._of_games:
            self._of_games[part] = Module(self.plan, part, self._cache_dir)
        return self._of_games[part]

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
        return self.numbers(handle & 0xFFFF_FFFF, handle >> 32 & 0xFFFF_FFFF)

    @property
    def cells(self) -> list[int]:
        cells = self.numbers(CELLS_AT, self.plan.size)
        cells[DICE] &= 2**64 - 1
        return cells

    @cells.setter
    def cells(self, cells: Sequence[int]) -> None:
        """Another position; what was open is asked anew."""
        self.call("forget")
        signed = [*cells]
        signed[DICE] -= 2**64 if signed[DICE] >> 63 else 0
        self.write(CELLS_AT, signed)

    def cell_bytes(self) -> bytes:
        """The cells as they lie in memory, 64 bits each."""
        return bytes(self._memory.read(self._store, CELLS_AT, CELLS_AT + 8 * self.plan.size))

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
        players = range(self.plan.program.players)
        result: list[Played] = []
        for seed, numbers in zip(seeds, self.games(seeds), strict=True):
            if numbers is None:
                raise Stopped(f"the game with seed {seed}")
            winners = tuple(player for player in players if numbers[loops.WINNING] >> player & 1)
            over = bool(numbers[loops.IS_OVER])
            result.append(Played(seed, numbers[loops.PLAYED], over, winners, numbers[loops.TOLD :]))
        return result

    def games(
        self, seeds: Sequence[int], *, by_choice: bool = False, sheet: bool = False, whole: bool = False
    ) -> Iterator[tuple[int, ...] | None]:
        """What is told of whole games at random, in the order of `loops`; None of one that is for Python.

        `by_choice`: each choice by a stream of its own, as bots do. `sheet`: the numbers on the sheet instead
        of the totals. `whole`: all cells, too.
        """
        for block in self.blocks(seeds, by_choice=by_choice, sheet=sheet, whole=whole):
            rows: Iterator[tuple[int, ...]] = struct.iter_unpack(f"<{block.size}q", block.data)
            if block.stopped:
                for game, numbers in enumerate(rows):
                    yield None if game in block.stopped else numbers
            else:
                yield from rows

    def blocks(
        self, seeds: Sequence[int], *, by_choice: bool = False, sheet: bool = False, whole: bool = False
    ) -> Iterator[Block]:
        """The same for many games at once, as bytes: where millions are played, each by itself takes longer
        to be handed over than to be played.
        """
        players, module = self.plan.program.players, self.for_games(whole=whole)
        address = module.told_at
        size = loops.TOLD + players
        if sheet:
            rows = self.plan.program.scores
            size = loops.TOLD + sum(loops.numbers_of(self.plan, row) for row in rows)
        size += self.plan.size if whole else 0
        # A seed for each, and what came of it.
        room = (TOLD_SIZE - loops.HEAD) // (size + 1)
        if room == 0:
            yield Block(bytes(8 * size * len(seeds)), size, frozenset(range(len(seeds))))
            return
        ways = {
            loops.CHANCE_STEP: 2 * CHOOSERS_STREAM + 1,
            loops.SIZE: size,
            loops.BY_CHOICE: int(by_choice),
            loops.SHEET: int(sheet),
            loops.WHOLE: int(whole),
        }
        for first in range(0, len(seeds), room):
            some = seeds[first : first + room]
            head = [ways.get(place, 0) for place in range(loops.HEAD)]
            head[loops.GAMES] = count = len(some)
            try:
                module.write(address, [*head, *some])
            except struct.error:
                module.write(address, [*head, *map(as_i64, some)])
            stopped = self._play(module, count)
            data = module.buffer(address + 8 * (loops.HEAD + count), 8 * count * size)
            yield Block(bytes(data), size, frozenset(stopped))

    def _play(self, module: Module, games: int) -> set[int]:
        """Those that are told of, one after the other; which of them are for Python."""
        index = module.told_at
        stopped: set[int] = set()
        while True:
            try:
                while module.call("play", self.at_once):
                    pass
            except Stopped:
                (game,) = module.numbers(index + 8 * loops.GAME, 1)
                stopped.add(game)
                if game + 1 == games:
                    return stopped
                module.write(index + 8 * loops.GAME, [game + 1, 0])
            else:
                return stopped


def _module(
    plan: Plan, part: Part, engine: wasmtime.Engine, cache_dir: Path | None, encoding: Encoding | None
) -> tuple[wasmtime.Module, list[tuple[str, str]]]:
    """The compiled module, as it was kept or made anew, and what is not native."""
    name = None
    if cache_dir is not None and module_cache.CAN_KEEP and encoding is None:
        name = module_cache.place_of(plan.program, part.value)
        kept = None if name is None else module_cache.found(cache_dir, name)
        if kept is not None:
            try:
                return wasmtime.Module.deserialize(engine, kept.code), list(kept.gaps)
            except wasmtime.WasmtimeError:  # of another machine, or damaged
                pass
    written, gaps = compiled(plan, part, encoding)
    module = wasmtime.Module(engine, written)
    if name is not None and cache_dir is not None:
        module_cache.keep(cache_dir, name, module_cache.Compiled(tuple(gaps), bytes(module.serialize())))
    return module, gaps
