"""Which pieces nothing tells apart, as far as that can be said before play."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import dims_of, pieces_of


def alike_classes(program: ir.Program) -> tuple[int, ...]:
    """A number for each piece, the same for pieces that nothing printed on them tells apart."""
    own = {kind for domain in _told_apart(program) for kind in pieces_of(domain)}
    printed: list[list[object]] = [
        [kind.name, program.piece_name_of[piece], piece if kind.name in own else None]
        for kind in program.piece_kinds
        for piece in range(kind.first, kind.first + kind.count)
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
