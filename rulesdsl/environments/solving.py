"""Games with secrets solved: best responses, exploitability, counterfactual regret minimisation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulesdsl.environments.game_tree import CHANCE_EDGE, GameTree, InformationSet
from rulesdsl.environments.node import Node
from rulesdsl.environments.positions import Progress
from rulesdsl.environments.provenance import Provenance

Numbers: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.intp]


@frozen(eq=False)
class _Level:
    parents: Places
    children: Places
    edges: Places
    by_chance: NDArray[np.bool_]
    chances: Numbers
    starts: Places
    """Where the edges of the next parent begin."""
    owners: Places
    """Each of the parents once."""
    players: Places
    """Who decides on each edge."""


class Solver:
    """A tree as arrays, with what is asked of it again and again."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.players = tree.tree.players
        who = np.array(tree.players, dtype=np.intp)
        self.levels = []
        for level in tree.levels:
            parents = np.array(level.parents, dtype=np.intp)
            edges = np.array(level.edges, dtype=np.intp)
            owners, starts = np.unique(parents, return_index=True)
            self.levels.append(
                _Level(
                    parents,
                    np.array(level.children, dtype=np.intp),
                    edges,
                    edges == CHANCE_EDGE,
                    np.array(level.chances),
                    starts,
                    owners,
                    who[parents],
                )
            )
        self.ends = np.zeros((self.players, len(tree)))
        for node, values in tree.values.items():
            self.ends[:, node] = [float(value) for value in values]
        self.set_of_action = np.array(
            [choice.number for choice in tree.sets for _ in choice.actions], dtype=np.intp
        )
        self.player_of_action = np.array(
            [choice.player for choice in tree.sets for _ in choice.actions], dtype=np.intp
        )
        self.actions_of_set = np.array([len(choice.actions) for choice in tree.sets], dtype=float)

    def reach(self, strategy: Numbers) -> Numbers:
        """For each player the own share in the probability of each node; in the last row that of chance."""
        reached = np.ones((self.players + 1, len(self.tree)))
        for level in self.levels:
            reached[:, level.children] = reached[:, level.parents]
            reached[-1, level.children] *= level.chances
            own = ~level.by_chance
            reached[level.players[own], level.children[own]] *= strategy[level.edges[own]]
        return reached

    def values(self, strategy: Numbers, players: slice | int = slice(None)) -> Numbers:
        """What each node is worth to these players."""
        values = self.ends[players].copy()
        for level in reversed(self.levels):
            share = np.where(level.by_chance, level.chances, strategy[level.edges])
            values[..., level.owners] = np.add.reduceat(
                values[..., level.children] * share, level.starts, axis=-1
            )
        return values

    def against(self, reach: Numbers, player: int) -> Numbers:
        """The probability of each node as far as the others and chance go."""
        others = [row for row in range(self.players + 1) if row != player]
        return np.asarray(reach[others].prod(axis=0))

    def action_values(self, values: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
        """Of each action, over all nodes of its set: what follows, and what the nodes are worth."""
        after, before = np.zeros(self.tree.action_count), np.zeros(self.tree.action_count)
        for level in self.levels:
            own = ~level.by_chance
            edges, parents, children = level.edges[own], level.parents[own], level.children[own]
            after += np.bincount(edges, weights[parents] * values[children], self.tree.action_count)
            before += np.bincount(edges, weights[parents] * values[parents], self.tree.action_count)
        return after, before

    def normalized(self, weights: Numbers) -> Numbers:
        """Weights of actions as probabilities; where all are 0 each action is as likely."""
        sums = np.bincount(self.set_of_action, weights, len(self.tree.sets))
        sums, counts = sums[self.set_of_action], self.actions_of_set[self.set_of_action]
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), 1 / counts)

    def best_response(self, strategy: Numbers, player: int) -> Numbers:
        """The same with the best that this player can do in place of what the player does."""
        weights = self.against(self.reach(strategy), player)
        best = strategy.copy()
        best[self.player_of_action == player] = 0.0
        own = [choice for choice in self.tree.sets if choice.player == player]
        for depth in sorted({choice.depth for choice in own}, reverse=True):
            after, _ = self.action_values(self.values(best, player), weights)
            for choice in own:
                if choice.depth == depth:
                    best[
                        choice.first + int(after[choice.first : choice.first + len(choice.actions)].argmax())
                    ] = 1.0
        return best


@frozen(eq=False)
class Strategy:
    """For every information set how likely each action is."""

    solver: Solver
    probabilities: Numbers
    made: str = ""
    """How it came about, in words."""

    @property
    def provenance(self) -> Provenance:
        """By what the strategy can be had again."""
        tree = self.solver.tree
        return {**tree.tree.provenance, "by": tree.by, "made": self.made}

    @property
    def values(self) -> tuple[float, ...]:
        """What the game is worth to each player, if all play so."""
        return tuple(map(float, self.solver.values(self.probabilities)[:, 0]))

    @cached_property
    def improvements(self) -> tuple[float, ...]:
        """How much each player could gain by a best response, while the others play on so."""
        best = [self.solver.best_response(self.probabilities, player) for player in range(len(self.values))]
        gained = (self.solver.values(strategy, player)[0] for player, strategy in enumerate(best))
        return tuple(float(gain - now) for gain, now in zip(gained, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """The same on average; 0 in an equilibrium."""
        return sum(self.improvements) / len(self.improvements)

    def at(self, where: InformationSet | Node) -> Mapping[int, float]:
        """How likely each action is, by its number."""
        node = where
        if isinstance(node, Node):
            player = node.player
            if player is None or player < 0:
                raise ValueError("nobody decides here")
            node = self.solver.tree.set_named(player, node.information(player))
        shares = self.probabilities[node.first : node.first + len(node.actions)]
        return dict(zip(node.actions, map(float, shares), strict=True))


def uniform(tree: GameTree) -> Strategy:
    """Every action as likely."""
    solver = Solver(tree)
    return Strategy(solver, solver.normalized(np.zeros(tree.action_count)), "uniform")


def best_response(strategy: Strategy, player: int) -> Strategy:
    """The strategy with the best that one player can do against it, in place of what that player does."""
    best = strategy.solver.best_response(strategy.probabilities, player)
    return Strategy(strategy.solver, best, f"best response of player {player} to: {strategy.made}")


def cfr(
    tree: GameTree, iterations: int = 1_000, *, plus: bool = False, progress: Progress | None = None
) -> Strategy:
    """Counterfactual regret minimisation: the average of all iterations, which for two players whose
    interests are opposed comes ever closer to an equilibrium. `plus`: CFR+, which is there sooner.
    """
    solver = Solver(tree)
    regrets, total = np.zeros(tree.action_count), np.zeros(tree.action_count)
    for iteration in range(1, iterations + 1):
        for player in range(solver.players):
            current = solver.normalized(np.maximum(regrets, 0.0))
            reach = solver.reach(current)
            values = solver.values(current, player)
            after, before = solver.action_values(values, solver.against(reach, player))
            own = solver.player_of_action == player
            regrets[own] += (after - before)[own]
            if plus:
                np.maximum(regrets, 0.0, out=regrets)
            shares, _ = solver.action_values(np.ones(len(tree)), reach[player])
            total[own] += ((iteration if plus else 1) * shares * current)[own]
        if progress is not None:
            progress(iteration)
    made = f"{'CFR+' if plus else 'CFR'}, {iterations} iterations"
    return Strategy(solver, solver.normalized(total), made)
