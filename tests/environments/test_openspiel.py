"""Games as OpenSpiel's algorithms meet them, and OpenSpiel's own games beside ours."""

from collections.abc import Mapping
from pathlib import Path

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'rulesdsl[openspiel]'"
)

from rulesdsl.engine.dice import Dice  # noqa: E402 -- after what may be missing
from rulesdsl.environments import openspiel  # noqa: E402
from rulesdsl.environments.node import Tree  # noqa: E402
from tests.environments.games import CLASSICS, leduc_with_suits  # noqa: E402
from tests.loading import load  # noqa: E402


def ours(name: str, **settings: object) -> "openspiel.RulesGame":
    given = {"file": str(CLASSICS / f"{name}.game"), "players": 2, **settings}
    game: openspiel.RulesGame = pyspiel.load_game("rulesdsl", given)
    return game


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe", "leduc_poker"])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(ours(name), num_sims=2, serialize=True, verbose=False)


def test_a_game_is_named_by_its_file() -> None:
    game = pyspiel.load_game(f"rulesdsl(file={CLASSICS / 'kuhn_poker.game'},players=2,returns=points)")
    assert game.num_distinct_actions() == 4
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert [share for _, share in state.chance_outcomes()] == pytest.approx([1 / 3] * 3)
    state.apply_action(2)
    state.apply_action(0)
    assert state.action_to_string(0, 1) == "bet"
    assert "king" in state.information_state_string(0)
    assert "king" not in state.information_state_string(1)
    assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()


def test_what_is_no_game_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="no game is named"):
        openspiel.RulesGame({})
    with pytest.raises(ValueError, match="utility is zero_sum or general_sum"):
        openspiel.RulesGame({"file": str(CLASSICS / "pig.game"), "utility": "mine"})


# ---------------------------------------------------------------------- the same games in both


def agree(game: object, theirs: object, mapping: Mapping[int, int], games: int) -> int:
    """Both played along the same random actions: legal actions, who decides, returns. How many decisions."""
    dice, met = Dice(1), 0
    for _ in range(games):
        mine, other = game.new_initial_state(), theirs.new_initial_state()  # type: ignore[attr-defined]
        while not other.is_terminal():
            assert mine.current_player() == other.current_player()
            legal = other.legal_actions()
            assert sorted(mapping[action] for action in mine.legal_actions()) == legal
            chosen = mine.legal_actions()[dice.below(len(legal))]
            mine.apply_action(chosen)
            other.apply_action(mapping[chosen])
            met += 1
        assert mine.is_terminal()
        assert mine.returns() == other.returns()
    return met


def games(config: pytest.Config) -> int:
    return 1_000 if config.getoption("--long") else 5


def test_tic_tac_toe_is_the_same_game(pytestconfig: pytest.Config) -> None:
    # Ours begins at the lower row, theirs at the upper.
    mapping = {row * 3 + column: (2 - row) * 3 + column for row in range(3) for column in range(3)}
    assert agree(
        ours("tic_tac_toe", every_step=True), pyspiel.load_game("tic_tac_toe"), mapping, games(pytestconfig)
    )


def test_connect_four_is_the_same_game(pytestconfig: pytest.Config) -> None:
    mapping = {column: column for column in range(7)}
    assert agree(
        ours("connect_four", every_step=True), pyspiel.load_game("connect_four"), mapping, games(pytestconfig)
    )


PASS, BET = 0, 1


def test_kuhn_poker_is_the_same_game() -> None:
    """Along every deal and every way of betting: chance, legal actions, returns, and the value at random."""
    meaning = {0: PASS, 1: BET, 2: BET, 3: PASS}  # check, bet, call, fold
    game, theirs = ours("kuhn_poker", returns="points"), pyspiel.load_game("kuhn_poker")

    def both(mine: object, other: object) -> float:
        if other.is_terminal():  # type: ignore[attr-defined]
            assert mine.is_terminal()  # type: ignore[attr-defined]
            assert mine.returns() == other.returns()  # type: ignore[attr-defined]
            return float(mine.returns()[0])  # type: ignore[attr-defined]
        if other.is_chance_node():  # type: ignore[attr-defined]
            shares = other.chance_outcomes()  # type: ignore[attr-defined]
            own = mine.chance_outcomes()  # type: ignore[attr-defined]
            assert [share for _, share in own] == pytest.approx([share for _, share in shares])
            pairs = [(share, one, two) for (one, share), (two, _) in zip(own, shares, strict=True)]
        else:
            legal = mine.legal_actions()  # type: ignore[attr-defined]
            assert sorted(meaning[one] for one in legal) == other.legal_actions()  # type: ignore[attr-defined]
            pairs = [(1 / len(legal), one, meaning[one]) for one in legal]
        total = 0.0
        for share, one, two in pairs:
            total += share * both(mine.child(one), other.child(two))  # type: ignore[attr-defined]
        return total

    assert both(game.new_initial_state(), theirs.new_initial_state()) == pytest.approx(1 / 8)


def test_leduc_poker_is_the_same_game(tmp_path: Path) -> None:
    """Along every deal and every way of betting, with the cards of both by their numbers."""
    fold, call, to_raise = 0, 1, 2
    meaning = {0: call, 1: call, 2: to_raise, 3: fold}  # check, call, raise, fold
    tree = Tree(load(leduc_with_suits(tmp_path)).program(2), returns="points", remember=False)
    waiting = [(tree.root, pyspiel.load_game("leduc_poker").new_initial_state())]
    met = 0
    while waiting:
        mine, other = waiting.pop()
        met += 1
        assert mine.over == other.is_terminal()
        if mine.over:
            assert list(mine.returns) == other.returns()
        elif other.is_chance_node():
            # Cards of one rank follow each other in both.
            values = mine.question.values
            assert [card for card, _ in other.chance_outcomes()] == list(values)
            shares = [share for _, share in other.chance_outcomes()]
            assert [float(share) for _, share in mine.outcomes] == pytest.approx(shares)
            waiting += [(mine.child(at), other.child(card)) for at, card in enumerate(values)]
        else:
            legal = mine.legal_actions
            assert sorted(meaning[action] for action in legal) == other.legal_actions()
            waiting += [(mine.child(action), other.child(meaning[action])) for action in legal]
    assert met == 9_457
