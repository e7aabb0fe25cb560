"""Programs that start: loading a game and the help of the command line, beside bare imports; making games
ready for play, beside each other.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.figures import Figure, best_of_each

CHECKOUT = Path(__file__).parent.parent
ROUNDS = 9

LOAD = """
import sys
from pathlib import Path
from rulesdsl.pipeline import load

game = load(Path(sys.argv[1]), cache_dir=Path(sys.argv[2]) if sys.argv[2:] else None)
game.program(max(game.players))
"""
"""Takes the file, and the folder for what is kept from one start to the next, if there is one."""

READY = """
import sys
import time
from pathlib import Path
from rulesdsl.engine.plan import Plan
from rulesdsl.pipeline import load

game = load(Path(sys.argv[1]))
program = game.program(max(game.players))
began = time.process_time()
Plan(program)
print(time.process_time() - began)
"""
"""Prints how long it takes to write and compile the code of a game, the first in its process."""

FIRST_USE = """
import sys
import tempfile
import time
from pathlib import Path
from rulesdsl.engine.plan import Plan
from rulesdsl.pipeline import load

game = load(Path(sys.argv[1]))
plan = Plan(game.program(max(game.players)))
began, worked = time.perf_counter(), time.process_time()
from rulesdsl.native.machine import Machine

with tempfile.TemporaryDirectory() as kept:
    machine = Machine(plan, Path(kept))
    if sys.argv[2] == "whole games":
        list(machine.blocks(range(1, 2)))
    else:
        machine.begin(1)
print(time.perf_counter() - began, time.process_time() - worked)
"""
"""Prints how long one waits until the first game is begun as machine code, or played, beyond what Python
takes, and how long the process works for it: what is imported, written, compiled and kept.
"""

IMPORTS = "import lark, attrs, click"

LOAD_AT_MOST = 5.0
HELP_AT_MOST = 2.5
READY_AT_MOST = 5.0
READY_ROUNDS = 3
FIRST_USE_AT_MOST = 0.5


def run(compiled: str, code: str, *arguments: str) -> None:
    output(compiled, code, *arguments)


def output(compiled: str, code: str, *arguments: str) -> str:
    """What a start of Python prints that keeps compiled modules in a folder of its own."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=CHECKOUT,
        env={**kept, "PYTHONPYCACHEPREFIX": compiled},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def ratio(work: str, yardstick: str, *arguments: str, rounds: int = ROUNDS) -> tuple[float, str]:
    """How many times as long, and both times in words. What a first start leaves behind is there."""
    with tempfile.TemporaryDirectory() as compiled:
        works = [partial(run, compiled, work, *arguments), partial(run, compiled, yardstick)]
        best_of_each(1, works)
        taken, unit = best_of_each(rounds, works)
    return taken / unit, f"{taken * 1e3:.0f} ms against {unit * 1e3:.0f} ms"


def seconds_until_ready(path: Path) -> float:
    """Of several processes the quickest."""
    return min(
        float(
            subprocess.run(
                [sys.executable, "-c", READY, path], cwd=CHECKOUT, check=True, capture_output=True, text=True
            ).stdout
        )
        for _ in range(READY_ROUNDS)
    )


def ready() -> Figure:
    """The game that takes longest to be made ready for play, beside an ordinary one."""
    shipped = sorted((CHECKOUT / "games").glob("*.game"))
    classics = sorted((CHECKOUT / "examples" / "classics").glob("*.game"))
    taken = {path.stem: seconds_until_ready(path) for path in (*shipped, *classics)}
    slowest = max(taken, key=taken.__getitem__)
    usual = taken["road_trip"]
    return Figure(
        "starts",
        f"make ready {slowest}, the slowest of {len(taken)} games / road_trip",
        taken[slowest] / usual,
        "x",
        bar=READY_AT_MOST,
        details=f"{taken[slowest] * 1e3:.0f} ms against {usual * 1e3:.0f} ms",
    )


def first_uses() -> Iterator[Figure]:
    """As machine code: how long one waits, and the time of the process, whatever else the machine does. The
    modules of Python lie there compiled, as they do once something was installed and used.
    """
    for name in ("lets_take_a_hike", "trekking_the_world", "road_trip"):
        for way in ("step by step", "whole games"):
            waited, worked = first_use(CHECKOUT / "games" / f"{name}.game", way)
            yield Figure(
                "starts",
                f"first use of {name} as machine code, {way}",
                waited,
                "s",
                bar=FIRST_USE_AT_MOST,
                details=f"as one waits; {worked:.2f} s of work",
            )


def first_use(path: Path, way: str) -> tuple[float, float]:
    """Of several processes the one that is waited for least."""
    with tempfile.TemporaryDirectory() as compiled:
        told = [output(compiled, FIRST_USE, str(path), way) for _ in range(1 + READY_ROUNDS)]
    # The first has compiled the modules of Python.
    waited, worked = min(tuple(map(float, line.split())) for line in told[1:])
    return waited, worked


def largest_game() -> Path:
    return max((CHECKOUT / "games").glob("*.game"), key=lambda path: path.read_text("utf-8").count("\n"))


def figures() -> Iterator[Figure]:
    path = largest_game()
    with tempfile.TemporaryDirectory() as kept:
        value, details = ratio(LOAD, IMPORTS, str(path), kept)
    lines = path.read_text("utf-8").count("\n")
    yield Figure(
        "starts",
        f"load {path.stem} ({lines} lines), second start / import lark, attrs, click",
        value,
        "x",
        bar=LOAD_AT_MOST,
        details=details,
    )
    value, details = ratio("from cli.main import main; main()", "import click", "--help")
    yield Figure("starts", "rulesdsl --help / import click", value, "x", bar=HELP_AT_MOST, details=details)
    yield ready()
    yield from first_uses()
