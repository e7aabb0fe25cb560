"""The closed list of actions: every option has one number, whatever the position and the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.start import start
from rulesdsl.environments.actions import Actions, NoSuchAction, TooManyActions, actions
from rulesdsl.environments.factors import Factors
from tests.engine.texts import program_of
from tests.environments.games import EACH, PLAYED, called, classic, fewest
from tests.loading import load

MOST_STEPS = 120


def played(program: ir.Program, seed: int) -> int:
    """How many decisions were looked at."""
    there, dice = Actions(program), Dice(seed)
    try:
        state = start(program, seed)
        state.take_forced = bool(seed % 2)
        for step in range(MOST_STEPS):
            if state.over:
                return step
            numbers = there.numbers(state)
            assert len(numbers) == state.option_count, state
            assert len(set(numbers)) == len(numbers), state.decision
            assert all(0 <= number < there.size for number in numbers)
            chosen = dice.below(len(numbers))
            assert there.option(state, numbers[chosen]) == chosen
            assert [at for at, open_ in enumerate(there.mask(state)) if open_] == there.legal_actions(state)
            there.apply(state, numbers[chosen])
    except Fault:
        pass
    return MOST_STEPS


@pytest.mark.parametrize("path", EACH, ids=called)
def test_every_option_has_one_number_of_its_own(path: Path) -> None:
    for seed in range(2):
        played(fewest(path), seed)
    there = Actions(fewest(path))
    assert len(set(there.words)) == there.size == len(there)


@pytest.mark.long
def test_so_it_is_in_every_setting() -> None:
    for path in EACH:
        game = load(path)
        for players in game.players:
            for seed in range(20):
                played(game.program(players), seed)


MARKS = """
from pathlib import Path
from rulesdsl.environments.actions import Actions
from tests.loading import load
import sys
for path in sys.argv[1:]:
    game = load(Path(path))
    print(Actions(game.program(game.players[-1])).mark)
"""


def test_the_list_is_the_same_in_every_process() -> None:
    names = ("road_trip", "trekking_through_history", "leduc_poker", "liars_dice", "gin_rummy")
    chosen = [str(path) for path in PLAYED if path.stem in names]
    found = {
        subprocess.run(
            [sys.executable, "-c", MARKS, *chosen],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert len(set(found.pop().split())) == len(chosen)


def test_small_games_have_the_actions_that_one_would_write_down() -> None:
    def words(name: str) -> list[str]:
        return list(Actions(classic(name)).words)

    assert words("kuhn_poker") == ["check", "bet", "call", "fold"]
    assert words("connect_four") == [f"drop column {column}" for column in range(1, 8)]
    assert words("tic_tac_toe")[:4] == [f"place cell {cell}" for cell in ("a1", "b1", "c1", "a2")]
    assert len(words("tic_tac_toe")) == 9


TWINS = """game "Twins"
players 2..2
pieces Card for each rank in 1..2 copies 2
zone hand per Player: set of Card, seen by owner
zone row: row of Card, equal pieces matter
zone deck: pile of Card, seen by nobody, starts with Card shuffled
action take(card from row "Which?") "Take {card}"
  move card to your hand
flow
  draw 4 from deck to row
  each player in turn
    must take
score points = count(your hand)
winner most points, then shared
"""


def test_twins_have_their_numbers_by_where_they_lie(tmp_path: Path) -> None:
    text = TWINS.replace(", equal pieces matter", "")
    program = program_of(tmp_path, text)
    there = Actions(program)
    assert list(there.words) == [
        "take card card 1",
        "take card card 1, copy 2",
        "take card card 2",
        "take card card 2, copy 2",
    ]
    state = start(program, 3)
    before = there.numbers(state)
    layout: Layout = state.plan.layout
    first, second = (piece for piece in range(4) if state.plan.pieces.alike_class[piece] == 0)
    assert layout.piece_count == 4
    exchange(state, {first: second, second: first})
    state.codes = state.memo = None
    assert there.numbers(state) == before


def test_a_list_that_is_too_long_says_what_makes_it_so(tmp_path: Path) -> None:
    program = program_of(
        tmp_path,
        """game "Long"
players 2..2
state bid per Player: 0..5000
action name_price(number from 1..5000 "How much?") "Bid {number}"
  set your bid to number
flow
  each player in turn
    must name_price
score points = your bid
winner most points, then shared
""",
    )
    with pytest.raises(TooManyActions, match=r"5,000 actions, more than 100; .* name price number \(5,000\)"):
        Actions(program, limit=100)
    factors = Factors(program)
    assert factors.sizes == (1, 71, 71)
    assert [factors.number(factors.parts(number)) for number in range(5000)] == list(range(5000))


def test_what_is_not_open_is_refused_in_words() -> None:
    program = classic("kuhn_poker")
    there = actions(program)
    with pytest.raises(NoSuchAction, match=r"action 3 \(fold\) cannot be chosen now"):
        there.apply(start(program), 3)
    assert there is actions(program)
    assert (there[1].text, there[1].kind, there[1].action, there[1].parameter) == (
        "bet",
        "action",
        "bet",
        None,
    )


def test_places_of_a_board_that_grows_are_called_by_where_they_lie(checkout: Path) -> None:
    """A number is the same place in the order of the board; in a position it has the name of the table."""
    program = load(checkout / "examples" / "language" / "36_growing.game").program(2)
    there, state = Actions(program), start(program, 1)
    for _ in range(5):
        assert state.decision is not None
        for number, option in zip(there.numbers(state), state.decision.seen.options, strict=True):
            assert there.words_in(state, number).endswith(option.text)
        state.apply(len(state.decision.options) - 1)
    assert there.words_in(state, 1) == there.words[1].replace("plot 1", "plot 0/0")
    assert there.words_in(state, there.size) == "none at all"
