"""The second way to number the places of boards that grow before a decision, value by value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.growing import GrowingBoard, growing_boards
from rulesdsl.engine.core.layout import combinations, is_set
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.program_walk import instances_in

if TYPE_CHECKING:
    from tests.engine.plain_play import PlainPlay


def number_places(plain: PlainPlay) -> None:
    for board in growing_boards(plain.layout):
        cells = plain.cells
        if cells[board.count] == cells[board.numbered]:
            continue
        places = board.places(cells)
        order = sorted(range(1, len(places)), key=lambda place: places[place][::-1])
        becomes = {place: position for position, place in enumerate([0, *order])}
        _Renaming(plain.program, board, becomes).carry_out(plain)
        cells[board.numbered] = cells[board.count]


@frozen
class _Renaming:
    program: ir.Program
    board: GrowingBoard
    becomes: dict[int, int]

    def carry_out(self, plain: PlainPlay) -> None:
        layout, cells, before = plain.layout, plain.cells, plain.cells[:]
        for name, place in layout.states.items():
            for index in combinations(place.dims):
                value = layout.state_value(before, name, *index)
                to = layout.state_cells(name, *self.all_of(index, place.state.index))
                new = self.named(value, place.state.type)
                if is_set(place.state.type):
                    members = sequence(new)
                    cells[to : to + place.size] = [
                        int(place.low + member in members) for member in range(place.size)
                    ]
                else:
                    cells[to] = number(new)
        moved = []
        for instance, (name, index) in enumerate(layout.instances):
            zone = layout.places[instance]
            types = tuple(var.type for var in zone.zone.index)
            to = layout.instance(name, *self.all_of(index, types))
            moved.append(to)
            start, target = layout.address_of[instance], layout.address_of[to]
            cells[target : target + zone.size] = before[start : start + zone.size]
        for piece in range(layout.piece_count):
            where = before[layout.where + piece]
            if where >= 0:
                cells[layout.where + piece] = moved[where]
        types_of: dict[int, ir.Domain] = {var.number: var.type for var in instances_in(self.program, ir.Var)}
        # What goes through nothing has no type.
        types_of |= {-1: ir.FlagDomain()}
        for variable, value in plain.variables.items():
            plain.variables[variable] = self.named(value, types_of[variable])
        for passes in plain.loops:
            passes[:] = [(variable, self.named(member, types_of[variable])) for variable, member in passes]

    def all_of(self, values: tuple[int, ...], types: tuple[ir.Domain, ...]) -> tuple[int, ...]:
        return tuple(number(self.named(value, of)) for value, of in zip(values, types, strict=True))

    def named(self, value: ev.Content, domain: ir.Domain) -> ev.Content:
        """A value, by the new numbers of places."""
        match domain:
            case ir.OptionalDomain(of):
                return value if value == ir.NONE else self.named(value, of)
            case ir.NodeDomain(kind) if kind == self.board.kind:
                return self.becomes.get(number(value), value)
            case ir.NodeDomain(kind):
                return self.made_of_one(number(value), kind)
            case ir.UnionDomain(alternatives):
                low = 0
                for alternative in alternatives:
                    _, many = ir.index_span(self.program, alternative)
                    if low <= number(value) < low + many:
                        return low + number(self.named(number(value) - low, alternative))
                    low += many
                return value
            case ir.SeqDomain(of, ordered):
                members = [number(self.named(member, of)) for member in sequence(value)]
                return tuple(members if ordered else sorted(members))
            case ir.SeqOfSeqDomain(of):
                assert isinstance(value, tuple)
                return tuple(sequence(self.named(part, of)) for part in value)
            case ir.MapDomain(key, of):
                low, _ = ir.index_span(self.program, key)
                entries = {
                    number(self.named(low + at, key)): number(self.named(item, of))
                    for at, item in enumerate(sequence(value))
                }
                return tuple(entries[at] for at in sorted(entries))
            case _:
                return value

    def made_of_one(self, place: int, kind: str) -> int:
        """One that is made of a place of the board and others."""
        of = dict(self.board.made_of).get(kind)
        if of is None or place == ir.NONE:
            return place
        first = of.index(of[place])
        return of.index(self.becomes.get(of[place], of[place])) + place - first
