"""The bot that takes any whole move, each equally likely, in however many stages it is chosen."""

from __future__ import annotations

from rulesdsl.engine.core.codes import UNSEEN
from rulesdsl.engine.core.layout import SITE
from rulesdsl.engine.decisions.stages import codes_of, take
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State

MOST_COUNTED = 5_000
"""So many ways through the stages are counted; where there are more, they are estimated."""
DESCENTS = 64
"""From so many ways through the stages."""


class RandomMoves:
    """At each stage an option is as likely as it has whole moves behind it: all of these are equally likely.

    Where there are too many to be counted, some are drawn at random and one of these is taken, the more
    likely the less likely it was to be drawn.
    """

    def choose(self, state: State, player: int, stream: Dice) -> int:  # noqa: ARG002  (a bot is told who it is)
        codes = state.open_codes()
        if len(codes) == 1:
            return 0
        counted = counts(state)
        if counted is not None:
            result = list(enumerate(counted))
        else:
            root = _root(state)
            result = [_descent(root, codes, stream) for _ in range(DESCENTS)]
        # The numbers may be larger than one throw of the dice.
        drawn = sum(weight for _, weight in result) * stream.below(_WORD) // _WORD
        for index, weight in result:
            drawn -= weight
            if drawn < 0:
                return index
        raise AssertionError(drawn)


_WORD = 2**32


def counts(state: State) -> list[int] | None:
    """For each option of the open decision, how many whole moves begin with it; None: too many."""
    try:
        return _Counter().each(_root(state), state.open_codes())
    except _TooMany:
        return None


def _root(state: State) -> State:
    """A copy on which what is found of a set to be chosen can be kept."""
    root = state.clone()
    root.memo = {}
    return root


class _TooMany(Exception):
    pass


class _Counter:
    def __init__(self) -> None:
        self._left = MOST_COUNTED

    def each(self, state: State, codes: list[int]) -> list[int]:
        """For each option of a stage, how many whole moves begin with it."""
        result = []
        for code in codes:
            following = _after(state, code, codes)
            if following is None:
                self._left -= 1
                if self._left < 0:
                    raise _TooMany
                result.append(1)
            else:
                result.append(sum(self.each(*following)))
        return result


def _descent(state: State, codes: list[int], stream: Dice) -> tuple[int, int]:
    """A way through the stages at random: with which option it begins, and out of how many it was drawn."""
    first = index = stream.below(len(codes))
    weight = len(codes)
    while (following := _after(state, codes[index], codes)) is not None:
        state, codes = following
        index = stream.below(len(codes))
        weight *= len(codes)
    return first, weight


def _after(state: State, code: int, codes: list[int]) -> tuple[State, list[int]] | None:
    """The next stage of the same decision; None if this was the last, or chance comes between."""
    if code <= UNSEEN:
        # Which piece it is only chance can say, and no bot may know that beforehand.
        return None
    site = state.plan.sites[state.cells[SITE] - 1]
    after = state.clone()
    # What is known about a set to be chosen holds through all stages.
    after.memo = state.memo
    if take(after, after.cells, site, code, codes, forced=False):
        return None
    return after, codes_of(after, after.cells, site)
