"""Pieces of one name that are offered at once: what tells them apart, where they lie, is said with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Option
    from rulesdsl.engine.labels.labels import Labels
    from rulesdsl.engine.state import State


def told_apart(state: State, options: Iterable[Option], option: Option, labels: Labels) -> str:
    """What is said behind the name of a piece where another one is offered by the same name."""
    if not _is_known_piece(option):
        return ""
    layout, names = state.plan.layout, state.plan.program.piece_name_of
    if option.value not in _of_one_name(layout):
        return ""
    name, kind = names[option.value], layout.kind_of[option.value]
    known = dict.fromkeys(other.value for other in options if _is_known_piece(other))
    twins = [piece for piece in known if names[piece] == name and layout.kind_of[piece] == kind]
    heading = ""
    for detail in (_zone_of(state, labels), _place_in(state), _face_of(state)):
        if len(twins) > 1 and len({detail(piece) for piece in twins}) > 1:
            mine = detail(option.value)
            heading += mine
            twins = [piece for piece in twins if detail(piece) == mine]
    return heading if len(twins) <= 1 else f"{heading}, {twins.index(option.value) + 1} of {len(twins)}"


@lru_cache(maxsize=16)
def _of_one_name(layout: Layout) -> frozenset[int]:
    """The pieces that share their name with others of their kind."""
    called = list(zip(layout.program.piece_name_of, layout.kind_of, strict=True))
    several = {name for name, count in Counter(called).items() if count > 1}
    return frozenset(piece for piece, name in enumerate(called) if name in several)


def _is_known_piece(option: Option) -> bool:
    return (
        option.kind == "value"
        and not option.unseen
        and option.type is not None
        and isinstance(ir.without_none(option.type), ir.PieceDomain)
        and option.value != ir.NONE
    )


def _zone_of(state: State, labels: Labels) -> Callable[[int], str]:
    return lambda piece: f" from {labels.zone(state.cells[state.plan.layout.where + piece])}"


def _place_in(state: State) -> Callable[[int], str]:
    """The place in a row or a pile; in a set there is none."""
    place_of = state.plan.layout.place_of
    return lambda piece: f", place {place}" if (place := place_of(state.cells, piece)) else ""


def _face_of(state: State) -> Callable[[int], str]:
    layout = state.plan.layout

    def face(piece: int) -> str:
        if not layout.tracked[piece]:
            return ""
        return ", face down" if state.cells[layout.face + piece] else ", face up"

    return face
