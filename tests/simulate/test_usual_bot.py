"""Who plays where nobody was named."""

from pathlib import Path

from rulesdsl.simulate.usual_bot import Choice, usual_bot
from tests.simulate.setting import CLASSICS, COIN, setup_of

TAKE = """
game "Take"
players 2..2
state n per Player: 0..90
action take(by from 0..2) "Take {by}"
  add by to your n
flow
  phase day 10 times
    each player in turn
      must take
score points = your n
winner most total, then shared
"""


def chosen(path: Path) -> Choice:
    setup = setup_of(path)
    return usual_bot(setup, setup.load())


def test_somebody_who_plays_well_where_that_is_quick(tmp_path: Path) -> None:
    path = tmp_path / "take.game"
    path.write_text(TAKE, "utf-8")
    found = chosen(path)
    assert found.kind == "greedy"
    assert "of 24 games on trial" in found.why
    # The other way round it would have to lose on purpose; what looks one step ahead does that, too.
    path.write_text(TAKE.replace("most total", "least total"), "utf-8")
    assert chosen(path).kind == "greedy"


def test_chance_where_games_are_long(tmp_path: Path) -> None:
    path = tmp_path / "take.game"
    longer = TAKE.replace("10 times", "90 times").replace("0..2", "0..20").replace("0..90", "0..9000")
    path.write_text(longer, "utf-8")
    found = chosen(path)
    assert (found.kind, found.why.split(";")[0]) == ("random", "games are too long for a better one")


def test_it_is_the_same_each_time() -> None:
    assert chosen(CLASSICS / "connect_four.game") == chosen(CLASSICS / "connect_four.game")


def test_games_that_break_are_played_by_chance() -> None:
    setup = setup_of(COIN, options={"stuck": "yes"})
    assert usual_bot(setup, setup.load()) == Choice("random", "games at random do not come to an end")
