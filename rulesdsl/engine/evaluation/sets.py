"""The sets that can be chosen for a parameter, as far as they make a difference.

Where conditions read nothing of a set but sums, counts and the like (see `ir.SetPart`), of all sets that
come to the same the first will do; where an example names the members, there are hardly any others. What is
left is tried set by set, up to the limit that play has too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.evaluation.operations import names_of, number, sequence
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Impossible, Op

if TYPE_CHECKING:
    from rulesdsl.engine.evaluation.reading import Reading

MOST_SETS = 200_000
"""How many sets are looked at for one choice."""

Members = tuple[int, ...]
Part = tuple[int, ...]
"""What decides the result of one operation over a set."""
Kind = tuple[int, frozenset[tuple[Part, ...]], tuple[Part, ...]]
"""The size of a set as far as it matters, what its members add if nothing may be needless, and its parts."""


@frozen
class Picked:
    """Members that are picked already: a set has them all. Alike pieces count as one thing, several times.
    `closed`: and no more than them.
    """

    members: tuple[int, ...] = ()
    closed: bool = False


@frozen
class _Group:
    """Members of which a set has so many."""

    members: Members
    least: int
    most: int


def sets_offered(
    reading: Reading, param: ir.SomeParam, checks: Sequence[ir.Condition] = (), picked: Picked | None = None
) -> Iterator[Members]:
    """The sets that meet the parameter's own conditions, small ones first. `checks`: what is tested as soon
    as the set is known; those sets may be missing that do not have the members which an example names.
    """
    domain = sequence(reading.value(param.domain))
    groups = _groups(reading, param, domain, checks, picked or Picked())
    low = max(number(reading.value(param.low)), 0)
    high = min(number(reading.value(param.high)), len(domain))
    place = {member: index for index, member in enumerate(domain)}
    counted = param.parts is not None
    tried = _each_kind(reading, param, groups, low, high) if counted else _each(groups, low, high)
    for looked_at, members in enumerate(tried):
        if looked_at >= MOST_SETS:
            raise _too_many()
        chosen = tuple(sorted(members, key=place.__getitem__))
        if reading.fits(param, chosen):
            yield chosen


def _too_many() -> Impossible:
    return Impossible(f"too many options: more than {MOST_SETS:,} sets to choose from at once")


# ---- which members, and how many of them


def _groups(
    reading: Reading, param: ir.SomeParam, domain: Members, checks: Sequence[ir.Condition], picked: Picked
) -> list[_Group]:
    """The members of each name that is asked for; behind them all others."""
    program, of = reading.program, param.domain.type
    wanted = [
        names_of(program, test.args[1].type, sequence(reading.value(test.args[1])))
        for check in checks
        if check.wanted
        and isinstance(test := check.test, ir.Apply)
        and test.op is Op.SAME_NAMES
        and test.args[0] == ir.Local(param.var)
    ]
    there = names_of(program, of, picked.members)
    if picked.closed:
        wanted.append(there)
    asked: dict[int, list[int]] = {name: [] for names in (there, *wanted) for name in names}
    others: list[int] = []
    for member in domain:
        [name] = names_of(program, of, (member,))
        asked.get(name, others).append(member)
    groups = [
        _Group(
            tuple(members),
            max((there[name], *(names[name] for names in wanted))),
            min((len(members), *(names[name] for names in wanted))),
        )
        for name, members in asked.items()
    ]
    return groups if wanted else [*groups, _Group(tuple(others), 0, len(others))]


# ---- set by set


def _each(groups: Sequence[_Group], low: int, high: int) -> Iterator[Members]:
    """All sets of such sizes."""
    least, most = sum(group.least for group in groups), sum(group.most for group in groups)
    if all(group.least <= group.most for group in groups):
        for size in range(max(low, least), min(high, most) + 1):
            yield from _of_size(groups, size)


def _of_size(groups: Sequence[_Group], size: int) -> Iterator[Members]:
    if not groups:
        if size == 0:
            yield ()
        return
    group, *others = groups
    could = sum(other.most for other in others)
    for count in range(min(group.most, size), max(group.least, size - could) - 1, -1):
        for members in combinations(group.members, count):
            for more in _of_size(others, size - count):
                yield (*members, *more)


# ---- one set for all that come to the same


def _each_kind(
    reading: Reading, param: ir.SomeParam, groups: list[_Group], low: int, high: int
) -> Iterator[Members]:
    """Of all sets of such sizes that come to the same the first."""
    assert param.parts is not None
    ops = [part.op for part in param.parts]
    sizes_differ = param.needless or Gather.COUNT in ops or high < sum(len(group.members) for group in groups)
    counted_to = high if sizes_differ else low
    reached: dict[Kind, Members] = {(0, frozenset(), ((),) * len(ops)): ()}
    for group in groups:
        in_group = {(key, 0): members for key, members in reached.items()}
        for member in group.members:
            values = _values(reading, param, member)
            for ((size, added, parts), taken), members in tuple(in_group.items()):
                if taken < group.most and len(members) < high:
                    kind = (
                        min(size + 1, counted_to),
                        added | {values} if param.needless else added,
                        tuple(map(_combined, ops, parts, values)),
                    )
                    more = (kind, taken + 1)
                    if more not in in_group:
                        in_group[more] = (*members, member)
            if len(in_group) > MOST_SETS:
                raise _too_many()
        reached = {}
        for (key, taken), members in in_group.items():
            if taken >= group.least:
                reached.setdefault(key, members)
    yield from sorted((members for members in reached.values() if len(members) >= low), key=len)


def _values(reading: Reading, param: ir.SomeParam, member: int) -> tuple[Part, ...]:
    """What a member adds to each part; nothing if it has no value there."""
    values: list[Part] = []
    for part in param.parts or ():
        reading.variables[part.var.number] = member
        value = member if part.value is None else number(reading.value(part.value))
        counts = part.op is not Gather.COUNT and value != ir.NONE
        values.append((value,) if counts else ())
    return tuple(values)


def _combined(op: Gather, a: Part, b: Part) -> Part:
    """What the values of two sets that share no member come to together, as far as the operation tells."""
    values = a + b
    match op:
        case Gather.SUM:
            return (sum(values),)
        case Gather.MIN | Gather.MAX:
            return tuple(sorted(values)[:1] if op is Gather.MIN else sorted(values)[-1:])
        case Gather.TALLY:
            return tuple(sorted(values))
        case Gather.SAME:
            return tuple(sorted(set(values)))[:2]
        case _:
            return tuple(sorted(set(values)))
