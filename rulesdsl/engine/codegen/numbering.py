"""Places of boards that grow, numbered anew before each decision: by where they lie, not in the order in
which they came. So it makes no difference to a position in which order its tiles were laid.

All that a decision finds lies in cells, and what each cell holds is known by its type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.growing import GrowingBoard, growing_boards
from rulesdsl.engine.core.layout import Dim, is_set

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter
    from rulesdsl.engine.codegen.generator import Generator


def number_places(emitter: Emitter) -> None:
    """Where new places are there they get their numbers now."""
    for index, board in enumerate(growing_boards(emitter.gen.layout)):
        emitter.put(f"if C[{board.count}] != C[{board.numbered}]: number_places{index}(S, C)")


def write_numberings(gen: Generator) -> None:
    """A function for each board, once it is known which variables lie in cells."""
    for index, board in enumerate(growing_boards(gen.layout)):
        name = f"number_places{index}"
        size = len(gen.program.nodes[board.kind])
        order = f"places_in_order(C, C[{board.count}], {board.column}, {board.row}, {size})"
        lines = [f"o = {order}", f"n = new_numbers(o, {size})", *_Numbering(gen, board).lines()]
        lines += [f"C[{board.numbered}] = C[{board.count}]", "S.held = 0", "return 0"]
        gen.functions[name] = [f"def {name}(S, C):", *(f"    {line}" for line in lines)]


class _Numbering:
    """The calls for one board. `each`: how many places of a kind there are for each of the board."""

    def __init__(self, gen: Generator, board: GrowingBoard) -> None:
        self.gen = gen
        self.program = gen.program
        self.each: Mapping[str, int] = board.of_each

    def lines(self) -> Iterator[str]:
        layout = self.gen.layout
        for place in layout.zones.values():
            yield from self._rows(place.address, place.dims, place.size, self._kinds(place.zone.index))
            yield from self._where(place.first, place.count, place.dims, place.pieces, place.zone.index)
        for state in layout.states.values():
            index, many = state.state.index, prod(dim.count for dim in state.dims)
            yield from self._rows(state.address, state.dims, state.size, index)
            if is_set(state.state.type):
                yield from self._members(state.address, many, state.state.type)
            else:
                yield from self._values(state.address, many, state.state.type)
        variables = self.gen.frame.variables.items()
        held = [(self.gen.frame.types[number].type, address) for (_, number), address in variables]
        held += [(domain, address) for _, domain, address in self.gen.frame.gone_through]
        for domain, address in held:
            yield from self._held(domain, address)

    @staticmethod
    def _kinds(index: tuple[ir.Var, ...]) -> tuple[ir.Domain, ...]:
        return tuple(var.type for var in index)

    def _of_each(self, domain: ir.Domain) -> int:
        """How many of this type there are for each place of the board; 0 if it has nothing to do with it."""
        inner = ir.without_none(domain)
        return self.each.get(inner.name, 0) if isinstance(inner, ir.NodeDomain) else 0

    def _rows(
        self, address: int, dims: tuple[Dim, ...], size: int, index: tuple[ir.Domain, ...]
    ) -> Iterator[str]:
        """What is kept for each place, by all the indices that are places."""
        for position, (dim, domain) in enumerate(zip(dims, index, strict=True)):
            each = self._of_each(domain)
            if each:
                times = prod(other.count for other in dims[:position])
                block = dim.stride * size
                yield f"move_rows(C, {address}, {times}, {block * dim.count}, {block * each}, o)"

    def _where(
        self,
        first: int,
        count: int,
        dims: tuple[Dim, ...],
        pieces: tuple[int, int],
        index: tuple[ir.Var, ...],
    ) -> Iterator[str]:
        low, high = pieces
        for dim, var in zip(dims, index, strict=True):
            each = self._of_each(var.type)
            if each:
                yield f"move_pieces(C, {low}, {high}, {first}, {count}, {dim.stride * each}, n)"

    def _members(self, address: int, times: int, domain: ir.Domain) -> Iterator[str]:
        """States of set type: a cell for each possible member."""
        assert isinstance(domain, ir.SeqDomain)
        each = self._of_each(domain.of)
        if each:
            _, many = ir.index_span(self.program, domain.of)
            yield f"move_rows(C, {address}, {times}, {many}, {each}, o)"

    def _values(self, address: int, times: int, domain: ir.Domain) -> Iterator[str]:
        for low, each in self._places_among(domain):
            yield f"renumber(C, {address}, {times}, {low}, {each}, n)"

    def _places_among(self, domain: ir.Domain) -> Iterator[tuple[int, int]]:
        """Where they begin among the values of a type, and how many there are for each of the board."""
        low = 0
        inner = ir.without_none(domain)
        alternatives = inner.alternatives if isinstance(inner, ir.UnionDomain) else (inner,)
        for alternative in alternatives:
            each = self._of_each(alternative)
            if each:
                yield low, each
            if inner is not alternative:
                low += ir.index_span(self.program, alternative)[1]

    def _held(self, domain: ir.Domain, address: int) -> Iterator[str]:
        """A variable."""
        match domain:
            case ir.SeqDomain():
                yield from self._lists(domain, address, "1", 1)
            case ir.SeqOfSeqDomain(of=of):
                yield from self._lists(of, address + 1, f"C[{address}]", 1 + max(1, of.bound))
            case ir.MapDomain(key=key, value=value):
                _, many = ir.index_span(self.program, key)
                each = self._of_each(key)
                if each:
                    yield f"move_rows(C, {address}, 1, {many}, {each}, o)"
                yield from self._values(address, many, value)
            case _:
                yield from self._values(address, 1, domain)

    def _lists(self, domain: ir.SeqDomain, address: int, times: str, step: int) -> Iterator[str]:
        places = list(self._places_among(domain.of))
        for low, each in places:
            yield f"renumber_lists(C, {address}, {times}, {step}, {low}, {each}, n)"
        if places and not domain.ordered:
            yield f"sort_sets(C, {address}, {times}, {step})"
