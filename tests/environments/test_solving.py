"""Solved games against what is known of them."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulesdsl.environments.game_tree import GameTree
from rulesdsl.environments.minimax import CannotSolve, Solution, solve
from rulesdsl.environments.positions import TooManyPositions
from rulesdsl.environments.solving import best_response, cfr, uniform
from tests.engine.texts import program_of
from tests.environments.games import classic, leduc_with_suits
from tests.loading import load


def test_kuhn_poker_is_solved() -> None:
    tree = GameTree(classic("kuhn_poker"), returns="points")
    strategy = cfr(tree, 300, plus=True)
    assert strategy.exploitability < 0.001
    assert strategy.values[0] == pytest.approx(-1 / 18, abs=0.001)
    plain = cfr(tree, 100)
    assert strategy.exploitability < plain.exploitability < 0.05


def test_leduc_poker_is_solved() -> None:
    strategy = cfr(GameTree(classic("leduc_poker"), returns="points"), 300, plus=True)
    assert strategy.exploitability < 0.01
    assert strategy.values[0] == pytest.approx(-0.0856, abs=0.001)


def test_leduc_poker_with_suits_is_solved(tmp_path: Path) -> None:
    tree = GameTree(load(leduc_with_suits(tmp_path)).program(2), returns="points")
    assert (len(tree), len(tree.sets)) == (9_457, 936)
    strategy = cfr(tree, 150, plus=True)
    assert strategy.exploitability < 0.01
    assert strategy.values[0] == pytest.approx(-0.0856, abs=0.001)


def test_the_uniform_strategy_of_kuhn_poker_can_be_exploited_as_counted_by_hand() -> None:
    strategy = uniform(GameTree(classic("kuhn_poker"), returns="points"))
    assert strategy.values == pytest.approx((1 / 8, -1 / 8))
    # Every pure answer of one player, tried one by one.
    tree = strategy.solver.tree
    for player in range(2):
        own = [one for one in tree.sets if one.player == player]
        most = -10.0
        for choice in product(*(range(len(one.actions)) for one in own)):
            tried = strategy.probabilities.copy()
            for one, chosen in zip(own, choice, strict=True):
                tried[one.first : one.first + len(one.actions)] = 0
                tried[one.first + chosen] = 1
            most = max(most, float(strategy.solver.values(tried, player)[0]))
        assert best_response(strategy, player).values[player] == pytest.approx(most)
        assert strategy.improvements[player] == pytest.approx(most - strategy.values[player])


def test_a_strategy_says_by_what_it_can_be_had_again() -> None:
    tree = GameTree(classic("kuhn_poker"), returns="points")
    made = cfr(tree, 3, plus=True).provenance
    assert (made["made"], made["returns"], made["rules"]) == (
        "CFR+, 3 iterations",
        "points",
        tree.tree.program.mark,
    )
    assert best_response(uniform(tree), 1).provenance["made"] == "best response of player 1 to: uniform"
    assert solve(classic("nim")).provenance["game"] == "Nim"


def test_a_strategy_says_what_it_does_at_a_node() -> None:
    tree = GameTree(classic("kuhn_poker"), returns="points")
    strategy = uniform(tree)
    node = tree.tree.root.child(0).child(0)
    assert strategy.at(node) == {0: 0.5, 1: 0.5}
    assert strategy.at(tree.sets[0]) == {0: 0.5, 1: 0.5}


# ---------------------------------------------------------------------- without secrets


def victory(solution: Solution) -> list[Fraction]:
    return list(solution.values)


def test_tic_tac_toe_is_a_draw_and_every_answer_in_a_corner_but_the_middle_loses() -> None:
    solution = solve(classic("tic_tac_toe"), every_step=True)
    assert victory(solution) == [0, 0]
    assert (solution.positions, solution.ends, solution.endless) == (5_478, 958, 0)
    node = solution.tree.root
    assert all(solution.best(node).values())
    corner = node.child(0)
    assert [action for action, best in solution.best(corner).items() if best] == [4]


def test_nim_is_won_by_who_begins() -> None:
    assert victory(solve(classic("nim"))) == [1, -1]


def test_secrets_are_for_others() -> None:
    with pytest.raises(CannotSolve, match="something is hidden"):
        solve(classic("kuhn_poker"))
    with pytest.raises(TooManyPositions):
        solve(classic("tic_tac_toe"), limit=10)


ROUND = """game "Round"
players 2..2
state at: 0..3
action on "On"
  set at to if at = 2 then 0 else at + 1
action out "Out"
  when at = 2
  set at to 3
flow
  phase play
    turn of each player
    until at = 3
    must on or out
score points = if at = 3 then 1 else 0
winner most points, then shared
"""


def test_a_play_without_end_is_worth_nothing_to_both(tmp_path: Path) -> None:
    solution = solve(program_of(tmp_path, ROUND))
    assert victory(solution) == [0, 0]


CHASE = """game "Chase"
players 2..2
state at: 0..3
state won: Player or none
action step "Step"
  set at to if at = 2 then 0 else at + 1
action take "Take it"
  when at = 1
  set at to 3
  set won to you
flow
  phase play
    turn of each player
    until at = 3
    must step or take
define has_won per Player = won is you
winner most has_won, then shared
"""


def test_who_can_force_an_end_does(tmp_path: Path) -> None:
    solution = solve(program_of(tmp_path, CHASE))
    # The first step is forced, and lets the other take it.
    assert victory(solution) == [-1, 1]
    assert solution.endless == 0
    before = solution.tree.root
    assert before.legal_actions == [0, 1]
    assert list(solution.best(before).values()) == [False, True]
