"""The loop beside which the report of `simulate` is measured plays the same games as the report."""

import pytest

from bench.reports import FILES, SHORTEST, KnownGame, bare_loop, table_and_setup
from rulesdsl.simulate.games import play


@pytest.mark.parametrize("file", [SHORTEST, FILES[0], FILES[2]])
def test_loop_and_report_play_the_same_games(file: str) -> None:
    table, setup = table_and_setup(file)
    for number in range(5):
        game = KnownGame.of(table, setup, number)
        row = play(table, setup, number)
        assert len(game.choices) == row.decisions
        assert bare_loop(table, game).winners() == row.winners
