"""Chance: by the dice, or by whoever is asked instead (a replay, an example, a list of all outcomes)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.dice import below, shuffle
from rulesdsl.engine.faults import Fault
from rulesdsl.source import Span

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


@frozen
class Ask:
    """What chance is asked for."""

    point: int
    """The number of the line of the rules that asks."""
    kind: str
    """`one`: a member of the domain; `list`: a tuple of members; `draw`: one of the pieces of the domain;
    `shuffle`: the pieces of the domain in another order, from the top or the left."""
    domain: tuple[int, ...]
    """What can come, by number."""
    number: int
    """How many are asked for."""
    again: bool
    """Whether the same may come twice in a list, as with dice."""
    what: str
    """What the rules call it."""
    span: Span | None = None
    """Where in the rules it is asked for."""


ChanceSource = Callable[[Ask], int | tuple[int, ...] | None]
"""Gives the outcome, or None to leave it to the dice."""


class WrongOutcome(ValueError):
    """What was given as the outcome of chance is none of its outcomes."""


def _asked(state: State, ask: Ask) -> int | tuple[int, ...] | None:
    assert state.source is not None
    given = state.source(ask)
    if given is None or _is_outcome(given, ask):
        return given
    raise WrongOutcome(f"{shown(given)} is no outcome of {ask.what or ask.kind}: {_wanted(ask)}")


def _is_outcome(given: object, ask: Ask) -> bool:
    """Only whole numbers: what equals one (`True`, `1.0`) is a slip of whoever gives it."""
    if ask.kind in {"one", "draw"}:
        return type(given) is int and given in ask.domain
    if not isinstance(given, tuple) or not all(type(item) is int for item in given):
        return False
    if ask.kind == "shuffle":
        return sorted(given) == sorted(ask.domain)
    return (
        len(given) == ask.number
        and all(item in ask.domain for item in given)
        and (ask.again or len(set(given)) == len(given))
    )


def _wanted(ask: Ask) -> str:
    among = shown(ask.domain)
    match ask.kind:
        case "one" | "draw":
            return f"a number among {among}"
        case "shuffle":
            return f"a tuple, {among} in another order"
        case _:
            return f"a tuple of {ask.number} among {among}{'' if ask.again else ', each once at most'}"


def chance_one(
    state: State,
    cells: list[int],
    point: int,
    domain: Sequence[int],
    what: str,
    kind: ir.Domain,
    note: Note,
    seen: int = -1,
) -> int:
    if not domain:
        raise Fault("there is nothing for chance to choose from", note.span, (), note.rules)
    chosen: int | tuple[int, ...] | None = None
    if state.source is not None:
        chosen = _asked(state, Ask(point, "one", tuple(map(int, domain)), 1, False, what, note.span))
    if not isinstance(chosen, int):
        chosen = domain[below(cells, len(domain))]
    if state.log is not None:
        state.chanced(cells, point, what, (chosen,), True, kind, note, seen)
    return chosen


def chance_list(
    state: State,
    cells: list[int],
    point: int,
    domain: Sequence[int],
    number: int,
    again: bool,  # noqa: FBT001 -- called by generated code, by place
    what: str,
    kind: ir.Domain,
    note: Note,
    seen: int = -1,
) -> list[int]:
    members = list(domain)
    if not again and number > len(members):
        amounts = (("wanted", f"{number}"), ("there are", f"{len(members)}"))
        raise Fault("there are not so many to choose by chance", note.span, amounts, note.rules)
    if number > 0 and not members:
        raise Fault("there is nothing for chance to choose from", note.span, (), note.rules)
    given: int | tuple[int, ...] | None = None
    if state.source is not None:
        given = _asked(state, Ask(point, "list", tuple(map(int, members)), number, again, what, note.span))
    if isinstance(given, tuple):
        chosen = list(given)
    elif again:
        chosen = [members[below(cells, len(members))] for _ in range(number)]
    else:
        left = members[:]
        chosen = [left.pop(below(cells, len(left))) for _ in range(number)]
    if state.log is not None:
        state.chanced(cells, point, what, tuple(chosen), False, kind, note, seen)
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
        state.chanced(cells, point, "draw", (piece,), True, ir.PieceDomain((kind,)), note)


def new_order(state: State, cells: list[int], pieces: list[int], point: int, note: Note) -> list[int]:
    """The pieces shuffled; by the dice in the list itself, which nobody else holds."""
    if state.source is not None:
        given = _asked(state, Ask(point, "shuffle", tuple(pieces), len(pieces), False, "shuffle", note.span))
        if isinstance(given, tuple):
            return list(given)
    shuffle(cells, pieces)
    return pieces
