"""The page that lies beside a player: how the game goes, the actions with what they cost, what counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesdsl.paper.contents import Contents, Entry, Line
from rulesdsl.paper.lettering import LINE, Fitted, wrapped
from rulesdsl.paper.sheet import FAINT, INK, MARGIN, Box, Paper, Placed, Sheet, lines

SIZE = 3.1
GUTTER = 7.0
INDENT = 3.2


@frozen
class _Paragraph:
    text: str
    size: float = SIZE
    indent: float = 0.0
    bold: bool = False
    fill: str = INK
    before: float = 0.6
    with_next: bool = False
    """Never the last one of a column."""


def aid_sheets(contents: Contents, paper: Paper) -> list[Sheet]:
    width = (paper.width - 2 * MARGIN - GUTTER) / 2
    room = paper.height - 2 * MARGIN
    columns: list[list[str]] = [[]]
    y = 0.0
    paragraphs = list(_paragraphs(contents))
    made = [_set(paragraph, width) for paragraph in paragraphs]
    for index, (paragraph, fitted_text) in enumerate(zip(paragraphs, made, strict=True)):
        needed = paragraph.before + fitted_text.height
        follows = index
        while paragraphs[follows].with_next and follows + 1 < len(paragraphs):
            follows += 1
            needed += paragraphs[follows].before + min(made[follows].height, made[follows].size * LINE * 2)
        if y and y + min(needed, room) > room:
            columns.append([])
            y = 0.0
        y += paragraph.before if y else 0.0
        left = list(fitted_text.lines)
        while left:
            fits = max(1, int((room - y) // (fitted_text.size * LINE)))
            part = Fitted(fitted_text.size, tuple(left[:fits]))
            columns[-1].append(lines(part, paragraph.indent, y, bold=paragraph.bold, fill=paragraph.fill))
            y += part.height
            left = left[fits:]
            if left:
                columns.append([])
                y = 0.0
    pages = [columns[index : index + 2] for index in range(0, len(columns), 2)]
    return [
        Sheet(
            "aid",
            "player aid" if len(pages) == 1 else f"player aid ({number} of {len(pages)})",
            paper.width,
            paper.height,
            tuple(
                Placed(
                    "player aid",
                    Box(MARGIN + index * (width + GUTTER), MARGIN, width, room),
                    "".join(column),
                )
                for index, column in enumerate(page)
            ),
        )
        for number, page in enumerate(pages, 1)
    ]


def _set(paragraph: _Paragraph, width: float) -> Fitted:
    return Fitted(paragraph.size, tuple(wrapped(paragraph.text, width - paragraph.indent, paragraph.size)))


def _paragraphs(contents: Contents) -> Iterator[_Paragraph]:
    yield _Paragraph(contents.title, 6.0, bold=True)
    yield _Paragraph(contents.players, fill=FAINT)
    yield from _section("How it goes", _as_paragraphs(contents.course))
    if contents.duties:
        yield from _section("What one can do", _entries(contents.duties, bold=True))
    if contents.scores:
        yield from _section("What counts", _entries(contents.scores, bold=True))
    if contents.winner:
        won = [line for entry in contents.winner for line in entry.lines]
        yield from _section("Who wins", _as_paragraphs(won))


def _section(title: str, paragraphs: Iterator[_Paragraph]) -> Iterator[_Paragraph]:
    yield _Paragraph(title, 4.2, bold=True, fill="#2f62a0", before=4.0, with_next=True)
    yield from paragraphs


def _as_paragraphs(lines: Sequence[Line], depth: float = 0) -> Iterator[_Paragraph]:
    for line in lines:
        indent = min(depth + line.depth * INDENT, 30.0)
        yield _Paragraph(line.text, SIZE, indent, bold=line.head, before=1.0 if line.head else 0.4)


def _entries(entries: Sequence[Entry], *, bold: bool) -> Iterator[_Paragraph]:
    for entry in entries:
        yield _Paragraph(entry.name, SIZE, bold=bold, before=1.8, with_next=bool(entry.lines))
        yield from _as_paragraphs(entry.lines, INDENT)
