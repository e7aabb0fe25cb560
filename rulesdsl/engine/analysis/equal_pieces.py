"""Which pieces nothing tells apart, as far as that can be said before play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulesdsl import program as ir
from rulesdsl.engine.analysis.numbered_order import Kinds, NumberedOrder, lines_of_play
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import Layout, dims_of, pieces_of
from rulesdsl.operations import Op


def alike_classes(program: ir.Program) -> tuple[int, ...]:
    """A number for each piece, the same for pieces that nothing printed on them tells apart."""
    own = {kind for domain in _told_apart(program) for kind in pieces_of(domain)}
    printed: list[list[object]] = [
        [kind.name, program.piece_name_of[piece], piece if kind.name in own else None]
        for kind in program.piece_kinds
        for piece in kind.pieces
    ]
    for table in program.tables.values():
        dims = dims_of(program, table.keys)
        for dim, key in zip(dims, table.keys, strict=True):
            if not is_pieces(key):
                continue
            for piece in range(dim.low, dim.low + dim.count):
                start = (piece - dim.low) * dim.stride
                step = dim.stride * dim.count
                printed[piece].append(
                    tuple(
                        table.values[index : index + dim.stride]
                        for index in range(start, len(table.values), step)
                    )
                )
    keys: dict[object, int] = {}
    return tuple(keys.setdefault(tuple(items), len(keys)) for items in printed)


def _told_apart(program: ir.Program) -> list[ir.Domain]:
    """Types whose single pieces a state, a zone or a map speaks of."""
    domains: list[ir.Domain] = [
        state.type
        for state in program.states
        if not isinstance(state.type, ir.SeqDomain) and is_pieces(state.type)
    ]
    for zone in program.zones:
        domains += [var.type for var in zone.index]
    domains += [graph.of for graph in program.graphs.values()]
    return domains


def interchangeable(
    layout: Layout, alike_class: Sequence[int], marks: Sequence[Sequence[int]], named: Kinds
) -> tuple[range, ...]:
    """Copies of one piece that can be put in each other's place, everywhere, without anything going on
    otherwise: those whose numbers no line makes anything of.

    `marks`: for each piece the cells of states about it; `named`: kinds that variables name across decisions.
    """
    program, pieces = layout.program, range(layout.piece_count)
    by_class = groupby(pieces, key=alike_class.__getitem__)
    runs = [range(run[0], run[-1] + 1) for run in ([*pieces] for _, pieces in by_class) if len(run) > 1]
    if not runs:
        return ()
    kind_of = [program.piece_kinds[layout.kind_of[piece]].name for piece in pieces]
    turned = {kind for zone in layout.may_be_down for kind in layout.zones[zone].zone.pieces.kinds}
    marked = turned.union(kind_of[piece] for piece in pieces if marks[piece])
    hidden = frozenset(kind_of[piece] for piece in pieces if layout.tracked[piece])
    unseen = frozenset(zone.name for zone in program.zones if not layout.open_to_all(zone))
    apart = NumberedOrder(program, named, frozenset(marked), hidden, unseen).kinds() | _related(program)
    together = _named_by_number(program)
    return tuple(
        run
        for run in runs
        if kind_of[run.start] not in apart
        and all(numbers.isdisjoint(run) or numbers.issuperset(run) for numbers in together)
    )


def _related(program: ir.Program) -> Kinds:
    """Kinds that a state puts in relation to others, or of which something is kept by their numbers."""
    kinds: set[str] = set()
    for state in program.states:
        indices = [kind for domain in state.index for kind in pieces_of(domain)]
        if len([domain for domain in state.index if pieces_of(domain)]) > 1:
            kinds.update(indices)
        if pieces_of(state.type) and (indices or not is_pieces(state.type)):
            kinds.update(indices, pieces_of(state.type))
    for node in lines_of_play(program):
        if isinstance(node, ir.Var) and isinstance(node.type, ir.MapDomain):
            kinds.update(pieces_of(node.type))
    return frozenset(kinds)


def _named_by_number(program: ir.Program) -> list[set[int]]:
    """The pieces that a line or a table names, together."""
    together: list[set[int]] = []
    kinds: set[int] = set()
    for node in lines_of_play(program):
        if isinstance(node, ir.Apply) and node.op is Op.IS_KIND:
            # Numbers of kinds, not of pieces.
            kinds.add(id(node.args[1]))
        if isinstance(node, ir.Const) and isinstance(node.type, ir.PieceDomain):
            together.append({node.value})
        elif isinstance(node, ir.ConstSeq) and pieces_of(node.type) and id(node) not in kinds:
            together.append(_numbers_in(node.values))
    for table in program.tables.values():
        if pieces_of(table.type):
            together += ({number} for number in _numbers_in(table.values))
    return together


def _numbers_in(values: Sequence[int | tuple[int, ...]]) -> set[int]:
    return {number for value in values for number in (value if isinstance(value, tuple) else (value,))}
