"""The boards, rings and maps of a game, each as large as a page takes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.drawings.graphs import drawn_graph
from rulesdsl.engine.labels.english import plain
from rulesdsl.paper.sheet import MARGIN, Box, Paper, Placed, Sheet

_FRAME = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def pictures(game: Game, program: ir.Program) -> Iterator[tuple[str, str]]:
    """Every board, ring and map by its name, as SVG."""
    for name, graph in program.graphs.items():
        title = f"{program.title}: {plain(name)}" if len(program.graphs) > 1 else program.title
        yield name, drawn_graph(title, game.tree, program, graph, game.files.text)


def board_sheets(game: Game, program: ir.Program, paper: Paper) -> list[Sheet]:
    sheets = []
    for name, picture in pictures(game, program):
        wide, high = map(float, _size(picture))
        across = wide > high
        width, height = (paper.height, paper.width) if across else (paper.width, paper.height)
        scale = min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN) / high)
        box = Box((width - wide * scale) / 2, (height - high * scale) / 2, wide * scale, high * scale)
        inner = f'<g transform="scale({scale:.4f})">{picture}</g>'
        sheets.append(Sheet("boards", plain(name), width, height, (Placed(name, box, inner),)))
    return sheets


def _size(picture: str) -> tuple[str, str]:
    match = _FRAME.search(picture)
    assert match is not None
    return match[1], match[2]
