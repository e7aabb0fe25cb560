"""What chance gives one player, or nobody, no other player hears of, in any form of the trace."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.loading import load

GAME = """game "Cups"
players 3..3
state rolled per Player: 1..6, starts 1, seen by owner
state culprit: Player or none, seen by nobody
flow
  choose who from players by chance, seen by nobody
  set culprit to who
  for p in players
    roll die from 1..6, seen by p
    set p.rolled to die
  roll open_die from 1..6
  say "{open_die}"
  player last(players)
    may "Go on?"
      nothing
score guessed = if culprit is you then your rolled else 0
winner most total, then shared
"""


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    path: Path = tmp_path_factory.mktemp("cups") / "cups.game"
    path.write_text(GAME, "utf-8")
    return load(path).program(3)


def told(program: ir.Program, viewer: int | None, *, verbose: bool = False, json: bool = False) -> list[str]:
    header = Header.of(program, file="cups.game", seed=1, viewer=viewer, verbose=verbose)
    return list(tell_game(program, header, lambda _state: 0, as_json=json))


def of_chance(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines if "by chance" in line]


@pytest.mark.parametrize("verbose", [False, True], ids=["short", "verbose"])
def test_each_hears_of_the_own_die_and_of_the_open_one(cups: ir.Program, *, verbose: bool) -> None:
    whole = of_chance(told(cups, None, verbose=verbose))
    dice = [line for line in whole if "seen by" in line and "nobody" not in line]
    assert [line.rsplit(" ", 1)[1] for line in dice] == ["Anna", "Ben", "Cleo"]
    (secret,) = (line for line in whole if line.endswith("seen by nobody"))
    (open_line,) = (line for line in whole if "seen by" not in line)
    assert open_line.startswith("The open die is ")
    assert secret.startswith("The who is ")
    for seat in range(3):
        assert of_chance(told(cups, seat, verbose=verbose)) == [dice[seat], open_line]


def test_json_tells_no_other_values(cups: ir.Program) -> None:
    for seat in range(3):
        lines = [line for line in told(cups, seat, json=True) if '"chance"' in line]
        assert ['"die"' in line for line in lines] == [True, False]


def test_who_thinks_about_it_draws_it_anew(cups: ir.Program) -> None:
    """A sample may have any die under another's cup, and keeps the own."""
    state: State = start(cups, 1)
    address = state.plan.layout.states["rolled"].address
    stream = Dice(3)
    drawn = [tuple(sample(state, 2, stream).cells[address : address + 3]) for _ in range(300)]
    assert {dice[2] for dice in drawn} == {state.cells[address + 2]}
    assert {dice[0] for dice in drawn} == set(range(1, 7))
    assert len({dice[:2] for dice in drawn}) == 36
