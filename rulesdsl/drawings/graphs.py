"""A map, a board or a ring of a game as a picture (SVG)."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.drawings.boards import drawn_board
from rulesdsl.drawings.nodes import nodes_of
from rulesdsl.drawings.picture import drawn_map, drawn_ring
from rulesdsl.program_walk import columns_by_number
from rulesdsl.syntax import ast
from rulesdsl.tables import ReadTable


def drawn_graph(title: str, tree: ast.GameFile, program: ir.Program, graph: ir.Graph, read: ReadTable) -> str:
    match graph.shape:
        case "grid":
            assert graph.board is not None
            return drawn_board(title, graph.board, by_number=columns_by_number(program))
        case "ring":
            return drawn_ring(title, graph.node_count)
        case _:
            return drawn_map(title, nodes_of(tree, program, graph, read), graph.links)
