"""What is made of many things before play, where all of them are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from rulesdsl import program as ir
from rulesdsl.check.declarations.effort import Effort
from rulesdsl.check.folding import literal, rebuilt
from rulesdsl.gatherings import Gather, gathered

if TYPE_CHECKING:
    from rulesdsl.check.expressions.lists import Lists

Scalar = int | tuple[int, ...]

_LEFT_TO_PLAY = frozenset(
    {Gather.TALLY, Gather.UNION, Gather.UNTIL, Gather.REACHED, Gather.GROUPS, Gather.RUNS}
)


@define
class Ahead:
    """Works out what stays the same in all of play."""

    lists: Lists
    effort: Effort

    def gathered(self, over: ir.Over, values: dict[ir.Var, ir.Expr]) -> ir.Expr:
        """The value of an `Over`, or with its parts worked out as far as they can be."""
        domain = self.lists.substituted(over.domain, values)
        known = None
        if isinstance(domain, ir.ConstSeq) and over.op not in _LEFT_TO_PLAY:
            known = self._members(over, domain, values)
        # Sequences of sequences are left to play.
        if known is not None and all(isinstance(value, int) for value in known[1]):
            return literal(gathered(over.op, *known), over.type)
        return rebuilt(over, lambda item: self.lists.substituted(item, values))

    def _members(
        self, over: ir.Over, domain: ir.ConstSeq, values: dict[ir.Var, ir.Expr]
    ) -> tuple[list[int], list[Scalar], list[Scalar]] | None:
        """The members that meet the condition, their values and their keys; None if not all are known."""
        members: list[int] = []
        results: list[Scalar] = []
        keys: list[Scalar] = []
        for member in domain.values:
            self.effort.spend(1)
            if not isinstance(member, int):
                return None
            inside = values | {over.var: ir.Const(member, over.var.type)}
            meets, result, key = (
                0 if part is None else self._known(part, inside) for part in (over.where, over.value, over.by)
            )
            if over.where is not None and meets == 0:
                continue
            if meets is None or result is None or key is None:
                return None
            members.append(member)
            results.append(member if over.value is None else result)
            keys.append(key)
        return members, results, keys

    def _known(self, part: ir.Expr, values: dict[ir.Var, ir.Expr]) -> Scalar | None:
        match self.lists.substituted(part, values):
            case ir.Const(value):
                return value
            case ir.ConstSeq(several):
                return tuple(value for value in several if isinstance(value, int))
            case _:
                return None
