"""All that lines do with pieces: move, draw, deal, shuffle, turn and show them; and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import drawn, new_order
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.pieces.knowledge import Cells
from rulesdsl.engine.pieces.moving import Moves
from rulesdsl.engine.pieces.quick_moves import QuickMoves
from rulesdsl.engine.pieces.unseen import is_unseen, with_lots

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


class Pieces(Moves):
    """Called by generated code, where the place of arguments is fixed."""

    def __init__(self, quick: QuickMoves) -> None:
        super().__init__(quick)
        self.alike_class = quick.alike_class
        layout = quick.layout
        self.in_open_order = [
            layout.shapes[instance] in {"row", "pile"} and layout.open_to_all(layout.zone_of(instance))
            for instance in range(len(layout.instances))
        ]
        """For each zone instance whether it is a row or a pile in which everybody sees all."""

    @cached_property
    def marks(self) -> list[list[int]]:
        return self.quick.marks

    def remove(self, state: State, cells: Cells, what: Iterable[int], note: Note) -> None:
        """Out of play."""
        pieces = list(what)
        sources = tuple(cells[self.where + piece] for piece in pieces)
        for piece, source in zip(pieces, sources, strict=True):
            if source != ev.OUT_OF_PLAY:
                self._take_out(cells, piece, source)
                cells[self.where + piece] = ev.OUT_OF_PLAY
                if self.tracked[piece] and self.top[source] is not None:
                    self.quick.look_at_top(cells, source)
        if state.log is not None and pieces:
            seen = (self.everybody,) * len(pieces)
            state.moved(cells, tuple(pieces), sources, False, seen, "move", note)

    def renew(self, state: State, cells: Cells, instance: int, point: int, note: Note) -> None:
        """An empty pile takes what another zone holds, and is shuffled."""
        source_of = self.quick.renewed_from[instance]
        if source_of is None:
            return
        when = self.quick.renewed_when[instance]
        if when is not None and not when(cells, *self.index[instance]):
            return
        sources = source_of(cells, *self.index[instance])
        if state.log is None and len(sources) == 1 and self.quick.quick_pile(cells, sources[0], instance):
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
        if number == 1 and state.log is None and self.shape[source] != "set":
            piece = self.next_piece(state, cells, source, point, note)
            if piece != ir.NONE and self.quick_one(cells, piece, target, end, down):
                return [piece]
        values: list[int] = []
        seen: list[int] = []
        for _ in range(number):
            piece = self.next_piece(state, cells, source, point, note)
            if piece == ir.NONE:
                if up_to:
                    break
                found_so_far = (("wanted", f"{number}"), ("drawn", f"{len(values)}"))
                raise Fault(
                    f"there is nothing left to draw from {self._called(cells, source)}",
                    note.span,
                    found_so_far,
                    note.rules,
                )
            saw = self._seen_by(cells, piece, first=not values)
            seen.append(self.transfer(state, cells, piece, target, end, down, note, 0, saw))
            values.append(piece)
        known = self.known_after(cells, values, seen, (source,))
        if values and state.log is not None:
            state.moved(cells, tuple(values), (source,) * len(values), bool(down), known, "draw", note)
        return values

    def _seen_by(self, cells: Cells, piece: int, *, first: bool) -> int:
        """Who saw a piece that is drawn: the top of a pile is seen before the line, not in its middle."""
        if not self.tracked[piece]:
            return 0
        if first:
            return self.seen_now(cells, piece)
        return self.seers(cells, cells[self.where + piece], cells[self.layout.face + piece])

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
        if state.log is None and self.quick.can_deal_quickly(cells, number, source, targets):
            dealt, total = 0, number * len(targets)
            while dealt < total:
                if self.next_piece(state, cells, source, point, note) == ir.NONE:
                    self._nothing_to_deal(cells, source, total, dealt, note)
                dealt += self.quick.deal_quickly(cells, total - dealt, source, targets, dealt)
            return
        values: list[int] = []
        seen: list[int] = []
        for _ in range(number):
            for target in targets:
                piece = self.next_piece(state, cells, source, point, note)
                if piece == ir.NONE:
                    self._nothing_to_deal(cells, source, number * len(targets), len(values), note)
                saw = self._seen_by(cells, piece, first=not values)
                seen.append(self.transfer(state, cells, piece, target, "", 0, note, 0, saw))
                values.append(piece)
        known = self.known_after(cells, values, seen, (source,))
        if values and state.log is not None:
            state.moved(cells, tuple(values), (source,) * len(values), False, known, "deal", note)

    def _nothing_to_deal(self, cells: Cells, source: int, wanted: int, dealt: int, note: Note) -> NoReturn:
        raise Fault(
            f"there is nothing left to deal from {self._called(cells, source)}",
            note.span,
            (("wanted", f"{wanted}"), ("dealt", f"{dealt}")),
            note.rules,
        )

    def shuffle(self, state: State, cells: Cells, instance: int, point: int, note: Note) -> None:
        there = self.layout.pieces_in(cells, instance)
        if not there:
            return
        tracked = self.tracked[there[0]]
        address = self.address[instance]
        layout = self.layout
        # Who no longer sees or never saw the pieces cannot say where each one is.
        if tracked:
            plain = self.quick.plain[instance]
            if plain is not None and plain[3] == plain[4]:
                self.quick.forget(cells, there, plain[3])
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
            self.quick.look_at_top(cells, instance)

    def flip(self, state: State, cells: Cells, what: Iterable[int], down: int, note: Note) -> None:
        face, known = self.layout.face, self.layout.known
        lies = 1 if down else 0
        # Only what turns is told of; a piece that nobody ever sees only the back of is not kept account of.
        pieces = [piece for piece in what if self.tracked[piece] and cells[face + piece] != lies]
        for piece in pieces:
            plain = self.quick.plain[cells[self.where + piece]]
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

    # ---- questions of generated code

    def position(self, cells: Cells, piece: int) -> int:
        """From 1 at the left of a row or the top of a pile; NONE elsewhere."""
        if piece == ir.NONE:
            return ir.NONE
        instance = cells[self.where + piece]
        if instance == ev.OUT_OF_PLAY or self.shape[instance] not in {"pile", "row"}:
            return ir.NONE
        return self.layout.pieces_in(cells, instance).index(piece) + 1

    def position_right(self, cells: Cells, piece: int) -> int:
        """From 1 at the right of a row or the bottom of a pile."""
        place = self.position(cells, piece)
        if place == ir.NONE:
            return ir.NONE
        return cells[self.address[cells[self.where + piece]]] - place + 1

    def alike_key(self, cells: Cells, piece: int) -> tuple[int, ...]:
        """Equal for pieces that are the same in every respect to who chooses; no others may be told from it.

        What the others know of them makes no difference: who holds two equal cards cannot say which of the
        two was shown.
        """
        instance = cells[self.where + piece]
        if instance != ev.OUT_OF_PLAY and self.layout.places[instance].zone.places_matter:
            return (piece,)
        key = (self.alike_class[piece], instance, *(cells[mark] for mark in self.marks[piece]))
        if self.tracked[piece]:
            # A piece that the chooser does not know is not to be recognised by what it is like.
            return (piece,) if is_unseen(self, cells, piece) else (*key, cells[self.layout.face + piece])
        return key

    def best_known_first(self, cells: Cells, piece: int) -> tuple[int, int, int]:
        """The order in which alike pieces are taken. Who knew one of two equal cards and sees one of them go
        cannot say that the other one is left unless he knew both. Then it is the first of a row or a pile
        in which everybody sees them. Elsewhere it is the lowest number: that one was taken from the middle
        must not tell that those before it are others.
        """
        known = cells[self.layout.known + piece] if self.tracked[piece] else 0
        instance = cells[self.where + piece]
        in_order = instance != ev.OUT_OF_PLAY and self.in_open_order[instance]
        return (-known.bit_count(), known, self.position(cells, piece) if in_order else piece)

    def as_lots(self, cells: Cells, pieces: list[int]) -> list[int]:
        """The pieces with one in place of all those that the chooser cannot tell apart."""
        return with_lots(self, cells, pieces)

    def unlike(self, cells: Cells, pieces: list[int]) -> list[int]:
        """One of each sort of alike pieces, that which most know."""
        classes = self.alike_class
        if len({classes[piece] for piece in pieces if piece != ir.NONE}) == len(pieces):
            return pieces
        best: dict[tuple[int, ...], int] = {}
        for piece in pieces:
            key = self.alike_key(cells, piece)
            kept = best.get(key)
            if kept is None or self.best_known_first(cells, piece) < self.best_known_first(cells, kept):
                best[key] = piece
        return list(best.values())
