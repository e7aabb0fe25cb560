"""What all parts of the translator share: the code of one function, and what they ask of each other."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Protocol

from attrs import define

from rulesdsl.native import wasm
from rulesdsl.native.ranges import UNKNOWN, Range
from rulesdsl.native.types import NeverReached, Open, Type
from rulesdsl.native.unit import Target, Unit
from rulesdsl.native.values import Members, Operand, Several, Value
from rulesdsl.native.wasm import TRAP, TRAP_IF

Body = Callable[[int, Operand], None]
"""Writes what is done for one member; it is told the block to jump out of."""


@define(eq=False)
class Var:
    """A variable: the local it lies in, and what is known of it at this point."""

    index: int
    type: Type
    range: Range = UNKNOWN
    view: bool = False
    fresh: bool = False
    own: bool = True
    members: Members | None = None


class Asked(Protocol):
    """What the parts of the translator ask of each other, wherever it is written."""

    def expr(self, node: ast.expr) -> Operand: ...
    def test(self, node: ast.expr) -> bool | bytes: ...
    def truth(self, operand: Operand) -> bool | bytes: ...
    def valued(self, operand: Operand, wanted: Type | None = None) -> Value: ...
    def kept(self, value: Value) -> Value: ...
    def owned(self, value: Value) -> Value: ...
    def present(self, value: Value) -> Value: ...
    def has_number(self, operand: Operand) -> bool: ...
    def assign(self, target: ast.expr, operand: Operand) -> None: ...
    def assign_name(self, name: str, operand: Operand) -> None: ...
    def forget(self, names: set[str]) -> None: ...
    def binary(self, op: ast.operator, a: Operand, b: Operand) -> Operand: ...
    def address(self, index: Operand) -> tuple[bytes, int]: ...
    def member_at(self, row: bytes, index: bytes) -> bytes: ...
    def span(self, row: Value, lower: Operand, upper: Operand) -> bytes: ...
    def item(self, owner: Operand, index: Operand) -> Operand: ...
    def chosen(self, among: tuple[object, ...], place: int) -> Operand: ...
    def spread_out(self, node: ast.expr) -> Operand: ...
    def listed(self, values: Sequence[Value], kind: Type) -> Value: ...
    def boxed(self, several: Several) -> Value: ...
    def applied(
        self, function: Operand, arguments: list[tuple[bool, Operand]], keywords: dict[str, Operand]
    ) -> Operand: ...
    def call_function(
        self, function: FunctionType, operands: list[Operand], keywords: dict[str, Operand] | None = None
    ) -> Operand: ...
    def support(self, name: str, *values: Value, fresh: bool = False) -> Value: ...
    def call_code(self, name: str, *values: Value) -> bytes: ...
    def copy(self, value: Value) -> Value: ...


class Writer(Asked):
    unit: Unit
    node: ast.FunctionDef
    """The function that is written."""
    ranges: Mapping[str, Range]
    """Between which numbers variables of the program lie."""
    names: Mapping[str, object]
    closure: Mapping[str, object]
    is_generated: bool
    only_reads: bool
    """Whether no cell changes while this function runs."""
    still: bool
    """Whether no cell changes meanwhile, and none while who has called is at work."""
    settling: bool
    """Whether types that are still open stay so: nothing is ever put there."""
    sensitive: bool
    """Whether something was written for a type that was not known yet."""
    env: dict[str, Operand]
    variables: dict[str, Var]
    places: dict[bytes, int]
    cells_now: dict[int, Range]
    """What is known of cells while a part of a line is written."""
    out: list[bytes]
    depth: int
    within_line: int
    local_count: int
    counts: dict[str, int]
    grown: dict[str, int]
    """How often each variable is given a value by a line; in how many the row that it is is changed."""
    called: dict[Target, None]
    """The functions that the code calls."""

    # ---- code

    def put(self, code: bytes) -> None:
        self.out.append(code)

    @contextmanager
    def captured(self) -> Iterator[list[bytes]]:
        kept, self.out = self.out, []
        lines = self.out
        self.within_line += 1
        try:
            yield lines
        finally:
            self.out = kept
            self.within_line -= 1

    def nothing_here(self) -> Operand:
        """There is nothing that this could come to: the line is left out, or at least this part of it."""
        if not self.within_line:
            raise NeverReached
        self.put(TRAP)
        return Value(TRAP, Open())

    def not_yet(self) -> Value:
        """In place of what cannot be written before a type is known."""
        self.sensitive = True
        return Value(TRAP, Open())

    @contextmanager
    def names_of_its_own(self, *names: str) -> Iterator[None]:
        """Meanwhile these are other variables, as those of a comprehension are."""
        env = {name: self.env.pop(name) for name in names if name in self.env}
        variables = {name: self.variables.pop(name) for name in names if name in self.variables}
        try:
            yield
        finally:
            for name in names:
                self.env.pop(name, None)
                self.variables.pop(name, None)
            self.env |= env
            self.variables |= variables

    def new_local(self) -> int:
        self.local_count += 1
        return self.local_count - 1

    def open(self, code: bytes) -> int:
        self.put(code)
        self.depth += 1
        return self.depth

    def close(self) -> None:
        self.put(wasm.op("end"))
        self.depth -= 1

    def jump(self, level: int) -> None:
        self.put(wasm.br(self.depth - level))

    def one_step(self) -> None:
        """One of the steps that may be made until the next decision; a trap if there is none left."""
        steps = self.unit.global_("steps")
        left = self.new_local()
        self.put(wasm.global_get(steps) + wasm.const(1) + wasm.op("i64.sub") + wasm.local_tee(left))
        self.put(wasm.global_set(steps) + wasm.local_get(left) + wasm.op("i64.eqz"))
        self.put(TRAP_IF)

    def helper(self, name: str, code: bytes) -> bytes:
        short = self.unit.helper_in_place(name)
        if short is None:
            return code + wasm.call(self.unit.helper(name))
        first = self.local_count
        self.local_count += short.locals_
        return code + short.written(first)

    def allocated(self, count: int) -> bytes:
        """The address of so many new numbers; by a call only where there is no room."""
        address, end = self.new_local(), self.new_local()
        top, limit = self.unit.global_("top"), self.unit.global_("limit")
        code = wasm.global_get(top) + wasm.local_tee(address) + wasm.const(8 * count) + wasm.op("i64.add")
        code += wasm.local_tee(end) + wasm.global_get(limit) + wasm.op("i64.gt_u") + wasm.if_(wasm.I64)
        code += self.helper("alloc", wasm.const(8 * count)) + wasm.op("else")
        code += wasm.local_get(end) + wasm.global_set(top) + wasm.local_get(address)
        return code + wasm.op("end")
