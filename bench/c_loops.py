"""The yardstick in C: `road_trip.c` with the tables of the game, compiled with gcc -O2."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from tests.reference.road_trip import COUNTRIES, FOODS, PAIRS, STARS

HERE = Path(__file__).parent


def tables() -> str:
    """The tables of the game as C."""
    regions, transports = list(STARS), list(PAIRS)
    cultures = sorted({country.culture for country in COUNTRIES.values()} - {""})
    countries = list(COUNTRIES.values())

    def array(name: str, values: Sequence[int]) -> str:
        return f"static const int {name}[] = {{{', '.join(map(str, values))}}};\n"

    def index(names: Sequence[str], name: str) -> int:
        return names.index(name) if name else -1

    sizes = {
        "COUNTRIES": len(countries),
        "REGIONS": len(regions),
        "TRANSPORTS": len(transports),
        "CULTURES": len(cultures),
    }
    return "".join(
        (
            *(f"enum {{ {name} = {size} }};\n" for name, size in sizes.items()),
            array("number", [country.number for country in countries]),
            array("region", [regions.index(country.region) for country in countries]),
            array("food_points", [FOODS.get(country.food, 0) for country in countries]),
            array("transport", [index(transports, country.transport) for country in countries]),
            array("culture", [index(cultures, country.culture) for country in countries]),
            array("pair_points", list(PAIRS.values())),
            array("star", list(STARS.values())),
        )
    )


def has_compiler() -> bool:
    return shutil.which("gcc") is not None


def compiled_road_trip(folder: Path) -> Path:
    """The program, compiled in a folder of the caller's."""
    (folder / "tables.h").write_text(tables())
    program = folder / "road_trip"
    command = [
        "gcc",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-I{folder}",
        str(HERE / "road_trip.c"),
        "-o",
        str(program),
    ]
    subprocess.run(command, check=True, timeout=60)
    return program


@frozen
class Played:
    seconds: float
    decisions: int
    totals: tuple[int, ...]
    """The points of each seat, added up over all games."""
    wins: tuple[int, ...]


def play_road_trip(program: Path, players: int, games: int, seed: int) -> Played:
    words = subprocess.run(
        [str(program), str(players), str(games), str(seed)],
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    ).stdout.split()
    numbers = tuple(map(int, words[1:]))
    return Played(float(words[0]), numbers[0], numbers[1 : 1 + players], numbers[1 + players :])
