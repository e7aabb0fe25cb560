"""Somebody's own bot: a function that is given a turn, in a program or in a file."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.bots import BadBot, FileBot, OwnBot
from rulesdsl.bots.turn import Turn
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.things import SeenOption
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.seating import UnknownBot, play
from tests.engine.hidden_cards import hidden_cards
from tests.loading import load

TRICKS = """game "Tricks"
players 2..2
values Suit: oak, rose
pieces Card for each suit in Suit, rank in 1..8
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone trick per Player: slot of Card
zone won per Player: set of Card
action play(card from your hand "Which card?") "Play {card}"
  move card to your trick
flow
  deal 6 from deck to hand
  phase trick_no 3 times
    each player in turn
      must play
    let best = first(highest(p in players where p.trick is not none by p.trick.rank))
    if best is not none
      move players.trick to best.won
score cards = count(your won)
winner most total, then shared
"""

HIGHEST = """from __future__ import annotations
from dataclasses import dataclass
from rulesdsl import SeenOption, Turn

@dataclass
class Liking:
    attribute: str

    def of(self, option: SeenOption) -> int:
        return option[self.attribute]

def choose(turn: Turn) -> SeenOption:
    return max(turn.options, key=Liking("rank").of)
"""


@pytest.fixture
def tricks(tmp_path: Path) -> ir.Program:
    file = tmp_path / "tricks.game"
    file.write_text(TRICKS, "utf-8")
    return load(file).program()


def highest(turn: Turn) -> SeenOption:
    return max(turn.options, key=lambda option: option["rank"])


def lowest(turn: Turn) -> int:
    return min(turn.options, key=lambda option: option["rank"]).number


def test_who_plays_high_cards_beats_who_plays_low_ones(tricks: ir.Program) -> None:
    for seed in range(1, 6):
        over = play(start(tricks, seed), [lowest, highest], seed)
        assert over.over
        assert over.total(1) >= over.total(0)
        assert play(start(tricks, seed), [highest, highest]) != over


def test_a_file_plays_like_the_function_in_it(tricks: ir.Program, tmp_path: Path) -> None:
    file = tmp_path / "high.py"
    file.write_text(HIGHEST, "utf-8")
    assert play(start(tricks), [str(file), "random"]) == play(start(tricks), [highest, "random"])
    assert play(start(tricks), [FileBot("high", HIGHEST), "random"]) == play(
        start(tricks), [highest, "random"]
    )


def test_the_same_seed_gives_the_same_game(tricks: ir.Program) -> None:
    def dicing(turn: Turn) -> int:
        return turn.dice.below(len(turn.options))

    assert play(start(tricks), [dicing, dicing], 3) == play(start(tricks), [dicing, dicing], 3)
    assert play(start(tricks), [dicing, dicing], 3) == play(start(tricks), ["random", "random"], 3)
    assert play(start(tricks), [dicing, dicing], 3) != play(start(tricks), [dicing, dicing], 4)


def test_a_turn_shows_what_its_player_sees_and_samples_keep_it() -> None:
    state = start(hidden_cards(), 1)
    turn = Turn(state, 0, Dice(1))
    assert turn.view.to_json() == view(state, 0).to_json()
    assert turn.decision == turn.view.decision
    drawn = [turn.sample() for _ in range(20)]
    assert all(view(one, 0).to_json() == turn.view.to_json() for one in drawn)
    assert any(one.cells != state.cells for one in drawn)
    assert repr(turn) == "<Turn of Anna: 2 options>"


def test_a_bot_that_chooses_what_there_is_not_is_told(tricks: ir.Program) -> None:
    def refused(choose: object) -> str:
        with pytest.raises((TypeError, IndexError)) as caught:
            OwnBot(choose).choose(start(tricks), 0, Dice(1))  # type: ignore[arg-type]
        return str(caught.value)

    assert refused(lambda _turn: 17) == "it chose option 17 of 6"
    assert refused(lambda _turn: -1) == "it chose option -1 of 6"
    assert refused(lambda _turn: None) == "what `choose` returns is an option, or its number, not None"
    assert "is an option, or its number" in refused(lambda turn: turn.options)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(turn)\n  return 0\n", "b.py:1: expected ':'"),
        ("x = 1\nimport no_such_module\n", "b.py:2: ModuleNotFoundError: No module named 'no_such_module'"),
        ("def chose(turn):\n  return 0\n", "b.py: there is no function `choose(turn)` in it"),
        ("raise SystemExit(3)\n", "b.py:1: SystemExit: 3"),
    ],
)
def test_a_file_that_holds_no_bot(text: str, said: str) -> None:
    with pytest.raises(BadBot) as caught:
        FileBot("b.py", text)
    assert str(caught.value) == said


def test_an_error_of_a_bot_is_told_with_its_line(tricks: ir.Program) -> None:
    bot = FileBot("b.py", "def choose(turn):\n  x = 1\n  return turn.options[0]['rang']\n")
    with pytest.raises(BadBot, match=r"^b.py:3: KeyError: .* has no attribute rang; there are: suit, rank"):
        bot.choose(start(tricks), 0, Dice(1))


def test_an_option_that_a_bot_kept_is_not_taken_for_another(tricks: ir.Program) -> None:
    kept: list[SeenOption] = []

    def choose(turn: Turn) -> SeenOption:
        kept.append(turn.options[0])
        return kept[0]

    with pytest.raises(ValueError, match="is no option of the decision that is waited for"):
        play(start(tricks), [choose, "random"])
    assert len(kept) == 2


def test_every_seat_needs_a_bot_that_there_is(tricks: ir.Program) -> None:
    def refused(bots: object) -> str:
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are compared
            play(start(tricks), bots)  # type: ignore[arg-type]
        return str(caught.value)

    assert refused(["random"]) == "there are 2 seats: a bot is needed for each"
    assert refused("random") == "there are 2 seats: a bot is needed for each"
    with pytest.raises(UnknownBot, match="did you mean `random`"):
        play(start(tricks), ["radnom", "random"])
    for given in (None, 5, ["random"]):
        with pytest.raises(TypeError, match="a bot is a name, a file or a function of a turn, not "):
            play(start(tricks), [given, "random"])  # type: ignore[list-item]
    with pytest.raises(UnknownBot, match="program of its own"):
        play(start(tricks), ["prefer:a.prefer", "random"])


def test_a_bot_of_ones_own_goes_on_where_others_stopped(tricks: ir.Program) -> None:
    state: State = start(tricks)
    state.apply(0).apply(0)
    assert play(state, [highest, lowest]) is state
    assert state.over
