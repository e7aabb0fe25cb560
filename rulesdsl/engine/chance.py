"""Chance: by the dice, or by whoever is asked instead (a replay, an example, a list of all outcomes)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import factorial, perm, prod
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl.engine.dice import below, shuffle
from rulesdsl.engine.events import Content
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.notes import Note
from rulesdsl.program import Domain, PieceDomain
from rulesdsl.source import Span

if TYPE_CHECKING:
    from rulesdsl.engine.decisions import Option
    from rulesdsl.engine.state import State

MOST_OUTCOMES = 10_000


@frozen
class Ask:
    """What chance is asked for.

    `kind`: one (a member of the domain), list (`number` of them, `again`: the same may come twice), draw
    (one of the pieces of the domain), shuffle (the domain in another order, from the top or the left).
    """

    point: int
    kind: str
    domain: tuple[int, ...]
    number: int
    again: bool
    what: str
    span: Span | None = None


ChanceSource = Callable[[Ask], int | tuple[int, ...] | None]
"""Gives the outcome, or None to leave it to the dice."""


class WrongOutcome(ValueError):
    """What was given as the outcome of chance is none of its outcomes."""


def _asked(state: State, ask: Ask) -> int | tuple[int, ...] | None:
    assert state.source is not None
    given = state.source(ask)
    if given is None:
        return None
    right: bool
    if ask.kind in {"one", "draw"}:
        right = given in ask.domain
    elif not isinstance(given, tuple):
        right = False
    elif ask.kind == "shuffle":
        right = sorted(given) == sorted(ask.domain)
    else:
        right = (
            len(given) == ask.number
            and all(one in ask.domain for one in given)
            and (ask.again or len(set(given)) == len(given))
        )
    if not right:
        raise WrongOutcome(f"{given} is no outcome of {ask.what or ask.kind} among {ask.domain}")
    return given


def chance_one(
    state: State, cells: list[int], point: int, domain: Sequence[int], what: str, kind: Domain, note: Note
) -> int:
    if not domain:
        raise Fault("there is nothing for chance to choose from", note.span, (), note.rules)
    chosen: int | tuple[int, ...] | None = None
    if state.source is not None:
        chosen = _asked(state, Ask(point, "one", tuple(domain), 1, False, what, note.span))
    if not isinstance(chosen, int):
        chosen = domain[below(cells, len(domain))]
    if state.log is not None:
        state.chanced(cells, point, what, (chosen,), True, kind, note)
    return chosen


def chance_list(
    state: State,
    cells: list[int],
    point: int,
    domain: Sequence[int],
    number: int,
    again: bool,  # noqa: FBT001 -- called by generated code, by place
    what: str,
    kind: Domain,
    note: Note,
) -> list[int]:
    members = list(domain)
    if not again and number > len(members):
        raise Fault("there are not so many to choose by chance", note.span, (("number", number),), note.rules)
    if number > 0 and not members:
        raise Fault("there is nothing for chance to choose from", note.span, (), note.rules)
    given: int | tuple[int, ...] | None = None
    if state.source is not None:
        given = _asked(state, Ask(point, "list", tuple(members), number, again, what, note.span))
    if isinstance(given, tuple):
        chosen = list(given)
    elif again:
        chosen = [members[below(cells, len(members))] for _ in range(number)]
    else:
        left = members[:]
        chosen = [left.pop(below(cells, len(left))) for _ in range(number)]
    if state.log is not None:
        state.chanced(cells, point, what, tuple(chosen), False, kind, note)
    return chosen


def drawn(state: State, cells: list[int], pieces: list[int], point: int, note: Note) -> int:
    """One piece of a set, at random."""
    if len(pieces) == 1:
        return pieces[0]
    chosen = picked_by_chance(state, cells, pieces, point, note.span)
    tell_drawn(state, cells, chosen, point, note)
    return chosen


def picked_by_chance(
    state: State, cells: list[int], pieces: Sequence[int], point: int, span: Span | None
) -> int:
    chosen: int | tuple[int, ...] | None = None
    if state.source is not None:
        chosen = _asked(state, Ask(point, "draw", tuple(pieces), 1, False, "draw", span))
    return chosen if isinstance(chosen, int) else pieces[below(cells, len(pieces))]


def tell_drawn(state: State, cells: list[int], piece: int, point: int, note: Note) -> None:
    if state.log is not None:
        kind = state.plan.program.piece_kinds[state.plan.layout.kind_of[piece]].name
        state.chanced(cells, point, "draw", (piece,), True, PieceDomain((kind,)), note)


def new_order(state: State, cells: list[int], pieces: list[int], point: int, note: Note) -> list[int]:
    """The pieces shuffled."""
    if state.source is not None:
        given = _asked(state, Ask(point, "shuffle", tuple(pieces), len(pieces), False, "shuffle", note.span))
        if isinstance(given, tuple):
            return list(given)
    order = pieces[:]
    shuffle(cells, order)
    return order


class _OpenAsk(Exception):
    """The script is at its end, and chance is asked."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask)
        self.ask = ask


class TooManyOutcomes(ValueError):
    """More outcomes of chance than may be listed."""


def outcomes(
    state: State, option: int | Option, *, limit: int = MOST_OUTCOMES
) -> list[tuple[Fraction, tuple[Content, ...], State]]:
    """Every way chance may turn out after this option: its probability, what chance gave, the state it
    leads to.
    """
    found: list[tuple[Fraction, tuple[Content, ...], State]] = []
    waiting: list[tuple[Fraction, tuple[Content, ...]]] = [(Fraction(1), ())]
    while waiting:
        weight, script = waiting.pop()
        after = state.clone()
        after.log = None
        left = iter(script)
        after.source = _scripted(left)
        try:
            after.apply(option)
        except _OpenAsk as more:
            branches = list(_branches(state, more.ask, limit))
            if len(found) + len(waiting) + len(branches) > limit:
                raise TooManyOutcomes(f"more than {limit} outcomes of chance") from None
            waiting += [(weight * share, (*script, value)) for value, share in reversed(branches)]
            continue
        after.source = None
        found.append((weight, script, after))
    return found


def _scripted(left: Iterator[Content]) -> ChanceSource:
    def give(ask: Ask) -> int | tuple[int, ...] | None:
        try:
            return next(left)  # type: ignore[return-value]
        except StopIteration:
            raise _OpenAsk(ask) from None

    return give


def _branches(state: State, ask: Ask, limit: int) -> Iterator[tuple[Content, Fraction]]:
    match ask.kind:
        case "one":
            for one in ask.domain:
                yield one, Fraction(1, len(ask.domain))
        case "draw":
            for same in _alike(state, ask.domain):
                yield same[0], Fraction(len(same), len(ask.domain))
        case "list":
            ways = len(ask.domain) ** ask.number if ask.again else perm(len(ask.domain), ask.number)
            if ways > limit:
                raise TooManyOutcomes(f"{ways} outcomes of chance, more than {limit}")
            for chosen in _lists(ask.domain, ask.number, again=ask.again):
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


def _lists(domain: tuple[int, ...], number: int, *, again: bool) -> Iterator[tuple[int, ...]]:
    if number == 0:
        yield ()
        return
    for at, one in enumerate(domain):
        rest = domain if again else domain[:at] + domain[at + 1 :]
        for more in _lists(rest, number - 1, again=again):
            yield (one, *more)


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
