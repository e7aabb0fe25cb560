"""Which numbers the values of a type are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.arguments import named, shown
from rulesdsl.engine.core.domains import bounds
from rulesdsl.texts import is_number_of_text


@frozen
class Allowed:
    """The numbers from `low` to `high`, of these only `some` if that is given, and `also`."""

    low: int
    high: int
    also: frozenset[int] = frozenset()
    some: frozenset[int] | None = None
    letters: int = 0
    """Of texts how long they may be."""

    def __contains__(self, number: int) -> bool:
        if self.letters and is_number_of_text(number, self.letters):
            return True
        if self.low <= number <= self.high:
            return self.some is None or number in self.some
        return number in self.also

    def __str__(self) -> str:
        words = ["none" if value == ir.NONE else str(value) for value in sorted(self.also)]
        if self.letters:
            words.append(f"a text of at most {self.letters} letters")
        if self.some is not None and len(self.some) < self.high - self.low + 1:
            words.append(f"one of {len(self.some)} numbers from {self.low} to {self.high}")
        elif self.low < self.high:
            words.append(f"{self.low} to {self.high}")
        elif self.low == self.high:
            words.append(str(self.low))
        return " or ".join(words) or "nothing"

    def or_else(self, *more: int) -> Allowed:
        others = (value for value in more if value not in self)
        return Allowed(self.low, self.high, self.also.union(others), self.some, self.letters)


def exactly(*numbers: int) -> Allowed:
    return Allowed(0, -1, frozenset(numbers))


FLAG = Allowed(0, 1)


def bounds_of(program: ir.Program, domain: ir.Domain) -> Allowed:
    """The values of a type that takes one number; none among them where it may be none."""
    match domain:
        case ir.OptionalDomain(of=of):
            return bounds_of(program, of).or_else(ir.NONE)
        case ir.PieceDomain(kinds=kinds):
            chosen = [kind for kind in program.piece_kinds if kind.name in kinds]
            there = frozenset(piece for kind in chosen for piece in kind.pieces)
            return Allowed(min(there, default=0), max(there, default=-1), frozenset(), there)
        case ir.PieceNameDomain(kinds=kinds):
            names = frozenset(
                name for kind in program.piece_kinds if kind.name in kinds for name in kind.names
            )
            return Allowed(min(names, default=0), max(names, default=-1), frozenset(), names)
        case ir.TextDomain(most):
            return Allowed(0, -1, letters=most)
        case _:
            pair = bounds(program, domain)
            return Allowed(0, -1) if pair is None else Allowed(*pair)


def values_of(program: ir.Program, domain: ir.Domain) -> Iterator[int]:
    """The values of a type that takes one number, in order; none aside."""
    match domain:
        case ir.OptionalDomain(of=of):
            yield from values_of(program, of)
        case ir.UnionDomain(alternatives):
            first = 0
            for alternative in alternatives:
                low, size = ir.index_span(program, alternative)
                yield from (value - low + first for value in values_of(program, alternative))
                first += size
        case _:
            allowed = bounds_of(program, domain)
            yield from range(allowed.low, allowed.high + 1) if allowed.some is None else sorted(allowed.some)


def fits(program: ir.Program, value: object, domain: ir.Domain) -> bool:
    """Whether something given from outside is a value of this type."""
    match domain:
        case ir.SeqDomain(of=of) | ir.SeqOfSeqDomain(of=of):
            return isinstance(value, (tuple, list)) and all(fits(program, item, of) for item in value)
        case ir.MapDomain(key=key, value=each):
            keys = bounds_of(program, key)
            return (
                isinstance(value, (tuple, list))
                and len(value) == keys.high - keys.low + 1
                and all(fits(program, item, each) for item in value)
            )
        case _:
            return isinstance(value, int) and value in bounds_of(program, domain)


def check_arguments(program: ir.Program, name: str, args: Sequence[object]) -> None:
    """ValueError says what of this a formula of that name is not worked out for."""
    params = named(name, "formula", program.formulas).params
    if len(args) != len(params):
        wanted = ", ".join(param.name for param in params) or "nothing"
        raise ValueError(f"{name} is worked out for {wanted}; {len(args)} values are given")
    for param, arg in zip(params, args, strict=True):
        if not fits(program, arg, param.type):
            raise ValueError(f"{shown(arg)} cannot be {param.name} of {name}")


def frozen_value(value: object) -> ev.Content:
    """What generated code has worked out, as content: flags as 0 and 1, sequences as tuples."""
    if isinstance(value, (list, tuple, range)):
        return tuple(frozen_value(item) for item in value)  # type: ignore[return-value]
    return int(value)  # type: ignore[call-overload,no-any-return]
