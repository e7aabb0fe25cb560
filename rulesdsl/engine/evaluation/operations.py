"""The operations of expressions on plain values, each written down as simply as it can be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.maps.frontier import longest_trail
from rulesdsl.engine.maps.trails import trail_ends, trail_lengths
from rulesdsl.graphs import Graph, connected, distance, neighbours, regions, within
from rulesdsl.grids import Grid, rays


class Impossible(Exception):
    """An operation without a result: division by zero and the like."""


def number(value: ev.Content) -> int:
    assert isinstance(value, int)
    return value


def sequence(value: ev.Content) -> tuple[int, ...]:
    """A sequence of numbers; the checker has seen to it that it is none of sequences."""
    assert isinstance(value, tuple)
    return value  # type: ignore[return-value]


def _divided(a: int, b: int, *, up: bool) -> int:
    if b == 0:
        raise Impossible("division by 0")
    return -(-a // b) if up else a // b


def _modulo(a: int, b: int) -> int:
    if b <= 0:
        raise Impossible(f"a remainder of {b}")
    return a % b


def _ordered(a: int, b: int, test: Callable[[int, int], bool]) -> int:
    return int(ir.NONE not in (a, b) and test(a, b))


SCALARS: Mapping[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "mod": _modulo,
    "div_up": lambda a, b: _divided(a, b, up=True),
    "div_down": lambda a, b: _divided(a, b, up=False),
    "difference": lambda a, b: abs(a - b),
    "min2": min,
    "max2": max,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: _ordered(a, b, int.__lt__),
    "le": lambda a, b: _ordered(a, b, int.__le__),
    "gt": lambda a, b: _ordered(a, b, int.__gt__),
    "ge": lambda a, b: _ordered(a, b, int.__ge__),
    "is_none": lambda a: int(a == ir.NONE),
    "not_none": lambda a: int(a != ir.NONE),
    "union_in": lambda a, low, high: int(low <= a <= high),
    "not": lambda a: int(not a),
}


def _less_or_equal_everywhere(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return int(all(first <= other for first, other in zip(a, b, strict=True)))


def _consecutive(numbers: tuple[int, ...]) -> int:
    if not numbers:
        return 0
    low = min(numbers)
    return int(sorted(numbers) == list(range(low, low + len(numbers))))


def _without(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    gone = set(b)
    return tuple(value for value in a if value not in gone)


SEQUENCES: Mapping[str, Callable[..., ev.Content]] = {
    "seq_lt": lambda a, b: int(a < b),
    "seq_le": lambda a, b: int(a <= b),
    "seq_gt": lambda a, b: int(a > b),
    "seq_ge": lambda a, b: int(a >= b),
    "map_eq": lambda a, b: int(a == b),
    "map_ne": lambda a, b: int(a != b),
    "map_le": _less_or_equal_everywhere,
    "map_ge": lambda a, b: _less_or_equal_everywhere(b, a),
    "map_add": lambda a, b: tuple(first + other for first, other in zip(a, b, strict=True)),
    "map_sub": lambda a, b: tuple(first - other for first, other in zip(a, b, strict=True)),
    "map_sum": sum,
    "map_min": lambda a: min(a, default=ir.NONE),
    "map_max": lambda a: max(a, default=ir.NONE),
    "map_list": tuple,
    "range": lambda a, b: tuple(range(a, b + 1)),
    "seq_of": lambda *values: tuple(value for value in values if value != ir.NONE),
    "without": _without,
    "in": lambda a, b: int(a in b),
    "count": len,
    "empty": lambda a: int(not a),
    "not_empty": lambda a: int(bool(a)),
    "sum": sum,
    "min": lambda a: min(a, default=ir.NONE),
    "max": lambda a: max(a, default=ir.NONE),
    "distinct": lambda a: tuple(sorted(set(a))),
    "ranked": lambda a: tuple(sorted(a, reverse=True)),
    "first": lambda a: a[0] if a else ir.NONE,
    "last": lambda a: a[-1] if a else ir.NONE,
    "first_n": lambda a, n: a[: max(n, 0)],
    "last_n": lambda a, n: a[max(len(a) - max(n, 0), 0) :],
    "the_only": lambda a: a[0] if len(a) == 1 else ir.NONE,
    "same": lambda a: int(len(set(a)) <= 1),
    "consecutive": _consecutive,
}


def clockwise_from(player: int, players: int) -> tuple[int, ...]:
    """All other players, clockwise."""
    return tuple((player + step) % players for step in range(1, players))


def _next_player(program: ir.Program, player: int, among: tuple[int, ...]) -> int:
    for other in (*clockwise_from(player, program.players), player):
        if other in among:
            return other
    return ir.NONE


def _names_of(program: ir.Program, expr_type: object, values: tuple[int, ...]) -> Counter[int]:
    from_pieces = "PieceNameDomain" not in type(expr_type).__name__
    return Counter(program.piece_name_of[value] if from_pieces else value for value in values)


def graph_of(drawn: ir.Graph) -> Graph:
    match drawn.shape:
        case "grid":
            return Grid(drawn.columns, drawn.rows).orthogonal
        case "ring":
            count = drawn.node_count
            return Graph(
                count,
                tuple(
                    dict.fromkeys(
                        (min(n, (n + 1) % count), max(n, (n + 1) % count)) for n in range(count) if count > 1
                    )
                ),
            )
        case _:
            return Graph(drawn.node_count, drawn.links)


GRAPH_ARGUMENTS: Mapping[str, int] = {
    "neighbours": 1,
    "distance": 2,
    "within": 2,
    "connected": 2,
    "rays": 1,
    "regions": 1,
    "trail_ends": 3,
    "trail_lengths": 3,
    "longest_trail": 0,
}


def on_graph(program: ir.Program, apply: ir.Apply, values: tuple[ev.Content, ...]) -> ev.Content:
    """An operation on a map. The first argument are the links; without it all of them."""
    assert apply.graph is not None
    drawn = program.graphs[apply.graph]
    low = ir.index_span(program, drawn.of)[0]
    if apply.op == "onward":
        return (number(values[0]) - low + number(values[1])) % drawn.node_count + low
    graph = graph_of(drawn)
    links: frozenset[int] | None = None
    if len(values) > GRAPH_ARGUMENTS[apply.op]:
        links = frozenset(sequence(values[0]))
        values = values[1:]
    if (links is not None and len(links) == len(graph.links)) or drawn.shape != "links":
        links = None
    if any(value == ir.NONE for value in values):
        return () if isinstance(apply.type, (ir.SeqDomain, ir.SeqOfSeqDomain)) else ir.NONE

    def node(index: int) -> int:
        return number(values[index]) - low

    def nodes(position: int) -> frozenset[int]:
        return frozenset(value - low for value in sequence(values[position]))

    def out(result: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(value + low for value in result)

    match apply.op:
        case "neighbours":
            return out(neighbours(graph, node(0), links))
        case "distance":
            steps = distance(graph, node(0), node(1), links)
            return ir.NONE if steps is None else steps
        case "within":
            return out(within(graph, node(0), number(values[1]), links))
        case "connected":
            return int(connected(graph, node(0), node(1), links))
        case "rays":
            return tuple(out(ray) for ray in rays(drawn.columns, drawn.rows, node(0)))
        case "regions":
            return tuple(out(region) for region in regions(graph, nodes(0), links))
        case "trail_ends":
            ends = {
                end
                for length in sequence(values[1])
                if length > 0
                for end in trail_ends(graph, node(0), length, nodes(2), links)
            }
            return out(tuple(sorted(ends)))
        case "trail_lengths":
            longest = len(graph.links)
            bits = trail_lengths(graph, node(0), node(1), nodes(2), longest, links)
            return tuple(length for length in range(1, longest + 1) if bits >> length & 1)
        case "longest_trail":
            return longest_trail(graph, links)
        case _:
            raise ValueError(apply.op)


def without_position(
    program: ir.Program, apply: ir.Apply, values: tuple[ev.Content, ...]
) -> ev.Content | None:
    """The result of an operation that needs its arguments only; None if it is no such operation."""
    op = apply.op
    if op in SCALARS:
        return SCALARS[op](*values)
    if op in SEQUENCES:
        return SEQUENCES[op](*values)
    if op in GRAPH_ARGUMENTS or op == "onward":
        return on_graph(program, apply, values)
    match op:
        case "as":
            return values[0]
        case "is_kind":
            piece, kinds = number(values[0]), sequence(values[1])
            chosen = (program.piece_kinds[kind] for kind in kinds)
            return int(any(kind.first <= piece < kind.first + kind.count for kind in chosen))
        case "seq_eq" | "seq_ne":
            first, second = sequence(values[0]), sequence(values[1])
            ordered = all(isinstance(side.type, ir.SeqDomain) and side.type.ordered for side in apply.args)
            equal = first == second if ordered else sorted(first) == sorted(second)
            return int(equal == (op == "seq_eq"))
        case "map_at":
            key_type = apply.args[0].type
            assert isinstance(key_type, ir.MapDomain)
            return sequence(values[0])[number(values[1]) - ir.index_span(program, key_type.key)[0]]
        case "join":
            joined = sequence(values[0]) + sequence(values[1])
            ordered = isinstance(apply.type, ir.SeqDomain) and apply.type.ordered
            return joined if ordered else tuple(sorted(set(joined)))
        case "in_names":
            return int(any(program.piece_name_of[piece] == values[0] for piece in sequence(values[1])))
        case "tally":
            assert isinstance(apply.type, ir.MapDomain)
            return tallied(program, apply.type, sequence(values[0]))
        case "map_attr":
            assert apply.graph is not None
            table = program.tables[apply.graph]
            low = ir.index_span(program, table.keys[0])[0]
            generator = (table.values[member - low] for member in sequence(values[0]) if member != ir.NONE)
            return tuple(value for value in generator if value != ir.NONE)  # type: ignore[return-value]
        case "same_names":
            sides = (
                _names_of(
                    program, side.type.of if isinstance(side.type, ir.SeqDomain) else side.type, sequence(v)
                )
                for side, v in zip(apply.args, values, strict=True)
            )
            return int(next(sides) == next(sides))
        case "players":
            return tuple(range(program.players))
        case "others":
            return clockwise_from(number(values[0]), program.players)
        case "left":
            return (number(values[0]) + 1) % program.players
        case "right":
            return (number(values[0]) - 1) % program.players
        case "next":
            return _next_player(program, number(values[0]), sequence(values[1]))
        case _:
            return None


def tallied(program: ir.Program, domain: ir.MapDomain, values: tuple[int, ...]) -> tuple[int, ...]:
    """How often each member of the key domain occurs."""
    low, size = ir.index_span(program, domain.key)
    counts = Counter(values)
    return tuple(counts[low + index] for index in range(size))
