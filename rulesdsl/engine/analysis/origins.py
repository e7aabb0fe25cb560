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

    def zones(self, value: ir.Expr, under_way: frozenset[int] = frozenset()) -> frozenset[str]:
        """The zones that are known; none at all if the text does not say."""
        match value:
            case ir.PiecesThere(zone=ref):
                return frozenset({ref.zone})
            case ir.Local(var=var) if var.number not in under_way:
                given = self._values.get(var.number, [])
                return frozenset().union(*(self.zones(expr, under_way | {var.number}) for expr in given))
            case _:
                return frozenset().union(*(self.zones(expr, under_way) for expr in members_of(value)))
