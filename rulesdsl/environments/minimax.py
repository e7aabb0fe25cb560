"""Games without secrets solved exactly: what every position is worth if all play as well as can be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.plan import Plan
from rulesdsl.environments.memory import has_secrets
from rulesdsl.environments.node import CHANCE, Node, Tree
from rulesdsl.environments.positions import (
    MOST_POSITIONS,
    TOLD_EACH,
    Position,
    Progress,
    TooManyPositions,
    position_of,
)
from rulesdsl.environments.provenance import Provenance

Values: TypeAlias = tuple[Fraction, ...]
Numbering: TypeAlias = Callable[[Node], int]


class CannotSolve(ValueError):
    """A game that this way of solving is not for."""


@define
class _Positions:
    """All positions of a game, by number, each with what follows it."""

    number_of: dict[Position, int] = field(factory=dict)
    players: list[int] = field(factory=list)
    """Who decides; CHANCE before the first decision, -2 at an end."""
    after: list[list[list[tuple[Fraction, int]]]] = field(factory=list)
    """For each action, in rising order, where it leads, and how likely."""
    actions: list[tuple[int, ...]] = field(factory=list)
    ends: dict[int, Values] = field(factory=dict)

    def ends_of_worth(self, player: int, least: Fraction) -> set[int]:
        """The ends that are worth so much to a player, or more."""
        return {number for number, end in self.ends.items() if end[player] >= least}


@frozen
class Solution:
    """What a game is worth, and how it is played best."""

    tree: Tree
    values: Values
    """What it is worth to each player from the beginning."""
    _positions: _Positions
    _worth: Sequence[Values]
    endless: int
    """From so many positions nobody can force an end; they are worth 0."""

    @property
    def provenance(self) -> Provenance:
        """By what the solution can be had again."""
        return self.tree.provenance

    @property
    def positions(self) -> int:
        """How many there are, with the ends."""
        return len(self._worth) - 1

    @property
    def ends(self) -> int:
        return len(self._positions.ends)

    def value(self, node: Node) -> Values:
        """What a position is worth to each player."""
        return self._worth[self._positions.number_of[position_of(node.state)]]

    def worth(self, node: Node, action: int) -> Values:
        """What an action of a position is worth to each player."""
        number = self._positions.number_of[position_of(node.state)]
        ways = self._positions.after[number][self._positions.actions[number].index(action)]
        return _expected(ways, self._worth, self.tree.players)

    def best(self, node: Node) -> Mapping[int, bool]:
        """For each action, by number, whether it is one of the best."""
        number = self._positions.number_of[position_of(node.state)]
        mover = self._positions.players[number]
        worth = {action: self.worth(node, action)[mover] for action in self._positions.actions[number]}
        return {action: value == max(worth.values()) for action, value in worth.items()}

    @property
    def decisions(self) -> Iterator[Node]:
        """One node for each position in which somebody decides, those before others first."""
        met: set[Position] = set()
        waiting = deque(self.tree.root.positions)
        while waiting:
            node = waiting.popleft()
            key = position_of(node.state)
            if node.over or key in met:
                continue
            met.add(key)
            yield node
            for child in node.children:
                waiting.extend(child.positions)


def solve(
    given: ir.Program | Plan,
    *,
    returns: str = "victory",
    every_step: bool = False,
    samples: int = 0,
    seed: int = 1,
    limit: int = MOST_POSITIONS,
    progress: Progress | None = None,
) -> Solution:
    """The value of a game in which nothing is hidden, by going through all of its positions. `samples`,
    `seed`: as of a `Tree`; the value is then an estimate.

    CannotSolve: something is hidden, or a play can go on for ever and there is chance in it or there are not
    two players. TooManyPositions: there are more than `limit`.
    """
    if has_secrets(given):
        raise CannotSolve("something is hidden in this game; `cfr` is for those")
    tree = Tree(given, returns=returns, every_step=every_step, remember=False, samples=samples, seed=seed)
    positions = _all_of(tree, limit, progress)
    order = _from_the_ends(positions)
    if order is not None:
        worth = _backwards(positions, order, tree.players)
        endless = 0
    else:
        worth, endless = _with_cycles(positions, tree)
    return Solution(tree, worth[0], positions, worth, endless)


def _all_of(tree: Tree, limit: int, progress: Progress | None) -> _Positions:
    positions = _Positions(players=[CHANCE], after=[[]], actions=[()])
    waiting: list[tuple[int, Node]] = []

    def number(node: Node) -> int:
        key = position_of(node.state)
        if key not in positions.number_of:
            number = positions.number_of[key] = len(positions.players)
            if number > limit:
                raise TooManyPositions(f"{tree.program.title} has more than {limit:,} positions")
            if progress is not None and number % TOLD_EACH == 0:
                progress(number)
            positions.players.append(-2)
            positions.after.append([])
            positions.actions.append(())
            waiting.append((number, node))
        return positions.number_of[key]

    positions.after[0] = [_ways(tree.root, number)]
    while waiting:
        position, node = waiting.pop()
        if node.over:
            positions.ends[position] = node.returns
            continue
        assert node.player is not None
        positions.players[position] = node.player
        positions.actions[position] = tuple(node.legal_actions)
        positions.after[position] = [
            _ways(node.child(action), number) for action in positions.actions[position]
        ]
    return positions


def _ways(node: Node, number: Numbering) -> list[tuple[Fraction, int]]:
    """The positions that chance can lead to from here."""
    shares: dict[int, Fraction] = {}
    waiting = [(Fraction(1), node)]
    while waiting:
        share, reached = waiting.pop()
        if reached.player == CHANCE:
            waiting += [(share * chance, reached.child(choice)) for choice, chance in reached.outcomes]
        else:
            end = number(reached)
            shares[end] = shares.get(end, Fraction(0)) + share
    return [(share, number) for number, share in shares.items()]


def _expected(ways: Sequence[tuple[Fraction, int]], worth: Sequence[Values], players: int) -> Values:
    """What a position is worth from which chance leads to these."""
    return tuple(
        sum((share * worth[child][seat] for share, child in ways), Fraction(0)) for seat in range(players)
    )


def _from_the_ends(positions: _Positions) -> list[int] | None:
    """All positions, each after all that follow it; None where a play can come back to where it was."""
    before, left = _before(positions)
    order, ready = list[int](), [index for index, count in enumerate(left) if not count]
    while ready:
        number = ready.pop()
        order.append(number)
        for earlier in before[number]:
            left[earlier] -= 1
            if not left[earlier]:
                ready.append(earlier)
    return order if len(order) == len(left) else None


def _before(positions: _Positions) -> tuple[list[list[int]], list[int]]:
    """For each position those that lead to it, and how many follow it."""
    before: list[list[int]] = [[] for _ in positions.players]
    left = [0] * len(positions.players)
    for index, actions in enumerate(positions.after):
        following = {child for ways in actions for _, child in ways}
        left[index] = len(following)
        for child in following:
            before[child].append(index)
    return before, left


def _backwards(positions: _Positions, order: Sequence[int], players: int) -> list[Values]:
    worth: list[Values] = [()] * len(order)
    for number in order:
        if number in positions.ends:
            worth[number] = positions.ends[number]
            continue
        each = [_expected(ways, worth, players) for ways in positions.after[number]]
        mover = positions.players[number]
        worth[number] = each[0] if mover == CHANCE else max(each, key=lambda values: values[mover])
    return worth


def _with_cycles(positions: _Positions, tree: Tree) -> tuple[list[Values], int]:
    """For two players whose interests are opposed, without chance: a play without end is worth 0 to both."""
    steady = all(len(ways) == 1 for actions in positions.after for ways in actions)
    opposed = all(sum(values) == 0 for values in positions.ends.values())
    if tree.players != 2 or not steady or not opposed:
        raise CannotSolve(
            "a play can come back to a position it has been in; then only games of two players are solved, in"
            " which one wins what the other loses and there is no chance"
        )
    before, _ = _before(positions)
    bounds = sorted({values[0] for values in positions.ends.values()} | {Fraction(0)})
    worth = [bounds[0]] * len(positions.players)
    for bound in bounds[1:]:
        good = positions.ends_of_worth(0, bound)
        if bound > 0:
            reached = _forced(positions, before, 0, good)
        else:
            lost = _forced(positions, before, 1, positions.ends.keys() - good)
            reached = set(range(len(worth))) - lost
        for number in reached:
            worth[number] = bound
    ending = [
        _forced(positions, before, player, positions.ends_of_worth(player, Fraction(0)))
        for player in range(2)
    ]
    endless = sum(
        value == 0 and not any(index in numbers for numbers in ending) for index, value in enumerate(worth)
    )
    return [(value, -value) for value in worth], endless


def _forced(positions: _Positions, before: Sequence[Sequence[int]], player: int, goal: set[int]) -> set[int]:
    """The positions from which a player can force the play to the goal."""
    reached, waiting = set(goal), list(goal)
    left = [len({child for ways in actions for _, child in ways}) for actions in positions.after]
    while waiting:
        for earlier in before[waiting.pop()]:
            if earlier in reached:
                continue
            left[earlier] -= 1
            if positions.players[earlier] == player or not left[earlier]:
                reached.add(earlier)
                waiting.append(earlier)
    return reached
