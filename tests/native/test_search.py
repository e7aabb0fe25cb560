"""The search in the machine chooses what the bot in Python chooses, throw for throw."""

from pathlib import Path

import pytest

from rulesdsl.bots import Bot, Greedy, MonteCarlo, monte_carlo, thinking
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.native import search
from rulesdsl.native.machine import Machine
from rulesdsl.native.searching import Searcher, searcher_for
from tests.loading import load, without_texts
from tests.selection import cases

CHECKOUT = Path(__file__).parent.parent.parent
FILES = without_texts([*CHECKOUT.glob("games/*.game"), *CHECKOUT.glob("examples/*/*.game")])
SHORT = {"connect_four", "road_trip", "hearts", "leduc_poker", "gops", "yacht", "19_map"}
"""All known; hidden cards; choices in secret, with and without a shadow; chance; a player alone."""
ITERATIONS = 25


def compared(state: State, decisions: int, iterations: int = ITERATIONS) -> int:
    """How many decisions of a random game were thought about by both."""
    return alike(state, decisions, MonteCarlo(iterations, "python"), MonteCarlo(iterations, "native"))


def alike(state: State, decisions: int, python: Bot, native: Bot) -> int:
    chance, count = Dice(7), 0
    while not state.over and count < decisions:
        player = state.player
        assert player is not None
        if state.option_count > 1:
            one, other = Dice(count), Dice(count)
            assert python.choose(state, player, one) == native.choose(state, player, other)
            assert one.state == other.state
            count += 1
        state.apply(chance.below(state.option_count))
    return count


@pytest.mark.parametrize("file", cases(FILES, lambda file: file.stem in SHORT, lambda file: file.stem))
def test_chooses_the_same(file: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    natively: list[int | None] = []
    real = Searcher.choose

    def choose(self: Searcher, *given: object, **named: int) -> int | None:
        natively.append(real(self, *given, **named))  # type: ignore[arg-type]
        return natively[-1]

    monkeypatch.setattr(Searcher, "choose", choose)
    long = pytestconfig.getoption("--long")
    game = load(file)
    for players in game.players if long else game.players[:1]:
        thought = compared(start(game.program(players), 3), 40 if long else 5)
        assert thought == len(natively)
        if file.stem in SHORT:
            # Python would have helped out.
            assert None not in natively
        natively.clear()


@pytest.mark.parametrize("file", cases(FILES, lambda file: file.stem in SHORT, lambda file: file.stem))
def test_the_greedy_bot_chooses_the_same(file: Path, pytestconfig: pytest.Config) -> None:
    decisions = 40 if pytestconfig.getoption("--long") else 8
    alike(start(load(file).program(), 3), decisions, Greedy(engine="python"), Greedy(engine="native"))


def test_a_rule_that_breaks_in_a_guess_leaves_it_to_python(tmp_path: Path) -> None:
    path = tmp_path / "stuck.game"
    path.write_text(
        'game "Stuck"\nplayers 2..2\nstate n per Player: 0..3\naction up "Up"\n  add 1 to your n\n'
        'action rest "Rest"\n  nothing\nflow\n  phase day 4 times\n    each player in turn\n'
        "      must up or rest\nscore points = your n\nwinner most total, then shared\n",
        "utf-8",
    )
    program = load(path).program(2)
    state = start(program, 1)
    searching = searcher_for(state.plan)
    assert searching is not None
    stream = Dice(3)
    assert searching.choose(state, 0, stream, iterations=60, steps=10, nodes=61) is None
    assert stream.state == Dice(3).state
    assert compared(state, 4) == 4
    again = start(program, 1)
    assert alike(again, 4, Greedy(engine="python"), Greedy(engine="native")) == 4


def test_a_tree_has_so_many_nodes_at_most_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2), 1)
    free = MonteCarlo(400, "native").choose(state, 0, Dice(1))
    monkeypatch.setattr(monte_carlo, "MOST_NODES", 20)
    assert compared(state, 3, 400) == 3
    assert free in range(9)


def test_calls_are_short_and_the_search_goes_on_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(load(CHECKOUT / "examples/classics/connect_four.game").program(2), 1)
    searching = searcher_for(state.plan)
    assert searching is not None
    at_once = searching.choose(state, 0, Dice(1), iterations=90, steps=10, nodes=91)
    calls = []
    real = Machine.call

    def call(self: Machine, name: str, *values: int) -> int:
        calls.append(name)
        return real(self, name, *values)

    monkeypatch.setattr(Machine, "call", call)
    monkeypatch.setattr("rulesdsl.native.machine.MOST_AT_ONCE", 30)
    assert searching.choose(state, 0, Dice(1), iterations=90, steps=10, nodes=91) == at_once
    assert calls.count("search") > 20


def test_calls_are_short_where_options_take_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of cards are looked for: few decisions are made in a call, whatever may be made."""
    state = start(load(CHECKOUT / "examples/classics/gin_rummy.game").program(2), 1)
    searching = searcher_for(state.plan)
    assert searching is not None
    calls = []
    real = Machine.call

    def call(self: Machine, name: str, *values: int) -> int:
        calls.append(name)
        return real(self, name, *values)

    monkeypatch.setattr(Machine, "call", call)
    iterations, steps = 100, 50
    assert state.player is not None
    assert searching.choose(state, state.player, Dice(1), iterations=iterations, steps=steps, nodes=101) != -1
    assert iterations * steps < 2 * searching.machine.at_once
    assert calls.count("search") > 20


def test_the_machine_is_used_once_there_is_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[int] = []

    def choose(_self: Searcher, _state: State, player: int, _stream: Dice, **_named: int) -> int:
        thought.append(player)
        return 0

    monkeypatch.setattr(Searcher, "choose", choose)
    state = start(load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2), 1)
    for bot, expected in ((MonteCarlo(600), [0, 0, 0, 1, 2]), (MonteCarlo(600, "python"), [0] * 5)):
        thought.clear()
        assert thinking.WORTH_IT == 20_000
        for after in expected:
            bot.choose(state, 0, Dice(1))
            assert len(thought) == after


@pytest.mark.parametrize("planted", ["EXPLORATION", "WIN_COUNTS"])
def test_notices_another_formula(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(load(CHECKOUT / "examples/classics/gops.game").program(2), 1)
    assert compared(state.clone(), 3, 100) == 3
    # The machine has been made with the numbers as they were.
    monkeypatch.setattr(search, planted, 0.1)
    with pytest.raises(AssertionError):
        compared(state, 6, 100)
