"""Games that machine code plays are row for row those of Python."""

from pathlib import Path

import pytest
from attrs import asdict, evolve

from rulesdsl.bots import Engine
from rulesdsl.simulate import columns, native_games, running
from rulesdsl.simulate.games import play
from rulesdsl.simulate.native_games import NativeGames
from rulesdsl.simulate.rows import Row, to_cells
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import Summary
from tests.loading import load, without_texts
from tests.simulate.setting import CHECKOUT, CLASSICS, COIN, played, setup_of

FILES = without_texts([*CHECKOUT.glob("games/*.game"), *CHECKOUT.glob("examples/*/*.game")])
SHORT = {"kuhn_poker", "17_scores", "18_teams", "27_together"}
"""Chance, every kind of row on a sheet, teams, and a game that all can lose."""


def of_machine(setup: Setup, games: int) -> list[Row]:
    found = NativeGames.of(setup.load(), None)
    assert found is not None
    return list(found.rows(setup, 0, games))


def of_python(setup: Setup, games: int) -> list[Row]:
    table = setup.load()
    return [play(table, setup, number) for number in range(games)]


def test_rows_are_the_same_to_the_last_byte(pytestconfig: pytest.Config) -> None:
    long = pytestconfig.getoption("--long")
    files = FILES if long else [file for file in FILES if file.stem in SHORT]
    assert files
    for file in files:
        setup = setup_of(file, ("random",) * load(file).players[-1], seed=2**64 - 5)
        games = 40 if long else 8
        python, machine = of_python(setup, games), of_machine(setup, games)
        assert machine == python, file
        assert [to_cells(row) for row in machine] == [to_cells(row) for row in python], file


def test_a_game_in_which_a_rule_breaks_is_told_in_the_words_of_python() -> None:
    setup = setup_of(COIN, options={"stuck": "yes"})
    rows = of_machine(setup, 40)
    assert rows == of_python(setup, 40)
    assert {row.outcome for row in rows} == {"finished", "stuck"}


def summed(setup: Setup, engine: Engine | None, *ends: int) -> dict[str, object]:
    """All that is summed up of the games up to the last of these ends, part by part."""
    table, first = setup.load(), 0
    summary = Summary(setup, table.program.winner)
    for end in ends:
        for part in running.sum_games(setup, first, end, engine=engine):
            summary.take(part)
        first = end
    names = {"score rows": [*summary.scores], "note rows": [*summary.notes], "figures": summary.figures()}
    return {**asdict(summary), **names}


def test_sums_are_those_of_all_rows(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    long = pytestconfig.getoption("--long")
    files = FILES if long else [file for file in FILES if file.stem in {*SHORT, "road_trip", "tic_tac_toe"}]
    for file in files:
        for players in {load(file).players[0], load(file).players[-1]}:
            setup = setup_of(file, ("random",) * players)
            by_row = Summary(setup, setup.load().program.winner)
            for row in of_machine(setup, 24):
                by_row.add(row)
            wanted = summed(setup, "native", 24)
            assert {name: wanted[name] for name in asdict(by_row)} == {
                **asdict(by_row),
                "most_words": wanted["most_words"],
            }, file
            assert summed(setup, "native", 1, 11, 24) == wanted, file
            # Numbers that are too large for columns, and no numpy at all.
            with monkeypatch.context() as without:
                without.setattr(columns, "LARGEST", 2)
                assert summed(setup, "native", 5, 24) == wanted, file
            with monkeypatch.context() as without:
                without.setattr(native_games, "find_spec", lambda _name: None)
                without.setattr(columns, "add_games", None)
                assert summed(setup, "native", 24) == wanted, file
    assert files


def test_sums_of_games_are_the_same_whoever_plays_them() -> None:
    for options in ({}, {"stuck": "yes"}):
        setup = setup_of(COIN, options=options)
        assert summed(setup, "native", 7, 60) == summed(setup, "python", 60) == summed(setup, None, 1, 60)


def test_whoever_plays_the_games_are_the_same(tmp_path: Path) -> None:
    setup = setup_of(COIN)
    python = list(play_games(setup, 3, 70, engine="python"))
    assert list(play_games(setup, 3, 70, engine="native")) == python
    assert list(play_games(setup, 3, 70, engine="native", cache_dir=tmp_path)) == python
    assert list(tmp_path.glob("native/*.module"))


def test_many_games_are_played_by_machine_code_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = NativeGames.rows

    def rows(self: NativeGames, setup: Setup, first: int, count: int) -> object:
        asked.append(count)
        return real(self, setup, first, count)

    monkeypatch.setattr(NativeGames, "rows", rows)
    setup = setup_of(CLASSICS / "tic_tac_toe.game")
    assert played(setup, 30)
    assert asked == []
    monkeypatch.setattr(running, "WORTH_IT", 100)
    assert played(setup, 30)
    assert sum(asked) == 30
    assert played(evolve(setup, bots=("random", "greedy")), 30)
    assert played(evolve(setup, details=True), 30)
    assert sum(asked) == 30
