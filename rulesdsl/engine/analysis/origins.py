"""Where pieces are likely to come from: the zones that the text speaks of where it takes them.

A guess for those who write code: a piece may have moved on since. Whoever relies on it must look.
"""

from __future__ import annotations

from rulesdsl.engine.core.walk import nodes_in
from rulesdsl.facts import members_of
from rulesdsl.program import (
    Apply,
    Do,
    Expr,
    For,
    Let,
    Local,
    OneParam,
    Over,
    Program,
    SlotPiece,
    SomeParam,
    ZonePieces,
    ZonesPieces,
)


class Origins:
    def __init__(self, program: Program) -> None:
        self._values: dict[int, list[Expr]] = {}
        for node in nodes_in(program):
            match node:
                case OneParam(var=var, domain=value) | SomeParam(var=var, domain=value):
                    self._values.setdefault(var.number, []).append(value)
                case For(var=var, domain=value) | Over(var=var, domain=value) | Let(var=var, value=value):
                    self._values.setdefault(var.number, []).append(value)
                case Do(proc=name, args=args):
                    for param, value in zip(program.procs[name].params, args, strict=True):
                        self._values.setdefault(param.number, []).append(value)
                case _:
                    pass

    def zones(self, value: Expr, under_way: frozenset[int] = frozenset()) -> frozenset[str]:
        """The zones that are known; none at all if the text does not say."""
        match value:
            case ZonePieces(zone=ref) | ZonesPieces(zone=ref) | SlotPiece(zone=ref):
                return frozenset({ref.zone})
            case Over(value=None, domain=domain):
                return self.zones(domain, under_way)
            case Apply():
                return frozenset().union(*(self.zones(one, under_way) for one in members_of(value)))
            case Local(var=var) if var.number not in under_way:
                given = self._values.get(var.number, [])
                return frozenset().union(*(self.zones(one, under_way | {var.number}) for one in given))
            case _:
                return frozenset()
