"""What an event speaks of, as it is when that happens: who can tell which pieces, where they lie, who sees
the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import of_union
from rulesdsl.engine.core.layout import DYNAMIC, Layout
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.evaluation.reading import Reading

if TYPE_CHECKING:
    from rulesdsl.engine.pieces.handling import Pieces


def sights_of(
    pieces: Pieces, cells: list[int], event: ev.Event, also: Sequence[int] = ()
) -> tuple[ev.Sight, ...]:
    """Of those that may lie hidden from somebody; `also`: pieces that the event has in a form of its own."""
    layout = pieces.layout
    if not layout.hidden:
        return ()
    named = dict.fromkeys((*_spoken_of(layout, event), *also))
    return tuple(
        sight_of(layout, cells, piece, cells[layout.known + piece] | pieces.seen_now(cells, piece))
        for piece in named
        if piece >= 0 and layout.tracked[piece]
    )


def sight_of(layout: Layout, cells: list[int], piece: int, known: int) -> ev.Sight:
    zone = cells[layout.where + piece]
    in_row = zone != ev.OUT_OF_PLAY and layout.shapes[zone] == "row"
    place = layout.place_of(cells, piece) if in_row else 0
    return ev.Sight(piece, known, zone, place)


def seers_of_state(layout: Layout, cells: list[int], name: str, index: tuple[int, ...]) -> int:
    """Who sees this cell of a state (a mask)."""
    state = layout.states[name].state
    mask = layout.static_mask(state.seen, None if state.owner_at is None else index[state.owner_at])
    if mask != DYNAMIC:
        return mask
    assert state.seen.players is not None
    return sum(1 << player for player in sequence(Reading(layout, cells).value(state.seen.players)))


def _spoken_of(layout: Layout, event: ev.Event) -> Iterator[int]:
    program = layout.program
    match event:
        case ev.Chosen():
            if event.type is not None and event.kind == "value":
                yield from _in_value(program, event.value, event.type)
            yield from _in_words(program, event.title)
        case ev.Flipped() | ev.Shown():
            yield from event.pieces
        case ev.StateSet():
            given = layout.states[event.state].state
            for value, domain in zip(event.index, given.index, strict=True):
                yield from _in_value(program, value, domain)
            yield from _in_value(program, event.old, given.type)
            yield from _in_value(program, event.new, given.type)
        case ev.Said():
            yield from _in_words(program, event.words)
        case ev.Chanced():
            for value in event.values:
                yield from _in_value(program, value, event.type)
        case ev.RuleFired():
            yield from _in_words(program, tuple(value for _, value in event.bindings))
        case ev.Moved():
            # It says itself who sees which.
            pass
        case ev.PassBegun() | ev.PassEnded() | ev.Skipped() | ev.Shuffled() | ev.Recorded():
            pass
        case ev.Ended() | ev.Unveiled() | ev.GameOver():
            pass
        case _:
            assert_never(event)


def _in_words(program: ir.Program, words: ev.Words) -> Iterator[int]:
    for part in words:
        if not isinstance(part, str):
            yield from _in_value(program, part.value, part.type)


def _in_value(program: ir.Program, value: ev.Content, domain: ir.Domain) -> Iterator[int]:
    match domain:
        case ir.PieceDomain():
            # What is none, or one of several that the chooser cannot tell apart, is no piece.
            yield number(value)
        case ir.OptionalDomain(of):
            if value != ir.NONE:
                yield from _in_value(program, value, of)
        case ir.SeqDomain(of):
            for member in sequence(value):
                yield from _in_value(program, member, of)
        case ir.SeqOfSeqDomain(of):
            assert isinstance(value, tuple)
            for members in value:
                yield from _in_value(program, members, of)
        case ir.MapDomain(key, of):
            low = ir.index_span(program, key)[0]
            for place, member in enumerate(sequence(value)):
                if member != 0:
                    yield from _in_value(program, low + place, key)
                yield from _in_value(program, member, of)
        case ir.UnionDomain():
            if (code := number(value)) >= 0:
                yield from _in_value(program, *of_union(program, domain, code))
        case ir.IntDomain() | ir.FlagDomain() | ir.EnumDomain() | ir.PlayerDomain() | ir.PieceNameDomain():
            pass
        case ir.NodeDomain() | ir.LinkDomain() | ir.TextDomain():
            pass
        case _:
            assert_never(domain)
