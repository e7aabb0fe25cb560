"""Where pieces are likely to come from: the zones that the text speaks of where it takes them.

A guess for those who write code: a piece may have moved on since. Whoever relies on it must look.
"""

from __future__ import annotations

from functools import cached_property

from attrs import define

from rulesdsl import program as ir
from rulesdsl.facts import members_of
from rulesdsl.program_walk import nodes_in


@define(slots=False)
class Origins:
    program: ir.Program

    @cached_property
    def _values(self) -> dict[int, list[ir.Expr]]:
        """What variables are given, by their numbers."""
        values: dict[int, list[ir.Expr]] = {}
        for node in nodes_in(self.program):
            match node:
                case ir.OneParam(var=var, domain=value) | ir.SomeParam(var=var, domain=value):
                    values.setdefault(var.number, []).append(value)
                case (
                    ir.For(var=var, domain=value)
                    | ir.Over(var=var, domain=value)
                    | ir.Let(var=var, value=value)
                ):
                    values.setdefault(var.number, []).append(value)
                case ir.Do(proc=name, args=args):
                    for param, value in zip(self.program.procs[name].params, args, strict=True):
                        values.setdefault(param.number, []).append(value)
        return values

    def zones(self, value: ir.Expr) -> frozenset[str]:
        """The zones that are known; none at all if the text does not say."""
        zones: set[str] = set()
        seen: set[int] = set()
        todo = [value]
        while todo:
            match expr := todo.pop():
                case ir.PiecesThere(zone=ref):
                    zones.add(ref.zone)
                case ir.Local(var=var):
                    if var.number not in seen:
                        seen.add(var.number)
                        todo += self._values.get(var.number, [])
                case _:
                    todo += members_of(expr)
        return frozenset(zones)
