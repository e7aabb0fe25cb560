"""A function of the subset by itself, in a machine whose cells are given."""

import struct
from collections.abc import Sequence

import wasmtime

from rulesdsl.native.unit import CELLS_AT, Target, Unit


class Instance:
    """The unit with its one function, called as often as one likes on the same memory."""

    def __init__(self, unit: Unit, target: Target, cells: Sequence[int]) -> None:
        unit.export("formula", target)
        assert unit.gaps == []
        self.count = len(cells)
        self.store = wasmtime.Store(wasmtime.Engine())
        module = wasmtime.Module(self.store.engine, unit.finish())
        exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        memory, function = exports["memory"], exports["formula"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(function, wasmtime.Func)
        self.memory, self.function = memory, function
        memory.write(self.store, bytearray(struct.pack(f"<{self.count}q", *cells)), CELLS_AT)

    def call(self, argument: int) -> int:
        return int(self.function(self.store, argument))

    def cells(self) -> list[int]:
        data = self.memory.read(self.store, CELLS_AT, CELLS_AT + 8 * self.count)
        return [*struct.unpack(f"<{self.count}q", data)]
