"""Games from their beginning, with chance: nodes, probabilities, positions that are met again."""

import pickle
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from rulesdsl.environments.game_tree import GameTree, NotOneDecision, TreeTooLarge
from rulesdsl.environments.memory import ImperfectRecall
from rulesdsl.environments.node import CHANCE, Node, Tree
from rulesdsl.environments.positions import TooManyPositions, count_positions, position_of
from tests.engine.texts import program_of
from tests.environments.games import classic


def expected(node: Node) -> Fraction:
    """What the game is worth to the first player if every action is as likely."""
    if node.over:
        return node.returns[0]
    if node.player == CHANCE:
        return sum((share * expected(node.child(choice)) for choice, share in node.outcomes), Fraction(0))
    choices = node.legal_actions
    return sum((expected(node.child(choice)) for choice in choices), Fraction(0)) / len(choices)


def test_poker_at_random_is_worth_what_it_is() -> None:
    assert expected(Tree(classic("kuhn_poker"), returns="points").root) == Fraction(1, 8)
    assert expected(Tree(classic("leduc_poker"), returns="points").root) == Fraction(-5, 64)


def test_the_deal_is_chance_and_cards_that_never_come_up_are_not_dealt() -> None:
    root = Tree(classic("leduc_poker")).root
    assert root.player == CHANCE
    assert root.outcomes == [(0, Fraction(1, 3)), (1, Fraction(1, 3)), (2, Fraction(1, 3))]
    second = root.child(0)
    assert [share for _, share in second.outcomes] == [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)]
    betting = second.child(1)
    assert betting.player == 0
    board = betting.child(betting.legal_actions[0])
    board = board.child(board.legal_actions[0])
    assert board.player == CHANCE
    assert [share for _, share in board.outcomes] == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    with pytest.raises(ValueError, match="chance is asked here"):
        _ = board.state


DICE = """game "Dice"
players 2..2
state points per Player: 0..40
action throw "Throw"
  roll 2 of 1..3 as dice
  add sum(dice) to your points
flow
  each player in turn
    must throw
score thrown = your points
winner most total, then shared
"""


def test_a_game_is_a_tree_whatever_chance_gives(tmp_path: Path) -> None:
    tree = Tree(program_of(tmp_path, DICE), returns="points", every_step=True)
    node = tree.root
    assert node.player == 0
    node = node.child(0)
    first = [share for _, share in node.outcomes]
    assert first == [Fraction(1, 3)] * 3
    totals: Counter[int] = Counter()
    for one in node.children:
        for other in one.children:
            totals[other.state.total(0)] += 1
    assert totals == {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}


AGAIN = """game "Again"
players 2..2
pieces Card for each rank in 1..3
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone out: set of Card
state points per Player: 0..40
action take "Take one"
  draw 1 from deck to out as card
  add card.rank to your points
  move out to deck
  shuffle deck
action stay "Stay"
  say "{you} stays"
flow
  repeat 2 times
    each player in turn
      must take or stay
score thrown = your points
winner most total, then shared
"""


def test_a_card_that_went_back_may_come_again(tmp_path: Path) -> None:
    assert expected(Tree(program_of(tmp_path, AGAIN), returns="points").root) == 2


@pytest.mark.parametrize(("taken", "worth"), [(1, Fraction(3)), (2, Fraction(8, 3)), (4, Fraction(2))])
def test_a_card_that_is_taken_for_what_it_is_leaves_the_others_as_likely(
    taken: int, worth: Fraction, tmp_path: Path
) -> None:
    """A card is taken out of the pile by its name, wherever it lies; then one is drawn from the top."""
    lines = AGAIN.replace("1..3", "1..4").replace("repeat 2 times", "repeat 1 times")
    action = lines[lines.index("action take") : lines.index("action stay")]
    searched = f"""action take "Take one"
  move Card({taken}) to out
  draw 1 from deck to out as card
  add card.rank to your points
  move out to deck
  shuffle deck
"""
    tree = Tree(program_of(tmp_path, lines.replace(action, searched)), returns="points")
    node = tree.root.child(0)
    assert [share for _, share in node.outcomes] == [Fraction(1, 3)] * 3
    assert (
        sum(
            (
                share * one.state.total(0)
                for one, (_, share) in zip(node.children, node.outcomes, strict=True)
            ),
            Fraction(0),
        )
        == worth
    )


def test_chance_gives_what_the_engine_gives() -> None:
    """Along every path of a small game the options are those of the engine."""
    tree = Tree(classic("kuhn_poker"))
    seen = set()
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if node.player != CHANCE:
            seen.add((node.state.over, *node.legal_actions))
    found = set()
    for seed in range(12):
        states = [start(tree.program, seed)]
        while states:
            state = states.pop()
            found.add((state.over, *tree.actions.legal_actions(state)))
            states += [state.clone().apply(at) for at in range(state.option_count)]
    assert seen == found


# ---------------------------------------------------------------------- samples


def test_where_chance_can_give_too_much_some_of_it_stands_for_all() -> None:
    program = classic("leduc_poker")
    # Nine deals that make a difference.
    assert Tree(program, samples=9).root.outcomes == Tree(program).root.outcomes
    root = Tree(program, samples=8).root
    assert root.player == CHANCE
    assert root.outcomes == [(number, Fraction(1, 8)) for number in range(8)]
    told = {(node.information(0), node.information(1)) for node in Tree(program).root.positions}
    assert {(node.information(0), node.information(1)) for node in root.children} <= told
    # Later on chance gives at most four different things.
    board = root.child(0).child(0).child(0)
    assert len(board.outcomes) in (2, 3)


def test_samples_are_drawn_as_likely_as_they_are() -> None:
    """One deal of Leduc in five is a pair."""
    found = Counter[bool]()
    for seed in range(30):
        for node in Tree(classic("leduc_poker"), samples=8, seed=seed).root.children:
            layout, cells = node.state.plan.layout, node.state.cells
            hands = [layout.pieces_in(cells, layout.instance("hand", seat))[0] // 2 for seat in range(2)]
            found[hands[0] == hands[1]] += 1
    assert 0.15 < found[True] / found.total() < 0.25


def test_samples_are_the_same_in_every_process() -> None:
    node = Tree(classic("leduc_poker"), samples=4, seed=3).root.child(2).child(0)
    again = pickle.loads(pickle.dumps(node))  # noqa: S301 -- our own
    assert (again.path, again.information(0)) == (node.path, node.information(0))
    tree = GameTree(classic("leduc_poker"), samples=4, seed=3)
    assert len(tree) < 9_457 // 2
    made = tree.tree.provenance
    assert (made["samples"], made["seed"]) == (4, 3)
    with pytest.raises(ValueError, match="samples are 1 or more"):
        Tree(classic("leduc_poker"), samples=-1)


# ---------------------------------------------------------------------- positions


def test_tic_tac_toe_has_5478_positions_and_958_ends() -> None:
    tree = Tree(classic("tic_tac_toe"), every_step=True, remember=False)
    assert count_positions(tree) == (5_478, 958)
    with pytest.raises(TooManyPositions, match="more than 100 positions"):
        count_positions(tree, limit=100)


def test_two_ways_to_one_position_are_one() -> None:
    tree = Tree(classic("tic_tac_toe"), remember=False)

    def after(*cells: int) -> Node:
        node = tree.root
        for cell in cells:
            node = node.child(cell)
        return node

    assert position_of(after(0, 4, 8).state) == position_of(after(8, 4, 0).state)
    assert position_of(after(0, 4, 8).state) != position_of(after(0, 8, 4).state)


# ---------------------------------------------------------------------- information sets


def test_information_sets_are_as_many_as_they_are() -> None:
    assert len(GameTree(classic("kuhn_poker")).sets) == 12
    leduc = GameTree(classic("leduc_poker"))
    assert len(leduc.sets) == 288
    with pytest.raises(TreeTooLarge, match="more than 50 nodes"):
        GameTree(classic("kuhn_poker"), limit=50)


def test_a_tree_of_views_is_another_game_and_says_so() -> None:
    with pytest.warns(ImperfectRecall, match="one observation stands for several information states"):
        tree = GameTree(classic("leduc_poker"), by="observation")
    assert len(tree.sets) < 288
    assert issubclass(NotOneDecision, ValueError)
