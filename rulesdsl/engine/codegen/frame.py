"""Where generated code keeps its variables: in Python locals within one segment, in cells across segments.

The code is written twice. The first time only notes in which segments each variable occurs; the second
time those that occur in one segment alone become Python locals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import cell_count

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

Key = tuple[str, int]
"""A variable in one of the copies of the code."""

_EVERYWHERE = ("", "everywhere")


class Frame:
    def __init__(self, program: ir.Program, start: int, local: frozenset[Key] | None) -> None:
        self.program = program
        self.end = start
        self._local = local
        self._slots: dict[Key, int] = {}
        self._variables: dict[int, ir.Var] = {}
        self._seen: dict[Key, set[object]] = {}
        self.segment: object = None
        self.owner: object = None
        self.touched: dict[object, set[int]] = {}
        """For each owner (a routine, the body of a secret block) the cells it uses."""
        self.gone_through: list[tuple[ir.Var, ir.Domain, int]] = []
        """What loops go through across decisions: the variable of the loop, the type, the address."""

    def locals_found(self) -> frozenset[Key]:
        return frozenset(key for key, segments in self._seen.items() if len(segments) == 1)

    def _touch(self, address: int, count: int) -> None:
        self.touched.setdefault(self.owner, set()).update(range(address, address + count))

    def cells(self, count: int = 1) -> int:
        """The address of new cells for the code's own use."""
        address = self.end
        self.end += count
        self._touch(address, count)
        return address

    def cells_to_go_through(self, var: ir.Var, domain: ir.Domain) -> int:
        """The address of new cells for what a loop goes through."""
        address = self.cells(cell_count(self.program, domain))
        self.gone_through.append((var, domain, address))
        return address

    def force(self, copy: str, variables: Iterable[ir.Var]) -> None:
        """These variables are used from outside of the segment and must lie in cells."""
        for var in variables:
            self._seen.setdefault((copy, var.number), set()).add(_EVERYWHERE)
            self._note(copy, var)

    def _note(self, copy: str, var: ir.Var) -> None:
        self._seen.setdefault((copy, var.number), set()).add(self.segment)

    def slot(self, copy: str, var: ir.Var) -> int:
        key = (copy, var.number)
        self._variables[var.number] = var
        count = cell_count(self.program, var.type)
        if key not in self._slots:
            self._slots[key] = self.end
            self.end += count
        self._touch(self._slots[key], count)
        return self._slots[key]

    @property
    def variables(self) -> dict[Key, int]:
        """All variables that lie in cells, with their addresses."""
        return dict(self._slots)

    @property
    def types(self) -> dict[int, ir.Var]:
        return self._variables

    def _is_local(self, copy: str, var: ir.Var) -> bool:
        return self._local is not None and (copy, var.number) in self._local

    def read(self, copy: str, var: ir.Var) -> str:
        self._note(copy, var)
        if self._is_local(copy, var):
            return f"v{var.number}"
        address = self.slot(copy, var)
        match var.type:
            case ir.SeqDomain():
                return f"C[{address + 1}:{address + 1}+C[{address}]]"
            case ir.MapDomain():
                return f"C[{address}:{address + cell_count(self.program, var.type)}]"
            case ir.SeqOfSeqDomain(of=of):
                return f"get_seqs(C, {address}, {max(1, of.bound)})"
            case _:
                return f"C[{address}]"

    def write(self, emitter: Emitter, copy: str, var: ir.Var, text: str) -> None:
        self._note(copy, var)
        if self._is_local(copy, var):
            emitter.put(f"v{var.number} = {text}")
            return
        address = self.slot(copy, var)
        match var.type:
            case ir.SeqDomain(bound=bound):
                fault = emitter.pool.too_many_values()
                emitter.put(f"put_seq(C, {address}, {max(1, bound)}, {text}, {fault})")
            case ir.MapDomain():
                emitter.put(f"C[{address}:{address + cell_count(self.program, var.type)}] = {text}")
            case ir.SeqOfSeqDomain(of=of, bound=bound):
                fault = emitter.pool.too_many_values()
                emitter.put(f"put_seqs(C, {address}, {max(1, bound)}, {max(1, of.bound)}, {text}, {fault})")
            case _:
                emitter.put(f"C[{address}] = {text}")
