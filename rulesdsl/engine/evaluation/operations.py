"""The meaning of operations: of those that need the program for it, here; of the others, in their entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rulesdsl import program as ir
from rulesdsl import word_lists
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.core.type_values import frozen_value
from rulesdsl.engine.maps.atlas import Chart
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


def _is_kind(layout: Layout, _apply: ir.Apply, values: Values) -> int:
    piece = number(values[0])
    chosen = (layout.program.piece_kinds[kind] for kind in sequence(values[1]))
    return int(any(kind.first <= piece < kind.first + kind.count for kind in chosen))


def _equal(_layout: Layout, apply: ir.Apply, values: Values) -> int:
    first, second = sequence(values[0]), sequence(values[1])
    ordered = all(isinstance(side.type, ir.SeqDomain) and side.type.ordered for side in apply.args)
    return int(first == second if ordered else sorted(first) == sorted(second))


def _map_at(layout: Layout, apply: ir.Apply, values: Values) -> int:
    key_type = apply.args[0].type
    assert isinstance(key_type, ir.MapDomain)
    known, place = sequence(values[0]), number(values[1]) - ir.index_span(layout.program, key_type.key)[0]
    if not 0 <= place < len(known):
        raise Impossible("there is no such key")
    return known[place]


def _join(_layout: Layout, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    joined = sequence(values[0]) + sequence(values[1])
    ordered = isinstance(apply.type, ir.SeqDomain) and apply.type.ordered
    return joined if ordered else tuple(sorted(set(joined)))


def _in_names(layout: Layout, _apply: ir.Apply, values: Values) -> int:
    return int(any(layout.program.piece_name_of[piece] == values[0] for piece in sequence(values[1])))


def _tally(layout: Layout, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    assert isinstance(apply.type, ir.MapDomain)
    return tallied(layout.program, apply.type, sequence(values[0]))


def tallied(program: ir.Program, domain: ir.MapDomain, values: tuple[int, ...]) -> tuple[int, ...]:
    """How often each member of the key domain occurs."""
    low, size = ir.index_span(program, domain.key)
    counts = Counter(values)
    return tuple(counts[low + index] for index in range(size))


def _map_attr(layout: Layout, apply: ir.Apply, values: Values) -> tuple[int, ...]:
    assert apply.graph is not None
    table = layout.program.tables[apply.graph]
    low = ir.index_span(layout.program, table.keys[0])[0]
    given = (table.values[member - low] for member in sequence(values[0]) if member != ir.NONE)
    return tuple(value for value in given if isinstance(value, int) and value != ir.NONE)


def _same_names(layout: Layout, apply: ir.Apply, values: Values) -> int:
    first, other = (
        names_of(layout.program, side.type, sequence(value))
        for side, value in zip(apply.args, values, strict=True)
    )
    return int(first == other)


def names_of(program: ir.Program, domain: ir.Domain, values: tuple[int, ...]) -> Counter[int]:
    """How often there is each name, of values of this type; what is no piece is its own name."""
    return Counter(program.piece_name_of[value] for value in values) if is_pieces(domain) else Counter(values)


def _next(layout: Layout, _apply: ir.Apply, values: Values) -> int:
    player, among = number(values[0]), sequence(values[1])
    following = (*clockwise_from(player, layout.program.players), player)
    return next((other for other in following if other in among), ir.NONE)


def _of_words(layout: Layout, apply: ir.Apply, values: Values) -> ev.Content:
    assert apply.graph is not None
    graph, word = layout.program.words[apply.graph].graph, sequence(values[0])
    match apply.op:
        case Op.IN_WORDS:
            return int(word_lists.in_words(graph, word))
        case Op.BEGINS:
            return int(word_lists.begins(graph, word))
        case Op.FOLLOWING:
            return tuple(word_lists.following(graph, word))
        case _:
            return int(word_lists.fits(graph, word, number(values[1])))


# ---- on maps, boards and rings


@lru_cache(maxsize=256)
def _chart(layout: Layout, name: str) -> Chart:
    return Chart(layout.program, layout.program.graphs[name])


_ON_CHARTS: Mapping[Op, Callable[..., object]] = {
    Op.NEIGHBOURS: Chart.neighbours,
    Op.DISTANCE: Chart.distance,
    Op.WITHIN: Chart.within,
    Op.SHORTEST_WAY: Chart.shortest_way,
    Op.CONNECTED: Chart.connected,
    Op.RAYS: Chart.rays,
    Op.REGIONS: Chart.regions,
    Op.TRAIL_ENDS: Chart.trail_ends,
    Op.TRAIL_LENGTHS: Chart.trail_lengths,
    Op.LONGEST_TRAIL: Chart.longest_trail,
    Op.ONWARD: Chart.onward,
    Op.STEP: Chart.step,
    Op.RAY: Chart.ray,
}


def _on_chart(layout: Layout, apply: ir.Apply, values: Values) -> ev.Content:
    return frozen_value(_ON_CHARTS[apply.op](*_asked(layout, apply, values)))


def _asked(layout: Layout, apply: ir.Apply, values: Values) -> tuple[object, ...]:
    """The chart, and what it is asked with: the links come first, and None stands for all of them."""
    assert apply.graph is not None
    chart, on_links = _chart(layout, apply.graph), apply.op.entry.on_links
    if len(values) < on_links:
        return chart, None, *values
    if not on_links:
        return chart, *values
    links, *others = values
    all_of_them = len(set(sequence(links))) == len(layout.program.graphs[apply.graph].links)
    return chart, None if all_of_them else links, *others


def lengths_of_ways(layout: Layout, ways: ir.Apply, values: Values, asked: Sequence[int]) -> tuple[int, ...]:
    """Which of the asked lengths are among those of ways: to ask for all that there are can take seconds."""
    return sequence(frozen_value(_ON_CHARTS[ways.op](*_asked(layout, ways, values), asked)))


MEANINGS: Mapping[Op, Callable[[Layout, ir.Apply, Values], ev.Content]] = {
    Op.IS_KIND: _is_kind,
    Op.SEQ_EQ: _equal,
    Op.SEQ_NE: lambda layout, apply, values: int(not _equal(layout, apply, values)),
    Op.MAP_AT: _map_at,
    Op.JOIN: _join,
    Op.IN_NAMES: _in_names,
    Op.TALLY: _tally,
    Op.MAP_ATTR: _map_attr,
    Op.SAME_NAMES: _same_names,
    Op.PLAYERS: lambda layout, _apply, _values: tuple(range(layout.program.players)),
    Op.OTHERS: lambda layout, _apply, values: clockwise_from(number(values[0]), layout.program.players),
    Op.LEFT: lambda layout, _apply, values: (number(values[0]) + 1) % layout.program.players,
    Op.RIGHT: lambda layout, _apply, values: (number(values[0]) - 1) % layout.program.players,
    Op.NEXT: _next,
    **dict.fromkeys((Op.IN_WORDS, Op.BEGINS, Op.FOLLOWING, Op.FITS), _of_words),
    **dict.fromkeys(_ON_CHARTS, _on_chart),
}
"""Of operations that need the program besides their arguments."""


def without_position(layout: Layout, apply: ir.Apply, values: Values) -> ev.Content:
    """The result of an operation that needs no position."""
    meaning = apply.op.entry.meaning
    if meaning is not None:
        result: ev.Content = meaning(*values)
        return result
    return MEANINGS[apply.op](layout, apply, values)
