"""Results as a parquet file, for tools that like tables small and quick; needs the extra `simulate`.

Such a file cannot grow game by game: a journal does, and the file is made of it when all games are played.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from rulesdsl.simulate.rows import NUMBERS, from_cells
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.storing import TABLE_COLUMNS, Journal, OtherRun, head_of, read_cells

HEAD = b"rulesdsl"
"""Under which the file keeps what it holds the games of."""
BATCH = 5_000
SEED = "seed"
WHOLE = NUMBERS | {SEED}


def to_parquet(journal: Path, target: Path) -> None:
    """Makes the file; the journal is taken away."""
    with journal.open("rb") as file:
        head = file.readline().rstrip(b"\n")
    schema = pa.schema([(name, _type_of(name)) for name in TABLE_COLUMNS], metadata={HEAD: head})
    unfinished = target.with_name(target.name + ".new")
    with pq.ParquetWriter(unfinished, schema) as writer:
        batch: list[dict[str, str | int]] = []
        for cells in read_cells(journal):
            batch.append({name: int(cells[name]) if name in WHOLE else cells[name] for name in TABLE_COLUMNS})
            if len(batch) == BATCH:
                writer.write_table(pa.Table.from_pylist(batch, schema=schema))
                batch.clear()
        writer.write_table(pa.Table.from_pylist(batch, schema=schema))
    unfinished.replace(target)
    journal.unlink()


def _type_of(column: str) -> pa.DataType:
    if column == SEED:
        return pa.uint64()
    return pa.int64() if column in WHOLE else pa.string()


def from_parquet(source: Path, journal: Path, setup: Setup) -> None:
    """The journal of which such a table was made, to be gone on with; OtherRun if it holds other games."""
    try:
        file = pq.ParquetFile(source)
    except pa.ArrowInvalid:
        raise OtherRun(f"{source} is no parquet file") from None
    with file:
        if (file.schema_arrow.metadata or {}).get(HEAD, b"").decode() != head_of(setup):
            raise OtherRun(f"{source} holds other games: another setup, seed or version of the rules")
        # Under another name until all are there: a part of them would be taken for all.
        unfinished = journal.with_name(journal.name + ".new")
        unfinished.unlink(missing_ok=True)
        with Journal(unfinished, setup) as written:
            for batch in file.iter_batches(BATCH):
                for cells in batch.to_pylist():
                    written.add(from_cells({name: str(cell) for name, cell in cells.items()}))
    unfinished.replace(journal)
