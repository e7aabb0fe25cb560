"""Positions in a form in which it makes no difference which of several copies of a piece is which.

Of each copy that can be put in another's place the form says all that could tell it from them: where it lies,
which way up, who knows it, what is marked on it, which variables name it. These are sorted, so the numbers of
the copies are gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulesdsl.engine import events as ev
from rulesdsl.engine.analysis.equal_pieces import interchangeable
from rulesdsl.engine.core.layout import OVER, SECRET, SITE, pieces_of
from rulesdsl.engine.positions.piece_names import (
    Cells,
    Names,
    namings,
    set_in_the_making,
    variables_with_pieces,
)

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

Said = tuple[int, ...]
"""What is said of a copy."""

Form = tuple[object, ...]
"""Equal for positions that cannot be told apart, cheap to hash."""


@define
class EqualPositions:
    """Of one plan. `copies`: the pieces that are put in each other's place."""

    plan: Plan
    copies: tuple[range, ...] = field(init=False)
    _first: list[int] = field(init=False)
    """For each piece the first of its copies; at last what stands for no piece."""
    _starts: frozenset[int] = field(init=False)
    _plain: tuple[range, ...] = field(init=False)
    """Copies of which only where they lie and what names them can differ."""
    _marked: tuple[range, ...] = field(init=False)
    _zones: tuple[tuple[int, bool], ...] = field(init=False)
    """Where zones lie in which copies can be, and whether they are slots."""

    def __attrs_post_init__(self) -> None:
        layout, marks = self.plan.layout, self.plan.pieces.marks
        kinds = self.plan.program.piece_kinds
        variables = variables_with_pieces(self.plan)
        named = frozenset(kind for domain, _ in variables for kind in pieces_of(domain))
        self.copies = interchangeable(layout, self.plan.pieces.alike_class, marks, named)
        self._first = [*range(layout.piece_count), -1]
        for run in self.copies:
            self._first[run.start : run.stop] = [run.start] * len(run)
        self._starts = frozenset(run.start for run in self.copies)
        self._marked = tuple(run for run in self.copies if layout.tracked[run.start] or marks[run.start])
        self._plain = tuple(run for run in self.copies if run not in self._marked)
        there = {kinds[layout.kind_of[run.start]].name for run in self.copies}
        self._zones = tuple(
            (address, layout.shapes[instance] == "slot")
            for instance, address in enumerate(layout.address_of)
            if not layout.scattered[instance] and there.intersection(layout.zone_of(instance).pieces.kinds)
        )

    def form(self, essence: Cells, variables: Sequence[Names]) -> Form:
        """Of an essence, which is used up. `variables`: those that it has kept."""
        if not self.copies or self._is_apart(essence):
            return tuple(essence)
        named = self._named(essence, variables) if variables else {}
        marks = [{piece: self._said_of(essence, piece, named) for piece in run} for run in self._marked]
        marks += [
            {piece: self._said_of(essence, piece, named) for piece in run if piece in named}
            for run in (self._plain if named else ())
        ]
        groups = self._groups(essence, marks) if self.plan.layout.hidden else ()
        self._forget_numbers(essence)
        return (*essence, *(tuple(sorted(run.values())) for run in marks), groups)

    def _is_apart(self, cells: Cells) -> bool:
        """Whether it is left as it is: in the middle of an example, or where players change in secret what is
        their own, of which there are three positions at once.
        """
        if not cells[SITE]:
            return not cells[OVER]
        return bool(cells[SECRET]) and self.plan.secrets[cells[SECRET] - 1].shadow

    # ---- what tells a copy from others

    def _named(self, cells: Cells, variables: Sequence[Names]) -> dict[int, list[Said]]:
        """By what variables name each copy; there they no longer say which one it is."""
        named: dict[int, list[Said]] = {}
        making = set_in_the_making(self.plan, cells)
        for domain, address in variables:
            for naming in list(
                namings(self.plan.program, cells, domain, address, in_order=address == making)
            ):
                for index, cell in enumerate(naming.cells):
                    piece = cells[cell] - naming.shift
                    first = self._first[piece]
                    if first in self._starts:
                        named.setdefault(piece, []).append((naming.cells[0], index if naming.ordered else 0))
                        cells[cell] = first + naming.shift
        return named

    def _said_of(self, cells: Cells, piece: int, named: Mapping[int, list[Said]]) -> Said:
        layout = self.plan.layout
        instance = cells[layout.where + piece]
        spot = 0
        if instance != ev.OUT_OF_PLAY and layout.shapes[instance] in {"row", "pile"}:
            address = layout.address_of[instance]
            spot = cells.index(piece, address + 1, address + 1 + cells[address]) - address
        own = (cells[layout.face + piece], cells[layout.known + piece]) if layout.tracked[piece] else ()
        marks = (cells[mark] for mark in self.plan.pieces.marks[piece])
        return instance, spot, *own, *marks, *(part for name in sorted(named.get(piece, ())) for part in name)

    def _groups(self, cells: Cells, marks: Iterable[Mapping[int, Said]]) -> Form:
        """Which pieces somebody may confuse with each other."""
        copies = {piece: (self._first[piece], *words) for run in marks for piece, words in run.items()}
        layout = self.plan.layout
        groups: dict[int, list[Said]] = {}
        for piece, group in enumerate(cells[layout.group : layout.group + layout.piece_count]):
            groups.setdefault(group, []).append(copies.get(piece, (piece,)))
        return tuple(sorted(tuple(sorted(group)) for group in groups.values() if len(group) > 1))

    def _forget_numbers(self, cells: Cells) -> None:
        """Takes out all that is said by the numbers of copies."""
        layout, first = self.plan.layout, self._first
        where = layout.where
        for run in self._plain:
            cells[where + run.start : where + run.stop] = sorted(cells[where + run.start : where + run.stop])
        for address, is_slot in self._zones:
            if is_slot:
                if cells[address] >= 0:
                    cells[address] = first[cells[address]]
            elif cells[address]:
                end = address + 1 + cells[address]
                cells[address + 1 : end] = [first[piece] for piece in cells[address + 1 : end]]
        if layout.hidden:
            cells[layout.group : layout.group + layout.piece_count] = [0] * layout.piece_count
        marks = self.plan.pieces.marks
        for run in self._marked:
            arrays = (where, layout.face, layout.known) if layout.hidden else (where,)
            for array in arrays:
                cells[array + run.start : array + run.stop] = [0] * len(run)
            for piece in run:
                for mark in marks[piece]:
                    cells[mark] = 0
