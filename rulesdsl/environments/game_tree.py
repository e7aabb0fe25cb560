"""A whole game as one tree in plain lists, for algorithms that go through all of it many times."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cached_property

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.plan import Plan
from rulesdsl.environments.memory import recall, warn_of_imperfect_recall
from rulesdsl.environments.node import CHANCE, Node, Tree
from rulesdsl.environments.positions import TOLD_EACH, Progress

MOST_NODES = 1_000_000
"""A larger tree is refused, unless a greater limit is given."""

CHANCE_EDGE = -1


class TreeTooLarge(ValueError):
    """A game has more nodes than may be kept."""


class NotOneDecision(ValueError):
    """What stands for several nodes offers other actions in one than in another."""


@frozen
class InformationSet:
    """All nodes that a player cannot tell apart."""

    number: int
    player: int
    text: str
    """What the player was told, or where observations are taken what is seen."""
    actions: tuple[int, ...]
    """What can be chosen, by number."""
    first: int
    """Where its actions begin among those of all sets."""
    depth: int
    """How many decisions of its own the player has behind."""
    path: tuple[int, ...]
    """How one of the nodes is come to."""


@define
class _Level:
    """The edges from nodes of one depth to those of the next, in the order of the nodes."""

    parents: list[int] = field(factory=list)
    children: list[int] = field(factory=list)
    edges: list[int] = field(factory=list)
    """Which action of which set, among those of all sets; CHANCE_EDGE for an outcome."""
    chances: list[float] = field(factory=list)
    """The probability of the outcome; 1 for an action."""


class GameTree:
    """Every node of a game, level by level."""

    def __init__(
        self,
        given: ir.Program | Plan,
        *,
        returns: str = "victory",
        every_step: bool = False,
        by: str = "information",
        samples: int = 0,
        seed: int = 1,
        limit: int = MOST_NODES,
        progress: Progress | None = None,
    ) -> None:
        """`by`: nodes are told apart by the information state, or by the observation alone, which is another
        game wherever an observation stands for several histories. `samples`, `seed`: as of a `Tree`.
        """
        if by not in ("information", "observation"):
            raise ValueError(f"nodes are told apart by information or by observation, not by {by!r}")
        self.tree = Tree(given, returns=returns, every_step=every_step, samples=samples, seed=seed)
        self.by = by
        if by == "observation":
            warn_of_imperfect_recall(recall(self.tree.plan))
        self.players = [CHANCE]
        """Of each node who decides; -2 at an end."""
        self.sets: list[InformationSet] = []
        self.set_of = [-1]
        """Of each node the number of its set."""
        self.values: dict[int, tuple[Fraction, ...]] = {}
        """What the ends are worth."""
        self.levels: list[_Level] = []
        self.action_count = 0
        """How many actions all sets have together."""
        self._known: dict[tuple[int, Hashable], int] = {}
        self._build(limit, progress)

    def __len__(self) -> int:
        return len(self.players)

    def __repr__(self) -> str:
        title = self.tree.program.title
        return f"<Tree of {title}: {len(self):,} nodes, {len(self.sets):,} information sets>"

    def _build(self, limit: int, progress: Progress | None) -> None:
        depths: list[tuple[int, ...]] = [(0,) * self.tree.players]
        here = [(0, self.tree.root)]
        while here:
            level, following = _Level(), list[tuple[int, Node]]()
            for number, node in here:
                self._enter(number, node, depths[number])
                if node.over:
                    continue
                decision_set = self.set_of[number]
                own = depths[number]
                if decision_set >= 0:
                    player = self.sets[decision_set].player
                    own = tuple(depth + (seat == player) for seat, depth in enumerate(own))
                    steps = [
                        (choice, self.sets[decision_set].first + index, 1.0)
                        for index, choice in enumerate(self.sets[decision_set].actions)
                    ]
                else:
                    steps = [(choice, CHANCE_EDGE, float(share)) for choice, share in node.outcomes]
                for choice, edge, share in steps:
                    child = len(self.players)
                    if child >= limit:
                        raise TreeTooLarge(f"{self.tree.program.title} has more than {limit:,} nodes")
                    if progress is not None and child % TOLD_EACH == 0:
                        progress(child)
                    self.players.append(-2)
                    self.set_of.append(-1)
                    depths.append(own)
                    level.parents.append(number)
                    level.children.append(child)
                    level.edges.append(edge)
                    level.chances.append(share)
                    following.append((child, node.child(choice)))
            if level.parents:
                self.levels.append(level)
            here = following

    def _enter(self, number: int, node: Node, depths: tuple[int, ...]) -> None:
        player = node.player
        if player is None:
            self.values[number] = node.returns
            return
        self.players[number] = player
        if player == CHANCE:
            return
        key: Hashable = (
            node.information(player) if self.by == "information" else tuple(node.observation(player))
        )
        choices = tuple(node.legal_actions)
        set_number = self._known.get((player, key))
        if set_number is None:
            set_number = self._known[player, key] = len(self.sets)
            name = key if isinstance(key, str) else str(node.state)
            self.sets.append(
                InformationSet(
                    set_number, player, name, choices, self.action_count, depths[player], node.path
                )
            )
            self.action_count += len(choices)
        elif self.sets[set_number].actions != choices:
            raise NotOneDecision(f"one {self.by} offers {self.sets[set_number].actions} and {choices}")
        self.set_of[number] = set_number

    @cached_property
    def _numbers(self) -> dict[tuple[int, str], int]:
        return {(entry.player, entry.text): entry.number for entry in self.sets}

    def set_named(self, player: int, text: str) -> InformationSet:
        """The set of a player by what was told; KeyError if there is none."""
        return self.sets[self._numbers[player, text]]
