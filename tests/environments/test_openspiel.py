"""Games as OpenSpiel's algorithms meet them, and OpenSpiel's own games beside ours."""

import re
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'rulesdsl[openspiel]'"
)

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402 -- after what may be missing

from rulesdsl.checked_game import Game  # noqa: E402
from rulesdsl.engine.dice import Dice  # noqa: E402 -- after what may be missing
from rulesdsl.environments import openspiel  # noqa: E402
from rulesdsl.environments.node import CHANCE, Node, Tree  # noqa: E402
from rulesdsl.environments.positions import position_of  # noqa: E402
from tests.environments.games import CLASSICS, PLAYED, called, classic, leduc_with_suits  # noqa: E402
from tests.loading import load  # noqa: E402
from tests.selection import cases  # noqa: E402

Theirs = Any
"""A game or a state of OpenSpiel."""


def ours(name: str, **settings: object) -> "openspiel.RulesGame":
    given = {"file": str(CLASSICS / f"{name}.game"), "players": 2, **settings}
    game: openspiel.RulesGame = pyspiel.load_game("rulesdsl", given)
    return game


FEW = ("kuhn_poker", "tic_tac_toe", "leduc_poker")


@pytest.mark.parametrize("path", cases(PLAYED, lambda path: path.stem in FEW, called))
def test_openspiel_finds_nothing_wrong(path: Path) -> None:
    game = pyspiel.load_game("rulesdsl", {"file": str(path)})
    pyspiel.random_sim_test(game, num_sims=2 if path.stem in FEW else 1, serialize=True, verbose=False)


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


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "tic_tac_toe", "gops"])
def test_a_playthrough_is_the_same_each_time(name: str) -> None:
    """Played again by the same seed, and again action by action as it was told."""
    game = f"rulesdsl(file={CLASSICS / name}.game,returns=points)"
    told = generate_playthrough.playthrough(game, None, seed=1)
    assert "InformationStateString(0)" in told
    assert "IsTerminal() = True" in told
    assert told == generate_playthrough.playthrough(game, None, seed=1)
    actions = [int(number) for number in re.findall(r"^action: (\d+)$", told, re.MULTILINE)]
    assert told == generate_playthrough.playthrough(game, actions)


def test_options_are_part_of_the_text_of_a_game() -> None:
    game = pyspiel.load_game(f"rulesdsl(file={CLASSICS / 'liars_dice.game'},options=at_start:2)")
    assert game.provenance["options"] == "at_start=2"
    again = pyspiel.load_game(str(game))
    assert again.provenance == game.provenance


def test_what_is_no_game_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="options are NAME:VALUE"):
        openspiel.RulesGame({"file": str(CLASSICS / "pig.game"), "options": "target=20"})
    with pytest.raises(ValueError, match="no game is named"):
        openspiel.RulesGame({})
    with pytest.raises(ValueError, match="utility is zero_sum or general_sum"):
        openspiel.RulesGame({"file": str(CLASSICS / "pig.game"), "utility": "mine"})


# ---------------------------------------------------------------------- the same games in both


def whole_moves(node: Node, before: str = "") -> Iterator[tuple[str, Node]]:
    """All that can be done in one decision, with all of its stages, in words."""
    numbers = node.tree.actions
    for action in node.legal_actions:
        said, child = f"{before}{numbers.words[action]}; ", node.child(action)
        if child.player == node.player and numbers.settled(child.state):
            yield from whole_moves(child, said)
        else:
            yield said, child


def agree(
    tree: Tree, theirs: Theirs, action: Callable[[str], int], outcome: Callable[[int], int], games: int
) -> None:
    """Both played along the same random games: who decides, what can be chosen, what chance can give and how
    likely, what it is worth. `action` and `outcome`: what our words and our values are there.
    """
    dice = Dice(1)
    for _ in range(games):
        mine, other = tree.root, theirs.new_initial_state()
        while not other.is_terminal():
            if other.is_chance_node():
                mine, chosen = by_chance(mine, other, outcome, dice)
            else:
                assert mine.player == other.current_player()
                moves = {action(said): child for said, child in whole_moves(mine)}
                assert sorted(moves) == other.legal_actions()
                chosen = sorted(moves)[dice.below(len(moves))]
                mine = moves[chosen]
            other.apply_action(chosen)
        assert mine.over
        assert list(map(float, mine.returns)) == other.returns()


def by_chance(mine: Node, other: Theirs, outcome: Callable[[int], int], dice: Dice) -> tuple[Node, int]:
    """The same outcome in both; what is certain is no chance to us."""
    shares = dict(other.chance_outcomes())
    if len(shares) == 1:
        return mine, next(iter(shares))
    assert mine.player == CHANCE
    places = {outcome(value): place for place, value in enumerate(mine.question.values)}
    own = {of: float(mine.question.probabilities[place]) for of, place in places.items()}
    assert own == pytest.approx(shares)
    chosen = sorted(places)[dice.below(len(places))]
    return mine.child(places[chosen]), chosen


Met = dict[object, Fraction]
"""The values of positions that were met."""


def worth_of(node: Node, met: Met) -> Fraction:
    """To the first player, if each whole move is as likely; positions that go on alike are met once."""
    if node.over:
        return node.returns[0]
    if node.player == CHANCE:
        return sum((share * worth_of(node.child(choice), met) for choice, share in node.outcomes), Fraction())
    position = position_of(node.state)
    if position not in met:
        children = [child for _, child in whole_moves(node)]
        met[position] = sum((worth_of(child, met) for child in children), Fraction()) / len(children)
    return met[position]


def worth_there(other: Theirs, met: Met, key: Callable[[Theirs], object] = str) -> Fraction:
    """The same in OpenSpiel. `key`: what it goes on by."""
    if other.is_terminal():
        return as_fraction(other.returns()[0])
    if other.is_chance_node():
        outcomes = other.chance_outcomes()
        return sum(
            (as_fraction(share) * worth_there(other.child(choice), met, key) for choice, share in outcomes),
            Fraction(),
        )
    position = key(other)
    if position not in met:
        legal = other.legal_actions()
        worth = sum((worth_there(other.child(action), met, key) for action in legal), Fraction())
        met[position] = worth / len(legal)
    return met[position]


def history(other: Theirs) -> str:
    """All that was done; what a state is called may leave out what was done in secret."""
    said: str = other.history_str()
    return said


def as_fraction(number: float) -> Fraction:
    """What was meant: whole points, and shares of a few outcomes."""
    meant = Fraction(number).limit_denominator(1_000)
    assert float(meant) == pytest.approx(number, rel=1e-12)
    return meant


def numbers_in(said: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", said)]


def same(value: int) -> int:
    return value


def variant(folder: Path, base: str, lines: str) -> Game:
    """A classic, played by other rules."""
    shutil.copy(CLASSICS / f"{base}.game", folder)
    path = folder / "as_in_openspiel.game"
    path.write_text(f'variant "As in OpenSpiel" of "{base}.game"\n\n{lines}', "utf-8")
    return load(path)


@pytest.fixture
def games(pytestconfig: pytest.Config) -> int:
    return 1_000 if pytestconfig.getoption("--long") else 5


def test_tic_tac_toe_is_the_same_game(games: int) -> None:
    def cell(said: str) -> int:
        # Ours are called by letter and number from the lower row on, theirs are counted from the upper.
        [row] = numbers_in(said)
        return (3 - row) * 3 + "abc".index(said.split()[2][0])

    tree = Tree(classic("tic_tac_toe"), every_step=True, remember=False)
    agree(tree, pyspiel.load_game("tic_tac_toe"), cell, same, games)


def test_tic_tac_toe_at_random_is_worth_the_same() -> None:
    tree = Tree(classic("tic_tac_toe"), every_step=True, remember=False)
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    assert worth_of(tree.root, {}) == worth_there(theirs, {}) == Fraction(187, 630)


def test_connect_four_is_the_same_game(games: int) -> None:
    tree = Tree(classic("connect_four"), every_step=True, remember=False)
    agree(tree, pyspiel.load_game("connect_four"), lambda said: numbers_in(said)[0] - 1, same, games)


TIED_PRIZES_ARE_GONE = """replace routine award
  let buyer = the_only(highest(p in players by p.bid.rank))
  if buyer is none
    move table to lost
  else
    move table to buyer.won
  move players.bid to spent

add zone lost: set of Prize
"""


@pytest.mark.parametrize("players", [2, 3])
def test_goofspiel_is_the_same_game(players: int, games: int, tmp_path: Path) -> None:
    settings = {"players": players, "points_order": "random", "returns_type": "total_points"}
    theirs = pyspiel.convert_to_turn_based(pyspiel.load_game("goofspiel", settings))
    program = variant(tmp_path, "gops", TIED_PRIZES_ARE_GONE).program(players)
    tree = Tree(program, returns="points", remember=False)
    agree(tree, theirs, lambda said: numbers_in(said)[-1] - 1, same, games)


@pytest.mark.parametrize(
    ("cards", "worth"), [(3, Fraction(2)), pytest.param(4, Fraction(15, 4), marks=pytest.mark.long)]
)
def test_goofspiel_at_random_is_worth_the_same(cards: int, worth: Fraction, tmp_path: Path) -> None:
    settings = {"players": 2, "num_cards": cards, "points_order": "random", "returns_type": "total_points"}
    theirs = pyspiel.convert_to_turn_based(pyspiel.load_game("goofspiel", settings)).new_initial_state()
    text = (CLASSICS / "gops.game").read_text("utf-8")
    text = (
        text[: text.index("\nexample ")].replace("1..13", f"1..{cards}").replace("13 times", f"{cards} times")
    )
    path = tmp_path / "few_cards.game"
    path.write_text(text, "utf-8")
    changed = tmp_path / "as_in_openspiel.game"
    changed.write_text(f'variant "As in OpenSpiel" of "few_cards.game"\n\n{TIED_PRIZES_ARE_GONE}', "utf-8")
    tree = Tree(load(changed).program(2), returns="points", remember=False)
    assert worth_of(tree.root, {}) == worth_there(theirs, {}, history) == worth


SIXES_ARE_WILD = """set at_start to 1

replace define lying(e: 1..6) =
  sum(p in players: count(n in 1..at_start where n <= p.dice and (p.eye(n) = e or p.eye(n) = 6)))
"""


def test_liars_dice_is_the_same_game(games: int, tmp_path: Path) -> None:
    def bid(said: str) -> int:
        if said == "lift; ":
            return 12
        eyes, number = numbers_in(said)
        return (number - 1) * 6 + eyes - 1

    program = variant(tmp_path, "liars_dice", SIXES_ARE_WILD).program(2)
    tree = Tree(program, remember=False, every_step=True)
    agree(tree, pyspiel.load_game("liars_dice"), bid, lambda die: die - 1, 4 * games)


@pytest.mark.long
def test_liars_dice_at_random_is_worth_the_same(tmp_path: Path) -> None:
    tree = Tree(variant(tmp_path, "liars_dice", SIXES_ARE_WILD).program(2), remember=False, every_step=True)
    theirs = pyspiel.load_game("liars_dice").new_initial_state()
    assert worth_of(tree.root, {}) == worth_there(theirs, {}) == Fraction(-7, 216)


ONE_ROUND = """change phase round 1 times
  without until
"""
LEFT, PASSED_ON = 1, 3
SUITS = ("clubs", "diamonds", "hearts", "spades")


def test_hearts_is_the_same_game(games: int, tmp_path: Path) -> None:
    """One round, in which cards go to the left. Ours are passed on in rising order, theirs in any."""
    tree = Tree(
        variant(tmp_path, "hearts", ONE_ROUND).program(4), returns="points", every_step=True, remember=False
    )

    def card(said: str) -> int:
        *_, suit, rank = said.split()
        return (int(rank) - 2) * 4 + SUITS.index(suit)

    card_of = {action: card(said) for action, said in enumerate(tree.actions.words) if said[-1].isdigit()}
    to_pass = [action for action, said in enumerate(tree.actions.words) if said.startswith("pass on ")]
    names = tree.program.piece_names
    theirs, dice = pyspiel.load_game("hearts", {"qs_breaks_hearts": False}), Dice(2)
    for _ in range(games):
        mine, other, passed, last = tree.root, theirs.new_initial_state(), 0, -1
        other.apply_action(LEFT)
        while not other.is_terminal():
            if other.is_chance_node():
                mine, chosen = by_chance(mine, other, lambda piece: card(names[piece]), dice)
                other.apply_action(chosen)
                continue
            assert mine.player == other.current_player()
            legal = mine.legal_actions
            if passed < 4 * PASSED_ON:
                # Of each three in any order ours are one way: each is greater than the one before, and
                # leaves enough behind it.
                last = -1 if passed % PASSED_ON == 0 else last
                passed += 1
                open_ = set(other.legal_actions())
                rising = [action for action in to_pass if card_of[action] in open_ and action > last]
                assert legal == rising[: len(rising) - (-passed % PASSED_ON)]
            else:
                assert sorted(card_of[action] for action in legal) == other.legal_actions()
            last = legal[dice.below(len(legal))]
            mine = mine.child(last)
            other.apply_action(card_of[last])
        assert mine.over
        # Theirs are what is left of all points.
        assert [26 - points for points in other.returns()] == list(mine.returns)


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


def test_poker_at_random_is_worth_the_same(tmp_path: Path) -> None:
    """Leduc with six cards that can be told apart, and with two of each rank that cannot."""
    with_suits = load(leduc_with_suits(tmp_path)).program(2)
    for name, program, worth in (
        ("kuhn_poker", classic("kuhn_poker"), Fraction(1, 8)),
        ("leduc_poker", classic("leduc_poker"), Fraction(-5, 64)),
        ("leduc_poker", with_suits, Fraction(-5, 64)),
    ):
        theirs = pyspiel.load_game(name).new_initial_state()
        tree = Tree(program, returns="points", remember=False)
        assert worth_of(tree.root, {}) == worth_there(theirs, {}, history) == worth
