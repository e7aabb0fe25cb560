"""Pieces exchanged in a position: each comes to lie where another lay, and is named by what named that one.

A piece has a place: where it lies in every layer of the position, which way up, who knows it there, and which
variables and states name it. All this stays with the place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import SECRET, Layout, pieces_of
from rulesdsl.engine.positions.piece_names import Names, Naming, namings, set_in_the_making
from rulesdsl.engine.runtime.secrets import SecretBlock, addresses_in, push, with_put_back

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

Cells = list[int]

Place = tuple[tuple[int, ...], ...]
"""All that can be said of where a piece lies without saying which one it is."""


# ---------------------------------------------------------------------- what names pieces


def _named_by_variables(state: State, variables: Iterable[Names]) -> Iterator[Naming]:
    choosing = set_in_the_making(state.plan, state.cells)
    for domain, address in variables:
        yield from namings(state.plan.program, state.cells, domain, address, in_order=address == choosing)


def _naming_here(state: State) -> Sequence[Names]:
    around, chosen = state.plan.essences.naming(state.cells)
    return *around, *chosen


def _named_by_states(layout: Layout, cells: Cells) -> Iterator[Naming]:
    for place in layout.states.values():
        if pieces_of(place.state.type) and not isinstance(place.state.type, ir.SeqDomain):
            for address in range(place.address, place.address + prod(dim.count for dim in place.dims)):
                yield from namings(layout.program, cells, place.state.type, address)


Marks = Mapping[int, int]
"""For each piece the cell that says something of it."""


@lru_cache(maxsize=16)
def _marks(layout: Layout) -> tuple[Marks, ...]:
    """What lies on pieces and goes with them: states that are sets of pieces, or that there are for each and
    that can be set where somebody does not know the piece.
    """
    result: list[Marks] = []
    for place in layout.states.values():
        count = prod(dim.count for dim in place.dims)
        if isinstance(place.state.type, ir.SeqDomain) and pieces_of(place.state.type):
            result += (
                {
                    place.low + position: place.address + index * place.size + position
                    for position in range(place.size)
                }
                for index in range(count)
            )
        for dim, domain in zip(place.dims, place.state.index, strict=True):
            if isinstance(domain, ir.PieceDomain) and place.state.lies_on_pieces:
                around = [value for value in range(count) if not value // dim.stride % dim.count]
                result += (
                    {
                        dim.low + offset: place.address + (number + offset * dim.stride) * place.size + cell
                        for offset in range(dim.count)
                    }
                    for number in around
                    for cell in range(place.size)
                )
    return tuple(result)


# ---------------------------------------------------------------------- layers


def layers_of(state: State) -> dict[int, Cells]:
    """The position; in a secret block also that at its start and the one with all changes, by address."""
    cells = state.cells
    values = {0: cells}
    if cells[SECRET]:
        block = state.plan.secrets[cells[SECRET] - 1]
        for kept in (block.base, block.merged) if block.shadow else ():
            values[kept] = with_put_back(cells, block, kept)
    return values


def put_layer(state: State, kept: int, layer: Cells) -> None:
    """Puts a layer away where it lies in the position."""
    block = state.plan.secrets[state.cells[SECRET] - 1]
    push(layer, block.shadowed, kept)
    state.cells[kept : kept + block.shadow_size] = layer[kept : kept + block.shadow_size]


# ---------------------------------------------------------------------- places


def places_of(state: State, pieces: Iterable[int], live: Sequence[Names] | None = None) -> dict[int, Place]:
    """The place of each of these pieces. Two with equal places can be exchanged, and nothing changes."""
    layout = state.plan.layout
    values: dict[int, list[tuple[int, ...]]] = {piece: [] for piece in pieces}
    named: dict[int, list[tuple[int, ...]]] = {piece: [] for piece in values}

    def note(cells: Cells, naming: Naming, layer: int) -> None:
        for index, address in enumerate(naming.cells):
            piece = cells[address] - naming.shift
            if piece in named:
                named[piece].append((layer, naming.cells[0], index if naming.ordered else 0))

    for naming in _named_by_variables(state, _naming_here(state) if live is None else live):
        note(state.cells, naming, -1)
    for number, layer in enumerate(layers_of(state).values()):
        for naming in _named_by_states(layout, layer):
            note(layer, naming, number)
        for marks in _marks(layout):
            for piece, names in named.items():
                if piece in marks and layer[marks[piece]]:
                    names.append((number, min(marks.values()), layer[marks[piece]]))
        spots = _spots(layout, layer, {layer[layout.where + piece] for piece in values})
        for piece, place in values.items():
            place.append((spots.get(piece, 0), *(layer[array + piece] for array in _arrays(layout))))
    return {piece: (*place, *sorted(named[piece])) for piece, place in values.items()}


def _arrays(layout: Layout) -> tuple[int, ...]:
    """Where something is told of every piece."""
    return (layout.where, layout.face, layout.known, layout.group) if layout.hidden else (layout.where,)


def _spots(layout: Layout, cells: Cells, instances: Iterable[int]) -> dict[int, int]:
    """Where in its row or pile each piece lies."""
    return {
        piece: index
        for instance in instances
        if instance != ev.OUT_OF_PLAY and layout.shapes[instance] in ("row", "pile")
        for index, piece in enumerate(layout.pieces_in(cells, instance))
    }


@frozen
class Traces:
    """Where in a list of cells it shows which of some pieces is which."""

    names: tuple[tuple[int, int], ...]
    """A cell, and what is to be taken from it for the number of the piece."""
    sets: tuple[tuple[int, tuple[int, ...]], ...]
    """Cells that lie in the order of their pieces; what is to be taken from each comes first."""
    arrays: tuple[Mapping[int, int], ...]
    """What is told of each piece, by the piece: it stays with the place."""

    def rename(self, cells: Cells, becomes: Mapping[int, int]) -> None:
        """Puts each piece into the place of another."""
        if all(piece == new for piece, new in becomes.items()):
            return
        for cell, shift in self.names:
            cells[cell] = becomes[cells[cell] - shift] + shift
        for shift, together in self.sets:
            before = [cells[cell] for cell in together]
            now = [becomes.get(value - shift, value - shift) + shift for value in before]
            if now != before:
                for cell, value in zip(together, sorted(now), strict=True):
                    cells[cell] = value
        for array in self.arrays:
            renamed = [(becomes[piece], cells[cell]) for piece, cell in array.items()]
            for new, value in renamed:
                if new in array:
                    cells[array[new]] = value

    def put_away(self, block: SecretBlock, kept: int) -> Traces | None:
        """The same where the cells of a secret block lie that are put away; None if only some of those do
        that belong together. What is not put away there does not matter.
        """
        lies = dict(zip(addresses_in(block.shadowed), range(kept, kept + block.shadow_size), strict=True))
        together = [*(cells for _, cells in self.sets), *(tuple(array.values()) for array in self.arrays)]
        if any(len({cell in lies for cell in cells}) > 1 for cells in together):
            return None
        return Traces(
            tuple((lies[cell], shift) for cell, shift in self.names if cell in lies),
            tuple(
                (shift, tuple(map(lies.__getitem__, cells))) for shift, cells in self.sets if cells[0] in lies
            ),
            tuple(
                {piece: lies[cell] for piece, cell in array.items()}
                for array in self.arrays
                if all(cell in lies for cell in array.values())
            ),
        )


def traces_of(state: State, pieces: Collection[int], live: Sequence[Names]) -> tuple[Traces, ...] | None:
    """Of these pieces in a position, layer by layer; `live`: the variables that matter. None: it cannot be
    said once and for all.
    """
    result = []
    for kept, layer in layers_of(state).items():
        variables = () if kept else _named_by_variables(state, live)
        traces: Traces | None = _traces(state.plan.layout, layer, pieces, variables)
        if kept and traces is not None:
            traces = traces.put_away(state.plan.secrets[state.cells[SECRET] - 1], kept)
        if traces is None:
            return None
        result.append(traces)
    return tuple(result)


def _traces(layout: Layout, cells: Cells, pieces: Collection[int], variables: Iterable[Naming]) -> Traces:
    named = _named(layout, cells, pieces, (*variables, *_named_by_states(layout, cells)))
    names, sets = list(named.names), list(named.sets)
    for instance in sorted({cells[layout.where + piece] for piece in pieces} - {ev.OUT_OF_PLAY}):
        first, shape = layout.address_of[instance], layout.shapes[instance]
        if shape != "slot" and layout.scattered[instance]:
            continue
        lying = (first,) if shape == "slot" else tuple(range(first + 1, first + 1 + cells[first]))
        if shape == "set":
            sets.append((0, lying))
        else:
            names += ((cell, 0) for cell in lying if cells[cell] in pieces)
    arrays = [{piece: array + piece for piece in pieces} for array in _arrays(layout)]
    arrays += ({piece: marks[piece] for piece in pieces if piece in marks} for marks in _marks(layout))
    return Traces(tuple(names), tuple(sets), tuple(array for array in arrays if array))


def _named(layout: Layout, cells: Cells, pieces: Collection[int], named: Iterable[Naming]) -> Traces:
    """An unordered set lies in the order of the places that its members were taken from, where they lie
    together in that of the pieces.
    """
    names: list[tuple[int, int]] = []
    sets: list[tuple[int, tuple[int, ...]]] = []
    for naming in named:
        together: dict[int, list[int]] = {}
        for cell in naming.cells:
            piece = cells[cell] - naming.shift
            if not naming.ordered and _lies_in_no_order(layout, cells, piece):
                together.setdefault(cells[layout.where + piece], []).append(cell)
            elif piece in pieces:
                names.append((cell, naming.shift))
        sets += (
            (naming.shift, tuple(lying))
            for lying in together.values()
            if any(cells[cell] - naming.shift in pieces for cell in lying)
        )
    return Traces(tuple(names), tuple(sets), ())


def exchange(state: State, becomes: Mapping[int, int], live: Sequence[Names] | None = None) -> None:
    """Puts each piece into the place of another. `live`: the variables that matter, if not those at the
    open decision.
    """
    if all(piece == new for piece, new in becomes.items()):
        return
    layers = layers_of(state)
    variables = list(_named_by_variables(state, _naming_here(state) if live is None else live))
    for kept, layer in layers.items():
        _traces(state.plan.layout, layer, becomes, () if kept else variables).rename(layer, becomes)
        if kept:
            put_layer(state, kept, layer)


def names_given_by(state: State, variables: Sequence[Names]) -> list[int]:
    """The pieces that these variables name, one after the other, each once."""
    cells = state.cells
    return list(
        dict.fromkeys(
            cells[cell] - naming.shift
            for domain, address in variables
            for naming in namings(state.plan.program, cells, domain, address)
            for cell in naming.cells
        )
    )


def name_others(state: State, variables: Sequence[Names], becomes: Mapping[int, int]) -> None:
    """Lets these variables name other pieces."""
    for domain, address in variables:
        named = list(namings(state.plan.program, state.cells, domain, address))
        _named(state.plan.layout, state.cells, becomes, named).rename(state.cells, becomes)


def _lies_in_no_order(layout: Layout, cells: Cells, piece: int) -> bool:
    instance = cells[layout.where + piece]
    return instance == ev.OUT_OF_PLAY or layout.shapes[instance] == "set"
