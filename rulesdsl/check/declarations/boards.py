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
_SHIFTS = {"shifted": 1, "shifted right": 1, "shifted up": 1, "shifted left": -1, "shifted down": -1}
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
        shift = next((value for word, value in _SHIFTS.items() if word in words), 0)
        if shift:
            self._ends_meet(decl, kind, (columns, rows), wraps)
        diagonals = "diagonals" in words and kind == "squares"
        return Grid(columns, rows, kind, diagonals, wraps, shift=0 if kind == "squares" else shift)

    def _ends_meet(
        self, decl: ast.GridDecl, kind: str, size: tuple[int, int], wraps: tuple[bool, bool]
    ) -> None:
        """Where the last of what is shifted every second time meets the first."""
        what, along = ("columns", 0) if kind == "flat" else ("rows", 1)
        if kind != "squares" and wraps[along] and size[along] % 2:
            self.reporter.error(
                "misplaced-declaration",
                next(word.span for word in decl.words if word.text in _WRAPS),
                f"every second one of {size[along]} {what} is shifted, so the last does not fit the first",
                "here",
                hint=f"say an even number of {what}",
            )

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
            elif about == "shifted" and (refused := _cannot_be_shifted(decl, words)) is not None:
                message, hint = refused
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


def _cannot_be_shifted(decl: ast.GridDecl | ast.GrowingDecl, words: ast.BoardWords) -> tuple[str, str] | None:
    """Why, and what can be said."""
    rectangle = "`places Cell grid 8 by 6, hexagons, shifted`"
    match tiling(decl), words.text:
        case "squares", _:
            return "squares are not shifted", f"a rectangle of hexagons is: {rectangle}"
        case _ if isinstance(decl, ast.GrowingDecl):
            return "a board that grows has no rectangle to fill", f"a grid can be shifted: {rectangle}"
        case _ if decl.rows is None:
            return "a hexagon of hexagons has six equal sides", f"a grid can be shifted: {rectangle}"
        case "flat", "shifted right" | "shifted left":
            return "of flat hexagons columns are shifted, not rows", "`shifted up`, or `shifted down`"
        case "pointy", "shifted up" | "shifted down":
            return "of pointy hexagons rows are shifted, not columns", "`shifted right`, or `shifted left`"
        case _:
            return None


def tiling(decl: ast.GridDecl | ast.GrowingDecl) -> str:
    texts = {word for words in decl.words for word in words.text.split()}
    if "flat" in texts:
        return "flat"
    six_sided = isinstance(decl, ast.GridDecl) and decl.rows is None
    return "pointy" if six_sided or texts & {"hexagons", "pointy"} else "squares"


def _name_of(decl: ast.Declaration) -> ast.Name | None:
    name = getattr(decl, "name", None)
    return name if isinstance(name, ast.Name) else None
