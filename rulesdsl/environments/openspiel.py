"""Games for OpenSpiel. To import this module registers them: `rulesdsl(file=my_game.game,players=2)`.

Chance is explicit from the first shuffle on; information states have perfect recall. What players choose in
secret at once is chosen one after the other, and nobody is told before all have.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from attrs import define

from rulesdsl import program as ir
from rulesdsl.environments.memory import WIDTH, has_secrets, most_told
from rulesdsl.environments.node import CHANCE, Node, Tree
from rulesdsl.environments.provenance import Provenance
from rulesdsl.environments.returns import bounds_of_returns
from rulesdsl.pipeline import load
from rulesdsl.program_walk import holds, nodes_in

MOST_PLAYERS = 20

SPECIFICATION: Mapping[str, str | int | bool] = {
    "file": "",
    "players": 0,
    "returns": "victory",
    "utility": "",
    "options": "",
    "every_step": False,
    "samples": 0,
    "seed": 1,
    "rows": 0,
}
"""What can be given with a game; `options` are NAME:VALUE, with semicolons between them: OpenSpiel's text of
a game has room for one `=` in each setting.
"""


def _type(**given: object) -> pyspiel.GameType:
    settings: dict[str, object] = {
        "short_name": "rulesdsl",
        "long_name": "A game in the language of rulesdsl",
        "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
        "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        "utility": pyspiel.GameType.Utility.GENERAL_SUM,
        "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
        "max_num_players": MOST_PLAYERS,
        "min_num_players": 1,
        "provides_information_state_string": True,
        "provides_information_state_tensor": True,
        "provides_observation_string": True,
        "provides_observation_tensor": True,
        "default_loadable": False,
        "parameter_specification": dict(SPECIFICATION),
    }
    return pyspiel.GameType(**(settings | given))


@lru_cache(maxsize=16)
def _tree(file: str, players: int, options: str, **settings: Any) -> Tree:  # noqa: ANN401 - those of a tree
    if not file:
        raise ValueError("no game is named: rulesdsl(file=my_game.game,players=2)")
    path = Path(file)
    game = load(path if path.suffix else file)
    pairs = [pair.split(":", 1) for pair in options.split(";") if pair]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"options are NAME:VALUE with semicolons between them, not {options!r}")
    return Tree(game.program(players or game.players[0], dict(pairs)), **settings)


def _most_outcomes(tree: Tree) -> int:
    most = max(1, tree.plan.layout.piece_count, tree.samples)
    for node in nodes_in((tree.program.procs, tree.program.rules)):
        if isinstance(node, ir.Chance):
            domain = ir.member_type(node.var.type)
            inner = ir.without_none(domain)
            most = max(most, ir.index_span(tree.program, inner)[1])
    return most


class RulesGame(pyspiel.Game):
    """A game file at a number of players."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given: dict[str, Any] = {**SPECIFICATION, **(params or {})}
        utility, self._rows = str(given.pop("utility")), int(given.pop("rows"))
        self.tree = _tree(**{name: type(SPECIFICATION[name])(value) for name, value in given.items()})
        low, high = bounds_of_returns(self.tree.program, self.tree.returns)
        opposed = _is_opposed(self.tree, utility)
        kinds, program = pyspiel.GameType, self.tree.program
        hidden = has_secrets(program)
        chance = holds(program.procs, ir.Chance, ir.Shuffle, ir.Draw)
        chance = chance or any(zone.shuffled for zone in program.zones)
        modes, knowledge, sums = kinds.ChanceMode, kinds.Information, kinds.Utility
        super().__init__(
            _type(
                long_name=program.title,
                chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
                information=knowledge.IMPERFECT_INFORMATION if hidden else knowledge.PERFECT_INFORMATION,
                utility=sums.ZERO_SUM if opposed else sums.GENERAL_SUM,
                max_num_players=program.players,
                min_num_players=program.players,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=max(1, self.tree.actions.size),
                max_chance_outcomes=_most_outcomes(self.tree) if chance else 0,
                num_players=program.players,
                min_utility=float(low),
                max_utility=float(high),
                utility_sum=0.0 if opposed else None,
                max_game_length=program.step_limit,
            ),
            dict(params or {}),
        )

    @cached_property
    def rows(self) -> int:
        """So many things that were told have room in an information state; where nothing is said, three
        times as many as are told in games at random.
        """
        return self._rows or 3 * most_told(self.tree.plan)

    @property
    def provenance(self) -> Provenance:
        """By what a result can be had again."""
        return self.tree.provenance

    def new_initial_state(self) -> RulesState:
        return RulesState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        if params:
            raise ValueError(f"an observer of these games has no settings: {dict(params)}")
        return Observer(self, recalls=bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


def _is_opposed(tree: Tree, utility: str) -> bool:
    """Whether what is won is lost by the others: always so with `victory`, unless all can lose."""
    if utility not in ("", "zero_sum", "general_sum"):
        raise ValueError(f"utility is zero_sum or general_sum, not {utility!r}")
    if utility:
        return utility == "zero_sum"
    winner = tree.program.winner
    return tree.returns == "victory" and tree.players > 1 and winner is not None and winner.lost is None


class RulesState(pyspiel.State):
    """A node of the game."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self.node: Node = game.tree.root

    def current_player(self) -> int:
        player = self.node.player
        if player is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal_actions if self.node.player == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(share)) for number, share in self.node.outcomes]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if self.node.player == CHANCE:
                question = self.node.question
                return f"{question.what} {question.values[action]}"
            return f"outcome {action}"
        actions = self.node.tree.actions
        return (
            actions.words_in(self.node.state, action) if self.node.player == player else actions.words[action]
        )

    def is_terminal(self) -> bool:
        return self.node.over

    def returns(self) -> list[float]:
        if not self.node.over:
            return [0.0] * self.node.tree.players
        return [float(value) for value in self.node.returns]

    def __str__(self) -> str:
        return repr(self.node)


@define
class Observer:
    """What a player sees, or with `recalls` was told, as OpenSpiel asks for it."""

    game: RulesGame
    recalls: bool
    tensor: Any = None
    dict: Any = None

    def __attrs_post_init__(self) -> None:
        tree = self.game.tree
        size = self.game.rows * WIDTH if self.recalls else tree.observations.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"told" if self.recalls else "seen": self.tensor}

    def set_from(self, state: RulesState, player: int) -> None:
        self.tensor[:] = self._numbers(state.node, player)

    def _numbers(self, node: Node, player: int) -> list[float]:
        if not self.recalls:
            return node.observation(player)
        memories = node.tree.memories
        assert memories is not None
        return memories.rows(node.memory(player), self.game.rows)

    def string_from(self, state: RulesState, player: int) -> str:
        node = state.node
        return node.information(player) if self.recalls else node.seen_text(player)


pyspiel.register_game(_type(), RulesGame)
