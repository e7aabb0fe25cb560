"""Results on disk: a journal that grows game by game and can be gone on with, and a table for other tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from attrs import asdict

from rulesdsl.simulate.games import COLUMNS, Row, from_cells, to_cells
from rulesdsl.simulate.setups import Setup

FIRST_WORD = "# rulesdsl simulate "


class OtherRun(ValueError):
    """The file holds the games of another setup."""


class Journal:
    """Games in a CSV file: its first line says of what, each further line is one game. Whole lines are kept
    whatever happens; a line that was cut off is played again."""

    def __init__(self, path: Path, setup: Setup, fingerprint: str) -> None:
        self.path = path
        self.head = FIRST_WORD + json.dumps(
            {"rules": fingerprint, **asdict(setup, filter=lambda a, _v: a.name not in ("path", "variants"))},
            separators=(",", ":"),
        )
        self.done = self._sound_part()
        self._file = path.open("a", encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._file, COLUMNS)
        if self.done < 0:
            self._file.write(self.head + "\n")
            self._writer.writeheader()
            self.done = 0

    def _sound_part(self) -> int:
        """How many games are there already; what was cut off is taken away. -1: there is no file."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return -1
        rows, end = 0, 0
        with self.path.open("rb") as file:
            head = file.readline()
            if head.decode("utf-8", "replace").rstrip("\n") != self.head:
                raise OtherRun(f"{self.path} holds other games: another setup, seed or version of the rules")
            end = file.tell()
            names = file.readline()
            if not names.endswith(b"\n"):
                file.close()
                self.path.unlink()
                return -1
            end = file.tell()
            for line in iter(file.readline, b""):
                if not line.endswith(b"\n") or not _is_row(line, rows):
                    break
                rows += 1
                end = file.tell()
        with self.path.open("r+b") as file:
            file.truncate(end)
        return rows

    def rows(self) -> Iterator[Row]:
        """The games that are there."""
        yield from read_rows(self.path)

    def add(self, row: Row) -> None:
        self._writer.writerow(to_cells(row))

    def flush(self) -> None:
        self._file.flush()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _is_row(line: bytes, number: int) -> bool:
    try:
        cells = next(csv.reader([line.decode("utf-8")]))
        return from_cells(dict(zip(COLUMNS, cells, strict=True))).number == number
    except (ValueError, StopIteration):
        return False


def read_rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        file.readline()
        for cells in csv.DictReader(file):
            yield from_cells(cells)


def to_parquet(journal: Path, target: Path) -> None:
    """The same table for tools that like it small and quick; needs the extra `simulate`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [
            (name, pa.int64() if name in ("number", "decisions", "options", "most_options") else pa.string())
            for name in COLUMNS
        ]
    )
    with pq.ParquetWriter(target, schema) as writer:
        batch: list[dict[str, str | int]] = []
        for row in read_rows(journal):
            batch.append(to_cells(row))
            if len(batch) == 5_000:
                writer.write_table(pa.Table.from_pylist(batch, schema=schema))
                batch.clear()
        if batch:
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))
