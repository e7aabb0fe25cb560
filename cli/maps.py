"""Which pictures a game has: its maps, boards and rings."""

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.suggest import or_meant
from rulesdsl.drawings.graphs import drawn_graph
from rulesdsl.engine.core.growing import growing_boards
from rulesdsl.engine.plan import plan_of

from .exit_status import CannotDo
from .loading import plural


def drawings(program: ir.Program) -> list[tuple[str, str]]:
    """What can be drawn, by name, each in a few words."""
    pictures = []
    for name, graph in program.graphs.items():
        match graph.shape:
            case "grid":
                pictures.append((name, f"a board of {graph.board}"))
            case "ring":
                pictures.append((name, f"a ring of {graph.node_count}"))
            case _:
                pictures.append(
                    (name, f"{plural(graph.node_count, 'place')}, {plural(len(graph.links), 'link')}")
                )
    return pictures


def drawn(game: Game, program: ir.Program, name: str) -> str:
    graph = program.graphs.get(name)
    grow_in_play = {board.kind: board for board in growing_boards(plan_of(program).layout)}
    growing = grow_in_play.get(name)
    if growing is not None:
        tiles = "squares" if growing.tiling == "squares" else "hexagons"
        raise CannotDo(
            f"`{name}` is a board of {tiles} that grows in play, from one place: there is nothing to draw"
            " before; `rulesdsl play` shows it as it is"
        )
    if graph is None:
        known = [*program.graphs, *grow_in_play]
        there = f"there are {', '.join(known)}" if known else f"{game.title} has none"
        raise CannotDo(f"there is no map, board or ring `{name}`{or_meant(name, known)} ({there})")
    title = f"{game.title}: {name.replace('_', ' ')}"
    return drawn_graph(title, game.tree, program, graph, game.files.text)
