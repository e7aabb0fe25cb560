"""Boards of cells: their tiling, what lies beside what, and the directions that they have."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.symbols import EnumCase, EnumSymbol
from rulesdsl.grids import COMPASS, DIRECTION, OFFSETS, Grid, Offset
from rulesdsl.program_walk import nodes_in
from rulesdsl.syntax import ast

_OF_DIRECTIONS = frozenset({DIRECTION, "step", "ray", "turned", "opposite"})
"""Who says one of these speaks of directions."""

_TILINGS = frozenset({"hexagons", "pointy", "flat", "pointy hexagons", "flat hexagons"})
_WRAPS = {"wrapped": (True, True), "wrapped columns": (False, True), "wrapped rows": (True, False)}


class Boards(DeclarationModule):
    def declare_directions(self) -> None:
        """Games with a board have directions, unless they call something else so."""
        declarations = self.world.tree.declarations
        boards = [decl for decl in declarations if isinstance(decl, ast.GridDecl | ast.GrowingDecl)]
        declared = {name.text for decl in declarations if (name := _name_of(decl)) is not None}
        if not boards or DIRECTION in declared:
            return
        if not (_OF_DIRECTIONS - declared) & names_in(self.world.tree) and not self._names_one():
            return
        ways = {way for decl in boards for way in OFFSETS[tiling(decl)]}
        symbol = EnumSymbol(DIRECTION, boards[0].name.span, ir.EnumDomain(DIRECTION), of_the_language=True)
        for way in (way for way in COMPASS if way in ways):
            symbol.cases[way] = EnumCase(way, len(symbol.labels), None, 0, 1, symbol.span)
            symbol.labels.append(way)
            self.world.cases.setdefault(way, symbol)
        self.world.symbols[DIRECTION] = symbol
        self.world.enums[DIRECTION] = tuple(symbol.labels)

    def _names_one(self) -> bool:
        """Whether a direction stands somewhere by its name, which is nothing else in this game."""
        nodes = list(nodes_in(self.world.tree))
        own = {node.text for node in nodes if isinstance(node, ast.Name)}
        return any(
            isinstance(node, ast.NameRef) and node.name in COMPASS and node.name not in own for node in nodes
        )

    def board(self, decl: ast.GridDecl) -> Grid:
        self.fit_together(decl)
        kind = tiling(decl)
        words = {word.text for word in decl.words}
        wraps = next((value for word, value in _WRAPS.items() if word in words), (False, False))
        columns = self._size(decl.columns)
        if decl.rows is None:
            across = 2 * columns - 1
            if self._is_possible(decl, across, across, f"a hexagon with {columns} cells at a side"):
                return Grid(across, across, kind, six_sided=True)
            return Grid(1, 1, kind, six_sided=True)
        rows = self._size(decl.rows)
        if not self._is_possible(decl, columns, rows, f"a grid of {columns} by {rows}"):
            columns = rows = 1
        return Grid(columns, rows, kind, "diagonals" in words and kind == "squares", wraps)

    def ways(self, board: Grid) -> tuple[Offset, ...]:
        """For each direction of the game what a step in it is on this board: nothing if it has none such."""
        symbol = self.world.symbols.get(DIRECTION)
        if not isinstance(symbol, EnumSymbol) or not symbol.of_the_language:
            return ()
        return tuple(board.directions.get(way, (0, 0)) for way in symbol.labels)

    def _size(self, node: ast.Expr) -> int:
        known = self.declarations.types.whole(node)
        return 1 if known is None else known

    def _is_possible(self, decl: ast.GridDecl, columns: int, rows: int, words: str) -> bool:
        if 0 < columns <= MOST_VALUES and 0 < rows <= MOST_VALUES and columns * rows <= MOST_VALUES:
            return True
        self.reporter.error(
            "too-many-values",
            decl.span,
            f"{words} is not possible",
            f"at most {MOST_VALUES:,} cells, at least one",
        )
        return False

    def fit_together(self, decl: ast.GridDecl | ast.GrowingDecl) -> None:
        """What a board says of itself, said once and of such a board."""
        first: dict[str, ast.BoardWords] = {}
        hexagons = tiling(decl) != "squares"
        for words in decl.words:
            about = "tiling" if words.text in _TILINGS else words.text.split()[0]
            hint = None
            if about in first:
                message = f"`{first[about].text}` and `{words.text}` say how the same is"
                hint = "say one of them"
                if about == "wrapped":
                    hint = "`wrapped` alone joins both: the ends of the rows, and those of the columns"
            elif about == "diagonals" and hexagons:
                message = "hexagons have no diagonals"
                hint = "all six cells around a hexagon are its neighbours"
            elif about == "wrapped" and isinstance(decl, ast.GrowingDecl):
                message = "a board that grows has no edges that could be joined"
                hint = "a grid can be wrapped: `places Cell grid 6 by 6, wrapped`"
            elif about == "wrapped" and isinstance(decl, ast.GridDecl) and decl.rows is None:
                message = "the edges of a hexagon cannot be joined"
                hint = "a grid can be wrapped: `places Cell grid 6 by 6, hexagons, wrapped`"
            else:
                first[about] = words
                continue
            because = ((first[about].span, "said here"),) if about in first else ()
            self.reporter.error(
                "misplaced-declaration", words.span, message, "here", because=because, hint=hint
            )


def tiling(decl: ast.GridDecl | ast.GrowingDecl) -> str:
    texts = {word for words in decl.words for word in words.text.split()}
    if "flat" in texts:
        return "flat"
    six_sided = isinstance(decl, ast.GridDecl) and decl.rows is None
    return "pointy" if six_sided or texts & {"hexagons", "pointy"} else "squares"


def _name_of(decl: ast.Declaration) -> ast.Name | None:
    name = getattr(decl, "name", None)
    return name if isinstance(name, ast.Name) else None
