"""What is made of many things before play, where all of them are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from rulesdsl import program as ir
from rulesdsl.check.declarations.effort import Effort
from rulesdsl.check.folding import rebuilt
from rulesdsl.gatherings import Gather

if TYPE_CHECKING:
    from rulesdsl.check.expressions.lists import Lists

Scalar = int | tuple[int, ...]


@define
class Ahead:
    """Works out what stays the same in all of play."""

    lists: Lists
    effort: Effort

    def gathered(self, over: ir.Over, values: dict[ir.Var, ir.Expr]) -> ir.Expr:
        """The value of an `Over`, or with its parts worked out as far as they can be."""
        domain = self.lists.substituted(over.domain, values)
        known = self._members(over, domain, values) if isinstance(domain, ir.ConstSeq) else None
        if known is not None:
            made = _made_of(over, *known)
            if isinstance(made, int):
                return ir.Const(made, over.type)
            if made is not None:
                return ir.ConstSeq(made, over.type)
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


def _made_of(
    over: ir.Over, members: list[int], values: list[Scalar], keys: list[Scalar]
) -> int | tuple[int, ...] | None:
    numbers = [value for value in values if isinstance(value, int) and value != ir.NONE]
    order = [members[index] for index in sorted(range(len(keys)), key=lambda index: _key(keys[index]))]
    match over.op:
        case Gather.COUNT:
            return len(members)
        case Gather.SELECT:
            return tuple(order)
        case Gather.FIRST:
            return order[0] if order else ir.NONE
        case Gather.LAST:
            return order[-1] if order else ir.NONE
        case Gather.HIGHEST | Gather.LOWEST:
            there = [_key(key) for key in keys if key != ir.NONE]
            if not there:
                return ()
            best = max(there) if over.op is Gather.HIGHEST else min(there)
            return tuple(
                member
                for member, key in zip(members, keys, strict=True)
                if key != ir.NONE and _key(key) == best
            )
        case _ if len(numbers) < sum(value != ir.NONE for value in values):
            # Sequences of sequences are left to play.
            return None
        case Gather.SOME:
            return int(any(numbers))
        case Gather.EVERY:
            return int(all(numbers))
        case Gather.SUM:
            return sum(numbers)
        case Gather.MIN:
            return min(numbers, default=ir.NONE)
        case Gather.MAX:
            return max(numbers, default=ir.NONE)
        case Gather.SAME:
            return int(len(set(numbers)) <= 1)
        case Gather.LIST:
            return tuple(numbers)
        case Gather.DISTINCT:
            return tuple(sorted(set(numbers)))
        case Gather.RANKED:
            return tuple(sorted(numbers, reverse=True))
        case _:
            return None


def _key(key: Scalar) -> tuple[int, ...]:
    return (key,) if isinstance(key, int) else key
