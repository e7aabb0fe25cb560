"""In short, nothing is told twice; in full, every move and every state is told."""

import re
from pathlib import Path

import pytest

from rulesdsl import library
from rulesdsl import program as ir
from rulesdsl.bots import RandomChoice
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.english import is_participle, singular
from rulesdsl.engine.state import State
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from rulesdsl.trace.notable_states import numbers_of
from tests.loading import load

GAMES = sorted(library.shipped_games())


def classic(name: str, checkout: Path, players: int | None = None) -> ir.Program:
    return load(checkout / "examples" / "classics" / f"{name}.game").program(players)


def story(program: ir.Program, *, viewer: int | None = None, verbose: bool = False) -> list[str]:
    streams = [Dice(4, stream=seat + 1) for seat in range(program.players)]
    bot = RandomChoice()

    def choose(state: State) -> int:
        assert state.player is not None
        return bot.choose(state, state.player, streams[state.player])

    header = Header.of(program, file="game", seed=4, viewer=viewer, verbose=verbose)
    lines = list(tell_game(program, header, choose))
    return lines[lines.index("") + 1 :]


def test_a_move_that_goes_without_saying_is_not_told(checkout: Path) -> None:
    lines = [line.strip() for line in story(classic("hearts", checkout))]
    plays = [line for line in lines if " plays " in line]
    assert plays
    assert not any("from" in line for line in plays)


def test_in_full_every_move_is_told(checkout: Path) -> None:
    lines = [line.strip() for line in story(classic("hearts", checkout), verbose=True)]
    plays = [line for line in lines if " plays " in line]
    assert all("hand" in f"{line} {lines[at + 1]}" for at, line in enumerate(lines) if line in plays)


def test_hands_passed_on_are_told_at_once(checkout: Path) -> None:
    text = "\n".join(story(classic("hearts", checkout, 4)))
    assert "Anna's 3 cards go to Ben, Ben's to Cleo, Cleo's to Dan and Dan's to Anna" in text
    program = load(library.resolve("road_trip")).program(3)
    assert "Anna's hand goes to Ben, Ben's to Cleo and Cleo's to Anna" in "\n".join(story(program))


def test_who_gets_a_hand_is_told_what_it_is() -> None:
    program = load(library.resolve("road_trip")).program(3)
    got = [line for line in story(program, viewer=1) if "; Ben gets " in line]
    assert got
    assert not any("gets" in line for line in story(program, viewer=None))


def test_a_zone_of_everybody_that_is_emptied_is_told_as_a_whole(checkout: Path) -> None:
    text = "\n".join(story(classic("hearts", checkout)))
    assert "Everybody's played card goes to" in text


def test_what_the_rules_jot_down_is_no_amount(checkout: Path) -> None:
    assert numbers_of(classic("nine_mens_morris", checkout)).amounts == {"to_place"}
    assert numbers_of(classic("pig", checkout)).amounts == {"banked", "pot"}


def test_whose_turn_it_is_is_told_by_the_heading(checkout: Path) -> None:
    program = classic("kalah", checkout)
    assert numbers_of(program).turns == {"mover"}
    assert "mover" not in "\n".join(story(program))
    assert "mover: " in "\n".join(story(program, verbose=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_short_form_names_nothing_that_the_full_one_does_not(name: str) -> None:
    """For a player who may not know everything: no piece has a name in one form only."""
    program = load(library.resolve(name)).program()
    names = {piece for piece in program.piece_names if len(piece) > 3}
    short, full = (
        " ".join(" ".join(story(program, viewer=0, verbose=full)).split()) for full in (False, True)
    )
    only_short = {piece for piece in names if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", short)}
    assert only_short
    assert {piece for piece in only_short if piece not in full} == set()
    assert len(short) < len(full)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("played", True),
        ("taken", True),
        ("face_up", True),
        ("set_aside", False),
        ("deck", False),
        ("seed", False),
        ("open_cards", False),
        ("garden", False),
    ],
)
def test_zones_called_by_what_happened_need_a_noun(name: str, is_one: bool) -> None:  # noqa: FBT001
    assert is_participle(name) is is_one


@pytest.mark.parametrize(
    ("many", "one"),
    [("coins", "coin"), ("stories", "story"), ("passes", "pass"), ("horses", "horse"), ("boxes", "box")],
)
def test_one_of_many(many: str, one: str) -> None:
    assert singular(many) == one


ROUNDS = """
game "Rounds"
players 2..2
state n per Player: 0..9
action announce(much from 1..1) "Announce {much}"
  add much to your n
routine clear
  for p in players
    set p.n to 0
flow
  phase round 1 times
    each player in turn
      must announce
    {last}
score points = your n
winner most total, then shared
"""


@pytest.mark.parametrize("last", ["do clear", "for p in players\n      set p.n to 0"])
def test_what_the_phase_does_stands_on_its_own(tmp_path: Path, last: str) -> None:
    path = tmp_path / "rounds.game"
    path.write_text(ROUNDS.replace("{last}", last), "utf-8")
    lines = story(load(path).program(2), verbose=True)
    announced = next(at for at, line in enumerate(lines) if line.startswith("  Ben announces 1"))
    assert "Anna's" not in lines[announced]
    assert "Anna's n: 0" in " ".join(lines[announced + 1 :])


WRITTEN_TWICE = """game "Luck"
players 2
state luck per Player: 0..9, starts 3, seen by owner
state worth per Player: 0..99, starts 1
flow
  phase day 2 times
    each player in turn
      LINES
score points = your worth
winner most total, then shared
"""


@pytest.mark.parametrize(
    "lines",
    [
        "add 7 to your worth/add your luck to your worth/add 2 to your worth",
        "add your luck to your worth/add 7 to your worth/add 2 to your worth",
        "add 7 to your worth/add 2 to your worth/add your luck to your worth",
        "add 7 to your worth/if your luck > 1/  add 3 to your worth/add 2 to your worth",
    ],
)
def test_a_number_goes_on_from_what_it_was_though_a_secret_is_added_between(
    tmp_path: Path, lines: str
) -> None:
    """What is worked out of something hidden is told by itself."""
    file = tmp_path / "luck.game"
    file.write_text(WRITTEN_TWICE.replace("LINES", lines.replace("/", "\n      ")), "utf-8")
    told = "\n".join(story(load(file).program(2)))
    assert "13 (+12)" in told
    assert "25 (+12)" in told
