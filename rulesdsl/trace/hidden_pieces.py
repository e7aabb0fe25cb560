"""Pieces that the chooser or the listener cannot tell apart: in words, and in an order that does not tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import lying_text
from rulesdsl.engine.labels.english import listed, plural, with_article
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.trace.listener import Listener
from rulesdsl.trace.origins import Origins

Settled = ev.StateSet | ev.Flipped
"""What is told when several such things have been done one after the other."""


def unseen_pieces(labels: Labels, instance: int, count: int = 1) -> str:
    """`an unseen card of Ben's hand`, `2 unseen cards of Ben's hand`."""
    noun = labels.kind(labels.layout.zone_of(instance).pieces.kinds)
    pieces = with_article(f"unseen {noun}") if count == 1 else f"{count} unseen {plural(noun)}"
    return f"{pieces} of {labels.zone(instance)}"


def unseen_chosen(labels: Labels, choices: Iterable[ev.Chosen]) -> str:
    """All that was chosen so in one decision; nothing where nothing was."""
    lots = Counter(choice.value for choice in choices if choice.kind == "unseen")
    return listed([unseen_pieces(labels, lot, count) for lot, count in lots.items()]) if lots else ""


def with_what_follows(
    decided: ev.Chosen | ev.Chanced, events: Iterable[ev.Event], listener: Listener, origins: Origins
) -> ev.Chosen | ev.Chanced:
    """What was chosen, by somebody or by chance, for one who has heard what came of it: a piece is named that
    is laid open by the lines which are carried out on what was chosen. One that is laid open for another
    reason is not: that it was chosen before would be told by it.
    """
    if listener.viewer is None or not any(listener.unknown(decided, it.piece) for it in decided.sights):
        return decided
    name = decided.stage if isinstance(decided, ev.Chosen) else decided.what
    open_ = {
        piece
        for event in events
        if isinstance(event, ev.Moved | ev.Flipped | ev.Shown)
        and name in origins.carried_out_on.get(event.span or "", ())
        for piece, mask in zip(event.pieces, _masks(event), strict=True)
        if listener.can_hear(mask)
    }
    bit = 1 << listener.viewer
    return evolve(
        decided,
        sights=tuple(
            evolve(sight, known=sight.known | bit) if sight.piece in open_ else sight
            for sight in decided.sights
        ),
    )


def pieces_spoken_of(
    choices: Iterable[ev.Chosen], events: Sequence[ev.Event], listener: Listener, origins: Origins
) -> list[int]:
    """The pieces chosen of which words can say "it". Of one that the listener cannot tell, that it was this
    one which the lines do something with for another reason would be told by that.
    """

    def is_followed(choice: ev.Chosen) -> bool:
        return all(
            choice.stage in origins.carried_out_on.get(event.span or "", ())
            for event in events
            if isinstance(event, ev.Moved | ev.Flipped | ev.Shown) and choice.value in event.pieces
        )

    return [
        choice.value
        for choice in choices
        if choice.kind == "value"
        and isinstance(choice.type, ir.PieceDomain)
        and (listener.unknown(choice, choice.value) is None or is_followed(choice))
    ]


def _masks(event: ev.Moved | ev.Flipped | ev.Shown) -> Sequence[int]:
    return [event.to] * len(event.pieces) if isinstance(event, ev.Shown) else event.seen


def in_no_telling_order(event: ev.Event, viewer: int) -> ev.Event:
    """Pieces lie in a set in the order of their numbers, and go in it. So those that the viewer can tell from
    the others come first, then the others, by where they come from and where they go to. What is drawn or
    dealt goes in the order in which it lay.
    """
    match event:
        case ev.Moved() if event.how not in ("draw", "deal"):
            ways = list(zip(event.sources, event.targets, strict=True))
            order = _known_first(event.seen, ways, viewer)
            return evolve(
                event,
                pieces=tuple(event.pieces[index] for index in order),
                sources=tuple(event.sources[index] for index in order),
                targets=tuple(event.targets[index] for index in order),
                seen=tuple(event.seen[index] for index in order),
            )
        case ev.Flipped():
            order = _known_first(event.seen, [(0, 0)] * len(event.pieces), viewer)
            return evolve(
                event,
                pieces=tuple(event.pieces[index] for index in order),
                seen=tuple(event.seen[index] for index in order),
            )
        case _:
            return event


def _known_first(masks: Sequence[int], ways: Sequence[tuple[int, int]], viewer: int) -> list[int]:
    known = [index for index, mask in enumerate(masks) if mask >> viewer & 1]
    return [
        *known,
        *sorted((index for index in range(len(masks)) if index not in known), key=lambda index: ways[index]),
    ]


def members_in_no_telling_order(members: Iterable[ev.Chosen], listener: Listener) -> list[ev.Chosen]:
    """The choices that make up a set: which of the members the listener does not know stands before one that
    is known would tell something of it.
    """
    members = list(members)
    values = [
        (member, listener.unknown(member, member.value)) for member in members if member.kind == "value"
    ]
    known = [member for member, sight in values if sight is None]
    unknown = [member for member, sight in values if sight is not None]
    unseen = [member for member in members if member.kind != "value"]
    return [*known, *unknown, *sorted(unseen, key=lambda chosen: chosen.value)]


def settled_in_no_telling_order(
    events: Sequence[Settled], labels: Labels, listener: Listener
) -> Iterator[Settled]:
    """What a loop turns and sets of the pieces of a set is done in the order of their numbers. So each line
    is told as if it had been done to all at once.
    """
    yield from _turned_together(event for event in events if isinstance(event, ev.Flipped))
    states = (event for event in events if isinstance(event, ev.StateSet))
    yield from _marks_in_no_telling_order(states, labels, listener)


def _turned_together(flips: Iterable[ev.Flipped]) -> Iterator[ev.Flipped]:
    """What one line turns, as often as it does."""
    times = Counter[int]()
    lines: dict[tuple[int, int, bool], list[ev.Flipped]] = {}
    for flip in flips:
        place = max(times[piece] for piece in flip.pieces), flip.span.start if flip.span else 0, flip.down
        lines.setdefault(place, []).append(flip)
        times.update(flip.pieces)
    for _place, same in sorted(lines.items(), key=itemgetter(0)):
        yield evolve(
            same[0],
            pieces=tuple(piece for flip in same for piece in flip.pieces),
            seen=tuple(mask for flip in same for mask in flip.seen),
            sights=tuple(sight for flip in same for sight in flip.sights),
        )


def _marks_in_no_telling_order(
    events: Iterable[ev.StateSet], labels: Labels, listener: Listener
) -> list[ev.StateSet]:
    """What is set of the pieces of a set, one after the other, is set in the order of their numbers. So what
    lies on pieces that the listener does not know comes behind all else that is set there, by their places;
    and a set in which there are such pieces is told as it is when all have been put in.
    """

    def place(event: ev.StateSet) -> tuple[object, ...]:
        given = labels.layout.states[event.state].state
        if not given.lies_on_pieces:
            return (0,)
        sights = [sight for sight in listener.unknown_of(event, given) if sight is not None]
        if not sights:
            return (1,)
        knows = listener.knows(event)
        values = [labels.value(value, given.type, knows) for value in (event.old, event.new)]
        return (2, [lying_text(sight, labels) for sight in sights], event.state, values)

    return sorted(_put_together(events, labels, listener), key=place)


def _put_together(events: Iterable[ev.StateSet], labels: Labels, listener: Listener) -> list[ev.StateSet]:
    cells: dict[object, list[ev.StateSet]] = {}
    for number, event in enumerate(events):
        is_set = isinstance(labels.layout.states[event.state].state.type, ir.SeqDomain)
        cells.setdefault((event.state, event.index) if is_set else number, []).append(event)
    result: list[ev.StateSet] = []
    for changes in cells.values():
        sights = tuple(sight for event in reversed(changes) for sight in event.sights)
        if any(not listener.can_hear(sight.known) for sight in sights):
            result.append(evolve(changes[-1], old=changes[0].old, sights=sights))
        else:
            result += changes
    return result
