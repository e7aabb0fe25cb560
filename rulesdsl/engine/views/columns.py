"""Tables of text: columns of numbers under their heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first column to the left, the others to the right."""
    lines = [head, *rows]
    widths = [max(len(line[index]) for line in lines) for index in range(len(head))]
    for line in lines:
        cells = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        yield "  ".join([line[0].ljust(widths[0]), *cells]).rstrip()


def folded(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """The same within this width: columns that do not fit stand in tables below, under the same labels."""
    lines = [head, *rows]
    sizes = [max(len(line[index]) for line in lines) for index in range(len(head))]
    columns: list[int] = []
    room = width - sizes[0]
    for index in range(1, len(head)):
        if columns and room < sizes[index] + 2:
            yield from table(*_only(columns, head, rows))
            yield ""
            columns, room = [], width - sizes[0]
        columns.append(index)
        room -= sizes[index] + 2
    yield from table(*_only(columns, head, rows))


def _only(
    columns: Sequence[int], head: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    first, *others = [[line[0], *(line[column] for column in columns)] for line in (head, *rows)]
    return first, others
