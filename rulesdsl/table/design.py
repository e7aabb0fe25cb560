"""How a game looks, from its file alone: what matters on a piece, colours and symbols of values, its maps.

It is plain data, which can be kept beside a game and drawn from when the file is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from unicodedata import normalize

from attrs import evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.for_copies import only_for_copies
from rulesdsl.checked_game import Game
from rulesdsl.drawings.nodes import nodes_of
from rulesdsl.drawings.picture import MapPicture, map_picture
from rulesdsl.engine.core.growing import GrowingBoard, growing_boards
from rulesdsl.engine.labels.attributes import Attributes
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels, label_of_place
from rulesdsl.engine.plan import plan_of
from rulesdsl.grids import OFFSETS, Grid, Offset
from rulesdsl.named_files import OtherKind, OutsideFolder, named_file, start_of
from rulesdsl.program_walk import columns_by_number, tables_read
from rulesdsl.shapes import SHAPE, shape_of
from rulesdsl.syntax import ast
from rulesdsl.tables import ReadTable, table_of

SYMBOLS = "●■▲◆★✚♥♣♠♦☀☾⬟⬢✿✱"
"""By the order of the values; behind the last they begin again."""
PALETTE = 10
"""So many colours follow each other by the order of the values."""
NAMED = frozenset(
    ("black", "blue", "brown", "gray", "green", "grey", "orange", "pink", "purple", "red", "white", "yellow")
)
"""A value that is called by a colour has it."""
SHAPES: Mapping[str, str] = {
    "circle": "●",
    "square": "■",
    "triangle": "▲",
    "star": "★",
    "cross": "✚",
    "sun": "☀",
    "moon": "☾",
    "flower": "✿",
    "heart": "♥",
    "diamond": "♦",
    "spade": "♠",
    "club": "♣",
}
"""A value that is called by a shape (`star`, `hearts`) has it."""
SUITS = {"♥": "red", "♦": "red", "♠": "black", "♣": "black"}
"""The colours that these have wherever cards are played."""
COLOUR = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-zA-Z]{3,20}")
MOST_DRAWN = 150
"""A map with more places is no picture any more."""
ROOM = 15.0
"""Around a place on a map, for what stands there."""
STYLES = ".css"
LARGEST_STYLES = 200_000
"""Bytes of a file of styles; a larger one is none."""
LETTER = 8.4
WIDEST = 1150.0
"""So wide a map is drawn at the most: names must be read on a screen, too."""
APART = 56.0
"""So far apart places lie at least, that names have room."""


@frozen
class ValueLook:
    """One of the values of a list: the class that its colour has, and its symbol."""

    style: str
    symbol: str
    given: bool = False
    """The symbol is the writer's, not one by order."""
    shape: str = ""
    """The picture of the shape that the value is or has, which is drawn instead of the symbol."""
    tiling: str = ""
    """Of what its cells are drawn: squares, pointy or flat hexagons."""


@frozen
class AttributeLook:
    """`values`: the list that its values are of, "" if of none. `read`: conditions or scores read it."""

    name: str
    label: str
    values: str
    flag: bool
    read: bool
    player: bool = False
    """Its values are players, by their seats."""
    words: Mapping[str, str] = field(factory=dict, repr=False)
    """What its values are called, if they are pieces or places whose names in the file are other ones."""


@frozen
class Edges:
    """Places that are the sides of the cells of a board. `between`: each stands between two cells, as of two
    neighbours only one has it.
    """

    kind: str
    names: tuple[str, ...]
    cells: tuple[int, ...]
    """Of each the cell whose side it is."""
    ways: tuple[Offset, ...]
    """And the way in which it lies there."""
    between: bool

    def at_places(self, names: Sequence[str], labels: Sequence[str]) -> Edges:
        """Of the cells that are there. `names`: how cells are called before play; `labels`: how now."""
        sides = zip(self.names, self.cells, self.ways, strict=True)
        there = [
            (labels[cell] + name.removeprefix(names[cell]), cell, way)
            for name, cell, way in sides
            if cell < len(labels)
        ]
        called, cells, ways = zip(*there, strict=True) if there else ((), (), ())
        return Edges(self.kind, called, cells, ways, self.between)


@frozen
class Drawing:
    """A board, ring or map. `kinds`: of what its places are, as things say it; `names`: by number."""

    name: str
    shape: str
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    board: Grid | None = None
    picture: MapPicture | None = None
    links: tuple[tuple[int, int], ...] = ()
    of_pieces: bool = False
    """Its places are cards, which lie somewhere themselves."""
    edges: tuple[Edges, ...] = ()
    printed: tuple[str, ...] = ()
    """What stands below the columns of a board of squares, or in the cells of one of hexagons."""

    def with_places(self, cells: Sequence[Offset]) -> Drawing:
        """Of a board that grows what is there, called by where it lies."""
        labels = tuple(label_of_place(self.name, cell) for cell in cells)
        edges = tuple(kind.at_places(self.names, labels) for kind in self.edges)
        return evolve(self, names=labels, labels=labels, edges=edges)


@frozen
class Design:
    title: str
    attributes: Mapping[str, tuple[AttributeLook, ...]]
    """By the kind of a piece or place; what no player needs to see is left out."""
    values: Mapping[str, Mapping[str, ValueLook]]
    """By the list and the name of the value."""
    drawings: tuple[Drawing, ...]
    sheets: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """By the names of pieces what tables say of them line by line, such as the spaces of a player's sheet."""
    placements: Mapping[str, str] = field(factory=dict)
    """The kinds of placements, and the board on which they lie."""
    colours: tuple[tuple[str, str], ...] = ()
    """Colours that tables give: the class and the colour."""
    own_css: str = field(default="", repr=False)
    """What lies beside the file, under its name with the ending `.css`."""

    def css(self) -> str:
        """The colours of this game, and what its writer says of its looks."""
        lines = [f".{style}{{--c:{colour}}}" for style, colour in self.colours]
        return "\n".join([*lines, self.own_css])


def letters_of(words: str) -> str:
    """What is left of words if one looks at their letters and digits alone: `St. Basil's` is `st_basils`."""
    return "".join(filter(str.isalnum, normalize("NFKD", words))).lower()


def without_quotes(name: str) -> str:
    """A name that stands in quotes in sentences needs none where it stands alone."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == '"' else name


def design_of(game: Game, program: ir.Program) -> Design:
    """How the game looks when it is played with this program."""
    read = game.files.text
    colours: list[tuple[str, str]] = []
    values = {
        name: dict(_values(game.tree, index, name, labels, read, colours))
        for index, (name, labels) in enumerate(program.enums.items())
    }
    values |= {name: _with_shapes(game.tree, program, name, looks) for name, looks in values.items()}
    return Design(
        title=program.title,
        attributes=_attributes(game.tree, program),
        values=values,
        drawings=(
            *(
                made
                for name, graph in program.graphs.items()
                if (made := _drawing(game.tree, program, name, graph, read)) is not None
            ),
            *(_growing(program, board) for board in growing_boards(plan_of(program).layout)),
        ),
        sheets=_sheets(program),
        placements={item.name.text: item.board.text for item in game.tree.all(ast.PlacementsDecl)},
        colours=tuple(colours),
        own_css=_styles_beside(Path(game.top.name)),
    )


def _styles_beside(path: Path) -> str:
    """What its writer says of its looks. Like all that lies with a game it may come from anybody."""
    try:
        styles = start_of(named_file(path.parent, path.with_suffix(STYLES).name, STYLES), LARGEST_STYLES)
    except (OutsideFolder, OtherKind, OSError):
        return ""
    return styles.decode("utf-8", "replace") if len(styles) <= LARGEST_STYLES else ""


# ---------------------------------------------------------------------- values


def _values(
    tree: ast.GameFile,
    number: int,
    name: str,
    labels: Sequence[str],
    read: ReadTable,
    colours: list[tuple[str, str]],
) -> Iterator[tuple[str, ValueLook]]:
    table = next(
        (
            table_of(declaration, read)
            for declaration in tree.all(ast.ValuesTableDecl)
            if declaration.name.text == name
        ),
        None,
    )
    painted = table.column("colour") if table else None
    drawn = table.column("symbol") if table else None
    shapes = [_shape(label) for label in labels]
    others = [symbol for symbol in SYMBOLS if symbol not in shapes]
    for index, label in enumerate(labels):
        called = [word for word in _words_of(label) if word in NAMED]
        called += [SUITS[shapes[index]]] if shapes[index] in SUITS else []
        style = f"k-{called[0].replace('gray', 'grey')}" if called else f"c{index % PALETTE}"
        given_colour = painted[index] if painted and index < len(painted) else ""
        if given_colour in NAMED:
            style = f"k-{given_colour.replace('gray', 'grey')}"
        elif COLOUR.fullmatch(given_colour):
            style = f"v{number}-{index}"
            colours.append((style, given_colour))
        given = drawn[index][:4] if drawn and index < len(drawn) else ""
        look = ValueLook(style, given or shapes[index] or others[index % len(others)], bool(given))
        yield label, look
        if "_" in label:
            yield label.replace("_", " "), look


def _with_shapes(
    tree: ast.GameFile, program: ir.Program, name: str, looks: Mapping[str, ValueLook]
) -> dict[str, ValueLook]:
    """Shapes, and values of which each has one, as cells of the board on which they are laid."""
    if name == SHAPE:
        shapes: Sequence[str] = program.enums[name]
    else:
        tables = [
            table
            for attribute, table in program.tables.items()
            if attribute.startswith(f"{name}.") and table.type == ir.EnumDomain(SHAPE)
        ]
        if len(tables) != 1:
            return dict(looks)
        shapes = [program.enums[SHAPE][value] for value in tables[0].values if isinstance(value, int)]
    tiling = _tiling(tree, program, name)
    shape_of_label = {
        text: picture
        for label, picture in zip(program.enums[name], shapes, strict=True)
        if shape_of(picture) is not None
        for text in (label, label.replace("_", " "))
    }
    return {
        text: evolve(look, shape=shape_of_label[text], tiling=tiling) if text in shape_of_label else look
        for text, look in looks.items()
    }


def _tiling(tree: ast.GameFile, program: ir.Program, kind: str) -> str:
    """Of the board on which things of this kind are laid, else of the first on which any are, or of any."""
    laid = [(item.kind.text, item.board.text) for item in tree.all(ast.PlacementsDecl)]
    names = [board for of, board in laid if of == kind] + [board for _, board in laid] + [*program.graphs]
    boards = (program.graphs[name].board for name in names if name in program.graphs)
    return next((board.tiling for board in boards if board is not None), "squares")


def _words_of(label: str) -> list[str]:
    return re.split(r"[\W_]+", label.lower())


def _shape(label: str) -> str:
    """The symbol that a value is called by, one or many of it; "" if it is called by none."""
    shapes = (SHAPES.get(word) or SHAPES.get(word.removesuffix("s")) for word in _words_of(label))
    return next(filter(None, shapes), "")


# ---------------------------------------------------------------------- attributes


def _attributes(tree: ast.GameFile, program: ir.Program) -> dict[str, tuple[AttributeLook, ...]]:
    # What conditions, effects or scores look at.
    read = tables_read((program.procs, program.rules, program.formulas, program.zones, program.scores))
    copies = only_for_copies(tree, program)
    labels = Labels.of(plan_of(program).layout)
    looks_of: dict[str, list[AttributeLook]] = {}
    for name, table in program.tables.items():
        kind, dot, attribute = name.partition(".")
        is_kind = kind in program.nodes or any(piece_kind.name == kind for piece_kind in program.piece_kinds)
        if not dot or not (is_kind or kind in program.enums) or name in copies:
            continue
        bare = ir.without_none(table.type)
        looks_of.setdefault(kind, []).append(
            AttributeLook(
                attribute,
                plain(attribute),
                bare.name if isinstance(bare, ir.EnumDomain) else "",
                isinstance(bare, ir.FlagDomain),
                name in read,
                isinstance(bare, ir.PlayerDomain),
                _words(labels, bare),
            )
        )
    return {kind: tuple(sorted(looks, key=lambda look: not look.read)) for kind, looks in looks_of.items()}


def _words(labels: Labels, domain: ir.Domain) -> dict[str, str]:
    """By their names in the file what pieces and places are called."""
    program = labels.program
    match domain:
        case ir.PieceDomain(kinds):
            pieces = [piece for kind in program.piece_kinds if kind.name in kinds for piece in kind.pieces]
            called = {
                program.piece_name_ids[program.piece_name_of[piece]]: labels.piece(piece) for piece in pieces
            }
        case ir.NodeDomain(name):
            called = {node: node.replace("_", " ") for node in program.nodes[name]}
        case _:
            called = {}
    return {name: words for name, words in called.items() if name not in ("", words)}


def _sheets(program: ir.Program) -> dict[str, tuple[str, ...]]:
    """From tables with a row for each number of each piece."""
    labels = Labels.of(plan_of(program).layout)
    attributes = Attributes.of(labels)
    sheets = {}
    for kind in program.piece_kinds:
        for piece in kind.pieces:
            lines = attributes.sheet(piece, ir.PieceDomain((kind.name,)))
            if lines:
                sheets[labels.piece(piece)] = tuple(map(str, lines))
    return sheets


# ---------------------------------------------------------------------- maps


def _drawing(
    tree: ast.GameFile, program: ir.Program, name: str, graph: ir.Graph, read: ReadTable
) -> Drawing | None:
    if isinstance(graph.of, ir.NodeDomain):
        kinds: tuple[str, ...] = (graph.of.name,)
    else:
        kinds = tuple(kind.name for kind in program.piece_kinds)
    if graph.shape in ("grid", "ring") and isinstance(graph.of, ir.NodeDomain):
        names = program.nodes[graph.of.name]
        hexagons = graph.board is not None and graph.board.tiling != "squares"
        shape = "hexagons" if hexagons else graph.shape
        edges = () if graph.board is None else _edges(program, graph.of.name, graph.board.tiling)
        printed: tuple[str, ...] = ()
        if graph.board is not None:
            called = graph.board.cells_called if hexagons else graph.board.columns_called
            printed = called(by_number=columns_by_number(program))
        return Drawing(name, shape, kinds, names, names, graph.board, edges=edges, printed=printed)
    if graph.node_count > MOST_DRAWN or graph.shape in ("grid", "ring"):
        return None
    nodes = nodes_of(tree, program, graph, read)
    labels = tuple(node.label for node in nodes)
    if not isinstance(graph.of, ir.NodeDomain):
        kinds = tuple(kind.name for kind in program.piece_kinds if _on_map(program, kind.first, labels))
    return Drawing(
        name,
        "map",
        kinds,
        labels,
        tuple(label.replace("_", " ") for label in labels),
        picture=map_picture(nodes, graph.links, room=ROOM, widest=WIDEST, letter=LETTER, apart=APART),
        links=tuple(graph.links),
        of_pieces=not isinstance(graph.of, ir.NodeDomain),
    )


def _growing(program: ir.Program, board: GrowingBoard) -> Drawing:
    """Which of its places are there, and where they lie, a view says."""
    names, cell = program.nodes[board.kind], Grid(1, 1, board.tiling)
    edges = _edges(program, board.kind, board.tiling)
    return Drawing(board.kind, "growing", (board.kind,), names, names, cell, edges=edges)


def _edges(program: ir.Program, of: str, tiling: str) -> tuple[Edges, ...]:
    """Places that are made of a cell and a direction, and of nothing else."""
    made = []
    for table in program.tables.values():
        match table:
            case ir.Table(
                keys=(ir.NodeDomain(cell), ir.EnumDomain(way)), type=ir.OptionalDomain(ir.NodeDomain(kind))
            ) if cell == of:
                pairs = product(range(len(program.nodes[of])), map(OFFSETS[tiling].get, program.enums[way]))
                sides = [
                    (program.nodes[kind][side], number, step)
                    for (number, step), side in zip(pairs, table.values, strict=True)
                    if step is not None and isinstance(side, int) and side != ir.NONE
                ]
                if sides:
                    names, cells, ways = zip(*sides, strict=True)
                    between = not any((-right, -up) in ways for right, up in ways)
                    made.append(Edges(kind, names, cells, ways, between))
            case _:
                continue
    return tuple(made)


def _on_map(program: ir.Program, first: int, labels: Sequence[str]) -> bool:
    return program.piece_names[program.piece_name_of[first]] in labels
