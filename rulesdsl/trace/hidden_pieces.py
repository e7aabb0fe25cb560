"""Pieces that the chooser or the listener cannot tell apart: in words, and in an order that does not tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import lying_text
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.labels import Labels, Sees, listed, plural, with_article
from rulesdsl.engine.state import State


def unseen_pieces(labels: Labels, instance: int, count: int = 1) -> str:
    """`an unseen card of Ben's hand`, `2 unseen cards of Ben's hand`."""
    noun = labels.kind(labels.layout.zone_of(instance).pieces.kinds)
    pieces = with_article(f"unseen {noun}") if count == 1 else f"{count} unseen {plural(noun)}"
    return f"{pieces} of {labels.zone(instance)}"


def unseen_chosen(labels: Labels, choices: Iterable[ev.Chosen]) -> str:
    """All that was chosen so in one decision; nothing where nothing was."""
    lots = Counter(choice.value for choice in choices if choice.kind == "unseen")
    return listed([unseen_pieces(labels, lot, count) for lot, count in lots.items()]) if lots else ""


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


def members_in_no_telling_order(members: Iterable[ev.Chosen], knows: Sees) -> list[ev.Chosen]:
    """The choices that make up a set: which of the members the listener does not know stands before one that
    is known would tell something of it.
    """
    members = list(members)
    known = [member for member in members if member.kind == "value" and knows(member.value)]
    unknown = [member for member in members if member.kind == "value" and not knows(member.value)]
    unseen = [member for member in members if member.kind != "value"]
    return [*known, *unknown, *sorted(unseen, key=lambda chosen: chosen.value)]


def marks_in_no_telling_order(events: Iterable[ev.Event], state: State, reading: Reading) -> list[ev.Event]:
    """What is set of the pieces of a set, one after the other, is set in the order of their numbers. So what
    lies on pieces that the listener does not know comes behind all else that is set there, by their places.
    """
    layout, labels = state.plan.layout, Labels.of(state.plan.layout, cells=state.cells)

    def place(event: ev.Event) -> tuple[object, ...]:
        assert isinstance(event, ev.StateSet)
        given = layout.states[event.state].state
        if not given.lies_on_pieces:
            return (0,)
        pieces = [
            value
            for value, of in zip(event.index, given.index, strict=True)
            if isinstance(of, ir.PieceDomain) and not reading.knows(value)
        ]
        if not pieces:
            return (1,)
        values = [labels.value(value, given.type, reading.knows) for value in (event.old, event.new)]
        return (2, [lying_text(reading, piece, labels) for piece in pieces], event.state, values)

    if not layout.hidden:
        return list(events)
    ordered: list[ev.Event] = []
    for is_set, group in groupby(events, lambda event: isinstance(event, ev.StateSet)):
        together = list(group)
        ordered += sorted(together, key=place) if is_set else together
    return ordered
