"""Who wins as things stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesdsl import program as ir
from rulesdsl.engine.runtime.values import loose

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan


def ranking(plan: Plan) -> Callable[[list[int]], tuple[int, ...]]:
    """The function that tells the winners, after which `counting` is of that position; nobody wins a game
    that does not say who does, or is lost.

    Teams are compared by their members' keys added up (lists: the best member's), and win together.
    """
    given, counting = plan.program.winner, plan.counting
    if given is None:

        def nobody(_cells: list[int]) -> tuple[int, ...]:
            counting.begin()
            return ()

        return nobody
    keys = [(key.most, counting.function(key.formula)) for key in given.keys]
    team_of = None if given.team is None else counting.function(given.team)
    lost = None if given.lost is None else counting.function(given.lost)
    everybody = range(plan.program.players)

    def winners(cells: list[int]) -> tuple[int, ...]:
        counting.begin()
        if lost is not None and lost(cells):
            return ()
        sides: dict[int, list[int]] = {}
        for player in everybody:
            side = player if team_of is None else team_of(cells, player)
            if side != ir.NONE:
                sides.setdefault(side, []).append(player)
        left = list(sides)
        for most, formula in keys:
            results = {
                side: _joint([formula(cells, player) for player in sides[side]], most=most) for side in left
            }
            goal = max(results.values()) if most else min(results.values())
            left = [side for side in left if results[side] == goal]
            if len(left) == 1:
                break
        return tuple(sorted(player for side in left for player in sides[side]))

    return winners


def _joint(results: list[Any], *, most: bool) -> int | list[int]:
    """What a side has: the sum of numbers, the best of lists."""
    if isinstance(loose(results[0]), list):
        lists: list[list[int]] = [list(result) for result in results]
        return max(lists) if most else min(lists)
    return sum(int(result) for result in results)
