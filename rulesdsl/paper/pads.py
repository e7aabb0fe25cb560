"""Pads to write scores down: a row for each score, and for each time that it is written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.labels.english import plain
from rulesdsl.paper.lettering import fitted
from rulesdsl.paper.sheet import FAINT, GROUND, INK, MARGIN, Box, Paper, Placed, Sheet, line, lines, rectangle

MOST_TIMES = 16
"""What is written down more often than this has one row with room for all of it."""
ROW, LEAST_ROW = 9.0, 5.5


@frozen
class PadRow:
    label: str
    strong: bool = False


def rows_of(program: ir.Program) -> list[PadRow]:
    """As on the score sheet: what is written down in the same phase stands together, time by time."""
    made: list[PadRow] = []
    done: set[str] = set()
    for score in program.scores:
        if score.name in done:
            continue
        together = [row for row in program.scores if score.each is not None and row.each == score.each]
        together = together or [score]
        done |= {row.name for row in together}
        times = max(row.columns for row in together)
        made += _each_time(plain(score.each or ""), list(map(_called, together)), times)
    if sum(score.columns for score in program.scores if score.counted) > 1:
        made.append(PadRow("total", strong=True))
    return made


def _called(score: ir.Score) -> str:
    """What is not in the total stands in brackets."""
    return plain(score.name) if score.counted else f"({plain(score.name)})"


def _each_time(phase: str, names: Sequence[str], times: int) -> Iterator[PadRow]:
    if times <= 1 or times > MOST_TIMES:
        yield from (PadRow(name) for name in names)
        return
    for index in range(1, times + 1):
        yield from (PadRow(f"{phase} {index}: {name}") for name in names)


def pad_sheets(program: ir.Program, paper: Paper) -> list[Sheet]:
    """A pad with a column for each player; two on a page where there is room."""
    made = rows_of(program)
    if not made:
        return []
    width, room = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN
    head = 14.0
    most = int((room - head - ROW) // LEAST_ROW)
    sheets = []
    pages = [made[index : index + most] for index in range(0, len(made), most)]
    for number, page in enumerate(pages, 1):
        high = min(ROW, (room - head - ROW) / len(page))
        whole = head + ROW + high * len(page)
        copies = max(1, int((room + 8) // (whole + 8))) if len(pages) == 1 else 1
        title = "score pad" if len(pages) == 1 else f"score pad ({number} of {len(pages)})"
        placed = tuple(
            Placed(
                title,
                Box(MARGIN, MARGIN + index * (whole + 8), width, whole),
                _pad(program, page, Box(0, 0, width, whole), high, head),
            )
            for index in range(min(copies, 4))
        )
        sheets.append(Sheet("pads", title, paper.width, paper.height, placed))
    return sheets


def _pad(program: ir.Program, made: Sequence[PadRow], box: Box, high: float, head: float) -> str:
    label = min(58.0, box.width * 0.3)
    wide = (box.width - label) / program.players
    title = fitted(program.title, box.width - 4, head - 3, 6.0, 2.0)
    parts = [lines(title, 1, 1, bold=True)]
    top = head + ROW
    parts.append(lines(fitted("Name", label - 2, ROW, 3.2, 2), 1, head + 2.5, fill=FAINT))
    for index, row in enumerate(made):
        y = top + index * high
        if row.strong or index % 2:
            parts.append(rectangle(Box(0, y, box.width, high), fill=GROUND, stroke="none"))
        label_lines = fitted(row.label, label - 3, high - 0.6, 3.6, 1.2)
        parts.append(lines(label_lines, 1.2, y + (high - label_lines.height) / 2, bold=row.strong))
    parts += [
        line(0, y, box.width, y) for y in (head, *(top + index * high for index in range(len(made) + 1)))
    ]
    parts += [
        line(label + index * wide, head, label + index * wide, box.height) for index in range(program.players)
    ]
    outer = Box(0.2, head, box.width - 0.4, box.height - head - 0.2)
    parts.append(rectangle(outer, stroke=INK, wide=0.4))
    return "".join(parts)
