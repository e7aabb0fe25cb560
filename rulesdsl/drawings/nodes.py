"""The places of a map with what is known of them: what they are called, their groups, where they lie."""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl import program as ir
from rulesdsl.drawings.layout import Point
from rulesdsl.drawings.picture import Node
from rulesdsl.syntax import ast
from rulesdsl.tables import ReadTable, Table, table_of

# Columns of a data file that say where a place lies; the second counts upwards, as north is.
COORDINATES = (("x", "y"), ("longitude", "latitude"))


def nodes_of(tree: ast.GameFile, program: ir.Program, graph: ir.Graph, read: ReadTable) -> list[Node]:
    """Those of a map, in the order of its numbers."""
    match graph.of:
        case ir.NodeDomain(kind):
            labels = program.nodes[kind]
            return _of_kind(tree, program, kind, labels, read)
        case _:
            low, count = ir.index_span(program, graph.of)
            nodes: list[Node] = []
            kinds = [each for each in program.piece_kinds if low <= each.first < low + count]
            for piece_kind in kinds:
                pieces = piece_kind.pieces
                labels = tuple(program.piece_names[program.piece_name_of[piece]] for piece in pieces)
                of_kind = _of_kind(tree, program, piece_kind.name, labels, read)
                grouped = len({node.group for node in of_kind}) > 1
                nodes += [
                    node if grouped or len(kinds) == 1 else Node(node.label, piece_kind.name, node.at)
                    for node in of_kind
                ]
            return nodes


def _of_kind(
    tree: ast.GameFile,
    program: ir.Program,
    kind: str,
    labels: Sequence[str],
    read: ReadTable,
) -> list[Node]:
    declaration = next(
        (
            each
            for each in tree.declarations
            if isinstance(each, ast.PlacesDecl | ast.PiecesDecl) and each.name.text == kind
        ),
        None,
    )
    points = _points(table_of(declaration, read) if declaration else None, len(labels))
    groups = _groups(program, declaration.fields if declaration else (), kind, len(labels))
    return [Node(label, group, point) for label, group, point in zip(labels, groups, points, strict=True)]


def _points(table: Table | None, count: int) -> Sequence[Point | None]:
    for across, up in COORDINATES:
        xs, ys = (table.column(across), table.column(up)) if table else (None, None)
        if xs and ys and len(xs) == count:
            try:
                return [(float(x), float(y)) for x, y in zip(xs, ys, strict=True)]
            except ValueError:
                pass
    return [None] * count


def _groups(program: ir.Program, fields: Sequence[ast.Field], kind: str, count: int) -> Sequence[str]:
    """By the first attribute that is one of a few values: the region of a place, as a rule."""
    for field in fields:
        table = program.tables.get(f"{kind}.{field.name.text}")
        if table and isinstance(table.type, ir.EnumDomain) and len(table.values) == count:
            labels = program.enums[table.type.name]
            return [
                labels[value].replace("_", " ") if isinstance(value, int) and 0 <= value < len(labels) else ""
                for value in table.values
            ]
    return [""] * count
