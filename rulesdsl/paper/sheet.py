"""Sheets of paper: what stands where on them, in millimetres, and each as one SVG."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from attrs import field, frozen

from rulesdsl.paper.lettering import LINE, Fitted

MARGIN = 10.0
"""What printers leave free, with room for the marks to cut at."""
MARK = 4.0
INK, FAINT, GROUND = "#1c2329", "#6b7278", "#f4f1e9"
FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_NOT_IN_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@frozen
class Paper:
    name: str
    width: float
    height: float


PAPERS: Mapping[str, Paper] = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


@frozen
class Box:
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


@frozen
class Placed:
    """Something on a sheet, by its name; `drawn` is SVG in millimetres from the corner of the box, which
    nothing of it leaves."""

    name: str
    box: Box
    drawn: str = field(repr=False)

    def svg(self) -> str:
        box = self.box
        return (
            f'<svg x="{box.left:.2f}" y="{box.top:.2f}" width="{box.width:.2f}" height="{box.height:.2f}"'
            f' viewBox="0 0 {box.width:.2f} {box.height:.2f}">{self.drawn}</svg>'
        )


@frozen
class Sheet:
    """`part` is what it belongs to: cards, boards, pads or aid."""

    part: str
    title: str
    width: float
    height: float
    placed: tuple[Placed, ...]
    marks: str = field(default="", repr=False)
    """What is drawn besides: marks to cut at, and what the sheet is."""

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}mm" height="{self.height}mm"'
            f' viewBox="0 0 {self.width} {self.height}" font-family="{FONTS}">\n'
            f"<title>{clean(self.title)}</title>\n"
            f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>\n'
            + "\n".join([*(item.svg() for item in self.placed), self.marks])
            + "\n</svg>\n"
        )


def clean(text: str) -> str:
    """As text in SVG: nothing in it acts."""
    return escape(_NOT_IN_XML.sub("\ufffd", text))


def words(
    text: str, x: float, y: float, size: float, *, anchor: str = "start", bold: bool = False, fill: str = INK
) -> str:
    """A line of text with its foot at y."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" text-anchor="{anchor}"{weight}'
        f' fill="{clean(fill)}">{clean(text)}</text>'
    )


def lines(
    text: Fitted, x: float, top: float, *, anchor: str = "start", bold: bool = False, fill: str = INK
) -> str:
    """Lines of text, one below the other from the top."""
    return "".join(
        words(line, x, top + text.size * (LINE * index + 1), text.size, anchor=anchor, bold=bold, fill=fill)
        for index, line in enumerate(text.lines)
    )


def line(x: float, y: float, to_x: float, to_y: float, *, wide: float = 0.25, colour: str = FAINT) -> str:
    return (
        f'<path d="M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}" stroke="{colour}" stroke-width="{wide}"'
        ' fill="none"/>'
    )


def rectangle(
    box: Box, *, fill: str = "none", stroke: str = FAINT, wide: float = 0.25, corner: float = 0
) -> str:
    return (
        f'<rect x="{box.left:.2f}" y="{box.top:.2f}" width="{box.width:.2f}" height="{box.height:.2f}"'
        f' rx="{corner}" fill="{clean(fill)}" stroke="{clean(stroke)}" stroke-width="{wide}"/>'
    )


# ---------------------------------------------------------------- many alike on sheets


Drawn = tuple[str, str]
"""A name, and what is drawn."""


def to_cut_out(
    part: str,
    title: str,
    paper: Paper,
    size: tuple[float, float],
    faces: Sequence[Drawn],
    back: Drawn | None = None,
) -> list[Sheet]:
    """Everything side by side, without a gap, on as many sheets as it takes, with marks to cut at.

    With a back, each sheet is followed by that of its backs, to be printed on its other side (turned over
    along the long edge).
    """
    wide, high = size
    columns = max(1, int((paper.width - 2 * MARGIN) // wide))
    rows = max(1, int((paper.height - 2 * MARGIN) // high))
    left, top = (paper.width - columns * wide) / 2, (paper.height - rows * high) / 2
    places = [
        Box(left + index % columns * wide, top + index // columns * high, wide, high)
        for index in range(columns * rows)
    ]
    marks = _marks(
        [left + index * wide for index in range(columns + 1)],
        [top + index * high for index in range(rows + 1)],
    )
    pages = [faces[index : index + len(places)] for index in range(0, len(faces), len(places))]
    sheets = []
    for number, page in enumerate(pages, 1):
        called = f"{title} ({number} of {len(pages)})" if len(pages) > 1 else title
        foot = words(called, paper.width / 2, paper.height - 4, 2.6, anchor="middle", fill=FAINT)
        placed = tuple(Placed(name, box, drawn) for (name, drawn), box in zip(page, places, strict=False))
        sheets.append(Sheet(part, called, paper.width, paper.height, placed, marks + foot))
        if back is not None:
            behind = tuple(
                Placed(back[0], Box(paper.width - item.box.right, item.box.top, wide, high), back[1])
                for item in placed
            )
            sheets.append(Sheet(part, f"{called}, backs", paper.width, paper.height, behind, marks))
    return sheets


def _marks(across: Sequence[float], down: Sequence[float]) -> str:
    """Short strokes outside of what is cut out, where the knife goes."""
    top, bottom, left, right = down[0], down[-1], across[0], across[-1]
    strokes = [line(x, top - 1, x, top - MARK) + line(x, bottom + 1, x, bottom + MARK) for x in across]
    strokes += [line(left - 1, y, left - MARK, y) + line(right + 1, y, right + MARK, y) for y in down]
    return "".join(strokes)
