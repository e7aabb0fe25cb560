"""The meaning of operations: of those that need the program for it, here; of the others, in their entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rulesdsl import program as ir
from rulesdsl import word_lists
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.maps.atlas import graph_of
from rulesdsl.engine.maps.frontier import longest_trail
from rulesdsl.engine.maps.trails import trail_ends, trails_from
from rulesdsl.graphs import (
    Costs,
    Graph,
    connected,
    costs_from,
    distance,
    neighbours,
    regions,
    shortest_way,
    within,
)
from rulesdsl.grids import Grid, Offset
from rulesdsl.operations import Impossible, Op


def number(value: ev.Content) -> int:
    assert isinstance(value, int)
    return value


def sequence(value: ev.Content) -> tuple[int, ...]:
    """A sequence of numbers; the checker has seen to it that it is none of sequences."""
    assert isinstance(value, tuple)
    return value  # type: ignore[return-value]


def clockwise_from(player: int, players: int) -> tuple[int, ...]:
    """All other players, clockwise."""
    return tuple((player + step) % players for step in range(1, players))


Values = tuple[ev.Content, ...]


def _is_kind(program: ir.Program, _apply: ir.Apply, values: Values) -> int:
    piece = number(values[0])
    chosen = (program.piece_kinds[kind] for kind in sequence(values[1]))
    return int(any(kind.first <= piece < kind.first + kind.count for kind in chosen))


def _equal(_program: ir.Program, apply: ir.Apply, values: Values) -> int:
    first, second = sequence(values[0]), sequence(values[1])
    ordered = all(isinstance(side.type, ir.SeqDomain) and side.type.ordered for side in apply.args)
    return int(first == second if ordered else sorted(first) == sorted(second))


def _map_at(program: ir.Program, apply: ir.Apply, values: Values) -> int:
    key_type = apply.args[0].type
    assert isinstance(key_type, ir.MapDomain)
    known, place = sequence(values[0]), number(values[1]) - ir.index_span(program, key_type.key)[0]
    if not 0 <= place < len(known):
        raise Impossible("there is no such key")
    return known[place]


def _join(_program: ir.Program, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    joined = sequence(values[0]) + sequence(values[1])
    ordered = isinstance(apply.type, ir.SeqDomain) and apply.type.ordered
    return joined if ordered else tuple(sorted(set(joined)))


def _in_names(program: ir.Program, _apply: ir.Apply, values: Values) -> int:
    return int(any(program.piece_name_of[piece] == values[0] for piece in sequence(values[1])))


def _tally(program: ir.Program, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    assert isinstance(apply.type, ir.MapDomain)
    return tallied(program, apply.type, sequence(values[0]))


def tallied(program: ir.Program, domain: ir.MapDomain, values: tuple[int, ...]) -> tuple[int, ...]:
    """How often each member of the key domain occurs."""
    low, size = ir.index_span(program, domain.key)
    counts = Counter(values)
    return tuple(counts[low + index] for index in range(size))


def _map_attr(program: ir.Program, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    assert apply.graph is not None
    table = program.tables[apply.graph]
    low = ir.index_span(program, table.keys[0])[0]
    given = (table.values[member - low] for member in sequence(values[0]) if member != ir.NONE)
    return tuple(value for value in given if isinstance(value, int) and value != ir.NONE)


def _same_names(program: ir.Program, apply: ir.Apply, values: Values) -> int:
    first, other = (
        names_of(program, side.type, sequence(value)) for side, value in zip(apply.args, values, strict=True)
    )
    return int(first == other)


def names_of(program: ir.Program, domain: ir.Domain, values: tuple[int, ...]) -> Counter[int]:
    """How often there is each name, of values of this type; what is no piece is its own name."""
    return Counter(program.piece_name_of[value] for value in values) if is_pieces(domain) else Counter(values)


def _next(program: ir.Program, _apply: ir.Apply, values: Values) -> int:
    player, among = number(values[0]), sequence(values[1])
    following = (*clockwise_from(player, program.players), player)
    return next((other for other in following if other in among), ir.NONE)


def _onward(program: ir.Program, apply: ir.Apply, values: Values) -> int:
    assert apply.graph is not None
    drawn = program.graphs[apply.graph]
    low = ir.index_span(program, drawn.of)[0]
    return (number(values[0]) - low + number(values[1])) % drawn.node_count + low


def _on_board(program: ir.Program, apply: ir.Apply, values: Values) -> tuple[Grid, int, int, Offset]:
    """The board of an operation, the lowest value of its cells, the cell, and the way of the direction."""
    assert apply.graph is not None
    drawn = program.graphs[apply.graph]
    assert drawn.board is not None
    low = ir.index_span(program, drawn.of)[0]
    return drawn.board, low, number(values[0]) - low, drawn.ways[number(values[1])]


def _step(program: ir.Program, apply: ir.Apply, values: Values) -> int:
    if values[0] == ir.NONE:
        return ir.NONE
    board, low, cell, way = _on_board(program, apply, values)
    reached = board.step(cell, *way) if any(way) else None
    return ir.NONE if reached is None else reached + low


def _ray(program: ir.Program, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    board, low, cell, way = _on_board(program, apply, values)
    return tuple(value + low for value in board.ray(cell, way))


def _of_words(program: ir.Program, apply: ir.Apply, values: Values) -> ev.Content:
    assert apply.graph is not None
    graph, word = program.words[apply.graph].graph, sequence(values[0])
    match apply.op:
        case Op.IN_WORDS:
            return int(word_lists.in_words(graph, word))
        case Op.BEGINS:
            return int(word_lists.begins(graph, word))
        case Op.FOLLOWING:
            return tuple(word_lists.following(graph, word))
        case _:
            return int(word_lists.fits(graph, word, number(values[1])))


def _where(
    program: ir.Program, apply: ir.Apply, values: Values
) -> tuple[ir.Graph, Graph, frozenset[int] | None, Values]:
    """The map of an operation, the links that count (None: all) and what else it is given."""
    assert apply.graph is not None
    drawn = program.graphs[apply.graph]
    graph = graph_of(drawn)
    links: frozenset[int] | None = None
    if len(values) == apply.op.entry.on_links:
        links = frozenset(sequence(values[0]))
        values = values[1:]
    if (links is not None and len(links) == len(graph.links)) or drawn.shape != "links":
        links = None
    return drawn, graph, links, values


def lengths_of_ways(
    program: ir.Program, ways: ir.Apply, values: Values, asked: Sequence[int]
) -> tuple[int, ...]:
    """Which of the asked lengths are among those of ways: to ask for all that there are can take seconds."""
    drawn, graph, links, values = _where(program, ways, values)
    start, goal, avoiding = values
    if ir.NONE in (start, goal):
        return ()
    low = ir.index_span(program, drawn.of)[0]
    closed = frozenset(node - low for node in sequence(avoiding))
    bits = sum(1 << length for length in asked if 0 < length <= len(graph.links))
    lengths = trails_from(graph, number(start) - low, closed, links).lengths(number(goal) - low, bits)
    return tuple(length for length in asked if length > 0 and lengths >> length & 1)


def _on_graph(program: ir.Program, apply: ir.Apply, values: Values) -> ev.Content:
    """An operation on a map. The first argument are the links; without it all of them."""
    given = values
    drawn, graph, links, values = _where(program, apply, given)
    low = ir.index_span(program, drawn.of)[0]
    if any(value == ir.NONE for value in values):
        return () if isinstance(apply.type, (ir.SeqDomain, ir.SeqOfSeqDomain)) else ir.NONE

    def node(index: int) -> int:
        return number(values[index]) - low

    def nodes(position: int) -> frozenset[int]:
        return frozenset(value - low for value in sequence(values[position]))

    def out(result: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(value + low for value in result)

    match apply.op:
        case Op.NEIGHBOURS:
            return out(neighbours(graph, node(0), links))
        case Op.DISTANCE:
            costs = Costs(sequence(values[2]), sequence(values[3]))
            if costs.counted:
                return costs_from(graph, node(0), costs, links).get(node(1), ir.NONE)
            steps = distance(graph, node(0), node(1), links)
            return ir.NONE if steps is None else steps
        case Op.WITHIN:
            most = number(values[1])
            costs = Costs(sequence(values[2]), sequence(values[3]))
            if costs.counted and most >= 0:
                return out(tuple(sorted(costs_from(graph, node(0), costs, links, most))))
            return out(within(graph, node(0), most, links))
        case Op.SHORTEST_WAY:
            costs = Costs(sequence(values[2]), sequence(values[3]))
            return out(shortest_way(graph, node(0), node(1), costs, links))
        case Op.CONNECTED:
            return int(connected(graph, node(0), node(1), links))
        case Op.RAYS:
            assert drawn.board is not None
            return tuple(out(ray) for ray in drawn.board.rays(node(0)))
        case Op.REGIONS:
            return tuple(out(region) for region in regions(graph, nodes(0), links))
        case Op.TRAIL_ENDS:
            ends = {
                end
                for length in sequence(values[1])
                if length > 0
                for end in trail_ends(graph, node(0), length, nodes(2), links)
            }
            return out(tuple(sorted(ends)))
        case Op.TRAIL_LENGTHS:
            return lengths_of_ways(program, apply, given, range(1, len(graph.links) + 1))
        case Op.LONGEST_TRAIL:
            return longest_trail(graph, links, sequence(values[0]) or None)
        case _:
            raise AssertionError(f"nobody knows what {apply.op} means on a map")


MEANINGS: Mapping[Op, Callable[[ir.Program, ir.Apply, Values], ev.Content]] = {
    Op.IS_KIND: _is_kind,
    Op.SEQ_EQ: _equal,
    Op.SEQ_NE: lambda program, apply, values: int(not _equal(program, apply, values)),
    Op.MAP_AT: _map_at,
    Op.JOIN: _join,
    Op.IN_NAMES: _in_names,
    Op.TALLY: _tally,
    Op.MAP_ATTR: _map_attr,
    Op.SAME_NAMES: _same_names,
    Op.PLAYERS: lambda program, _apply, _values: tuple(range(program.players)),
    Op.OTHERS: lambda program, _apply, values: clockwise_from(number(values[0]), program.players),
    Op.LEFT: lambda program, _apply, values: (number(values[0]) + 1) % program.players,
    Op.RIGHT: lambda program, _apply, values: (number(values[0]) - 1) % program.players,
    Op.NEXT: _next,
    Op.ONWARD: _onward,
    Op.STEP: _step,
    Op.RAY: _ray,
    **dict.fromkeys((Op.IN_WORDS, Op.BEGINS, Op.FOLLOWING, Op.FITS), _of_words),
    **dict.fromkeys((op for op in Op if op.entry.on_links), _on_graph),
}
"""Of operations that need the program besides their arguments."""


def without_position(program: ir.Program, apply: ir.Apply, values: Values) -> ev.Content:
    """The result of an operation that needs no position."""
    meaning = apply.op.entry.meaning
    if meaning is not None:
        result: ev.Content = meaning(*values)
        return result
    return MEANINGS[apply.op](program, apply, values)
