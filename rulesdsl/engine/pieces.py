"""Pieces on the move: into and out of zones, drawn, dealt, shuffled, turned and shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulesdsl.engine.chance import drawn, new_order
from rulesdsl.engine.events import OUT_OF_PLAY
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.knowledge import Cells
from rulesdsl.engine.layout import EMPTY
from rulesdsl.engine.notes import Note
from rulesdsl.engine.quick_moves import AT_ONCE, QuickMoves
from rulesdsl.program import NONE

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


class Pieces(QuickMoves):
    """The moves. They are called by generated code, where the position of arguments is fixed."""

    # ---- taking out and putting in

    def _take_out(self, cells: Cells, piece: int, instance: int) -> None:
        address = self.address[instance]
        if self.shape[instance] == "slot":
            cells[address] = NONE
            return
        last = address + cells[address]
        at = cells.index(piece, address + 1, last + 1)
        if at != last:
            cells[at:last] = cells[at + 1 : last + 1]
        cells[last] = EMPTY
        cells[address] -= 1

    def _put_in(self, cells: Cells, piece: int, instance: int, end: str) -> None:
        address = self.address[instance]
        shape = self.shape[instance]
        if shape == "slot":
            cells[address] = piece
        else:
            count = cells[address]
            last = address + 1 + count
            if shape == "set":
                at = bisect_left(cells, piece, address + 1, last)
            elif end in {"left", "bottom"}:
                at = address + 1
            else:
                at = last
            if at != last:
                cells[at + 1 : last + 1] = cells[at:last]
            cells[at] = piece
            cells[address] = count + 1
        cells[self.where + piece] = instance

    def _is_full(self, cells: Cells, instance: int) -> bool:
        address = self.address[instance]
        if self.shape[instance] == "slot":
            return cells[address] != NONE
        return cells[address] >= self.room[instance]

    def _make_room(self, state: State, cells: Cells, instance: int, end: str, note: Note) -> int:
        """Where a piece for this zone may lie: here, once the old one is gone, or where the zone
        sends what is extra.
        """
        if not self._is_full(cells, instance):
            return instance
        gives_way = self.old_to[instance]
        if gives_way is not None:
            (target,) = gives_way(cells, *self.index[instance])
            there = self.region(cells, instance)
            old = there[-1] if self.shape[instance] == "row" and end == "left" else there[0]
            self.move_one(state, cells, old, target, "", 0, note, "old")
            return instance
        sends = self.extra_to[instance]
        if sends is not None:
            (target,) = sends(cells, *self.index[instance])
            return self._make_room(state, cells, target, "", note)
        name = self.layout.instances[instance][0]
        raise Fault(
            f"there is no room left in {name}", note.span, (("room", self.room[instance]),), note.rules
        )

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

        `before`: it is one of several that go in one change, and was seen by these before it; what then lies on
        top is for the caller to look at.
        """
        source = cells[self.where + piece]
        takes = self.takes[instance]
        if takes is not None and not takes(cells, piece, *self.index[instance]):
            name = self.layout.instances[instance][0]
            raise Fault(f"{name} does not take this piece", note.span, (("piece", piece),), note.rules)
        if not self.tracked[piece]:
            if source != OUT_OF_PLAY:
                self._take_out(cells, piece, source)
            target = (
                instance
                if not self._is_full(cells, instance)
                else self._make_room(state, cells, instance, end, note)
            )
            self._put_in(cells, piece, target, end)
            return self.everybody
        layout = self.layout
        known = layout.known + piece
        alone = before is None
        if before is None:
            before = self.seen_now(cells, piece)
        if source != OUT_OF_PLAY:
            self._take_out(cells, piece, source)
        target = (
            instance
            if not self._is_full(cells, instance)
            else self._make_room(state, cells, instance, end, note)
        )
        self._put_in(cells, piece, target, end)
        cells[layout.face + piece] = 1 if down else 0
        after = self.seers(cells, target, down)
        told = cells[known] | before | after
        if alone and self.top[target] is not None:
            address = self.address[target]
            if cells[address + cells[address]] == piece:
                told |= self.top_seers(cells, target)
        cells[known] = told
        lost = self.everybody & ~(before | after)
        ordered = whole and self.shape[target] in {"pile", "row"}
        if lost and source != OUT_OF_PLAY and self.shape[source] == "set" and (not whole or ordered):
            self.lose_track(cells, (piece,), source, lost)
        if alone:
            self._look(cells, (source, target))
        return told

    def _look(self, cells: Cells, instances: Iterable[int]) -> None:
        """Who sees the top of a pile learns what lies there now."""
        for instance in instances:
            if instance != OUT_OF_PLAY and self.top[instance] is not None:
                self.look_at_top(cells, instance)

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
            if len(whole) == 1 and self.shape[instance] == "set":
                if self.quick_whole(cells, len(pieces), whole[0], instance, down) or self.quick_few(
                    cells, pieces, instance, end, down, followed=True
                ):
                    return
            elif not whole and len(pieces) < AT_ONCE and self.quick_few(cells, pieces, instance, end, down):
                return
        sources = tuple(cells[self.where + piece] for piece in pieces)
        first = sources[0]
        # All of a set goes, also where the text does not say so.
        all_go = bool(whole) or (
            first != OUT_OF_PLAY
            and all(source == first for source in sources)
            and len(self.region(cells, first)) == len(pieces)
        )
        if whole and len(whole) == 1 and self._keeps_order(first, instance, end):
            pieces.reverse()
            sources = sources[::-1]
        if (
            state.log is None
            and len(pieces) >= AT_ONCE
            and self.quick_many(cells, pieces, instance, end, down)
        ):
            return
        before = [self.seen_now(cells, piece) if self.tracked[piece] else 0 for piece in pieces]
        number = len(pieces) if all_go else 0
        seen = tuple(
            self.transfer(state, cells, piece, instance, end, down, note, number, saw)
            for piece, saw in zip(pieces, before, strict=True)
        )
        if self.layout.hidden:
            self._look(cells, {*sources, *(cells[self.where + piece] for piece in pieces)})
            seen = tuple(
                told | (cells[self.layout.known + piece] if self.tracked[piece] else 0)
                for piece, told in zip(pieces, seen, strict=True)
            )
        if (
            all_go
            and len(pieces) > 1
            and self.layout.hidden
            and first != OUT_OF_PLAY
            and self.shape[first] == "set"
        ):
            self.mix_ordered(cells, pieces, instance, first)
        if state.log is not None:
            state.moved(cells, tuple(pieces), sources, bool(down), seen, how, note)

    def _keeps_order(self, source: int, target: int, end: str) -> bool:
        """Whether a zone that goes as a whole must be taken from its far end, so that it lies as it lay."""
        if source == OUT_OF_PLAY:
            return False
        if self.shape[target] == "pile" and end != "bottom":
            return self.shape[source] == "pile"
        return self.shape[target] == "row" and end == "left" and self.shape[source] in {"row", "pile"}

    def remove(self, state: State, cells: Cells, what: Iterable[int], note: Note) -> None:
        """Out of play."""
        pieces = list(what)
        sources = tuple(cells[self.where + piece] for piece in pieces)
        for piece, source in zip(pieces, sources, strict=True):
            if source != OUT_OF_PLAY:
                self._take_out(cells, piece, source)
                cells[self.where + piece] = OUT_OF_PLAY
                if self.tracked[piece] and self.top[source] is not None:
                    self.look_at_top(cells, source)
        if state.log is not None and pieces:
            seen = (self.everybody,) * len(pieces)
            state.moved(cells, tuple(pieces), sources, False, seen, "move", note)

    def renew(self, state: State, cells: Cells, instance: int, point: int, note: Note) -> None:
        """An empty pile takes what another zone holds, and is shuffled."""
        source_of = self.renewed_from[instance]
        if source_of is None:
            return
        when = self.renewed_when[instance]
        index = self.index[instance]
        if when is not None and not when(cells, *index):
            return
        sources = source_of(cells, *index)
        pieces = [piece for source in sources for piece in self.layout.pieces_in(cells, source)]
        if pieces:
            self.move(state, cells, pieces, instance, "", 0, sources, note, "renew")
            self.shuffle(state, cells, instance, point, note)

    def next_piece(self, state: State, cells: Cells, instance: int, point: int, note: Note) -> int:
        """The piece that is drawn next; NONE if there is none, even after renewal."""
        address = self.address[instance]
        shape = self.shape[instance]
        if shape == "slot":
            return cells[address]
        if not cells[address]:
            self.renew(state, cells, instance, point, note)
            if not cells[address]:
                return NONE
        if shape == "pile":
            return cells[address + cells[address]]
        if shape == "row":
            return cells[address + 1]
        return drawn(state, cells, self.region(cells, instance), point, note)

    def draw(
        self,
        state: State,
        cells: Cells,
        number: int,
        up_to: bool,  # noqa: FBT001 -- called by generated code, by place
        source: int,
        target: int,
        end: str,
        down: int,
        point: int,
        note: Note,
    ) -> list[int]:
        found: list[int] = []
        seen: list[int] = []
        for _ in range(number):
            piece = self.next_piece(state, cells, source, point, note)
            if piece == NONE:
                if up_to:
                    break
                name = self.layout.instances[source][0]
                raise Fault(f"there is nothing left to draw from {name}", note.span, (), note.rules)
            seen.append(self.transfer(state, cells, piece, target, end, down, note))
            found.append(piece)
        if found and state.log is not None:
            state.moved(cells, tuple(found), (source,) * len(found), bool(down), tuple(seen), "draw", note)
        return found

    def deal(
        self, state: State, cells: Cells, number: int, source: int, targets: list[int], point: int, note: Note
    ) -> None:
        if state.log is None:
            if not cells[self.address[source]] and number and targets:
                self.renew(state, cells, source, point, note)
            if self.quick_deal(cells, number, source, targets):
                return
        found: list[int] = []
        seen: list[int] = []
        for _ in range(number):
            for target in targets:
                piece = self.next_piece(state, cells, source, point, note)
                if piece == NONE:
                    name = self.layout.instances[source][0]
                    raise Fault(f"there is nothing left to deal from {name}", note.span, (), note.rules)
                seen.append(self.transfer(state, cells, piece, target, "", 0, note))
                found.append(piece)
        if found and state.log is not None:
            state.moved(cells, tuple(found), (source,) * len(found), False, tuple(seen), "deal", note)

    def shuffle(self, state: State, cells: Cells, instance: int, point: int, note: Note) -> None:
        there = self.layout.pieces_in(cells, instance)
        if not there:
            return
        address = self.address[instance]
        layout = self.layout
        # Who no longer sees or never saw the pieces cannot say where each one is.
        if self.tracked[there[0]]:
            known, plain = layout.known, self.plain[instance]
            if plain is not None and plain[3] == plain[4]:
                sees = plain[3]
                for piece in there:
                    cells[known + piece] &= sees
            else:
                for piece in there:
                    cells[known + piece] &= self.seers(cells, instance, cells[layout.face + piece])
            self.mix(cells, there)
        if self.shape[instance] in {"pile", "row"}:
            order = new_order(state, cells, there, point, note)
            laid = order[::-1] if self.shape[instance] == "pile" else order
            cells[address + 1 : address + 1 + len(laid)] = laid
            if state.log is not None:
                state.shuffled(cells, instance, tuple(order), point, note)
        if self.tracked[there[0]] and self.top[instance] is not None:
            self.look_at_top(cells, instance)

    def flip(self, state: State, cells: Cells, what: Iterable[int], down: int, note: Note) -> None:
        pieces = [piece for piece in what if self.tracked[piece]]
        face, known = self.layout.face, self.layout.known
        for piece in pieces:
            plain = self.plain[cells[self.where + piece]]
            if plain is not None:
                before, after = (
                    (plain[4] if cells[face + piece] else plain[3]),
                    (plain[4] if down else plain[3]),
                )
                cells[face + piece] = 1 if down else 0
            else:
                before = self.seen_now(cells, piece)
                cells[face + piece] = 1 if down else 0
                after = self.seen_now(cells, piece)
            cells[known + piece] |= before | after
        if pieces and state.log is not None:
            seen = [cells[known + piece] for piece in pieces]
            state.flipped(cells, tuple(pieces), tuple(seen), note, down=bool(down))

    def show(self, state: State, cells: Cells, what: Iterable[int], mask: int, note: Note) -> None:
        pieces = list(what)
        for piece in pieces:
            if self.tracked[piece]:
                cells[self.layout.known + piece] |= mask
        if pieces and state.log is not None:
            state.shown(cells, tuple(pieces), mask, note)

    # ---- questions of generated code

    def position(self, cells: Cells, piece: int) -> int:
        """From 1 at the left of a row or the top of a pile; NONE elsewhere."""
        if piece == NONE:
            return NONE
        instance = cells[self.where + piece]
        if instance == OUT_OF_PLAY or self.shape[instance] not in {"pile", "row"}:
            return NONE
        return self.layout.pieces_in(cells, instance).index(piece) + 1

    def position_right(self, cells: Cells, piece: int) -> int:
        """From 1 at the right of a row or the bottom of a pile."""
        place = self.position(cells, piece)
        if place == NONE:
            return NONE
        return cells[self.address[cells[self.where + piece]]] - place + 1

    def alike_key(self, cells: Cells, piece: int) -> tuple[int, ...]:
        """Equal for pieces that are the same to everybody and in every respect."""
        instance = cells[self.where + piece]
        if (
            instance != OUT_OF_PLAY
            and self.shape[instance] in {"pile", "row"}
            and self.layout.zone_of(instance).places_matter
        ):
            return (piece,)
        key = (self.alike_class[piece], instance, *(cells[mark] for mark in self.marks[piece]))
        if self.tracked[piece]:
            return (*key, cells[self.layout.face + piece], cells[self.layout.known + piece])
        return key

    def unlike(self, cells: Cells, pieces: list[int]) -> list[int]:
        """One of each sort of alike pieces, the first."""
        classes = self.alike_class
        if len({classes[piece] for piece in pieces if piece != NONE}) == len(pieces):
            return pieces
        seen: set[tuple[int, ...]] = set()
        kept: list[int] = []
        for piece in pieces:
            key = self.alike_key(cells, piece)
            if key not in seen:
                seen.add(key)
                kept.append(piece)
        return kept
