"""A made-up file of 2,000 lines: how long it takes from text to program, with and without what is kept."""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.figures import Figure, best, best_of_each
from bench.starts import LOAD, run
from rulesdsl.diagnostics import Report
from rulesdsl.pipeline import load
from rulesdsl.source import Source
from rulesdsl.syntax import parse

LINES = 2000
ROUNDS = 5

COLD_AT_MOST = 1500
"""Milliseconds, on the machine that the bar was set for."""
QUICKER_AT_LEAST = 3.0

VALIDATE = """
import sys
from pathlib import Path
from rulesdsl.game_files import Files
from rulesdsl.pipeline import everything_wrong_with

found, _made_of = everything_wrong_with(Path(sys.argv[1]), Files(Path(sys.argv[2]) if sys.argv[2:] else None))
assert not found.has_errors
"""

PART = """
values Colour{n}: red{n}, green{n}, blue{n}, grey{n}
pieces Card{n} for each colour in Colour{n}, value in 1..5
  points: 0..10 = if colour is red{n} then 2 * value else value

zone deck{n}: pile of Card{n}, seen by nobody
  starts with Card{n} shuffled
zone hand{n} per Player: set of Card{n}, seen by owner
zone kept{n} per Player: row of Card{n}

state pot{n}: 0..1000
state bid{n} per Player: 0..9, starts 2

define worth{n} per Player: 0..1000 = sum(your kept{n}.points)
define leaders{n} = highest(p in players by p.worth{n})

action keep{n}(card from your hand{n} where card.value > your bid{n} "Which card?") "Keep {{card}}"
  when count(your kept{n}) < 5
  move card to your kept{n}
  add card.value to pot{n}

action lower{n}(less from 1..your bid{n} "By how much?") "Lower the bid by {{less}}"
  cost remove less from your bid{n}
  say "{{you}} bids less: {{less}}"

score points{n} = your worth{n}
"""

PHASES = """\
  phase part{n} 2 times
    deal 2 from deck{n} to hand{n}
    each player of leaders{n} in turn
      must keep{n} or lower{n} if possible
    if pot{n} > 20
      set pot{n} to 0
"""


def text() -> str:
    each = PART.count("\n") + PHASES.count("\n")
    numbers = range((LINES - 3) // each)
    parts = "".join(PART.format(n=n) for n in numbers)
    phases = "".join(PHASES.format(n=n) for n in numbers)
    written = f'game "Long"\nplayers 2..4\n{parts}\nflow\n{phases}winner most total, then shared\n'
    return written + "# the end\n" * (LINES - written.count("\n"))


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.game"
        path.write_text(text(), encoding="utf-8")
        yield from times(path)


def times(path: Path) -> Iterator[Figure]:
    source = Source(str(path), path.read_text("utf-8"))
    parsing = best(5, lambda: parse(source, Report()))
    yield Figure("files", f"{LINES} lines: parse", parsing * 1e3, "ms")
    loading = best(5, lambda: load(path).program(4))
    yield Figure("files", f"{LINES} lines: parse, check and lower", loading * 1e3, "ms")
    kept = path.parent / "kept"
    kept.mkdir()
    with tempfile.TemporaryDirectory() as compiled:
        starts = [
            partial(run, compiled, LOAD, str(path)),
            partial(run, compiled, LOAD, str(path), str(kept)),
            partial(run, compiled, VALIDATE, str(path)),
            partial(run, compiled, VALIDATE, str(path), str(kept)),
        ]
        best_of_each(1, starts)
        first, second, checking, again = best_of_each(ROUNDS, starts)
    name = f"{LINES} lines: a whole start from text to program, nothing kept"
    yield Figure("files", name, first * 1e3, "ms", bar=COLD_AT_MOST)
    for called, cold, warm in (("program", first, second), ("validate", checking, again)):
        details = f"{cold * 1e3:.0f} ms against {warm * 1e3:.0f} ms"
        name = f"{LINES} lines: {called}, first start / second start"
        yield Figure("files", name, cold / warm, "x", bar=QUICKER_AT_LEAST, at_least=True, details=details)
