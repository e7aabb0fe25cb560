"""Results on disk: a journal that grows game by game and can be gone on with, and a table for other tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from attrs import asdict

from rulesdsl.simulate.games import COLUMNS, NUMBERS, Row, from_cells, to_cells
from rulesdsl.simulate.setups import Setup

FIRST_WORD = "# rulesdsl simulate "
PARQUET = ".parquet"
HEAD = b"rulesdsl"
"""Under which a parquet file keeps what it holds the games of."""
BATCH = 5_000


class OtherRun(ValueError):
    """The file holds the games of another setup."""


def head_of(setup: Setup) -> str:
    """What games are of, in one line. Where the files lie does not matter: the fingerprint stands for the rules."""
    told = asdict(setup, filter=lambda attribute, _value: attribute.name not in ("path", "variants"))
    return FIRST_WORD + json.dumps(told, separators=(",", ":"), ensure_ascii=False)


class Journal:
    """Games in a CSV file: its first line says of what, each further line is one game. Whole lines are kept
    whatever happens; a line that was cut off is played again."""

    def __init__(self, path: Path, setup: Setup) -> None:
        self.path = path
        self.head = head_of(setup)
        done = self._sound_part()
        self.done = max(done, 0)
        """How many games are there already."""
        self._file = path.open("a", encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._file, COLUMNS, lineterminator="\n")
        if done < 0:
            self._file.write(self.head + "\n")
            self._writer.writeheader()
            self._file.flush()

    def _sound_part(self) -> int:
        """How many games are there already; what was cut off is taken away. -1: not even the head is there."""
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
                while (line := file.readline()).endswith(b"\n") and _is_row(line, rows):
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
        self._writer.writerow(to_cells(row))
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
        return from_cells(dict(zip(COLUMNS, cells, strict=True))).number == number
    except (ValueError, StopIteration):
        return False


def read_rows(path: Path) -> Iterator[Row]:
    """The games in a journal."""
    with path.open(encoding="utf-8", newline="") as file:
        file.readline()
        for cells in csv.DictReader(file):
            yield from_cells(cells)


# ---------------------------------------------------------------- parquet (needs the extra `simulate`)


def journal_of(out: Path) -> Path:
    """Where games are written while they are played: a parquet file cannot grow game by game."""
    return out.with_name(out.name + ".part") if out.suffix == PARQUET else out


def to_parquet(journal: Path, target: Path) -> None:
    """The journal as a table for tools that like it small and quick; the journal is taken away."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with journal.open("rb") as file:
        head = file.readline().rstrip(b"\n")
    schema = pa.schema(
        [(name, pa.int64() if name in NUMBERS else pa.string()) for name in COLUMNS], metadata={HEAD: head}
    )
    unfinished = target.with_name(target.name + ".new")
    with pq.ParquetWriter(unfinished, schema) as writer:
        batch: list[dict[str, str | int]] = []
        for row in read_rows(journal):
            batch.append(to_cells(row))
            if len(batch) == BATCH:
                writer.write_table(pa.Table.from_pylist(batch, schema=schema))
                batch.clear()
        writer.write_table(pa.Table.from_pylist(batch, schema=schema))
    unfinished.replace(target)
    journal.unlink()


def from_parquet(source: Path, journal: Path, setup: Setup) -> None:
    """The journal of which such a table was made, to be gone on with; OtherRun if it holds other games."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(source)
    except pa.ArrowInvalid:
        raise OtherRun(f"{source} is no parquet file") from None
    with file:
        if (file.schema_arrow.metadata or {}).get(HEAD, b"").decode() != head_of(setup):
            raise OtherRun(f"{source} holds other games: another setup, seed or version of the rules")
        with Journal(journal, setup) as written:
            for batch in file.iter_batches(BATCH):
                for cells in batch.to_pylist():
                    written.add(from_cells({name: str(cell) for name, cell in cells.items()}))
