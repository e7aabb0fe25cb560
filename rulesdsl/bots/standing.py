"""How the players stand by their totals, worked out at once for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from attrs import frozen

from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State
from rulesdsl.operations import Impossible


@frozen
class Sheet:
    """The rows that count, ready to be added up."""

    players: range
    valued: tuple[Callable[[list[int], int], int], ...]
    """Rows that have a value at any time."""
    written: tuple[str, ...]
    """Rows that are written down during the game."""
    least: bool
    """Whether who has least wins."""


@lru_cache(maxsize=16)
def _sheet(plan: Plan) -> Sheet:
    program = plan.program
    counted = [score for score in program.scores if score.counted]
    winner = program.winner
    return Sheet(
        range(program.players),
        tuple(plan.function(score.now) for score in counted if score.each is None),
        tuple(score.name for score in counted if score.each is not None),
        least=winner is not None and bool(winner.keys) and not winner.keys[0].most,
    )


def totals(state: State) -> list[int]:
    """Everybody's total; a Fault if it cannot be counted."""
    plan, cells = state.plan, state.cells
    sheet = _sheet(plan)
    try:
        return [
            sum([row(cells, player) for row in sheet.valued])
            + sum([sum(plan.layout.recorded(cells, name, player)) for name in sheet.written])
            for player in sheet.players
        ]
    except Impossible:
        # Asked for one by one, the row that cannot be counted says so in words.
        return [state.total(player) for player in sheet.players]


def leads(state: State) -> list[int]:
    """By how much each player's total is better than the best of the others; 0 where there are no scores."""
    sheet = _sheet(state.plan)
    if not state.plan.program.scores:
        return [0 for _ in sheet.players]
    values = totals(state)
    if sheet.least:
        values = [-total for total in values]
    if len(values) == 1:
        return values
    ordered = sorted(values)
    best, second = ordered[-1], ordered[-2]
    return [total - (second if total == best else best) for total in values]


def leaders(state: State) -> tuple[int, ...]:
    """Who has the best total; nobody where there are no scores or nobody can win."""
    if not state.plan.program.scores or state.plan.program.winner is None:
        return ()
    values = totals(state)
    best = min(values) if _sheet(state.plan).least else max(values)
    return tuple(seat for seat, total in enumerate(values) if total == best)
