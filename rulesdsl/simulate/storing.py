"""Results on disk: a journal that grows game by game and can be gone on with."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from attrs import asdict

from rulesdsl.simulate.rows import COLUMNS, Row, from_cells, to_cells
from rulesdsl.simulate.setups import Setup

LINES_BEFORE = 2
"""Lines before the first game: what the games are of, and the names of the columns."""
FIRST_WORD = "# rulesdsl simulate "
TABLE_COLUMNS = ("number", "seed", "bots", *COLUMNS[1:])
"""Of each game what `rulesdsl run` needs to play it again, and what came of it."""
_FORMULA = re.compile(r'"([=+@-])')
"""A text that a spreadsheet would work out, if it stood at the beginning of a cell."""


class OtherRun(ValueError):
    """The file holds the games of another setup."""


class DamagedRow(ValueError):
    """A line of the file, but the last, is no game."""


def head_of(setup: Setup) -> str:
    """What games are of, in one line. Where files lie and what they look like does not matter: `program`
    stands for what they say.
    """
    fields = asdict(
        setup, filter=lambda attribute, _value: attribute.name not in ("path", "variants", "rules")
    )
    head = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
    return FIRST_WORD + _FORMULA.sub(lambda match: f'"\\u{ord(match[1]):04x}', head)


def cells_of(setup: Setup, row: Row) -> dict[str, str | int]:
    """A game as a line of a table."""
    bots = [setup.kind_at(seat, row.number) for seat in range(setup.players)]
    return {
        **to_cells(row),
        "seed": setup.seed_of(row.number),
        "bots": json.dumps(bots, separators=(",", ":"), ensure_ascii=False),
    }


class Journal:
    """Games in a CSV file: its first line says of what, each further line but the column names is one game.

    Whole lines are kept whatever happens; a game whose line was cut off is played again. What is damaged in
    any other way is left as it is: DamagedRow says where.
    """

    def __init__(self, path: Path, setup: Setup) -> None:
        self.path = path
        self.setup = setup
        self.head = head_of(setup)
        done = self._sound_part()
        self.done = max(done, 0)
        """How many games are there already."""
        self._file = path.open("a", encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._file, TABLE_COLUMNS, lineterminator="\n")
        if done < 0:
            self._file.write(self.head + "\n")
            self._writer.writeheader()
            self._file.flush()

    def _sound_part(self) -> int:
        """How many games are there; what was cut off is taken away. -1: not even the head is there."""
        if not self.path.exists():
            return -1
        rows, end = -1, 0
        with self.path.open("rb") as file:
            head = file.readline()
            whole = self.head.encode() + b"\n"
            if head and head != whole and (head.endswith(b"\n") or not whole.startswith(head)):
                raise OtherRun(f"{self.path} holds other games: another setup, seed or version of the rules")
            if file.readline().endswith(b"\n"):
                rows, end = 0, file.tell()
                while (line := file.readline()).endswith(b"\n"):
                    if not _is_row(line, rows):
                        raise DamagedRow(f"{self.path}:{rows + LINES_BEFORE + 1}: this is not game {rows}")
                    rows, end = rows + 1, file.tell()
        with self.path.open("r+b") as file:
            file.truncate(end)
        return rows

    def rows(self) -> Iterator[Row]:
        """The games that were there at the beginning."""
        for row in read_rows(self.path):
            if row.number >= self.done:
                return
            yield row

    def add(self, row: Row) -> None:
        self._writer.writerow(cells_of(self.setup, row))
        # What is in the hands of the system outlives this process, however it ends.
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _is_row(line: bytes, number: int) -> bool:
    try:
        cells = next(csv.reader([line.decode("utf-8")]))
        return from_cells(dict(zip(TABLE_COLUMNS, cells, strict=True))).number == number
    except (ValueError, StopIteration):
        return False


def read_cells(path: Path) -> Iterator[dict[str, str]]:
    """The lines of a journal."""
    with path.open(encoding="utf-8", newline="") as file:
        file.readline()
        yield from csv.DictReader(file)


def read_rows(path: Path) -> Iterator[Row]:
    """The games in a journal."""
    return map(from_cells, read_cells(path))
