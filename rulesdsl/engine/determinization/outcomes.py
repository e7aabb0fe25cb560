"""Every way chance may turn out after an option, with its probability."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import factorial, perm, prod
from operator import itemgetter
from typing import SupportsIndex

from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask, ChanceSource
from rulesdsl.engine.core.arguments import shown, whole_number
from rulesdsl.engine.decisions.stages import Option
from rulesdsl.engine.state import State

MOST_OUTCOMES = 10_000

_Places = tuple[int, ...]
"""Which of the branches were taken, one after the other."""


class _OpenAsk(Exception):
    """The script is at its end, and chance is asked."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask)
        self.ask = ask


class TooManyOutcomes(ValueError):
    """More outcomes of chance than may be listed."""


def outcomes(
    state: State, option: SupportsIndex | Option, *, limit: int = MOST_OUTCOMES
) -> list[tuple[Fraction, tuple[ev.Content, ...], State]]:
    """Every way chance may turn out after this option: its probability, what chance gave, the state it
    leads to. What is too much is refused before it is listed: at each step that way goes on which has come
    through the least chance, so that the others are counted by what chance can give there.
    """
    if not isinstance(state, State):
        raise TypeError(f"outcomes are of a state, such as start(program), not {shown(state)}")
    limit = whole_number(limit, "the limit of outcomes")
    result: list[tuple[_Places, Fraction, tuple[ev.Content, ...], State]] = []
    waiting: deque[tuple[_Places, Fraction, tuple[ev.Content, ...]]] = deque([((), Fraction(1), ())])
    while waiting:
        places, weight, script = waiting.popleft()
        after = state.clone()
        after.log = None
        left = iter(script)
        after.source = _scripted(left)
        try:
            after.apply(option)
        except _OpenAsk as more:
            branches = list(_branches(state, more.ask, limit))
            if len(result) + len(waiting) + len(branches) > limit:
                raise TooManyOutcomes(f"more than {limit} outcomes of chance") from None
            waiting += [
                ((*places, index), weight * share, (*script, value))
                for index, (value, share) in enumerate(branches)
            ]
            continue
        after.source = None
        result.append((places, weight, script, after))
    result.sort(key=itemgetter(0))
    return [(weight, script, after) for _, weight, script, after in result]


def _scripted(left: Iterator[ev.Content]) -> ChanceSource:
    def give(ask: Ask) -> int | tuple[int, ...] | None:
        try:
            return next(left)  # type: ignore[return-value]
        except StopIteration:
            raise _OpenAsk(ask) from None

    return give


def _branches(state: State, ask: Ask, limit: int) -> Iterator[tuple[ev.Content, Fraction]]:
    match ask.kind:
        case "one":
            for value in ask.domain:
                yield value, Fraction(1, len(ask.domain))
        case "draw":
            for same in _alike(state, ask.domain):
                yield same[0], Fraction(len(same), len(ask.domain))
        case "list":
            ways = len(ask.domain) ** ask.number if ask.again else perm(len(ask.domain), ask.number)
            if ways > limit:
                raise TooManyOutcomes(f"{ways} outcomes of chance, more than {limit}")
            lists = (
                product(ask.domain, repeat=ask.number) if ask.again else permutations(ask.domain, ask.number)
            )
            for chosen in lists:
                yield chosen, Fraction(1, ways)
        case _:
            groups = _alike(state, ask.domain)
            copies = prod(factorial(len(group)) for group in groups)
            ways = factorial(len(ask.domain)) // copies
            if ways > limit:
                raise TooManyOutcomes(f"{ways} orders of a shuffle, more than {limit}")
            for order in _orders([list(group) for group in groups]):
                yield order, Fraction(1, ways)


def _alike(state: State, pieces: Iterable[int]) -> list[list[int]]:
    classes = state.plan.pieces.alike_class
    groups: dict[int, list[int]] = {}
    for piece in pieces:
        groups.setdefault(classes[piece], []).append(piece)
    return list(groups.values())


def _orders(groups: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """All orders in which alike pieces keep theirs."""
    if not any(groups):
        yield ()
        return
    for group in groups:
        if group:
            first = group.pop(0)
            for rest in _orders(groups):
                yield (first, *rest)
            group.insert(0, first)
