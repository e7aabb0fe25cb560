"""What only the player who decides may read in a title or a question, nobody else reads in a trace."""

import re
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.state import State
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.loading import load

GAME = """game "Cups"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state rolled per Player: 11..16, starts 11, seen by owner
state points per Player: 0..60
action claim "Claim {your rolled} and {sum(your hand.rank) + 100}, with {your points + 30}"
  add 1 to your points
flow
  deal 2 from deck to hand
  for p in players
    roll die from 11..16, seen by p
    set p.rolled to die
  each player in turn
    may "You rolled {your rolled}: take a point?"
      add 1 to your points
    may claim
score pts = your points + your rolled
winner most total, then shared
"""


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    path: Path = tmp_path_factory.mktemp("cups") / "cups.game"
    path.write_text(GAME, "utf-8")
    return load(path).program(2)


def told(program: ir.Program, viewer: int | None, option: int, *, json: bool = False) -> list[str]:
    def choose(state: State) -> int:
        return min(option, state.option_count - 1)

    header = Header.of(program, file="cups.game", seed=1, viewer=viewer)
    return list(tell_game(program, header, choose, as_json=json))


def titles(lines: list[str], player: str) -> list[str]:
    wanted = re.compile(rf"{player}(?:: You rolled| claims)")
    return [line.strip() for line in lines if wanted.search(line)]


@pytest.mark.parametrize(("option", "answer"), [(0, "Yes"), (1, "No")])
def test_questions_and_titles_are_read_whole_by_who_decides_alone(
    cups: ir.Program, option: int, answer: str
) -> None:
    for seat, player in enumerate(("Anna", "Ben")):
        whole = titles(told(cups, None, option), player)
        assert re.search(rf"You rolled 1[1-6]: take a point\? {answer}", whole[0])
        assert titles(told(cups, seat, option), player) == whole
        others = titles(told(cups, 1 - seat, option), player)
        assert others[0].startswith(f"{player}: You rolled …: take a point? {answer}")
        if option == 0:
            assert re.search(r"claims 1[1-6] and 1\d\d, with 3\d", whole[1])
            # The points lie open.
            assert re.search(r"claims … and …, with 3\d", others[1])


def test_json_lines_say_no_more(cups: ir.Program) -> None:
    for seat in range(2):
        lines = told(cups, 1 - seat, 0, json=True)
        name = ("Anna", "Ben")[seat]
        chosen = [line for line in lines if '"chosen"' in line and f'"{name}"' in line]
        assert len(chosen) == 2
        assert all("…" in line for line in chosen)
