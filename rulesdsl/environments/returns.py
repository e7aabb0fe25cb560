"""What a game is worth to each player at its end."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Literal, TypeAlias

from rulesdsl import program as ir
from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.state import State

Returns: TypeAlias = Literal["victory", "points"]
"""`victory`: 1 for who wins alone, -1 for who loses (where several play, the losers share it), what is shared
lies between; `points`: the total of the score sheet."""


def checked_returns(given: str) -> Returns:
    match given:
        case "victory" | "points":
            return given
        case _:
            raise ValueError(f"returns are victory or points, not {shown(given)}")


def returns_of(state: State, kind: Returns) -> tuple[Fraction, ...]:
    """For each player, at the end of a game."""
    players = state.plan.program.players
    if kind == "points":
        return tuple(Fraction(state.total(player)) for player in range(players))
    return victory(state.winners(), players)


def victory(winners: Collection[int], players: int) -> tuple[Fraction, ...]:
    """What a game with these winners is worth."""
    shares = [Fraction(player in winners, max(1, len(winners))) for player in range(players)]
    if players == 1:
        return (2 * shares[0] - 1,)
    return tuple((players * share - 1) / (players - 1) for share in shares)


def bounds_of_returns(program: ir.Program, kind: Returns) -> tuple[int, int]:
    """The least and the greatest that a game can be worth to a player."""
    if kind == "victory":
        return -1, 1
    low = high = 0
    for score in program.scores:
        if score.counted:
            made = program.formulas[score.now].body.type
            times = 1 if score.each is None else program.step_limit
            if isinstance(made, ir.IntDomain):
                low, high = low + min(0, made.low * times), high + max(0, made.high * times)
    return low, high
