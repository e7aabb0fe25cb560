"""`rulesdsl print`."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exit_status import CannotDo
from .game_options import GameOptions, game_argument, game_options_with, option_option, variant_option
from .loading import loaded, number_of_players, plural, program_for
from .whole_files import can_be_written, write_whole

if TYPE_CHECKING:
    from rulesdsl.paper.sheet import Sheet

PDF, PAGE = ".pdf", ".html"
PARTS = ("cards", "boards", "pads", "aid")


@click.command("print")
@game_argument
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="A .pdf, an .html that any browser prints, or a folder for one SVG a sheet;"
    " by default NAME_sheets.pdf.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--only",
    "parts",
    type=click.Choice(PARTS),
    multiple=True,
    help="Print this alone; again for more.",
)
@click.option("--backs", is_flag=True, help="Behind each sheet of cards one of their backs, for two sides.")
@game_options_with(
    players=click.option(
        "--players", type=click.IntRange(min=1), metavar="N", help="For so many; by default the most who can."
    ),
    options=option_option,
    variants=variant_option,
)
def command(
    file: Path,
    output: Path | None,
    paper: str,
    parts: tuple[str, ...],
    backs: bool,
    chosen: GameOptions,
) -> None:
    """Print a game to cut out: its cards and tokens, boards, score pads, and an aid for the players.

    Everything is made from the file: a prototype on paper, which changes with the rules. Print it in its
    actual size, with backs on both sides, turned over along the long edge.

    \b
    Examples:
      rulesdsl print road_trip
      rulesdsl print mine.game --output mine.html
      rulesdsl print mine.game --output sheets/ --only cards --backs
      rulesdsl print mine.game --paper letter --players 2
    """
    from rulesdsl.paper.printing import NoPdf, as_page, as_pdf, sheets_of
    from rulesdsl.paper.sheet import PAPERS

    target = output if output is not None else Path(f"{file.stem}_sheets{PDF}")
    kind = target.suffix.lower()
    if kind not in (PDF, PAGE, ""):
        raise CannotDo(f"cannot write {target}: name a .pdf, an .html or a folder")
    if kind:
        can_be_written(target)
    game = loaded(file, chosen.variants)
    players = number_of_players(game, chosen.players or game.players[-1])
    program = program_for(game, players, chosen.options)
    sheets = sheets_of(game, program, PAPERS[paper], parts or PARTS, backs=backs)
    if not sheets:
        wanted = " or ".join(parts or PARTS)
        raise CannotDo(f"there is nothing to print: {game.title} has no {wanted}")
    if kind == PDF:
        try:
            write_whole(target, as_pdf(sheets))
        except NoPdf as missing:
            raise CannotDo(
                f"a PDF needs {missing}, which is not installed: pip install 'rulesdsl[print]';"
                f" or write a page for the browser: --output {target.with_suffix(PAGE)}"
            ) from None
    elif kind == PAGE:
        write_whole(target, as_page(game.title, sheets))
    else:
        _write_each(target, sheets)
    click.echo(f"wrote {target}: {plural(len(sheets), 'sheet')}", err=True)


def _write_each(folder: Path, sheets: Sequence["Sheet"]) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise CannotDo(f"cannot write {folder}: {(error.strerror or str(error)).lower()}") from None
    digits = len(str(len(sheets)))
    for number, sheet in enumerate(sheets, 1):
        called = re.sub(r"[^a-z0-9]+", "_", sheet.title.lower()).strip("_")[:60]
        write_whole(folder / f"{number:0{digits}}_{called or sheet.part}.svg", sheet.svg())
