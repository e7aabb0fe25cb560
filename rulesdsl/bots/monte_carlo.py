"""The bot that looks ahead: Monte-Carlo tree search on guesses at the position.

Each iteration draws a position that could be the true one for all the player knows (`sample`), goes down the
tree of what was tried before, tries one thing more and plays on at random. A budget is a number of
iterations, never a time, so that the same seed gives the same game on every machine.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Self

from attrs import define, field

from rulesdsl.bots.greedy import lead
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.sample import sample
from rulesdsl.engine.state import State

USUAL_ITERATIONS = 60
EXPLORATION = 0.6
WIN_COUNTS = 0.8
"""What winning counts against the size of the lead."""


@define
class Node:
    """A choice that was tried: how often, how often it could have been, and what came of it for who chose."""

    player: int = -1
    visits: int = 0
    offers: int = 0
    value: float = 0.0
    children: dict[int, Node] = field(factory=dict)


class MonteCarlo:
    def __init__(self, iterations: int = USUAL_ITERATIONS, steps: int = 60) -> None:
        """`steps`: after how many random decisions a game is valued at the latest."""
        self.iterations = iterations
        self.steps = steps

    @classmethod
    def with_budget(cls, iterations: int) -> Self:
        return cls(iterations)

    def choose(self, state: State, player: int, stream: Dice) -> int:
        count = state.option_count
        if count == 1:
            return 0
        root = Node(player)
        for _ in range(self.iterations):
            guess = sample(state, player, stream)
            guess.log = None
            if guess.option_count != count:
                continue
            self._iterate(root, guess, stream)
        tried = root.children
        best = max((child.visits for child in tried.values()), default=0)
        good = [at for at in range(count) if at in tried and tried[at].visits == best]
        return good[stream.below(len(good))] if good else stream.below(count)

    def _iterate(self, root: Node, guess: State, stream: Dice) -> None:
        node, path = root, []
        try:
            while not guess.over:
                # At the root an option is known by its place: it is the same decision in every guess.
                keys = list(range(guess.option_count)) if node is root else list(guess.open_codes())
                at, new = self._pick(node, keys, stream)
                child = node.children.setdefault(keys[at], Node(-1 if guess.player is None else guess.player))
                path.append(child)
                guess.apply(at)
                node = child
                if new:
                    break
            for _ in range(self.steps):
                if guess.over:
                    break
                guess.apply(stream.below(guess.option_count))
        except Fault:
            # The guess led where the rules do not go: what is there so far is all there is to value.
            pass
        worth = values(guess)
        for child in path:
            child.visits += 1
            child.value += worth[child.player]

    def _pick(self, node: Node, keys: list[int], stream: Dice) -> tuple[int, bool]:
        """Something new if there is anything, else what promises most."""
        children = node.children
        untried = [at for at, key in enumerate(keys) if key not in children]
        for key in keys:
            if key in children:
                children[key].offers += 1
        if untried:
            return untried[stream.below(len(untried))], True
        best, best_at = -1.0, 0
        for at, key in enumerate(keys):
            child = children[key]
            visits = max(child.visits, 1)
            promise = child.value / visits + EXPLORATION * sqrt(log(max(child.offers, 2)) / visits)
            if promise > best:
                best, best_at = promise, at
        return best_at, False


def values(state: State) -> list[float]:
    """How well each player stands, between 0 and 1."""
    players = range(state.plan.program.players)
    leads = [lead(state, player) for player in players]
    spread = max((abs(one) for one in leads), default=0) + 10
    standing = [0.5 + 0.5 * one / spread for one in leads]
    if not state.over or state.plan.program.winner is None:
        return standing
    winners = state.winners()
    return [
        WIN_COUNTS * (1 / len(winners) if player in winners else 0.0) + (1 - WIN_COUNTS) * standing[player]
        for player in players
    ]
