"""All sheets of a game, and what they are printed as: one SVG each, a page for the browser, or a PDF."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from io import BytesIO

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.engine.labels.english import plain, plural
from rulesdsl.paper.aid import aid_sheets
from rulesdsl.paper.boards import board_sheets
from rulesdsl.paper.contents import contents_of
from rulesdsl.paper.faces import Face, Faces, back, drawn
from rulesdsl.paper.pads import pad_sheets
from rulesdsl.paper.sheet import Paper, Sheet, clean, to_cut_out
from rulesdsl.table.design import design_of

PARTS = ("cards", "boards", "pads", "aid")


def sheets_of(
    game: Game,
    program: ir.Program,
    paper: Paper,
    parts: Collection[str] = PARTS,
    *,
    backs: bool = False,
) -> list[Sheet]:
    """What is to be printed, in this order: cards, boards, pads, the player aid."""
    sheets: list[Sheet] = []
    if "cards" in parts:
        sheets += _pieces(game, program, paper, backs=backs)
    if "boards" in parts:
        sheets += board_sheets(game, program, paper)
    if "pads" in parts:
        sheets += pad_sheets(program, paper)
    if "aid" in parts:
        sheets += aid_sheets(contents_of(game.tree, program), paper)
    return sheets


def _pieces(game: Game, program: ir.Program, paper: Paper, *, backs: bool) -> Iterator[Sheet]:
    """Every piece once: kinds of the same size and the same back follow each other on the sheets."""
    faces = Faces(design_of(game, program), program)
    groups: dict[tuple[tuple[float, float], str], list[Face]] = {}
    kinds: dict[tuple[tuple[float, float], str], dict[str, None]] = {}
    for kind in program.piece_kinds:
        of_kind = [faces.face(piece, kind) for piece in kind.pieces]
        # All of a kind have one size, that of the largest.
        size = max((face.size for face in of_kind), default=(0.0, 0.0))
        key = size, faces.back(kind) if backs else plain(kind.name)
        groups.setdefault(key, []).extend(of_kind)
        kinds.setdefault(key, {})[plain(kind.name)] = None
    for (size, called), of_group in groups.items():
        title = ", ".join(plural(name) for name in kinds[size, called])
        behind = back(program.title, called, size) if backs else None
        made = [drawn(face, size) for face in of_group]
        yield from to_cut_out("cards", title, paper, size, made, behind)


# ---------------------------------------------------------------- what they are printed as


def as_page(title: str, sheets: Sequence[Sheet]) -> str:
    """One page for a browser, which prints each sheet on a page of its own, as large as it is."""
    sizes = {(sheet.width, sheet.height): f"s{index}" for index, sheet in enumerate(sheets)}
    rules = "".join(
        f"@page {name}{{size:{width}mm {height}mm;margin:0}}.{name}{{page:{name}}}"
        for (width, height), name in sizes.items()
    )
    body = "\n".join(
        f'<div class="{sizes[sheet.width, sheet.height]}">{sheet.svg()}</div>' for sheet in sheets
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{clean(title)}</title>\n<style>"
        "body{margin:0;background:#777}div{break-after:page}div:last-child{break-after:auto}svg{display:block}"
        "@media screen{div{width:max-content;margin:1rem auto;box-shadow:0 0 8px #000}}"
        f"{rules}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


class NoPdf(Exception):
    """What makes PDFs is not installed."""


def as_pdf(sheets: Iterable[Sheet]) -> bytes:
    """One PDF with a page for each sheet; NoPdf if that takes something that is not installed."""
    try:
        import vl_convert  # noqa: PLC0415 - only who prints needs it
        from pypdf import PdfReader, PdfWriter  # noqa: PLC0415
    except ImportError as missing:
        raise NoPdf(f"{missing.name}") from None
    writer = PdfWriter()
    for sheet in sheets:
        for page in PdfReader(BytesIO(vl_convert.svg_to_pdf(sheet.svg()))).pages:
            writer.add_page(page).scale_to(sheet.width / MM_OF_A_POINT, sheet.height / MM_OF_A_POINT)
    writer.compress_identical_objects()
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


MM_OF_A_POINT = 25.4 / 72
