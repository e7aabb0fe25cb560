"""The comparison of both machines counts what it has compared, and tells of a single cell."""

import pytest

from bench.equality import compare, settings
from rulesdsl.native.machine import Machine
from tests.properties.settings import GAMES

LEDUC = next(path for path in GAMES if path.stem == "leduc_poker")


def test_all_of_a_game_is_compared() -> None:
    (setting,) = settings([LEDUC])
    result = compare(setting, 50)
    assert result.difference is None
    assert result.decisions >= 50
    assert result.cells > result.decisions


def test_every_number_of_players_and_every_option_is_a_setting() -> None:
    road_trip = next(path for path in GAMES if path.stem == "road_trip")
    every = [(setting.players, setting.option) for setting in settings([road_trip])]
    assert every == [(2, None), (3, None), (4, None), (4, ("alternate_direction", "yes"))]


def test_a_single_cell_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = Machine.cell_bytes

    def disturbed(machine: Machine) -> bytes:
        return truth(machine)[:-1] + b"\x01"

    monkeypatch.setattr(Machine, "cell_bytes", disturbed)
    (setting,) = settings([LEDUC])
    assert "seed 1, decision 0: cells" in str(compare(setting, 50).difference)
