"""All that lines do with pieces: move, draw, deal, shuffle, turn and show them; and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import drawn, new_order
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.english import gathered
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.pieces.knowledge import Cells, Knowledge
from rulesdsl.engine.pieces.quick_moves import (
    can_deal_quickly,
    deal_quickly,
    quick_change,
    quick_many,
    quick_one,
    quick_out_of_set,
    quick_whole,
)

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


class Pieces(Knowledge):
    """Called by generated code, where the place of arguments is fixed."""

    def note_places(self, cells: Cells) -> None:
        """Where each piece lies, as the zones have it."""
        for instance, address in enumerate(self.address):
            if self.shape[instance] == "slot":
                if cells[address] != ir.NONE:
                    cells[self.where + cells[address]] = instance
            else:
                for piece in cells[address + 1 : address + 1 + cells[address]]:
                    cells[self.where + piece] = instance

    def remove(self, state: State, cells: Cells, what: Iterable[int], note: Note) -> None:
        """Out of play."""
        pieces = list(what)
        sources = tuple(cells[self.where + piece] for piece in pieces)
        for piece, source in zip(pieces, sources, strict=True):
            if source != ev.OUT_OF_PLAY:
                self.take_out(cells, piece, source)
                cells[self.where + piece] = ev.OUT_OF_PLAY
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
        if when is not None and not when(cells, *self.index[instance]):
            return
        sources = source_of(cells, *self.index[instance])
        if state.log is None and len(sources) == 1:
            # What most piles are renewed from, without listing it first.
            number = cells[self.address[sources[0]]]
            if quick_whole(self, cells, number, sources[0], instance, 0):
                self.shuffle(state, cells, instance, point, note)
                return
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
                return ir.NONE
        if shape == "pile":
            return cells[address + cells[address]]
        if shape == "row":
            return cells[address + 1]
        return drawn(state, cells, self.layout.region(cells, instance), point, note)

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
        if number == 1 and state.log is None and self.shape[source] != "set":
            piece = self.next_piece(state, cells, source, point, note)
            if piece != ir.NONE and quick_one(self, cells, piece, target, end, down):
                return [piece]
        targets = [target] * number
        return self._taken(state, cells, source, targets, end, down, up_to, "draw", point, note)

    def _taken(
        self,
        state: State,
        cells: Cells,
        source: int,
        targets: list[int],
        end: str,
        down: int,
        up_to: bool,  # noqa: FBT001 -- as it is given by generated code
        how: str,
        point: int,
        note: Note,
    ) -> list[int]:
        """A piece for each of these zones, one after the other."""
        values: list[int] = []
        seen: list[int] = []
        for target in targets:
            piece = self.next_piece(state, cells, source, point, note)
            if piece == ir.NONE:
                if up_to:
                    break
                raise self._nothing_left(cells, source, how, len(targets), len(values), note)
            saw = self.seen_by(cells, piece, first=not values)
            seen.append(self.transfer(state, cells, piece, target, end, down, note, 0, saw))
            values.append(piece)
        known = self.known_after(cells, values, seen, (source,))
        if values and state.log is not None:
            state.moved(cells, tuple(values), (source,) * len(values), bool(down), known, how, note)
        return values

    def _nothing_left(
        self, cells: Cells, source: int, how: str, wanted: int, taken: int, note: Note
    ) -> Fault:
        so_far = (("wanted", f"{wanted}"), ("drawn" if how == "draw" else "dealt", f"{taken}"))
        message = f"there is nothing left to {how} from {self._called(cells, source)}"
        return Fault(message, note.span, so_far, note.rules)

    def deal(
        self,
        state: State,
        cells: Cells,
        number: int,
        source: int,
        targets: Sequence[int],
        point: int,
        note: Note,
    ) -> None:
        if state.log is None and can_deal_quickly(self, cells, number, source, targets):
            dealt, total = 0, number * len(targets)
            while dealt < total:
                if self.next_piece(state, cells, source, point, note) == ir.NONE:
                    raise self._nothing_left(cells, source, "deal", total, dealt, note)
                dealt += deal_quickly(self, cells, total - dealt, source, targets, dealt)
            return
        each = [target for _ in range(number) for target in targets]
        self._taken(state, cells, source, each, "", 0, False, "deal", point, note)

    def shuffle(self, state: State, cells: Cells, instance: int, point: int, note: Note) -> None:
        there = self.layout.pieces_in(cells, instance)
        if not there:
            return
        tracked = self.tracked[there[0]]
        address = self.address[instance]
        layout = self.layout
        # Who no longer sees or never saw the pieces cannot say where each one is.
        if tracked:
            plain = self.plain[instance]
            if plain is not None and plain[3] == plain[4]:
                self.forget(cells, there, plain[3])
            else:
                for piece in there:
                    cells[layout.known + piece] &= self.seers(cells, instance, cells[layout.face + piece])
            self.mix(cells, there)
        if self.shape[instance] in {"pile", "row"}:
            order = new_order(state, cells, there, point, note)
            laid = order[::-1] if self.shape[instance] == "pile" else order
            cells[address + 1 : address + 1 + len(laid)] = laid
            if state.log is not None:
                state.shuffled(cells, instance, tuple(order), point, note)
        if tracked and self.top[instance] is not None:
            self.look_at_top(cells, instance)

    def flip(self, state: State, cells: Cells, what: Iterable[int], down: int, note: Note) -> None:
        face, known = self.layout.face, self.layout.known
        lies = 1 if down else 0
        # Only what turns is told of; a piece that nobody ever sees only the back of is not kept account of.
        pieces = [piece for piece in what if self.tracked[piece] and cells[face + piece] != lies]
        for piece in pieces:
            plain = self.plain[cells[self.where + piece]]
            if plain is not None:
                before, after = (
                    (plain[4] if cells[face + piece] else plain[3]),
                    (plain[4] if down else plain[3]),
                )
                cells[face + piece] = lies
            else:
                before = self.seen_now(cells, piece)
                cells[face + piece] = lies
                after = self.seen_now(cells, piece)
            cells[known + piece] |= before | after
        if pieces and state.log is not None:
            seen = [cells[known + piece] for piece in pieces]
            state.flipped(cells, tuple(pieces), tuple(seen), note, down=bool(down))

    def show(
        self,
        state: State,
        cells: Cells,
        what: Iterable[int],
        mask: int,
        note: Note,
        in_secret: bool,  # noqa: FBT001 -- called by generated code, by place
    ) -> None:
        pieces = list(what)
        for piece in pieces:
            if self.tracked[piece]:
                cells[self.layout.known + piece] |= mask
        if pieces and mask and state.log is not None:
            secret = in_secret and mask != self.everybody
            state.shown(cells, tuple(pieces), mask, note, secret=secret)

    # ---- several pieces, and one by one

    def _make_room(self, state: State, cells: Cells, piece: int, instance: int, end: str, note: Note) -> int:
        """Where a piece for this zone may lie: here, once the old one is gone, or where the zone
        sends what is extra.
        """
        if not self.is_full(cells, instance):
            return instance
        gives_way = self.old_to[instance]
        if gives_way is not None:
            (target,) = gives_way(cells, *self.index[instance])
            there = self.layout.region(cells, instance)
            old = there[-1] if self.shape[instance] == "row" and end == "left" else there[0]
            self.move_one(state, cells, old, target, "", 0, note, "old")
            return instance
        sends = self.extra_to[instance]
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
        takes = self.takes[instance]
        if takes is not None and not takes(cells, piece, *self.index[instance]):
            raise Fault(
                f"{self._called(cells, instance)} does not take this piece",
                note.span,
                (("piece", Labels.of(self.layout).piece(piece)),),
                note.rules,
            )
        layout = self.layout
        known = layout.known + piece
        alone = before is None
        if before is None:
            before = self.seen_now(cells, piece) if self.tracked[piece] else 0
        if source != ev.OUT_OF_PLAY:
            self.take_out(cells, piece, source)
        target = self._make_room(state, cells, piece, instance, end, note)
        self.put_in(cells, piece, target, end)
        if not self.tracked[piece]:
            return self.everybody
        cells[layout.face + piece] = 1 if down else 0
        after = self.seers(cells, target, down)
        knowers = cells[known] | before | after
        if alone and self.top[target] is not None:
            address = self.address[target]
            if cells[address + cells[address]] == piece:
                knowers |= self.top_seers(cells, target)
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
                self.look_at_top(cells, instance)

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
            if not quick_one(self, cells, piece, instance, end, down):
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
        quickly = state.log is None
        if quickly and not whole and quick_out_of_set(self, cells, pieces, instance, end, down):
            return
        if quickly and len(whole) == 1 and quick_whole(self, cells, len(pieces), whole[0], instance, down):
            return
        first = cells[self.where + pieces[0]]
        if len(whole) == 1 and self._keeps_order(first, instance, end):
            pieces.reverse()
        followed = bool(whole) and self.shape[instance] == "set"
        if quickly and quick_many(self, cells, pieces, instance, end, down, followed=followed):
            return
        sources = tuple(cells[self.where + piece] for piece in pieces)
        # All of a set goes, also where the text does not say so.
        all_go = bool(whole) or (
            first != ev.OUT_OF_PLAY
            and all(source == first for source in sources)
            and len(self.layout.region(cells, first)) == len(pieces)
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
                self.mix_ordered(
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
        saw = [self.traced(cells, piece) for piece in pieces]
        self.move(state, cells, pieces, instance, end, down, (), note)
        if len(pieces) > 1:
            self.mix_ordered(cells, pieces, instance, saw)

    def move_zones(
        self, state: State, cells: Cells, moves: list[tuple[int, int]], end: str, note: Note
    ) -> None:
        """Zones go as wholes, each from one instance to another, all at once."""
        if state.log is None and quick_change(self, cells, moves):
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
