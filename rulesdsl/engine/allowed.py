"""Which numbers the values of a type are."""

from __future__ import annotations

from attrs import frozen

from rulesdsl.engine.domains import bounds
from rulesdsl.program import (
    NONE,
    Domain,
    MapDomain,
    OptionalDomain,
    PieceDomain,
    Program,
    SeqDomain,
    SeqOfSeqDomain,
)


@frozen
class Allowed:
    """The numbers from `low` to `high`, of these only `some` if that is given, and `also`."""

    low: int
    high: int
    also: frozenset[int] = frozenset()
    some: frozenset[int] | None = None

    def __contains__(self, number: int) -> bool:
        if self.low <= number <= self.high:
            return self.some is None or number in self.some
        return number in self.also

    def __str__(self) -> str:
        words = ["none" if one == NONE else str(one) for one in sorted(self.also)]
        if self.some is not None and len(self.some) < self.high - self.low + 1:
            words.append(f"one of {len(self.some)} numbers from {self.low} to {self.high}")
        elif self.low < self.high:
            words.append(f"{self.low} to {self.high}")
        elif self.low == self.high:
            words.append(str(self.low))
        return " or ".join(words) or "nothing"

    def or_else(self, *more: int) -> Allowed:
        return Allowed(self.low, self.high, self.also.union(more), self.some)


def exactly(*numbers: int) -> Allowed:
    return Allowed(0, -1, frozenset(numbers))


NOTHING_BUT_0 = Allowed(0, 0)
FLAG = Allowed(0, 1)


def allowed(program: Program, domain: Domain) -> Allowed:
    """The values of a type that takes one number; none among them where it may be none."""
    match domain:
        case OptionalDomain(of=of):
            return allowed(program, of).or_else(NONE)
        case PieceDomain(kinds=kinds):
            chosen = [kind for kind in program.piece_kinds if kind.name in kinds]
            there = frozenset(
                piece for kind in chosen for piece in range(kind.first, kind.first + kind.count)
            )
            return Allowed(min(there, default=0), max(there, default=-1), frozenset(), there)
        case _:
            found = bounds(program, domain)
            return Allowed(0, -1) if found is None else Allowed(*found)


def fits(program: Program, value: object, domain: Domain) -> bool:
    """Whether something given from outside is a value of this type."""
    match domain:
        case SeqDomain(of=of) | SeqOfSeqDomain(of=of):
            return isinstance(value, (tuple, list)) and all(fits(program, one, of) for one in value)
        case MapDomain(key=key, value=each):
            keys = allowed(program, key)
            return (
                isinstance(value, (tuple, list))
                and len(value) == keys.high - keys.low + 1
                and all(fits(program, one, each) for one in value)
            )
        case _:
            return isinstance(value, int) and value in allowed(program, domain)
