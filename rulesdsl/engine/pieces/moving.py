"""Pieces on the move: out of one zone and into another, where there is room, with all who can follow them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import EMPTY
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.english import gathered
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.pieces.knowledge import Cells
from rulesdsl.engine.pieces.quick_moves import AT_ONCE, QuickMoves

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


class Moves:
    """One piece, several, whole zones. Called by generated code, where the place of arguments is fixed."""

    def __init__(self, quick: QuickMoves) -> None:
        self.quick = quick
        self.layout = quick.layout
        self.where = quick.where
        self.tracked = quick.tracked
        self.everybody = quick.everybody
        self.address = quick.address
        self.shape = quick.shape
        self.scattered = quick.scattered
        self.index = quick.index
        self.room = quick.room
        self.top = quick.top
        self.seers = quick.seers
        self.seen_now = quick.seen_now
        self.region = quick.region
        self.lose_track = quick.lose_track
        self.mix = quick.mix
        self.quick_one = quick.quick_one

    # ---- taking out and putting in

    def _take_out(self, cells: Cells, piece: int, instance: int) -> None:
        address = self.address[instance]
        if self.shape[instance] == "slot":
            cells[address] = ir.NONE
            return
        if self.scattered[instance]:
            cells[address] -= 1
            cells[self.where + piece] = ev.OUT_OF_PLAY
            return
        last = address + cells[address]
        index = cells.index(piece, address + 1, last + 1)
        if index != last:
            cells[index:last] = cells[index + 1 : last + 1]
        cells[last] = EMPTY
        cells[address] -= 1

    def _put_in(self, cells: Cells, piece: int, instance: int, end: str) -> None:
        address = self.address[instance]
        shape = self.shape[instance]
        if shape == "slot":
            cells[address] = piece
        elif self.scattered[instance]:
            cells[address] += 1
        else:
            count = cells[address]
            last = address + 1 + count
            if shape == "set":
                index = bisect_left(cells, piece, address + 1, last)
            elif end in {"left", "bottom"}:
                index = address + 1
            else:
                index = last
            if index != last:
                cells[index + 1 : last + 1] = cells[index:last]
            cells[index] = piece
            cells[address] = count + 1
        cells[self.where + piece] = instance

    def _is_full(self, cells: Cells, instance: int) -> bool:
        address = self.address[instance]
        if self.shape[instance] == "slot":
            return cells[address] != ir.NONE
        return cells[address] >= self.room[instance]

    def _make_room(self, state: State, cells: Cells, piece: int, instance: int, end: str, note: Note) -> int:
        """Where a piece for this zone may lie: here, once the old one is gone, or where the zone
        sends what is extra.
        """
        if not self._is_full(cells, instance):
            return instance
        gives_way = self.quick.old_to[instance]
        if gives_way is not None:
            (target,) = gives_way(cells, *self.index[instance])
            there = self.region(cells, instance)
            old = there[-1] if self.shape[instance] == "row" and end == "left" else there[0]
            self.move_one(state, cells, old, target, "", 0, note, "old")
            return instance
        sends = self.quick.extra_to[instance]
        if sends is not None:
            (target,) = sends(cells, *self.index[instance])
            return self._make_room(state, cells, piece, target, "", note)
        raise self._no_room(cells, piece, instance, note)

    def _no_room(self, cells: Cells, piece: int, instance: int, note: Note) -> Fault:
        words = Labels.of(self.layout, cells=cells)
        lying = [words.piece(value) for value in self.layout.pieces_in(cells, instance)]
        return Fault(
            f"there is no room left in {self._called(cells, instance)}",
            note.span,
            (
                ("to come", words.piece(piece)),
                ("room", f"{self.room[instance]}"),
                ("there", ", ".join(gathered(lying))),
            ),
            note.rules,
        )

    def _called(self, cells: Cells, instance: int) -> str:
        """What a zone is called in a fault."""
        return Labels.of(self.layout, cells=cells).zone(instance)

    def transfer(
        self,
        state: State,
        cells: Cells,
        piece: int,
        instance: int,
        end: str,
        down: int,
        note: Note,
        whole: int = 0,
        before: int | None = None,
    ) -> int:
        """One piece from where it is to a zone; who can tell which piece it was.

        `before`: it is one of several that go in one change, and was seen by these before it; what then
        lies on top is for the caller to look at.
        """
        source = cells[self.where + piece]
        takes = self.quick.takes[instance]
        if takes is not None and not takes(cells, piece, *self.index[instance]):
            raise Fault(
                f"{self._called(cells, instance)} does not take this piece",
                note.span,
                (("piece", Labels.of(self.layout).piece(piece)),),
                note.rules,
            )
        if not self.tracked[piece]:
            if source != ev.OUT_OF_PLAY:
                self._take_out(cells, piece, source)
            target = (
                instance
                if not self._is_full(cells, instance)
                else self._make_room(state, cells, piece, instance, end, note)
            )
            self._put_in(cells, piece, target, end)
            return self.everybody
        layout = self.layout
        known = layout.known + piece
        alone = before is None
        if before is None:
            before = self.seen_now(cells, piece)
        if source != ev.OUT_OF_PLAY:
            self._take_out(cells, piece, source)
        target = (
            instance
            if not self._is_full(cells, instance)
            else self._make_room(state, cells, piece, instance, end, note)
        )
        self._put_in(cells, piece, target, end)
        cells[layout.face + piece] = 1 if down else 0
        after = self.seers(cells, target, down)
        knowers = cells[known] | before | after
        if alone and self.top[target] is not None:
            address = self.address[target]
            if cells[address + cells[address]] == piece:
                knowers |= self.quick.top_seers(cells, target)
        cells[known] = knowers
        lost = self.everybody & ~(before | after)
        ordered = whole and self.shape[target] in {"pile", "row"}
        if lost and source != ev.OUT_OF_PLAY and self.shape[source] == "set" and (not whole or ordered):
            self.lose_track(cells, (piece,), source, lost)
        if alone:
            self._look(cells, (source, target))
        # Who knew the piece where it was, and cannot tell any more whether it has gone, is not told either.
        return cells[known]

    def _look(self, cells: Cells, instances: Iterable[int]) -> None:
        """Who sees the top of a pile learns what lies there now."""
        for instance in instances:
            if instance != ev.OUT_OF_PLAY and self.top[instance] is not None:
                self.quick.look_at_top(cells, instance)

    def known_after(
        self, cells: Cells, pieces: Sequence[int], seen: Iterable[int], sources: Iterable[int]
    ) -> tuple[int, ...]:
        """At the end of a line who sees the top of a pile looks at it; who can tell which pieces went."""
        if not self.layout.hidden:
            return tuple(seen)
        self._look(cells, {*sources, *(cells[self.where + piece] for piece in pieces)})
        return tuple(
            knowers | (cells[self.layout.known + piece] if self.tracked[piece] else 0)
            for piece, knowers in zip(pieces, seen, strict=True)
        )

    # ---- lines

    def move_one(
        self,
        state: State,
        cells: Cells,
        piece: int,
        instance: int,
        end: str,
        down: int,
        note: Note,
        how: str = "move",
    ) -> None:
        if state.log is None:
            if not self.quick_one(cells, piece, instance, end, down):
                self.transfer(state, cells, piece, instance, end, down, note)
            return
        source = cells[self.where + piece]
        seen = self.transfer(state, cells, piece, instance, end, down, note)
        state.moved(cells, (piece,), (source,), bool(down), (seen,), how, note)

    def move(
        self,
        state: State,
        cells: Cells,
        what: Iterable[int],
        instance: int,
        end: str,
        down: int,
        whole: Sequence[int],
        note: Note,
        how: str = "move",
    ) -> None:
        pieces = list(what)
        if not pieces:
            return
        if state.log is None:
            if not whole:
                if len(pieces) >= AT_ONCE:
                    if self.quick.quick_many(cells, pieces, instance, end, down):
                        return
                elif self.quick.quick_few(cells, pieces, instance, end, down):
                    return
            elif (
                len(whole) == 1
                and self.shape[instance] == "set"
                and (
                    self.quick.quick_whole(cells, len(pieces), whole[0], instance, down)
                    or self.quick.quick_few(cells, pieces, instance, end, down, followed=True)
                )
            ):
                return
        first = cells[self.where + pieces[0]]
        if whole:
            if len(whole) == 1 and self._keeps_order(first, instance, end):
                pieces.reverse()
            if state.log is None and self.quick.quick_many(cells, pieces, instance, end, down):
                return
        sources = tuple(cells[self.where + piece] for piece in pieces)
        # All of a set goes, also where the text does not say so.
        all_go = bool(whole) or (
            first != ev.OUT_OF_PLAY
            and all(source == first for source in sources)
            and len(self.region(cells, first)) == len(pieces)
        )
        before = [self.seen_now(cells, piece) if self.tracked[piece] else 0 for piece in pieces]
        number = len(pieces) if all_go else 0
        seen = tuple(
            self.transfer(state, cells, piece, instance, end, down, note, number, saw)
            for piece, saw in zip(pieces, before, strict=True)
        )
        if len(pieces) > 1 and not all_go:
            # What was known of one may have been lost with the next.
            known = self.layout.known
            seen = tuple(
                cells[known + piece] if self.tracked[piece] else mask
                for piece, mask in zip(pieces, seen, strict=True)
            )
        seen = self.known_after(cells, pieces, seen, sources)
        if (
            all_go
            and len(pieces) > 1
            and self.layout.hidden
            and first != ev.OUT_OF_PLAY
            and self.shape[first] == "set"
        ):
            for source in set(sources):
                # What has come from where is known.
                together = [index for index, other in enumerate(sources) if other == source]
                self.quick.mix_ordered(
                    cells,
                    [pieces[index] for index in together],
                    instance,
                    [before[index] for index in together],
                )
        if state.log is not None:
            state.moved(cells, tuple(pieces), sources, bool(down), seen, how, note)

    def move_set(
        self, state: State, cells: Cells, what: Iterable[int], instance: int, end: str, down: int, note: Note
    ) -> None:
        """Some pieces, in the order of their numbers, to a row or a pile: in which order is known only to
        those who can tell all of them.
        """
        pieces = list(what)
        saw = [self._traced(cells, piece) for piece in pieces]
        self.move(state, cells, pieces, instance, end, down, (), note)
        if len(pieces) > 1:
            self.quick.mix_ordered(cells, pieces, instance, saw)

    def _traced(self, cells: Cells, piece: int) -> int:
        """Who can tell that it is this piece that goes: where it lies in no order, those who see it there."""
        if not self.tracked[piece]:
            return self.everybody
        source = cells[self.where + piece]
        in_order = source == ev.OUT_OF_PLAY or self.shape[source] != "set"
        return self.seen_now(cells, piece) | (cells[self.layout.known + piece] if in_order else 0)

    def move_zones(
        self, state: State, cells: Cells, moves: list[tuple[int, int]], end: str, note: Note
    ) -> None:
        """Zones go as wholes, each from one instance to another, all at once."""
        if state.log is None and self.quick.quick_change(cells, moves):
            return
        whole = [self.layout.pieces_in(cells, source) for source, _ in moves]
        for (source, target), pieces in zip(moves, whole, strict=True):
            self.move(state, cells, pieces, target, end, 0, (source,), note)

    def _keeps_order(self, source: int, target: int, end: str) -> bool:
        """Whether a zone that goes as a whole must be taken from its far end, so that it lies as it lay."""
        if source == ev.OUT_OF_PLAY:
            return False
        if self.shape[target] == "pile" and end != "bottom":
            return self.shape[source] == "pile"
        return self.shape[target] == "row" and end == "left" and self.shape[source] in {"row", "pile"}
