"""A made-up file of 2,000 lines: how long it takes from text to program, with and without what is kept."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, best
from bench.starts import IMPORTS, LOAD, ratio
from rulesdsl.diagnostics import Report
from rulesdsl.pipeline import load
from rulesdsl.source import Source
from rulesdsl.syntax import parse

LINES = 2000

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
    for called, arguments in (("nothing kept", ()), ("second start", (str(kept),))):
        value, details = ratio(LOAD, IMPORTS, str(path), *arguments, rounds=3)
        name = f"{LINES} lines, {called} / {IMPORTS}"
        yield Figure("files", name, value, "x", details=details)
